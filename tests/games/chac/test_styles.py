"""Each style plays what its description says: the trait it is named for, measured beside the other styles."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.options import Action, action_of, option_of, what_of
from digsite.simulator.games.chac.rules import BRIDGE, ENTRANCE, LAVA, RIVER, WALLS
from digsite.simulator.games.chac.state import Decision, Event, Room, Slab, Status
from digsite.simulator.lab.battery.hand_play import HandPlayed
from digsite.simulator.play.table import Table as Games
from digsite.strategies.registry import line_up, strategies_of
from tests.strategies.strength import styles

pytestmark = pytest.mark.many_games

GAME = find_game("chac")
STYLES = styles("chac")
GAMES = 80  # for each of the seven tables


def left_walls_room(events: Any) -> dict[int, tuple[int, bool]]:
    """The turn on which each seat's first adventurer left the walls room, and whether the boulder was past."""
    left: dict[int, tuple[int, bool]] = {}
    turn = boulder = 0
    for kind, seat, a, b, c in events.tolist():
        if kind == Event.TURN:
            turn, boulder = a, b
        elif kind == Event.MOVE and WALLS <= b < RIVER and c < LAVA:
            left.setdefault(seat, (turn, boulder >= c))
    return left


def overtook(events: Any, near_end: int, last_space: int) -> dict[int, int]:
    """Seats that stepped onto the bridge with the boulder already on the way round it, and how often."""
    overtaking: dict[int, int] = defaultdict(int)
    boulder = 0
    for kind, seat, _, b, c in events.tolist():
        if kind == Event.TURN:
            boulder = b
        elif kind == Event.MOVE and c == BRIDGE and near_end < boulder < last_space:
            overtaking[seat] += 1
    return overtaking


def measured(names: list[str], games: int, seed: int) -> dict[str, list[dict[str, float]]]:
    """What each player of a table did, a row per game."""
    rules = GAME.build_rules(GAME.figures, len(names))
    played = Games(GAME, rules, line_up("chac", names, seats=len(names)), seed=seed).play_with_events(0, games)
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    for row, events in zip(played.rows, played.events, strict=True):
        left = left_walls_room(events)
        past = overtook(events, int(rules[0].near_end), int(rules[0].last_space))
        for seat, name in enumerate(names):
            found = row.found[seat]
            turn, behind = left.get(seat, (np.nan, np.nan))
            rows[name].append({
                "turn": turn, "behind": behind, "overtakes": past[seat] > 0, "hops": int(row.hops[seat]),
                "river": row.route_river[seat] > 0, "bridge": row.route_bridge[seat] > 0, "clues": int(row.clues[seat]),
                "walls": int(found[Room.WALLS]), "lava": int(found[Room.LAVA]), "bed": int(found[Room.RIVER]),
                "alcoves": int(found[Room.ALCOVES]), "locks": int(row.lock_rolls[seat]),
                "second": row.second_turn[seat] > 0,
                "brought": int(row.cards[seat].sum()) if row.escaped[seat] else np.nan, "dropped": int(row.dropped[seat]),
            })  # fmt: skip
    return rows


@cache
def traits() -> dict[str, dict[str, float]]:
    """The mean of each measure for each style, over tables of four at which all meet alike."""
    rows: dict[str, list[dict[str, float]]] = defaultdict(list)
    for first in range(len(STYLES)):
        names = [STYLES[(first + 2 * place) % len(STYLES)] for place in range(4)]
        for name, games in measured(names, GAMES, seed=first).items():
            rows[name] += games
    return {
        name: {key: float(np.nanmean([game[key] for game in games])) for key in games[0]}
        for name, games in rows.items()
    }


def others(style: str, measure: str) -> list[float]:
    """A measure of all other styles."""
    return [traits()[name][measure] for name in STYLES if name != style]


def test_the_runner_keeps_out_of_river_lava_and_alcoves_and_takes_the_bridge():
    """All of it but for a second adventurer, who comes down beyond the walls room and takes what is there."""
    runner = traits()["runner"]
    rows = [game for game in measured(["runner", *STYLES[2:5]], GAMES, seed=9)["runner"] if not game["second"]]
    assert len(rows) > GAMES / 3
    for measure in ("river", "lava", "bed", "locks"):
        assert sum(game[measure] for game in rows) == 0
    assert np.mean([game["bridge"] for game in rows]) > 0.6
    assert runner["walls"] > 3
    assert runner["bridge"] > 2 * max(
        traits()[name]["bridge"] for name in STYLES if name not in ("runner", "daredevil")
    )


