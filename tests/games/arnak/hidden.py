"""What a seat of Arnak cannot see: decks and stacks but for what was shown, its own deck's order, others' hands and decks."""

from random import Random
from typing import Any

from digsite.simulator.games.arnak.rules import BONUS_FACES, LOST_TEMPLE, WORD
from digsite.simulator.games.arnak.state import NO_CARD
from tests.games.arnak.conserved import cards_of


def veil(rules: Any, state: Any, seat: int) -> None:
    """Blank all that the seat cannot see."""
    state.item_deck[: state.items_left - (state.top_seen & 1)] = 0
    state.artifact_deck[: state.artifacts_left - (state.top_seen >> 1)] = 0
    state.tiles_1[state.tiles_known[0] : state.tiles_left[0]] = 0
    state.tiles_2[state.tiles_known[1] : state.tiles_left[1]] = 0
    state.guardian_stack[: state.guardians_left] = 0
    for stack in range(3):
        state.supply[stack, : max(state.supply_left[stack] - 1, 0)] = 0
    if not state.rescue_seen >> seat & 1:
        state.rescue[: max(state.rescue_left - 1, 0)] = 0
    if not state.bonus_seen >> seat & 1:
        state.bonus[LOST_TEMPLE, : state.bonus_left[LOST_TEMPLE]] = 0
    for player in range(rules.seats):
        _veil_cards(state, player, seat)
    if rules.seats == 1 and state.rival_left:
        arrow = rules.rival_tiles_arrow[state.rival_stack[state.rival_left - 1]]
        state.rival_stack[: state.rival_left] = 0
        state.rival_stack[state.rival_left - 1] = arrow


def _veil_cards(state: Any, player: int, viewer: int) -> None:
    """Each hidden card is replaced by its block."""
    for at in range(state.deck_left[player]):
        if player != viewer or at != state.peeked[player] - 1:
            state.deck[player, at] = state.block[state.deck[player, at]]
    if player == viewer:
        return
    blocks = sorted(int(state.block[card]) for card in cards_of(state.hand[player]))
    state.hand[player] = [len(blocks), sum((block + 1) ** 3 for block in blocks) % 10**9, 0]
    if state.on_turn == player:
        for at, card in enumerate(state.limbo.tolist()):
            if card != NO_CARD:
                state.limbo[at] = state.block[card]


def deal_otherwise(rules: Any, state: Any, seat: int, chance: Random) -> None:
    """Deal all that the seat cannot see in another way that fits all it sees."""
    _shuffled(state.item_deck, 0, int(state.items_left) - int(state.top_seen & 1), chance)
    _shuffled(state.artifact_deck, 0, int(state.artifacts_left) - int(state.top_seen >> 1), chance)
    _shuffled(state.tiles_1, int(state.tiles_known[0]), int(state.tiles_left[0]), chance)
    _shuffled(state.tiles_2, int(state.tiles_known[1]), int(state.tiles_left[1]), chance)
    _shuffled(state.guardian_stack, 0, int(state.guardians_left), chance)
    _deal_assistants(state, seat, chance)
    if not state.bonus_seen >> seat & 1:
        _deal_bonus(rules, state, chance)
    for player in range(rules.seats):
        _deal_cards(state, player, seat, chance)
    if rules.seats == 1 and state.rival_left:
        _deal_rival_tiles(rules, state, chance)


def _shuffled(row: Any, first: int, last: int, chance: Random) -> None:
    things = row[first:last].tolist()
    chance.shuffle(things)
    row[first:last] = things


def _deal_assistants(state: Any, seat: int, chance: Random) -> None:
    places = [(state.supply[stack], at) for stack in range(3) for at in range(state.supply_left[stack] - 1)]
    if not state.rescue_seen >> seat & 1:
        places += [(state.rescue, at) for at in range(state.rescue_left - 1)]
    found = [int(row[at]) for row, at in places]
    chance.shuffle(found)
    for (row, at), assistant in zip(places, found, strict=True):
        row[at] = assistant


def _deal_bonus(rules: Any, state: Any, chance: Random) -> None:
    """Any tiles that have never lain face up can be in the stack."""
    unseen = [
        face for face in range(BONUS_FACES) for _ in range(rules.bonus_tiles_copies[face] - state.bonus_shown[face])
    ]
    left = int(state.bonus_left[LOST_TEMPLE])
    state.bonus[LOST_TEMPLE, :left] = chance.sample(unseen, left)


def _deal_cards(state: Any, player: int, viewer: int, chance: Random) -> None:
    """Within each block cards change places; others' hands and cards just drawn too."""
    own = player == viewer
    places: list[Any] = [
        ("deck", at) for at in range(state.deck_left[player]) if not own or at != state.peeked[player] - 1
    ]
    if not own:
        places += [("hand", card) for card in cards_of(state.hand[player])]
        if state.on_turn == player:
            places += [("limbo", at) for at, card in enumerate(state.limbo.tolist()) if card != NO_CARD]
        state.hand[player] = 0
    cards = [_card_at(state, player, place) for place in places]
    for block in {int(state.block[card]) for card in cards}:
        within = [at for at, card in enumerate(cards) if state.block[card] == block]
        mixed = [cards[at] for at in within]
        chance.shuffle(mixed)
        for at, card in zip(within, mixed, strict=True):
            _put(state, player, places[at], card)


def _card_at(state: Any, player: int, place: Any) -> int:
    kind, at = place
    if kind == "hand":
        return int(at)
    return int(state.deck[player, at] if kind == "deck" else state.limbo[at])


def _put(state: Any, player: int, place: Any, card: int) -> None:
    kind, at = place
    if kind == "hand":
        state.hand[player, card // WORD] |= 1 << card % WORD
    elif kind == "deck":
        state.deck[player, at] = card
    else:
        state.limbo[at] = card


def _deal_rival_tiles(rules: Any, state: Any, chance: Random) -> None:
    """The arrow on top stays."""
    left = int(state.rival_left)
    arrow = rules.rival_tiles_arrow[state.rival_stack[left - 1]]
    tiles = state.rival_stack[:left].tolist()
    top = chance.choice([tile for tile in tiles if rules.rival_tiles_arrow[tile] == arrow])
    tiles.remove(top)
    chance.shuffle(tiles)
    state.rival_stack[:left] = [*tiles, top]
