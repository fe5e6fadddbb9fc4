"""Search against mathematics: a game of coins whose best choices are known, and leaks that must be caught."""

from functools import cache

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.kernel.play.loop import (
    CURSOR_IMAGINED,
    CURSOR_OPTIONS,
    CURSOR_PICK,
    CURSOR_SEARCHES,
    CURSOR_WORLDS,
)
from digsite.simulator.kernel.play.records import Search, record
from digsite.simulator.kernel.search.lookahead import (
    LEAD,
    SQUARES,
    STOPPED,
    compile_search,
    drop_worse,
    halvings,
    lead_error,
    line_up_options,
    mean_lead,
    sort_by_lead,
)
from digsite.simulator.kernel.search.worlds import TIE_BREAK, Objective
from tests.kernel import toss

PLAIN, BOLD = 0, 1
MANY = 500 if DISABLE_JIT else 2_000


@cache
def search():
    return compile_search(toss.TYPES, toss.CHOOSE)


def rules_box(tosses=toss.TOSSES):
    box = record(toss.Rules)
    box[0].seats, box[0].tosses = toss.SEATS, tosses
    return box


def thinking(worlds, caution=0.0, objective=Objective.WIN, chapter=""):
    box = record(Search)
    box[0].worlds, box[0].caution, box[0].objective = worlds, caution, objective
    if chapter:
        kind, box[0].chapter_at = toss.State.fields[chapter][:2]
        box[0].chapter_size = kind.itemsize
    return box[0]


def position(points=(0, 0), left=1, seat=0, card=(0, 0), luck=1):
    """A moment of a game: whose toss it is, with so many tosses left."""
    state = record(toss.State)[0]
    state.points[:], state.card[:] = points, card
    state.left, state.seat, state.turns = left, seat, toss.TOSSES - left
    state.stream[:] = np.arange(len(state.stream), dtype=np.uint64) * np.uint64(7919) + np.uint64(luck)
    return state


def of_all(how):
    """The thinking of every player, each as it is said."""
    box = record(Search, toss.SEATS)
    box[:] = how
    return box


class Thought:
    """One search: the pick, and what it left behind."""

    def __init__(
        self, state, how, own=PLAIN, strategy=toss.steady, redeal=toss.redeal, notes=0, options=(0, 1), places=0,
        order=None, desk=None,
    ):  # fmt: skip
        self.desk = desk or toss.desk(len(options), places)
        arrays = toss.arrays(
            toss, rules_box(), order=toss.order(0) if order is None else order, state=state, options=options, notes=notes,
            search=of_all(how),
        )  # fmt: skip
        self.cursor, strategies = arrays.cursor, (strategy,) * toss.SEATS
        with np.errstate(over="ignore"):
            moves = (*toss.MOVES[:-1], redeal)
            self.pick = search()(arrays, self.desk, moves, strategies, 0, own, len(options))
        copy_record(state, arrays.states[0])


def picks(how, lucks, **where):
    return [Thought(position(luck=luck, **where), how).pick for luck in range(1, lucks + 1)]


# ------------------------------------------------------------------------------------------------ the known optimum


def last_toss_is_best_bold(lead, own_card):
    """With one toss left, by hand: the rival's card is 0 or 1 with the same chance, a draw is half a win."""

    def share(margin):
        return (margin > 0) + 0.5 * (margin == 0)

    def worth(ways):
        known = lead + own_card
        return sum(chance * (share(known + gain) + share(known - 1 + gain)) / 2 for gain, chance in ways)

    return worth([(2, 0.25), (0, 0.75)]) > worth([(1, 0.5), (0, 0.5)])


@pytest.mark.parametrize("lead", [-3, -2, -1, 0, 1])
@pytest.mark.parametrize("own_card", [0, 1])
def test_the_last_toss_is_the_best_one(lead, own_card):
    points = (10, 10 - lead)
    expected = BOLD if last_toss_is_best_bold(lead, own_card) else PLAIN
    found = picks(thinking(MANY), 3, points=points, card=(own_card, 0))
    decided = lead + own_card not in (-3, 2)  # else nothing that is tossed can change the result
    assert found == [expected] * 3 if decided else set(found) <= {PLAIN, BOLD}


