"""How Archaeology is played: set-up, options, moves, scoring, and the view from one seat."""

import numpy as np

from simulator.games.archaeology.columns import OUTCOME
from simulator.games.archaeology.moves.dealing import (
    build_monument,
    collect_treasures,
    deal_hands_and_market,
    first_player,
    prepare_dig_site,
    tell_deal,
)
from simulator.games.archaeology.moves.market import (
    finish_trade,
    list_offers,
    list_sales,
    list_takes,
    offer,
    sell,
    take,
)
from simulator.games.archaeology.moves.monuments import (
    ask_the_sphinx,
    draw_from_mine,
    explore,
    keep,
    list_explorations,
    list_keeps,
    list_names,
    list_peeks,
    peek,
    stop_drawing,
    temple_has_cards,
)
from simulator.games.archaeology.moves.turn import (
    all_sold,
    begin_turn,
    decide_tent,
    list_hand,
    list_victims,
    lose,
    proceed,
    steal,
)
from simulator.games.archaeology.moves.view import deal_anew
from simulator.games.archaeology.rules import KINDS, MAX_SET, Rules
from simulator.games.archaeology.state import (
    ACTION_STRIDE,
    MAX_SEATS,
    NAME_STRIDE,
    NO_DECISION,
    QUARTERS,
    SET_SIZES,
    SIZE_STRIDE,
    TENTS_TOLD,
    Action,
    Decision,
    Phase,
    State,
)
from simulator.kernel.compile import game_types, inlined, rule

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)


@inlined
def list_acts(rules, state, options):
    """End the turn (unless a sale is due), sell, explore once, trade."""
    n = 0
    if state.sold or not state.must_sell:
        options[0] = Action.END * ACTION_STRIDE
        n = 1
    if state.turn_explorations < rules.explore_per_turn:
        n = list_explorations(rules, state, options, n)
    n = list_sales(rules, state, options, n)
    if state.turn_trades < rules.trade_per_turn:
        n = list_offers(rules, state, options, n)
    return n


@rule
def list_two_ways(options):
    """No or yes."""
    options[0], options[1] = 0, 1
    return 2


@inlined
def act(rules, state, option, events):
    """Carry out one of the actions that follow the dig, or the next step of a trade."""
    action = option // ACTION_STRIDE
    what = option % ACTION_STRIDE
    if action == Action.END:
        state.phase = Phase.END
        state.decision = NO_DECISION
    elif action == Action.SELL:
        kind = what // SIZE_STRIDE
        sell(rules, state, kind, what % SIZE_STRIDE, events)
        if temple_has_cards(state) and not all_sold(rules, state):
            state.decision = Decision.PEEK
    elif action == Action.OFFER:
        offer(rules, state, what, events)
    elif action == Action.EXPLORE:
        explore(rules, state, what, events)
    elif action == Action.TAKE:
        take(rules, state, what, events)
    else:
        finish_trade(rules, state, events)


@rule
def decide_at_mine(rules, state, draw_on, events):
    """Draw another card, or stop and keep what was drawn."""
    if draw_on:
        draw_from_mine(rules, state, events)
    else:
        stop_drawing(rules, state, events)


@rule
def score_seat(rules, state, seat, outcome):
    """A seat's money and what was measured on the way to it."""
    outcome.score[seat] = state.money[seat]
    outcome.tiebreak[seat] = -state.cards_sold[seat]
    outcome.cards_sold[seat] = state.cards_sold[seat]
    outcome.tents_used[seat] = state.tents_used[seat]
    outcome.storm_cards[seat] = state.storm_cards[seat]
    outcome.storm_value[seat] = state.storm_value[seat]
    outcome.theft_cards_lost[seat] = state.theft_cards_lost[seat]
    outcome.theft_value_lost[seat] = state.theft_value_lost[seat]
    outcome.theft_cards_won[seat] = state.theft_cards_won[seat]
    outcome.theft_value_won[seat] = state.theft_value_won[seat]
    outcome.maps_used[seat] = state.maps_used[seat]
    outcome.explorations[seat] = state.explorations[seat]
    outcome.busts[seat] = state.busts[seat]
    outcome.monument_cards[seat] = state.monument_cards[seat]
    outcome.monument_value[seat] = state.monument_value[seat]
    outcome.trades[seat] = state.trades[seat]
    outcome.trade_worth[seat] = state.trade_worth[seat]
    outcome.trade_value_lost[seat] = state.trade_value_lost[seat]
    for use in range(TENTS_TOLD):
        outcome.tent_turn[seat, use] = state.tent_turn[seat, use]
        outcome.tent_storm[seat, use] = state.tent_storm[seat, use]
    for quarter in range(QUARTERS):
        outcome.money_after[seat, quarter] = state.money_after[seat, quarter]
    score_sets(rules, state, seat, outcome)


