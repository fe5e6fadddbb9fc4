"""What the page Watch a game asks for: a game of a setting or of a run, what is found out about it, and look-ahead at a turn."""

import secrets
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.live.growth import Stop
from digsite.simulator.lab.live.start import Start
from digsite.simulator.lab.watch.game import WatchedGame
from digsite.simulator.play.arguments import seed_of
from digsite.simulator.web.lab_routes import body_of, page_name
from digsite.simulator.web.streams import Pages, Send, Work

WATCH_ROUTES = ("begin", "findings", "look")  # under /api/watch/
MOST_WATCHED = 16
Data = dict[str, Any]


@dataclass
class Watched:
    """A game that a page watches; one thing at a time is found out about it."""

    game: WatchedGame
    lock: threading.Lock = field(default_factory=threading.Lock)


class WatchRoutes:
    """Answers the requests of the page on which a game is watched."""

    def __init__(self, start: Start, pages: Pages):
        """Answer for what the lab was started with."""
        self._start, self._pages = start, pages
        self._watched: dict[str, Watched] = {}

    async def begin(self, request: Request) -> Response:
        """Answer with the story of a game."""
        return JSONResponse(await run_in_threadpool(self._begin, await body_of(request)))

    async def findings(self, request: Request) -> Response:
        """Begin to send all that is found out so far on the page's stream, each time as a whole."""
        data = await body_of(request)
        page = self._pages.page(page_name(data.get("page")))
        return JSONResponse({"ask": page.ask(self._finding(self._known(data.get("watch"))))})

    async def look(self, request: Request) -> Response:
        """Answer with what looking ahead says of the choices of a turn."""
        data = await body_of(request)
        watched, point = self._known(data.get("watch")), data.get("point")
        if not isinstance(point, int) or isinstance(point, bool) or not 0 <= point < len(watched.game.points):
            raise WrongUse(f"This game has the points 0 to {len(watched.game.points) - 1}.")
        return JSONResponse({"point": point, "choices": await run_in_threadpool(_looked, watched, point)})

    def _begin(self, data: Data) -> Data:
        which = data.get("which", "random")
        if not isinstance(which, str | int) or isinstance(which, bool):
            raise WrongUse("Name the game by its number, or as random, median, closest, longest or widest.")
        if data.get("run") is not None:
            game = WatchedGame.of_run(self._inside(data["run"]), which)
        else:
            plan = self._start.read(data.get("setting")).changed
            seed = data.get("seed")
            game = WatchedGame.of_plan(plan if seed is None else replace(plan, seed=seed_of(seed)), which)
        while len(self._watched) >= MOST_WATCHED:
            del self._watched[next(iter(self._watched))]
        name = secrets.token_hex(12)
        self._watched[name] = Watched(game)
        return {"watch": name, **game.story()}

    def _inside(self, folder: Any) -> Path:
        """Return a run's folder, which must lie in the folder that the lab was started in."""
        root = self._start.folder.resolve()
        if not isinstance(folder, str) or not (root / folder).resolve().is_relative_to(root):
            raise WrongUse("Only runs in the folder in which the lab was started can be watched.")
        return (root / folder).resolve()

    def _known(self, name: Any) -> Watched:
        found = self._watched.get(name) if isinstance(name, str) else None
        if found is None:
            raise WrongUse("This game is not watched any more; begin again.")
        return found

    def _finding(self, watched: Watched) -> Work:
        def told(stop: Stop, send: Send) -> None:
            found: Data = {
                "kind": "watch",
                "chances": {},
                "swing": [],
                "kingmaking": [],
                "sentences": [],
                "done": 0,
                "total": 0,
            }
            with watched.lock:
                for one in watched.game.findings():
                    if stop:
                        return
                    _add(found, one)
                    send({**found, "chances": dict(found["chances"])})
            send({**found, "whole": True})

        return told


def _add(found: Data, one: Data) -> None:
    """Add what has been found out."""
    kind = one["kind"]
    if kind == "chances":
        found["chances"][one["point"]] = one["chances"]
        found["done"], found["total"] = one["done"], one["total"]
    elif kind == "sentences":
        found["sentences"] = one["sentences"]
    else:
        found[kind] = [*found[kind], one]


def _looked(watched: Watched, point: int) -> list[Data]:
    with watched.lock:
        return watched.game.look_ahead(point)
