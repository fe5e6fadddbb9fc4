"""The solo rival of the plain twin: one action tile a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.arnak.twin import chance
from tests.games.arnak.twin.box import LEVEL_2_SITES, LOST_TEMPLE, RESCUE_SPACE, RESOURCES, RIVAL, SITES, SIX_POINTS

if TYPE_CHECKING:
    from tests.games.arnak.twin.game import Game


def shuffle_stack(game: Game) -> None:
    """All ten tiles, at the start of each round."""
    game.rival.stack = sorted(game.rival.tiles)
    game.rival.used = []
    game.luck.shuffle(chance.RIVAL, game.rival.stack)


def take_turn(game: Game) -> None:
    rival = game.rival
    game.on_turn = RIVAL
    tile = rival.stack.pop()
    rival.used.append(tile)
    name = game.box.rival_tiles[tile]
    if game.round in game.figures[f"rival.tiles.{name}.skip"]:
        return
    colour = name.split("_")[-1]
    if name.startswith("dig"):
        dig(game, RESOURCES[tile])
    elif name.startswith("discover"):
        discover(game, colour)
    elif name.startswith("research"):
        research(game, takes_assistant=True)
    elif name.startswith("overcome"):
        overcome(game)
    else:
        buy(game, "item" if "item" in name else "artifact", colour)


def arrow(game: Game) -> str:
    """The arrow of the tile on top of the stack; without one, that of the tile used first."""
    tile = game.rival.stack[-1] if game.rival.stack else game.rival.used[0]
    return game.figures[f"rival.tiles.{game.box.rival_tiles[tile]}.arrow"]


def by_arrow(game: Game, from_the_left: list) -> object:
    """The leftmost or the rightmost."""
    return from_the_left[0] if arrow(game) == "left" else from_the_left[-1]


def dig(game: Game, resource: str) -> None:
    """A free space of a site that offers the resource, in the highest row."""
    sites = [
        site
        for site in game.discovered([0, 1, 2])
        if game.box.offers(game.effect_of(site), resource) and game.free_spaces(site)
    ]
    if sites:
        site = _in_row(game, sites, max)
        game.occupant[site, game.free_spaces(site)[0]] = RIVAL


def _in_row(game: Game, sites: list[int], highest_or_lowest) -> int:
    row = highest_or_lowest(game.box.sites[site].row for site in sites)
    within = [site for site in sites if game.box.sites[site].row == row]
    return by_arrow(game, sorted(within, key=lambda site: game.box.sites[site].column))


def discover(game: Game, colour: str) -> None:
    rival = game.rival
    level = game.figures[f"rival.discoveries.{colour}.levels"][game.round - 1]
    sites = [site for site in SITES if site not in game.tile and game.level(site) == level]
    if not sites:
        return
    site = _in_row(game, sites, min)
    game.occupant[site, 0] = RIVAL
    face = game.idol.pop(site)
    if face in rival.faces:
        rival.more_idols += 1
    rival.faces.add(face)
    if site in LEVEL_2_SITES:
        rival.more_idols += 1
    game.tile[site] = game.site_stacks[level].pop()
    if game.figures[f"rival.discoveries.{colour}.guardians"][game.round - 1]:
        game.guardian[site] = game.guardian_stack.pop()


def research(game: Game, takes_assistant: bool) -> None:
    """One row up, or a 6-point tile in the Lost Temple; then an assistant of the supply leaves the game."""
    rival = game.rival
    if rival.glass == LOST_TEMPLE:
        stacks = [stack for stack in SIX_POINTS if game.temple_left[stack]]
        if stacks:
            stack = by_arrow(game, stacks)
            game.temple_left[stack] -= 1
            rival.temple_tiles[stack] += 1
    else:
        rival.glass = by_arrow(game, sorted(game.box.spaces[rival.glass].leads_to))
        _arrive(game)
    if game.figures["rival.assistant"] == "assistant-rows":
        takes_assistant &= game.box.has_assistant_symbol(game.box.spaces[rival.glass].row)
    if takes_assistant:
        _remove_assistant(game)


def _arrive(game: Game) -> None:
    """A bonus tile goes; an assistant is rescued."""
    rival = game.rival
    tiles = game.bonus[rival.glass]
    if rival.glass == LOST_TEMPLE:
        game.arrivals += 1
        rival.arrival = game.arrivals
        if tiles:
            tiles.pop()
    elif tiles:
        tiles.pop(0 if arrow(game) == "left" else -1)
    if game.box.side == "snake" and rival.glass == RESCUE_SPACE and game.rescue:
        game.rescue.pop()


def _remove_assistant(game: Game) -> None:
    highest = max(len(stack) for stack in game.supply)
    if highest:
        by_arrow(game, [stack for stack in game.supply if len(stack) == highest]).pop()


def overcome(game: Game) -> None:
    sites = [site for site in game.guardian if RIVAL in game.occupants(site)]
    if sites:
        game.overcome(game.rival, _in_row(game, sites, max))
    else:
        research(game, takes_assistant=False)


def buy(game: Game, kind: str, colour: str) -> None:
    """The card of the fewest (green) or most (red) points."""
    cards = [card for card in game.row if card is not None and game.box.cards[card].kind == kind]
    if not cards:
        return
    wanted = (min if colour == "green" else max)(game.box.cards[card].points for card in cards)
    card = by_arrow(game, [card for card in cards if game.box.cards[card].points == wanted])
    game.take_from_offer(card)
    game.rival.cards.add(card)
    game.refill_row()
