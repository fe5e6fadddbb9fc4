"""Learned players are players like others: they see no more, change no more, and can be repeated."""

import pytest

from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.lab.battery.checks import learned
from digsite.strategies.learned import choose, compiled
from digsite.strategies.minds import minds_of
from tests.conformance.table import each_game, found, subject

SMALL = "lost-cities"  # whose learned players compile quickly


def test_learned_players_see_and_change_no_more_than_others():
    game = find_game(SMALL)
    here = subject(game, game.players[-1])
    before = here.seen["choice"]
    assert not found(learned.check_learned(here))
    assert here.seen["choice"] >= before + 30


def test_a_learned_player_that_looks_at_the_game_itself_is_found(monkeypatch):
    """A deal that leaves what is hidden as it is shows the very card that comes next."""
    game = find_game(SMALL)
    kernels = game.kernels

    @rule(kernels.types.redeal)
    def leave_as_it_is(rules, state, seat):
        pass

    def peeping(name):
        return compiled._compiled(
            choose.choose, game.home.name, minds_of(name).choose, legal=kernels.legal, apply=kernels.apply,
            score=kernels.score, redeal=leave_as_it_is, NOISE=int(game.records.streams["NOISE"]),
            ROOM=compiled.np.zeros(0, compiled.room_of(name)), WORDS_OF=compiled.np.zeros(0, compiled.words_of(name)),
        )  # fmt: skip

    monkeypatch.setattr(compiled, "FolderCache", lambda *_: compiled.KernelDispatcher(leave_as_it_is.py_func)._cache)
    monkeypatch.setattr(learned, "learned_player", peeping)
    problems = found(learned.check_learned(subject(game, game.players[-1])))
    assert any("hidden from seat" in problem.sentence for problem in problems)


@pytest.mark.verify
@each_game
def test_learned_players_of_every_game_see_and_change_no_more(game):
    assert not found(learned.check_learned(subject(game, game.players[-1])))
