"""The Rules record of Lost Cities and how it is built from the figures."""

from enum import IntEnum
from typing import Any

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.record import fill
from digsite.simulator.kernel.play.records import record

COLOURS = ("blue", "green", "red", "white", "yellow")
CARD_VALUES = 11
PATHS = len(COLOURS)
CARDS = PATHS * CARD_VALUES
STONES = 9
SPACES = 25
MAX_ARTIFACTS = 27
MAX_HAND = 16


class FloorOn(IntEnum):
    """What the floor applies to at the end of an expedition, in the order of the figure's choices."""

    TOTAL = 0
    EXPEDITION = 1


Rules = np.dtype(
    [
        ("seats", np.int8),
        ("expeditions", np.int8),
        ("cards_copies", np.int8),
        ("cards_hand", np.int8),
        ("cards_removed", np.int16),
        ("stone_points", np.int16, (STONES + 1,)),  # by stone number; entry 0 is "not on the path"
        ("stones_bridge_after", np.int8),
        ("researcher_factor", np.int8),
        ("explorers_adventurers", np.int8),
        ("explorers_researchers", np.int8),
        ("space_colour", np.int8, (SPACES,)),
        ("space_stone", np.int8, (SPACES,)),
        ("spaces", np.int8),
        ("tiles_artifact", np.int8),
        ("tiles_arrow", np.int8),
        ("tiles_victory", np.int16, (SPACES,)),
        ("victory_tiles", np.int8),
        ("artifact_points", np.int16, (MAX_ARTIFACTS + 2,)),  # a nudge may add one more token than there are
        ("ends_pieces_over_bridge", np.int8),
        ("ends_stall_turns", np.int16),
        ("score_floor", np.int16),
        ("score_floor_on", np.int8),
        ("score_floor_covers_artifacts", np.bool_),
        ("play_arrow_optional", np.bool_),
        ("play_may_draw_own_fresh_discard", np.bool_),
        ("play_must_open_with_lowest", np.bool_),
        ("play_descending_paths", np.bool_),
    ],
    align=True,
)


def build(figures: Figures, seats: int) -> np.recarray:
    """Return the Rules record for this many seats; raise an error for figures that do not fit together."""
    box = record(Rules)
    rules = box[0]
    fill(rules, figures, seats)
    rules.stone_points[1:] = figures["stones.values"]
    _place_event_spaces(rules, figures)
    rules.victory_tiles = len(figures["tiles.victory"])
    _extend_track(rules, figures[f"artifacts.{figures['artifacts.track']}"])
    _check_cards(rules)
    _check_tiles(rules)
    return box


def _place_event_spaces(rules: Any, figures: Figures) -> None:
    space = 0
    for colour, name in enumerate(COLOURS):
        stones = figures[f"event_spaces.{name}"]
        if len(set(stones)) < len(stones):
            raise WrongUse(f"event_spaces.{name} names a stone twice: {','.join(map(str, stones))}.")
        for stone in stones:
            rules.space_colour[space], rules.space_stone[space] = colour, stone
            space += 1
    rules.spaces = space


def _extend_track(rules: Any, track: list[int]) -> None:
    """Extend an artifact track: its last entry also holds for more artifacts."""
    for artifacts in range(len(rules.artifact_points)):
        rules.artifact_points[artifacts] = track[min(artifacts, len(track) - 1)]


def _check_cards(rules: Any) -> None:
    deck = CARDS * rules.cards_copies
    left = deck - rules.cards_removed - rules.seats * rules.cards_hand
    if left < 1:
        raise WrongUse(
            f"{rules.seats} hands of {rules.cards_hand} and {rules.cards_removed} removed cards leave no draw pile "
            f"of the {deck} cards; lower cards.hand or cards.removed."
        )


def _check_tiles(rules: Any) -> None:
    tiles = rules.tiles_artifact + rules.tiles_arrow + rules.victory_tiles
    if tiles != rules.spaces:
        raise WrongUse(
            f"{tiles} event tiles do not fit the {rules.spaces} event spaces; change tiles.artifact, tiles.arrow and "
            f"tiles.victory together so that they add up to {rules.spaces}."
        )
    if rules.tiles_artifact * rules.expeditions > MAX_ARTIFACTS:
        raise WrongUse(
            f"There are {MAX_ARTIFACTS} artifact tokens for {rules.expeditions} expeditions; lower tiles.artifact."
        )
