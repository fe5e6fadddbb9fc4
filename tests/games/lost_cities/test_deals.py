"""Lost Cities: every card comes to every place and seat, every tile to every space, as chance has it.

What the twin takes from the kernel, its shuffles, is compared with exact figures here; `test_odds` looks closer.
"""

import numpy as np
import pytest

from digsite.simulator.games.lost_cities.state import Decision, Stream
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from tests.games.lost_cities.hands import read_hand
from tests.games.lost_cities.odds import (
    CARD_TYPES,
    COPIES,
    DECK,
    GAME,
    HAND,
    SPACES,
    TILE_COUNTS,
    deals,
    hurry,
    matches_are_by_chance,
    placements_are_uniform,
    places_of_cards,
    seats_of_cards,
    spaces_of_tiles,
)
from tests.games.lost_cities.positions import Position

GAMES = 400
EXPEDITIONS = [(2, 0), (2, 1), (3, 0), (4, 0), (4, 2)]


@pytest.mark.parametrize(("seats", "expedition"), EXPEDITIONS)
def test_every_card_comes_to_every_place_of_the_deck_with_the_same_chance(seats, expedition):
    counts = places_of_cards(deals(seats, expedition, GAMES))
    placements_are_uniform(counts, GAMES, [1] * DECK, [COPIES] * CARD_TYPES)


@pytest.mark.parametrize(("seats", "expedition"), EXPEDITIONS)
def test_every_card_comes_to_every_seat_with_the_same_chance(seats, expedition):
    places = [HAND] * seats + [DECK - seats * HAND]
    placements_are_uniform(seats_of_cards(deals(seats, expedition, GAMES)), GAMES, places, [COPIES] * CARD_TYPES)


@pytest.mark.parametrize(("seats", "expedition"), EXPEDITIONS)
def test_every_tile_comes_to_every_event_space_with_the_same_chance(seats, expedition):
    counts = spaces_of_tiles(deals(seats, expedition, GAMES))
    placements_are_uniform(counts, GAMES, [1] * 25, list(TILE_COUNTS.values()))


@pytest.mark.parametrize(("seats", "expedition"), EXPEDITIONS)
def test_a_shuffle_forgets_where_cards_and_tiles_lay_before(seats, expedition):
    """A shuffle that never leaves a card where it was, or too often does, gives even counts for most places."""
    dealt = deals(seats, expedition, GAMES)
    stacked = np.tile(np.arange(DECK) % CARD_TYPES, (GAMES, 1))
    matches_are_by_chance(dealt.deck, stacked, [COPIES] * CARD_TYPES)
    in_order = np.tile(np.repeat(list(TILE_COUNTS), list(TILE_COUNTS.values())), (GAMES, 1))
    matches_are_by_chance(dealt.tiles, in_order, list(TILE_COUNTS.values()))


def test_expeditions_of_a_game_are_shuffled_apart():
    first, later = deals(2, 0, GAMES), deals(2, 1, GAMES)
    matches_are_by_chance(first.deck, later.deck, [COPIES] * CARD_TYPES)
    matches_are_by_chance(first.tiles, later.tiles, list(TILE_COUNTS.values()))


@np.errstate(over="ignore")
def start_of(expedition: int, other_luck: int) -> tuple[bytes, list[list[int]]]:
    """The tiles and hands an expedition begins with, when one stream of chance is another."""
    rules, state = GAME.build_rules(GAME.figures, 2)[0], record(GAME.records.state)[0]
    open_streams(state, 3, 3)
    state.stream[other_luck] += np.uint64(1)
    GAME.kernels.setup(rules, state, SILENT)
    for _ in range(expedition):
        hurry(rules, state)
    return state.tile.tobytes(), [read_hand(state, seat) for seat in range(2)]


@pytest.mark.parametrize("expedition", range(3))
def test_cards_and_tiles_are_shuffled_by_streams_of_their_own(expedition):
    tiles, hands = start_of(expedition, Stream.REDEAL)
    for stream in Stream:
        other_tiles, other_hands = start_of(expedition, stream)
        assert (other_tiles != tiles) == (stream == Stream.TILES_1 + expedition)
        assert (other_hands != hands) == (stream == Stream.CARDS_1 + expedition)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hands_come_off_the_top_of_the_shuffled_deck_seat_by_seat(seats):
    dealt = deals(seats, 0, GAMES)
    for seat in range(seats):
        top = DECK - seat * HAND
        assert (np.sort(dealt.deck[:, top - HAND : top], axis=1) == dealt.hands[:, seat]).all()


