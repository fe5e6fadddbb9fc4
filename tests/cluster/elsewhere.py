"""An S3 server process on the loopback, a line to it that can be cut, and a Dask cluster of two worker processes."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

SECRET = "a-secret-that-nobody-may-read"
KEYS = {"AWS_ACCESS_KEY_ID": "the-key-of-a-tester", "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_DEFAULT_REGION": "us-east-1"}
FEW = {"AWS_MAX_ATTEMPTS": "2"}  # of the library below; s3fs tries again itself


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def wait_for(true, seconds: float = 300.0) -> None:
    """Wait until it is so; how long that takes says something of the machine's load and nothing of digsite."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


@contextmanager
def process(*words: str, **options) -> Iterator[subprocess.Popen]:
    started = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


class Line:
    """A line to a server: it can be cut in the middle of what a client sends, or stall: nothing passes any more."""

    def __init__(self, server: int):
        self.server, self.port, self.cuts, self.name, self.stalled = server, free_port(), 0, b"", False
        self._door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self, name: str, times: int) -> None:
        """Break off the next uploads of files with this in their names."""
        self.name, self.cuts = name.encode(), times

    def _listen(self) -> None:
        while True:
            with suppress(OSError):
                here, _ = self._door.accept()
                there = socket.create_connection(("127.0.0.1", self.server))
                threading.Thread(target=self._carry, args=(here, there, True), daemon=True).start()
                threading.Thread(target=self._carry, args=(there, here, False), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, sent: bool) -> None:
        with suppress(OSError):
            while some := source.recv(65536):
                while self.stalled:
                    time.sleep(0.05)
                if sent and self.cuts > 0 and some.startswith(b"PUT ") and self.name in some.partition(b"\r\n")[0]:
                    self.cuts -= 1
                    sink.sendall(some[: len(some) // 2])
                    break
                sink.sendall(some)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def s3_server() -> Iterator[Line]:
    """A server with an empty bucket `bucket`; the environment of this process leads there."""
    port = free_port()
    with process("-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)):
        wait_for(lambda: answers(port))
        line = Line(port)
        before = dict(os.environ)
        os.environ |= KEYS | FEW | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{line.port}"}
        try:
            import s3fs

            s3fs.S3FileSystem(skip_instance_cache=True).mkdir("bucket")
            yield line
        finally:
            os.environ.clear()
            os.environ |= before


def bytes_of(folder) -> dict[str, str]:
    """The hash of each file of a folder, here or elsewhere."""
    from digsite.simulator.runs.storage import files_in

    return {
        str(path)[len(str(folder)) + 1 :]: sha256(path.read_bytes()).hexdigest()
        for path in sorted(files_in(folder), key=str)
    }
