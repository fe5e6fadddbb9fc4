"""Set the load and count actions: cards are dropped, Stamina is declared, and the rest determines the load level."""

from digsite.simulator.games.chac.moves.fate import can_use, use_ability
from digsite.simulator.games.chac.moves.treasure import by_stamina, current_level, part_with
from digsite.simulator.games.chac.options import STAMINA, USE
from digsite.simulator.games.chac.rules import CARD_KINDS, StaminaTime
from digsite.simulator.games.chac.state import Ability, Event
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log


@rule
def may_adjust(rules, state, seat):
    """Return whether there is a card to drop or Stamina to use."""
    if state.cards[seat] > 0 and rules.load_dropping:
        return True
    return can_use(state, seat, Ability.STAMINA)


@rule
def set_load(rules, state, seat, events):
    """Set the load level that counts for this turn's actions."""
    state.load_level[seat] = current_level(rules, state, seat)
    log(events, Event.LOAD, seat, state.load_level[seat], state.cards[seat], state.stamina_now[seat])


@rule
def adjust(rules, state, option, events):
    """Carry out a choice while loads are set; return True when the seat is done."""
    seat = state.seat
    if option < CARD_KINDS:
        part_with(state, seat, option)
        state.dropped[seat] += 1
        log(events, Event.DROP, seat, option, state.cards[seat], 0)
        if may_adjust(rules, state, seat):
            return False
    elif option == STAMINA:
        use_ability(state, seat)
        state.stamina_now[seat] = 1
    set_load(rules, state, seat, events)
    return True


@rule
def count_actions(rules, state, seat):
    """An action for each die that shows at least the load level."""
    state.actions[seat] = 0
    for i in range(rules.dice_actions):
        state.actions[seat] += state.action_dice[i] >= state.load_level[seat]


@rule
def stamina_still_counts(rules, state, seat):
    """By one ruling Stamina can also be used after the load phase."""
    return rules.stamina_when == StaminaTime.ANY_TIME and can_use(state, seat, Ability.STAMINA)


@rule
def use_stamina_late(rules, state, seat):
    """The level is lowered for the rest of the turn; actions already counted stay."""
    use_ability(state, seat)
    state.stamina_now[seat] = 1
    state.load_level[seat] = by_stamina(rules, state.load_level[seat])


@rule
def declare(rules, state, option, events):
    """Carry out the choice about Stamina after the dice: the actions are counted by the lower level."""
    seat = state.seat
    if option == USE:
        use_stamina_late(rules, state, seat)
        count_actions(rules, state, seat)
        log(events, Event.ACTIONS, seat, state.actions[seat], state.load_level[seat], 1)
