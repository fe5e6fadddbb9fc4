"""The Rules record of Lost Ruins of Arnak and how it is built from the figures.

Every card has its own number: the items, the artifacts, the basic cards of each seat, and the Fear cards. A number
is `WORD` times a word and a bit, so that a set of cards is three words of bits: items, artifacts, basic cards and Fear.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.ops import Steps
from digsite.simulator.game.rules.record import fill, program_of
from digsite.simulator.games.arnak.ops import COSTS, ICONS, LEVELS, OPS, RESOURCES, SITE_STEPS, Internal
from digsite.simulator.kernel.play.records import record

MAX_SEATS = 4
ITEMS, ARTIFACTS, BASICS = 40, 35, 4
WORD = 40
FIRST_ARTIFACT = WORD
FIRST_BASIC = 2 * WORD
FIRST_FEAR = FIRST_BASIC + MAX_SEATS * BASICS
MAX_FEAR = 19
CARDS = FIRST_FEAR + MAX_FEAR  # numbers between the artifacts and the basic cards are unused
WORDS = 3
FEAR_TILE = CARDS  # can be exiled like a card

GUARDIANS, ASSISTANTS, IDOL_FACES, BONUS_FACES, SLOTS, SLOT_CHOICES = 15, 12, 6, 6, 4, 5
TILES_1, TILES_2 = 10, 6
TILES = TILES_1 + TILES_2
CAMPS, SITES_1, SITES_2 = 5, 8, 4
SITES = CAMPS + SITES_1 + SITES_2
PLACES = TILES + CAMPS  # what can lie on a site: a tile, or a printed camp, numbered after the tiles
SITE_LEVEL = (0,) * CAMPS + (1,) * SITES_1 + (2,) * SITES_2
SITE_ROW = (0,) * CAMPS + (1,) * 4 + (2,) * 4 + (3,) * 4
SITE_COLUMN = (0, 1, 2, 3, 4) + (0, 1, 2, 3) * 3
SPACES = 15  # of the research track
LOST_TEMPLE = SPACES - 1
LAST_ROW = 8
RESCUE_SPACE = 8  # of the Snake Temple side
MAX_NEXT = 3
MAX_BONUS = 4  # bonus tiles on one space
STACKS = 6
SIX_POINTS = (1, 2)  # the stacks that the solo rival takes tiles from
MAX_ROUNDS = 5
MAX_ROW = 8
RIVAL_TILES = 15
RIVAL_PAIRS = 5  # pairs of tiles, after as many that dig: discover, research, overcome, buy an item, buy an artifact
RIVAL_STACK = 10
RED, GREEN = 1, 0

Rules = np.dtype(
    [
        ("seats", np.int8),
        ("setup_seats", np.int8),  # a solo game is set up for two
        ("board", np.int8),  # 0 bird, 1 snake
        ("rounds", np.int8),
        ("hand", np.int8),
        ("archaeologists", np.int8),
        ("start", np.int8, (MAX_SEATS, len(RESOURCES))),
        ("blocked", np.int8),
        ("row_spaces", np.int8),
        ("pilot_coins", np.int8),
        ("artifacts_in_hand_cost", np.int8, (len(RESOURCES),)),
        ("discover_compasses", np.int8, (2,)),
        ("fear_cards", np.int8),
        ("fear_tiles", np.int8),
        ("scoring_fear_tile", np.int8),
        ("scoring_idol", np.int8),
        ("scoring_slots", np.int8, (SLOTS,)),
        ("scoring_guardian", np.int8),
        ("scoring_lost_temple", np.int8, (MAX_SEATS,)),
        # cards
        ("card_cost", np.int8, (CARDS,)),
        ("card_points", np.int8, (CARDS,)),
        ("card_travel", np.int8, (CARDS, len(ICONS))),
        ("card_action", np.int8, (CARDS,)),  # an `Action` word: 0 free, 1 main, 2 none
        ("card_exile", np.int8, (CARDS,)),
        ("card_effect", np.int16, (CARDS, 2)),
        ("card_pass", np.int16, (CARDS, 2)),
        # tiles
        ("guardians_cost", np.int8, (GUARDIANS, len(COSTS))),
        ("guardians_boon", np.int16, (GUARDIANS, 2)),
        ("place_effect", np.int16, (PLACES, 2)),  # site tiles, then camps
        ("place_offers", np.uint8, (PLACES,)),  # resources that an effect can bring, as bits
        ("idols_copies", np.int8, (IDOL_FACES,)),
        ("idols_effect", np.int16, (IDOL_FACES, 2)),
        ("slots_effect", np.int16, (SLOT_CHOICES, 2)),
        ("assistants_action", np.int8, (ASSISTANTS,)),  # 0 free, 1 main
        ("assistant_effect", np.int16, (ASSISTANTS, 2, 2)),  # silver, gold
        ("bonus_tiles_copies", np.int8, (BONUS_FACES,)),
        ("bonus_tiles_effect", np.int16, (BONUS_FACES, 2)),
        # the island, of the side in play
        ("site_level", np.int8, (SITES,)),
        ("site_row", np.int8, (SITES,)),
        ("site_column", np.int8, (SITES,)),
        ("site_spaces", np.int8, (SITES,)),
        ("site_cost", np.int8, (SITES, 2, len(ICONS))),
        # the research track, of the side in play
        ("space_row", np.int8, (SPACES,)),
        ("space_nexts", np.int8, (SPACES,)),
        ("space_next", np.int8, (SPACES, MAX_NEXT)),
        ("space_cost", np.int8, (SPACES, len(COSTS))),
        ("space_bonus", np.int8, (SPACES,)),
        ("row_points", np.int8, (LAST_ROW + 1, 2)),  # glass, notebook
        ("row_effect", np.int16, (LAST_ROW + 1, 2, 2)),
        ("stack_points", np.int8, (STACKS,)),
        ("stack_cost", np.int8, (STACKS, len(RESOURCES))),
        ("rescue", np.int8),  # assistants on the rescue space
        ("rescue_space", np.int8),  # -1 if there is none
        # the solo rival
        ("rival_red_tiles", np.int8),
        ("rival_assistant", np.int8),  # 0 every research, 1 only on rows with an assistant symbol
        ("rival_idol", np.int8),
        ("rival_idol_again", np.int8),
        ("rival_skip", np.uint8, (RIVAL_TILES,)),  # rounds as bits, round 1 first
        ("rival_tiles_arrow", np.int8, (RIVAL_TILES,)),  # 0 left, 1 right
        ("rival_discoveries_levels", np.int8, (2, MAX_ROUNDS)),
        ("rival_discoveries_guardians", np.int8, (2, MAX_ROUNDS)),
        ("assistant_row", np.int8, (LAST_ROW + 1,)),  # rows with an assistant symbol
        # effects
        ("depth", np.int8),  # the largest number of step ranges that one effect can have pending
        ("site_steps", np.int16, (SITES,)),  # first row of a site's own steps, see `Internal`
        ("resolve_step", np.int16),
        ("reward_step", np.int16),
        *OPS.rules_fields(),
    ],
    align=True,
)


def build(figures: Figures, seats: int) -> np.recarray:
    """Return the Rules record for this many seats; raise an error for figures that do not fit together."""
    box = record(Rules)
    rules = box[0]
    fill(rules, figures, seats)
    rules.setup_seats = max(seats, 2)
    program = program_of(figures)
    _lay_internal_steps(rules, len(program.codes))
    rules.depth = program.depth
    if 3 * program.depth > OPS.depth:
        raise WrongUse(f"Effects are nested {program.depth} levels deep; at most {OPS.depth // 3} are possible.")
    for seat in range(seats):
        resources = figures["start.resources"][seat if seats > 1 else 1]
        rules.start[seat] = [resources.get(name, 0) for name in RESOURCES]
    _fill_cards(rules, figures, program.ranges)
    _fill_sites(rules, figures, program.ranges)
    _fill_research(rules, figures, program.ranges)
    _fill_temple(rules, figures)
    _fill_rival(rules, figures)
    _check_tiles(rules)
    _check_costs(figures)
    return box


def _lay_internal_steps(rules: Any, first: int) -> None:
    """Write the internal steps after those of the components: discover each site, activate it again, and two more."""
    own = SITES * SITE_STEPS + len(Internal) - SITE_STEPS
    if first + own > OPS.rows:
        raise WrongUse(f"The effects have {first} steps; there is room for {OPS.rows - own}.")
    for site in range(SITES):
        rules.site_steps[site] = first + site * SITE_STEPS
        for at, code in enumerate(list(Internal)[:SITE_STEPS]):
            rules.step_op[first + site * SITE_STEPS + at] = code
            rules.step_args[first + site * SITE_STEPS + at, 0] = site
    rules.resolve_step = first + SITES * SITE_STEPS
    rules.reward_step = rules.resolve_step + 1
    rules.step_op[rules.resolve_step] = Internal.RESOLVE
    rules.step_op[rules.reward_step] = Internal.REWARD


def _fill_cards(rules: Any, figures: Figures, ranges: dict[str, tuple[int, int]]) -> None:
    """Fill in the cards: items and artifacts by number, four basic cards for each seat, all Fear cards alike."""
    for number, key in _cards(figures):
        for name in ("points", "cost"):
            if f"{key}.{name}" in figures.by_key:
                rules[f"card_{name}"][number] = figures[f"{key}.{name}"]
        rules.card_travel[number] = [figures[f"{key}.travel"].get(icon, 0) for icon in ICONS]
        if f"{key}.action" in figures.by_key:
            rules.card_action[number] = ("free", "main", "none").index(figures[f"{key}.action"])
        else:
            rules.card_action[number] = 1
        if f"{key}.exile" in figures.by_key:
            rules.card_exile[number] = figures[f"{key}.exile"]
        rules.card_effect[number] = ranges[f"{key}.effect"]
        if f"{key}.pass_effect" in ranges:
            rules.card_pass[number] = ranges[f"{key}.pass_effect"]


def _cards(figures: Figures) -> Iterator[tuple[int, str]]:
    """Yield every card's number and the key of its component."""
    for table, first in (("items", 0), ("artifacts", FIRST_ARTIFACT)):
        for at, row in enumerate(figures.tables[table].rows):
            yield first + at, f"{table}.{row}"
    for at, row in enumerate(figures.tables["basics"].rows[:BASICS]):
        for seat in range(MAX_SEATS):
            yield FIRST_BASIC + seat * BASICS + at, f"basics.{row}"
    for number in range(FIRST_FEAR, CARDS):
        yield number, "basics.fear"


