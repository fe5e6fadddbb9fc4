"""Running the lab: on this computer's loopback addresses only, until Ctrl-C."""

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn

from digsite.simulator.errors import WrongUse, short_message
from digsite.simulator.lab.live.explorer import Explorer
from digsite.simulator.lab.live.start import Start
from digsite.simulator.options import OPTIONS
from digsite.simulator.web.app import make_app
from digsite.simulator.web.security import Keys
from digsite.simulator.web.streams import Pages

PORT = 8377  # unless another is named; the next free one if it is taken


class _Server(uvicorn.Server):
    """Says good-bye to its pages before it waits for them."""

    def __init__(self, config: uvicorn.Config, pages: Pages, opened: Callable[[], Any]):
        super().__init__(config)
        self._pages, self._opened = pages, opened
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams of all pages, and then the server."""
        self.say_good_bye()
        super().handle_exit(sig, frame)

    def say_good_bye(self) -> None:
        """End the streams of all pages; from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._pages.close)


class LabServer:
    """The lab on its port."""

    def __init__(self, start: Start, port: int | None = None, threads: int | None = None):
        """Take the port; nothing is answered yet."""
        self._sockets = loopback(port)
        self.port = self._sockets[0].getsockname()[1]
        self._keys, self._pages, self._explorer = Keys(self.port), Pages(), Explorer(threads)
        app = make_app(start, self._explorer, self._keys, self.port, self._pages, threads)
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, lifespan="on", server_header=False, date_header=False, ws="none",
            timeout_graceful_shutdown=1, timeout_keep_alive=30, h11_max_incomplete_event_size=64_000,
        )  # fmt: skip
        self.ready = threading.Event()
        self._opened: list[Callable[[str], Any]] = []
        self._server = _Server(config, self._pages, self._on_opened)

    @property
    def address(self) -> str:
        """Return the address that lets a browser in."""
        return f"http://127.0.0.1:{self.port}/lab?token={self._keys.token}"

    def run(self, opened: Callable[[str], Any] | None = None) -> None:
        """Serve until Ctrl-C or `close`; `opened` gets the address once it is ready."""
        self._opened += [opened] if opened else []
        try:
            with suppress(KeyboardInterrupt):
                self._server.run(sockets=self._sockets)
        finally:
            self._pages.close()
            self._explorer.close()
            for one in self._sockets:
                one.close()

    def close(self) -> None:
        """End the server, from any thread."""
        self._server.say_good_bye()
        self._server.should_exit = True

    def _on_opened(self) -> None:
        self.ready.set()
        for opened in self._opened:
            opened(self.address)


def loopback(port: int | None) -> list[socket.socket]:
    """Return sockets on the loopback addresses: on the port that is named, or else the usual one or any free one."""
    wanted = [port] if port is not None else [PORT, 0]
    for number in wanted:
        try:
            first = _bound(socket.AF_INET, "127.0.0.1", number)
        except OSError as problem:
            if number == wanted[-1]:
                raise WrongUse(OPTIONS["port"], f" {number} cannot be used: {short_message(problem)}.") from problem
            continue
        found = [first]
        with suppress(OSError):  # there may be no IPv6
            found.append(_bound(socket.AF_INET6, "::1", first.getsockname()[1]))
        return found
    raise AssertionError("one of the ports is bound or refused")


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
    except OSError:
        made.close()
        raise
    return made
