"""Whatever is left to chance is fair: every card, every place, every seat.

The twin takes the deal, the order of the dig site, thefts and draws from the kernel, so that they are tested here alone.
The exact chances are plain combinatorics. Seeds are fixed, so that a test that passes keeps passing; a fair shuffle would
fail with one seed in a million. Without the compiler fewer games are played, which still shows a coarse fault.
"""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT
from scipy.stats import chi2

from digsite.simulator.games.archaeology.moves.holdings import count_hand, see_chamber
from digsite.simulator.games.archaeology.options import ACTION_STRIDE, NAME_STRIDE, Action
from digsite.simulator.games.archaeology.rules import KINDS, MAP, TREASURES
from digsite.simulator.games.archaeology.state import Card, Decision, Event, Phase, State, Stream
from digsite.simulator.kernel.play.events import SILENT, buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.kernel.search.imagine import imagine
from tests.games.archaeology.positions import GAME

pytestmark = pytest.mark.filterwarnings("ignore:overflow")  # chance wraps around on purpose

GAMES = 100 if DISABLE_JIT else 4_000
DRAWS = 800 if DISABLE_JIT else 3_000
LUCK = 23
RARE = 1e-6
SEATS = (2, 3, 4, 5)
HAND = {"pot_shard": 3, "coin": 2, "talisman": 1, "map": 1, "pharaohs_mask": 2}
CHAMBER = {"pot_shard": 4, "parchment_scrap": 4, "coin": 3, "broken_cup": 1, "talisman": 2, "pharaohs_mask": 1}


def row(cards: dict[str, int]) -> np.ndarray:
    return np.array([cards.get(name, 0) for name in TREASURES])


# ------------------------------------------------------------------------------------------------ two tests


