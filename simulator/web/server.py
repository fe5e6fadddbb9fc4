"""Running the lab: on this computer's loopback addresses only, until Ctrl-C."""

import socket
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
ENDS = 0.5  # seconds that open connections have when the lab ends


class _Server(uvicorn.Server):
    """Says good-bye to its pages before it waits for them."""

    def __init__(self, config: uvicorn.Config, pages: Pages, opened: Callable[[], None]):
        super().__init__(config)
        self._pages, self._opened = pages, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then say so."""
        await super().startup(sockets)
        self._opened()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams of all pages, and then the server."""
        self._pages.close()
        super().handle_exit(sig, frame)


def serve(start: Start, *, port: int | None = None, threads: int | None = None, opened: Callable[[str], Any]) -> None:
    """Serve the lab until it is interrupted; `opened` gets the address with the token once it is ready."""
    sockets = loopback(port)
    number = sockets[0].getsockname()[1]
    keys, pages, explorer = Keys(number), Pages(), Explorer(threads)
    app = make_app(start, explorer, keys, number, pages)
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, lifespan="off", server_header=False, date_header=False, ws="none",
        timeout_graceful_shutdown=1, timeout_keep_alive=30, h11_max_incomplete_event_size=64_000,
    )  # fmt: skip
    server = _Server(config, pages, lambda: opened(f"http://127.0.0.1:{number}/lab?token={keys.token}"))
    try:
        with suppress(KeyboardInterrupt):
            server.run(sockets=sockets)
    finally:
        pages.close()
        explorer.close()
        for one in sockets:
            one.close()


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