def _fill_sites(rules: Any, figures: Figures, ranges: dict[str, tuple[int, int]]) -> None:
    """Fill in the travel costs of the side in play, and what tiles and camps offer."""
    board = figures["board"]
    rules.site_level, rules.site_row, rules.site_column = SITE_LEVEL, SITE_ROW, SITE_COLUMN
    for site, row in enumerate(figures.tables["sites"].rows):
        second = figures[f"sites.{row}.second"]
        if second and site >= CAMPS:
            raise WrongUse(f"sites.{row}.second must be nothing: only camps have a second space.")
        rules.site_spaces[site] = 2 if second else 1
        rules.site_cost[site, 0] = [figures[f"sites.{row}.{board}"].get(icon, 0) for icon in ICONS]
        rules.site_cost[site, 1] = [second.get(icon, 0) for icon in ICONS]
        if rules.site_cost[site].sum(axis=1).max() > 2:
            raise WrongUse(f"A travel cost has at most two icons; one of sites.{row} has more.")
    places = [f"tiles.{row}.effect" for row in figures.tables["tiles"].rows]
    places += [f"camps.{row}.effect" for row in figures.tables["camps"].rows]
    for place, key in enumerate(places):
        rules.place_effect[place] = ranges[key]
        rules.place_offers[place] = _offers(figures[key])
    for assistant, row in enumerate(figures.tables["assistants"].rows):
        rules.assistant_effect[assistant] = [ranges[f"assistants.{row}.{side}"] for side in ("silver", "gold")]


