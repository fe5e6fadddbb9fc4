"""Carry out an option, by its action."""

import numpy as np

from digsite.simulator.games.arnak.moves.assistants import is_gold, promote, recruit, refresh, rescue, swap, use
from digsite.simulator.games.arnak.moves.holdings import (
    begin_effect,
    bit_of,
    draw,
    exile,
    gain,
    lowest,
    merge_block,
    note_exile,
    send_to_exile,
    spend,
    take_from_deck,
    use_up,
)
from digsite.simulator.games.arnak.moves.payment import begin_overcoming, begin_paying_step, begin_sending, go_on_paying
from digsite.simulator.games.arnak.moves.research import NO_STEP, research, take_bonus, take_tile
from digsite.simulator.games.arnak.moves.row import buy, is_artifact, take
from digsite.simulator.games.arnak.moves.sites import activate, move_guardian, overcome, relocate
from digsite.simulator.games.arnak.moves.travel import CARD, pay_icon
from digsite.simulator.games.arnak.moves.turn import end_turn, proceed
from digsite.simulator.games.arnak.moves.types import DO, DO_1, DO_2, TYPES, declared
from digsite.simulator.games.arnak.ops import OPS, RESOURCES, Code, Internal
from digsite.simulator.games.arnak.options import (
    Action,
    action_of,
    discount_of,
    first_of,
    second_of,
    site_of,
    space_of,
    stack_of,
    token_of,
    track_space_of,
    what_of,
)
from digsite.simulator.games.arnak.rules import FIRST_BASIC, SLOTS, WORD, WORDS
from digsite.simulator.games.arnak.state import LIMBO, NO_CARD, NO_DECISION, NOBODY, Decision, Event, Purpose
from digsite.simulator.kernel.effects.interpreter import decline, enter, repeat_step, take_option
from digsite.simulator.kernel.effects.steps import NONE, Flow
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log

FREE = 0
_DRAW_N, _BOTTOM, _EXILE_N = OPS.at("draw", "n"), OPS.at("draw", "from"), OPS.at("exile", "n")
_UPGRADE_N, _REFRESH_N, _DISCARD_N = OPS.at("upgrade", "n"), OPS.at("refresh", "n"), OPS.at("discard", "n")
_ACTIVATE_N, _LEVEL_2 = OPS.at("activate", "n"), OPS.at("activate", "level2_cost")
_DISCOUNT, _TO, _SIDE = OPS.at("buy", "discount"), OPS.at("take_card", "to"), OPS.at("use_supply_assistant", "side")
_KEEP_BOTTOM, _RETURN_TOP = OPS.at("draw_keep", "from"), OPS.at("draw_keep", "return_top")
_ONE = np.int64(1)


# ------------------------------------------------------------------------------------------------ free and main actions


@declared(DO_1)
def begin_action(rules, state, free, events):
    """A free action interrupts the current step, if there is one; anything else is the main action of the turn."""
    if not free:
        state.main_done = True
        return
    if state.due != NONE:
        state.pending_at[state.pending - 1] -= 1  # the step asks again afterwards
    state.free_at = state.pending


@declared(DO_1)
def pass_round(rules, state, seat, events):
    """The player takes no more turns this round."""
    if np.int64(state.passed) >> seat & 1:
        return
    state.passed |= _ONE << seat
    state.passing += 1
    state.pass_place[seat, state.round_number - 1] = state.passing
    log(events, Event.PASS, seat, 0, 0, 0)


@declared(DO_2)
def play(rules, state, card, passing, events):
    """A card is played for its effect, or by passing for its other effect; an artifact costs tablets."""
    seat = np.int64(state.on_turn)
    free = not passing and rules.card_action[card] == FREE
    begin_action(rules, state, free, events)
    if is_artifact(card):
        for resource in range(len(RESOURCES)):
            spend(rules, state, seat, resource, np.int64(rules.artifacts_in_hand_cost[resource]), events)
    log(events, Event.PLAY, seat, card, 2 if passing else 1 - free, 0)
    use_up(state, seat, card)
    if card < FIRST_BASIC:
        state.played[seat, card // WORD] |= bit_of(card)
    if rules.card_exile[card]:
        state.play[seat, card // WORD] &= ~bit_of(card)
        send_to_exile(state, card)
        note_exile(state, seat, card)
        log(events, Event.EXILE, seat, card, 1, 0)
    if passing:
        pass_round(rules, state, seat, events)
        begin_effect(state, rules.card_pass[card, 0], rules.card_pass[card, 1])
    else:
        begin_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1])


