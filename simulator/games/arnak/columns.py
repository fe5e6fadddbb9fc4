"""The columns that Lost Ruins of Arnak measures."""

from digsite.simulator.game.columns import Column, outcome_of
from digsite.simulator.games.arnak.ops import RESOURCES
from digsite.simulator.games.arnak.rules import MAX_ROUNDS, MAX_SEATS, levels_in_words
from digsite.simulator.games.arnak.state import PARTS, RIVAL_PARTS

PART_WORDS = (
    "magnifying glass",
    "notebook",
    "temple tiles",
    "idols",
    "empty slots",
    "guardians",
    "items",
    "artifacts",
    "Fear",
)
_ROUNDS = tuple(f"round_{number}" for number in range(1, MAX_ROUNDS + 1))
_LEVELS = levels_in_words()

COLUMNS = (
    Column("points_from", "i2", "points of this part of the score", labels=PARTS, label_words=PART_WORDS, part_of_score="points"),
    Column("glass_row", "i1", "row of the magnifying glass at the end (8: the Lost Temple)", headline=True),
    Column("notebook_row", "i1", "row of the notebook at the end"),
    Column("lost_temple", "i1", "place among those who reached the Lost Temple (0: not reached)"),
    Column("temple_tiles", "i1", "temple tiles of this many points", labels=("eleven", "six_left", "six_right", "two_left", "two_middle", "two_right")),
    Column("digs", "i1", "archaeologists sent to dig at discovered sites of this level", labels=_LEVELS),
    Column("activations", "i1", "times the effect of a site of this level was carried out in any other way", labels=_LEVELS),
    Column("discoveries", "i1", "sites of this level discovered", labels=_LEVELS[1:]),
    Column("idols", "i1", "idols found"),
    Column("idols_used", "i1", "idols in slots at the end"),
    Column("idols_paid", "i1", "idols paid for research"),
    Column("guardians_met", "i1", "guardians awakened by the seat's own discoveries"),
    Column("guardians_overcome", "i1", "guardians overcome", headline=True),
    Column("guardians", "i2", "the guardians overcome, as bits"),
    Column("items_taken", "i8", "items bought or gained in this round, as bits by number; one taken again later counts there alone", labels=_ROUNDS),
    Column("artifacts_taken", "i8", "artifacts bought or gained in this round, as bits by number; one taken again later counts there alone", labels=_ROUNDS),
    Column("cards_taken", "i2", "items and artifacts bought or gained", headline=True),
    Column("items_played", "i8", "items played for their effect at least once, as bits by number"),
    Column("artifacts_played", "i8", "artifacts whose effect was resolved at least once, bought or from hand, as bits by number"),
    Column("items_travelled", "i8", "items spent for travel at least once, as bits by number"),
    Column("artifacts_travelled", "i8", "artifacts spent for travel at least once, as bits by number"),
    Column("items_exiled", "i8", "items exiled by their owner, as bits by number"),
    Column("artifacts_exiled", "i8", "artifacts exiled by their owner, as bits by number"),
    Column("basics_exiled", "i1", "basic cards exiled"),
    Column("fear_exiled", "i1", "Fear cards and fear tiles exiled"),
    Column("fear_gained", "i1", "Fear cards and fear tiles gained"),
    Column("assistants", "i2", "assistants at the end, as bits by number"),
    Column("assistants_gold", "i2", "those of them on the gold side, as bits"),
    Column("assistant_uses", "i2", "times an assistant was used, those of the supply board included"),
    Column("gained", "i4", "tokens gained in play, the starting ones left out", labels=RESOURCES),
    Column("spent", "i4", "tokens spent", labels=RESOURCES),
    Column("turns_in", "i1", "turns taken in this round, the pass included", labels=_ROUNDS),
    Column("pass_place", "i1", "place among those who passed in this round, 1 = first", labels=_ROUNDS),
    Column("score_after", "i2", "points if the game had ended after this round, Fear of guardians included", labels=_ROUNDS, label_words=tuple(f"round {number}" for number in range(1, MAX_ROUNDS + 1))),
    Column("sites_discovered", "i1", "sites of this level discovered by anybody", "game", labels=_LEVELS[1:]),
    Column("rival_score", "i2", "points of the solo rival (0 with more players)", "game"),
    Column("rival_points", "i2", "points of the solo rival for this part", "game", labels=RIVAL_PARTS),
)  # fmt: skip

OUTCOME = outcome_of(COLUMNS, MAX_SEATS)
CHECKPOINTS = ("score_after",)  # labelled per-seat columns that hold the score during the game