def test_the_scholar_deciphers_most_and_takes_most_from_the_lava_room():
    assert traits()["scholar"]["clues"] > 2 > 4 * max(others("scholar", "clues"))
    assert traits()["scholar"]["lava"] > 1 > 2 * max(others("scholar", "lava"))


def test_the_locksmith_opens_most_alcoves():
    assert traits()["locksmith"]["alcoves"] > 0.7 > 4 * max(others("locksmith", "alcoves"))


def test_the_swimmer_takes_least_from_the_walls_room_and_most_from_the_river():
    assert traits()["swimmer"]["river"] > 0.9 > max(others("swimmer", "river"))
    assert traits()["swimmer"]["bed"] > 3 > max(others("swimmer", "bed"))
    assert traits()["swimmer"]["walls"] < min(others("swimmer", "walls"))


def test_the_hoarder_brings_out_most_cards_and_drops_least_for_what_it_takes():
    assert traits()["hoarder"]["brought"] > max(others("hoarder", "brought"))
    share = {name: own["dropped"] / (own["walls"] + own["lava"] + own["bed"]) for name, own in traits().items()}
    greedy = [name for name in STYLES if traits()[name]["walls"] > 2]
    assert share["hoarder"] == min(share[name] for name in greedy)


def test_the_daredevil_leaves_latest_behind_the_boulder_and_wrecks_the_bridge():
    daredevil = traits()["daredevil"]
    assert daredevil["turn"] > max(others("daredevil", "turn"))
    assert daredevil["behind"] > 1.3 * max(others("daredevil", "behind"))
    assert daredevil["hops"] > 0.6
    assert max(others("daredevil", "hops")) == 0
    assert daredevil["overtakes"] > 0.15


def test_a_bridge_is_sabotaged_only_while_a_rival_may_still_need_it():
    """Not against those who are past it, or in the river that carries them past it."""
    near_end = int(GAME.build_rules(GAME.figures, 4)[0].near_end)
    hops = 0
    for luck in range(60):
        table = HandPlayed(GAME, 4, number=luck)
        for n, pick in table.play(["daredevil", "swimmer", "navigator", "runner"]):
            state = table.state
            if n == 1 or state.decision != Decision.ACT or action_of(table.options[pick]) != Action.HOP:
                continue
            hops += 1
            places = [int(state.space[seat]) for seat in range(4) if state.status[seat] == Status.INSIDE]
            waits = Status.WAITING in state.status[:4]
            assert waits or any(space <= near_end or LAVA <= space < RIVER or space == ENTRANCE for space in places)
    assert hops > 15


def test_loitering_lets_the_boulder_pass():
    """The same luck with and without it: the weight does what it says."""
    at_once, late = (
        measured([f"daredevil:loiter={loiter}", "navigator", "swimmer"], 120, seed=3)[f"daredevil:loiter={loiter}"]
        for loiter in (0.0, 0.05)
    )
    assert np.nanmean([game["turn"] for game in late]) > np.nanmean([game["turn"] for game in at_once]) + 0.15
    assert np.nanmean([game["behind"] for game in late]) > np.nanmean([game["behind"] for game in at_once]) + 0.05


# ------------------------------------------------------------------------------------------- what nobody does


def rounds(name: str, players: int = 4, lucks: range = range(12)) -> Iterator[tuple[HandPlayed, int]]:
    """The positions of some games of like players, and what is picked there."""
    for luck in lucks:
        table = HandPlayed(GAME, players, number=luck)
        for n, pick in table.play([name] * players):
            if n > 1 and table.state.decision == Decision.ACT:
                yield table, int(table.options[pick])


@pytest.mark.parametrize("name", STYLES)
def test_who_waits_in_the_walls_room_searches_while_there_is_anything_to_find(name):
    search = option_of(Action.SEARCH, 0)
    for table, option in rounds(name):
        if WALLS <= table.state.space[table.state.seat] < RIVER and action_of(option) == Action.STOP:
            assert search not in table.options[: table.legal()]


