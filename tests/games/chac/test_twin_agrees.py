"""The kernel and the plain twin play the same games: after every decision they must show the same table.

The kernel plays first and its options and positions are noted; the twin then gets the same deal, the same
dice and the same choices. At the end both write the row of the game, every column of it. Players are uniformly
random, run for the exit, which brings them around, or are those of the strategies.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.games import find_game
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.lab.battery.hand_play import blank_mind
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.strategies.registry import line_up
from tests.conformance.scoring import OF_SIDES, rank_each_for_itself
from tests.games.chac import spoken, twin

GAME = find_game("chac")
EVENTS = buffer(20_000)
ROLLS = ("actions", "boulder", "bridge", "lock", "river", "casket")
ACTIVE = ("ACT", "LOCK", "RIVER", "SACRIFICE", "STAMINA")
MAX_SEATS = 6
CHOICES_OF = {column.name: column.choices for column in GAME.columns if column.choices}
ABSENT = {"ability_first": "sprint", "ability_second": "sprint", "death_first": "none", "death_second": "none",
          "escaped": "nobody"}  # fmt: skip


class Noted(NamedTuple):
    """One decision of the kernel's game."""

    before: dict[str, Any]
    options: set[twin.Option]
    choice: twin.Option


class KernelGame(NamedTuple):
    """A whole game of the kernel."""

    luck: dict[str, Any]
    rolls: dict[str, list[int]]
    decisions: list[Noted]
    last: dict[str, Any]
    row: dict[str, Any]


class Fields:
    """A record's fields as plain attributes that follow every change (its own are slow to look up)."""

    def __init__(self, box: np.recarray) -> None:
        self._single = {}
        for name in box.dtype.names:
            array = np.asarray(box[name])
            if array.ndim == 1:
                self._single[name] = array
            else:
                setattr(self, name, array[0])

    def __getattr__(self, name: str) -> Any:
        return self._single[name][0]


# ------------------------------------------------------------------------------------------------- choices


def any_choice(_table: dict[str, Any], options: list[twin.Option], rng: random.Random) -> twin.Option:
    """Any option with the same chance."""
    return rng.choice(options)


def running_choice(table: dict[str, Any], options: list[twin.Option], rng: random.Random) -> twin.Option:
    """Mostly goes on towards the exit by any way there is; enters again when possible; often picks locks."""
    words: dict[str, list[twin.Option]] = {}
    for option in options:
        words.setdefault(option[0], []).append(option)
    luck = rng.random()
    if luck < 0.15:
        return rng.choice(options)
    for word in ("enter", "pay", "swim", "force"):
        if word in words and luck < 0.85:
            return rng.choice(words[word])
    if table["decision"] == "LOCK":
        return rng.choice(words.get("reroll", options))
    if table["decision"] == "LOAD":
        return ("keep",) if luck < 0.8 else rng.choice(options)
    if table["decision"] == "ACT" and luck < 0.3:
        for word in ("pick", "search", "hop", "peek"):
            if word in words:
                return rng.choice(words[word])
    ways = [option for word in ("step", "leap", "sprint") for option in words.get(word, [])]
    if not ways:
        return rng.choice(options)
    here = table["space"][table["seat"]]
    return max(ways, key=lambda option: (_progress(here, option[1]), rng.random()))


def _progress(here: str, space: str) -> int:
    """How far along this space is, roughly; deeper water and the bridge are as good as the corridor."""
    if space == "OUT":
        return 1000
    if space[0] == "W":
        return int(space[1]) - 5 if here[0] != "C" else -10
    if space[0] == "C":
        return int(space[1:])
    if space == "BR":
        return 60
    if space[0] == "R":
        return int(here[1:]) + 1 if here[0] == "C" else 60
    return 2 * int(space[2]) + 10


RECKLESS = {
    "LOAD": ("stamina", "drop"), "ACT": ("leap", "hop", "search", "peek"), "LOCK": ("force", "reroll"),
    "RIVER": ("swim", "pay"), "REPLACEMENT": ("wait",),
}  # fmt: skip


def reckless_choice(table: dict[str, Any], options: list[twin.Option], rng: random.Random) -> twin.Option:
    """Does what a runner seldom does: drops cards, leaps, sabotages the bridge, tries slabs, holds the second back."""
    tempting = [option for option in options if option[0] in RECKLESS.get(table["decision"], ())]
    slabs = [option for option in options if option[0] == "step" and option[1][0] == "L"]
    for wanted in (tempting, slabs):
        if wanted and rng.random() < 0.5:
            return rng.choice(wanted)
    return running_choice(table, options, rng)


CHOICES = {"any": any_choice, "running": running_choice, "reckless": reckless_choice}
Chooser = Callable[[Any, Any, dict[str, Any], dict[twin.Option, int]], twin.Option]


