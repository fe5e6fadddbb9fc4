"""The kernel and the plain twin play the same games: after every decision they must show the same table.

The kernel plays first and its options and positions are noted; the twin then gets the same deal, the same
dice and the same choices. Players are either uniformly random or run for the exit, which brings them around.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from simulator.game.figures import Figures
from simulator.games import find_game
from simulator.kernel.events import buffer
from simulator.kernel.loop import rank_seats
from simulator.kernel.records import record
from simulator.kernel.rng import open_streams
from tests.games.chac import spoken, twin

GAME = find_game("chac")
EVENTS = buffer(20_000)
ROLLS = ("actions", "boulder", "bridge", "lock", "river", "casket")
ACTIVE = ("ACT", "LOCK", "RIVER", "SACRIFICE", "STAMINA")


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
    scores: list[int]
    winners: list[int]
    end_reason: str


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


CHOICES = {"any": any_choice, "running": running_choice}


# ----------------------------------------------------------------------------------------------- agreement


@np.errstate(over="ignore")  # chance wraps around on purpose, which NumPy notes when the JIT is off
def play_kernel(figures: Figures, seats: int, seed: int, choice: str) -> KernelGame:
    """Play one game with the kernel and note everything."""
    rng = random.Random(seed)
    rules_box, state_box = GAME.build_rules(figures, seats), record(GAME.records.state)
    rules, state = rules_box[0], state_box[0]
    shown = Fields(rules_box), Fields(state_box)
    numbers = np.zeros(GAME.records.max_options, np.int32)
    EVENTS[0, 0] = 0
    open_streams(state, seed, 0)
    GAME.kernels.setup(rules, state, EVENTS)
    luck = spoken.luck(*shown)
    decisions = []
    while not shown[1].over:
        before = spoken.snapshot(*shown)
        count = GAME.kernels.legal(rules, state, numbers)
        options = {spoken.option_words(shown[1], number): number for number in numbers[:count].tolist()}
        assert len(options) == count
        picked = CHOICES[choice](before, sorted(options, key=repr), rng)
        decisions.append(Noted(before, set(options), picked))
        GAME.kernels.apply(rules, state, options[picked], EVENTS)
    out = record(GAME.records.outcome)[0]
    out.contends[:seats] = 1
    GAME.kernels.score(rules, state, out)
    rank_seats(out, seats)
    assert EVENTS[0, 0] < len(EVENTS)
    rolls = spoken.rolls(EVENTS[1 : EVENTS[0, 0] + 1])
    winners = [seat for seat in range(seats) if out.rank[seat] == 1 and out.contends[seat]]
    reason = GAME.records.end_reasons(int(state.end_reason)).name.lower().replace("_", " ")
    scores = out.score[:seats].tolist()
    return KernelGame(luck, rolls, decisions, spoken.snapshot(*shown), scores, winners, reason)


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


def play_both(figures: Figures, seats: int, seed: int, choice: str) -> tuple[twin.Game, Counter[str]]:
    """Play one game with both and compare them before every decision and at the end."""
    played = play_kernel(figures, seats, seed, choice)
    rolls = {name: list(played.rolls.get(name, [])) for name in ROLLS}
    plain = twin.Game(figures.values(), seats, played.luck, rolls)
    seen: Counter[str] = Counter()
    for number, noted in enumerate(played.decisions):
        where = f"seed {seed}, {seats} seats, decision {number}, {noted.before['decision']}, turn {plain.turn}"
        assert comparable(noted.before) == comparable(plain.snapshot()), where
        assert noted.options == plain.options(), where
        seen[f"{plain.decision} {noted.choice[0]}"] += 1
        plain.apply(noted.choice)
    assert comparable(played.last) == comparable(plain.snapshot())
    escaped = [status == "escaped" for status in played.last["status"]]
    assert escaped == [player.status == "escaped" for player in plain.players]
    assert played.scores == plain.scores
    assert played.winners == plain.winners
    assert played.end_reason == plain.end_reason
    assert rolls == {name: [] for name in ROLLS}  # not a die more was rolled
    return plain, seen


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
        play_both(figures, seats, 90_000 + 1_000 * seats + seed, "any" if seed % 3 == 0 else "running")


def test_the_games_compared_reach_every_corner_of_the_rules() -> None:
    """Every kind of option is taken, both ends of the game come, and somebody escapes."""
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
    wanted |= {"ACT hop", "exit sealed", "nobody inside", "escaped", "lost"}
    figures = figures_for(("slow-boulder",), (), 6)
    for seed in range(300):  # what is rare, such as paying in the river, may take a while
        game, what = play_both(figures, 6, 200_000 + seed, "running")
        seen += what
        seen[str(game.end_reason)] += 1
        seen.update(player.status for player in game.players)
        if wanted <= seen.keys():
            break
    assert wanted <= seen.keys(), wanted - seen.keys()
