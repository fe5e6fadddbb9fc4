"""The main actions of the plain twin, each as an action of the turn or as part of an effect: what is possible, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.arnak.twin.box import LEVEL_2_SITES, LOST_TEMPLE, SITES, Cost
from tests.games.arnak.twin.effects import activate, carry_out, in_level
from tests.games.arnak.twin.game import ACCEPT, DECLINE
from tests.games.arnak.twin.payment import can_pay, pay, reduced

if TYPE_CHECKING:
    from tests.games.arnak.twin.game import Game, Option, Play
    from tests.games.arnak.twin.table import Player

ALL_LEVELS = [0, 1, 2]


# ------------------------------------------------------------------------------------------- sending archaeologists


def sending(game: Game, player: Player, step: dict | None = None) -> set[Option]:
    """Where an archaeologist can dig, and what it can discover."""
    if game.at_home(player) == 0:
        return set()
    levels = [0, 1, 2] if step is None else in_level(step.get("levels", ["camp", "level-1", "level-2"]))
    discount = {} if step is None else step.get("discount", {})
    options: set[Option] = set()
    for site in SITES:
        if game.level(site) not in levels:
            continue
        if site not in game.tile:
            if not game.occupants(site) and can_pay(game, player, _cost_to_send(game, site, 0, step), discount):
                options.add(("DISCOVER", site))
            continue
        for space in game.free_spaces(site):
            if can_pay(game, player, _cost_to_send(game, site, space, step), discount):
                options.add(("DIG", (site, space)))
    return options


def _cost_to_send(game: Game, site: int, space: int, step: dict | None) -> Cost:
    """Travel; and compasses, if the site is not discovered yet."""
    cost = {} if step is not None and step.get("travel_free") else dict(game.box.sites[site].spaces[space])
    if site not in game.tile:
        compasses = game.figures["discover.compasses"][game.level(site) - 1]
        cost["compass"] = max(compasses - (step or {}).get("compass", 0), 0)
    return cost


def send(game: Game, player: Player, choice: Option, step: dict | None = None) -> Play:
    """Dig at a Site, or Discover a New Site."""
    discount = {} if step is None else step.get("discount", {})
    site, space = choice[1] if choice[0] == "DIG" else (choice[1], 0)
    yield from pay(game, player, _cost_to_send(game, site, space, step), discount)
    game.occupant[site, space] = player.seat
    if choice[0] == "DIG":
        player.tallies["digs", game.level(site)] += 1
        yield from carry_out(game, player, game.effect_of(site))
    else:
        yield from _discover(game, player, site)
        return
    if step is not None and step.get("activations", 1) > 1:
        choice = yield from game.choose(player, "AGAIN", lambda: {ACCEPT, DECLINE})
        if choice == ACCEPT:
            yield from activate(game, player, site)


def _discover(game: Game, player: Player, site: int) -> Play:
    player.tallies["discoveries", game.level(site)] += 1
    idols = 2 if site in LEVEL_2_SITES else 1
    player.crates += idols
    player.tallies["idols"] += idols
    face = game.idol.pop(site)
    yield from carry_out(game, player, game.box.idols[face])
    game.tile[site] = game.site_stacks[game.level(site)].pop()
    yield from carry_out(game, player, game.effect_of(site))
    game.guardian[site] = game.guardian_stack.pop()
    player.tallies["guardians_met"] += 1


# ------------------------------------------------------------------------------------------------------- guardians


def overcoming(game: Game, player: Player) -> set[Option]:
    """Guardians on sites with an own archaeologist that can be paid for."""
    return {
        ("OVERCOME", site)
        for site, guardian in game.guardian.items()
        if player.seat in game.occupants(site) and can_pay(game, player, game.box.guardian_costs[guardian])
    }


def overcome(game: Game, player: Player, site: int) -> Play:
    yield from pay(game, player, game.box.guardian_costs[game.guardian[site]])
    game.overcome(player, site)


# ----------------------------------------------------------------------------------------------------------- cards

MONEY = {"item": "coin", "artifact": "compass"}


def buying(game: Game, player: Player, step: dict | None = None) -> set[Option]:
    """Cards of the row, and with some effects on top of their decks, that can be paid for."""
    kinds = ["item", "artifact"] if step is None else step["kinds"]
    offered = [card for kind in kinds for card in game.row_cards(kind)]
    if step is not None and step.get("deck_top"):
        offered += [game.decks[kind][-1] for kind in kinds if game.decks[kind]]
    return {("BUY", card) for card in offered if _price(game, card, step) <= player.resources[_money(game, card)]}


def _money(game: Game, card: int) -> str:
    return MONEY[game.box.cards[card].kind]


def _price(game: Game, card: int, step: dict | None) -> int:
    discount = 0 if step is None else step.get("discount", 0)
    return max(game.box.cards[card].cost - discount, 0)


def buy(game: Game, player: Player, card: int, step: dict | None = None) -> Play:
    """An item goes to the bottom of the deck; an artifact into the play area, and its effect may be used."""
    player.resources[_money(game, card)] -= _price(game, card, step)
    kind = game.box.cards[card].kind
    yield from take(game, player, card, "deck-bottom" if kind == "item" else "play")


def take(game: Game, player: Player, card: int, to: str) -> Play:
    """A card from the row, a deck or exile changes hands."""
    game.take_from_offer(card)
    game.taken[card] = (player.seat, game.round)
    if to == "deck-bottom":
        player.deck.insert(0, card)
    elif to == "deck-top":
        player.deck.append(card)
    elif to == "hand":
        player.hand.add(card)
    else:
        player.play.add(card)
        if game.box.cards[card].kind == "artifact":
            yield from _resolve(game, player, card)


def _resolve(game: Game, player: Player, card: int) -> Play:
    """The effect of an artifact that was just taken, without the tablet."""
    artifact = game.box.cards[card]
    options: set[Option] = {ACCEPT, DECLINE}
    if artifact.pass_effect and not player.passed:
        options.add(("ACCEPT", 1))
    choice = yield from game.choose(player, "RESOLVE", lambda: options)
    if choice == DECLINE:
        return
    player.played.add(card)
    if choice == ("ACCEPT", 1):
        pass_round(game, player)
        yield from carry_out(game, player, artifact.pass_effect)
    else:
        yield from carry_out(game, player, artifact.effect)


def pass_round(game: Game, player: Player) -> None:
    player.passed = True
    game.passed += 1
    player.tallies["pass_place", game.round] = game.passed


# --------------------------------------------------------------------------------------------------------- research


def researching(game: Game, player: Player, step: dict | None = None) -> set[Option]:
    """Steps of the tokens, and temple tiles, that can be paid for."""
    step = step or {}
    discounts = [step.get("discount", {})] + ([step["other"]] if step.get("other") else [])
    tokens = ["notebook"] if step.get("token") == "notebook" else ["glass", "notebook"]
    options: set[Option] = set()
    for number, discount in enumerate(discounts):
        for token in tokens:
            for space in _reachable(game, player, token):
                if can_pay(game, player, _research_cost(game.box.spaces[space].cost, step, discount)):
                    options.add(("RESEARCH", token, space, number))
        if "glass" in tokens and player.tokens["glass"] == LOST_TEMPLE:
            for stack, left in enumerate(game.temple_left):
                if left and can_pay(game, player, _research_cost(game.box.temple_cost(stack), step, discount)):
                    options.add(("TEMPLE", stack, number))
    return options


def _research_cost(cost: Cost, step: dict, discount: Cost) -> Cost:
    return {} if step.get("free") else reduced(cost, discount)


def _reachable(game: Game, player: Player, token: str) -> list[int]:
    """The notebook is never in a higher row than the magnifying glass, and never in the Lost Temple."""
    spaces = game.box.spaces[player.tokens[token]].leads_to
    if token == "glass":
        return spaces
    glass_row = game.box.spaces[player.tokens["glass"]].row
    return [space for space in spaces if game.box.spaces[space].row <= glass_row and space != LOST_TEMPLE]


def research(game: Game, player: Player, choice: Option, step: dict | None = None) -> Play:
    """A token moves up, or a temple tile is taken."""
    step = step or {}
    discount = step.get("discount" if choice[-1] == 0 else "other", {})
    if choice[0] == "TEMPLE":
        stack = choice[1]
        yield from pay(game, player, _research_cost(game.box.temple_cost(stack), step, discount))
        game.temple_left[stack] -= 1
        player.temple_tiles[stack] += 1
        return
    _, token, space, _ = choice
    yield from pay(game, player, _research_cost(game.box.spaces[space].cost, step, discount))
    player.tokens[token] = space
    if space == LOST_TEMPLE:
        game.arrivals += 1
        player.arrival = game.arrivals
    yield from _reward(game, player, token, space)


def _reward(game: Game, player: Player, token: str, space: int) -> Play:
    """A bonus tile, if one is left, and the row's effect, in either order."""
    row = game.box.spaces[space].row
    effect = [] if space == LOST_TEMPLE else game.box.row(row, f"{token}_effect")
    orders = ["BONUS_FIRST", "BONUS_LAST"] if effect else ["BONUS_FIRST"]
    choice = yield from game.choose(
        player, "REWARD", lambda: {(order, face) for order in orders for face in game.bonus[space]}
    )
    if choice != DECLINE:  # a free action in between may have taken the last tile
        game.bonus[space].remove(choice[1])
    if choice[0] == "BONUS_FIRST":
        yield from carry_out(game, player, game.box.bonuses[choice[1]])
    yield from carry_out(game, player, effect)
    if choice[0] == "BONUS_LAST":
        yield from carry_out(game, player, game.box.bonuses[choice[1]])