@pytest.mark.many_games
def test_more_worlds_find_the_best_toss_more_often():
    """Two behind with the last toss, only a bold one can still win: a plain strategy never does it."""
    shares = [np.mean(picks(thinking(worlds, caution=2.0), 40, points=(7, 9))) for worlds in (4, 64, 512)]
    assert shares[0] < shares[1] < shares[2] == 1.0


def worth(own, rival):
    """What an end is worth to a player who plays for the win: exactly as it is documented."""
    share = (own > rival) + 0.5 * (own == rival)
    return share + TIE_BREAK * (own - rival) / (1 + own + rival)


@cache
def expected(points, left, seat, asked):
    """The exact worth to seat 0 of a game that patient players play on, all cards counted already."""
    if left == 0:
        return worth(*points)
    bold = asked[seat] >= toss.PLAIN
    then = tuple(count + (at == seat) for at, count in enumerate(asked))
    return after_toss(points, left, seat, then, bold)


def after_toss(points, left, seat, asked, bold):
    gain, chance = (2, 0.25) if bold else (1, 0.5)
    better = tuple(have + gain * (at == seat) for at, have in enumerate(points))
    ways = [(better, chance), (points, 1 - chance)]
    return sum(part * expected(then, left - 1, 1 - seat, asked) for then, part in ways)


@pytest.mark.parametrize("notes", [0, 1, 2])
def test_leads_are_those_that_mathematics_gives(notes):
    """The seat goes on with the notes it has, its rival with blank ones, and nobody knows the rival's card."""
    thought = Thought(position(points=(3, 4), left=5, card=(1, 0)), thinking(MANY), strategy=toss.patient, notes=notes)
    exact = np.mean([
        after_toss((4, 4 + card), 5, 0, (notes, 0), True) - after_toss((4, 4 + card), 5, 0, (notes, 0), False)
        for card in (0, 1)
    ])  # fmt: skip
    total, squares = thought.desk.sums[:, BOLD]
    assert thought.desk.sums[:, PLAIN].tolist() == [0, 0]
    assert abs(total / MANY - exact) < 4.5 * np.sqrt(squares) / MANY


def test_points_ahead_are_an_objective():
    """A bold toss is as good as a plain one in points, and only whole points are counted."""
    thought = Thought(position(points=(3, 4), left=5), thinking(MANY, objective=Objective.LEAD))
    total, squares = thought.desk.sums[:, BOLD]
    assert total == round(total)
    assert abs(total) < 4.5 * np.sqrt(squares)


def test_a_search_is_the_same_to_the_last_digit_with_the_jit_on_and_off():
    found = []
    for luck in (1, 2, 3):
        state = position(points=(3, 4), left=5, card=(1, 0), luck=luck)
        thought = Thought(state, thinking(16), strategy=toss.patient, notes=1)
        found.append((thought.pick, thought.desk.sums[:, BOLD].tolist()))
    assert found == [
        (PLAIN, [-1.0597569097569097, 5.172945511980525]),
        (BOLD, [2.0080952380952386, 2.5929096906035465]),
        (BOLD, [0.485882254999902, 2.3391102918105373]),
    ]


# ------------------------------------------------------------------------------------------------ doubt


def test_without_doubt_the_better_option_is_taken_and_in_doubt_the_strategy_s_own():
    where = {"points": (7, 9)}
    assert picks(thinking(MANY, caution=2.0), 3, **where) == [BOLD] * 3
    assert picks(thinking(MANY, caution=1_000.0), 3, **where) == [PLAIN] * 3


def test_two_worlds_that_agree_are_not_yet_beyond_doubt():
    """Their spread is nothing, and so would be the doubt if it rested on them alone."""
    for luck in range(1, 200):
        thought = Thought(position(points=(7, 9), luck=luck), thinking(2, caution=3.0))
        assert thought.pick == PLAIN


def test_the_doubt_of_a_lead_is_its_standard_error():
    """By hand: leads of 1, 1 and 4 points and one world more without any have the mean 1.5 and the variance 2.25."""
    desk = toss.desk()
    line_up_options(desk, PLAIN, 2)
    desk.sums[LEAD, BOLD], desk.sums[SQUARES, BOLD] = 1 + 1 + 4, 1 + 1 + 16
    assert mean_lead(desk, BOLD, 3) == 1.5
    assert lead_error(desk, BOLD, 3) == pytest.approx(np.sqrt(2.25 / 4))


