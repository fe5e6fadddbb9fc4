"""Lost Cities: The Board Game, played slowly and plainly with Python objects.

A test oracle: written from the rulebook, shares no code with the kernel.  Every rule stands where a reader
of the rulebook would look for it; nothing is clever and nothing is fast.

Chance does not live in here.  The caller hands in ``deals``, which gives for each expedition the shuffled
deck (hands first, seat by seat, then the draw pile) and the event tiles on their spaces.

Colours and seats count from 0, stepping stones from 1 (1 is the -20 stone, 9 the lost city).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

Card = tuple[int, int]  # (colour, value)
Space = tuple[int, int]  # (colour, stone)
Tile = tuple[str, int]  # ("artifact", 0) | ("arrow", 0) | ("victory", points)
Explorer = tuple[int, bool]  # (stone, is it the researcher?)
Option = tuple  # see Game.options
Deals = Callable[[int], tuple[list[Card], dict[Space, Tile]]]


@dataclass(frozen=True)
class Figures:
    """The numbers of the game, and how open points of the rules are read."""

    # cards
    colours: int = 5
    values: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    copies: int = 2
    hand: int = 8
    removed: dict[int, int] = field(default_factory=lambda: {2: 30, 3: 0, 4: 0})  # by number of players
    # explorer pieces of each player
    adventurers: int = 4
    researchers: int = 1
    # paths
    stones: tuple[int, ...] = (-20, -15, -10, 5, 10, 15, 30, 35, 50)
    bridge_after: int = 6
    researcher_factor: int = 2
    # event tiles: the stones of each path that carry one, and what the tiles are
    event_spaces: tuple[tuple[int, ...], ...] = (
        (3, 5, 6, 7, 9),
        (2, 4, 5, 7, 9),
        (2, 3, 5, 7, 9),
        (3, 4, 6, 7, 9),
        (2, 4, 5, 7, 9),
    )
    artifact_tiles: int = 9
    arrow_tiles: int = 9
    victory_tiles: tuple[int, ...] = (5, 5, 10, 10, 10, 15, 15)
    # points for 0, 1, 2, ... artifact tokens; the last entry is also for more
    artifact_track: tuple[int, ...] = (-25, -20, -15, -10, -5, 25, 30, 35, 40, 70, 100)
    # ends
    expeditions: int = 3
    pieces_to_end: int = 5
    stall_turns: int = 0  # turns in a row without a draw-pile card that end an expedition; 0: never
    # scoring
    floor: int = 0
    floor_on: str = "total"  # "total": all of a player's points; "expedition": what its explorers earn
    floor_on_artifacts: bool = False
    # readings
    may_draw_own_fresh_discard: bool = False
    must_open_with_lowest: bool = False
    arrow_optional: bool = True
    descending_paths: bool = False  # the rule variant


SHORT_TRACK = (-20, -15, 10, 15, 30, 50)  # artifact track of the short game (one expedition)


@dataclass
class Player:
    """What lies in front of one player, and the tallies kept for the final account."""

    # this expedition
    hand: Counter[Card] = field(default_factory=Counter)
    columns: list[list[Card]] = field(default_factory=list)  # per colour: the cards played, in order
    explorers: list[Explorer | None] = field(default_factory=list)  # per colour
    artifact_tiles: int = 0
    # the whole game
    tokens: int = 0
    points: int = 0
    stones_positive: int = 0
    stones_negative: int = 0
    tile_points: int = 0
    artifact_points: int = 0
    floor_relief: int = 0
    paths_opened: int = 0
    researcher_points: int = 0
    bridge_crossings: int = 0


class Game:
    """One game.  Ask ``options()``, then ``apply`` one of them, until ``over``."""

    def __init__(self, figures: Figures, seats: int, deals: Deals, starter: int = 0) -> None:
        if not 0 <= starter < seats:
            raise ValueError(f"no seat {starter} among {seats}")
        self.figures = figures
        self.seats = seats
        self.deals = deals
        self.players = [Player() for _ in range(seats)]
        self.over = False
        self.seat = starter
        self.decision = "play"  # "play" | "step" | "draw"; "" once the game is over
        self.step_optional = True  # in a step decision: may it be declined?
        self.fresh_discard: int | None = None  # colour of the card discarded this turn
        self.expedition = 0
        self.end_reasons: list[str] = []
        self.expedition_turns: list[int] = []
        self.scores_after: list[list[int]] = []
        self.turns = 0
        self._prepare_expedition()

    # ------------------------------------------------------------------------------------ preparing to play

    def _prepare_expedition(self) -> None:
        figures = self.figures
        deck, tiles = self.deals(self.expedition)
        self._check_deal(deck, tiles)
        deck = list(deck)
        for player in self.players:
            player.hand = Counter(deck[: figures.hand])
            deck = deck[figures.hand :]
            player.columns = [[] for _ in range(figures.colours)]
            player.explorers = [None] * figures.colours
            player.artifact_tiles = 0
        self.pile: list[Card] = deck  # the first is drawn first
        self.discards: list[list[Card]] = [[] for _ in range(figures.colours)]  # the last is on top
        self.tiles: dict[Space, Tile] = dict(tiles)
        self.crossed = 0  # explorers of all players beyond a bridge
        self.turns_this_expedition = 0
        self.turns_without_pile = 0
        self._begin_turn()

    def _check_deal(self, deck: list[Card], tiles: dict[Space, Tile]) -> None:
        figures = self.figures
        if len(deck) <= self.seats * figures.hand:
            raise ValueError("the deck must deal every hand and leave a draw pile")
        for (colour, value), count in Counter(deck).items():
            if colour not in range(figures.colours) or value not in figures.values or count > figures.copies:
                raise ValueError(f"not in the deck: {count} x {(colour, value)}")
        for (colour, stone), (kind, _points) in tiles.items():
            if colour not in range(figures.colours) or stone not in range(1, self.last_stone + 1):
                raise ValueError(f"no such stone: {(colour, stone)}")
            if kind not in ("artifact", "arrow", "victory"):
                raise ValueError(f"no such tile: {kind}")

    @property
    def last_stone(self) -> int:
        return len(self.figures.stones)

    def _begin_turn(self) -> None:
        self.decision = "play"
        self.fresh_discard = None

    # ---------------------------------------------------------------------------------------------- options

    def options(self) -> set[Option]:
        """What the player in ``seat`` may do now.

        play: ("open", colour, value, "adventurer" | "researcher"), ("advance", colour, value),
              ("discard", colour, value)
        step: ("step", colour), ("decline",)
        draw: ("pile",), ("take", colour)
        """
        if self.over:
            return set()
        if self.decision == "play":
            return self._play_options()
        if self.decision == "step":
            return self._step_options()
        return self._draw_options()

    def _play_options(self) -> set[Option]:
        player = self.players[self.seat]
        options: set[Option] = set()
        for colour, value in player.hand:
            options.add(("discard", colour, value))
            if player.explorers[colour] is None:
                if self._may_open_with(player, colour, value):
                    for piece in self._pieces_left(player):
                        options.add(("open", colour, value, piece))
            elif self._fits(player.columns[colour], value):
                options.add(("advance", colour, value))
        return options

    def _may_open_with(self, player: Player, colour: int, value: int) -> bool:
        if not self.figures.must_open_with_lowest:
            return True
        in_hand = [v for c, v in player.hand if c == colour]
        if value == min(in_hand):
            return True
        return self.figures.descending_paths and value == max(in_hand)

    def _pieces_left(self, player: Player) -> list[str]:
        sent = [explorer for explorer in player.explorers if explorer is not None]
        researchers = len([explorer for explorer in sent if explorer[1]])
        adventurers = len(sent) - researchers
        pieces = []
        if adventurers < self.figures.adventurers:
            pieces.append("adventurer")
        if researchers < self.figures.researchers:
            pieces.append("researcher")
        return pieces

    def _fits(self, column: list[Card], value: int) -> bool:
        """May a card of this value be put on this (not empty) column?"""
        played = [v for _colour, v in column]
        last = played[-1]
        if not self.figures.descending_paths:
            return value >= last
        different = [v for v in played if v != played[0]]
        if not different:  # nothing but equal cards so far: the direction is still open
            return True
        ascending = different[0] > played[0]
        return value >= last if ascending else value <= last

    def _steppers(self) -> list[int]:
        """Colours of the paths on which the player to move has an explorer not yet on the last stone."""
        steppers = []
        for colour, explorer in enumerate(self.players[self.seat].explorers):
            if explorer is not None and explorer[0] < self.last_stone:
                steppers.append(colour)
        return steppers

    def _step_options(self) -> set[Option]:
        options: set[Option] = {("step", colour) for colour in self._steppers()}
        if self.step_optional:
            options.add(("decline",))
        return options

    def _draw_options(self) -> set[Option]:
        options: set[Option] = {("pile",)}
        for colour, discard in enumerate(self.discards):
            if not discard:
                continue
            if colour == self.fresh_discard and not self.figures.may_draw_own_fresh_discard:
                continue
            options.add(("take", colour))
        return options

    # ---------------------------------------------------------------------------------------------- playing

    def apply(self, option: Option) -> None:
        if option not in self.options():
            raise ValueError(f"seat {self.seat} may not {option!r} now ({self.decision or 'over'})")
        kind = option[0]
        if kind == "open":
            self._open(option[1], option[2], option[3] == "researcher")
        elif kind == "advance":
            self._advance(option[1], option[2])
        elif kind == "discard":
            self._discard(option[1], option[2])
        elif kind == "step":
            self._move(option[1])
        elif kind == "decline":
            self.decision = "draw"
        elif kind == "pile":
            self._draw_from_pile()
        else:
            self._take_discard(option[1])

    def _remove_from_hand(self, card: Card) -> None:
        hand = self.players[self.seat].hand
        hand[card] -= 1
        if hand[card] == 0:
            del hand[card]

    def _open(self, colour: int, value: int, researcher: bool) -> None:
        """Beginning an expedition down a path."""
        player = self.players[self.seat]
        self._remove_from_hand((colour, value))
        player.columns[colour].append((colour, value))
        player.explorers[colour] = (0, researcher)  # the move puts it on the first stone
        player.paths_opened += 1
        self._move(colour)

    def _advance(self, colour: int, value: int) -> None:
        """Stepping to a new stone, or, from a lost city, moving any one explorer."""
        player = self.players[self.seat]
        self._remove_from_hand((colour, value))
        player.columns[colour].append((colour, value))
        if colour in self._steppers():
            self._move(colour)
        else:
            self._offer_step(optional=True)

    def _discard(self, colour: int, value: int) -> None:
        self._remove_from_hand((colour, value))
        self.discards[colour].append((colour, value))
        self.fresh_discard = colour
        self.decision = "draw"

    def _move(self, colour: int) -> None:
        """Move the explorer on this path one stone forward and do what the new stone asks."""
        player = self.players[self.seat]
        explorer = player.explorers[colour]
        assert explorer is not None
        stone, researcher = explorer
        stone += 1
        player.explorers[colour] = (stone, researcher)
        if stone == self.figures.bridge_after + 1:
            self.crossed += 1
            player.bridge_crossings += 1
            if self.crossed == self.figures.pieces_to_end:  # at once: no tile, no draw
                self._end_expedition("bridge")
                return
        self._find_tile(colour, stone)

    def _find_tile(self, colour: int, stone: int) -> None:
        player = self.players[self.seat]
        kind, points = self.tiles.get((colour, stone), ("none", 0))
        self.decision = "draw"
        if kind == "artifact":
            del self.tiles[(colour, stone)]
            player.artifact_tiles += 1
        elif kind == "victory":  # the tile stays; the researcher gets no more than an adventurer
            player.points += points
            player.tile_points += points
        elif kind == "arrow":  # the tile stays
            self._offer_step(optional=self.figures.arrow_optional)

    def _offer_step(self, optional: bool) -> None:
        if self._steppers():
            self.decision = "step"
            self.step_optional = optional
        else:
            self.decision = "draw"

    # ---------------------------------------------------------------------------------------------- drawing

    def _draw_from_pile(self) -> None:
        card = self.pile.pop(0)
        self.players[self.seat].hand[card] += 1
        self.turns_without_pile = 0
        if not self.pile:
            self._end_expedition("pile")
        else:
            self._finish_turn()

    def _take_discard(self, colour: int) -> None:
        card = self.discards[colour].pop()
        self.players[self.seat].hand[card] += 1
        self.turns_without_pile += 1
        if self.figures.stall_turns > 0 and self.turns_without_pile >= self.figures.stall_turns:
            self._end_expedition("stall")
        else:
            self._finish_turn()

    def _count_turn(self) -> None:
        self.turns += 1
        self.turns_this_expedition += 1
        self.seat = (self.seat + 1) % self.seats

    def _finish_turn(self) -> None:
        self._count_turn()
        self._begin_turn()

    # ------------------------------------------------------------------------------------- ends and scoring

    def _end_expedition(self, reason: str) -> None:
        self._count_turn()  # the turn that ends the expedition counts; the next player starts the next one
        self.end_reasons.append(reason)
        self.expedition_turns.append(self.turns_this_expedition)
        for player in self.players:
            self._score_expedition(player)
        self.scores_after.append([player.points for player in self.players])
        self.expedition += 1
        if self.expedition < self.figures.expeditions:
            self._prepare_expedition()
        else:
            self._end_game()

    def _score_expedition(self, player: Player) -> None:
        positive = 0
        negative = 0
        for explorer in player.explorers:
            if explorer is None:
                continue
            stone, researcher = explorer
            worth = self.figures.stones[stone - 1]
            if researcher:
                worth *= self.figures.researcher_factor
                player.researcher_points += worth
            if worth > 0:
                positive += worth
            else:
                negative += worth
        player.stones_positive += positive
        player.stones_negative += negative
        earned = positive + negative
        if self.figures.floor_on == "expedition" and earned < self.figures.floor:
            player.floor_relief += self.figures.floor - earned
            earned = self.figures.floor
        player.points += earned
        if self.figures.floor_on == "total":
            self._raise_to_floor(player)
        player.tokens += player.artifact_tiles  # tiles are exchanged for tokens
        player.artifact_tiles = 0

    def _raise_to_floor(self, player: Player) -> None:
        if player.points < self.figures.floor:
            player.floor_relief += self.figures.floor - player.points
            player.points = self.figures.floor

    def _end_game(self) -> None:
        """Artifact tokens are paid.  The cards and explorers of the last expedition stay on the table."""
        track = self.figures.artifact_track
        for player in self.players:
            player.artifact_points = track[min(player.tokens, len(track) - 1)]
            player.points += player.artifact_points
            if self.figures.floor_on_artifacts:
                self._raise_to_floor(player)
        self.over = True
        self.decision = ""

    def final(self) -> list[dict]:
        """The account of each seat; the score is the sum of its parts."""
        if not self.over:
            raise ValueError("the game is not over")
        standings = [(player.points, player.tokens) for player in self.players]  # ties: most artifacts
        accounts = []
        for player in self.players:
            mine = (player.points, player.tokens)
            accounts.append(
                {
                    "score": player.points,
                    "rank": 1 + len([other for other in standings if other > mine]),
                    "artifacts": player.tokens,
                    "parts": {
                        "stones_positive": player.stones_positive,
                        "stones_negative": player.stones_negative,
                        "tiles": player.tile_points,
                        "artifact_points": player.artifact_points,
                        "floor_relief": player.floor_relief,
                    },
                    "paths_opened": player.paths_opened,
                    "researcher_points": player.researcher_points,
                    "bridge_crossings": player.bridge_crossings,
                }
            )
        return accounts

    # ------------------------------------------------------------------- the table, seat by seat, to compare

    @property
    def hands(self) -> list[Counter[Card]]:
        return [player.hand for player in self.players]

    @property
    def columns(self) -> list[list[list[Card]]]:
        """Per seat and colour: the cards played, in order."""
        return [player.columns for player in self.players]

    @property
    def explorers(self) -> list[list[Explorer | None]]:
        """Per seat and colour: None or (stone, is it the researcher?)."""
        return [player.explorers for player in self.players]

    @property
    def artifact_tiles(self) -> list[int]:
        """Artifact tiles of this expedition, not yet exchanged."""
        return [player.artifact_tiles for player in self.players]

    @property
    def tokens(self) -> list[int]:
        return [player.tokens for player in self.players]

    @property
    def points(self) -> list[int]:
        return [player.points for player in self.players]


# ------------------------------------------------------------------------------------------- shuffled deals


def full_deck(figures: Figures) -> list[Card]:
    return [(c, v) for c in range(figures.colours) for v in figures.values for _ in range(figures.copies)]


def shuffled_deals(figures: Figures, seats: int, rng: random.Random) -> Deals:
    """Deals as the rulebook shuffles them; each call shuffles anew."""

    def deal(_expedition: int) -> tuple[list[Card], dict[Space, Tile]]:
        deck = full_deck(figures)
        rng.shuffle(deck)
        deck = deck[figures.removed.get(seats, 0) :]
        tiles: list[Tile] = [("artifact", 0)] * figures.artifact_tiles
        tiles += [("arrow", 0)] * figures.arrow_tiles
        tiles += [("victory", points) for points in figures.victory_tiles]
        rng.shuffle(tiles)
        spaces = [(c, stone) for c, stones in enumerate(figures.event_spaces) for stone in stones]
        return deck, dict(zip(spaces, tiles, strict=True))

    return deal
