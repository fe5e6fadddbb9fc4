"""What lies in the box of Lost Ruins of Arnak: cards, tiles and both sides of the board, as the figures have them.

Cards have numbers: items 0-39, artifacts 40-74, the four basic cards of a seat from 80 + 4 * seat, Fear from 96.
Sites count from the left and from the bottom: camps 0-4, level I 5-12, level II 13-16. Tiles of sites have numbers, too:
level I 0-9, level II 10-15, and the printed camps count on from 16.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Steps = list[dict[str, Any]]
Cost = dict[str, int]  # resources, "card", "idol" and travel icons

RESOURCES = ("coin", "compass", "tablet", "arrowhead", "jewel")
ICONS = ("boot", "car", "ship", "plane")
HARDEST_FIRST = ("plane", "ship", "car", "boot")
PAYS = {  # what an icon can pay for
    "plane": ("plane", "ship", "car", "boot"),
    "ship": ("ship", "boot"),
    "car": ("car", "boot"),
    "boot": ("boot",),
}
BETTER = {"tablet": "arrowhead", "arrowhead": "jewel"}
LEVELS = ("camp", "level-1", "level-2")
CAMPS, LEVEL_1_SITES, LEVEL_2_SITES = range(5), range(5, 13), range(13, 17)
SITES = range(17)
LEVEL_1_TILES, LEVEL_2_TILES = range(10), range(10, 16)
FIRST_CAMP = 16  # the number of the first printed camp among the tiles
FIRST_ARTIFACT, FIRST_BASIC, FIRST_FEAR = 40, 80, 96
LAST_SPACE = LOST_TEMPLE = 14
LAST_ROW = 8
RESCUE_SPACE = 8  # of the Snake Temple side
FEAR_TILE = "fear tile"
RIVAL = "rival"
SIX_POINTS = (1, 2)  # stacks of temple tiles


@dataclass(frozen=True)
class Card:
    """A card."""

    number: int
    name: str
    kind: str  # item, artifact, basic or fear
    cost: int
    points: int
    travel: Cost
    action: str  # free, main or none
    exile: bool
    effect: Steps
    pass_effect: Steps


@dataclass(frozen=True)
class Site:
    """A site as printed on the board."""

    number: int
    level: int
    row: int  # from the bottom
    column: int
    spaces: list[Cost]  # travel cost of each


@dataclass(frozen=True)
class Space:
    """A space of the research track."""

    number: int
    row: int
    cost: Cost
    leads_to: list[int]
    bonus: int  # tiles laid there


def rows_of(figures: dict[str, Any], table: str) -> list[str]:
    """The names of the components of a table, in their order."""
    inside = [key.removeprefix(f"{table}.") for key in figures if key.startswith(f"{table}.")]
    return list(dict.fromkeys(key.split(".")[0] for key in inside if "." in key))


class Box:
    """All components, for this many players."""

    def __init__(self, figures: dict[str, Any], seats: int) -> None:
        self.figures = figures
        self.seats = seats
        self.stacks_for = max(seats, 2)  # a solo game is set up for two
        self.side: str = figures["board"]
        self.cards = self._cards()
        self.sites = [self._site(at, name) for at, name in enumerate(rows_of(figures, "sites"))]
        self.spaces = self._spaces()
        self.place_effects = self._effects("tiles") + self._effects("camps")
        self.idols = self._effects("idols")
        self.bonuses = self._effects("bonus_tiles")
        self.slots = self._effects("slots")
        self.guardian_costs = [figures[f"guardians.{name}.cost"] for name in rows_of(figures, "guardians")]
        self.boons = self._effects("guardians", "boon")
        self.assistants = [
            {side: figures[f"assistants.{name}.{side}"] for side in ("silver", "gold", "action")}
            for name in rows_of(figures, "assistants")
        ]
        self.temple = rows_of(figures, "temple.stacks")
        self.rival_tiles = rows_of(figures, "rival.tiles")

    def _effects(self, table: str, field: str = "effect") -> list[Steps]:
        return [self.figures[f"{table}.{name}.{field}"] for name in rows_of(self.figures, table)]

    def _cards(self) -> dict[int, Card]:
        cards = {}
        for kind, table, first in (("item", "items", 0), ("artifact", "artifacts", FIRST_ARTIFACT)):
            for at, name in enumerate(rows_of(self.figures, table)):
                cards[first + at] = self._card(first + at, kind, f"{table}.{name}")
        basics = [name for name in rows_of(self.figures, "basics") if name != "fear"]
        for seat in range(self.seats):
            for at, name in enumerate(basics):
                number = FIRST_BASIC + len(basics) * seat + at
                cards[number] = self._card(number, "basic", f"basics.{name}")
        for number in range(FIRST_FEAR, FIRST_FEAR + self.figures["fear.cards"]):
            cards[number] = self._card(number, "fear", "basics.fear")
        return cards

    def _card(self, number: int, kind: str, key: str) -> Card:
        def field(name: str, otherwise: Any) -> Any:
            return self.figures.get(f"{key}.{name}", otherwise)

        return Card(
            number,
            field("name", ""),
            kind,
            field("cost", 0),
            field("points", 0),
            field("travel", {}),
            field("action", "main"),
            field("exile", False),
            field("effect", []),
            field("pass_effect", []),
        )

    def _site(self, number: int, name: str) -> Site:
        first, second = self.figures[f"sites.{name}.{self.side}"], self.figures[f"sites.{name}.second"]
        spaces = [first, second] if second else [first]
        if number in CAMPS:
            return Site(number, 0, 0, number, spaces)
        row, column = divmod(number - len(CAMPS), 4)
        return Site(number, 1 if number in LEVEL_1_SITES else 2, row + 1, column, spaces)

    def _spaces(self) -> list[Space]:
        rows = {0: 0}
        spaces = []
        for number in range(LAST_SPACE + 1):
            key = f"research.{self.side}.spaces.{number}"
            leads_to = self.figures[f"{key}.next"]
            rows |= dict.fromkeys(leads_to, rows[number] + 1)
            bonus = self.figures[f"{key}.bonus"][self.stacks_for - 2]
            spaces.append(Space(number, rows[number], self.figures[f"{key}.cost"], leads_to, bonus))
        return spaces

    def row(self, row: int, field: str) -> Any:
        """What the end of a row of the research track shows."""
        return self.figures[f"research.{self.side}.rows.{row}.{field}"]

    def has_assistant_symbol(self, row: int) -> bool:
        if row == LAST_ROW:
            return False
        symbols = ("recruit_assistant", "upgrade_assistant", "rescue_assistant")
        return any(
            step["op"] in symbols for token in ("glass", "notebook") for step in self.row(row, f"{token}_effect")
        )

    def temple_cost(self, stack: int) -> Cost:
        """What a tile of this stack of the temple costs: the costs below it together."""
        costs = dict(zip(("left", "middle", "right"), self.figures[f"temple.{self.side}.costs"], strict=True))
        total: Cost = {}
        for part in set(self.figures[f"temple.stacks.{self.temple[stack]}.pays"]):
            for resource, n in costs[part].items():
                total[resource] = total.get(resource, 0) + n
        return total

    def temple_points(self, stack: int) -> int:
        return self.figures[f"temple.stacks.{self.temple[stack]}.points"]

    def offers(self, steps: Steps, resource: str) -> bool:
        """Whether an effect can bring a resource, behind a cost or a choice, too."""
        for step in steps:
            if step["op"] == "gain" and step.get(resource):
                return True
            if step["op"] == "gain_per" and step["resource"] == resource:
                return True
            if any(self.offers(inside, resource) for inside in [step.get("then", []), *step.get("options", [])]):
                return True
        return False