@pytest.mark.parametrize("own", [0, 1])
def test_among_equals_what_the_strategy_chose_stands(own):
    for caution in (0.0, 2.0):
        thought = Thought(position(points=(3, 4), left=5), thinking(8, caution), own=own, options=(BOLD, BOLD))
        assert thought.pick == own


# ------------------------------------------------------------------------------------------------ halving


def judged(leads, own=2, worlds=10, spread=1.0):
    """A desk on which the options lead the strategy's own by so much on average."""
    desk = toss.desk(len(leads))
    line_up_options(desk, own, len(leads))
    desk.sums[LEAD] = np.array(leads) * (worlds + 1)
    desk.sums[SQUARES] = (np.array(leads) ** 2 + spread**2) * (worlds + 1)
    return desk


def test_the_options_that_lead_come_first_after_the_strategy_s_own():
    desk = judged([0.1, -0.4, 0.0, 0.7, 0.1, -0.2])
    sort_by_lead(desk, 6)
    assert desk.alive.tolist() == [2, 3, 0, 4, 5, 1]
    desk = judged([-0.3, -0.1, 0.0, -0.2], own=2)
    sort_by_lead(desk, 4)
    assert desk.alive.tolist() == [2, 1, 3, 0]


def test_of_options_that_lead_alike_the_one_listed_first_comes_first():
    desk = judged([0.3, 0.3, 0.0, 0.3], own=2)
    assert desk.alive.tolist() == [2, 1, 0, 3]
    sort_by_lead(desk, 4)
    assert desk.alive.tolist() == [2, 0, 1, 3]


def test_the_worse_half_is_dropped_and_whatever_is_beyond_hope():
    desk = judged([0.1, -0.4, 0.0, 0.7, 0.1, -0.2])
    sort_by_lead(desk, 6)
    assert drop_worse(desk, 6, 10, 2.0) == 3
    assert drop_worse(desk, 3, 10, 2.0) == 2
    assert drop_worse(desk, 2, 10, 2.0) == 2
    hopeless = judged([-0.5, -0.9, 0.0, -0.7], spread=0.1)
    sort_by_lead(hopeless, 4)
    assert drop_worse(hopeless, 4, 10, 2.0) == 1
    doubtful = judged([-0.5, -0.9, 0.0, -0.7], spread=3.0)
    sort_by_lead(doubtful, 4)
    assert drop_worse(doubtful, 4, 10, 2.0) == 2


def test_what_was_dropped_does_not_come_back():
    """Of five options two are bold. Where these lead after two worlds, plain ones are dropped; where they have lost the lead
    three worlds later nothing is left to try, though what was dropped would now lead them."""
    options = (PLAIN, BOLD, PLAIN, BOLD, PLAIN)
    played = {
        int(Thought(position(points=(3, 4), left=5, luck=luck), thinking(6), options=options).cursor[CURSOR_WORLDS])
        for luck in range(1, 41)
    }
    assert played == {5 * 2 + 3 * 3, 5 * 2 + 3 * 3 + 2 * 5}


def test_an_option_that_is_left_is_judged_by_all_its_worlds():
    """Four worlds of three options and six more of two are the same ten worlds that two options alone would meet."""
    left = 0
    for luck in range(1, 21):
        state = position(points=(3, 4), left=5, luck=luck)
        three, two = (
            Thought(state.copy(), thinking(worlds), options=options)
            for worlds, options in ((8, (PLAIN, BOLD, PLAIN)), (10, (PLAIN, BOLD)))
        )
        if three.desk.alive[1] == BOLD and three.cursor[CURSOR_WORLDS] == 3 * 4 + 2 * 6:
            left += 1
            assert three.desk.sums[:, BOLD].tolist() == two.desk.sums[:, BOLD].tolist()
    assert left > 3


