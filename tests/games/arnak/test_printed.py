"""What is printed on cards, tiles and boards: read once more, apart from `components.toml`.

Other tests take what they expect from the figures of the game; here a figure that is wrong there is found. Tokens and icons
are written out one by one.
"""

from collections import Counter

import pytest

from tests.games.arnak.positions import ARTIFACTS, GAME, GUARDIANS, ITEMS, SITES, STACKS, TABLES

# cost, points, travel icons
PRINTED_ITEMS = """
sea_turtle: 3, 1, ship ship
ostrich: 3, 1, car car
pack_donkey: 4, 1, car car
horse: 4, 1, car car
steam_boat: 3, 3, ship ship
automobile: 3, 3, car car
sturdy_boots: 1, 1, car car
gold_pan: 1, 1, ship ship
trowel: 1, 1, car
pickaxe: 1, 1, car
hot_air_balloon: 2, 1, plane
aeroplane: 4, 3, plane plane
journal: 3, 1, car ship
parrot: 2, 2, ship
watch: 1, 1, ship
army_knife: 3, 1, car ship
binoculars: 4, 1, ship
tent: 4, 2, car
fishing_rod: 2, 2, ship
precision_compass: 4, 1, ship
bow_and_arrows: 2, 2, car
carrier_pigeon: 2, 1, ship
whip: 2, 1, car
rough_map: 1, 1, ship
airdrop: 2, 1, plane
flask: 2, 1, ship
machete: 4, 1, car
torch: 2, 2, ship
large_backpack: 3, 1, car
rope: 2, 1, ship
revolver: 4, 1, ship ship
hat: 1, 1, ship
bear_trap: 2, 1, car
grappling_hook: 2, 2, car
lantern: 3, 2, car
dog: 3, 1, car
brush: 3, 3, car
axe: 2, 2, ship
chronometer: 3, 2, ship ship
theodolite: 3, 1, ship
"""
PRINTED_ARTIFACTS = """
pathfinders_sandals: 3, 1, plane
pathfinders_staff: 4, 1, plane
war_mask: 3, 1, plane
treasure_chest: 4, 3, plane
ritual_dagger: 4, 2, plane
crystal_earring: 4, 2, plane
mortar: 3, 1, plane
serpents_gold: 3, 2, plane
serpent_idol: 2, 1, plane
monkey_medallion: 4, 2, plane
idol_of_ara_anu: 3, 1, plane
inscribed_blade: 2, 1, plane
guardians_ocarina: 4, 2, plane plane
tigerclaw_hairpin: 4, 2, plane
war_club: 4, 1, plane
sundial: 2, 1, plane
traders_scales: 4, 2, plane
hunting_arrows: 4, 1, plane
coconut_flask: 3, 2, plane
cleansing_cauldron: 3, 1, plane
ancient_wine: 3, 1, plane
decorated_horn: 2, 1, plane
ornate_hammer: 4, 2, plane
star_charts: 4, 2, plane
stone_jar: 2, 1, plane
passage_shell: 3, 1, plane
ceremonial_rattle: 3, 2, plane
sacred_drum: 4, 1, plane
traders_coins: 3, 1, plane
stone_key: 3, 2, plane
obsidian_earring: 4, 2, plane
guiding_stone: 3, 1, plane
guiding_skull: 4, 1, plane
runes_of_the_dead: 4, 1, plane
guardians_crown: 4, 2, plane
"""
# cost > boon
PRINTED_GUARDIANS = """
g01: coin compass arrowhead > ship
g02: coin arrowhead card > exile
g03: coin arrowhead boot > car
g04: coin coin arrowhead > car
g05: tablet arrowhead boot > exile
g06: arrowhead plane > exile
g07: compass arrowhead card > draw
g08: coin coin coin coin > upgrade
g09: arrowhead ship > car
g10: arrowhead car > ship
g11: compass boot boot > exile
g12: jewel boot > plane
g13: tablet tablet tablet > plane
g14: arrowhead plane > exile
g15: compass compass arrowhead > ship
"""
PRINTED_TILES = """
l1_01: choose
l1_02: coin arrowhead
l1_03: draw + coin tablet
l1_04: compass arrowhead
l1_05: coin tablet tablet
l1_06: tablet arrowhead
l1_07: draw + arrowhead
l1_08: fear + tablet jewel
l1_09: fear + compass jewel
l1_10: jewel
l2_01: compass compass jewel
l2_02: coin compass tablet arrowhead
l2_03: arrowhead jewel
l2_04: draw + tablet jewel
l2_05: tablet tablet jewel
l2_06: fear + tablet tablet arrowhead arrowhead
"""
# cost of the bridge > spaces it leads to | bonus tiles with 2, 3 and 4 players
PRINTED_SPACES = {
    "bird": """
0: > 1 2 | 0 0 0
1: compass arrowhead > 3 4 | 0 0 0
2: jewel > 4 | 0 0 0
3: jewel > 5 | 1 1 1
4: tablet arrowhead > 5 | 1 1 1
5: tablet tablet arrowhead > 6 7 8 | 0 0 1
6: coin tablet arrowhead > 9 | 1 1 1
7: tablet jewel > 9 | 1 1 1
8: arrowhead arrowhead > 9 | 1 1 1
9: coin jewel > 10 11 | 0 0 1
10: compass jewel > 12 | 1 1 1
11: tablet tablet arrowhead > 12 13 | 1 1 1
12: coin tablet arrowhead > 14 | 0 1 1
13: tablet jewel > 14 | 0 1 1
14: coin compass jewel > | 2 3 4
""",
    "snake": """
0: > 1 2 | 0 0 0
1: compass tablet tablet > 3 4 | 0 0 0
2: jewel > 4 5 | 0 0 0
3: coin compass arrowhead > 6 | 1 1 1
4: tablet jewel > 6 7 | 0 1 1
5: arrowhead arrowhead > 7 | 1 1 1
6: tablet tablet arrowhead > 8 | 1 1 1
7: coin jewel > 8 | 1 1 1
8: idol > 9 10 | 0 0 0
9: arrowhead arrowhead > 11 12 | 0 0 1
10: tablet jewel > 12 | 0 0 1
11: tablet jewel > 13 | 1 1 1
12: compass tablet tablet tablet > 13 | 1 1 1
13: coin tablet arrowhead > 14 | 2 3 3
14: compass arrowhead jewel > | 2 3 4
""",
}
# points and effect of the magnifying glass | of the notebook
PRINTED_ROWS = {
    "bird": """
1: 1 coin | 0 recruit_assistant
2: 2 compass | 1 recruit_assistant
3: 4 compass | 2 upgrade_assistant
4: 6 compass | 4 upgrade_assistant
5: 9 compass | 6 compass compass compass
6: 12 draw | 8 take_card
7: 16 compass | 10 overcome
""",
    "snake": """
1: 1 coin | 0 recruit_assistant
2: 2 coin coin | 3 exile
3: 3 draw | 4 upgrade_assistant
4: 4 rescue_assistant | 5 take_card
5: 5 upgrade_assistant | 8 refresh
6: 10 fear | 12 draw
7: 15 fear | 15 jewel
""",
}
# travel on the Bird side | on the Snake side
PRINTED_SITES = """
j1: car | car
j2: car | car
j3: ship | ship
j4: ship | ship
j5: car | car
j6: car | boot boot
j7: ship | plane
j8: ship | ship
h1: car car | car car
h2: car car | boot plane
h3: ship ship | car ship
h4: ship ship | ship ship
"""
PLAIN = {
    "steam_boat": "compass compass",
    "automobile": "compass compass",
    "gold_pan": "coin coin",
    "watch": "coin coin",
    "carrier_pigeon": "tablet tablet",
    "rough_map": "compass compass compass",
    "hat": "coin compass",
    "chronometer": "coin compass",
    "serpents_gold": "fear + coin coin coin coin",
    "serpent_idol": "fear + jewel",
    "sundial": "tablet tablet",
    "hunting_arrows": "fear + arrowhead arrowhead",
    "runes_of_the_dead": "fear + coin tablet tablet tablet",
}


