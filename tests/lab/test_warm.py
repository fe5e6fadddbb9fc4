"""Games are compiled side by side, the smallest first, and it is told how far they are."""

from types import SimpleNamespace

import pytest

from digsite.simulator.games import all_games
from digsite.simulator.kernel.jit import code_cache
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import announce_compiling
from digsite.simulator.lab.tools import precompile


class Compiling:
    """A process that would compile a game: done at the second look, unless it never is."""

    def __init__(self, game, ever=True):
        self.game, self.looks, self.ever, self.ended = game, 0, ever, False

    def poll(self):
        self.looks += 1
        return 0 if self.ever and self.looks > 1 else None

    def terminate(self):
        self.ended = True


class Told(Progress):
    def __init__(self):
        self.steps, self.sentences = [], []

    def starting(self, sentence):
        self.sentences.append(sentence)

    def working(self, what, done=0, total=None):
        self.steps.append((what, done, total))


@pytest.fixture
def begun(monkeypatch):
    begun = []

    def started(game, everything):
        begun.append(Compiling(game))
        return begun[-1]

    monkeypatch.setattr(precompile, "_started", started)
    monkeypatch.setattr(precompile, "_LOOK", 0.0)
    monkeypatch.setattr(precompile, "default_threads", lambda: 2)
    return begun


def test_the_smallest_game_is_compiled_first_and_then_the_largest(begun):
    by_size = sorted(all_games().values(), key=precompile.expected)
    assert sorted(game.id for game in precompile.warm()) == sorted(all_games())
    assert [process.game for process in begun] == [by_size[0], *reversed(by_size[1:])]


def test_no_more_games_are_compiled_at_once_than_there_are_cores(begun):
    ready = precompile.warm()
    next(ready)
    assert len(begun) == 2
    next(ready)
    assert len(begun) <= 3


def test_whoever_stops_waiting_stops_the_compilers(begun, monkeypatch):
    slow = max(all_games().values(), key=precompile.expected)
    monkeypatch.setattr(
        precompile, "_started", lambda game, _: begun.append(Compiling(game, game is not slow)) or begun[-1]
    )
    ready = precompile.warm()
    next(ready)
    ready.close()
    assert [process.game for process in begun if process.ended] == [slow]


def test_it_is_told_which_games_are_compiled_and_how_many_functions_are_there(begun):
    told = Told()
    games = list(precompile.warm(progress=told))
    what, done, total = told.steps[0]
    assert begun[0].game.title in what
    assert begun[1].game.title in what
    assert total == sum(map(precompile.expected, games))
    assert 0 <= done <= total


def test_functions_count_once_whatever_types_they_were_compiled_for(monkeypatch, tmp_path):
    monkeypatch.setattr("digsite.simulator.kernel.jit.compile.cache_folder", lambda group: tmp_path)
    game = next(iter(all_games().values()))
    for name in ("moves.draw-aa", "moves.draw-bb", "moves.score-aa"):
        (tmp_path / f"{name}{code_cache.SUFFIX}").touch()
    (tmp_path / "moves.half-aa.nbc.17.aside").touch()
    assert precompile.compiled(game) == 2


@pytest.mark.parametrize("apart", [False, True])
def test_what_is_not_compiled_here_is_compiling_only_where_threads_of_this_process_play(monkeypatch, apart):
    monkeypatch.setattr(code_cache, "compiled", [])
    monkeypatch.setattr("digsite.simulator.kernel.jit.compile.is_compiled", lambda group: False)
    game, told = next(iter(all_games().values())), Told()
    announce_compiling(game, told, SimpleNamespace(uses_processes=apart))
    assert [step[0].split()[0] for step in told.steps] == ["Waiting" if apart else "Compiling"]
    assert len(code_cache.compiled) == 1  # plug-ins are tried, and so compiled, here all the same


def test_every_function_that_is_compiled_moves_the_bar(monkeypatch):
    monkeypatch.setattr(code_cache, "compiled", [])
    monkeypatch.setattr("digsite.simulator.kernel.jit.compile.is_compiled", lambda group: True)
    game, told = next(iter(all_games().values())), Told()
    precompile.report_compiling(game, told)
    assert not told.steps
    for listener in code_cache.compiled:
        listener(game.home.name, "moves.draw")
        listener("another", "moves.draw")
    assert len(told.steps) == 1
    assert told.steps[0][2] == precompile.expected(game)


def test_a_cache_that_cannot_be_written_is_told_once_when_something_is_compiled(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("DIGSITE_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setattr(code_cache, "compiled", [])
    monkeypatch.setattr("digsite.simulator.kernel.jit.compile.is_compiled", lambda group: True)
    game, told = next(iter(all_games().values())), Told()
    precompile.report_compiling(game, told)
    assert not told.sentences
    for name in ("moves.draw", "moves.score"):
        code_cache.compiled[0](game.home.name, name)
    assert told.sentences == [
        f"Compiled kernels cannot be cached in {tmp_path / 'file' / 'cache'}: Not a directory. They are compiled again every "
        "time; set DIGSITE_CACHE to a folder that can be written."
    ]
    monkeypatch.setenv("DIGSITE_CACHE", str(tmp_path / "cache"))
    assert precompile.cache_problem() == ""
    assert list((tmp_path / "cache").iterdir()) == []
