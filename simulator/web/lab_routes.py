"""What the Lab page asks for: games and figures, answers, and what is done with a setting."""

import json
import re
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.lab.live.cards import MOST_GAMES, answer_data
from digsite.simulator.lab.live.catalog import game_data, game_list, setting_data
from digsite.simulator.lab.live.commands import balance_command, compare_command, fresh_seed, rules_text, written_rules
from digsite.simulator.lab.live.comparison import claim
from digsite.simulator.lab.live.explorer import Explorer
from digsite.simulator.lab.live.growth import Stop
from digsite.simulator.lab.live.impossible import Impossible, impossible
from digsite.simulator.lab.live.looks import LOOKS
from digsite.simulator.lab.live.neighbours import Neighbour, neighbours, neighbours_data
from digsite.simulator.lab.live.setting import Setting
from digsite.simulator.lab.live.start import Start
from digsite.simulator.play.arguments import seed_of
from digsite.simulator.web.streams import Pages, Send, Work

_NAME = re.compile(r"[\w-]{8,64}")
_COMPARISON = (
    "Your rules and the published rules are played on fresh seeds, which the lab has not used, until a change of one "
    "percentage point in a win rate is decided. The result is an ordinary experiment folder."
)
Data = dict[str, Any]


class LabRoutes:
    """Answers the requests of the Lab page."""

    def __init__(self, start: Start, explorer: Explorer, pages: Pages, threads: int | None = None):
        """Answer for what the lab was started with."""
        self._start, self._explorer, self._pages, self._threads = start, explorer, pages, threads

    async def stream(self, request: Request) -> Response:
        """Open a page's stream."""
        name = page_name(request.query_params.get("page"))
        return StreamingResponse(self._pages.stream(name), media_type="text/event-stream")

    async def catalog(self, request: Request) -> Response:
        """Answer with the games, and the setting that a page begins with."""
        del request
        return JSONResponse(
            {"games": game_list(self._start), "setting": setting_data(self._start, self._start.setting)}
        )

    async def game(self, request: Request) -> Response:
        """Answer with what can be set in a game."""
        name, seats = request.query_params.get("name", ""), request.query_params.get("seats", "")
        return JSONResponse(await run_in_threadpool(game_data, self._start, name, int(seats) if seats.isdigit() else 0))

    async def ask(self, request: Request) -> Response:
        """Begin to answer a setting on the page's stream; 422 for one that cannot be played."""
        data = await body_of(request)
        name = page_name(data.get("page"))
        setting, problem = await run_in_threadpool(self._read, data)
        page = self._pages.page(name)
        if problem:
            page.stop("answer")
            return JSONResponse(_problem_data(problem), 422)
        page.stop("neighbours")
        until = data.get("until")
        until = min(until, MOST_GAMES) if isinstance(until, int) and until > 0 else LOOKS[-1]
        return JSONResponse({"ask": page.ask(self._answering(setting, until))})

    async def stop(self, request: Request) -> Response:
        """Stop a page's work: its answer, or its comparison."""
        data = await body_of(request)
        self._pages.page(page_name(data.get("page"))).stop("compare" if data.get("about") == "compare" else "answer")
        return JSONResponse({})

    async def neighbours(self, request: Request) -> Response:
        """Begin to play the values next to a figure's present one; the page's stream has them one by one."""
        data = await body_of(request)
        name, key = page_name(data.get("page")), str(data.get("key", ""))
        setting = await run_in_threadpool(self._playable, data)
        targets = self._start.targets_for(setting)

        def work(stop: Stop, send: Send) -> None:
            found: list[Neighbour] = []
            for one in neighbours(self._explorer.growth, setting, key, stop):
                found.append(one)
                send({"kind": "neighbours", "key": key, **neighbours_data(found, setting, targets)})

        return JSONResponse({"ask": self._pages.page(name).ask(work, "neighbours")})

    async def commands(self, request: Request) -> Response:
        """Answer with the commands and the rules file of a setting."""
        data = await body_of(request)
        setting = await run_in_threadpool(self._playable, data)
        found: Data = {"balance": balance_command(setting, self._start.targets_for(setting))}
        if setting.patch:
            seed = fresh_seed(setting)
            found |= {"compare": compare_command(setting, seed), "seed": seed}
            found |= {"rules": rules_text(setting), "about": _COMPARISON}
        return JSONResponse(found)

    async def compare(self, request: Request) -> Response:
        """Begin a comparison with the published rules; the page's stream says how far it is and what it found."""
        data = await body_of(request)
        name, seed = page_name(data.get("page")), seed_of(data.get("seed"))
        setting = await run_in_threadpool(self._changed, data)

        def work(stop: Stop, send: Send) -> None:
            send({"kind": "step", "words": "Beginning …", "part": 0.0})
            found = claim(
                setting,
                seed,
                self._threads,
                stop,
                lambda words, part: send({"kind": "step", "words": words, "part": part}),
            )
            report = str(Command("report", found.folder))
            send({"kind": "claim", "findings": found.findings, "folder": found.folder, "report": report})

        return JSONResponse({"ask": self._pages.page(name).ask(work, "compare")})

    async def keep(self, request: Request) -> Response:
        """Write the setting's rules file into the folder that the lab was started in."""
        data = await body_of(request)
        setting = await run_in_threadpool(self._changed, data)
        path = await run_in_threadpool(written_rules, setting, str(data.get("name", "")), self._start.folder)
        command = compare_command(setting, fresh_seed(setting), path.name)
        return JSONResponse({"file": path.name, "command": command})

    def _read(self, data: Data) -> tuple[Setting, Impossible | None]:
        setting = self._start.read(data.get("setting"))
        return setting, impossible(setting)

    def _playable(self, data: Data) -> Setting:
        """Return the setting of a request, which must be one that can be played."""
        setting, problem = self._read(data)
        if problem:
            raise WrongUse(problem.sentence)
        return setting

    def _changed(self, data: Data) -> Setting:
        """Return the setting of a request, which must differ from the published rules."""
        setting = self._playable(data)
        if not setting.patch:
            raise WrongUse("Nothing is changed: these are the published rules.")
        return setting

    def _answering(self, setting: Setting, until: int) -> Work:
        """Return the work that answers a setting."""
        targets = self._start.targets_for(setting)
        contract = self._start.contract if self._start.has_contract(setting) else ""

        def answer(stop: Stop, send: Send) -> None:
            for told in self._explorer.answers(setting, stop, until, targets):
                send({"kind": "answer", **answer_data(setting, told, targets, contract)})

        return answer


def answered(function: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """Return a route whose failures are answered with their sentence."""

    async def answer(request: Request) -> Response:
        try:
            found: Response = await function(request)
        except WrongUse as problem:
            return JSONResponse({"sentence": str(problem)}, 400)
        except DigsiteError as problem:
            return JSONResponse({"sentence": str(problem)}, 500)
        return found

    return answer


def _problem_data(problem: Impossible) -> Data:
    ways = [{"key": way.key, "value": way.value, "words": way.words} for way in problem.ways]
    return {"sentence": problem.sentence, "figures": list(problem.figures), "ways": ways}


async def body_of(request: Request) -> Data:
    """Return the JSON of a request."""
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise WrongUse("The lab reads only a JSON object.")
    return data


def page_name(name: Any) -> str:
    """Return the name that a page gives itself; it must be a plain one."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise WrongUse("A page needs a name.")
    return name