def lines(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.strip().splitlines())


def amounts(words: str) -> dict[str, int]:
    return dict(Counter(words.split()))


def in_words(effect: list[dict]) -> str:
    """An effect as it is written above: what it gains token by token, other steps by their names."""
    words = []
    for step in effect:
        gains = step["icons"] if step["op"] == "travel" else {k: n for k, n in step.items() if k != "op"}
        spelt = (
            " ".join(name for name, n in gains.items() for _ in range(n)) if step["op"] in ("gain", "travel") else ""
        )
        words.append(spelt or step["op"])
    return " + ".join(words)


@pytest.mark.parametrize(
    ("table", "names", "printed"), [("items", ITEMS, PRINTED_ITEMS), ("artifacts", ARTIFACTS, PRINTED_ARTIFACTS)]
)
def test_cost_points_and_travel_of_every_card(table, names, printed):
    assert list(lines(printed)) == list(names)
    for name, words in lines(printed).items():
        cost, points, travel = words.split(", ")
        figures = [GAME.figures[f"{table}.{name}.{field}"] for field in ("cost", "points", "travel")]
        assert figures == [int(cost), int(points), amounts(travel)], name


def test_cards_that_only_gain():
    for name, words in PLAIN.items():
        table = "items" if name in ITEMS else "artifacts"
        assert in_words(GAME.figures[f"{table}.{name}.effect"]) == words, name


