"""Choose the cards to keep at the start of a turn, and whether to use Stamina."""

import numpy as np

from digsite.simulator.games.chac.moves.treasure import by_stamina
from digsite.simulator.games.chac.options import KEEP, SPARE, STAMINA, USE
from digsite.simulator.games.chac.rules import StaminaTime
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.chac.mind import FAR
from digsite.strategies.chac.outlook import outlook
from digsite.strategies.chac.pack import best_cards, carry, lowest_kind


@rule
def cards_to_keep(rules, state, seat, player):
    """Return how many of the best cards pay for their weight in the outlook."""
    notes, style = player.notes, player.style
    space = np.int64(state.space[seat])
    cards = np.int64(state.cards[seat])
    if rules.level[cards] == rules.level[0]:
        return cards
    notes.actions = 0
    best_keep = cards
    best_value = -2.0 * FAR
    for keep in range(cards, -1, -1):
        if keep < cards and rules.level[keep] == rules.level[keep + 1]:
            continue  # as heavy as with one more
        carry(rules, player, keep, best_cards(state, seat, player.tables, keep))
        value = outlook(rules, state, player, space)
        if best_value < 0.0 or value > best_value * style.cling + 1e-9:
            best_keep = keep
            best_value = value
    return best_keep


@rule
def worth_stamina(rules, state, seat, player):
    """Use Stamina if one more action improves the outlook enough."""
    notes, style = player.notes, player.style
    cards = np.int64(state.cards[seat])
    space = np.int64(state.space[seat])
    carry(rules, player, cards, best_cards(state, seat, player.tables, cards))
    notes.actions = 0
    plain = outlook(rules, state, player, space)
    notes.actions = 1
    helped = outlook(rules, state, player, space)
    return helped - plain > style.spare * abs(helped)


@rule
def set_load(rules, state, seat, player, options, n):
    """Drop the lowest cards that do not pay; then use Stamina if it helps."""
    if cards_to_keep(rules, state, seat, player) < state.cards[seat]:
        at = index_of(options, n, lowest_kind(state, seat, player.tables))
        if at >= 0:
            return at
    stamina = index_of(options, n, STAMINA)
    waits = rules.stamina_when == StaminaTime.ANY_TIME  # if it may be used later, look at the dice first
    if stamina >= 0 and not waits and worth_stamina(rules, state, seat, player):
        return stamina
    return index_of(options, n, KEEP)


@rule
def actions_by_stamina(rules, state, seat):
    """Return how many more of the dice count as actions with Stamina."""
    level = state.load_level[seat]
    more = 0
    for i in range(rules.dice_actions):
        more += by_stamina(rules, level) <= state.action_dice[i] < level
    return more


@rule
def declare_stamina(rules, state, seat, player):
    """After the dice: use Stamina at the river's exit, or if its actions improve the outlook enough."""
    notes, style = player.notes, player.style
    space = np.int64(state.space[seat])
    if space == rules.last_river_space:
        return USE
    more = actions_by_stamina(rules, state, seat)
    if more == 0:
        return SPARE
    cards = np.int64(state.cards[seat])
    carry(rules, player, cards, best_cards(state, seat, player.tables, cards))
    notes.actions = state.actions[seat]
    plain = outlook(rules, state, player, space)
    notes.actions = state.actions[seat] + more
    helped = outlook(rules, state, player, space)
    return USE if helped - plain > style.spare * abs(helped) else SPARE