def _offers(steps: Sequence[dict[str, Any]]) -> int:
    """Return the resources that steps can bring, as bits, including those behind a cost or a choice."""
    found = 0
    for step in steps:
        if step["op"] == "gain":
            found |= sum(1 << at for at, name in enumerate(RESOURCES) if step.get(name))
        elif step["op"] == "gain_per":
            found |= 1 << RESOURCES.index(step["resource"])
        for inside in OPS.lists_inside(step):
            found |= _offers(inside)
    return found


def _fill_research(rules: Any, figures: Figures, ranges: dict[str, tuple[int, int]]) -> None:
    """Fill in the research track of the side in play."""
    track = f"research.{figures['board']}"
    for space in range(SPACES):
        key = f"{track}.spaces.{space}"
        cost, leads = figures[f"{key}.cost"], figures[f"{key}.next"]
        rules.space_cost[space] = [cost.get(name, 0) for name in COSTS]
        rules.space_nexts[space] = len(leads)
        rules.space_next[space, : len(leads)] = leads
        rules.space_bonus[space] = figures[f"{key}.bonus"][int(rules.setup_seats) - 2]
    rules.space_row = _rows_of(rules, track)
    for row in range(1, LAST_ROW):
        for token, name in enumerate(("glass", "notebook")):
            rules.row_points[row, token] = figures[f"{track}.rows.{row}.{name}_points"]
            rules.row_effect[row, token] = ranges[f"{track}.rows.{row}.{name}_effect"]
            ops = {step["op"] for step in figures[f"{track}.rows.{row}.{name}_effect"]}
            rules.assistant_row[row] |= bool(ops & {"recruit_assistant", "upgrade_assistant", "rescue_assistant"})
    rules.rescue = rules.setup_seats if figures["board"] == "snake" else 0
    rules.rescue_space = RESCUE_SPACE if figures["board"] == "snake" else -1


