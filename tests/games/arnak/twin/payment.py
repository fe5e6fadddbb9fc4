"""Costs of the plain twin: what can be paid, and paying it.

Resources and idols are paid at once, then travel icon by icon, the hardest first, then hand cards.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.games.arnak.twin.box import HARDEST_FIRST, ICONS, PAYS, RESOURCES, Cost

if TYPE_CHECKING:
    from tests.games.arnak.twin.game import Game, Option, Play
    from tests.games.arnak.twin.table import Player


def reduced(cost: Cost, discount: Cost) -> Cost:
    """A cost with a discount, which never makes it less than nothing."""
    return {what: max(n - discount.get(what, 0), 0) for what, n in cost.items()}


def can_pay_resources(player: Player, cost: Cost) -> bool:
    return all(player.resources[resource] >= cost.get(resource, 0) for resource in RESOURCES)


def can_pay(game: Game, player: Player, cost: Cost, discount: Cost | None = None) -> bool:
    """Whether the whole of a cost can be paid; `discount` are travel icons that come for free."""
    if not can_pay_resources(player, cost):
        return False
    if player.crates < cost.get("idol", 0) or len(player.hand) < cost.get("card", 0):
        return False
    coins = player.resources["coin"] - cost.get("coin", 0)
    icons = {icon: cost.get(icon, 0) for icon in ICONS}
    return _can_travel(game, player, icons, Counter(game.pool), Counter(discount or {}), set(player.hand), coins)


def _can_travel(
    game: Game, player: Player, needed: Cost, pool: Counter[str], discount: Counter[str], hand: set[int], coins: int
) -> bool:
    """Whether icons, cards and pilots together can pay these icons: every icon of every card may be used."""
    have = pool + discount
    for card in hand:
        have.update(player.icons_of(game.box.cards[card].travel))
    have["plane"] += coins // game.figures["pilot.coins"]
    sources = list(have.elements())
    for wanted in HARDEST_FIRST:
        for _ in range(needed.get(wanted, 0)):
            fitting = [icon for icon in sources if wanted in PAYS[icon]]
            if not fitting:
                return False
            sources.remove(min(fitting, key=_use_last))
    return True


def _use_last(icon: str) -> int:
    """Icons that pay for less are used first, so that the others are left for what only they can pay."""
    return len(PAYS[icon])


def pay(game: Game, player: Player, cost: Cost, discount: Cost | None = None) -> Play:
    """Pay a cost that can be paid."""
    for resource in RESOURCES:
        player.resources[resource] -= cost.get(resource, 0)
    player.crates -= cost.get("idol", 0)
    player.tallies["idols_paid"] += cost.get("idol", 0)
    yield from _pay_travel(game, player, {icon: cost.get(icon, 0) for icon in ICONS}, Counter(discount or {}))
    for _ in range(cost.get("card", 0)):
        yield from use_up(game, player)


def use_up(game: Game, player: Player) -> Play:
    """A hand card goes unused into the play area, as part of a cost."""
    options = {("USE_UP", card) for card in game.distinct(player.hand)}
    choice = yield from game.ask(player, "USE_UP", options)
    put_into_play(player, choice[1])


def put_into_play(player: Player, card: int) -> None:
    player.hand.remove(card)
    player.play.add(card)


def _pay_travel(game: Game, player: Player, needed: Cost, discount: Counter[str]) -> Play:
    for wanted in HARDEST_FIRST:
        while needed[wanted]:
            needed[wanted] -= 1
            choice = yield from game.ask(player, "TRAVEL", _ways_to_pay(game, player, wanted, needed, discount))
            _pay_icon(game, player, choice, discount)


def _ways_to_pay(game: Game, player: Player, wanted: str, needed: Cost, discount: Counter[str]) -> set[Option]:
    """What can pay for an icon so that the rest of the cost can be paid as well."""
    coins = player.resources["coin"]

    def rest(pool: Counter[str], offered: Counter[str], hand: set[int], coins: int) -> bool:
        return _can_travel(game, player, needed, pool, offered, hand, coins)

    options: set[Option] = set()
    for icon in ICONS:
        if wanted in PAYS[icon] and game.pool[icon] and rest(game.pool - Counter([icon]), discount, player.hand, coins):
            options.add(("PAY_ICON", icon))
        if wanted in PAYS[icon] and discount[icon] and rest(game.pool, discount - Counter([icon]), player.hand, coins):
            options.add(("PAY_DISCOUNT", icon))
    for card in game.distinct(player.hand):
        icons = Counter(player.icons_of(game.box.cards[card].travel))
        for icon in +icons:
            pool = game.pool + icons - Counter([icon])
            if wanted in PAYS[icon] and rest(pool, discount, player.hand - {card}, coins):
                options.add(("PAY_CARD", card, icon))
    price = game.figures["pilot.coins"]
    if coins >= price and rest(game.pool, discount, player.hand, coins - price):
        options.add(("HIRE_PILOT",))
    return options


def _pay_icon(game: Game, player: Player, choice: Option, discount: Counter[str]) -> None:
    if choice[0] == "PAY_ICON":
        game.pool[choice[1]] -= 1
    elif choice[0] == "PAY_DISCOUNT":
        discount[choice[1]] -= 1
    elif choice[0] == "HIRE_PILOT":
        player.resources["coin"] -= game.figures["pilot.coins"]
    else:
        _, card, icon = choice
        put_into_play(player, card)
        player.travelled.add(card)
        game.produce(player, game.box.cards[card].travel)
        game.pool[icon] -= 1