def test_cost_and_boon_of_every_guardian():
    assert list(lines(PRINTED_GUARDIANS)) == list(GUARDIANS)
    for name, words in lines(PRINTED_GUARDIANS).items():
        cost, boon = words.split(" > ")
        assert GAME.figures[f"guardians.{name}.cost"] == amounts(cost), name
        assert in_words(GAME.figures[f"guardians.{name}.boon"]) == boon, name


def test_every_site_tile():
    assert list(lines(PRINTED_TILES)) == list(TABLES["tiles"].rows)
    for name, words in lines(PRINTED_TILES).items():
        assert in_words(GAME.figures[f"tiles.{name}.effect"]) == words, name


def test_travel_to_every_site():
    for name in SITES:
        bird, snake = lines(PRINTED_SITES).get(name, "boot | boot").split(" | ")
        assert GAME.figures[f"sites.{name}.bird"] == amounts(bird), name
        assert GAME.figures[f"sites.{name}.snake"] == amounts(snake), name
        assert GAME.figures[f"sites.{name}.second"] == ({"boot": 2} if name.startswith("camp") else {}), name


@pytest.mark.parametrize("board", ["bird", "snake"])
def test_every_space_and_row_of_the_research_track(board):
    for space, words in lines(PRINTED_SPACES[board]).items():
        cost, rest = words.split("> ")
        leads, bonus = rest.split("|")
        at = f"research.{board}.spaces.{space}"
        assert GAME.figures[f"{at}.cost"] == amounts(cost), at
        assert GAME.figures[f"{at}.next"] == [int(word) for word in leads.split()], at
        assert GAME.figures[f"{at}.bonus"] == [int(word) for word in bonus.split()], at
    for row, words in lines(PRINTED_ROWS[board]).items():
        for token, printed in zip(("glass", "notebook"), words.split(" | "), strict=True):
            points, effect = printed.split(" ", 1)
            at = f"research.{board}.rows.{row}.{token}"
            assert GAME.figures[f"{at}_points"] == int(points), at
            assert in_words(GAME.figures[f"{at}_effect"]) == effect, at


def test_temple_stacks_and_their_costs():
    pays = {"eleven": "left middle right", "six_left": "left middle", "six_right": "middle right",
            "two_left": "left", "two_middle": "middle", "two_right": "right"}  # fmt: skip
    assert {name: " ".join(GAME.figures[f"temple.stacks.{name}.pays"]) for name in STACKS} == pays
    assert [GAME.figures[f"temple.stacks.{name}.points"] for name in STACKS] == [11, 6, 6, 2, 2, 2]
    assert GAME.figures["temple.bird.costs"] == [{"coin": 1, "tablet": 2}, {"jewel": 1}, {"compass": 1, "arrowhead": 1}]
    assert GAME.figures["temple.snake.costs"] == [
        {"compass": 1, "tablet": 2},
        {"jewel": 1},
        {"coin": 1, "arrowhead": 1},
    ]


def test_how_many_idols_and_bonus_tiles_of_each_face_there_are():
    assert [GAME.figures[f"idols.{face}.copies"] for face in TABLES["idols"].rows] == [3, 3, 3, 3, 2, 2]
    assert [GAME.figures[f"bonus_tiles.{face}.copies"] for face in TABLES["bonus_tiles"].rows] == [3] * 6
