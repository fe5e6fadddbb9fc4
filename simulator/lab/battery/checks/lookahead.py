"""Players that look ahead are players like others: they see no more, change no more, and can be repeated."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from digsite.simulator.game.columns import MOST_DECISIONS
from digsite.simulator.game.game import Game
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.kernel.jit.signatures import PlayArrays
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.loop import CURSOR_SIZE
from digsite.simulator.kernel.play.records import Order, record
from digsite.simulator.lab.battery.checks.choices import check_choice, check_unseeing
from digsite.simulator.lab.battery.checks.sight import hides, sight_of
from digsite.simulator.lab.battery.hand_play import Asked, decision_name
from digsite.simulator.lab.battery.problems import Problem
from digsite.simulator.lab.battery.subject import Subject
from digsite.strategies.minds import desk_of, memory, minds_of, search_of
from digsite.strategies.registry import RANDOM, Player, line_up, strategies_of
from digsite.strategies.search import search_records

# A few sampled deals for each option, a tree of decisions, and the players that every game has.
WAYS = ("+2:caution=0", "*24:caution=0", "greedy:deals=3:choices=2", "searcher:deals=24")
_copy: Any = copy_record
_GAMES = 20  # at the most
_ENOUGH = 15  # decisions after which no further game begins
EVERY = 9  # of its decisions one in this many is looked at: a prime of no game's rhythm


def _box(alone: np.record) -> np.recarray:
    """Return a copy of a record, in an array of one."""
    return np.frombuffer(bytearray(alone.tobytes()), alone.dtype).view(np.recarray)


def lookahead_choose(game: Game, seats: int, player: Player) -> Any:
    """Return a look-ahead player as a strategy: its own strategy's choice, and the search of the game after it."""
    strategy, notes = player.strategy.choose(), minds_of(game.id).notes
    thinking, search = search_records(game.id, [player.search]), search_of(game.id, True)
    desk = desk_of(game, seats, notes.itemsize, True, int(thinking[0].worlds * thinking[0].tree))
    moves, strategies, order = tuple(game.kernels[:-1]), (strategy,) * game.max_seats, record(Order)
    order[0].noise, order[0].most_decisions = game.records.streams["NOISE"], MOST_DECISIONS

    def choose(
        rules: Any, state: Any, seat: int, options: np.ndarray, n: int, weights: np.ndarray, mind: Any
    ) -> int:  # fmt: skip
        own = strategy(rules, state, seat, options, n, weights, mind)
        minds, states = memory(seats, notes.itemsize), record(state.dtype, 2)
        minds[seat, : notes.itemsize] = np.frombuffer(mind.notes.tobytes(), np.uint8)
        states[0] = state
        arrays = PlayArrays(
            _box(rules), states, order, options, SILENT, np.zeros(CURSOR_SIZE, np.int64), weights.reshape(1, -1), minds,
            record(notes, 0), _box(mind.tables), thinking, np.zeros((1, seats), np.int8),
        )  # fmt: skip
        pick = search(arrays, desk, moves, strategies, 0, own, n)
        _copy(state, states[0])  # all that it wrote, so that it is seen
        _copy(rules, arrays.rules[0])
        return int(pick)

    return choose


def strategy_of(game: Game) -> str:
    """Return the first of the game's heuristics; whatever looks ahead is the same code."""
    return next((name for name in strategies_of(game.id) if name != RANDOM), RANDOM)


def player_of(game: Game, how: str) -> str:
    """Return a player that looks ahead in this way: on the game's first strategy, or by itself."""
    return f"{strategy_of(game)}{how}" if how[0] in "+*" else how


def decisions_of(subject: Subject) -> Iterator[tuple[Any, Asked]]:
    """Yield some decisions of games by its heuristic, each with the heuristic's compiled function."""
    name, asked = strategy_of(subject.game), 0
    for spot in subject.games([[name] * subject.seats] * _GAMES, [()]):
        if asked > _ENOUGH * EVERY:
            return
        table = subject.by_hand(spot)
        for n, _ in table.play(spot.players):
            asked += n > 1
            if n > 1 and asked % EVERY == 1:
                yield table.choose, table.asked


def check_lookahead(subject: Subject, ways: tuple[str, ...] = WAYS) -> Iterator[Problem]:
    """A look-ahead player only reads, can be repeated, and sees nothing hidden; nor does it always agree with itself."""
    noise, name = int(subject.game.records.streams["NOISE"]), strategy_of(subject.game)
    sight = sight_of(subject.game, subject.declarations) if hides(subject) else None
    for how in ways:
        (player,) = line_up(subject.game.id, [player_of(subject.game, how)])
        choose, others = lookahead_choose(subject.game, subject.seats, player), 0
        for luck, (own, asked) in enumerate(decisions_of(subject)):
            subject.count("choice")
            pick = asked.copy().answer(choose)
            others += pick != asked.copy().answer(own)
            found = list(check_choice(choose, asked, noise + asked.seat))
            found += check_unseeing(sight, choose, asked, pick, luck) if sight else []
            where = decision_name(subject.game, int(asked.state.decision))
            for problem in found:
                sentence = f"The look-ahead player {player.label!r} at the decision {where!r}: {problem.sentence}"
                yield replace(problem, sentence=sentence, spot=subject.spot([name] * subject.seats))
        if not others:
            yield Problem(f"Looking ahead, {player.label!r} never takes another option.", weight="note", kind=how)
