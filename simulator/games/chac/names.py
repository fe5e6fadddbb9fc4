"""The rulebook's names for adventurers, abilities, treasure and decks (no numba)."""

from simulator.games.chac.state import Ability

ADVENTURERS = (
    "Lea Rice", "Martin Fletcher", "Bill Baker", "Mustafa Ibrahim", "Trevor Griffith", "Arely Tamay",
    "Puccio Cortese", "Tatiana Bregovic", "Markus Bassler", "Len Tso Yau", "Nicole Lager", "Vincent Gerondeau",
)  # fmt: skip
ABILITIES = {ability: ability.name.replace("_", " ").title() for ability in Ability}
KINDS = ("casket", "1", "2", "3", "4", "5", "alcove", "vault")
DECKS = ("zone 1", "zone 2", "zone 3", "zone 4", "lava", "river")
WALL_CARDS = ("blank", "left", "right", "both")
