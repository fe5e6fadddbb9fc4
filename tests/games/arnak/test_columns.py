"""Every column is what the events of the game tell: counted again from them alone, in plain Python."""

from collections import defaultdict

import numpy as np
import pytest

from digsite.simulator.games import find_game
from digsite.simulator.games.arnak.ops import COSTS
from digsite.simulator.games.arnak.options import FEAR_TILE
from digsite.simulator.games.arnak.rules import FIRST_BASIC, FIRST_FEAR, ITEMS, MAX_ROUNDS, STACKS, TILES_1, WORD
from digsite.simulator.games.arnak.state import PARTS, RIVAL, RIVAL_PARTS, Event
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for

TABLES = [
    (["balanced"], ["snake-temple"], 3),
    (["balanced", "collector"], [], 1),
    (["random", "explorer", "guardian-hunter"], ["snake-temple"], 1),
    (["researcher", "random", "random", "random"], [], 1),
]


def bits(numbers):
    return sum(1 << number for number in set(numbers))


class Told:
    """The events of a game, by kind and seat, each with its round."""

    def __init__(self, rules, events):
        self.rules, self.by, number = rules, defaultdict(list), 0
        self.passed = defaultdict(list)
        for kind, seat, a, b, c in events.tolist():
            if kind == Event.ROUND:
                number = a
            if kind == Event.PASS:
                self.passed[number].append(seat)
            self.by[Event(kind), seat].append((number, a, b, c))

    def of(self, seat, *kinds):
        return [event for kind in kinds for event in self.by[kind, seat]]

    def count(self, seat, kind):
        return len(self.by[kind, seat])

    def levels(self, seat, kind):
        return [int(self.rules.site_level[site]) for _, site, _, _ in self.of(seat, kind)]

    def at_levels(self, levels, least=0):
        return [levels.count(level) for level in range(least, 3)]

    def cards(self, seat, *kinds):
        """Items and artifacts of these events, as bits."""
        numbers = [card for _, card, _, _ in self.of(seat, *kinds) if 0 <= card < FIRST_BASIC]
        return bits(n for n in numbers if n < ITEMS), bits(n - WORD for n in numbers if n >= WORD)

    def amounts(self, seat, kind):
        return [sum(b for _, a, b, _ in self.of(seat, kind) if a == resource) for resource in range(5)]

    def last(self, seat, kind, which=None, at=3):
        found = [event[at] for event in self.of(seat, kind) if which is None or event[1] == which]
        return found[-1] if found else 0

    def in_rounds(self, seat, kind):
        numbers = [number for number, *_ in self.of(seat, kind)]
        return [numbers.count(number) for number in range(1, MAX_ROUNDS + 1)]


def assistants_of(told, seat):
    """The assistants of a seat at the end, and those on their gold side."""
    own, gold = set(), set()
    order = [event for event in told.order if event[1] == seat]
    for kind, _, a, b in order:
        if kind in (Event.RECRUIT, Event.RESCUE):
            own.add(a)
        elif kind == Event.PROMOTE:
            gold.add(a)
        else:
            own ^= {a, b}
            gold ^= {a, b} if a in gold else set()
    return bits(own), bits(gold)


