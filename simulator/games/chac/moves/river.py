"""The underground river and its exit before the waterfall."""

from digsite.simulator.games.chac.moves.fate import can_use, die, use_ability
from digsite.simulator.games.chac.moves.treasure import current_level, part_with
from digsite.simulator.games.chac.moves.types import NOTHING, RULES, STATE, WHOLE
from digsite.simulator.games.chac.options import Rescue
from digsite.simulator.games.chac.rules import BRIDGE, CARD_KINDS, RIVER, BlockedLanding
from digsite.simulator.games.chac.state import Ability, Cause, Decision, Event, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import EVENTS
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import roll


@rule
def in_river(space):
    """Return whether a space lies in the river."""
    return RIVER <= space < BRIDGE


@rule
def can_pay(rules, state, seat):
    """It costs three cards for each fatal die, before the only reroll."""
    return not state.rerolled and state.cards[seat] >= rules.river_cards_per_reroll * state.ones


@rule
def landing_barred(rules, state):
    """Return whether the boulder blocks the space where swimmers climb out."""
    return rules.boulder_blocking and state.boulder == rules.landing


@rule
def must_wait(rules, state, seat, events):
    """No adventurer enters the boulder's space: by one ruling a swimmer waits until it has left the landing."""
    if not landing_barred(rules, state) or rules.river_landing_blocked != BlockedLanding.WAITS:
        return False
    log(events, Event.CLINGS, seat, rules.landing, 0, 0)
    return True


@rule
def land(rules, state, seat, events):
    """The swimmer climbs onto the corridor; by the other ruling the boulder crushes him if it lies there."""
    state.space[seat] = rules.landing
    state.decision = Decision.ACT
    log(events, Event.RIVER_OUT, seat, rules.landing, 0, 0)
    if landing_barred(rules, state):
        die(state, seat, Cause.BOULDER, events)


@rule
def fall(state, seat, events):
    """Down the waterfall."""
    state.decision = Decision.ACT
    die(state, seat, Cause.RIVER, events)


@rule
def judge(rules, state, seat, events):
    """No fatal die: out of the water. Otherwise the swimmer saves himself if possible, or falls."""
    if state.ones == 0:
        land(rules, state, seat, events)
    elif can_pay(rules, state, seat) or can_use(state, seat, Ability.SWIMMING):
        state.decision = Decision.RIVER
    else:
        fall(state, seat, events)


@rule(NOTHING(RULES, STATE, WHOLE, WHOLE, EVENTS))
def roll_river(rules, state, seat, dice, events):
    """Roll these dice and count the fatal ones."""
    shown = 0
    state.ones = 0
    for _ in range(dice):
        face = roll(state, Stream.RIVER)
        shown = shown * 10 + face
        state.ones += face == rules.river_fatal_face
    log(events, Event.RIVER_ROLL, seat, shown, state.ones, state.rerolled)
    judge(rules, state, seat, events)


@rule
def leave_river(rules, state, seat, events):
    """The only action on the last space, and forced: a die for each load level."""
    state.actions[seat] -= 1
    state.rerolled = False
    roll_river(rules, state, seat, current_level(rules, state, seat), events)


@rule
def let_go(state, seat, kind, events):
    """One card goes down the waterfall."""
    part_with(state, seat, kind)
    state.owed -= 1
    state.sacrificed[seat] += 1
    log(events, Event.SACRIFICE, seat, kind, state.cards[seat], 0)


@rule
def settle(rules, state, seat, events):
    """If all cards are owed they go without asking; once all are paid the fatal dice are rerolled."""
    if state.owed == state.cards[seat]:
        for kind in range(CARD_KINDS):
            while state.kind_held[seat, kind] > 0:
                let_go(state, seat, kind, events)
    if state.owed == 0:
        state.rerolled = True
        roll_river(rules, state, seat, state.ones, events)


@rule
def rescue(rules, state, option, events):
    """Carry out the swimmer's choice about the fatal dice."""
    seat = state.seat
    if option == Rescue.FALL:
        fall(state, seat, events)
    elif option == Rescue.SWIM:
        use_ability(state, seat)
        state.ones -= 1
        log(events, Event.RIVER_SWIM, seat, state.ones, 0, 0)
        judge(rules, state, seat, events)
    else:
        state.owed = rules.river_cards_per_reroll * state.ones
        state.decision = Decision.SACRIFICE
        settle(rules, state, seat, events)


@rule
def sacrifice(rules, state, kind, events):
    """Carry out the choice of a card to lose."""
    let_go(state, state.seat, kind, events)
    settle(rules, state, state.seat, events)
