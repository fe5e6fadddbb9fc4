"""Learned players are players like others: they see no more, change no more, and can be repeated.

They are networks that have learned nothing: what these read decides their choices as much as anything a training could find.
"""

from collections.abc import Iterator
from dataclasses import replace

from digsite.simulator.lab.battery.checks.choices import check_choice, check_unseeing
from digsite.simulator.lab.battery.checks.lookahead import decisions_of, strategy_of
from digsite.simulator.lab.battery.checks.sight import hides, sight_of
from digsite.simulator.lab.battery.hand_play import decision_name
from digsite.simulator.lab.battery.problems import Problem
from digsite.simulator.lab.battery.subject import Subject
from digsite.simulator.lab.players.learner import Learner
from digsite.simulator.lab.players.self_play import encoding_of
from digsite.strategies.learned.compiled import learned_player, room_of
from digsite.strategies.minds import memory

NETWORKS = 3


def check_learned(subject: Subject) -> Iterator[Problem]:
    """A learned player only reads, can be repeated, sees nothing hidden, and chooses by what it sees."""
    game, seats = subject.game, subject.seats
    noise, size = int(game.records.streams["NOISE"]), int(room_of(game.id).itemsize)
    sight = sight_of(game, subject.declarations) if hides(subject) else None
    choose, encoding = learned_player(game.id), encoding_of(game, game.figures, seats, 1)
    networks = [
        Learner(game, game.figures, seats, seed, encoding).player({}).numbers.copy() for seed in range(NETWORKS)
    ]
    picks = set()
    for luck, (_, heuristics) in enumerate(decisions_of(subject)):
        for network in networks:
            asked = replace(heuristics, weights=network).in_room(memory(1, size)[0])
            subject.count("choice")
            pick = asked.copy().answer(choose)
            picks.add(pick)
            found = list(check_choice(choose, asked, noise + asked.seat))
            found += check_unseeing(sight, choose, asked, pick, luck) if sight else []
            where = decision_name(game, int(asked.state.decision))
            for problem in found:
                sentence = f"A learned player at the decision {where!r}: {problem.sentence}"
                yield replace(problem, sentence=sentence, spot=subject.spot([strategy_of(game)] * seats))
    if len(picks) == 1 and subject.seen["choice"] > 2 * NETWORKS:
        yield Problem("Learned players always take the same option, whatever they see.", weight="note")