def expected(told, seat):
    """The columns of a seat by its events."""
    exiled = [card for _, card, _, _ in told.of(seat, Event.EXILE)]
    fear = [card for card in exiled if card == FEAR_TILE or card >= FIRST_FEAR]
    taken = {card: number for number, card, _, _ in sorted(told.of(seat, Event.BUY, Event.TAKE))}
    rounds = range(1, MAX_ROUNDS + 1)
    stacks = [a for _, a, _, _ in told.of(seat, Event.TEMPLE)]
    tiles = [1 if tile < TILES_1 else 2 for _, tile, _, _ in told.of(seat, Event.ACTIVATE_TILE)]
    own, gold = assistants_of(told, seat)
    items_played, artifacts_played = told.cards(seat, Event.PLAY)
    items_travelled, artifacts_travelled = told.cards(seat, Event.TRAVEL)
    items_exiled, artifacts_exiled = told.cards(seat, Event.EXILE)
    return {
        "glass_row": told.last(seat, Event.RESEARCH, 0),
        "notebook_row": told.last(seat, Event.RESEARCH, 1),
        "lost_temple": told.last(seat, Event.ARRIVE, at=1),
        "temple_tiles": [stacks.count(stack) for stack in range(STACKS)],
        "digs": told.at_levels(told.levels(seat, Event.DIG)),
        "activations": told.at_levels(told.levels(seat, Event.ACTIVATE) + tiles),
        "discoveries": told.at_levels(told.levels(seat, Event.DISCOVER), 1),
        "idols": sum(c for *_, c in told.of(seat, Event.IDOL)),
        "idols_used": told.count(seat, Event.SLOT) - told.count(seat, Event.UNSLOT),
        "idols_paid": sum(b for _, a, b, _ in told.of(seat, Event.PAY) if a == COSTS.index("idol")),
        "guardians_met": told.count(seat, Event.GUARDIAN),
        "guardians_overcome": told.count(seat, Event.OVERCOME),
        "guardians": bits(b for _, _, b, _ in told.of(seat, Event.OVERCOME)),
        "items_taken": [bits(c for c, n in taken.items() if n == at and c < ITEMS) for at in rounds],
        "artifacts_taken": [bits(c - WORD for c, n in taken.items() if n == at and c >= WORD) for at in rounds],
        "cards_taken": len(taken),
        "items_played": items_played,
        "artifacts_played": artifacts_played,
        "items_travelled": items_travelled,
        "artifacts_travelled": artifacts_travelled,
        "items_exiled": items_exiled,
        "artifacts_exiled": artifacts_exiled,
        "fear_exiled": len(fear),
        "basics_exiled": len([card for card in exiled if FIRST_BASIC <= card and card not in fear]),
        "fear_gained": told.count(seat, Event.FEAR),
        "assistants": own,
        "assistants_gold": gold,
        "assistant_uses": told.count(seat, Event.USE),
        "gained": told.amounts(seat, Event.GAIN),
        "spent": told.amounts(seat, Event.PAY),
        "turns_in": told.in_rounds(seat, Event.TURN),
        "pass_place": [told.passed[at].index(seat) + 1 for at in rounds],
        "score_after": [b for _, _, b, _ in told.of(seat, Event.STANDING)],
    }


def rival_parts(told, figures):
    """The rival's glass, temple tiles, idols, guardians, items and artifacts."""
    rules, faces = told.rules, [b for _, _, b, _ in told.of(RIVAL, Event.IDOL)]
    row, arrival = told.last(RIVAL, Event.RESEARCH, 0), told.last(RIVAL, Event.ARRIVE, at=1)
    glass = figures["scoring.lost_temple"][arrival - 1] if arrival else int(rules.row_points[row, 0])
    face_down = sum(c - 1 for *_, c in told.of(RIVAL, Event.IDOL))
    again = len(faces) - len(set(faces)) + face_down
    cards = [card for _, card, _, _ in told.of(RIVAL, Event.TAKE)]
    points = [sum(int(rules.card_points[card]) for card in cards if (card >= WORD) == artifact) for artifact in (0, 1)]
    return [
        glass,
        sum(b for _, _, b, _ in told.of(RIVAL, Event.TEMPLE)),
        len(set(faces)) * figures["rival.idol"] + again * figures["rival.idol_again"],
        told.count(RIVAL, Event.OVERCOME) * figures["scoring.guardian"],
        *points,
    ]


@pytest.mark.parametrize(
    ("players", "variants", "games"), TABLES, ids=lambda value: str(len(value)) if isinstance(value, list) else ""
)
def test_every_column_is_what_the_events_tell(players, variants, games):
    plan = make_plan("arnak", games, players=len(players), seats=players, variants=variants, seed=12, events=0)
    game, table = find_game("arnak"), table_for(plan)
    figures = game.figures.with_variants(variants, len(players))
    rules = game.build_rules(figures, len(players))[0]
    batch = table.play_with_events(0, games)
    for row, events in zip(batch.rows, batch.events, strict=True):
        told = Told(rules, events)
        changes = (Event.RECRUIT, Event.RESCUE, Event.PROMOTE, Event.SWAP)
        told.order = [(kind, seat, a, b) for kind, seat, a, b, _ in events.tolist() if kind in changes]
        for seat in range(len(players)):
            for name, value in expected(told, seat).items():
                assert np.array_equal(row[name][seat], value), f"{name} of seat {seat + 1}"
            paid = row["idols"][seat] - row["idols_used"][seat] - row["idols_paid"][seat]
            assert 3 * (paid + row["idols_used"][seat]) == row["points_from"][seat, 3]
        found = [level for seat in (*range(len(players)), RIVAL) for level in told.levels(seat, Event.DISCOVER)]
        assert row["sites_discovered"].tolist() == told.at_levels(found, 1)
        parts = rival_parts(told, figures) if len(players) == 1 else [0] * 6
        assert row["rival_points"].tolist() == parts
        said = [(PARTS[a], b) for _, a, b, _ in told.of(RIVAL, Event.SCORE)]
        assert said == (list(zip(RIVAL_PARTS, parts, strict=True)) if len(players) == 1 else [])
        assert row["rival_score"] == sum(parts)