@pytest.mark.parametrize(("seats", "removed"), [(2, 30), (3, 0), (4, 0)])
def test_every_card_of_the_draw_pile_is_drawn_in_turn_from_its_top_and_no_removed_one_ever(seats, removed):
    table = Position(seats)
    pile = table.state.deck[removed : DECK - seats * HAND][::-1].tolist()
    drawn = []
    while table.state.expedition == 0:
        seat = int(table.state.seat)
        table.play(min(table.options("discard")))
        before = read_hand(table.state, seat)
        if table.state.pile == 1:
            drawn.append(table.play("draw")[0][2])  # the hand is dealt anew at once
            continue
        table.play("draw")
        after = read_hand(table.state, seat)
        for card in before:
            after.remove(card)
        drawn += after
    assert drawn == pile


def test_the_table_of_spaces_these_checks_read_is_the_whole_board():
    table = Position()
    laid = {(path, stone) for path, stone in np.argwhere(table.state.tile).tolist()}
    assert laid == {(path, stone) for path, stones in SPACES.items() for stone in stones}


# ------------------------------------------------------------------------------------ what a seat cannot know


@pytest.mark.parametrize(("seats", "looker"), [(2, 0), (3, 0), (4, 3)])
@pytest.mark.parametrize("drawing", [False, True], ids=["to play", "to draw"])
def test_a_redeal_deals_every_unseen_card_to_every_rival_pile_and_box_with_its_proper_chance(seats, looker, drawing):
    """Seat 2 has been seen to take a card, and may have played one and not drawn yet."""
    table = Position(seats, seed=9)
    rival = 1
    while table.state.seat != rival:
        table.idle()
    if drawing:
        table.play(min(table.options("discard")))
    state, removed = table.state, int(table.rules.cards_removed)
    shown = read_hand(state, rival)[-1]
    state.shown[rival, shown] = 1
    rivals = [seat for seat in range(seats) if seat != looker]
    sizes = [len(read_hand(state, seat)) - (seat == rival) for seat in rivals] + [removed, int(state.pile)]
    unseen = np.bincount(state.deck[: removed + state.pile], minlength=CARD_TYPES)
    for seat in rivals:
        unseen += np.bincount(read_hand(state, seat), minlength=CARD_TYPES)
    unseen[shown] -= 1
    own, games = read_hand(state, looker), 400
    counts = np.zeros((len(sizes), CARD_TYPES))
    for _ in range(games):
        table.redeal(looker + 1)
        places = [read_hand(state, seat) for seat in rivals]
        places += [state.deck[:removed], state.deck[removed : removed + state.pile]]
        counts += [np.bincount(np.asarray(cards, np.int64), minlength=CARD_TYPES) for cards in places]
    assert read_hand(state, looker) == own
    assert Decision(state.decision) == (Decision.DRAW if drawing else Decision.PLAY)
    counts[rivals.index(rival), shown] -= games
    assert (counts.sum(axis=0) == games * unseen).all()
    there, left = np.array(sizes) > 0, unseen > 0
    placements_are_uniform(counts[there][:, left], games, np.array(sizes)[there].tolist(), unseen[left].tolist())


@pytest.mark.parametrize("seats", [2, 4])
@np.errstate(over="ignore")
def test_on_an_open_table_every_card_of_box_and_pile_comes_to_every_place_there_with_the_same_chance(seats):
    table = Position(seats, seed=9)
    state, hidden = table.state, int(table.rules.cards_removed) + int(table.state.pile)
    hands = [read_hand(state, seat) for seat in range(seats)]
    unseen = np.bincount(state.deck[:hidden], minlength=CARD_TYPES)
    counts = np.zeros((hidden, CARD_TYPES))
    for _ in range(GAMES):
        GAME.shuffle_unseen(table.rules, state, 0)
        counts[np.arange(hidden), state.deck[:hidden]] += 1
    assert [read_hand(state, seat) for seat in range(seats)] == hands
    left = unseen > 0
    assert (counts.sum(axis=0) == GAMES * unseen).all()
    placements_are_uniform(counts[:, left], GAMES, [1] * hidden, unseen[left].tolist())
