"""A lab that answers on this computer while a test runs, and what asks it."""

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient

from digsite.simulator.lab.live.explorer import Explorer
from digsite.simulator.lab.live.start import Start, start
from digsite.simulator.web.app import make_app
from digsite.simulator.web.security import Keys
from digsite.simulator.web.server import LabServer
from digsite.simulator.web.streams import Pages

PORT = 8377
LINE_UP = ["hoarder", "banker", "mapper", "merchant"]


def setting(game="archaeology", seats=LINE_UP, patch=None, seed=1):
    return {"game": game, "seats": list(seats), "patch": patch or {}, "seed": seed}


def begun(game="archaeology", **more) -> Start:
    return start(game, players=more.pop("players", 4), seed=1, **more)


@contextmanager
def client(begin: Start, cookie: bool = True) -> Iterator[TestClient]:
    """A client of the application without a network, with the cookie or without."""
    keys, explorer = Keys(PORT), Explorer(1)
    app = make_app(begin, explorer, keys, PORT, Pages())
    with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False) as made:
        made.token = keys.token
        if cookie:
            assert made.get(f"/lab?token={keys.token}").status_code == 200
        yield made
    explorer.close()


@contextmanager
def served(begin: Start) -> Iterator[LabServer]:
    """A server in a thread, on a free port."""
    server = LabServer(begin, 0, 1)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert server.ready.wait(30)
    try:
        yield server
    finally:
        server.close()
        thread.join(10)
        assert not thread.is_alive()


class Caller:
    """Asks a served lab by plain HTTP, as a page does."""

    def __init__(self, server: LabServer, page: str = "page-of-a-test"):
        self.server, self.page = server, page
        answer = self._get(server.address.partition(str(server.port))[2], {})
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    def _get(self, path: str, headers: dict[str, str]) -> http.client.HTTPResponse:
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        line.request("GET", path, headers=headers)
        return line.getresponse()

    def get(self, path: str) -> http.client.HTTPResponse:
        return self._get(path, {"Cookie": self.cookie})

    def post(self, path: str, **data) -> tuple[int, dict]:
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        body = json.dumps({"page": self.page, **data})
        line.request("POST", path, body, {"Cookie": self.cookie, "Content-Type": "application/json"})
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())

    def messages(self) -> Iterator[dict]:
        """The messages of the page's stream, until it ends."""
        stream = self.get(f"/api/stream?page={self.page}")
        while line := stream.readline():
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def files_below(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
