"""Who sits where: the plan of a game that people play, from what a user names."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from digsite.simulator.errors import WrongUse
from digsite.simulator.games import allowed_game
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import names, seed_of, text_of, whole_number
from digsite.simulator.play.plan import Plan, PlanArguments, make_plan
from digsite.simulator.play.seating import FIXED
from digsite.strategies.person import PERSON, people_at
from digsite.strategies.registry import default_line_up, stand_in

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game


class SeatArguments(TypedDict, total=False):
    """The arguments of a game that people play, besides the game.

    seat:       the seat that a person takes, from 1; the first by default.
    against:    strategies in the other seats, one for all or one each.
    seats:      instead of both, who sits in each seat, with `person` wherever one plays.
    players:    number of seats; two by default.
    variants, settings, rules_file, plugins, seed: as for `simulate`.
    """

    seat: int | None
    against: str | Sequence[str] | None
    seats: str | Sequence[str] | None
    players: int | None
    variants: Any
    settings: Any
    rules_file: Path | str | None
    plugins: Any
    seed: int | None


@dataclass(frozen=True)
class SeatedPeople:
    """A plan of one game, with a strategy in the place of each person.

    people: the seats of people, from 0.
    """

    plan: Plan
    people: tuple[int, ...]

    def named(self, seat: int) -> str:
        """Return who plays a seat."""
        return PERSON if seat in self.people else self.plan.players[seat]

    def with_choices(self, choices: Sequence[Sequence[int]]) -> Plan:
        """Return the plan of the run that this game is, with the people's choices, by seat."""
        players = [self.named(seat) for seat in range(self.plan.seats)]
        weights = [
            [float(it) for it in choices[seat]] if seat in self.people else own
            for seat, own in enumerate(self.plan.weights)
        ]
        return replace(self.plan, players=players, weights=weights)


def seat_people(game: Path | str, **arguments: Unpack[SeatArguments]) -> SeatedPeople:
    """Return who sits where in a game; raise `WrongUse` for seats that do not fit."""
    found = allowed_game(text_of("game", str(game)))
    given: dict[str, Any] = dict(arguments)
    seat, against, players = given.pop("seat", None), given.pop("against", None), given.get("players")
    line_up = _line_up(found, seat, names("against", against), names("seats", given.pop("seats", None)), players)
    people = tuple(people_at(line_up))
    deputy = stand_in(found.id)
    given["seats"] = [deputy if it in people else name for it, name in enumerate(line_up)]
    given |= {"players": len(line_up), "seating": FIXED}  # people do not change places
    wanted: PlanArguments = given  # type: ignore[assignment]
    return SeatedPeople(make_plan(found.id, 1, **wanted), people)


def seat_people_of(plan: Plan, seat: int | None = None, seed: int | None = None) -> SeatedPeople:
    """Return the same for a run's plan: its people where it has any, else a person in one seat of its line-up."""
    people = tuple(people_at(plan.players))
    if not people:
        people = (_seat(seat or 1, plan.seats),)
        plan = replace(plan, seed=secrets.randbelow(2**31) if seed is None else seed_of(seed), nudge={}, seating=FIXED)
    elif seat is not None or seed is not None:
        raise WrongUse(
            "This game has been begun, with its seats and its seed; leave ",
            OPTIONS["seat"],
            " and ",
            OPTIONS["seed"],
            " out.",
        )
    from digsite.strategies.registry import line_up

    deputy = stand_in(plan.game_id)
    own = list(line_up(plan.game_id, [deputy], seats=plan.seats)[0].weights)
    thinking = [None if seat in people else it for seat, it in enumerate(plan.thinking)]
    live = replace(
        plan, games=1, players=[deputy if it in people else name for it, name in enumerate(plan.players)],
        weights=[own if it in people else weights for it, weights in enumerate(plan.weights)],
        thinking=thinking if any(thinking) else [],
    )  # fmt: skip
    return SeatedPeople(live, people)


def _line_up(
    game: "Game", seat: int | None, against: Sequence[str], seats: Sequence[str], players: int | None
) -> list[str]:
    """Return who sits where, `person` for people."""
    if seats and against:
        raise WrongUse(OPTIONS["seats"], " names every seat, and ", OPTIONS["against"], " the others; use one of them.")
    if seats:
        named = list(seats) * (players or 1) if len(seats) == 1 else list(seats)
        if PERSON in named and seat is None:
            return named
        named[_seat(seat or 1, len(named))] = PERSON
        return named
    total = players or (len(against) + 1 if len(against) > 1 else min(max(game.players[0], 2), game.players[-1]))
    if total not in game.players:
        raise WrongUse(f"{game.title} is for {game.player_counts}, not for {whole_number('players', total)}.")
    others = (
        list(against) * (total - 1)
        if len(against) == 1
        else list(against) or default_line_up(game.id, total)[: total - 1]
    )
    if len(others) != total - 1:
        raise WrongUse(
            OPTIONS["against"],
            f" names {len(others)} strategies for {total - 1} other seats; name one for each, or one for all.",
        )
    at = _seat(seat or 1, total)
    return [*others[:at], PERSON, *others[at:]]


def _seat(seat: int, seats: int) -> int:
    """Return a seat from 0, as a user counts it from 1."""
    if not 1 <= seat <= seats:
        raise WrongUse(OPTIONS["seat"], f" must be from 1 to {seats}; {seat} is not.")
    return seat - 1
