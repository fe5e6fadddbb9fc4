"""Effects of the plain twin: each step of a card, tile or row, carried out in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.games.arnak.twin.box import BETTER, FEAR_TILE, LEVELS, RESOURCES, Steps
from tests.games.arnak.twin.game import ACCEPT, DECLINE
from tests.games.arnak.twin.payment import can_pay, pay, put_into_play
from tests.games.arnak.twin.table import Assistant

if TYPE_CHECKING:
    from tests.games.arnak.twin.game import Game, Option, Play
    from tests.games.arnak.twin.table import Player


def carry_out(game: Game, player: Player, steps: Steps) -> Play:
    """Steps one after the other."""
    for step in steps:
        yield from STEPS[step["op"]](game, player, step)


def in_level(names: list[str]) -> list[int]:
    return [LEVELS.index(name) for name in names]


def activate(game: Game, player: Player, site: int) -> Play:
    """The effect of a site without sending anybody."""
    player.tallies["activations", game.level(site)] += 1
    yield from carry_out(game, player, game.effect_of(site))


# --------------------------------------------------------------------------------------------- steps around others


def _choose(game: Game, player: Player, step: dict) -> Play:
    left = dict(enumerate(step["options"]))
    for _ in range(step.get("n", 1)):
        choice = yield from game.choose(player, "CHOOSE", lambda: {("CHOOSE", number) for number in left})
        yield from carry_out(game, player, left.pop(choice[1]))


def _pay(game: Game, player: Player, step: dict) -> Play:
    def options() -> set[Option]:
        return {ACCEPT, DECLINE} if can_pay(game, player, step["cost"]) else {DECLINE}

    choice = yield from game.choose(player, "PAY", options)
    if choice == ACCEPT:
        yield from pay(game, player, step["cost"])
        yield from carry_out(game, player, step["then"])


def _may(game: Game, player: Player, step: dict) -> Play:
    choice = yield from game.choose(player, "MAY", lambda: {ACCEPT, DECLINE})
    if choice == ACCEPT:
        yield from carry_out(game, player, step["then"])


def _repeat(game: Game, player: Player, step: dict) -> Play:
    for _ in range(step["n"]):
        yield from carry_out(game, player, step["then"])


# --------------------------------------------------------------------------------------------------- tokens and Fear


def _gain(game: Game, player: Player, step: dict) -> Play:
    for resource in RESOURCES:
        player.gain(resource, step.get(resource, 0))
    return
    yield


def _gain_per(game: Game, player: Player, step: dict) -> Play:
    own_sites = {site for site, _space in game.placed(player.seat)}
    counted = {
        "idol": player.crates + sum(player.slots),
        "guardian": len(player.guardians) + len([site for site in game.guardian if site in own_sites]),
        "archaeologist": len(game.placed(player.seat)),
    }
    many = counted[step["per"]]
    player.gain(step["resource"], min(many, step["max"]) if step.get("max") else many)
    return
    yield


def _fear(game: Game, player: Player, step: dict) -> Play:
    for _ in range(step.get("n", 1)):
        game.give_fear(player)
    return
    yield


def _upgrade(game: Game, player: Player, step: dict) -> Play:
    def options() -> set[Option]:
        return {("UPGRADE", given) for given in BETTER if player.resources[given]} | {DECLINE}

    for _ in range(step.get("n", 1)):
        choice = yield from game.choose(player, "UPGRADE", options)
        if choice == DECLINE:
            return
        player.resources[choice[1]] -= 1
        player.gain(BETTER[choice[1]], 1)


def _travel(game: Game, player: Player, step: dict) -> Play:
    game.produce(player, step["icons"])
    return
    yield


def _all_travel_plane(game: Game, player: Player, step: dict) -> Play:
    player.planes = True
    icons, game.pool = game.pool, type(game.pool)()
    game.produce(player, +icons)
    return
    yield


def _no_guardian_fear(game: Game, player: Player, step: dict) -> Play:
    player.masked = True
    return
    yield


# ------------------------------------------------------------------------------------------------------------ cards


def _draw(game: Game, player: Player, step: dict) -> Play:
    for _ in range(step.get("n", 1)):
        choice = yield from game.choose(player, "DRAW", lambda: {ACCEPT, DECLINE} if player.deck else {DECLINE})
        if choice == DECLINE:
            return
        player.hand.add(player.draw(step.get("from") == "bottom"))


def _draw_keep(game: Game, player: Player, step: dict) -> Play:
    def how_many() -> set[Option]:
        most = min(step["max"], len(player.deck))
        return {("DRAW", n) for n in range(1, most + 1)} or {DECLINE}

    choice = yield from game.choose(player, "HOW_MANY", how_many)
    if choice == DECLINE:
        return
    many = choice[1]
    game.limbo = [player.draw(step.get("from") == "bottom") for _ in range(many)]
    kept = game.limbo[0]
    if many > 1:
        options = {("KEEP", card) for card in game.limbo}
        kept = (yield from game.ask(player, "KEEP", options))[1]
    game.limbo.remove(kept)
    if game.limbo and step.get("return_top"):
        options = {("RETURN", card) for card in game.limbo} | {DECLINE}
        choice = yield from game.ask(player, "RETURN", options)
        if choice != DECLINE:
            game.limbo.remove(choice[1])
            player.deck.append(choice[1])
    player.hand.add(kept)
    player.play.update(game.limbo)
    game.limbo = []


def _discard(game: Game, player: Player, step: dict) -> Play:
    for _ in range(step.get("n", 1)):
        choice = yield from game.choose(
            player, "USE_UP", lambda: {("USE_UP", card) for card in game.distinct(player.hand)} or {DECLINE}
        )
        if choice == DECLINE:
            return
        put_into_play(player, choice[1])


def _exile(game: Game, player: Player, step: dict) -> Play:
    def options() -> set[Option]:
        cards = game.distinct(player.hand) | game.distinct(player.play)
        found: set[Option] = {("EXILE", card) for card in cards} | {DECLINE}
        return found | ({("EXILE", FEAR_TILE)} if player.fear_tiles else set())

    for _ in range(step.get("n", 1)):
        choice = yield from game.choose(player, "EXILE", options)
        if choice == DECLINE:
            return
        if choice[1] == FEAR_TILE:
            player.fear_tiles -= 1
            game.fear_tiles += 1
            player.tallies["fear_exiled"] += 1
        else:
            player.hand.discard(choice[1])
            player.play.discard(choice[1])
            game.send_to_exile(player, choice[1])


def _buy(game: Game, player: Player, step: dict) -> Play:
    from tests.games.arnak.twin.actions import buy, buying

    if step.get("deck_top"):
        game.top_seen |= {kind for kind in step["kinds"] if game.decks[kind]}
    choice = yield from game.choose(player, "BUY", lambda: buying(game, player, step) | {DECLINE})
    if choice != DECLINE:
        yield from buy(game, player, choice[1], step)


def _take_card(game: Game, player: Player, step: dict) -> Play:
    from tests.games.arnak.twin.actions import take

    def options() -> set[Option]:
        kind = step["kind"]
        exiled = [card for card in game.exile if game.box.cards[card].kind == kind]
        cards = exiled if step.get("from") == "exile" else game.row_cards(kind)
        return {("TAKE", card) for card in cards} | {DECLINE}

    choice = yield from game.choose(player, "TAKE", options)
    if choice != DECLINE:
        yield from take(game, player, choice[1], step.get("to", "deck-bottom"))


def _exile_row_card(game: Game, player: Player, step: dict) -> Play:
    items = game.row_cards("item")
    if items:
        game.take_from_offer(items[-1])
        game.exile.add(items[-1])
    return
    yield


# ------------------------------------------------------------------------------------------------ sites, guardians


def _send(game: Game, player: Player, step: dict) -> Play:
    from tests.games.arnak.twin.actions import send, sending

    choice = yield from game.choose(player, "SEND", lambda: sending(game, player, step) | {DECLINE})
    if choice != DECLINE:
        yield from send(game, player, choice, step)


def _relocate(game: Game, player: Player, step: dict) -> Play:
    def options() -> set[Option]:
        return {DECLINE} | {
            ("RELOCATE", left, (site, space))
            for left in game.placed(player.seat)
            for site in game.discovered(in_level(step["to"]))
            for space in game.free_spaces(site)
            if site != left[0]
        }

    choice = yield from game.choose(player, "RELOCATE", options)
    if choice != DECLINE:
        _, left, reached = choice
        del game.occupant[left]
        game.occupant[reached] = player.seat
        yield from activate(game, player, reached[0])


def _activate(game: Game, player: Player, step: dict) -> Play:
    done: list[int] = []

    def cost(site: int) -> dict[str, int]:
        return step.get("level2_cost", {}) if game.level(site) == 2 else {}

    def fits(site: int) -> bool:
        there = game.occupants(site)
        return {"any": True, "unoccupied": not there, "own": player.seat in there}[step.get("who", "any")]

    def options() -> set[Option]:
        sites = [site for site in game.discovered(in_level(step["levels"])) if site not in done and fits(site)]
        return {("ACTIVATE", site) for site in sites if can_pay(game, player, cost(site))} | {DECLINE}

    for _ in range(step.get("n", 1)):
        choice = yield from game.choose(player, "ACTIVATE", options)
        if choice == DECLINE:
            return
        done.append(choice[1])
        yield from pay(game, player, cost(choice[1]))
        yield from activate(game, player, choice[1])


def _activate_stack_top(game: Game, player: Player, step: dict) -> Play:
    stack = game.site_stacks[step["level"]]
    if stack:
        tile = stack.pop()
        stack.insert(0, tile)
        player.tallies["activations", step["level"]] += 1
        yield from carry_out(game, player, game.box.place_effects[tile])


def _overcome(game: Game, player: Player, step: dict) -> Play:
    def fits(site: int) -> bool:
        there = game.occupants(site)
        if step.get("where") == "no-other-player":
            return all(who == player.seat for who in there)
        return player.seat in there

    choice = yield from game.choose(
        player, "OVERCOME", lambda: {("OVERCOME", site) for site in game.guardian if fits(site)} | {DECLINE}
    )
    if choice != DECLINE:
        game.overcome(player, choice[1])


def _move_guardian(game: Game, player: Player, step: dict) -> Play:
    def options() -> set[Option]:
        sites = game.discovered(in_level(step["to"]))
        empty = [site for site in sites if site not in game.guardian and not game.occupants(site)]
        own = [site for site in game.guardian if player.seat in game.occupants(site)]
        return {("MOVE_GUARDIAN", left, reached) for left in own for reached in empty} | {DECLINE}

    choice = yield from game.choose(player, "MOVE_GUARDIAN", options)
    if choice != DECLINE:
        _, left, reached = choice
        game.guardian[reached] = game.guardian.pop(left)
        yield from activate(game, player, reached)


def _recall(game: Game, player: Player, step: dict) -> Play:
    choice = yield from game.choose(player, "RECALL", lambda: {("RECALL", place) for place in game.placed(player.seat)})
    if choice != DECLINE:
        del game.occupant[choice[1]]


# -------------------------------------------------------------------------------------- research, idols, assistants


def _research(game: Game, player: Player, step: dict) -> Play:
    from tests.games.arnak.twin.actions import research, researching

    choice = yield from game.choose(player, "RESEARCH", lambda: researching(game, player, step) | {DECLINE})
    if choice != DECLINE:
        yield from research(game, player, choice, step)


def _unslot_idol(game: Game, player: Player, step: dict) -> Play:
    choice = yield from game.choose(
        player, "UNSLOT", lambda: {("UNSLOT", slot) for slot, full in enumerate(player.slots) if full} | {DECLINE}
    )
    if choice != DECLINE:
        player.slots[choice[1]] = False
        player.crates += 1


def _refresh(game: Game, player: Player, step: dict) -> Play:
    def options() -> set[Option]:
        return {DECLINE} | {("REFRESH", number) for number, who in player.assistants.items() if who.exhausted}

    for _ in range(step.get("n", 1)):
        choice = yield from game.choose(player, "REFRESH", options)
        if choice == DECLINE:
            return
        player.assistants[choice[1]].exhausted = False


def _use_supply_assistant(game: Game, player: Player, step: dict) -> Play:
    choice = yield from game.choose(
        player, "USE_SUPPLY", lambda: {("USE_SUPPLY", number) for number in game.tops()} | {DECLINE}
    )
    if choice != DECLINE:
        player.tallies["assistant_uses"] += 1
        yield from carry_out(game, player, game.box.assistants[choice[1]][step["side"]])


def _swap_assistant(game: Game, player: Player, step: dict) -> Play:
    choice = yield from game.choose(
        player,
        "SWAP",
        lambda: {("SWAP", own, other) for own in player.assistants for other in game.tops()} | {DECLINE},
    )
    if choice != DECLINE:
        _, own, other = choice
        stack = game.stack_of(other)
        stack[-1] = own
        player.assistants[other] = Assistant(gold=player.assistants.pop(own).gold)


def _recruit_assistant(game: Game, player: Player, step: dict) -> Play:
    choice = yield from game.choose(player, "RECRUIT", lambda: {("RECRUIT", number) for number in game.tops()})
    if choice != DECLINE:
        game.stack_of(choice[1]).pop()
        player.assistants[choice[1]] = Assistant()


def _upgrade_assistant(game: Game, player: Player, step: dict) -> Play:
    choice = yield from game.choose(
        player, "PROMOTE", lambda: {("PROMOTE", number) for number, who in player.assistants.items() if not who.gold}
    )
    if choice != DECLINE:
        player.assistants[choice[1]] = Assistant(gold=True)


def _rescue_assistant(game: Game, player: Player, step: dict) -> Play:
    if game.rescue:
        game.rescue_seen.add(player.seat)
    choice = yield from game.choose(player, "RESCUE", lambda: {("RECRUIT", number) for number in game.rescue})
    if choice != DECLINE:
        game.rescue.remove(choice[1])
        player.assistants[choice[1]] = Assistant(exhausted=True)


STEPS: dict[str, Callable[[Game, Player, dict], Play]] = {
    "choose": _choose, "pay": _pay, "may": _may, "repeat": _repeat, "gain": _gain, "gain_per": _gain_per, "fear": _fear,
    "upgrade": _upgrade, "travel": _travel, "all_travel_plane": _all_travel_plane, "no_guardian_fear": _no_guardian_fear,
    "draw": _draw, "draw_keep": _draw_keep, "discard": _discard, "exile": _exile, "buy": _buy, "take_card": _take_card,
    "exile_row_card": _exile_row_card, "send": _send, "relocate": _relocate, "activate": _activate,
    "activate_stack_top": _activate_stack_top, "overcome": _overcome, "move_guardian": _move_guardian,
    "recall": _recall, "research": _research, "unslot_idol": _unslot_idol, "refresh": _refresh,
    "use_supply_assistant": _use_supply_assistant, "swap_assistant": _swap_assistant,
    "recruit_assistant": _recruit_assistant, "upgrade_assistant": _upgrade_assistant,
    "rescue_assistant": _rescue_assistant,
}  # fmt: skip
