"""What stays the same throughout a game of Lost Cities, wherever it lies."""

from typing import Any

import numpy as np

from digsite.simulator.games.lost_cities.rules import CARD_VALUES, CARDS, COLOURS, PATHS
from digsite.simulator.games.lost_cities.state import Direction, Tile
from tests.games.lost_cities.hands import read_hand


def inventory(rules: Any, state: Any) -> dict[str, int]:
    """Each card over hands, columns, discard piles, draw pile and removed cards; event tiles; explorers."""
    counted = {_card_name(card): count for card, count in enumerate(_cards(rules, state).tolist())}
    counted["removed cards"] = int(rules.cards_removed)
    return counted | _tiles(rules, state) | _explorers(rules, state)


def _cards(rules: Any, state: Any) -> np.ndarray:
    places = [state.deck[: rules.cards_removed + state.pile]]
    places += [np.array(read_hand(state, seat)) for seat in range(rules.seats)]
    places += [CARD_VALUES * path + state.discard[path, : state.discard_size[path]] for path in range(PATHS)]
    cards = np.concatenate(places).astype(np.int64)
    return np.bincount(cards, minlength=CARDS) + np.asarray(state.played)


def _card_name(card: int) -> str:
    return f"{COLOURS[card // CARD_VALUES]} {card % CARD_VALUES}"


def _tiles(rules: Any, state: Any) -> dict[str, int]:
    kinds = {"artifact tiles": Tile.ARTIFACT.value, "arrow tiles": Tile.ARROW.value}
    kinds |= {f"victory point tiles of {n}": n for n in sorted(set(rules.tiles_victory.tolist())) if n > 0}
    counted = {name: int(np.count_nonzero(state.tile == kind)) for name, kind in kinds.items()}
    counted["artifact tiles"] += int(state.artifact_tiles[: rules.seats].sum())
    return counted


def _explorers(rules: Any, state: Any) -> dict[str, int]:
    counted = {}
    for seat in range(rules.seats):
        sent, researchers = np.count_nonzero(state.stone[seat]), int(state.researcher[seat].sum())
        counted[f"adventurers of seat {seat + 1}"] = int(state.adventurers_left[seat] + sent - researchers)
        counted[f"researchers of seat {seat + 1}"] = int(state.researchers_left[seat] + researchers)
        on_columns = int(np.count_nonzero(state.column_size[seat]))
        counted[f"columns without an explorer of seat {seat + 1}"] = on_columns - int(sent)
        begun, fitting = _kept_sets(rules, state, seat)
        counted[f"cards wrongly kept as begun by seat {seat + 1}"] = (int(state.begun[seat]) ^ begun).bit_count()
        counted[f"cards wrongly kept as fitting for seat {seat + 1}"] = (int(state.fitting[seat]) ^ fitting).bit_count()
    cards_in_columns = int(state.column_size[: rules.seats].sum())
    counted["played cards outside columns"] = int(np.asarray(state.played).sum()) - cards_in_columns
    return counted


def _kept_sets(rules: Any, state: Any, seat: int) -> tuple[int, int]:
    """The cards of the columns that a seat has begun, and those that go on them, worked out card by card."""
    begun = fitting = 0
    for card in range(CARDS):
        path, value = divmod(card, CARD_VALUES)
        if state.column_size[seat, path] == 0:
            continue
        top, direction = state.column_top[seat, path], state.direction[seat, path]
        rises = value > top and direction != Direction.DOWN
        falls = value < top and direction != Direction.UP and rules.play_descending_paths
        begun |= 1 << card
        fitting |= int(value == top or rises or falls) << card
    return begun, fitting
