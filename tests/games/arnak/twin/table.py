"""The table of the plain twin: who has what, and what lies on the board.

Decks and stacks are lists with the bottom first. The row is as long as it is printed: in round n the moon staff stands
behind space n, artifacts lie left of it and items right of it; None is a gap.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.games.arnak.twin import chance
from tests.games.arnak.twin.box import (
    CAMPS,
    FIRST_ARTIFACT,
    FIRST_BASIC,
    FIRST_CAMP,
    FIRST_FEAR,
    LEVEL_1_SITES,
    LEVEL_1_TILES,
    LEVEL_2_SITES,
    LEVEL_2_TILES,
    LOST_TEMPLE,
    RESOURCES,
    RIVAL,
    SITES,
    Box,
)

SLOTS = 4


@dataclass
class Assistant:
    """An assistant of a player."""

    gold: bool = False
    exhausted: bool = False


@dataclass
class Player:
    """What one player has."""

    seat: int
    resources: dict[str, int]
    deck: list[int]
    hand: set[int] = field(default_factory=set)
    play: set[int] = field(default_factory=set)  # the play area
    fear_tiles: int = 0
    crates: int = 0  # idols that are not in slots
    slots: list[bool] = field(default_factory=lambda: [False] * SLOTS)  # filled
    guardians: set[int] = field(default_factory=set)  # overcome
    boons: set[int] = field(default_factory=set)  # not used yet
    assistants: dict[int, Assistant] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=lambda: {"glass": 0, "notebook": 0})  # spaces of the track
    arrival: int = 0  # at the Lost Temple: 1 is the first
    temple_tiles: list[int] = field(default_factory=lambda: [0] * 6)
    passed: bool = False
    planes: bool = False  # all travel icons are planes this round
    masked: bool = False  # no Fear from guardians this round
    tallies: Counter[Any] = field(default_factory=Counter)
    played: set[int] = field(default_factory=set)
    travelled: set[int] = field(default_factory=set)
    exiled: set[int] = field(default_factory=set)
    score_after: list[int] = field(default_factory=list)

    def gain(self, resource: str, n: int) -> None:
        self.resources[resource] += n
        self.tallies["gained", resource] += n

    def owned(self) -> set[int]:
        return self.hand | self.play | set(self.deck)

    def icons_of(self, travel: dict[str, int]) -> dict[str, int]:
        """Travel icons as they count for this player."""
        if not self.planes:
            return dict(travel)
        return {"plane": sum(travel.values())} if travel else {}

    def draw(self, from_bottom: bool = False) -> int:
        return self.deck.pop(0 if from_bottom else -1)


@dataclass
class Rival:
    """The rival expedition of a solo game."""

    tiles: list[int]  # the ten action tiles in use
    stack: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    glass: int = 0
    arrival: int = 0
    temple_tiles: list[int] = field(default_factory=lambda: [0] * 6)
    guardians: set[int] = field(default_factory=set)
    cards: set[int] = field(default_factory=set)
    faces: set[int] = field(default_factory=set)  # of idols
    more_idols: int = 0


class Table:
    """Everything on the table."""

    def __init__(self, figures: dict[str, Any], seats: int, luck: chance.Chance) -> None:
        self.figures = figures
        self.seats = seats
        self.luck = luck
        self.box = Box(figures, seats)
        self.round = 1
        self.start_seat = 0
        self.on_turn: int | str = 0
        self.main_done = False
        self.passed = 0  # how many have passed this round
        self.turns = 0
        self.pool: Counter[str] = Counter()  # travel icons that were produced this turn and not used
        self.limbo: list[int] = []  # cards drawn of which some are kept
        self.taken: dict[int, tuple[int, int]] = {}  # card: seat and round in which it was taken last
        self.top_seen: set[str] = set()  # decks, item or artifact, whose top card was revealed
        self._set_up_cards()
        self._set_up_island()
        self._set_up_research()
        self._set_up_assistants()
        self._set_up_players()
        self.refill_row()

    # ------------------------------------------------------------------------------------------------- setting up

    def _shuffled(self, stream: int, things: range | list[int]) -> list[int]:
        mixed = list(things)
        self.luck.shuffle(stream, mixed)
        return mixed

    def _set_up_cards(self) -> None:
        self.decks = {
            "item": self._shuffled(chance.ITEMS, range(40)),
            "artifact": self._shuffled(chance.ARTIFACTS, range(FIRST_ARTIFACT, FIRST_ARTIFACT + 35)),
        }
        self.row: list[int | None] = [None] * self.figures["row.spaces"]
        self.exile: set[int] = set()
        first = FIRST_FEAR + 2 * self.seats
        self.fear_deck = set(range(first, FIRST_FEAR + self.figures["fear.cards"]))
        self.fear_tiles = self.figures["fear.tiles"]

    def _drawn_faces(self, stream: int, table: str, n: int) -> list[int]:
        """Faces of so many tiles, drawn at random from all of a kind."""
        copies = [value for key, value in self.figures.items() if key.startswith(table) and key.endswith(".copies")]
        bag = [face for face, many in enumerate(copies) for _ in range(many)]
        return [bag.pop(self.luck.below(stream, len(bag))) for _ in range(n)]

    def _set_up_island(self) -> None:
        self.tile: dict[int, int] = {camp: FIRST_CAMP + camp for camp in CAMPS}  # what lies on a discovered site
        self.guardian: dict[int, int] = {}
        self.occupant: dict[tuple[int, int], int | str] = {}  # (site, space): a seat or RIVAL
        unexplored = [*LEVEL_1_SITES, *LEVEL_2_SITES]
        faces = self._drawn_faces(chance.IDOLS, "idols.", len(unexplored))
        self.idol = dict(zip(unexplored, faces, strict=True))  # those that lie face up
        self.blocked: set[int] = set()  # camps
        for _ in range(self.figures["blocked"][self.seats - 1]):
            open_camps = [camp for camp in CAMPS if camp not in self.blocked]
            self.blocked.add(open_camps[self.luck.below(chance.BLOCKING, len(open_camps))])
        self.site_stacks = {
            1: self._shuffled(chance.SITES, LEVEL_1_TILES),
            2: self._shuffled(chance.SITES, LEVEL_2_TILES),
        }
        self.guardian_stack = self._shuffled(chance.GUARDIANS, range(15))

    def _set_up_research(self) -> None:
        tiles = [space.bonus for space in self.box.spaces]
        faces = self._drawn_faces(chance.BONUS, "bonus_tiles.", sum(tiles))
        self.bonus: dict[int, list[int]] = {}
        for space in range(LOST_TEMPLE + 1):
            self.bonus[space], faces = faces[: tiles[space]], faces[tiles[space] :]
        self.temple_left = [self.box.stacks_for] * 6
        self.arrivals = 0

    def _set_up_assistants(self) -> None:
        mixed = self._shuffled(chance.ASSISTANTS, range(12))
        self.rescue: list[int] = []
        if self.box.side == "bird":
            self.supply = [mixed[:4], mixed[4:8], mixed[8:]]
        else:
            n = self.box.stacks_for
            self.rescue, mixed = mixed[:n], mixed[n:]
            self.supply = [mixed[:3], mixed[3:6], mixed[6:]]
        self.rescue_seen: set[int] = set()  # seats that have looked through the stack

    def _set_up_players(self) -> None:
        self.players = []
        for seat in range(self.seats):
            basics = [FIRST_BASIC + 4 * seat + at for at in range(4)]
            fears = [FIRST_FEAR + 2 * seat, FIRST_FEAR + 2 * seat + 1]
            start = self.figures["start.resources"][seat if self.seats > 1 else 1]
            resources = {resource: start.get(resource, 0) for resource in RESOURCES}
            self.players.append(Player(seat, resources, self._shuffled(chance.DECK + seat, basics + fears)))
        self.rival = Rival(self._choose_rival_tiles()) if self.seats == 1 else None

    def _choose_rival_tiles(self) -> list[int]:
        """All five that dig, and one of each pair: so many red ones, the others green."""
        green = [5, 7, 9, 11, 13]
        red = []
        for _ in range(self.figures["rival.red_tiles"]):
            red.append(green.pop(self.luck.below(chance.RIVAL, len(green))) + 1)
        return sorted([0, 1, 2, 3, 4, *green, *red])

    # -------------------------------------------------------------------------------------------------- the row

    def places(self, kind: str) -> list[int]:
        """Places of the row for this kind of cards, from the moon staff outwards."""
        if kind == "item":
            return list(range(self.round, len(self.row)))
        return list(range(self.round - 1, -1, -1))

    def row_cards(self, kind: str) -> list[int]:
        """Cards of this kind in the row, from the moon staff outwards."""
        return [card for place in self.places(kind) if (card := self.row[place]) is not None]

    def refill_row(self) -> None:
        """Cards slide towards the moon staff, and new ones come at the ends, while there are any."""
        for kind in ("artifact", "item"):
            places = self.places(kind)
            cards = [self.row[place] for place in places]
            while None in cards and self.decks[kind]:
                cards.remove(None)
                cards.append(self.decks[kind].pop())
                self.top_seen.discard(kind)
            for place, card in zip(places, cards, strict=True):
                self.row[place] = card

    def take_from_offer(self, number: int) -> None:
        """A card leaves the row, the top of its deck or the exile."""
        kind = self.box.cards[number].kind
        if number in self.row:
            self.row[self.row.index(number)] = None
        elif number in self.exile:
            self.exile.remove(number)
        else:
            assert self.decks[kind].pop() == number
            self.top_seen.discard(kind)

    def move_staff(self) -> None:
        """The cards on both sides of the moon staff are exiled, and it moves on."""
        for kind in ("item", "artifact"):
            beside = self.places(kind)[:1]
            for place in beside:
                card = self.row[place]
                if card is not None:
                    self.exile.add(card)
                self.row[place] = None
        self.round += 1
        self.refill_row()

    # ------------------------------------------------------------------------------------------------ the island

    def level(self, site: int) -> int:
        return self.box.sites[site].level

    def free_spaces(self, site: int) -> list[int]:
        """Spaces of a site that nobody occupies and no tile blocks."""
        return [
            space
            for space in range(len(self.box.sites[site].spaces))
            if (site, space) not in self.occupant and not (space == 1 and site in self.blocked)
        ]

    def occupants(self, site: int) -> list[int | str]:
        return [who for (at, _space), who in self.occupant.items() if at == site]

    def placed(self, who: int | str) -> list[tuple[int, int]]:
        """Where the archaeologists of a player are, in the order of sites and spaces."""
        return sorted(place for place, occupant in self.occupant.items() if occupant == who)

    def at_home(self, player: Player) -> int:
        return self.figures["archaeologists"] - len(self.placed(player.seat))

    def discovered(self, levels: list[int]) -> list[int]:
        return [site for site in SITES if site in self.tile and self.level(site) in levels]

    def effect_of(self, site: int) -> list[dict[str, Any]]:
        return self.box.place_effects[self.tile[site]]

    # ------------------------------------------------------------------------------------------------- cards, Fear

    def is_fear(self, card: int) -> bool:
        return self.box.cards[card].kind == "fear"

    def distinct(self, cards: set[int] | list[int]) -> set[int]:
        """All Fear cards are alike: one stands for those of a place."""
        fears = [card for card in cards if self.is_fear(card)]
        return {card for card in cards if not self.is_fear(card)} | set(sorted(fears)[:1])

    def give_fear(self, player: Player) -> None:
        """A Fear card into the play area; a fear tile if there is none; nothing if there is none of these either."""
        if self.fear_deck:
            card = min(self.fear_deck)
            self.fear_deck.remove(card)
            player.play.add(card)
        elif self.fear_tiles:
            self.fear_tiles -= 1
            player.fear_tiles += 1
        else:
            return
        player.tallies["fear_gained"] += 1

    def send_to_exile(self, player: Player, card: int) -> None:
        """A card that its owner has let go; Fear goes back to the others."""
        kind = self.box.cards[card].kind
        if kind == "fear":
            self.fear_deck.add(card)
            player.tallies["fear_exiled"] += 1
            return
        self.exile.add(card)
        if kind == "basic":
            player.tallies["basics_exiled"] += 1
        else:
            player.exiled.add(card)

    def overcome(self, who: Player | Rival, site: int) -> None:
        guardian = self.guardian.pop(site)
        who.guardians.add(guardian)
        if isinstance(who, Player):
            who.boons.add(guardian)

    def produce(self, player: Player, icons: dict[str, int]) -> None:
        """Travel icons that can be used for the rest of the turn."""
        self.pool.update(player.icons_of(icons))

    def tops(self) -> list[int]:
        """Assistants that lie face up on the supply board."""
        return [stack[-1] for stack in self.supply if stack]

    def stack_of(self, assistant: int) -> list[int]:
        return next(stack for stack in self.supply if stack and stack[-1] == assistant)

    def current(self) -> Player:
        """The player whose turn it is."""
        assert self.on_turn != RIVAL
        return self.players[int(self.on_turn)]
