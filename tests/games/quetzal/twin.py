"""Quetzal, played slowly and plainly with Python objects.

A test oracle: written from the rulebook, shares no code with the kernel.  A round reads from top to bottom as
the rulebook has it (``_play``); nothing is clever and nothing is fast.

Chance does not live in here.  The caller hands in ``luck``: the deck, the pile of upgrades, the automaton's
cards, how meeples land and what a new deck looks like.

Whatever happens is noted in ``story``, in order: a word, the seat it happens to (None: nobody in particular), and
what there is to say about it.

Where the rulebook is silent, twin and kernel share a ruling:

- Seat 0 is the first player; the next seat sits clockwise.
- Cards are laid out at the Temple first, then at Quarry, Small Temple and Ruins; upgrades come last.
- A meeple on its side and a standing one are alike once the coin is paid.  The character counts as either colour
  on any side.
- Meeples to be rerolled in phase 1 are chosen first, then rolled together; each tile rerolls once a round.
- A player who holds a bidding location does not bid there again.  A lone character is a bid of 1 without a
  colour; whoever outbids it needs 2 meeples, as everywhere else, and chooses the colour (not at the Black Market).
- One turn sends one meeple to the Camp (``camp.per_turn``); the Camp asks which meeple to reroll after it has paid.
- "At any time" is at one's own decisions: coins become discovery points in phase 1, before a turn of placing, before
  the first card of the Temple or of a delivery, before an upgrade is taken or given up, and at the end; coins become
  victory points before an upgrade is given up and at the end.  Nobody buys discovery points beyond the track.
- Discovery points are carried out one by one; on a space coins come first, then victory points, then upgrades.
- Of three permanent upgrades any one is given up, the new one too; points bought meanwhile come afterwards.
- At the Harbour Master's Office and in phase 1, players act clockwise from the holder of the marker, who may be new.
- A delivery pays sets, bonuses and effects of upgrades before its discovery points.
- An additional card to draw is drawn with the others; what goes under the deck is chosen from all of them.
- The automaton chooses, draws and then discards everything.
- Where there is no card, upgrade or tile any more, nobody gets one.

Seats count from 0, rounds and spaces from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

Option = tuple  # see Game.options
Note = tuple  # a word, a seat, and what there is to say
Play = Generator[None, Option, Any]  # a part of the game: stops at each decision, goes on with the choice

TYPES = ("pottery", "weapon", "tablet", "statuette", "mummy")
BONUSES = ("none", "coin", "discovery", "vp")
MEEPLES = ("black", "white", "either", "character")  # of a pool
FACES = ("black", "white", "side", "standing")  # how a meeple lands
LANDED = {"black": "black", "white": "white", "side": "either", "standing": "either"}  # what a team meeple becomes
FITTING = {  # meeples that can go where this colour is asked for
    "adventurer": ("black", "either", "character"),
    "archaeologist": ("white", "either", "character"),
    "either": MEEPLES,
}
TEMPLE = ("temple_1", "temple_2", "temple_3", "temple_4", "temple_5")  # from top to bottom
SURROUNDINGS = ("quarry", "small_temple", "ruins")
MARKETS = ("black_market_1", "black_market_2")
SHIPS = ("ship_1", "ship_2")
VILLAGE = ("village_1", "village_2", "village_3")  # from top to bottom
COLLECTION = 3  # a complete one
RECORDED_ROUNDS = 5  # how points and deliveries are noted after each round
AUTOMATON = "automaton"


class Card(NamedTuple):
    """An artifact card."""

    type: str
    bonus: str


ORDER = [Card(type_, bonus) for type_ in TYPES for bonus in BONUSES]


def whole_deck(figures: dict[str, Any]) -> list[Card]:
    """All artifact cards of the game."""
    deck = []
    for type_ in TYPES:
        bonuses = figures[f"artifacts.{type_}.bonuses"]
        plain = figures[f"artifacts.{type_}.cards"] - sum(bonuses.values())
        for bonus in BONUSES:
            deck += [Card(type_, bonus)] * (plain if bonus == "none" else bonuses.get(bonus, 0))
    return deck


def whole_pile(figures: dict[str, Any]) -> list[str]:
    """All upgrade tiles of the game."""
    upgrades = [key.split(".")[1] for key in figures if key.startswith("upgrades.") and key.endswith(".copies")]
    return [upgrade for upgrade in upgrades for _ in range(figures[f"upgrades.{upgrade}.copies"])]


def place_of(space: str) -> str:
    """What a space is called where like ones are counted together."""
    return space[:-2] if space in MARKETS or space in SHIPS else space


@dataclass
class Luck:
    """What chance decides."""

    deck: list[Card]  # the first is drawn first
    pile: list[str]  # of upgrades, the first is drawn first
    automaton: list[int]  # numbers of its cards, from 0, in the order they come
    roll: Callable[[int], tuple[list[str], str]]  # phase 1, by seat: faces of the team, face of the character
    reroll: Callable[[str], str]  # the face that this meeple of the pool shows now
    shuffle: Callable[[list[Card]], list[Card]]  # a new deck of the discarded cards


@dataclass
class Tile:
    """A permanent upgrade beside a character tile."""

    name: str
    rerolled: bool = False  # it was used this round


@dataclass
class Bid:
    """Meeples on a bidding location; those of the automaton all count alike."""

    owner: int | str
    meeples: list[str]
    colour: str

    @property
    def size(self) -> int:
        return len(self.meeples)


@dataclass
class Player:
    """What one player has."""

    seat: int
    coins: int
    tiles: list[Tile | None]
    points: int = 0  # on the scoring track
    discovery: int = 0  # place on the Discovery track
    pending: int = 0  # discovery points that were gained and are not carried out yet
    pool: list[str] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    gained: Counter[str] = field(default_factory=Counter)  # upgrades, discarded ones too
    harbour: int = 0  # meeples there
    points_after: list[int] = field(default_factory=list)  # each round
    tallies: Counter[tuple[str, str]] = field(default_factory=Counter)  # (column, label)

    def tally(self, column: str, label: str = "", count: int = 1) -> None:
        self.tallies[column, label] += count

    @property
    def owned(self) -> list[str]:
        return [tile.name for tile in self.tiles if tile is not None]


class Game:
    """One game.  Ask ``options()``, then ``apply`` one of them, until ``over``."""

    def __init__(self, figures: dict[str, Any], seats: int, luck: Luck) -> None:
        self.figures = figures
        self.seats = seats
        self.luck = luck
        spaces = figures["upgrade.spaces"]
        coins = figures["setup.coins"]
        self.players = [Player(seat, coins[seat], [None] * spaces) for seat in range(seats)]
        self.marker = 0
        self.round = 0
        self.turns = 0
        self.over = False
        # cards and tiles
        self.deck = list(luck.deck)
        self.discarded: list[Card] = []
        self.temple: list[Card] = []
        self.surroundings: dict[str, list[Card]] = {place: [] for place in SURROUNDINGS}
        self.pile = list(luck.pile)
        self.village: list[str] = []
        # meeples on the board
        self.holders: dict[str, int | str] = {}  # of unique locations
        self.bids: dict[str, Bid] = {}
        # what is under way
        self.chosen: list[str] = []  # meeples picked to be rerolled
        self.drawn: list[Card] = []  # out of the deck, while some must go under it
        self.delivery: list[Card] = []
        self.tallies: Counter[tuple[str, str]] = Counter()  # of the whole game
        self.story: list[Note] = []
        # the decision that is due
        self.seat: int | None = None
        self.decision: str | None = None
        self._options: set[Option] = set()
        self._story = self._play()
        self._go_on(None)

    def options(self) -> set[Option]:
        """What the player in ``seat`` may do now.

        REROLL: ("reroll", meeple), ("reroll all",), ("buy discovery",), ("done",)
        PLACE: ("place", space, colour, count), ("buy discovery",)
        MEEPLES: ("send", black, white, either, character)      CAMP: ("reroll", meeple), ("done",)
        TEMPLE: ("take", type, bonus), ("buy discovery",)       UNDER: ("under", type, bonus)
        SELL: ("sell", type, bonus), ("done",)                  VILLAGE: ("gain", upgrade), ("buy discovery",)
        DELIVER: ("deliver", type, bonus), ("buy discovery",), ("done",)
        GIVE_UP: ("give up", upgrade), ("buy vp",), ("buy discovery",)
        FINAL: ("buy vp",), ("buy discovery",), ("done",)
        """
        return set(self._options)

    def apply(self, option: Option) -> None:
        if option not in self._options:
            raise ValueError(f"seat {self.seat} may not {option!r} now ({self.decision or 'over'})")
        self._go_on(option)

    def _go_on(self, option: Option | None) -> None:
        try:
            self._story.send(option)  # type: ignore[arg-type]
        except StopIteration:
            self.over = True
            self.seat = self.decision = None
            self._options = set()

    def _ask(self, player: Player, decision: str, options: set[Option]) -> Play:
        self.seat, self.decision, self._options = player.seat, decision, options
        choice = yield
        return choice

    def _note(self, word: str, seat: int | str | None, *what: object) -> None:
        self.story.append((word, seat, *what))

    def _for_players(self, key: str) -> Any:
        """A figure that depends on the number of players."""
        return self.figures[key][self.seats - 2]

    def _clockwise(self) -> list[Player]:
        """All players, beginning with the holder of the First Player marker."""
        return [self.players[(self.marker + step) % self.seats] for step in range(self.seats)]

    # --------------------------------------------------------------------------------- the course of the game

    def _play(self) -> Play:
        for number in range(1, self.figures["rounds"] + 1):
            self.round = number
            self._note("round", self.marker, number, len(self.deck), len(self.pile))
            self._take_meeples_back()
            self._lay_out()
            self._place_automaton()
            self._roll_meeples()
            for player in self._clockwise():
                yield from self._reroll_meeples(player)
            yield from self._place_meeples()
            yield from self._activate_stela()
            yield from self._activate_temple()
            yield from self._activate_surroundings()
            yield from self._activate_black_market()
            yield from self._activate_village()
            yield from self._activate_harbour()
            yield from self._activate_ships()
            for player in self.players:
                player.points_after.append(player.points)
                self._note("round_end", player.seat, player.points, player.coins, len(player.hand))
                for card in ORDER:
                    if card in player.hand:
                        self._note("hand", player.seat, card, player.hand.count(card))
        for player in self._clockwise():
            yield from self._last_purchases(player)
        self.over = True
        for player, account in zip(self.players, self.final(), strict=True):
            points = account["points"]
            self._note("final", player.seat, points["marker"], points["coins"], points["upgrades"])
            self._note("score", player.seat, account["score"], player.discovery)

    def _take_meeples_back(self) -> None:
        self.holders = {}
        self.bids = {}
        for player in self.players:
            player.harbour = 0
            player.pool = []

    # ------------------------------------------------------------------------------------- cards and upgrades

    def _lay_out(self) -> None:
        """Setup, and later phase 4: cards on the empty spaces, upgrades at the Village."""
        self._fill_up("temple", self.temple, self.figures["temple.cards"])
        for place in SURROUNDINGS:
            self._fill_up(place, self.surroundings[place], self.figures["surroundings.cards"])
        while self.pile and len(self.village) < self._for_players("village.shown"):
            self.village.append(self.pile.pop(0))
            self._note("show", None, self.village[-1])

    def _fill_up(self, place: str, cards: list[Card], size: int) -> None:
        while len(cards) < size:
            card = self._draw_card()
            if card is None:
                return
            cards.append(card)
            self._note("refill", None, place, card)

    def _draw_card(self) -> Card | None:
        if not self.deck and self.discarded and self.figures["deck.when_empty"] == "reshuffle":
            new_deck = self.luck.shuffle(list(self.discarded))
            if Counter(new_deck) != Counter(self.discarded):
                raise ValueError("the new deck is not made of the discarded cards")
            self.deck, self.discarded = new_deck, []
            self.tallies["reshuffles", ""] += 1
            self._note("reshuffle", None, len(new_deck))
        return self.deck.pop(0) if self.deck else None

    # -------------------------------------------------------------------------------------- two-player games

    def _place_automaton(self) -> None:
        if self.seats > 2:
            return
        card = self.figures["automaton.cards"][self.luck.automaton[self.round - 1]]
        for place, count in card.items():
            if count == 0:
                continue
            space = f"{place}_1" if place in ("black_market", "ship") else place
            if space in TEMPLE:  # a unique location has room for one
                self.holders[space] = AUTOMATON
                self.tallies["automaton_meeples", place] += 1
                self._note("automaton", AUTOMATON, space, 1, self.figures["temple.colour"])
            elif space in self._bidding_locations():
                colour = "adventurer" if place == "black_market" else self.figures["automaton.colour"]
                self.bids[space] = Bid(AUTOMATON, [AUTOMATON] * count, colour)
                self.tallies["automaton_meeples", place] += count
                self._note("automaton", AUTOMATON, space, count, colour)

    def _automaton_in_temple(self, at: int) -> None:
        """It takes the cards it likes best, draws, and puts everything on the discard pile."""
        retrieved: list[tuple[Card, str]] = []  # and where it comes from
        for _ in range(self.figures["temple.choose"][at]):
            if self.temple:
                best = min(self.temple, key=self._automaton_likes)
                self.temple.remove(best)
                retrieved.append((best, "temple"))
        if self.figures["automaton.draws"] == "deck":
            for _ in range(self.figures["temple.draw"][at]):
                card = self._draw_card()
                if card is not None:
                    retrieved.append((card, "deck"))
        self._automaton_discards(retrieved)

    def _automaton_likes(self, card: Card) -> tuple[int, int]:
        """The lower, the better."""
        types, bonuses = self.figures["automaton.types"], self.figures["automaton.bonuses"]
        return types.index(card.type), bonuses.index(card.bonus)

    def _automaton_discards(self, cards: list[tuple[Card, str]]) -> None:
        for card, source in cards:
            self.discarded.append(card)
            self.tallies["automaton_taken", card.type] += 1
            self._note("discarded", AUTOMATON, card, source)

    # --------------------------------------------------------------------------- phase 1: rolling the meeples

    def _roll_meeples(self) -> None:
        self.players[self.marker].tally("marker_rounds")
        for player in self.players:
            team, character = self.luck.roll(player.seat)
            if len(team) != self._for_players("meeples.team"):
                raise ValueError(f"a team of {len(team)} meeples")
            for face in team:
                player.pool.append(LANDED[face])
            player.pool.append("character")
            for face in [*team, character]:
                player.tally("faces", face)
            for meeple in player.pool[-len(team) - 1 :]:
                player.tally("flexible", count=meeple in ("either", "character"))
            for face in FACES:
                if face in team:
                    self._note("roll", player.seat, face, team.count(face))
            self._note("roll", player.seat, "character", character)
            standing = [*team, character].count("standing")
            self._gain_coins(player, standing * self.figures["meeples.standing"], "standing")
            for tile in player.tiles:
                if tile is not None:
                    tile.rerolled = False

    def _reroll_meeples(self, player: Player) -> Play:
        while True:
            some, every = self._unused(player, "reroll"), self._unused(player, "reroll_all")
            options: set[Option] = set()
            if some is not None:
                options |= {("reroll", meeple) for meeple in player.pool}
            if every is not None:
                options.add(("reroll all",))
            options |= self._purchases(player, "discovery")
            if not options:
                return
            choice = yield from self._ask(player, "REROLL", options | {("done",)})
            if choice == ("done",):
                return
            if choice == ("buy discovery",):
                yield from self._buy_discovery(player)
            elif choice == ("reroll all",):
                every.rerolled = True
                self._reroll(player, list(player.pool), "upgrade")
            else:
                yield from self._choose_to_reroll(player, choice[1], self._steps_of(some, "reroll")[0]["n"])
                some.rerolled = True
                self._reroll(player, self.chosen, "upgrade")
                self.chosen = []

    def _unused(self, player: Player, op: str) -> Tile | None:
        """The first tile that rerolls in this way and has not done so this round."""
        for tile in player.tiles:
            if tile is not None and not tile.rerolled and self._steps_of(tile, op):
                return tile
        return None

    def _choose_to_reroll(self, player: Player, first: str, most: int) -> Play:
        """Up to so many meeples; one by one, in the order of their kinds, so that a choice is made in one way only."""
        self.chosen = [first]
        while len(self.chosen) < most:
            later = MEEPLES[MEEPLES.index(self.chosen[-1]) :]
            more = {kind for kind in later if player.pool.count(kind) > self.chosen.count(kind)}
            if not more:
                return
            choice = yield from self._ask(player, "REROLL", {("reroll", kind) for kind in more} | {("done",)})
            if choice == ("done",):
                return
            self.chosen.append(choice[1])

    def _reroll(self, player: Player, meeples: list[str], by: str) -> None:
        for meeple in sorted(meeples, key=MEEPLES.index):
            face = self.luck.reroll(meeple)
            player.pool.remove(meeple)
            player.pool.append("character" if meeple == "character" else LANDED[face])
            player.tally("rerolls", by)
            self._note("reroll", player.seat, meeple, face, by)
            if face == "standing":
                self._gain_coins(player, self.figures["meeples.standing"], "standing")

    # -------------------------------------------------------------------------- phase 2: placing the meeples

    def _place_meeples(self) -> Play:
        turn = self.marker
        while any(player.pool for player in self.players):
            player = self.players[turn]
            if player.pool:
                self.turns += 1
                self._note("turn", player.seat, self.turns, len(player.pool))
                yield from self._take_turn(player)
            turn = (turn + 1) % self.seats
        for space, bid in self.bids.items():
            if bid.owner != AUTOMATON:
                self.players[bid.owner].tally("bids_won", place_of(space))

    def _take_turn(self, player: Player) -> Play:
        while True:
            options = self._places(player) | self._purchases(player, "discovery")
            choice = yield from self._ask(player, "PLACE", options)
            if choice != ("buy discovery",):
                break
            yield from self._buy_discovery(player)
        _place, space, colour, count = choice
        teams = self._teams(player, space, colour, count)
        team = teams[0]
        if len(teams) > 1:
            team = yield from self._ask(player, "MEEPLES", set(teams))
        sent = [kind for kind, number in zip(MEEPLES, team[1:], strict=True) for _ in range(number)]
        for meeple in sent:
            player.pool.remove(meeple)
        player.tally("meeples", place_of(space), count)
        paid = self._pay(player, space, count)
        self._note("place", player.seat, space, colour, paid)
        self._note_meeples(player, sent)
        if space == "camp":
            yield from self._activate_camp(player, count)
        elif space == "harbour":
            player.harbour += count
        elif space in self._bidding_locations():
            self._bid(player, space, Bid(player.seat, sent, colour))
        else:
            self.holders[space] = player.seat

    def _note_meeples(self, player: Player, meeples: list[str]) -> None:
        for kind in MEEPLES:
            if kind in meeples:
                self._note("meeples", player.seat, kind, meeples.count(kind))

    def _places(self, player: Player) -> set[Option]:
        return self._free_places(player) | self._unique_places(player) | self._bids_of(player)

    def _teams(self, player: Player, space: str, colour: str, count: int) -> list[Option]:
        """All ways to send so many meeples as this colour."""
        fitting = FITTING[colour]
        if space in self._bidding_locations() and count == 1:
            fitting = ("character",) if colour == "either" else fitting[:2]
        most = [player.pool.count(kind) if kind in fitting else 0 for kind in MEEPLES]
        ways = product(*(range(number + 1) for number in most))
        return [("send", *way) for way in ways if sum(way) == count]

    # free locations

    def _free_places(self, player: Player) -> set[Option]:
        to_camp = min(len(player.pool), self.figures["camp.per_turn"])
        options: set[Option] = {("place", "camp", "either", count) for count in range(1, to_camp + 1)}
        for count in range(1, len(player.pool) + 1):
            if player.coins >= count * self.figures["harbour.cost"]:
                options.add(("place", "harbour", "either", count))
        return options

    def _activate_camp(self, player: Player, meeples: int) -> Play:
        """At once: a coin and a reroll for each meeple."""
        self._gain_coins(player, meeples * self.figures["camp.coins"], "camp")
        for _ in range(meeples):
            if not player.pool:
                return
            options = {("reroll", meeple) for meeple in player.pool} | {("done",)}
            choice = yield from self._ask(player, "CAMP", options)
            if choice == ("done",):
                return
            self._reroll(player, [choice[1]], "camp")

    # unique locations

    def _unique_places(self, player: Player) -> set[Option]:
        options = set()
        spaces = ["stela"] if player.seat != self.marker else []
        for space in [*spaces, *TEMPLE, *self._open_village()]:
            colour = self.figures[f"{space.split('_')[0]}.colour"]
            fits = any(meeple in FITTING[colour] for meeple in player.pool)
            if fits and space not in self.holders and player.coins >= self._cost(player, space):
                options.add(("place", space, colour, 1))
        return options

    def _open_village(self) -> tuple[str, ...]:
        """The spaces that no cover hides."""
        spaces = self._for_players("village.spaces")
        return VILLAGE[len(VILLAGE) - spaces :] if self.figures["village.covered"] == "top" else VILLAGE[:spaces]

    def _cost(self, player: Player, space: str) -> int:
        if space == "stela":
            return self.figures["stela.cost"]
        if space in VILLAGE:
            return self.figures["village.cost"][VILLAGE.index(space)]
        discount = sum(step["n"] for step in self._steps(player, "temple_discount"))
        return max(0, self.figures["temple.cost"][TEMPLE.index(space)] - discount)

    def _pay(self, player: Player, space: str, meeples: int) -> int:
        """What the place costs; the Camp and bids cost nothing."""
        if space == "harbour":
            coins = meeples * self.figures["harbour.cost"]
        elif space == "camp" or space in self._bidding_locations():
            return 0
        else:
            coins = self._cost(player, space)
        player.coins -= coins
        player.tally("coins_spent", space, coins)
        return coins

    # bidding locations

    def _bidding_locations(self) -> tuple[str, ...]:
        markets = MARKETS[: self.figures["black_market.count"]]
        return (*SURROUNDINGS, *markets, *SHIPS[: self._for_players("ships.count")])

    def _bids_of(self, player: Player) -> set[Option]:
        options: set[Option] = set()
        for space in self._bidding_locations():
            present = self.bids.get(space)
            if present is not None and present.owner == player.seat:
                continue
            if present is None and "character" in player.pool:
                options.add(("place", space, "either", 1))
            for colour in self._colours_to_bid(space, present):
                for count in range(1, len(player.pool) + 1):
                    if (present is None or count > present.size) and self._teams(player, space, colour, count):
                        options.add(("place", space, colour, count))
        return options

    def _colours_to_bid(self, space: str, present: Bid | None) -> tuple[str, ...]:
        if space in MARKETS:
            return ("adventurer",)
        if present is None or present.colour == "either":
            return ("adventurer", "archaeologist")
        return (present.colour,)

    def _bid(self, player: Player, space: str, bid: Bid) -> None:
        kicked = self.bids.get(space)
        self.bids[space] = bid
        if kicked is None:
            return
        more = bid.size - kicked.size
        player.tally("kicks")
        player.tally("kicks_by", "", more)
        self._note("kick", player.seat, space, kicked.owner, more)
        if kicked.owner == AUTOMATON:
            self.tallies["automaton_kicked", ""] += 1
            self.tallies["automaton_meeples", place_of(space)] -= kicked.size
            return
        loser = self.players[kicked.owner]
        loser.pool += kicked.meeples  # without switching their sides
        self._note("return", loser.seat, space)
        self._note_meeples(loser, kicked.meeples)
        loser.tally("meeples", place_of(space), -kicked.size)
        loser.tally("bids_lost", place_of(space))
        loser.tally("bids_lost_by", "", more)

    # ---------------------------------------------------------------------- phase 3: activating the locations

    def _holder(self, space: str) -> int | str | None:
        bid = self.bids.get(space)
        return self.holders.get(space) if bid is None else bid.owner

    def _activate_stela(self) -> Play:
        holder = self._holder("stela")
        if holder is not None:
            self._note("activate", holder, "stela")
            self.marker = holder
            self._note("marker", holder)
            yield from self._discover(self.players[holder], self.figures["stela.discovery"], "stela")

    def _activate_temple(self) -> Play:
        """From top to bottom."""
        for at, space in enumerate(TEMPLE):
            holder = self._holder(space)
            if holder is None:
                continue
            self._note("activate", holder, space)
            if holder == AUTOMATON:
                self._automaton_in_temple(at)
            else:
                yield from self._retrieve(self.players[holder], at)

    def _retrieve(self, player: Player, at: int) -> Play:
        before = len(player.hand)
        yield from self._choose_cards(player, self.figures["temple.choose"][at])
        yield from self._draw_cards(player, self.figures["temple.draw"][at])
        if len(player.hand) == before:
            self._come_home_empty(player, TEMPLE[at])

    def _choose_cards(self, player: Player, count: int) -> Play:
        chosen = 0
        while chosen < count and self.temple:
            options: set[Option] = {("take", *card) for card in self.temple}
            if chosen == 0:
                options |= self._purchases(player, "discovery")
            choice = yield from self._ask(player, "TEMPLE", options)
            if choice == ("buy discovery",):
                yield from self._buy_discovery(player)
                continue
            card = Card(*choice[1:])
            self.temple.remove(card)
            self._take_card(player, card, "temple", len(self.temple))
            chosen += 1

    def _draw_cards(self, player: Player, count: int) -> Play:
        """Additional cards are drawn with the others; as many as came too many go to the bottom of the deck."""
        if count == 0:
            return
        additional = sum(step["n"] for step in self._steps(player, "draw_more"))
        self.drawn = []
        for _ in range(count + additional):
            card = self._draw_card()
            if card is not None:
                self.drawn.append(card)
        while len(self.drawn) > count:
            choice = yield from self._ask(player, "UNDER", {("under", *card) for card in self.drawn})
            card = Card(*choice[1:])
            self.drawn.remove(card)
            self.deck.append(card)
            self._note("under", player.seat, card)
        for card in self.drawn:
            self._take_card(player, card, "deck", len(self.deck))
        self.drawn = []

    def _take_card(self, player: Player, card: Card, source: str, left: int) -> None:
        player.hand.append(card)
        self._note("take", player.seat, card, source, left)
        player.tally("taken", f"{source}_{card.type}")

    def _come_home_empty(self, player: Player, space: str) -> None:
        place = place_of(space)
        player.tally("empty_trips", place.split("_")[0] if space in TEMPLE or space in VILLAGE else place)
        self._note("nothing", player.seat, space)

    def _activate_surroundings(self) -> Play:
        for place in SURROUNDINGS:
            holder = self._holder(place)
            if holder is None:
                continue
            self._note("activate", holder, place)
            cards, self.surroundings[place] = self.surroundings[place], []
            if holder == AUTOMATON:
                self._automaton_discards([(card, place) for card in cards])
                continue
            player = self.players[holder]
            for card in cards:  # all at once: none is left
                self._take_card(player, card, place, 0)
            bonus = self.figures[f"{place}.bonus"]
            self._gain_coins(player, bonus.get("coin", 0), "surroundings")
            self._gain_points(player, bonus.get("vp", 0), "surroundings")
            yield from self._discover(player, bonus.get("discovery", 0), "surroundings")

    def _activate_black_market(self) -> Play:
        for space in MARKETS:
            holder = self._holder(space)
            if holder is None or holder == AUTOMATON:
                continue
            player = self.players[holder]
            self._note("activate", holder, space)
            choice: Option = ("done",)
            if player.hand:
                options = {("sell", *card) for card in player.hand} | {("done",)}
                choice = yield from self._ask(player, "SELL", options)
            if choice == ("done",):
                self._come_home_empty(player, space)
                continue
            card = Card(*choice[1:])
            player.hand.remove(card)
            self.discarded.append(card)
            player.tally("sold", card.type)
            self._note("sell", player.seat, card)
            self._gain_coins(player, self.figures["black_market.coins"], "black_market")

    def _activate_village(self) -> Play:
        """From top to bottom."""
        for space in VILLAGE:
            holder = self._holder(space)
            if holder is None:
                continue
            player = self.players[holder]
            self._note("activate", holder, space)
            if not self.village:
                self._come_home_empty(player, space)
                continue
            choice: Option = ("buy discovery",)
            while choice == ("buy discovery",):
                options = {("gain", upgrade) for upgrade in self.village} | self._purchases(player, "discovery")
                choice = yield from self._ask(player, "VILLAGE", options)
                if choice == ("buy discovery",):
                    yield from self._buy_discovery(player)
            self.village.remove(choice[1])
            yield from self._gain_upgrade(player, choice[1], "village")
            yield from self._advance(player)

    def _activate_harbour(self) -> Play:
        cards = self.figures["harbour.cards"]
        for player in self._clockwise():
            if not player.harbour:
                continue
            self._note("activate", player.seat, "harbour")
            if self.figures["harbour.delivery"] == "each":
                for _ in range(player.harbour):
                    yield from self._deliver(player, cards, "harbour")
            else:
                yield from self._deliver(player, cards * player.harbour, "harbour")

    def _activate_ships(self) -> Play:
        for space in SHIPS:
            holder = self._holder(space)
            if holder is not None and holder != AUTOMATON:
                self._note("activate", holder, space)
                yield from self._deliver(self.players[holder], self.figures["ships.cards"], space)

    # ------------------------------------------------------------------------------ delivering the artifacts

    def _deliver(self, player: Player, cards: int, space: str) -> Play:
        """Any cards, up to the limit; one by one, in the order of their kinds, so that there is one way only."""
        self.delivery = []
        while player.hand and len(self.delivery) < self._delivery_limit(player, cards):
            options: set[Option] = {("deliver", *card) for card in player.hand if self._can_follow(card)}
            if not options:
                break
            if not self.delivery:
                options |= self._purchases(player, "discovery")
            choice = yield from self._ask(player, "DELIVER", options | {("done",)})
            if choice == ("done",):
                break
            if choice == ("buy discovery",):
                yield from self._buy_discovery(player)
                continue
            card = Card(*choice[1:])
            player.hand.remove(card)
            self.discarded.append(card)
            self.delivery.append(card)
            self._note("deliver", player.seat, card)
        delivered, self.delivery = self.delivery, []
        if delivered:
            yield from self._reward(player, delivered, space)
        else:
            self._come_home_empty(player, space)

    def _delivery_limit(self, player: Player, cards: int) -> int:
        return cards + sum(step["n"] for step in self._steps(player, "deliver_more"))

    def _can_follow(self, card: Card) -> bool:
        return not self.delivery or ORDER.index(card) >= ORDER.index(self.delivery[-1])

    def _reward(self, player: Player, delivered: list[Card], space: str) -> Play:
        before, where = player.points, place_of(space)
        self._score_sets(player, delivered)
        bonus = self.figures["delivery.bonus"]
        shown = Counter(card.bonus for card in delivered)
        self._gain_coins(player, shown["coin"] * bonus.get("coin", 0), "cards")
        self._gain_points(player, shown["vp"] * bonus.get("vp", 0), "bonuses")
        self._apply_to_delivery(player, delivered)
        player.tally("deliveries", where)
        player.tally("delivered_at", where, len(delivered))
        player.tally("points_at", where, player.points - before)
        if self.round <= RECORDED_ROUNDS:
            player.tally("delivered_in", f"round_{self.round}", len(delivered))
        self._note("delivered", player.seat, space, len(delivered), player.points - before)
        yield from self._discover(player, shown["discovery"] * bonus.get("discovery", 0), "cards")

    def _score_sets(self, player: Player, delivered: list[Card]) -> None:
        """Complete collections of three, and one of what is left."""
        for type_ in TYPES:
            left = len([card for card in delivered if card.type == type_])
            player.tally("delivered", type_, left)
            while left > 0:
                size = min(left, COLLECTION)
                value = self.figures[f"artifacts.{type_}.points"][size - 1]
                player.points += value
                player.tally("points_from", type_, value)
                self._note("set", player.seat, type_, size, value)
                player.tally("sets", f"{type_}_{size}")
                player.tally("set_points", f"{type_}_{size}", value)
                left -= size

    def _apply_to_delivery(self, player: Player, delivered: list[Card]) -> None:
        """What the player's upgrades add to a delivery, one upgrade after the other."""
        numbers = Counter(card.type for card in delivered)
        for name in player.owned:
            coins = points = 0
            for step in self._steps_named(name, "each_delivered"):
                coins += numbers[step["type"]] * step.get("coin", 0)
                points += numbers[step["type"]] * step.get("vp", 0)
            for step in self._steps_named(name, "delivery"):
                if all(numbers[type_] >= needed for type_, needed in step["needs"].items()):
                    coins += step.get("coin", 0)
                    points += step.get("vp", 0)
            self._gain_coins(player, coins, "upgrades")
            self._gain_points(player, points, "effects")

    # ---------------------------------------------------------------------------------- coins and points

    def _gain_coins(self, player: Player, coins: int, source: str) -> None:
        player.coins += coins
        player.tally("coins_from", source, coins)
        if coins:
            self._note("coins", player.seat, coins, source, player.coins)

    def _gain_points(self, player: Player, points: int, source: str) -> None:
        player.points += points
        player.tally("points_from", source, points)
        if points:
            self._note("points", player.seat, points, source, player.points)

    # ---------------------------------------------------------------------------------- discovery points

    def _discover(self, player: Player, points: int, source: str) -> Play:
        player.tally("discovery_from", source, points)
        player.pending += points
        yield from self._advance(player)

    def _advance(self, player: Player) -> Play:
        """Space by space, each with its rewards; at the end of the track there is nowhere to go."""
        track = self.figures["discovery.track"]
        while player.pending > 0:
            player.pending -= 1
            if player.discovery == len(track):
                continue
            player.discovery += 1
            self._note("discovery", player.seat, player.discovery)
            rewards = track[player.discovery - 1]
            self._gain_coins(player, rewards.get("coin", 0), "discovery")
            self._gain_points(player, rewards.get("vp", 0), "discovery")
            for _ in range(rewards.get("upgrade", 0)):
                if self.pile:
                    yield from self._gain_upgrade(player, self.pile.pop(0), "pile")

    # ---------------------------------------------------------------------------------- gaining an upgrade

    def _gain_upgrade(self, player: Player, upgrade: str, source: str) -> Play:
        """Its discovery points, if any, are left pending."""
        self._note("upgrade", player.seat, upgrade, source)
        player.gained[upgrade] += 1
        player.tally("upgrades", upgrade)
        if player.gained[upgrade] == 1:
            player.tally("upgrade_round", upgrade, self.round)
        for step in self._steps_named(upgrade, "gain"):
            self._gain_coins(player, step.get("coin", 0), "upgrades")
            self._gain_points(player, step.get("vp", 0), "effects")
            player.tally("discovery_from", "upgrades", step.get("discovery", 0))
            player.pending += step.get("discovery", 0)
        if self.figures[f"upgrades.{upgrade}.immediate"]:
            self._note("discard", player.seat, upgrade, "it acted at once")
            return
        if upgrade in player.owned:
            self._note("discard", player.seat, upgrade, "it is owned already")
            return
        if None in player.tiles:
            player.tiles[player.tiles.index(None)] = Tile(upgrade)
            return
        given_up = upgrade
        if player.tiles:
            given_up = yield from self._choose_to_give_up(player, upgrade)
        self._note("discard", player.seat, given_up, "given up")
        if given_up != upgrade:
            player.tiles[player.owned.index(given_up)] = Tile(upgrade)

    def _choose_to_give_up(self, player: Player, upgrade: str) -> Play:
        while True:
            options: set[Option] = {("give up", name) for name in [*player.owned, upgrade]}
            options |= self._purchases(player, "vp") | self._purchases(player, "discovery")
            choice = yield from self._ask(player, "GIVE_UP", options)
            if choice[0] == "give up":
                return choice[1]
            if choice == ("buy vp",):
                self._buy_vp(player)
            else:
                self._pay_for_discovery(player)

    def _steps_named(self, upgrade: str, op: str) -> list[dict[str, Any]]:
        return [step for step in self.figures[f"upgrades.{upgrade}.effect"] if step["op"] == op]

    def _steps_of(self, tile: Tile, op: str) -> list[dict[str, Any]]:
        return self._steps_named(tile.name, op)

    def _steps(self, player: Player, op: str) -> list[dict[str, Any]]:
        """What the player's permanent upgrades do in this way."""
        return [step for name in player.owned for step in self._steps_named(name, op)]

    # ---------------------------------------------------------------------------------- coins for points

    def _price(self, player: Player, what: str) -> int | None:
        prices = [step["n"] for step in self._steps(player, f"buy_{what}")]
        return min(prices) if prices else None

    def _purchases(self, player: Player, what: str) -> set[Option]:
        """The option to buy a point of this kind, if it can be bought."""
        price = self._price(player, what)
        if price is None or player.coins < price:
            return set()
        track_left = len(self.figures["discovery.track"]) - player.discovery - player.pending
        if what == "discovery" and track_left <= 0:
            return set()
        return {(f"buy {what}",)}

    def _pay_for(self, player: Player, what: str) -> None:
        price = self._price(player, what) or 0
        player.coins -= price
        player.tally("bought", what)
        self._note("buy", player.seat, what, price)

    def _buy_vp(self, player: Player) -> None:
        self._pay_for(player, "vp")
        self._gain_points(player, 1, "bought")

    def _pay_for_discovery(self, player: Player) -> None:
        """The point itself is left pending."""
        self._pay_for(player, "discovery")
        player.tally("discovery_from", "bought")
        player.pending += 1

    def _buy_discovery(self, player: Player) -> Play:
        self._pay_for_discovery(player)
        yield from self._advance(player)

    def _last_purchases(self, player: Player) -> Play:
        while options := self._purchases(player, "vp") | self._purchases(player, "discovery"):
            choice = yield from self._ask(player, "FINAL", options | {("done",)})
            if choice == ("done",):
                return
            if choice == ("buy vp",):
                self._buy_vp(player)
            else:
                yield from self._buy_discovery(player)

    # ---------------------------------------------------------------------------------- end of the game

    def final(self) -> list[dict[str, Any]]:
        """Each seat's points by what they are for, score, place on the Discovery track and rank."""
        if not self.over:
            raise ValueError("the game is not over")
        accounts: list[dict[str, Any]] = []
        for player in self.players:
            printed = [self.figures[f"upgrades.{name}.points"] * count for name, count in player.gained.items()]
            at_the_end = {
                "marker": self.figures["end.marker"] if player.seat == self.marker else 0,
                "coins": player.coins // self.figures["end.coins"],
                "upgrades": sum(printed),
            }
            before = {label: count for (column, label), count in player.tallies.items() if column == "points_from"}
            score = player.points + sum(at_the_end.values())
            accounts.append({"points": before | at_the_end, "score": score, "discovery": player.discovery})
        standings = [(account["score"], account["discovery"]) for account in accounts]
        for account, mine in zip(accounts, standings, strict=True):
            account["rank"] = 1 + len([other for other in standings if other > mine])
        return accounts
