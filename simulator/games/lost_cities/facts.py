"""What Lost Cities shows to a seat: the table of public facts, its own hand, and options in words."""

from collections.abc import Iterator
from typing import Any

from digsite.simulator.game.facts import Choice, Facts, Scene, Secret
from digsite.simulator.game.wording import counted, listed
from digsite.simulator.games.lost_cities.options import DECLINE, PILE, Action, action_of, what_of
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, CARDS, COLOURS, PATHS, STONES
from digsite.simulator.games.lost_cities.state import Decision, Direction, Tile

_WAYS = {Direction.DOWN: ", downwards", Direction.OPEN: "", Direction.UP: ", upwards"}


def card(number: int) -> str:
    """Return a card in words: blue 7."""
    return f"{COLOURS[number // CARD_VALUES]} {number % CARD_VALUES}"


def _cards_in(held: int, twice: int) -> Iterator[int]:
    for number in range(CARDS):
        yield from [number] * ((held >> number & 1) + (twice >> number & 1))


def _hand(scene: Scene) -> list[str]:
    state = scene.state
    return [card(it) for it in _cards_in(int(state.held[scene.viewer]), int(state.twice[scene.viewer]))]


def _hand_size(scene: Scene, seat: int) -> int:
    return sum(1 for _ in _cards_in(int(scene.state.held[seat]), int(scene.state.twice[seat])))


def _known(scene: Scene, seat: int) -> list[str]:
    """Return the cards that all saw the seat take from a discard pile."""
    return [card(it) for it in range(CARDS) for _ in range(scene.state.shown[seat, it])]


def _paths(scene: Scene, seat: int) -> list[str]:
    """Return the seat's columns: who is where on each path, and the last card."""
    state, shown = scene.state, []
    for path in range(PATHS):
        if not state.column_size[seat, path]:
            continue
        who = "researcher" if state.researcher[seat, path] else "adventurer"
        stone = int(state.stone[seat, path])
        where = "in the lost city" if stone == STONES else f"on stone {stone}"
        way = _WAYS[Direction(int(state.direction[seat, path]))] if scene.figures["play.descending_paths"] else ""
        shown.append(f"{COLOURS[path]}: {who} {where}, last card {int(state.column_top[seat, path])}{way}")
    return shown


def _explorers(scene: Scene, seat: int) -> str:
    state = scene.state
    return listed([
        counted(int(state.adventurers_left[seat]), "adventurer"), counted(int(state.researchers_left[seat]), "researcher"),
    ])  # fmt: skip


def _tiles(scene: Scene) -> list[str]:
    return [
        f"{COLOURS[path]}: "
        + ", ".join(f"{stone} {_tile(int(tile))}" for stone, tile in enumerate(row) if tile != Tile.NONE)
        for path, row in enumerate(scene.state.tile)
        if row.any()
    ]


def _tile(tile: int) -> str:
    return f"+{tile}" if tile > 0 else Tile(tile).name.lower()


def _discards(scene: Scene) -> list[str]:
    state = scene.state
    return [
        f"{COLOURS[path]} {' '.join(str(int(value)) for value in state.discard[path, : state.discard_size[path]])}"
        for path in range(PATHS)
        if state.discard_size[path]
    ]


def _option(scene: Scene, option: int) -> Choice:
    decision, state = Decision(int(scene.state.decision)), scene.state
    if decision == Decision.STEP:
        if option == DECLINE:
            return Choice("Move an explorer", "none")
        stone = int(state.stone[state.seat, option])
        return Choice("Move an explorer", f"{COLOURS[option]}, from stone {stone} to {stone + 1}")
    if decision == Decision.DRAW:
        if option == PILE:
            return Choice("Draw", "from the draw pile")
        return Choice(
            "Draw", f"{COLOURS[option]} {int(state.discard[option, state.discard_size[option] - 1])} from the discards"
        )
    what = what_of(option)
    action = Action(action_of(option))
    if action == Action.ADVANCE:
        path = what // CARD_VALUES
        stone = int(state.stone[state.seat, path])
        goes = "whose explorer is in the lost city" if stone == STONES else f"to stone {stone + 1}"
        return Choice("Play a card", f"{card(what)}, {goes}")
    if action == Action.DISCARD:
        return Choice("Discard", card(what))
    who = "the researcher" if action == Action.OPEN_RESEARCHER else "an adventurer"
    return Choice("Open a path", f"{card(what)} with {who}")


def _expedition(scene: Scene) -> str:
    return f"{int(scene.state.expedition) + 1} of {scene.figures['expeditions']}"


def _crossed(scene: Scene) -> str:
    return f"{int(scene.state.crossed)} of {scene.figures['ends.pieces_over_bridge']}"


def _artifacts(scene: Scene, seat: int) -> int:
    return int(scene.state.tokens[seat]) + int(scene.state.artifact_tiles[seat])


def _points(scene: Scene, seat: int) -> Any:
    return scene.state.points[seat]


FACTS = Facts(
    of_seats={
        "points": _points, "artifacts": _artifacts, "paths": _paths, "explorers left": _explorers,
        "cards in hand": _hand_size, "known in hand": _known,
    },
    of_table={
        "expedition": _expedition, "draw pile": lambda scene: scene.state.pile, "discard piles": _discards,
        "explorers over bridges": _crossed, "tiles on stones": _tiles,
    },
    of_hand={"hand": _hand},
    option=_option,
    secrets={"hand": Secret(("card",)), "draw": Secret(("card",))},
)  # fmt: skip