def left_with_nothing(name: str, players: int, actions: float) -> int:
    """How often somebody with three actions or more leaves the walls room without a card, though there is one to find."""
    search = option_of(Action.SEARCH, 0)
    times = 0
    for table, option in rounds(f"{name}:first_card={actions}", players, range(12, 24)):
        state, seat = table.state, table.state.seat
        leaves = WALLS <= state.space[seat] < RIVER and action_of(option) == Action.STEP and what_of(option) < LAVA
        if leaves and state.cards[seat] == 0 and state.actions[seat] >= 3:
            times += search in table.options[: table.legal()]
    return times


@pytest.mark.parametrize(("name", "players"), [("navigator", 3), ("navigator", 4), ("scholar", 4)])
def test_with_three_actions_left_navigators_and_scholars_do_not_leave_the_walls_room_empty_handed(name, players):
    actions = strategies_of("chac")[name].weights_for(players)["first_card"]
    assert left_with_nothing(name, players, actions) == 0 < left_with_nothing(name, players, 0)


def test_against_a_single_rival_the_navigator_may_leave_the_walls_room_empty_handed():
    assert left_with_nothing("navigator", 2, strategies_of("chac")["navigator"].weights_for(2)["first_card"]) > 0


@pytest.mark.parametrize("name", STYLES)
def test_nobody_wanders_over_bare_slabs_away_from_the_way_out_and_back(name):
    """A step back to the slab just left, in the same turn and with nothing searched in between."""
    last: dict[int, tuple[int, int, int]] = {}
    wandered = 0
    for table, option in rounds(name):
        seat, turn, here = int(table.state.seat), int(table.state.turn), int(table.state.space[table.state.seat])
        to = what_of(option)
        if action_of(option) == Action.STEP and LAVA <= here < WALLS and LAVA <= to < WALLS:
            bare = table.state.slab[to - LAVA] > Slab.TREASURE and table.state.slab[here - LAVA] > Slab.TREASURE
            wandered += bare and last.get(seat) == (turn, to, here)
            last[seat] = (turn, here, to)
        else:
            last.pop(seat, None)
    assert wandered == 0


def turned_back(name: str, lucks: range) -> tuple[int, int]:
    """How often somebody follows the boulder, and how often somebody steps back there or on the bridge."""
    near_end = int(GAME.build_rules(GAME.figures, 4)[0].near_end)
    followed = back = 0
    for table, option in rounds(name, 4, lucks):
        here = int(table.state.space[table.state.seat])
        behind = here < LAVA and table.state.boulder >= here
        followed += behind or here == BRIDGE
        back += action_of(option) == Action.STEP and (
            (behind and what_of(option) == here - 1) or (here == BRIDGE and what_of(option) == near_end)
        )
    return followed, back


@pytest.mark.parametrize("name", ["runner", "scholar", "daredevil"])
def test_nobody_turns_back_behind_the_boulder_or_on_the_bridge(name):
    followed, back = turned_back(name, range(40))
    assert followed > 40
    assert back == 0


def test_a_second_adventurer_of_the_runner_takes_treasure_on_its_way():
    """It comes down beyond the walls room: by the ways of the first it would have to leave with nothing."""
    games, names = 150, ["runner"] * 4
    rules = GAME.build_rules(GAME.figures, len(names))
    rows = Games(GAME, rules, line_up("chac", names, seats=len(names)), seed=5).play(0, games).rows
    escaped = rows.escaped[:, :4] == 2
    assert escaped.sum() > 10
    assert (rows.cards[:, :4].sum(axis=-1) > 0)[escaped].mean() > 0.3


def test_second_adventurers_hardly_ever_walk_out_with_nothing_when_rivals_bring_treasure_out():
    """They would win nothing. Those who had cards and paid them to the river did what they could."""
    names = [name for name in STYLES if name != "daredevil"]
    rules = GAME.build_rules(GAME.figures, len(names))
    rows = Games(GAME, rules, line_up("chac", names, seats=len(names)), seed=5).play(0, 1_200).rows
    out = rows.escaped == 2
    with_nothing = out & (rows.cards.sum(axis=-1) == 0) & (rows.sacrificed == 0)
    assert out.sum() > 150
    assert with_nothing.sum() < 0.06 * out.sum()
