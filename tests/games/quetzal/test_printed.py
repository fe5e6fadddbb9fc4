"""The figures of the game: read once more, apart from `rules.toml` and `components.toml`.

Other tests take what they expect from the figures of the game; here a figure that is wrong there is found. What the
rulebook says stands in its words, the rest are the placeholders that the game is played with.
"""

import pytest

from digsite.simulator.games.quetzal.rules import UPGRADES
from tests.games.quetzal.positions import GAME, Position

FIGURES = {
    "rounds": 5,  # "the most points at the end of 5 rounds"
    "setup.coins": [4, 5, 5, 6, 6],  # by seat, from the first player on
    "meeples.team": [6, 6, 5, 4],  # two players: 6; "3 players: 6, 4 players: 5, 5 players: 4"
    "meeples.odds": [0.32, 0.32, 0.25, 0.11],
    "meeples.standing": 1,  # "Standing meeple gives immediately 1 coin"
    "camp.coins": 1,  # "The player immediately receives 1 coin and can repeat a roll"
    "camp.per_turn": 1,
    "harbour.cost": 2,  # "Every meeple placed here costs 2 coins"
    "harbour.cards": 3,  # "For every meeple placed, the player can deliver up to 3 Artifact cards"
    "harbour.delivery": "together",
    "stela.cost": 0,
    "stela.colour": "archaeologist",  # "Only archaeologists allowed"
    "stela.discovery": 1,  # "gains 1 Discovery point"
    "temple.cards": 8,  # "2 Artifact cards from the 8 face-up cards on the Temple"
    "temple.cost": [5, 4, 3, 2, 1],  # "5 spaces that cost between 1 and 5 coins"; Lucy pays 4 for the second
    "temple.choose": [2, 2, 1, 1, 1],
    "temple.draw": [0, 0, 1, 1, 0],
    "temple.colour": "archaeologist",  # Lucy "pays 4 coins to place an archaeologist on the space"
    "village.spaces": [2, 3, 3, 3],
    "village.covered": "top",
    "village.cost": [2, 2, 1],  # "3 spaces that cost between 1 and 2 coins"
    "village.colour": "adventurer",
    "village.shown": [2, 3, 3, 3],
    "surroundings.cards": 2,  # "receives 2 Artifact cards and the bonus associated with the space"
    "surroundings.bonuses": "listed",
    "quarry.bonus": {"vp": 1},
    "small_temple.bonus": {"discovery": 1},
    "ruins.bonus": {"coin": 1},
    "black_market.count": 1,
    "black_market.coins": 7,  # "can discard an Artifact card from their hand to receive 7 coins"
    "ships.count": [1, 1, 2, 2],  # "during a 3-player game, only one of the ships is available"; two players alike
    "ships.cards": 6,  # "The winners of the bids can deliver up to 6 Artifact cards"
    "deck.when_empty": "reshuffle",
    "delivery.bonus": {"coin": 1, "discovery": 1, "vp": 1},  # "There are 3 bonus types", each of 1
    "upgrade.spaces": 2,  # "A player can only have up to 2 permanent Upgrades"
    "end.marker": 2,  # "The owner of the First Player marker gains 2 victory points"
    "end.coins": 3,  # "1 victory point for every 3 coins"
    "automaton.colour": "archaeologist",
    "automaton.types": ["mummy", "statuette", "tablet", "weapon", "pottery"],
    "automaton.bonuses": ["discovery", "vp", "coin", "none"],
    "automaton.draws": "deck",
}

TRACK = "nothing, 1 coin, nothing, 1 vp, 2 coin, nothing, 1 upgrade, nothing, 2 vp, 2 coin, 1 upgrade, 3 vp"

# the first: "2 archaeologists on the Temple (one on the 2nd space and one on the 5th), 3 on the Quarry, and 1 adventurer on
# the Black Market"; the others are made up after it
AUTOMATON_CARDS = """
temple 2 and 5, quarry, black_market
temple 1 and 3, quarry, ship
temple 1 and 4, quarry, black_market
temple 1 and 5, small_temple, ship
temple 2 and 3, small_temple, black_market
temple 2 and 4, small_temple, ship
temple 3 and 4, ruins, black_market
temple 3 and 5, ruins, ship
temple 4 and 5, ruins, black_market
temple 1 and 2, ruins, ship
"""

# cards: "21 pottery, 18 weapons, 15 tablets, 12 statuettes, 9 mummies"; without a bonus, with a coin, a discovery point, a
# victory point; points of 1, 2, 3 in one delivery, of which three statuettes for 8 and two mummies for 6 are known, and
# the same by the lower table
ARTIFACTS = """
pottery: 21 = 12 3 3 3, 1 3 5, 1 2 4
weapon: 18 = 9 3 3 3, 1 3 6, 1 2 5
tablet: 15 = 6 3 3 3, 2 4 7, 1 3 6
statuette: 12 = 3 3 3 3, 2 5 8, 2 4 8
mummy: 9 = 6 0 3 0, 3 6 10, 3 6 9
"""