@rule
def score_sets(rules, state, seat, outcome):
    """Sets sold by treasure and size; one larger than the sizes told apart counts with the largest of them."""
    label = sets_sold = full_sets = 0
    for kind in range(KINDS):
        outcome.money[seat, kind] = state.treasure_money[seat, kind]
        full_sets += int(state.sets[seat, kind, rules.largest_set[kind] - 1])
        for size in range(1, MAX_SET + 1):
            sold = int(state.sets[seat, kind, size - 1])
            sets_sold += sold
            if size <= SET_SIZES[kind]:
                outcome.sets[seat, label] = sold
                label += 1
            else:
                outcome.sets[seat, label - 1] += sold
    outcome.sets_sold[seat] = sets_sold
    outcome.full_sets[seat] = full_sets


# ------------------------------------------------------------------------------------------------ the contract


@rule(TYPES.setup)
def setup(rules, state, events):
    """Deal, fill the monument and the dig site, and let the first player dig."""
    collect_treasures(rules, state)
    deal_hands_and_market(rules, state)
    build_monument(rules, state)
    prepare_dig_site(rules, state)
    tell_deal(rules, state, events)
    state.first_seat = first_player(rules, state)
    state.decision = NO_DECISION
    begin_turn(rules, state, np.int64(state.first_seat), events)
    proceed(rules, state, events)


@rule(TYPES.legal)
def legal(rules, state, options):
    """All options of the decision now due."""
    decision = state.decision
    if decision == Decision.ACT:
        return list_acts(rules, state, options)
    if decision == Decision.OFFER:
        return list_takes(rules, state, options, list_offers(rules, state, options, 0))
    if decision == Decision.TAKE:
        options[0] = Action.DONE * ACTION_STRIDE
        return list_takes(rules, state, options, 1)
    if decision == Decision.VICTIM:
        return list_victims(rules, state, options)
    if decision == Decision.LOSE:
        return list_hand(state, options)
    if decision == Decision.PEEK:
        return list_peeks(state, options)
    if decision == Decision.KEEP:
        return list_keeps(state, options)
    if decision == Decision.NAME:
        return list_names(rules, options)
    return list_two_ways(options)  # TENT, MINE


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out one option and move on to the next decision."""
    decision = state.decision
    if decision == Decision.ACT or decision == Decision.OFFER or decision == Decision.TAKE:
        act(rules, state, option, events)
    elif decision == Decision.VICTIM:
        steal(rules, state, option, events)
    elif decision == Decision.TENT:
        decide_tent(rules, state, option, events)
    elif decision == Decision.LOSE:
        lose(rules, state, option, events)
    elif decision == Decision.PEEK:
        peek(state, option, events)
    elif decision == Decision.KEEP:
        keep(rules, state, option, events)
    elif decision == Decision.MINE:
        decide_at_mine(rules, state, option, events)
    else:
        lower = option // NAME_STRIDE
        ask_the_sphinx(rules, state, lower, option - lower * NAME_STRIDE, events)
    if state.decision == NO_DECISION:
        if state.phase == Phase.ACT and state.hand_size[state.digger] > 0:
            state.seat = state.digger
            state.decision = Decision.ACT
        else:
            proceed(rules, state, events)


@rule(TYPES.score)
def score(rules, state, outcome):
    """The money of all sets sold; ties go to fewer cards sold."""
    for seat in range(rules.seats):
        score_seat(rules, state, seat, outcome)
    outcome.monument = state.monument
    outcome.storms = state.storms
    outcome.thieves = state.thieves
    outcome.thieves_in_vain = state.thieves_in_vain
    outcome.first_seat = state.first_seat + 1
    outcome.end_phase_turns = state.end_turns
    outcome.forced_sales = state.forced_sales
    outcome.stall_guard = state.stall_guard
    outcome.trade_limit = state.limited_turns


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Deal rivals' hands, face-down chambers and the dig site anew around all that the seat knows."""
    deal_anew(rules, state, seat)
