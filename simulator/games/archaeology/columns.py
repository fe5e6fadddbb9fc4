"""The columns that Archaeology measures."""

from digsite.simulator.game.columns import Column, outcome_of
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.games.archaeology.rules import MONUMENTS, TREASURES
from digsite.simulator.games.archaeology.state import MAX_SEATS, QUARTERS, SET_SIZES

_QUARTERS = tuple(f"quarter_{quarter}" for quarter in range(1, QUARTERS + 1))
_TENTS = ("first", "second")
TREASURE_WORDS = tuple(name_in_words(name).replace("pharaohs", "pharaoh's") for name in TREASURES)
SETS = tuple(f"{name}_{size}" for name, sizes in zip(TREASURES, SET_SIZES, strict=True) for size in range(1, sizes + 1))

COLUMNS = (
    Column(
        "money", "i2", "money for the sets of this treasure", labels=TREASURES,
        label_words=tuple(f"{treasure}s" for treasure in TREASURE_WORDS), part_of_score="money",
    ),
    Column("sets", "i1", "sets of this treasure and size sold", labels=SETS),
    Column("cards_sold", "i2", "cards sold to the museum; fewer wins a tie"),
    Column("sets_sold", "i2", "sets sold to the museum"),
    Column("full_sets", "i2", "sets of the largest size sold"),
    Column("tents_used", "i1", "times the tent was used"),
    Column("tent_turn", "i2", "turn of the game in which the tent was used (0: not used)", labels=_TENTS),
    Column("tent_storm", "i1", "which storm the tent was used against (0: not used)", labels=_TENTS),
    Column("storm_cards", "i2", "cards lost to sandstorms", headline=True),
    Column("storm_value", "i4", "trading value of the cards lost to sandstorms"),
    Column("theft_cards_lost", "i1", "cards lost to thieves"),
    Column("theft_value_lost", "i2", "trading value of the cards lost to thieves"),
    Column("theft_cards_won", "i1", "cards gained by thieves"),
    Column("theft_value_won", "i2", "trading value of the cards gained by thieves"),
    Column("maps_used", "i1", "maps discarded to explore"),
    Column("explorations", "i1", "explorations of the monument"),
    Column("busts", "i1", "explorations of the Mine that lost everything"),
    Column("monument_cards", "i2", "cards from the monument"),
    Column("monument_value", "i2", "trading value of the cards from the monument"),
    Column("trades", "i2", "trades with the marketplace", headline=True),
    Column("trade_worth", "i4", "money by which trades raised the worth of the hand, were it sold at once"),
    Column("trade_value_lost", "i4", "trading value given away in trades"),
    Column("money_after", "i2", "money for sets sold when this quarter of the dig site was used up", labels=_QUARTERS),
    Column("monument", "i1", "the monument on the table", "game", choices=tuple(map(name_in_words, MONUMENTS))),
    Column("storms", "i1", "sandstorms drawn", "game"),
    Column("thieves", "i1", "thieves drawn", "game"),
    Column("thieves_in_vain", "i1", "thieves that found nothing to steal", "game"),
    Column("first_seat", "i1", "seat that took the first turn", "game"),
    Column("end_phase_turns", "i2", "turns after the dig site was used up", "game"),
    Column("forced_sales", "i2", "turns in which a player had to sell because all had passed", "game"),
    Column("stall_guard", "i2", "turns in which the stall guard made a player sell", "game"),
    Column("trade_limit", "i2", "turns in which a player reached the limit of trades", "game"),
)  # fmt: skip

OUTCOME = outcome_of(COLUMNS, MAX_SEATS)
CHECKPOINTS = ("money_after",)  # labelled per-seat columns that hold the score during the game
