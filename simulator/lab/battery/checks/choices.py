"""What a strategy does when it is asked: it changes nothing but its own notes and noise, and sees nothing hidden."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from digsite.simulator.game.wording import listed
from digsite.simulator.lab.battery.checks.sight import Sight, differing, fields, hides, sight_of, sources
from digsite.simulator.lab.battery.hand_play import Asked, HandPlayed, decision_name
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Sampled, Subject
from digsite.strategies.registry import strategies_of


def check_choice(choose: Any, asked: Asked, noise: int) -> Iterator[Problem]:
    """A strategy asked twice, from the same notes and noise, picks the same option and changes nothing that is not its own.

    noise: the stream of the seat's own noise. What is asked stays as it is.
    """
    picks = set()
    for _ in range(2):
        handed = asked.copy()
        picks.add(handed.answer(choose))
        handed.state.stream[noise] = asked.state.stream[noise]
        if changed := _changed(asked, handed):
            yield Problem(f"It changes {listed(changed)}; a strategy may only read.", place=", ".join(changed))
    if wrong := [pick for pick in picks if not 0 <= pick < asked.n]:
        yield Problem(f"It picks option {wrong[0]} of {asked.n}.", kind="no option")
    if len(picks) > 1:
        yield Problem(
            f"Asked twice, it picks {listed(map(str, sorted(picks)))}: it remembers something outside its mind, or draws "
            "chance from elsewhere.",
            kind="unlike",
        )


def _changed(asked: Asked, handed: Asked) -> list[str]:
    changed = [f"state.{name}" for name in differing(asked.state, handed.state)]
    changed += [f"rules.{name}" for name in differing(asked.rules, handed.rules)]
    changed += [f"tables.{name}" for name in differing(asked.mind.tables, handed.mind.tables)]
    changed += ["options"] if asked.options.tobytes() != handed.options.tobytes() else []
    return changed + (["weights"] if asked.weights.tobytes() != handed.weights.tobytes() else [])


def check_unseeing(sight: Sight, choose: Any, asked: Asked, pick: int, luck: int) -> Iterator[Problem]:
    """A strategy picks the same, from the same notes and noise, at a table that is dealt otherwise where it cannot see."""
    for lookalike in sight.lookalikes:
        other = lookalike(sight, asked.rules, asked.state, asked.seat, luck)
        if (again := asked.seeing(other).answer(choose)) == pick:
            continue
        read = sources(asked.state, other, lambda dealt: asked.seeing(dealt).answer(choose) != pick)
        named = fields(read or [name for name in differing(asked.state, other) if name != "stream"])
        yield Problem(
            f"It chooses by {named}, hidden from seat {asked.seat + 1}: with that dealt otherwise it picks option "
            f"{again}, not {pick}.",
            place=", ".join(f"state.{name}" for name in read),
        )


# --------------------------------------------------------------------------------------- checks of a game's strategies


def check_strategies(subject: Subject) -> Iterator[Problem]:
    """Every strategy only reads, can be repeated, and sees nothing hidden."""
    yield from check_traces(subject, list(strategies_of(subject.game.id)))
    if hides(subject):
        yield from check_eyes(subject)


def check_traces(subject: Subject, names: Sequence[str]) -> Iterator[Problem]:
    """A choice of these strategies changes nothing but the player's own notes and noise, and can be repeated."""
    noise, sampled = int(subject.game.records.streams["NOISE"]), Sampled(first=subject.effort.some(50), then=10)
    for spot in subject.games([[name] * subject.seats for name in names]):
        table = subject.by_hand(spot)
        for n, _ in table.play(spot.players, subject.plugins):
            if n > 1 and sampled.takes(table.label, int(table.asked.state.decision)):
                subject.count("choice")
                yield from _named(table, spot, check_choice(table.choose, table.asked, noise + table.asked.seat))


def check_eyes(subject: Subject, seeing: Callable[[HandPlayed], Any] = lambda table: table.choose) -> Iterator[Problem]:
    """The players of every line-up pick the same, from the same notes and noise, on a table dealt otherwise.

    seeing: gives what is asked in place of the strategy that decides, or None to ask nothing.
    """
    sight = sight_of(subject.game, subject.declarations)
    sampled = Sampled(first=subject.effort.some(12), then=8)
    for at, spot in enumerate(subject.games()):
        table = subject.by_hand(spot)
        for count, (n, pick) in enumerate(table.play(spot.players, subject.plugins)):
            if n == 1 or not sampled.takes(table.label, int(table.asked.state.decision)):
                continue
            choose, asked = seeing(table), table.asked
            if choose is None:
                continue
            subject.count("choice")
            own = pick if choose is table.choose else asked.copy().answer(choose)
            yield from _named(table, spot, check_unseeing(sight, choose, asked, own, 1_000 * at + count))


def _named(table: HandPlayed, spot: Spot, found: Iterator[Problem]) -> Iterator[Problem]:
    for problem in found:
        where = decision_name(table.game, int(table.asked.state.decision))
        sentence = f"The strategy {table.label!r} at the decision {where!r}: {problem.sentence}"
        yield replace(problem, sentence=sentence, spot=spot, kind=f"{table.label} {problem.kind or problem.place}")