def test_a_search_begins_anew_whatever_was_thought_before():
    """Room to think in is used again by the next decision."""
    state, other = position(points=(3, 4), left=5), position(points=(6, 8), left=3, luck=9)
    fresh, used = Thought(state.copy(), thinking(16)), Thought(other, thinking(16))
    again = Thought(state.copy(), thinking(16), desk=used.desk)
    assert again.pick == fresh.pick
    assert again.desk.sums.tolist() == fresh.desk.sums.tolist()


def test_options_are_halved_until_two_are_left():
    assert [halvings(n) for n in (2, 3, 4, 5, 8, 9, 40)] == [1, 2, 2, 3, 3, 4, 6]


# ------------------------------------------------------------------------------------------------ what a seat may see


def lookalike(state):
    """The same to seat 0: only the rival's card and the luck of others differ."""
    other = state.copy()
    other.card[1] = 1 - state.card[1]
    other.stream[: toss.Stream.NOISE] += np.uint64(12_345)
    return other


def choices(redeal):
    """What is picked at some positions, and at others that look the same."""
    how = thinking(max(MANY // 4, 40), caution=2.0)
    pairs = []
    for luck in range(1, 9):
        state = position(points=(7, 9), luck=luck)
        other = lookalike(state)
        pairs.append(tuple(Thought(it, how, redeal=redeal).pick for it in (state, other)))
    return pairs


def test_a_search_cannot_see_what_is_hidden():
    assert all(one == other for one, other in choices(toss.redeal))


def test_a_redeal_that_leaks_is_caught_by_the_choices():
    assert any(one != other for one, other in choices(toss.redeal_nothing))


def test_a_search_changes_nothing_but_its_seat_s_noise():
    state = position(points=(3, 4), left=5)
    before = state.copy()
    Thought(state, thinking(16))
    assert state.stream[toss.Stream.NOISE] != before.stream[toss.Stream.NOISE]
    state.stream[toss.Stream.NOISE] = before.stream[toss.Stream.NOISE]
    assert state.tobytes() == before.tobytes()


# ------------------------------------------------------------------------------------------------ horizons and ends


def test_worlds_end_with_the_chapter_where_one_is_named():
    """Where every toss is a chapter, nobody is asked again: not even a strategy that would then pick what is not there."""
    how = thinking(8, objective=Objective.LEAD, chapter="turns")
    assert Thought(position(points=(3, 4), left=5), how, strategy=toss.broken).pick in (PLAIN, BOLD)


def test_a_world_that_does_not_end_is_worth_nothing_to_anybody():
    short = toss.order(0)
    short[0].most_decisions = 1
    thought = Thought(position(points=(3, 4), left=5), thinking(16), order=short)
    assert thought.desk.sums[:, BOLD].tolist() == [0, 0]
    assert thought.pick == PLAIN


def test_a_search_counts_its_thought_and_its_worlds_and_is_back_in_the_game():
    thought = Thought(position(points=(3, 4), left=5), thinking(16))
    assert thought.cursor[[CURSOR_SEARCHES, CURSOR_WORLDS, CURSOR_IMAGINED]].tolist() == [1, 32, 0]


def test_a_search_that_is_stopped_gives_up():
    how = thinking(50)
    how.stop = 1
    thought = Thought(position(left=5), how)
    assert thought.pick == STOPPED
    assert thought.cursor[CURSOR_IMAGINED] == 1


def test_a_pick_that_is_not_there_in_a_world_is_named():
    thought = Thought(position(points=(1, 1), left=5), thinking(4), strategy=toss.broken)
    assert thought.pick == STOPPED
    assert thought.cursor[[CURSOR_IMAGINED, CURSOR_PICK, CURSOR_OPTIONS]].tolist() == [1, toss.NOTHING_THERE, 2]


def test_worlds_that_no_deal_makes_possible_are_named():
    thought = Thought(position(left=5), thinking(4), redeal=toss.redeal_never)
    assert thought.pick == STOPPED
    assert thought.cursor[[CURSOR_IMAGINED, CURSOR_OPTIONS]].tolist() == [1, 0]


def test_a_choice_that_is_not_there_is_left_to_the_play_loop():
    thought = Thought(position(left=5), thinking(4), own=7)
    assert (thought.pick, thought.cursor[CURSOR_IMAGINED]) == (7, 0)
