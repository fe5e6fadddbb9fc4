"""Narrate a game of Lost Cities in English: a line a turn, with the stones' points, the tiles found and the totals."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import groupby
from typing import ClassVar

import numpy as np

from digsite.simulator.game.facts import UNKNOWN
from digsite.simulator.game.narration import Narrator, PlacedLine
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.wording import Wording, a, listed, ordinal
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, COLOURS, PATHS, STONES
from digsite.simulator.games.lost_cities.state import EndReason, Event, Tile

WORDING = Wording(
    level_win="are won on the tie-break, by more artifacts",
    ends={
        "draw pile": "when the draw pile is used up",
        "bridge": "when enough explorers are over the bridges",
        "stall": "by the stall guard, which the rules do not have",
    },
    uncounted="artifacts, which are paid at the end",
)


def narrate(events: np.ndarray, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """Yield a game's events as lines of English; `players` are the names by seat."""
    return LostCitiesNarrator(players, figures).lines(np.asarray(events))


class LostCitiesNarrator(Narrator):
    """Tracks explorers, tiles and points; collects a turn until its last event is known."""

    EVENTS = Event

    def __init__(self, players: Sequence[str], figures: Figures) -> None:
        super().__init__(players, figures)
        self.points = [0] * len(players)
        self.artifacts = [0] * len(players)
        self.scored = 0  # accounts of a seat and an expedition
        self._clear()

    def before(self, event: IntEnum, _seat: int) -> Iterable[str]:
        """Return the layout and the hands, once all of them are known."""
        if event not in (Event.TILE, Event.HAND) and any(self.hands):
            yield from self._opening()

    def _clear(self) -> None:
        """Reset to an expedition's start: no explorer on a path, no turn played."""
        seats = range(len(self.players))
        self.stones = [[0] * PATHS for _ in seats]
        self.researchers = [[False] * PATHS for _ in seats]
        self.tops: list[list[int | None]] = [[None] * PATHS for _ in seats]  # last cards, until the direction is set
        self.found = [0 for _ in seats]  # artifact tiles of this expedition
        self.tiles: dict[int, dict[int, int]] = {path: {} for path in range(PATHS)}
        self.hands: list[list[int]] = [[] for _ in seats]
        self.turn = ""  # what has happened in the turn so far
        self.turns = 0
        self.free_move = False  # a move has been offered but not yet made or declined
        self.last_step = (0, 0)  # the path and stone of the last step

    # -------------------------------------------------------------------------------- an expedition's start

    def _expedition(self, seat: int, expedition: int) -> Iterator[str]:
        self._clear()
        if expedition > 0:
            yield ""
        total = self.figures["expeditions"]
        chapter = f"expedition {expedition + 1} of {total}" if total > 1 else ""
        head = (chapter or "the expedition").capitalize()
        yield PlacedLine(f"{head}: {self.players[seat]} starts.", chapter=chapter)

    def _tile(self, path: int, stone: int, tile: int) -> None:
        self.tiles[path][stone] = tile

    def _hand(self, seat: int, card: int) -> None:
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

    def _open(self, seat: int, card: int, researcher: int) -> None:
        path, value = divmod(card, CARD_VALUES)
        self.stones[seat][path], self.researchers[seat][path] = 1, bool(researcher)
        self.tops[seat][path], self.last_step = value, (path, 1)
        who = "the researcher" if researcher else "an adventurer"
        worth = self._worth(seat, path)
        self._begin_turn(seat, f"opens {COLOURS[path]} with {a(value)}: {who} on stone 1 ({worth})")

    def _advance(self, seat: int, card: int, stone: int) -> None:
        path = card // CARD_VALUES
        self._begin_turn(seat, f"plays {_card_name(card)}{self._way(seat, card)}: ")
        self._move(seat, path, stone)

    def _home_card(self, seat: int, card: int) -> None:
        self._begin_turn(seat, f"plays {_card_name(card)} for its explorer in the lost city{self._way(seat, card)}")
        self.free_move = True

    def _way(self, seat: int, card: int) -> str:
        """Return the direction of a path, if paths may descend and this card settles it."""
        path, value = divmod(card, CARD_VALUES)
        top = self.tops[seat][path]
        if not self.figures["play.descending_paths"] or top is None or value == top:
            return ""
        self.tops[seat][path] = None
        return f" and so takes {COLOURS[path]} {'upwards' if value > top else 'downwards'}"

    def _discard(self, seat: int, card: int) -> None:
        self._begin_turn(seat, f"discards {_card_name(card)}")

    # -------------------------------------------------------------------------------- explorers and tiles

    def _step(self, seat: int, path: int, stone: int) -> None:
        self.free_move = False
        self.turn += ": "
        self._move(seat, path, stone)

    def _move(self, seat: int, path: int, stone: int) -> None:
        self.stones[seat][path], self.last_step = stone, (path, stone)
        where = "into the lost city" if stone == STONES else f"to stone {stone}"
        self.turn += f"{self._who(seat, path)} steps {where} ({self._worth(seat, path)})"

    def _decline(self) -> None:
        self.free_move = False
        self.turn += ", but moves nobody"

    def _artifact(self, seat: int, path: int, stone: int, artifacts: int) -> None:
        self.found[seat] = artifacts
        self.tiles[path].pop(stone, None)
        self.turn += f", taking an artifact ({self.artifacts[seat] + artifacts} so far)"

    def _victory(self, seat: int, points: int) -> None:
        self.points[seat] += points
        self.turn += f", earning {points} points (now {self.points[seat]})"

    def _arrow(self) -> None:
        self.turn += ", finding an arrow"
        self.free_move = True

    def _cross(self, crossed: int) -> None:
        self.turn += f", over the bridge ({crossed} of {self.figures['ends.pieces_over_bridge']})"

    # -------------------------------------------------------------------------------- drawing

    def _draw(self, card: int, pile: int) -> Iterator[str]:
        yield self._end_turn(f"Draws {_card_name(card)} ({f'{pile} left' if pile else 'the last card'}).")

    def _take(self, card: int) -> Iterator[str]:
        yield self._end_turn(f"Takes {_card_name(card)} from the discards.")

    def _end_turn(self, last: str) -> str:
        nobody = ", but nobody is left to move" if self.free_move else ""
        line = PlacedLine(f"{self.turn}{nobody}. {last}".rstrip(), turn=self.turns)
        self.turn, self.free_move = "", False
        return line

    # -------------------------------------------------------------------------------- scoring

    def _expedition_end(self, seat: int, expedition: int, reason: int, turns: int) -> Iterator[str]:
        if self.turn:
            yield self._end_turn(self._unused_tile())
        over, idle = self.figures["ends.pieces_over_bridge"], self.figures["ends.stall_turns"]
        why = {
            EndReason.BRIDGE: f"{self.players[seat]} brings the {ordinal(over)} explorer over a bridge",
            EndReason.DRAW_PILE: f"{self.players[seat]} has drawn the last card of the pile",
            EndReason.STALL: f"{_count(idle, 'turn')} in a row without a card from the pile",
        }[EndReason(reason)]
        which = f"expedition {expedition + 1}" if self.figures["expeditions"] > 1 else "the expedition"
        yield f"{why}: {which} ends after {_count(turns, 'turn')}."

    def _unused_tile(self) -> str:
        """Return the tile reached in vain by the explorer who ended the expedition."""
        path, stone = self.last_step
        tile = self.tiles[path].get(stone)
        if not tile:
            return ""
        return (
            f"The {tile} points there come too late." if tile > 0 else f"The {_tile_name(tile)} there comes too late."
        )

    def _score(self, seat: int, positive: int, negative: int, total: int) -> Iterator[str]:
        earned = positive + negative
        due = self.points[seat] + earned
        text = f"  {self.players[seat]}: {self._stones_text(seat)}; {self.points[seat]} {_signed(earned)} = {due}"
        text += " points" if due == total else f", raised to {total} points{self._floor_text()}"
        self.points[seat] = total
        self.artifacts[seat] += self.found[seat]
        yield f"{text}; {_count(self.artifacts[seat], 'artifact')}."
        self.scored += 1
        if seat == len(self.players) - 1 and self.scored < self.figures["expeditions"] * len(self.players):
            yield self._lead_text()

    def _floor_text(self) -> str:
        floor = self.figures["score.floor"]
        holds_total = self.figures["score.floor_on"] == "total"
        return f" as {'nobody falls' if holds_total else 'no expedition counts'} below {floor}"

    def _lead_text(self) -> str:
        """Return the leader between two expeditions; artifacts are not yet scored."""
        order = sorted(range(len(self.players)), key=lambda seat: -self.points[seat])
        first = [seat for seat in order if self.points[seat] == self.points[order[0]]]
        if len(first) > 1:
            return f"  {listed(self.players[seat] for seat in first)} are level in the lead."
        margin = self.points[order[0]] - self.points[order[1]]
        return f"  {self.players[order[0]]} leads {self.players[order[1]]} by {_count(margin, 'point')}."

    def _stones_text(self, seat: int) -> str:
        """Return the places of the seat's explorers, the furthest first."""
        out = [path for path in range(PATHS) if self.stones[seat][path]]
        out.sort(key=lambda path: -self.stones[seat][path])
        return ", ".join(f"{COLOURS[path]} {self._worth(seat, path)}" for path in out) or "no explorer out"

    def _artifact_pay(self, seat: int, artifacts: int, points: int, total: int) -> Iterator[str]:
        if seat == 0:
            yield "The artifacts are paid:"
        due = f"{self.points[seat]} {_signed(points)}"
        self.points[seat] = total
        yield f"  {self.players[seat]}: {_count(artifacts, 'artifact')}; {due} = {total} points."

    def pause(self) -> Iterator[str]:
        """Yield the turn as far as it has gone."""
        if any(self.hands):
            yield from self._opening()
        if self.turn:
            yield PlacedLine(f"{self.turn} …", turn=self.turns)

    def close(self) -> Iterator[str]:
        """Yield the winner, the margin, and the other players in order."""
        order = sorted(range(len(self.players)), key=self._standing, reverse=True)
        best = [seat for seat in order if self._standing(seat) == self._standing(order[0])]
        names = listed(self.players[seat] for seat in best)
        text = f"{names} {'wins' if len(best) == 1 else 'share the win'} with {_count(self.points[best[0]], 'point')}"
        if behind := order[len(best) :]:
            text += self._ahead_text(best[0], behind[0])
            text += "".join(f"; {self.players[seat]} has {self.points[seat]}" for seat in behind[1:])
        yield f"{text}."

    def _ahead_text(self, first: int, second: int) -> str:
        margin = self.points[first] - self.points[second]
        if margin:
            return f", {margin} ahead of {self.players[second]} with {self.points[second]}"
        artifacts = f"{self.artifacts[first]} to {self.artifacts[second]}"
        return f" and more artifacts than {self.players[second]} ({artifacts}), who has as many points"

    def _standing(self, seat: int) -> tuple[int, int]:
        return self.points[seat], self.artifacts[seat]

    # -------------------------------------------------------------------------------- words

    def _who(self, seat: int, path: int) -> str:
        return f"the {COLOURS[path]} {'researcher' if self.researchers[seat][path] else 'adventurer'}"

    def _worth(self, seat: int, path: int) -> str:
        """Return the points of the stone an explorer stands on, and the factor for a researcher."""
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
    return "a card" if card == UNKNOWN else f"{COLOURS[card // CARD_VALUES]} {card % CARD_VALUES}"


def _hand_text(cards: Sequence[int]) -> str:
    """Return a hand by colours: `blue 2 4 4, red 9`."""
    if UNKNOWN in cards:
        return _count(len(cards), "card")
    colours = groupby(sorted(cards), key=lambda card: card // CARD_VALUES)
    values = ((path, " ".join(str(card % CARD_VALUES) for card in own)) for path, own in colours)
    return ", ".join(f"{COLOURS[path]} {own}" for path, own in values)


def _tile_name(tile: int) -> str:
    return f"+{tile}" if tile > 0 else Tile(tile).name.lower()


def _signed(points: int) -> str:
    return f"- {-points}" if points < 0 else f"+ {points}"


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"
