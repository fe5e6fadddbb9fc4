"""Deliveries: the best cards for a number of places, compared with keeping them for a later round."""

from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.quetzal.mind import MOST
from digsite.strategies.quetzal.values import (
    BONUSES,
    bonus_worth,
    hope_of,
    keep_of,
    note_tiles,
    own_set_worth,
    set_worth,
    types_asked,
)

ARTIFACTS = len(TYPES)


@rule
def weigh_parts(rules, state, seat, coin, step, weights, notes):
    """Weigh the delivery of 0, 1, ... cards of a type while keeping the rest, best bonuses first.

    Cards already in the current delivery count towards the collections they form with those added.
    """
    note_tiles(rules, state, seat, coin, notes)
    hope = hope_of(rules, state, weights)
    keep = keep_of(rules, state, notes.hand_size, weights)
    for type_ in range(ARTIFACTS):
        begun = int(state.delivery[type_])
        held, bonuses = 0, 0.0
        for bonus in range(BONUSES):
            held += notes.hand[type_ * BONUSES + bonus]
            bonuses += notes.hand[type_ * BONUSES + bonus] * bonus_worth(bonus, coin, step)
        each, extra_at, extra = notes.each_paid[type_], int(notes.extra_at[type_]), notes.extra[type_]
        delivered, bonus, left = 0.0, BONUSES - 1, int(notes.hand[type_ * BONUSES + BONUSES - 1])
        for cards in range(MOST + 1):
            if cards > held:
                notes.part[type_, cards] = -1e9
                continue
            if cards > 0:
                while left == 0:
                    bonus -= 1
                    left = int(notes.hand[type_ * BONUSES + bonus])
                left -= 1
                delivered += bonus_worth(bonus, coin, step)
            now = set_worth(rules, type_, begun + cards, 0.0) + delivered + each * cards
            if extra_at > 0 and begun + cards >= extra_at:
                now += extra
            later = own_set_worth(rules, type_, held - cards, hope, notes) + bonuses - delivered
            notes.part[type_, cards] = now + keep * later


@rule
def fill_totals(notes):
    """Fill in the best worth of at most this many cards of the first types; each type has at least `least`.

    Room beyond the number of cards is not considered.
    """
    end = most_cards(notes) + 1
    for room in range(end):
        notes.total[0, room] = 0.0
    for type_ in range(ARTIFACTS):
        for room in range(end):
            best, share = -1e9, 0
            for cards in range(int(notes.least[type_]), room + 1):
                if notes.part[type_, cards] < -1e8:
                    break
                worth = notes.part[type_, cards] + notes.total[type_, room - cards]
                if worth > best:
                    best, share = worth, cards
            notes.total[type_ + 1, room] = best
            notes.share[type_, room] = share


@rule
def most_cards(notes):
    """Return the most cards that one delivery of the hand can have."""
    return min(int(notes.hand_size), MOST)


@rule
def read_plan(room, notes):
    """Read the cards of each type in the best delivery of at most `room` cards."""
    for back in range(ARTIFACTS):
        type_ = ARTIFACTS - 1 - back
        notes.planned[type_] = notes.share[type_, room]
        room -= notes.share[type_, room]


@rule
def no_least(notes):
    """Require no type of artifacts in the delivery."""
    for type_ in range(ARTIFACTS):
        notes.least[type_] = 0


@rule
def plan_delivery(rules, state, seat, room, coin, step, weights, notes):
    """Return the worth of the best delivery of the hand; one that fulfils an upgrade of several types is tried, too."""
    room = min(room, most_cards(notes))
    weigh_parts(rules, state, seat, coin, step, weights, notes)
    no_least(notes)
    fill_totals(notes)
    best = notes.total[ARTIFACTS, room]
    read_plan(room, notes)
    for space in range(2):
        owned = int(state.owned[seat, space])
        if types_asked(rules, owned) < 2:
            continue
        ask_for(rules, state, owned, notes)
        fill_totals(notes)
        paid = rules.delivery_gain[owned, 0] * coin + rules.delivery_gain[owned, 1]
        if notes.total[ARTIFACTS, room] + paid > best:
            best = notes.total[ARTIFACTS, room] + paid
            read_plan(room, notes)
    return best


@rule
def ask_for(rules, state, tile, notes):
    """Require in the delivery what an upgrade asks for, as far as it is missing."""
    for type_ in range(ARTIFACTS):
        notes.least[type_] = max(int(rules.delivery_needs[tile, type_]) - int(state.delivery[type_]), 0)


@rule
def next_of_plan(state, notes):
    """Return the lowest kind of card that the plan still delivers, -1 if it is complete; best bonuses of a type go."""
    for type_ in range(ARTIFACTS):
        wanted = int(notes.planned[type_])
        if wanted <= 0:
            continue
        better = 0
        for bonus in range(BONUSES):
            better += notes.hand[type_ * BONUSES + bonus]
        for bonus in range(BONUSES):
            kind = type_ * BONUSES + bonus
            better -= notes.hand[kind]
            if notes.hand[kind] > 0 and better < wanted and kind >= state.lowest:
                return kind
    return -1
