"""The columns that Lost Cities measures."""

from digsite.simulator.game.columns import Column, outcome_of
from digsite.simulator.game.lookahead import Lookahead
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.games.lost_cities.rules import COLOURS
from digsite.simulator.games.lost_cities.state import MAX_SEATS, EndReason

_EXPEDITIONS = ("1", "2", "3")
_END_NAMES = tuple(name_in_words(reason.name.lower()) for reason in EndReason)

COLUMNS = (
    Column("stones_positive", "i4", "points of explorers on positive stones, all expeditions", part_of_score="positive stones"),
    Column("stones_negative", "i4", "points of explorers on negative stones (0 or less)", part_of_score="negative stones"),
    Column("tiles", "i4", "points from victory point tiles", part_of_score="victory point tiles"),
    Column("floor_relief", "i4", "points restored by the floor", part_of_score="relief by the floor"),
    Column("artifact_points", "i2", "points of the artifact track", part_of_score="the artifact track"),
    Column("artifacts", "i1", "artifact tokens", headline=True),
    Column("researcher_points", "i4", "points of the researcher's stones, doubled, all expeditions"),
    Column("paths_opened", "i1", "paths opened, all expeditions", words="number of paths", axis="paths opened in the game"),
    Column("descending", "i1", "paths that ran downwards"),
    Column(
        "crossings", "i1", "explorers brought over a bridge, all expeditions", words="bridge crossings",
        axis="explorers over a bridge", headline=True,
    ),
    Column("discards_taken", "i2", "cards drawn from discard piles"),
    Column("furthest", "i1", "furthest stone reached on the path in any expedition", labels=COLOURS),
    Column(
        "points_after", "i4", "points after the expedition, artifacts not yet paid", labels=_EXPEDITIONS,
        label_words=tuple(f"expedition {number}" for number in _EXPEDITIONS),
    ),
    Column("expedition_end", "i1", "how the expedition ended", "game", _EXPEDITIONS, choices=("not played", *_END_NAMES)),
    Column("expedition_turns", "i2", "turns in the expedition", "game", _EXPEDITIONS),
    Column("ended_by", "i1", "seat whose turn ended the expedition (0: not played)", "game", _EXPEDITIONS),
    Column("stalls", "i1", "expeditions that the stall guard ended", "game"),
)  # fmt: skip

OUTCOME = outcome_of(COLUMNS, MAX_SEATS)
CHECKPOINTS = ("points_after",)  # labelled per-seat columns that hold the score during the game
LOOKAHEAD = Lookahead(objective="lead", chapter="expedition")
