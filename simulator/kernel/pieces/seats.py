"""Seats: whose turn comes next, who is asked, and the end of the game."""

from digsite.simulator.kernel.jit.compile import rule

NOT_CHOSEN = -1  # the choice of a seat that has not chosen yet


@rule
def seat_after(rules, seat):
    """Return the seat to the left of a seat."""
    following = seat + 1
    return following if following < rules.seats else 0


@rule
def next_seat(rules, state):
    """End the turn: count it, and the seat to the left is due."""
    state.turns += 1
    state.seat = seat_after(rules, state.seat)


@rule
def end_game(state, reason=0):
    """End the game, for one of the end reasons."""
    state.over = True
    state.end_reason = reason


@rule
def ask_all(rules, state):
    """Every seat chooses next, in secret."""
    for seat in range(rules.seats):
        state.asked[seat] = 1


@rule
def count_asked(rules, state):
    """Return the number of seats that choose next."""
    asked = 0
    for seat in range(rules.seats):
        asked += state.asked[seat] != 0
    return asked


@rule
def forget_choices(rules, state):
    """No seat has chosen yet."""
    for seat in range(rules.seats):
        state.choice[seat] = NOT_CHOSEN


@rule
def ask_next(rules, state):
    """Make the next seat due that is asked and has not chosen; return False if all have chosen."""
    for seat in range(rules.seats):
        if state.asked[seat] and state.choice[seat] == NOT_CHOSEN:
            state.seat = seat
            return True
    return False