def _rows_of(rules: Any, track: str) -> list[int]:
    """Return the row of each space: one above every space that leads to it; only the Lost Temple is in the last."""
    rows = [0] + [-1] * LOST_TEMPLE
    for space in range(SPACES):
        leads = rules.space_next[space, : rules.space_nexts[space]].tolist()
        right = all(later > space and rows[later] in (-1, rows[space] + 1) for later in leads)
        if rows[space] < 0 or not right or len(set(leads)) < len(leads) or bool(leads) == (space == LOST_TEMPLE):
            raise WrongUse(
                f"The bridges of {track}.spaces must lead from every space up one row, and in the end to space {LOST_TEMPLE}."
            )
        for later in leads:
            rows[later] = rows[space] + 1
    if rows[LOST_TEMPLE] != LAST_ROW or rows.count(LAST_ROW) > 1 or sorted(rows) != rows:
        raise WrongUse(
            f"The bridges of {track}.spaces must lead to space {LOST_TEMPLE} over {LAST_ROW - 1} rows in order."
        )
    return rows


def _fill_temple(rules: Any, figures: Figures) -> None:
    costs = figures[f"temple.{figures['board']}.costs"]
    for stack, row in enumerate(figures.tables["temple.stacks"].rows):
        rules.stack_points[stack] = figures[f"temple.stacks.{row}.points"]
        for part in set(figures[f"temple.stacks.{row}.pays"]):
            cost = costs[("left", "middle", "right").index(part)]
            for at, name in enumerate(RESOURCES):
                rules.stack_cost[stack, at] += cost.get(name, 0)


def _fill_rival(rules: Any, figures: Figures) -> None:
    for tile, row in enumerate(figures.tables["rival.tiles"].rows):
        rules.rival_skip[tile] = sum(1 << (number - 1) for number in set(figures[f"rival.tiles.{row}.skip"]))


def _check_tiles(rules: Any) -> None:
    """Check that there are enough idols and bonus tiles for the setup."""
    idols = SITES_1 + 2 * SITES_2
    if int(rules.idols_copies.sum(dtype=int)) < idols:
        raise WrongUse(f"The sites need {idols} idols; raise the copies of some in idols.")
    bonus = int(rules.space_bonus.sum(dtype=int))
    if int(rules.bonus_tiles_copies.sum(dtype=int)) < bonus:
        raise WrongUse(f"The research track needs {bonus} bonus tiles; raise the copies of some in bonus_tiles.")


def _check_costs(figures: Figures) -> None:
    """Check that no cost asks for both a card and travel: the kernel does not work out whether a hand can pay both."""
    costs = [(f"guardians.{row}.cost", figures[f"guardians.{row}.cost"]) for row in figures.tables["guardians"].rows]
    for figure in figures:
        if isinstance(figure.shape, Steps):
            costs += [(figure.key, cost) for cost in _costs_in(figure.value)]
    for key, cost in costs:
        if "card" in cost and any(icon in cost for icon in ICONS):
            raise WrongUse(f"{key} asks for a card and for travel at the same time; a cost can ask for one of them.")


def _costs_in(steps: Sequence[dict[str, Any]]) -> Iterator[dict[str, int]]:
    for step in steps:
        if step["op"] == "pay":
            yield step["cost"]
        for inside in OPS.lists_inside(step):
            yield from _costs_in(inside)


def levels_in_words() -> tuple[str, ...]:
    """Return the levels of sites as columns name them."""
    return tuple(level.replace("-", "_") for level in LEVELS)