def fair(seen: np.ndarray, expected: np.ndarray) -> bool:
    """Whether independent trials agree with their exact chances (chi-square; rare outcomes are counted together)."""
    order = np.argsort(expected, axis=None)
    seen, expected = seen.ravel()[order].astype(float), expected.ravel()[order]
    assert seen[expected == 0].sum() == 0
    rare = np.cumsum(expected) < 5
    seen = np.append(seen[~rare], seen[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    used = expected > 0
    distance = ((seen[used] - expected[used]) ** 2 / expected[used]).sum()
    return bool(chi2.sf(distance, used.sum() - 1) > RARE)


def dealt_fairly(seen: np.ndarray, places: np.ndarray, cards: np.ndarray, deals: int) -> bool:
    """Whether cards lie in each place as often as a fair deal lays them there.

    seen: cards by place and kind over all deals; places: how many cards a deal lays in each; cards: how many there are of
    each kind. Rows and columns of one deal have fixed sums, for which the usual sum of squares is corrected.
    """
    used_places, used_cards = places > 0, cards > 0
    assert seen[~used_places].sum() == seen[:, ~used_cards].sum() == 0
    seen, places, cards = seen[used_places][:, used_cards], places[used_places], cards[used_cards]
    total = int(places.sum())
    assert total == cards.sum()
    expected = deals * np.outer(places, cards) / total
    distance = ((seen - expected) ** 2 / expected).sum() * (total - 1) / total
    return bool(chi2.sf(distance, (len(places) - 1) * (len(cards) - 1)) > RARE)


def test_the_tests_see_a_shuffle_that_leaves_three_cards_where_they_are():
    rng, cards = np.random.default_rng(1), np.repeat(np.arange(4), 5)
    for fixed in (0, 3):
        seen = np.zeros((20, 4), int)
        for _ in range(500):
            seen[np.arange(20), np.concatenate([rng.permutation(cards[: 20 - fixed]), cards[20 - fixed :]])] += 1
        assert dealt_fairly(seen, np.ones(20, int), np.full(4, 5), 500) == (fixed == 0)


# ------------------------------------------------------------------------------------------------ the deal


class Dealer:
    """Sets up one game after another; what the first player has dug lies in the dig site again."""

    def __init__(self, seats: int, *settings: str) -> None:
        figures = GAME.figures.with_settings(settings)
        self.rules_box = GAME.build_rules(figures, seats)
        self.rules = self.rules_box[0]
        self.events = buffer(400)

    def deal(self, luck: int):
        state = record(State)[0]
        open_streams(state, LUCK, luck)
        self.events[0, 0] = 0
        GAME.kernels.setup(self.rules, state, self.events)
        return state

    def hands(self) -> np.ndarray:
        """The hands as they were dealt, by seat and kind."""
        dealt = np.zeros((int(self.rules.seats), KINDS), int)
        for kind, seat, a, b, _c in self.events[1 : self.events[0, 0] + 1].tolist():
            if kind == Event.HAND:
                dealt[seat, a] += b
        return dealt


@pytest.mark.parametrize("monument", ["great-pyramid", "tomb", "buried-ruins"])
@pytest.mark.parametrize("seats", SEATS)
def test_every_treasure_is_dealt_to_every_place_with_its_fair_chance(seats, monument):
    """Hands, marketplace, chambers, each place of the pile, and the dig site as a whole; no storm has added a card yet."""
    dealer = Dealer(seats, f"monument={monument}", "buried_ruins.per_storm=0")
    rules = dealer.rules
    copies = rules.copies.astype(int)
    copies[MAP] = 0
    pile = int(rules.buried_ruins_pile) if monument == "buried-ruins" else 0
    chambers = rules.chamber_cards[
        ["great-pyramid", "temple", "tomb", "mine", "sphinx", "buried-ruins"].index(monument)
    ]
    places = np.array([4] * seats + [5, *chambers.tolist()] + [1] * pile)
    places = np.append(places, copies.sum() - places.sum())
    seen, in_hand = np.zeros((len(places), KINDS), int), np.zeros((seats, KINDS, 5), int)
    for luck in range(GAMES):
        state, hands = dealer.deal(luck), dealer.hands()
        rows = [*hands, state.market, *state.chamber]
        rows += [np.eye(KINDS, dtype=int)[card] for card in state.pile[:pile]]
        seen += np.array([*rows, copies - np.sum(rows, axis=0)])
        in_hand[np.arange(seats)[:, None], np.arange(KINDS), hands] += 1
    assert dealt_fairly(seen, places, copies, GAMES)
    total = int(copies.sum())
    for kind in np.flatnonzero(copies):  # also how many of a kind come together in one hand
        some = int(copies[kind])
        exact = np.array([comb(some, n) * comb(total - some, 4 - n) / comb(total, 4) for n in range(5)])
        for seat in range(seats):
            assert fair(in_hand[seat, kind], GAMES * exact), (seat, kind)


@pytest.mark.parametrize("seats", SEATS)
def test_every_card_lies_at_every_place_of_the_dig_site_with_the_same_chance(seats):
    """With nothing dealt the dig site is the whole box."""
    dealer = Dealer(seats, "monument=mine", "mine.cards=0", "setup.hand=0", "setup.market=0")
    rules = dealer.rules
    cards = np.array([*rules.copies, rules.thieves_count, rules.sandstorms_count]).astype(int)
    total = int(cards.sum())
    seen = np.zeros((total, len(cards)), int)
    pairs = {(0, 1): None, (0, total - 1): None, (3, 7): None, (total // 2, total // 2 + 1): None}
    pairs = {places: np.zeros((len(cards), len(cards)), int) for places in pairs}
    for luck in range(GAMES):
        site = dealer.deal(luck).dig_site[:total].astype(int)
        seen[np.arange(total), site] += 1
        for (first, second), table in pairs.items():
            table[site[first], site[second]] += 1
    assert dealt_fairly(seen, np.ones(total, int), cards, GAMES)
    exact = np.outer(cards, cards) - np.diag(cards)  # two places: without replacement
    for table in pairs.values():
        assert fair(table, GAMES * exact / (total * (total - 1)))


@pytest.mark.parametrize("seats", SEATS)
def test_thieves_storms_maps_and_treasures_are_shuffled_together(seats):
    """In a game as it is played: each of them at each place of the dig site."""
    dealer = Dealer(seats)
    size = int(dealer.deal(0).dig_start)
    kinds = np.array([MAP, Card.THIEF, Card.SANDSTORM])
    rules = dealer.rules
    cards = np.array([rules.copies[MAP], rules.thieves_count, rules.sandstorms_count]).astype(int)
    seen = np.zeros((size, 4), int)
    for luck in range(GAMES):
        site = dealer.deal(luck).dig_site[:size]
        which = np.where(site[:, None] == kinds, np.arange(3), 3).min(axis=1)
        seen[np.arange(size), which] += 1
    assert dealt_fairly(seen, np.ones(size, int), np.append(cards, size - cards.sum()), GAMES)


@pytest.mark.parametrize("seats", SEATS)
def test_each_monument_comes_as_often_as_any_other(seats):
    dealer = Dealer(seats)
    seen = np.bincount([dealer.deal(luck).monument for luck in range(GAMES)], minlength=6)
    assert fair(seen, np.full(6, GAMES / 6))


@pytest.mark.parametrize("seats", SEATS)
def test_a_tie_for_the_lowest_hand_is_won_by_each_with_the_same_chance(seats):
    """Of every set of tied seats, each is the first player as often as any other."""
    dealer = Dealer(seats, "setup.first_player=lowest-hand", "setup.hand=1")
    first: dict[tuple[int, ...], Counter[int]] = {}
    for luck in range(GAMES):
        state = dealer.deal(luck)
        values = (dealer.hands() * dealer.rules.trading_value).sum(axis=1)
        tied = tuple(np.flatnonzero(values == values.min()).tolist())
        first.setdefault(tied, Counter())[int(state.first_seat)] += 1
    assert all(set(found) <= set(tied) for tied, found in first.items())
    assert {len(tied) for tied in first} == set(range(1, seats + 1))
    for tied, found in first.items():
        if len(tied) > 1 and found.total() >= 10 * len(tied):
            assert fair(np.array([found[seat] for seat in tied]), np.full(len(tied), found.total() / len(tied))), tied


# ------------------------------------------------------------------------------------------------ draws in play


def give(rules, state, seat: int, cards: dict[str, int]) -> None:
    state.hand[seat] = row(cards)
    count_hand(rules, state, seat)
    state.maps_most[seat] = cards.get("map", 0)
    state.known[:] = 0


@pytest.mark.parametrize(("thief", "victim"), list(permutations(range(3), 2)))
def test_a_thief_takes_each_card_of_the_hand_with_the_same_chance(thief, victim):
    dealer = Dealer(3, "monument=tomb")
    rules, state = dealer.rules, dealer.deal(0)
    seen = np.zeros(KINDS, int)
    for _ in range(DRAWS):
        give(rules, state, victim, HAND)
        give(rules, state, thief, {})
        state.seat = state.digger = thief
        state.decision, state.phase = Decision.VICTIM, Phase.ACT
        state.theft_cards_won[:] = state.theft_cards_lost[:] = 0
        GAME.kernels.apply(rules, state, victim, SILENT)
        seen += state.hand[thief]
        assert (state.hand[thief] + state.hand[victim]).tolist() == row(HAND).tolist()
    assert fair(seen, DRAWS * row(HAND) / sum(HAND.values()))


def exploring(rules, state, cards: dict[str, int]) -> None:
    """Seat 1 explores a monument of one chamber with these cards in it."""
    give(rules, state, 0, {"pot_shard": 1, "map": 1})
    state.chamber[0] = row(cards)
    state.chamber_size[0] = sum(cards.values())
    state.chamber_known[:] = 0
    state.gone[MAP] = state.maps_used[0] = state.explorations[0] = state.busts[0] = 0
    state.seat = state.digger = 0
    state.decision, state.phase, state.turn_explorations = Decision.ACT, Phase.ACT, 0
    GAME.kernels.apply(rules, state, Action.EXPLORE * ACTION_STRIDE, SILENT)


def test_the_mine_gives_each_of_its_cards_with_the_same_chance():
    """The first three draws of an exploration, each without those before it; nothing is too much."""
    dealer = Dealer(2, "monument=mine", "mine.limit=99")
    rules, state = dealer.rules, dealer.deal(0)
    cards, total = row(CHAMBER), sum(CHAMBER.values())
    first, pairs, third = np.zeros(KINDS, int), np.zeros((KINDS, KINDS), int), np.zeros(KINDS, int)
    for _ in range(DRAWS):
        exploring(rules, state, CHAMBER)
        drawn = [state.drawn.astype(int)]
        for _ in range(2):
            GAME.kernels.apply(rules, state, 1, SILENT)
            drawn.append(state.drawn - sum(drawn))
        GAME.kernels.apply(rules, state, 0, SILENT)
        state.monument_value[0] = state.monument_cards[0] = 0
        one, two, three = (int(kinds.argmax()) for kinds in drawn)
        first[one] += 1
        pairs[one, two] += 1
        third[three] += 1
    assert fair(first, DRAWS * cards / total)
    assert fair(third, DRAWS * cards / total)
    assert fair(pairs, DRAWS * (np.outer(cards, cards) - np.diag(cards)) / (total * (total - 1)))


def test_a_cave_in_leaves_the_mine_as_it_was():
    """After everything went back, the next exploration draws from the whole chamber again."""
    dealer = Dealer(2, "monument=mine", "mine.limit=0", "explore.per_turn=2")
    rules, state = dealer.rules, dealer.deal(0)
    cards, total = row(CHAMBER), sum(CHAMBER.values())
    events, seen = buffer(64), np.zeros((KINDS, KINDS), int)
    for _ in range(DRAWS):
        exploring(rules, state, CHAMBER)
        give(rules, state, 0, {"pot_shard": 1, "map": 2})
        drawn = []
        for _ in range(2):
            events[0, 0] = 0
            GAME.kernels.apply(rules, state, Action.EXPLORE * ACTION_STRIDE, events)
            drawn += [a for kind, _seat, a, _b, _c in events[1 : events[0, 0] + 1].tolist() if kind == Event.DRAW]
            assert state.chamber[0].tolist() == cards.tolist()
            state.turn_explorations = 0
        seen[drawn[0], drawn[1]] += 1
    assert fair(seen, DRAWS * np.outer(cards, cards) / total**2)


def test_the_sphinx_reveals_each_of_its_cards_with_the_same_chance():
    dealer = Dealer(2, "monument=sphinx")
    rules, state = dealer.rules, dealer.deal(0)
    cards, total = row(CHAMBER), sum(CHAMBER.values())
    places, pairs = np.zeros((6, KINDS), int), np.zeros((KINDS, KINDS), int)
    events = buffer(64)
    names = TREASURES.index("coin") * NAME_STRIDE + TREASURES.index("pharaohs_mask")
    for _ in range(DRAWS):
        exploring(rules, state, CHAMBER)
        events[0, 0] = 0
        GAME.kernels.apply(rules, state, names, events)
        told = events[1 : events[0, 0] + 1].tolist()
        shown = [a for kind, _seat, a, _b, _c in told if kind == Event.REVEAL]
        places[np.arange(5), shown] += 1
        places[5] += cards - np.bincount(shown, minlength=KINDS)
        pairs[shown[0], shown[4]] += 1
        state.monument_value[0] = state.monument_cards[0] = 0
    assert dealt_fairly(places, np.array([1] * 5 + [total - 5]), cards, DRAWS)
    assert fair(pairs, DRAWS * (np.outer(cards, cards) - np.diag(cards)) / (total * (total - 1)))


# ------------------------------------------------------------------------------------------------ imagined deals


@pytest.mark.parametrize(("seats", "monument", "viewer"), [(2, "mine", 1), (4, "tomb", 2), (5, "buried-ruins", 0)])
def test_every_unseen_treasure_is_imagined_at_every_place_with_its_fair_chance(seats, monument, viewer):
    """Rivals' hands, chambers, the pile and the dig site, of a table where everybody has only the dealt cards."""
    settings = (f"thieves.count.{seats}=0", "map.copies=0", f"sandstorms.count.{seats}=1")
    dealer = Dealer(seats, f"monument={monument}", *settings)
    rules, state = dealer.rules, dealer.deal(5)
    copy = record(State)[0]
    hidden_chambers = monument != "buried-ruins"
    unseen = rules.copies.astype(int) - state.hand[viewer] - state.market
    if not hidden_chambers:
        unseen -= state.chamber.sum(axis=0)
    rivals = [seat for seat in range(seats) if seat != viewer]
    pile, left = int(state.pile_left), int(state.dig_left)
    places = np.array(
        [*state.hand_size[rivals], *(state.chamber_size if hidden_chambers else [0, 0, 0])] + [1] * (pile + left)
    ).astype(int)
    cards = np.append(unseen, 1)  # the storm
    seen = np.zeros((len(places), KINDS + 1), int)
    deals = GAMES // 2
    for luck in range(deals):
        state.stream[Stream.REDEAL] = luck
        imagine(rules, state, viewer, int(Stream.REDEAL), copy, GAME.kernels.redeal)
        rows = [*copy.hand[rivals], *(copy.chamber if hidden_chambers else np.zeros((3, KINDS), int))]
        seen[: len(rows), :KINDS] += np.array(rows)
        for at, card in enumerate([*copy.pile[:pile], *copy.dig_site[:left]]):
            seen[len(rows) + at, KINDS if card == Card.SANDSTORM else card] += 1
    # the storm lies in the dig site only: once there, its place is fair, and all else is fair among the other places
    storm = seen[:, KINDS]
    assert storm[:-left].sum() == 0
    assert fair(storm[-left:], np.full(left, deals / left))
    in_dig_site = np.vstack([seen[:-left], seen[-left:].sum(axis=0, keepdims=True)])[:, :KINDS]
    assert dealt_fairly(in_dig_site, np.append(places[:-left], left - 1), cards[:KINDS], deals)
    assert fair(seen[-left:, 0], np.full(left, seen[-left:, 0].sum() / left))


def test_maps_are_imagined_only_where_they_can_be_and_there_with_the_fair_chance():
    """A dealt card is no map, a dug one may be: every way to lay the unseen cards on these places is as likely."""
    dealer = Dealer(3, "monument=mine", "mine.cards=0")
    rules, state = dealer.rules, dealer.deal(0)
    give(rules, state, 0, {})
    give(rules, state, 1, {"coin": 1, "pot_shard": 1})
    give(rules, state, 2, {"coin": 1})
    state.maps_most[1] = 1  # one of the two was dug
    state.market[:] = 0
    state.gone[:] = rules.copies - row({"coin": 2, "pot_shard": 1, "map": 2})
    state.dig_left, state.thieves_left, state.storms_left, state.decision = 2, 0, 0, Decision.ACT
    unseen = ["coin", "coin", "pot_shard", "map", "map"]
    exact: Counter[tuple] = Counter()
    for dealt, dug, third, *rest in permutations(unseen):
        if "map" not in (dealt, third):
            exact[tuple(sorted((dealt, dug))), third, *rest] += 1
    seen: Counter[tuple] = Counter()
    copy = record(State)[0]
    for luck in range(DRAWS):
        state.stream[Stream.REDEAL] = luck
        imagine(rules, state, 0, int(Stream.REDEAL), copy, GAME.kernels.redeal)
        held = [sorted(np.repeat(TREASURES, copy.hand[seat]).tolist()) for seat in (1, 2)]
        seen[tuple(held[0]), held[1][0], *(TREASURES[card] for card in copy.dig_site[:2])] += 1
    assert set(seen) <= set(exact)
    ways = list(exact)
    expected = np.array([exact[way] for way in ways]) * DRAWS / exact.total()
    assert fair(np.array([seen[way] for way in ways]), expected)


@pytest.mark.parametrize("looker", range(3))
def test_on_an_open_table_what_anybody_has_seen_stays_and_all_else_is_dealt_with_its_fair_chance(looker):
    """Whoever has looked into a chamber of the Temple, it stays; the other chambers and the dig site are dealt anew."""
    dealer = Dealer(3, "monument=temple", "thieves.count.3=0", "map.copies=0", "sandstorms.count.3=0")
    rules, state = dealer.rules, dealer.deal(5)
    see_chamber(state, looker, 1)
    unseen = rules.copies.astype(int) - state.hand[:3].sum(axis=0) - state.market - state.chamber[1]
    hands, known, left = state.hand.copy(), state.chamber[1].copy(), int(state.dig_left)
    seen = np.zeros((2 + left, KINDS), int)
    deals = GAMES // 2
    for luck in range(deals):
        state.stream[Stream.REDEAL] = luck
        GAME.shuffle_unseen(rules, state, 0)
        assert (state.hand == hands).all()
        assert (state.chamber[1] == known).all()
        seen[:2] += state.chamber[[0, 2]]
        seen[np.arange(2, 2 + left), state.dig_site[:left]] += 1
    assert dealt_fairly(seen, np.array([5, 5] + [1] * left), unseen, deals)


def test_two_hands_are_dealt_independently():
    """With one card each: every two seats, and every seat and the marketplace, hold every pair with its exact chance."""
    dealer = Dealer(4, "setup.hand=1", "setup.market=1", "monument=mine")
    copies = dealer.rules.copies.astype(int)
    copies[MAP] = 0
    total = int(copies.sum())
    tables = {pair: np.zeros((KINDS, KINDS), int) for pair in combinations(range(5), 2)}
    for luck in range(GAMES):
        state = dealer.deal(luck)
        held = [*dealer.hands().argmax(axis=1), state.market.argmax()]
        for (one, other), table in tables.items():
            table[held[one], held[other]] += 1
    for pair, table in tables.items():
        assert fair(table, GAMES * (np.outer(copies, copies) - np.diag(copies)) / (total * (total - 1))), pair