@declared(DO_1)
def use_own_assistant(rules, state, assistant, events):
    """Exhaust the player's own assistant for its effect."""
    begin_action(rules, state, np.int64(rules.assistants_action[assistant] == FREE), events)
    state.exhausted |= _ONE << assistant
    use(rules, state, np.int64(state.on_turn), assistant, is_gold(state, assistant), events)


@declared(DO_1)
def use_boon(rules, state, guardian, events):
    """A guardian grants its boon, once."""
    seat = np.int64(state.on_turn)
    begin_action(rules, state, 1, events)
    state.boons[seat] &= ~(_ONE << guardian)
    log(events, Event.BOON, seat, guardian, 0, 0)
    begin_effect(state, rules.guardians_boon[guardian, 0], rules.guardians_boon[guardian, 1])


@declared(DO_1)
def fill_slot(rules, state, choice, events):
    """An idol goes to the leftmost empty slot for one of the effects."""
    seat = np.int64(state.on_turn)
    begin_action(rules, state, 1, events)
    slot = 0
    while slot < SLOTS - 1 and np.int64(state.slots[seat]) >> slot & 1:
        slot += 1
    state.crates[seat] -= 1
    state.slots[seat] |= _ONE << slot
    log(events, Event.SLOT, seat, slot, choice, 0)
    begin_effect(state, rules.slots_effect[choice, 0], rules.slots_effect[choice, 1])


@declared(DO_2)
def act(rules, state, action, what, events):
    """Carry out the action chosen for the turn."""
    seat = np.int64(state.on_turn)
    if action == Action.END:
        end_turn(rules, state, events)
        return
    state.main_done = True
    if action == Action.PASS:
        pass_round(rules, state, seat, events)
    elif action == Action.DIG:
        begin_sending(rules, state, site_of(what), space_of(what), NO_STEP, events)
    elif action == Action.DISCOVER:
        begin_sending(rules, state, what, -1, NO_STEP, events)
    elif action == Action.OVERCOME:
        begin_overcoming(rules, state, what, events)
    elif action == Action.BUY:
        buy(rules, state, seat, what, 0, events)
    elif action == Action.RESEARCH:
        research(rules, state, token_of(what), track_space_of(what), NO_STEP, 0, events)
    else:
        take_tile(rules, state, stack_of(what), NO_STEP, 0, events)


# ------------------------------------------------------------------------------------------------ answers to steps