def by_chance(choice: str, seed: int) -> Chooser:
    """Chooses one of these ways, by chance of its own."""
    rng, choose = random.Random(seed), CHOICES[choice]
    return lambda _rules, _state, table, options: choose(table, sorted(options, key=repr), rng)


def by_players(names: list[str], rules: Any) -> Chooser:
    """Chooses as these strategies do, by seat; the single option of a decision is not asked about."""
    asked = [
        (player.strategy.choose(), np.array([*player.weights, 0.0]), blank_mind("chac", rules))
        for player in line_up("chac", names, seats=len(names))
    ]

    def choose(rules: Any, state: Any, _table: dict[str, Any], options: dict[twin.Option, int]) -> twin.Option:
        if len(options) == 1:
            return next(iter(options))
        strategy, weights, mind = asked[state.seat]
        numbers = np.array(list(options.values()), np.int32)
        at = strategy(rules, state, int(state.seat), numbers, len(numbers), weights, mind)
        return list(options)[at]

    return choose


# ----------------------------------------------------------------------------------------------- agreement


@np.errstate(over="ignore")  # chance wraps around on purpose, which NumPy notes when the JIT is off
def play_kernel(rules_box: np.recarray, seats: int, seed: int, choose: Chooser, luck: int = 0) -> KernelGame:
    """Play one game with the kernel and note everything."""
    state_box = record(GAME.records.state)
    rules, state = rules_box[0], state_box[0]
    shown = Fields(rules_box), Fields(state_box)
    numbers = np.zeros(GAME.records.max_options, np.int32)
    EVENTS[0, 0] = 0
    open_streams(state, seed, luck)
    GAME.kernels.setup(rules, state, EVENTS)
    dealt = spoken.luck(*shown)
    decisions = []
    while not shown[1].over:
        before = spoken.snapshot(*shown)
        count = GAME.kernels.legal(rules, state, numbers)
        options = {spoken.option_words(shown[1], number): number for number in numbers[:count].tolist()}
        assert len(options) == count
        picked = choose(rules, state, before, options)
        decisions.append(Noted(before, set(options), picked))
        GAME.kernels.apply(rules, state, options[picked], EVENTS)
    out = record(GAME.records.outcome)[0]
    out.turns, out.decisions, out.end_reason = state.turns, len(decisions), state.end_reason
    out.contends[:seats] = 1
    GAME.kernels.score(rules, state, out)
    rank_each_for_itself(out, seats)
    assert EVENTS[0, 0] < len(EVENTS)
    rolls = spoken.rolls(EVENTS[1 : EVENTS[0, 0] + 1])
    return KernelGame(dealt, rolls, decisions, spoken.snapshot(*shown), as_row(out))


def as_row(out: Any) -> dict[str, Any]:
    """A row of a run with names for the numbers that stand for one."""
    row = {name: np.asarray(out[name]).tolist() for name in out.dtype.names if name not in OF_SIDES}
    for name, choices in CHOICES_OF.items():
        row[name] = [choices[at] for at in row[name]] if isinstance(row[name], list) else choices[row[name]]
    return row


def twin_row(game: twin.Game, decisions: int) -> dict[str, Any]:
    """The row that the twin writes, every column of it; seats that nobody takes are blank."""
    contends = [player.status == "escaped" for player in game.players]
    winners = game.winners or []
    breaks_tie = game.figures["ends.vault_breaks_ties"]
    tiebreak = [int(breaks_tie and out and game.alcoves[twin.VAULT] == at) for at, out in enumerate(contends)]
    standing = list(zip(contends, game.scores or [], tiebreak, strict=True))
    by_seat: dict[str, list[Any]] = {
        "score": list(game.scores or []),
        "tiebreak": tiebreak,
        "contends": [int(out) for out in contends],
        "rank": [1 + sum(rival > own for rival in standing) for own in standing],
    }
    for seat in range(game.seats):
        for name, value in game.of_seat(seat).items():
            by_seat.setdefault(name, []).append(value)
    row = {name: values + [_blank(name, values[0])] * (MAX_SEATS - game.seats) for name, values in by_seat.items()}
    won = {"winner": winners[0] + 1 if len(winners) == 1 else 0, "winners": len(winners), "decisions": decisions}
    return game.of_game() | row | won


def _blank(name: str, value: Any) -> Any:
    return [0] * len(value) if isinstance(value, list) else ABSENT.get(name, 0)


def comparable(table: dict[str, Any]) -> dict[str, Any]:
    """A snapshot without what has no meaning at the decision due."""
    table = {key: value for key, value in table.items() if key not in ("scores", "winners")}
    seat = table["seat"]
    table["actions"] = table["actions"][seat] if table["decision"] in ACTIVE else None
    if table["decision"] == "FIRST":
        del table["status"]
    if table["over"]:
        del table["seat"], table["decision"], table["status"]
    return table


