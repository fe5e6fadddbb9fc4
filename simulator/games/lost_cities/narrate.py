"""Lost Cities in English: a line for each turn, with the stones' points, the tiles found and the totals."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import groupby
from typing import ClassVar

import numpy as np

from simulator.game.figures import Figures
from simulator.game.narration import Narrator
from simulator.game.wording import a, listed
from simulator.games.lost_cities.rules import CARD_VALUES, COLOURS, PATHS, STONES
from simulator.games.lost_cities.state import EndReason, Event, Tile


def narrate(events: np.ndarray, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """A game's events as lines of English; `players` are the names by seat."""
    return LostCitiesNarrator(players, figures).lines(np.asarray(events))


class LostCitiesNarrator(Narrator):
    """Knows where explorers, tiles and points are; a turn is gathered until its last event is known."""

    EVENTS = Event

    def __init__(self, players: Sequence[str], figures: Figures) -> None:
        super().__init__(players, figures)
        self.points = [0] * len(players)
        self.artifacts = [0] * len(players)
        self._clear()

    def before(self, event: IntEnum, _seat: int) -> Iterable[str]:
        """The layout and the hands, once all of them are known."""
        if event not in (Event.TILE, Event.HAND) and any(self.hands):
            yield from self._opening()

    def _clear(self) -> None:
        """An expedition's start: nobody on a path, no turn played."""
        seats = range(len(self.players))
        self.stones = [[0] * PATHS for _ in seats]
        self.researchers = [[False] * PATHS for _ in seats]
        self.found = [0 for _ in seats]  # artifact tiles of this expedition
        self.tiles: dict[int, dict[int, int]] = {path: {} for path in range(PATHS)}
        self.hands: list[list[int]] = [[] for _ in seats]
        self.turn = ""  # what the turn has brought so far
        self.turns = 0
        self.free_move = False  # a move was offered and has not been made or declined

    # -------------------------------------------------------------------------------- an expedition's start

    def _expedition(self, seat: int, expedition: int, _b: int, _c: int) -> Iterator[str]:
        self._clear()
        if expedition > 0:
            yield ""
        total = self.figures["expeditions"]
        number = f"Expedition {expedition + 1} of {total}" if total > 1 else "The expedition"
        yield f"{number}: {self.players[seat]} starts."

    def _tile(self, _seat: int, path: int, stone: int, tile: int) -> None:
        self.tiles[path][stone] = tile

    def _hand(self, seat: int, card: int, _b: int, _c: int) -> None:
        self.hands[seat].append(card)

    def _opening(self) -> Iterator[str]:
        for path in range(PATHS):
            laid = ", ".join(f"{stone} {_tile_name(tile)}" for stone, tile in sorted(self.tiles[path].items()))
            yield f"  {COLOURS[path]:<7}{laid or 'no tiles'}"
        for seat, hand in enumerate(self.hands):
            yield f"  {self.players[seat]} is dealt {_hand_text(hand)}."
        self.hands = [[] for _ in self.players]

    # -------------------------------------------------------------------------------- playing a card

    def _begin_turn(self, seat: int, what: str) -> None:
        self.turns += 1
        self.turn = f"{self.turns:>3}. {self.players[seat]} {what}"

    def _open(self, seat: int, card: int, researcher: int, _c: int) -> None:
        path = card // CARD_VALUES
        self.stones[seat][path], self.researchers[seat][path] = 1, bool(researcher)
        who = "the researcher" if researcher else "an adventurer"
        value = card % CARD_VALUES
        worth = self._worth(seat, path)
        self._begin_turn(seat, f"opens {COLOURS[path]} with {a(value)}: {who} on stone 1 ({worth})")

    def _advance(self, seat: int, card: int, stone: int, _c: int) -> None:
        path = card // CARD_VALUES
        self.stones[seat][path] = stone
        who = "the researcher steps" if self.researchers[seat][path] else "steps"
        self._begin_turn(seat, f"plays {_card_name(card)} and {who} {self._onto(seat, path)}")

    def _home_card(self, seat: int, card: int, _b: int, _c: int) -> None:
        self._begin_turn(seat, f"plays {_card_name(card)} from the lost city")
        self.free_move = True

    def _discard(self, seat: int, card: int, _b: int, _c: int) -> None:
        self._begin_turn(seat, f"discards {_card_name(card)}")

    # -------------------------------------------------------------------------------- explorers and tiles

    def _step(self, seat: int, path: int, stone: int, _c: int) -> None:
        self.free_move = False
        self.stones[seat][path] = stone
        who = f"the {COLOURS[path]} researcher" if self.researchers[seat][path] else COLOURS[path]
        self.turn += f": {who} moves on {self._onto(seat, path)}"

    def _decline(self, _seat: int, _a: int, _b: int, _c: int) -> None:
        self.free_move = False
        self.turn += ", but moves nobody"

    def _artifact(self, seat: int, _path: int, _stone: int, held: int) -> None:
        self.found[seat] = held
        self.turn += f", taking an artifact ({self.artifacts[seat] + held} so far)"

    def _victory(self, seat: int, _path: int, _stone: int, points: int) -> None:
        self.points[seat] += points
        self.turn += f", earning {points} points (now {self.points[seat]})"

    def _arrow(self, _seat: int, _path: int, _stone: int, _c: int) -> None:
        self.turn += ", an arrow"
        self.free_move = True

    def _cross(self, _seat: int, _path: int, crossed: int, _c: int) -> None:
        self.turn += f", over the bridge ({crossed} of {self.figures['ends.pieces_over_bridge']})"

    # -------------------------------------------------------------------------------- drawing

    def _draw(self, _seat: int, card: int, left: int, _c: int) -> Iterator[str]:
        yield self._end_turn(f"Draws {_card_name(card)} ({f'{left} left' if left else 'the last card'}).")

    def _take(self, _seat: int, card: int, _b: int, _c: int) -> Iterator[str]:
        yield self._end_turn(f"Takes {_card_name(card)} from the discards.")

    def _end_turn(self, last: str) -> str:
        nobody = ", but nobody is left to move" if self.free_move else ""
        line = f"{self.turn}{nobody}. {last}".rstrip()
        self.turn, self.free_move = "", False
        return line

    # -------------------------------------------------------------------------------- scoring

    def _expedition_end(self, _seat: int, expedition: int, reason: int, turns: int) -> Iterator[str]:
        if self.turn:
            yield self._end_turn("")
        over, idle = self.figures["ends.pieces_over_bridge"], self.figures["ends.stall_turns"]
        why = {
            EndReason.BRIDGE: f"{_count(over, 'explorer')} over the bridges",
            EndReason.DRAW_PILE: "The draw pile is used up",
            EndReason.STALL: f"{_count(idle, 'turn')} in a row without a card from the pile",
        }[EndReason(reason)]
        yield f"{why}: expedition {expedition + 1} ends after {_count(turns, 'turn')}."

    def _score(self, seat: int, positive: int, negative: int, total: int) -> Iterator[str]:
        gain = positive + negative
        text = f"  {self.players[seat]}: {self._stones_text(seat)}; {self.points[seat]} {_signed(gain)} = "
        due = self.points[seat] + gain
        text += f"{total} points" if due == total else f"{due}, but nobody falls below {total}"
        self.points[seat] = total
        self.artifacts[seat] += self.found[seat]
        yield f"{text}; {_count(self.artifacts[seat], 'artifact')}."

    def _stones_text(self, seat: int) -> str:
        """Where the seat's explorers stand, the furthest first."""
        out = [path for path in range(PATHS) if self.stones[seat][path]]
        out.sort(key=lambda path: -self.stones[seat][path])
        return ", ".join(f"{COLOURS[path]} {self._worth(seat, path)}" for path in out) or "no explorer out"

    def _artifact_pay(self, seat: int, artifacts: int, points: int, total: int) -> Iterator[str]:
        if seat == 0:
            yield "The artifacts are paid:"
        due = f"{self.points[seat]} {_signed(points)}"
        self.points[seat] = total
        yield f"  {self.players[seat]}: {_count(artifacts, 'artifact')}; {due} = {total} points."

    def close(self) -> Iterator[str]:
        """Who won, and the order behind."""
        order = sorted(range(len(self.players)), key=self._standing, reverse=True)
        best = [seat for seat in order if self._standing(seat) == self._standing(order[0])]
        names = listed(self.players[seat] for seat in best)
        text = f"{names} {'wins' if len(best) == 1 else 'share the win'} with {self.points[best[0]]} points"
        behind = order[len(best) :]
        if behind and self.points[behind[0]] == self.points[best[0]]:
            text += f" and more artifacts ({self.artifacts[best[0]]} to {self.artifacts[behind[0]]})"
        if behind:
            text += ", ahead of " + ", ".join(f"{self.players[seat]} with {self.points[seat]}" for seat in behind)
        yield f"{text}."

    def _standing(self, seat: int) -> tuple[int, int]:
        return self.points[seat], self.artifacts[seat]

    # -------------------------------------------------------------------------------- words

    def _onto(self, seat: int, path: int) -> str:
        stone = self.stones[seat][path]
        where = "into the lost city" if stone == STONES else f"to stone {stone}"
        return f"{where} ({self._worth(seat, path)})"

    def _worth(self, seat: int, path: int) -> str:
        """The points of the stone an explorer stands on, and how many times they count for a researcher."""
        points = self.figures["stones.values"][self.stones[seat][path] - 1]
        factor = self.figures["researcher.factor"]
        return f"{factor} x {points}" if self.researchers[seat][path] else f"{points}"

    TABLE: ClassVar[Mapping[IntEnum, Callable[..., Iterable[str] | None]]] = {
        Event.EXPEDITION: _expedition,
        Event.TILE: _tile,
        Event.HAND: _hand,
        Event.OPEN: _open,
        Event.ADVANCE: _advance,
        Event.HOME_CARD: _home_card,
        Event.DISCARD: _discard,
        Event.STEP: _step,
        Event.DECLINE: _decline,
        Event.ARTIFACT: _artifact,
        Event.VICTORY: _victory,
        Event.ARROW: _arrow,
        Event.CROSS: _cross,
        Event.DRAW: _draw,
        Event.TAKE: _take,
        Event.EXPEDITION_END: _expedition_end,
        Event.SCORE: _score,
        Event.ARTIFACT_PAY: _artifact_pay,
    }


def _card_name(card: int) -> str:
    return f"{COLOURS[card // CARD_VALUES]} {card % CARD_VALUES}"


def _hand_text(cards: Sequence[int]) -> str:
    """`blue 2 4 4, red 9`: a hand by colours."""
    colours = groupby(sorted(cards), key=lambda card: card // CARD_VALUES)
    values = ((path, " ".join(str(card % CARD_VALUES) for card in own)) for path, own in colours)
    return ", ".join(f"{COLOURS[path]} {own}" for path, own in values)


def _tile_name(tile: int) -> str:
    return f"+{tile}" if tile > 0 else Tile(tile).name.lower()


def _signed(points: int) -> str:
    return f"- {-points}" if points < 0 else f"+ {points}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
