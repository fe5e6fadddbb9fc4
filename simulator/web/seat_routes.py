"""What the page Take a seat asks for: a game, moves of others one by one, a person's choice, undo, hints and the summary."""

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.live.growth import Stop
from digsite.simulator.lab.live.start import Start
from digsite.simulator.lab.seat import saving
from digsite.simulator.lab.seat.hint import hints
from digsite.simulator.lab.seat.setting import seat_people_of
from digsite.simulator.lab.seat.sitting import Sitting
from digsite.simulator.lab.seat.summary import summaries
from digsite.simulator.web.lab_routes import body_of, page_name
from digsite.simulator.web.seat_tables import Data, SeatTable, SeatTables
from digsite.simulator.web.streams import Pages, Send, Work

SEAT_ROUTES = ("begin", "step", "choose", "undo", "report", "leave", "hint", "summary")  # under /api/seat/


class SeatRoutes:
    """Answers the requests of the page on which a person plays."""

    def __init__(self, start: Start, pages: Pages):
        """Answer for what the lab was started with."""
        self._start, self._pages, self._tables = start, pages, SeatTables()

    def close(self) -> None:
        """Save the games that are not over."""
        self._tables.close()

    async def begin(self, request: Request) -> Response:
        """Set up a game of a setting, with a person in a seat."""
        data = await body_of(request)
        name = await run_in_threadpool(self._begin, data)
        return await self._answer(name, lambda table: table.view())

    async def step(self, request: Request) -> Response:
        """Let others make one move."""
        return await self._done(request, lambda table, _data: table.sitting.step())

    async def choose(self, request: Request) -> Response:
        """Take an option of the person who is to choose."""
        return await self._done(request, _choose)

    async def undo(self, request: Request) -> Response:
        """Take back the last choice."""
        return await self._done(request, lambda table, _data: _undo(table.sitting))

    async def report(self, request: Request) -> Response:
        """Answer with a report of a problem with the rules."""
        name = (await body_of(request)).get("table")
        return await self._answer(name, lambda table: {"report": saving.problem_report(table.sitting)})

    async def leave(self, request: Request) -> Response:
        """Take the game off the table, saved as it stands."""
        name = (await body_of(request)).get("table")
        await run_in_threadpool(self._tables.leave, name)
        return JSONResponse({})

    async def hint(self, request: Request) -> Response:
        """Begin to send hints on the page's stream."""
        return await self._stream(request, _hinting)

    async def summary(self, request: Request) -> Response:
        """Begin to send where the person lost win chance on the page's stream."""
        return await self._stream(request, _summing)

    def _begin(self, data: Data) -> str:
        setting, seat, seed = self._start.read(data.get("setting")), data.get("seat"), data.get("seed")
        if not isinstance(seat, int) or isinstance(seat, bool) or not (seed is None or isinstance(seed, int)):
            raise WrongUse("A game needs the seat that you take, a number from 1.")
        return self._tables.add(Sitting(seat_people_of(setting.changed, seat, seed)))

    async def _done(self, request: Request, act: Any) -> Response:
        """Do something at a table and answer with the view."""
        data = await body_of(request)
        self._pages.page(page_name(data.get("page"))).stop("answer")  # hints for the choice that is made now

        def acted(table: SeatTable) -> Data:
            was_over = table.sitting.over
            act(table, data)
            if table.sitting.over and not was_over:
                table.sitting.folder = saving.folder_for(table.sitting)
                saving.finish(table.sitting)
            return table.view()

        return await self._answer(data.get("table"), acted)

    async def _answer(self, name: Any, read: Any) -> Response:
        def found() -> Data:
            with self._tables.at(name) as table:
                return {"table": name, **read(table)}

        return JSONResponse(await run_in_threadpool(found))

    async def _stream(self, request: Request, work: Any) -> Response:
        data = await body_of(request)
        page, name = self._pages.page(page_name(data.get("page"))), data.get("table")
        self._tables.known(name)
        return JSONResponse({"ask": page.ask(self._working(name, work))})

    def _working(self, name: Any, work: Any) -> Work:
        def told(stop: Stop, send: Send) -> None:
            with self._tables.at(name) as table:
                for message in work(table.sitting):
                    if stop:
                        return
                    send(message)

        return told


def _choose(table: SeatTable, data: Data) -> None:
    option, point = data.get("option"), data.get("point")
    if not isinstance(option, int) or isinstance(option, bool) or not isinstance(point, int):
        raise WrongUse("A choice needs the id of an option and the point of its view.")
    table.sitting.choose(option, point)


def _undo(sitting: Sitting) -> None:
    if sitting.over:
        raise WrongUse("The game is over and saved; its choices cannot be taken back.")
    sitting.undo()


def _hinting(sitting: Sitting) -> Any:
    return ({"kind": "hint", **found} for found in hints(sitting))


def _summing(sitting: Sitting) -> Any:
    if not sitting.over:
        raise WrongUse("The summary is made when the game is over.")
    return ({"kind": "summary", **found} for found in summaries(sitting))