def follow(played: KernelGame, figures: Figures, seats: int, where: object) -> tuple[twin.Game, Counter[str]]:
    """The twin plays a game of the kernel; both are compared before every decision, and by the row they end with."""
    rolls = {name: list(played.rolls.get(name, [])) for name in ROLLS}
    plain = twin.Game(figures.values(), seats, played.luck, rolls)
    seen: Counter[str] = Counter()
    for number, noted in enumerate(played.decisions):
        now = f"{where}, {seats} seats, decision {number}, {noted.before['decision']}, turn {plain.turn}"
        assert comparable(noted.before) == comparable(plain.snapshot()), now
        assert noted.options == plain.options(), now
        seen[f"{plain.decision} {noted.choice[0]}"] += 1
        plain.apply(noted.choice)
    assert comparable(played.last) == comparable(plain.snapshot()), where
    assert played.row == twin_row(plain, len(played.decisions)), where
    assert rolls == {name: [] for name in ROLLS}  # not a die more was rolled
    return plain, seen


def play_both(figures: Figures, seats: int, seed: int, choice: str) -> tuple[twin.Game, Counter[str]]:
    """Play one game with both and compare them before every decision and at the end."""
    played = play_kernel(GAME.build_rules(figures, seats), seats, seed, by_chance(choice, seed))
    return follow(played, figures, seats, f"seed {seed}")


VARIANTS: dict[str, tuple[str, ...]] = {
    "printed": (),
    "revised-boulder": ("revised-boulder",),
    "slow-boulder": ("slow-boulder",),
    "rich-vault, no-discard": ("rich-vault", "no-discard"),
}
READINGS: dict[str, tuple[str, ...]] = {
    "light dice": ("dice.actions=3", "load.levels=1,2,3,4", "load.beyond_table=6", "load.floor=2"),
    "short walls": ("walls.columns=5", "walls.drawn=4", "walls.cards=6,4,4,4", "walls.reentry=false"),
    "crushing walls": ("walls.columns=4", "walls.pushes=false", "boulder.head_start=4"),
    "wide walls": ("walls.columns=8", "walls.cards=4,5,5,4", "boulder.head_start=0"),
    "tight corridor": (
        "corridor.walls_to_lava=0", "corridor.lava_to_river=0", "corridor.river_to_bridge=0",
        "corridor.bridge_to_exit=2",
    ),
    "long corridor": (
        "corridor.walls_to_lava=2", "corridor.lava_to_river=3", "corridor.river_to_bridge=4",
        "corridor.bridge_to_exit=10", "bridge.detour=10", "vault.before_far_end=3", "river.landing=4",
    ),
    "easy locks": ("alcoves.numbers=2", "vault.numbers=3", "treasure.alcove=7", "vault.before_far_end=1"),
    "closed lava": ("lava.first_side_open=false", "lava.last_side_open=false", "lava.collapsed_gone=false"),
    "closed alcove side": ("lava.alcove_side_open=false", "lava.collapsed_gone=false", "bridge.planks=2"),
    "short river": ("river.spaces=4", "river.entries=2", "river.bank=near", "river.landing=0"),
    "long river": ("river.spaces=8", "river.entries=1", "river.fatal_face=3", "river.cards_per_reroll=1"),
    "two in the river": ("river.spaces=2", "river.entries=1", "river.cards_per_reroll=0"),
    "no sprint into the river": ("sprint.may_dive=false", "river.landing=6"),
    "river all entries": ("river.spaces=3", "river.entries=3", "river.bank=near", "river.landing=4"),
    "lone falls": ("bridge.all_fall=false", "bridge.counts_new_cards=false", "bridge.planks=3"),
    "short detour": ("bridge.detour=3", "bridge.both_ways=false", "river.landing=0"),
    "poor decks": ("treasure.walls=0,1,0,0,0,1", "treasure.lava=2,0,0,0,0,0", "treasure.river=3,0,0,1,0,0"),
    "empty temple ends": ("ends.waits_for_replacements=false", "walls.columns=2", "treasure.vault=0"),
    "crushed swimmers": ("river.landing_blocked=crushed", "river.spaces=2", "river.entries=2", "boulder.advances_on=4"),
    "Stamina at any time": ("stamina.when=any-time", "river.spaces=3"),
    "Stamina at any time, not below 2": ("stamina.when=any-time", "load.floor=2", "bridge.counts_new_cards=false"),
    "boulder in nobody's way": ("boulder.blocking=false", "river.spaces=2", "river.entries=2", "river.landing=0"),
    "boulder in nobody's way, crushing swimmers": ("boulder.blocking=false", "river.landing_blocked=crushed"),
    "bridge smashed at its near end": ("boulder.destroys_bridge=near-end", "bridge.detour=3"),
    "bridge smashed at its far end": ("boulder.destroys_bridge=far-end", "bridge.all_fall=false"),
    "slow start": ("boulder.dice=0,1,1,2,3,3", "boulder.advances_on=3", "ends.vault_breaks_ties=true"),
}  # fmt: skip
GAMES = 2
READING_GAMES = 3
REACHING = (68, 96, 192, 204)  # games that show every corner between them, so that few are enough while the rules stay


