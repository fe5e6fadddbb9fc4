"""Compiling several games in parallel, each in its own process, with progress."""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from time import sleep

from digsite.simulator.errors import short_message
from digsite.simulator.game.game import Game
from digsite.simulator.game.wording import listed
from digsite.simulator.games import all_games, find_game
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.play.backends import batches, default_threads
from digsite.simulator.play.plan import make_plan
from digsite.strategies.registry import strategies_of

_LOOK = 0.2  # seconds between two looks at the progress of the processes
_DECLARED = re.compile(r"^@(rule|kernel|inlined|declared)\b", re.MULTILINE)
_FOR_LATER = ("nudges.py", "open_table.py")  # modules that plain play does not need


def compile_game(game: str, everything: bool = True) -> None:
    """Compile into the cache what the default line-up needs, or all kernels and strategies of a game."""
    for _ in batches(make_plan(game, 1, players=find_game(game).players[-1], seed=1), threads=1):
        pass
    if everything:
        _compile_the_rest(find_game(game))


def _compile_the_rest(game: Game) -> None:
    from digsite.simulator.play.rollouts import RolloutTable
    from digsite.strategies.minds import search_of

    for name in strategies_of(game.id):
        RolloutTable.of(make_plan(game.id, 1, players=game.players[0], seats=name, seed=1, events=0)).compile()
    assert search_of(game.id, True)
    if game.own_nudges:
        assert game.nudge_kernels


def warm(games: Iterable[Game] = (), everything: bool = True, progress: Progress | None = None) -> Iterator[Game]:
    """Compile games in parallel, one per core; yield each as soon as it is compiled.

    Processes are used instead of the map of jobs, because only one thread of a process can compile at a time. The
    smallest game comes first, so that there is soon something to play, then the largest, which take longest.
    """
    first, *others = sorted(games or all_games().values(), key=expected)
    chosen = [first, *reversed(others)]
    waiting, under_way, known = list(chosen), dict[str, subprocess.Popen[bytes]](), progress or Progress()
    try:
        while waiting or under_way:
            while waiting and len(under_way) < default_threads():
                game = waiting.pop(0)
                under_way[game.id] = _started(game, everything)
            _show(chosen, [find_game(name) for name in under_way], known)
            sleep(_LOOK)
            for name in [name for name, process in under_way.items() if process.poll() is not None]:
                del under_way[name]
                yield find_game(name)
    finally:
        for process in under_way.values():
            process.terminate()


def _started(game: Game, everything: bool) -> subprocess.Popen[bytes]:
    """Return a process that compiles a game; a failure comes up again when the game is played."""
    command = [sys.executable, "-m", "digsite.simulator.cli.verbs.warm", game.called, *["--everything"] * everything]
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=silent, stdout=silent, stderr=silent)


def _show(chosen: Sequence[Game], now: Sequence[Game], progress: Progress) -> None:
    what = f"Compiling {listed(game.title for game in now)}, functions"
    progress.working(what, sum(map(compiled, chosen)), sum(map(expected, chosen)))


@cache
def expected(game: Game) -> int:
    """Return about how many functions are compiled before a game can be played."""
    home = game.home
    sources = [*home.rules.folder.glob("moves/**/*.py"), *home.players.folder.glob("*.py")]
    texts = [path.read_text(encoding="utf-8") for path in sources if path.name not in _FOR_LATER]
    return sum(len(_DECLARED.findall(text)) for text in texts)


def compiled(game: Game) -> int:
    """Return how many functions of a game are compiled."""
    from digsite.simulator.kernel.jit.code_cache import SUFFIX
    from digsite.simulator.kernel.jit.compile import cache_folder

    functions = {path.name.rpartition("-")[0] for path in cache_folder(game.home.name).glob(f"*{SUFFIX}")}
    return min(len(functions), expected(game))


def cache_problem() -> str:
    """Return why the kernel cache cannot be written; empty if it can."""
    from digsite.simulator.cache_place import cache_root

    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        (root / ".writable").touch()
        (root / ".writable").unlink(missing_ok=True)  # another process may look at the same time
    except OSError as problem:
        return short_message(problem)
    return ""


def report_compiling(game: Game, progress: Progress, at_once: bool = True) -> None:
    """Report progress whenever this process compiles a function of the game; with `at_once`, before the first as well."""
    from digsite.simulator.cache_place import cache_root
    from digsite.simulator.kernel.jit import code_cache
    from digsite.simulator.kernel.jit.compile import is_compiled

    looked: list[str] = []

    def show(group: str, _function: str) -> None:
        if not looked:
            looked.append(cache_problem())
            if looked[0]:
                progress.starting(
                    f"Compiled kernels cannot be cached in {cache_root()}: {looked[0]}. They are compiled again every time; "
                    "set DIGSITE_CACHE to a folder that can be written."
                )
        if group == game.home.name:
            what = f"Compiling {game.title} (first use of this version), functions"
            progress.working(what, compiled(game), expected(game))

    code_cache.compiled[:] = [show]
    if at_once and not is_compiled(game.home.name):
        show(game.home.name, "")
