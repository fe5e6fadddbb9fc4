"""Travel: whether a cost can be paid, what may pay for its next icon, and the payment itself.

Any icon can come from the pool (icons produced but not yet used), from a discount, from a hand card, or from a pilot.
Since every icon of a spent card stays usable, a cost can be paid if all icons together cover it; the cheapest
matching icon is best for each, so covering is checked without a search.
"""

import numpy as np
from numba import types

from digsite.simulator.games.arnak.moves.holdings import bit_of, hand_size, lowest, spend, use_up, with_one_fear
from digsite.simulator.games.arnak.moves.types import ASK, ASK_1, ASK_3, ASK_4, CHANGE_2, DO_2, LIST, declared
from digsite.simulator.games.arnak.ops import COSTS, ICONS, RESOURCES
from digsite.simulator.games.arnak.options import Action, card_of, icon_of, icon_of_card, option_of
from digsite.simulator.games.arnak.rules import FIRST_BASIC, WORD, WORDS
from digsite.simulator.games.arnak.state import Event, Icon, Resource
from digsite.simulator.kernel.jit.compile import inlined
from digsite.simulator.kernel.play.events import log

CARD, IDOL = COSTS.index("card"), COSTS.index("idol")
FIRST_ICON = COSTS.index("boot")
_N = types.int64


@inlined
def pays_for(icon, wanted):
    """A plane pays for anything, anything for a boot, and each icon for itself."""
    return icon == Icon.PLANE or icon == wanted or wanted == Icon.BOOT


@inlined
def as_used(state, seat, icon):
    """Return what an icon of the seat's cards counts as: a plane after Guardian's Ocarina."""
    return Icon.PLANE.value if np.int64(state.planes) >> seat & 1 else icon


@inlined
def count_of(packed, icon):
    """Return the icons of one kind, out of four numbers packed into one."""
    return packed >> (16 * icon) & 0xFFFF


@inlined
def packed_icon(icon, amount):
    """Return this many icons of a kind, packed."""
    return np.int64(amount) << (16 * np.int64(icon))


@declared(ASK_1)
def icons_at_hand(rules, state, seat):
    """Return all travel icons of the seat's pool and hand, packed, without pilots and discounts."""
    total = np.int64(0)
    for icon in range(len(ICONS)):
        total += packed_icon(icon, state.pool[icon])
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            for icon in range(len(ICONS)):
                total += packed_icon(as_used(state, seat, icon), rules.card_travel[card, icon])
    return total


@declared(_N(_N, _N), from_python=True)
def covers(icons, cost):
    """Return whether packed icons cover a packed cost: each by its own kind, else by a plane; boots by any other."""
    planes = count_of(icons, Icon.PLANE.value) - count_of(cost, Icon.PLANE.value)
    spare = count_of(icons, Icon.BOOT.value)
    for icon in (Icon.CAR.value, Icon.SHIP.value):
        left = count_of(icons, icon) - count_of(cost, icon)
        if left < 0:
            planes += left
        else:
            spare += left
    return np.int64(planes >= 0 and planes + spare >= count_of(cost, Icon.BOOT.value))


@declared(ASK_1)
def pilots(rules, state, coins):
    """Return the planes that this many coins hire."""
    return max(coins, 0) // np.int64(rules.pilot_coins)


@declared(ASK_4)
def can_travel(rules, state, seat, icons, cost, coins):
    """Return whether packed icons and the pilots that coins hire cover a packed travel cost."""
    return covers(icons + packed_icon(Icon.PLANE.value, pilots(rules, state, coins)), cost)


# ------------------------------------------------------------------------------------------------ whole costs


@declared(ASK_3)
def can_pay_guardian(rules, state, seat, guardian, icons):
    """Return whether the seat can pay the cost of a guardian."""
    for resource in range(len(RESOURCES)):
        if state.resources[seat, resource] < rules.guardians_cost[guardian, resource]:
            return 0
    if state.crates[seat] < rules.guardians_cost[guardian, IDOL]:
        return 0
    if hand_size(state, seat) < rules.guardians_cost[guardian, CARD]:
        return 0
    cost = np.int64(0)
    for icon in range(len(ICONS)):
        cost += packed_icon(icon, rules.guardians_cost[guardian, FIRST_ICON + icon])
    coins = np.int64(state.resources[seat, Resource.COIN]) - rules.guardians_cost[guardian, Resource.COIN]
    return can_travel(rules, state, seat, icons, cost, coins)