def figures_for(variants: tuple[str, ...], settings: tuple[str, ...], seats: int) -> Figures:
    return GAME.figures.with_variants(variants, seats).with_settings(settings)


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("variant", VARIANTS)
def test_kernel_and_twin_agree(variant: str, seats: int, choice: str) -> None:
    """The game as printed, with every variant."""
    figures = figures_for(VARIANTS[variant], (), seats)
    for seed in range(GAMES):
        play_both(figures, seats, 1_000 * seats + seed, choice)


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("reading", READINGS)
def test_kernel_and_twin_agree_under_other_figures(reading: str, seats: int) -> None:
    """Other readings of the rules and other figures."""
    slow = () if any("boulder.advances_on" in setting for setting in READINGS[reading]) else ("slow-boulder",)
    for seed in range(READING_GAMES):
        variants = slow if seed % 3 == 2 else ()
        figures = figures_for(variants, READINGS[reading], seats)
        play_both(figures, seats, 90_000 + 1_000 * seats + seed, list(CHOICES)[seed % 3])


LINE_UPS = [["random", "navigator"], ["runner", "swimmer", "scholar", "daredevil"],
            ["hoarder", "random", "swimmer", "daredevil", "scholar", "navigator"]]  # fmt: skip


@pytest.mark.parametrize("variants", [(), ("slow-boulder",)], ids=["base", "slow-boulder"])
@pytest.mark.parametrize("names", LINE_UPS, ids="-".join)
def test_the_rows_of_a_run_are_those_the_twin_writes(names: list[str], variants: tuple[str, ...]) -> None:
    """The real players in the real loop; the twin follows them decision by decision."""
    seats = len(names)
    figures = figures_for(variants, (), seats)
    plan = make_plan("chac", 3, seats=names, variants=variants, seed=17, events=0, seating="fixed")
    rules = GAME.build_rules(figures, seats)
    for game, row in enumerate(np.concatenate([batch.rows for batch in batches(plan)])):
        played = play_kernel(rules, seats, 17, by_players(names, rules[0]), luck=game)
        follow(played, figures, seats, f"game {game}")
        assert as_row(row) == played.row


def test_a_row_has_no_column_that_the_twin_does_not_write() -> None:
    plain, _seen = play_both(figures_for((), (), 3), 3, 1, "running")
    assert twin_row(plain, 0).keys() == set(GAME.records.outcome.names) - OF_SIDES


@pytest.mark.verify
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_kernel_and_twin_agree_in_hundreds_of_games(seats: int) -> None:
    boards = [figures_for(variants, (), seats) for variants in VARIANTS.values()]
    for seed in range(100):
        play_both(boards[seed % len(boards)], seats, 300_000 + seed, list(CHOICES)[seed % 3])


def test_the_games_compared_reach_every_corner_of_the_rules() -> None:
    """Every kind of option is taken, both ends of the game come, first and second escape, and everything kills."""
    seen: Counter[str] = Counter()
    wanted = {
        "LOAD drop",
        "LOAD keep",
        "LOAD stamina",
        "LOCK reroll",
        "LOCK force",
        "LOCK leave",
        "RIVER swim",
    }
    wanted |= {"RIVER fall", "RIVER pay", "SACRIFICE give", "REPLACEMENT enter", "REPLACEMENT wait"}
    wanted |= {f"ACT {word}" for word in ("stop", "step", "leap", "sprint", "peek", "search", "decipher", "pick")}
    wanted |= {"ACT hop", "exit sealed", "nobody inside", "first escapes", "second escapes"}
    wanted |= {f"{cause} kills" for cause in ("walls", "lava", "river", "boulder", "bridge", "sealed in")}
    handy = ("river.cards_per_reroll=1", "alcoves.numbers=2")  # paying and forcing come sooner
    boards = [figures_for(("slow-boulder",), settings, 6) for settings in ((), handy)]
    for seed in (*REACHING, *range(300)):
        game, what = play_both(boards[seed % 2], 6, 200_000 + seed, ("running", "reckless")[seed // 2 % 2])
        seen += what
        seen[str(game.end_reason)] += 1
        seen.update(f"{player.out[0]} escapes" for player in game.players)
        seen.update(f"{cause} kills" for player in game.players for cause, _turn in player.deaths.values())
        if wanted <= seen.keys():
            break
    assert wanted <= seen.keys(), wanted - seen.keys()
