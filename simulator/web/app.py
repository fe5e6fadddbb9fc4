"""The lab's application: its table of routes behind the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from digsite.simulator.lab.live.explorer import Explorer
from digsite.simulator.lab.live.start import Start
from digsite.simulator.web.lab_routes import LabRoutes, answered
from digsite.simulator.web.seat_routes import SEAT_ROUTES, SeatRoutes
from digsite.simulator.web.security import Guard, Keys, hosts
from digsite.simulator.web.shell import PAGES, shown
from digsite.simulator.web.static_files import StaticFiles
from digsite.simulator.web.streams import Pages
from digsite.simulator.web.watch_routes import WATCH_ROUTES, WatchRoutes


def make_app(
    start: Start, explorer: Explorer, keys: Keys, port: int, pages: Pages, threads: int | None = None
) -> Guard:
    """Return the application that answers on a port."""
    lab = LabRoutes(start, explorer, pages, threads)
    seat, watch = SeatRoutes(start, pages), WatchRoutes(start, pages)
    routes = [
        Route("/", _first_page),
        *(Route(page.path, shown(page)) for page in PAGES),
        Route("/static/{name:path}", StaticFiles().answer),
        Route("/api/stream", answered(lab.stream)),
        Route("/api/games", answered(lab.catalog)),
        Route("/api/game", answered(lab.game)),
        Route("/api/ask", answered(lab.ask), methods=["POST"]),
        Route("/api/stop", answered(lab.stop), methods=["POST"]),
        Route("/api/neighbours", answered(lab.neighbours), methods=["POST"]),
        Route("/api/commands", answered(lab.commands), methods=["POST"]),
        Route("/api/compare", answered(lab.compare), methods=["POST"]),
        Route("/api/keep", answered(lab.keep), methods=["POST"]),
        *(Route(f"/api/watch/{name}", answered(getattr(watch, name)), methods=["POST"]) for name in WATCH_ROUTES),
        *(Route(f"/api/seat/{name}", answered(getattr(seat, name)), methods=["POST"]) for name in SEAT_ROUTES),
    ]

    @asynccontextmanager
    async def open_lab(_app: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(seat.close)

    return Guard(Starlette(routes=routes, lifespan=open_lab), keys, hosts(port))


async def _first_page(request: Request) -> Response:
    query = request.url.query
    return RedirectResponse(PAGES[0].path + (f"?{query}" if query else ""), 303)