@declared(DO_1)
def accept(rules, state, what, events):
    """Accept the offer of a step."""
    seat, op = np.int64(state.on_turn), np.int64(rules.step_op[state.due])
    if op == Flow.PAY:
        begin_paying_step(rules, state, events)
    elif op == Flow.MAY:
        enter(rules, state, 1)
    elif op == Code.DRAW:
        draw(rules, state, seat, np.int64(rules.step_args[state.due, _BOTTOM]), events)
        repeat_step(state, np.int64(rules.step_args[state.due, _DRAW_N]))
    elif op == Internal.ACTIVATE_AGAIN:
        activate(rules, state, seat, np.int64(rules.step_args[state.due, 0]), events)
    else:
        card = np.int64(state.taken)
        state.played[seat, card // WORD] |= bit_of(card)
        log(events, Event.PLAY, seat, card, 1 + what, 0)
        if what == 1:
            pass_round(rules, state, seat, events)
            begin_effect(state, rules.card_pass[card, 0], rules.card_pass[card, 1])
        else:
            begin_effect(state, rules.card_effect[card, 0], rules.card_effect[card, 1])


@declared(DO_1)
def use_up_card(rules, state, card, events):
    """A hand card is used up, as part of a cost or by an effect."""
    use_up(state, np.int64(state.on_turn), card)
    log(events, Event.USE_UP, state.on_turn, card, 0, 0)
    if state.purpose != Purpose.NOTHING:
        state.cost[CARD] -= 1
        go_on_paying(rules, state, events)
    else:
        repeat_step(state, np.int64(rules.step_args[state.due, _DISCARD_N]))


@declared(DO_1)
def upgrade(rules, state, resource, events):
    """A tablet becomes an arrowhead, an arrowhead a jewel."""
    seat = np.int64(state.on_turn)
    log(events, Event.UPGRADE, seat, resource, 0, 0)
    spend(rules, state, seat, resource, 1, events)
    gain(rules, state, seat, resource + 1, 1, events)
    repeat_step(state, np.int64(rules.step_args[state.due, _UPGRADE_N]))


@declared(DO_1)
def activate_by_step(rules, state, site, events):
    """A site is activated; the step repeats until enough different ones have been."""
    seat, row, top = np.int64(state.on_turn), np.int64(state.due), np.int64(state.pending) - 1
    if rules.site_level[site] == 2:
        for resource in range(len(RESOURCES)):
            spend(rules, state, seat, resource, np.int64(rules.step_args[row, _LEVEL_2 + resource]), events)
    done = np.int64(state.pending_progress[top]) | (_ONE << site)
    if popcount(done) < rules.step_args[row, _ACTIVATE_N]:
        state.pending_progress[top] = done
        state.pending_at[top] -= 1
    else:
        state.pending_progress[top] = 0
    activate(rules, state, seat, site, events)


@declared(DO_1)
def unslot(rules, state, slot, events):
    """An idol goes back from its slot to the crates."""
    seat = np.int64(state.on_turn)
    state.slots[seat] &= ~(_ONE << slot)
    state.crates[seat] += 1
    log(events, Event.UNSLOT, seat, slot, 0, 0)


# ------------------------------------------------------------------------------------------------ draw some, keep one


@declared(DO)
def clear_limbo(rules, state, events):
    """The first of the drawn cards goes to the hand, the rest unused into the play area."""
    seat = np.int64(state.on_turn)
    for at in range(LIMBO):
        card = np.int64(state.limbo[at])
        state.limbo[at] = NO_CARD
        if card == NO_CARD:
            continue
        if at == 0:
            state.hand[seat, card // WORD] |= bit_of(card)
            log(events, Event.KEEP, seat, card, 0, 0)
        else:
            state.play[seat, card // WORD] |= bit_of(card)
            log(events, Event.USE_UP, seat, card, 0, 0)


@declared(DO_1)
def draw_to_limbo(rules, state, cards, events):
    """Draw this many cards; a single one is kept at once."""
    seat = np.int64(state.on_turn)
    for at in range(cards):
        state.limbo[at] = take_from_deck(state, seat, np.int64(rules.step_args[state.due, _KEEP_BOTTOM]))
        log(events, Event.DRAW, seat, state.limbo[at], rules.step_args[state.due, _KEEP_BOTTOM], 0)
    if cards > 1:
        state.decision = Decision.KEEP
    else:
        clear_limbo(rules, state, events)


@declared(DO_1)
def keep_card(rules, state, card, events):
    """Put the kept card first; one of the others may go back on the deck if the effect says so."""
    for at in range(1, LIMBO):
        if state.limbo[at] == card:
            state.limbo[at] = state.limbo[0]
            state.limbo[0] = card
    if rules.step_args[state.due, _RETURN_TOP]:
        state.decision = Decision.RETURN
    else:
        clear_limbo(rules, state, events)


@declared(DO_1)
def return_card(rules, state, card, events):
    """A card goes back on top of the deck; others cannot distinguish it from the one that is kept."""
    seat = np.int64(state.on_turn)
    kept, block = np.int64(state.block[state.limbo[0]]), np.int64(state.block[card])
    for at in range(1, LIMBO):
        if state.limbo[at] == card:
            state.limbo[at] = NO_CARD
    state.deck[seat, state.deck_left[seat]] = card
    state.deck_left[seat] += 1
    state.peeked[seat] = state.deck_left[seat]
    log(events, Event.RETURN, seat, card, 0, 0)
    clear_limbo(rules, state, events)
    if kept != block:
        merge_block(state, seat, max(kept, block), min(kept, block))


# ------------------------------------------------------------------------------------------------ the contract


@declared(DO_2)
def answer_rare(rules, state, action, what, events):
    """Carry out an option that few effects offer."""
    seat = np.int64(state.on_turn)
    if action == Action.RELOCATE:
        relocate(rules, state, seat, first_of(what), second_of(what), events)
    elif action == Action.MOVE_GUARDIAN:
        move_guardian(rules, state, seat, first_of(what), second_of(what), events)
    elif action == Action.RECALL:
        state.occupant[site_of(what), space_of(what)] = NOBODY
        log(events, Event.RECALL, seat, site_of(what), space_of(what), 0)
    elif action == Action.UNSLOT:
        unslot(rules, state, what, events)
    elif action == Action.SWAP:
        swap(rules, state, seat, first_of(what), second_of(what), events)
    elif action == Action.USE_SUPPLY:
        use(rules, state, seat, what, np.int64(rules.step_args[state.due, _SIDE]), events)
    elif action == Action.RECRUIT:
        if rules.step_op[state.due] == Code.RESCUE_ASSISTANT:
            rescue(rules, state, seat, what, events)
        else:
            recruit(rules, state, seat, what, events)
    elif action == Action.PROMOTE:
        promote(rules, state, seat, what, events)
    elif action == Action.DRAW:
        draw_to_limbo(rules, state, what, events)
    elif action == Action.KEEP:
        keep_card(rules, state, what, events)
    else:
        return_card(rules, state, what, events)


@declared(DO_2)
def answer(rules, state, action, what, events):
    """Carry out the option chosen at a step of an effect."""
    seat, row = np.int64(state.on_turn), np.int64(state.due)
    if action == Action.ACCEPT:
        accept(rules, state, what, events)
    elif action == Action.CHOOSE:
        take_option(rules, state, what)
    elif action == Action.EXILE:
        exile(rules, state, seat, what, events)
        repeat_step(state, np.int64(rules.step_args[row, _EXILE_N]))
    elif action == Action.UPGRADE:
        upgrade(rules, state, what, events)
    elif action == Action.REFRESH:
        refresh(rules, state, seat, what, events)
        repeat_step(state, np.int64(rules.step_args[row, _REFRESH_N]))
    elif action == Action.USE_UP:
        use_up_card(rules, state, what, events)
    elif action == Action.DIG:
        begin_sending(rules, state, site_of(what), space_of(what), row, events)
    elif action == Action.DISCOVER:
        begin_sending(rules, state, what, -1, row, events)
    elif action == Action.ACTIVATE:
        activate_by_step(rules, state, what, events)
    elif action == Action.OVERCOME:
        overcome(rules, state, seat, what, 1, events)
    elif action == Action.BUY:
        buy(rules, state, seat, what, np.int64(rules.step_args[row, _DISCOUNT]), events)
    elif action == Action.TAKE:
        take(rules, state, seat, what, np.int64(rules.step_args[row, _TO]), events)
    elif action == Action.RESEARCH:
        research(rules, state, token_of(what), track_space_of(what), row, discount_of(what), events)
    elif action == Action.TEMPLE:
        take_tile(rules, state, stack_of(what), row, discount_of(what), events)
    elif action == Action.BONUS_FIRST or action == Action.BONUS_LAST:
        take_bonus(rules, state, what, np.int64(action == Action.BONUS_FIRST), events)
    else:
        answer_rare(rules, state, action, what, events)


@declared(DO_1)
def log_hand(rules, state, seat, events):
    """Log the cards kept in hand for the next round."""
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            log(events, Event.KEEP, seat, word * WORD + lowest(bits), 1, 0)
            bits &= bits - 1


@declared(DO_2)
def settle_hand(rules, state, action, what, events):
    """A remaining hand card is discarded at the end of a round, or all the others are kept."""
    if action == Action.DECLINE:
        log_hand(rules, state, np.int64(state.seat), events)
        state.settling += 1
        return
    use_up(state, np.int64(state.seat), what)
    log(events, Event.DISCARD, state.seat, what, 0, 0)


@declared(DO_2)
def do_without(rules, state, action, what, events):
    """Decline the offer of a step; of cards drawn, all but the one kept go to the play area."""
    if state.limbo[0] != NO_CARD:
        clear_limbo(rules, state, events)
    elif state.pending > 0:
        progress = np.int64(state.pending_progress[state.pending - 1])
        log(events, Event.SKIP, state.on_turn, rules.step_op[state.due], progress, 0)
        decline(state)


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out an option and proceed to the next decision."""
    action, what, decision = action_of(option), what_of(option), np.int64(state.decision)
    state.decision = NO_DECISION
    if action == Action.PLAY or action == Action.PLAY_AND_PASS:
        play(rules, state, what, np.int64(action == Action.PLAY_AND_PASS), events)
    elif action == Action.ASSISTANT:
        use_own_assistant(rules, state, what, events)
    elif action == Action.BOON:
        use_boon(rules, state, what, events)
    elif action == Action.IDOL:
        fill_slot(rules, state, what, events)
    elif decision == Decision.ACT:
        act(rules, state, action, what, events)
    elif decision == Decision.TRAVEL:
        pay_icon(rules, state, action, what, events)
        go_on_paying(rules, state, events)
    elif decision == Decision.LEFT_OVER:
        settle_hand(rules, state, action, what, events)
    elif action == Action.DECLINE:
        do_without(rules, state, action, what, events)
    else:
        answer(rules, state, action, what, events)
    proceed(rules, state, events)
