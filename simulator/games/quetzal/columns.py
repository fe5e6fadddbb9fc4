"""The columns that Quetzal measures."""

from digsite.simulator.game.columns import Column, outcome_of
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.rules import SET, UPGRADE_NAMES, UPGRADES
from digsite.simulator.games.quetzal.state import (
    BID_PLACES,
    MAX_SEATS,
    PAID_PLACES,
    PLACES,
    RECORDED_ROUNDS,
    SOURCES,
    CoinSource,
    DiscoverySource,
    Face,
    Trip,
)

SETS = tuple(f"{name}_{size}" for name in TYPES for size in range(1, SET + 1))
PARTS = (*TYPES, "bonuses", "effects", "bought", "surroundings", "discovery", "marker", "coins", "upgrades")
_PART_WORDS = (
    "pottery delivered", "weapons delivered", "tablets delivered", "statuettes delivered", "mummies delivered",
    "bonuses of cards", "effects of upgrades", "bought points", "the surroundings", "the Discovery track", "the marker",
    "coins", "points printed on upgrades",
)  # fmt: skip
_ROUNDS = tuple(f"round_{number}" for number in range(1, RECORDED_ROUNDS + 1))
_CHANNELS = ("harbour", "ship")
_TAKEN = tuple(f"{source}_{name}" for source in SOURCES for name in TYPES)


def _names(enum: type) -> tuple[str, ...]:
    return tuple(entry.name.lower() for entry in enum)  # type: ignore[attr-defined]


COLUMNS = (
    Column("points_from", "i2", "points of the final score by what they are for; the five types stand for sets delivered",
           labels=PARTS, label_words=_PART_WORDS, part_of_score="points"),
    Column("set_points", "i2", "points for delivered sets of this type and size", labels=SETS),
    Column("sets", "i1", "sets of this type and size delivered", labels=SETS),
    Column("delivered", "i2", "cards of this type delivered", labels=TYPES),
    Column("delivered_in", "i2", "cards delivered in this round", labels=_ROUNDS),
    Column("deliveries", "i1", "deliveries of at least one card, by where", labels=_CHANNELS),
    Column("delivered_at", "i2", "cards delivered, by where", labels=_CHANNELS, headline=True),
    Column("points_at", "i2", "points of deliveries, with bonuses and effects of upgrades, by where", labels=_CHANNELS),
    Column("taken", "i2", "cards of this type taken, by where from", labels=_TAKEN),
    Column("sold", "i1", "cards of this type sold at the Black Market", labels=TYPES),
    Column("left_over", "i1", "cards of this type in hand at the end", labels=TYPES),
    Column("meeples", "i1", "meeples that stayed there until they were activated", labels=PLACES),
    Column("coins_spent", "i2", "coins paid there", labels=PAID_PLACES),
    Column("bids_won", "i1", "bids that held until the end of placing", labels=BID_PLACES),
    Column("bids_lost", "i1", "bids that a rival outbid: times kicked", labels=BID_PLACES),
    Column("bids_lost_by", "i2", "meeples by which lost bids were outbid, in all"),
    Column("kicks", "i2", "times a rival or the automaton was kicked", headline=True),
    Column("kicks_by", "i2", "meeples by which kicked bids were outbid, in all"),
    Column("empty_trips", "i1", "times meeples there brought nothing", labels=_names(Trip)),
    Column("upgrades", "i1", "upgrades of this kind gained", labels=UPGRADES,
           label_words=UPGRADE_NAMES),
    Column("upgrade_round", "i1", "round in which the first of this kind was gained (0: never)", labels=UPGRADES,
           label_words=UPGRADE_NAMES),
    Column("discovery", "i1", "place on the Discovery track at the end; further wins a tie"),
    Column("discovery_from", "i2", "discovery points gained, by source", labels=_names(DiscoverySource)),
    Column("marker_rounds", "i1", "rounds begun with the First Player marker"),
    Column("faces", "i2", "meeples by how they landed in phase 1, rerolls not counted", labels=_names(Face)),
    Column("flexible", "i2", "meeples of phase 1 that count as either colour: the team's on the side or standing, and the "
           "character on any side; rerolls not counted"),
    Column("rerolls", "i2", "meeples rerolled, by what", labels=("upgrade", "camp")),
    Column("coins_from", "i2", "coins gained, by source", labels=_names(CoinSource)),
    Column("coins", "i2", "coins at the end"),
    Column("bought", "i2", "points bought for coins, by kind", labels=("vp", "discovery")),
    Column("points_after", "i2", "victory points on the track at the end of this round", labels=_ROUNDS,
           label_words=tuple(map(name_in_words, _ROUNDS))),
    Column("cards_left", "i1", "cards in the deck at the end", "game"),
    Column("upgrades_left", "i1", "upgrades in the pile at the end", "game"),
    Column("reshuffles", "i1", "times a new deck was made of discarded cards", "game"),
    Column("automaton_meeples", "i1", "automaton's meeples that stayed there until the end of placing", "game", labels=PLACES),
    Column("automaton_taken", "i2", "cards that the automaton took away, by type", "game", labels=TYPES),
    Column("automaton_kicked", "i1", "times the automaton was kicked", "game"),
)  # fmt: skip

OUTCOME = outcome_of(COLUMNS, MAX_SEATS)
CHECKPOINTS = ("points_after",)  # labelled per-seat columns that hold the score during the game
