"""Rehearse a user's game before it is compiled, and find the line of what stops a compiled game."""

import hashlib
import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba

from digsite.simulator.errors import DigsiteError, Located
from digsite.simulator.game.authoring.code_check import check_code
from digsite.simulator.game.authoring.faults import Fault, fault_of
from digsite.simulator.game.authoring.game import AuthoredGame
from digsite.simulator.game.game import Game
from digsite.simulator.game_files import RULES_FILE
from digsite.simulator.kernel.jit.compile import cache_folder
from digsite.strategies.plugins.sandbox import skips_trials, step_timeout

if TYPE_CHECKING:
    from digsite.simulator.play.rehearsal.request import Request
    from digsite.simulator.play.table import Table

_WORKER = "digsite.simulator.play.rehearsal.worker"
_STEP = 5.0  # seconds that one call of a rule may take as plain Python; $DIGSITE_PATIENCE raises them
_LONGEST = 60.0  # seconds that the other process has for all
_config: Any = numba.config
_rehearsed: set[str] = set()  # games of this process, with their rules
_answers: dict[str, dict[str, Any]] = {}  # about games that stopped, by what was played
_one_by_one = threading.Lock()


def rehearse(game: Game) -> None:
    """Play a few games of a user's game in another process, once for the same files; raise an error for the first fault."""
    if not isinstance(game, AuthoredGame) or _config.DISABLE_JIT or skips_trials():
        return
    mark = _mark(game)
    if str(mark) in _rehearsed or mark.exists():
        return
    if fault := check_code(game.source, game.fields):
        raise fault.error()
    from digsite.simulator.play.rehearsal.request import Request

    if fault := _ask(Request(str(game.home.rules.folder))).get("fault"):
        raise Fault.from_dict(fault).error()
    _rehearsed.add(str(mark))
    with suppress(OSError):  # rehearsed again next time
        mark.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        mark.touch()


def _mark(game: Game) -> Path:
    """Return the file that says that a game was rehearsed: its name changes with the game's files."""
    rules = (game.home.rules.folder / RULES_FILE).read_bytes()
    return cache_folder(game.home.name) / f"rehearsed-{hashlib.sha256(rules).hexdigest()[:16]}"


def fault_in_play(table: "Table", number: int, what: str, where: str, problem: Exception | None) -> DigsiteError | None:
    """Return the error about a user's game that stopped; None if it was a plug-in.

    The game is played again as plain Python, which knows the line.

    number: the game; what: how it stopped, as part of a sentence; where: at which decision; problem: the exception, if any.
    """
    if _config.DISABLE_JIT:  # this is plain Python
        here = fault_of(problem, table.game.home.rules.folder) if problem else None
        return here.error() if here else None
    from digsite.simulator.play.rehearsal.request import Request

    with _one_by_one:  # all threads meet the same fault
        request = Request.of_game(table, number)
        answer = _answers.setdefault(request.about, {})
        answer.update(answer or _ask(request))
    game = f"game {number} of {', '.join(player.label for player in table.players)} with seed {table.seed}"
    if answer.get("elsewhere"):
        return None
    if answer.get("fault"):
        fault = Fault.from_dict(answer["fault"])
        where = f" This came up in {game}." if answer.get("same") else ""
        return Located(fault.file, fault.line, f"{fault.what}{where}", code=fault.code)
    return DigsiteError(
        f"The rules of {table.game.title} {what}{where} in {game}. Plain Python does not stop there, so the line is not known; "
        "look for numbers that grow beyond their field, and for rows that are too short."
    )


def _ask(request: "Request") -> dict[str, Any]:
    """Return what another process answers; nothing if it cannot be started or has no answer."""
    path = os.pathsep.join(str(Path(entry).resolve()) for entry in sys.path)  # "" is the current folder
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    command = [sys.executable, "-P", "-m", _WORKER, str(step_timeout(_STEP)), str(_LONGEST)]
    with suppress(OSError, subprocess.TimeoutExpired, ValueError):
        answer = subprocess.run(
            command, env=environment, input=json.dumps(request.to_dict()).encode(), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=_LONGEST, check=False,
        )  # fmt: skip
        return dict(json.loads(answer.stdout))
    return {}