# 24 tiles, each worth a point: two of each kind
UPGRADE_EFFECTS = {
    "reroll_two": "reroll n=2",  # "you can reroll up to 2 meeples of your choice"
    "reroll_all": "reroll_all",  # "you can reroll ALL your meeples"
    "tablet_coins": "each_delivered type=tablet coin=2",  # "Receive 2 coins every time you deliver a tablet"
    "temple_discount": "temple_discount n=1",  # "The spaces of the Temple cost you 1 coin less"
    "mixed_delivery": "delivery needs=pottery:1,weapon:1,tablet:1 vp=4",  # "you gain 4 additional victory points"
    "extra_delivery": "deliver_more n=1",  # "You can deliver 1 additional Artifact"
    "coins_to_vp": "buy_vp n=2",  # "you can exchange 2 coins for 1 victory point"
    "coins_to_discovery": "buy_discovery n=3",  # "you can exchange 3 coins for 1 Discovery point"
    "pottery_three": "delivery needs=pottery:3 coin=1 vp=3",  # "1 additional coin and 3 additional victory points"
    "weapon_three": "delivery needs=weapon:3 coin=2 vp=2",  # "2 additional coins and 2 additional victory points"
    "temple_extra_draw": "draw_more n=1",  # "Draw 1 additional Artifact card on the 3rd and 4th spaces"
    "immediate": "gain coin=5",
}


def amounts(entry: dict[str, int]) -> str:
    return " ".join(f"{n} {thing}" for thing, n in entry.items()) or "nothing"


def in_one_line(step: dict) -> str:
    """A step of an effect as it is written above."""
    words = []
    for name, value in step.items():
        text = ",".join(f"{thing}:{n}" for thing, n in value.items()) if isinstance(value, dict) else value
        words.append(str(value) if name == "op" else f"{name}={text}")
    return " ".join(words)


@pytest.mark.parametrize("key", FIGURES)
def test_the_figure_is_as_printed(key):
    assert GAME.figures[key] == FIGURES[key]


def test_every_figure_is_read_here():
    read = {*FIGURES, "discovery.track", "automaton.cards", "artifacts", "upgrades"}
    assert {key for key in GAME.figures.by_key if not key.startswith(("artifacts.", "upgrades."))} == read
    fields = {key.rpartition(".")[2] for key in GAME.figures.by_key if key.startswith(("artifacts.", "upgrades."))}
    assert fields == {"cards", "bonuses", "points", "copies", "immediate", "effect"}


def test_each_space_of_the_discovery_track_brings_what_is_written_here():
    assert [amounts(space) for space in GAME.figures["discovery.track"]] == TRACK.split(", ")
    kinds = ("coin", "vp", "upgrade")
    table = Position(3).rules
    assert table.discovery_track_size == 12
    for at, space in enumerate(TRACK.split(", ")):
        n, _, kind = space.partition(" ")
        assert table.discovery_track[at].tolist() == [int(n) if name == kind else 0 for name in kinds]


def test_the_automaton_s_ten_cards_are_those_written_here():
    found = []
    for card in GAME.figures["automaton.cards"]:
        first, second, surrounding, third = card
        assert list(card.values()) == [1, 1, 3, 1]  # "Automaton cards indicate where to place the 6 automaton meeples"
        found.append(f"temple {first[-1]} and {second[-1]}, {surrounding}, {third}")
    assert found == AUTOMATON_CARDS.strip().splitlines()


@pytest.mark.parametrize("line", ARTIFACTS.strip().splitlines())
def test_an_artifact_has_its_cards_bonuses_and_set_values(line):
    name, _, printed = line.partition(": ")
    cards, bonuses, points = (
        GAME.figures[f"artifacts.{name}.{what}"] for what in ("cards", "bonuses", "points")
    )  # fmt: skip
    counts = [cards - sum(bonuses.values()), *(bonuses.get(kind, 0) for kind in ("coin", "discovery", "vp"))]
    low = GAME.figures.with_variants(["low-sets"])
    assert (low[f"artifacts.{name}.cards"], low[f"artifacts.{name}.bonuses"]) == (cards, bonuses)
    tables = [" ".join(map(str, row)) for row in (counts, points, low[f"artifacts.{name}.points"])]
    assert f"{cards} = {', '.join(tables)}" == printed


def test_the_lower_table_of_set_values_is_played_by_the_variant():
    low = GAME.build_rules(GAME.figures.with_variants(["low-sets"]), 3)[0].set_points[:, 1:].tolist()
    assert low == [[1, 2, 4], [1, 2, 5], [1, 3, 6], [2, 4, 8], [3, 6, 9]]


def test_there_are_two_tiles_of_each_upgrade_with_a_point_each():
    assert list(UPGRADE_EFFECTS) == list(UPGRADES)
    for name, effect in UPGRADE_EFFECTS.items():
        tile = {what: GAME.figures[f"upgrades.{name}.{what}"] for what in ("copies", "points", "immediate", "effect")}
        assert (tile["copies"], tile["points"], tile["immediate"]) == (2, 1, name == "immediate")
        assert [in_one_line(step) for step in tile["effect"]] == [effect]