@declared(ASK_3)
def can_pay_step(rules, state, seat, row, first):
    """Return whether the seat can pay the cost of a "pay" step, whose amounts begin at a place of its arguments."""
    for resource in range(len(RESOURCES)):
        if state.resources[seat, resource] < rules.step_args[row, first + resource]:
            return 0
    if state.crates[seat] < rules.step_args[row, first + IDOL]:
        return 0
    if hand_size(state, seat) < rules.step_args[row, first + CARD]:
        return 0
    cost = np.int64(0)
    for icon in range(len(ICONS)):
        cost += packed_icon(icon, rules.step_args[row, first + FIRST_ICON + icon])
    if cost == 0:
        return 1
    coins = np.int64(state.resources[seat, Resource.COIN]) - rules.step_args[row, first + Resource.COIN]
    return can_travel(rules, state, seat, icons_at_hand(rules, state, seat), cost, coins)


# ------------------------------------------------------------------------------------------------ one icon after the other


@declared(ASK)
def wanted_icon(rules, state):
    """Return the next icon to be paid, the hardest first; -1 if none is left."""
    for icon in range(len(ICONS) - 1, -1, -1):
        if state.cost[FIRST_ICON + icon] > 0:
            return icon
    return -1


@declared(LIST)
def list_travel(rules, state, options, n):
    """List everything that can pay for the wanted icon and leaves the rest payable."""
    seat = np.int64(state.on_turn)
    wanted = wanted_icon(rules, state)
    icons = icons_at_hand(rules, state, seat)
    icons += packed_icon(Icon.PLANE.value, pilots(rules, state, np.int64(state.resources[seat, Resource.COIN])))
    cost = np.int64(0)
    for icon in range(len(ICONS)):
        icons += packed_icon(icon, state.discount[icon])
        cost += packed_icon(icon, state.cost[FIRST_ICON + icon])
    cost -= packed_icon(wanted, 1)
    fits = 0  # kinds of icons, as bits, that pay for the wanted one and leave the rest payable
    for icon in range(len(ICONS)):
        if pays_for(icon, wanted) and count_of(icons, icon) > 0 and covers(icons - packed_icon(icon, 1), cost):
            fits |= 1 << icon
    for icon in range(len(ICONS)):
        if not fits >> icon & 1:
            continue
        if state.discount[icon] > 0:
            options[n] = option_of(Action.PAY_DISCOUNT.value, icon)
            n += 1
        if state.pool[icon] > 0:
            options[n] = option_of(Action.PAY_ICON.value, icon)
            n += 1
    for word in range(WORDS):
        bits = with_one_fear(np.int64(state.hand[seat, word]), word)
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            kinds = 0
            for icon in range(len(ICONS)):
                if rules.card_travel[card, icon] > 0:
                    kinds |= 1 << as_used(state, seat, icon)
            for icon in range(len(ICONS)):
                if kinds & fits & 1 << icon:
                    options[n] = option_of(Action.PAY_CARD.value, icon_of_card(card, icon))
                    n += 1
    if state.resources[seat, Resource.COIN] >= rules.pilot_coins and fits >> Icon.PLANE.value & 1:
        options[n] = option_of(Action.HIRE_PILOT.value, 0)
        n += 1
    return n


@declared(CHANGE_2)
def note_travel(state, seat, card):
    """Count an item or artifact spent for travel."""
    if card < FIRST_BASIC:
        state.travelled[seat, card // WORD] |= bit_of(card)


@declared(DO_2)
def pay_icon(rules, state, action, what, events):
    """Pay for the wanted icon; the other icons of a spent card go to the pool."""
    seat = np.int64(state.on_turn)
    wanted = wanted_icon(rules, state)
    if action == Action.PAY_DISCOUNT:
        state.discount[what] -= 1
        log(events, Event.ICON, seat, what, 1, 0)
    elif action == Action.PAY_ICON:
        state.pool[what] -= 1
        log(events, Event.ICON, seat, what, 0, 0)
    elif action == Action.PAY_CARD:
        card, paying = card_of(what), icon_of(what)
        use_up(state, seat, card)
        note_travel(state, seat, card)
        for icon in range(len(ICONS)):
            state.pool[as_used(state, seat, icon)] += rules.card_travel[card, icon]
        state.pool[paying] -= 1
        log(events, Event.TRAVEL, seat, card, paying, 0)
    else:
        spend(rules, state, seat, Resource.COIN.value, np.int64(rules.pilot_coins), events)
        log(events, Event.PILOT, seat, 0, 0, 0)
    state.cost[FIRST_ICON + wanted] -= 1
