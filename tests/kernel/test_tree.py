"""Trees of decisions against mathematics: tosses whose best sequence is known, and what a place of the tree holds."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.kernel.play.loop import CURSOR_IMAGINED, CURSOR_OPTIONS, CURSOR_PICK, CURSOR_WORLDS
from digsite.simulator.kernel.search.lookahead import STOPPED, compile_search
from digsite.simulator.kernel.search.tree import (
    FOLLOWER,
    HIGH,
    LOW,
    MOVER,
    NEXT,
    NOWHERE,
    OPTION,
    VISITS,
    add_place,
    learn,
    most_urgent,
    place_after,
    plant,
    step_to,
)
from digsite.simulator.kernel.search.worlds import TIE_BREAK, Objective
from tests.kernel import door, toss
from tests.kernel.test_search import BOLD, PLAIN, Thought, lookalike, of_all, position, thinking

MANY = 1_200 if DISABLE_JIT else 6_000
WAYS = {PLAIN: ((1, 0.5), (0, 0.5)), BOLD: ((2, 0.25), (0, 0.75))}


def in_a_tree(worlds, reach=1.0, caution=0.0):
    how = thinking(worlds, caution)
    how.tree, how.reach = 1, reach
    return how


# ------------------------------------------------------------------------------------------------ the known optimum


def worth(own, rival):
    share = (own > rival) + 0.5 * (own == rival)
    return share + TIE_BREAK * (own - rival) / (1 + own + rival)


@cache
def outcome(points, card, tosses):
    """What a sequence of tosses, seats in turn, is worth to each seat on average; the rival's card may be 0 or 1."""
    values = np.zeros(2)
    for gains in product(*(WAYS[option] for option in tosses)):
        chance, have = 0.5, [points[0] + card, points[1]]
        for at, (gain, part) in enumerate(gains):
            have[at % 2] += gain
            chance *= part
        for hidden in (0, 1):
            values += chance * np.array([worth(have[0], have[1] + hidden), worth(have[1] + hidden, have[0])])
    return values


@cache
def best(points, card, tosses, left):
    """What tosses are worth if each seat takes from now on what is best for itself, before it sees how tosses fall."""
    if left == 0:
        return outcome(points, card, tosses)
    ways = [best(points, card, (*tosses, option), left - 1) for option in (PLAIN, BOLD)]
    return max(ways, key=lambda values: values[len(tosses) % 2])


def lead_of_bold(points, card, left):
    """How far a bold toss leads a plain one if all play on as well as they can."""
    bold, plain = (best(points, card, (option,), left - 1)[0] for option in (BOLD, PLAIN))
    return bold - plain


POSITIONS = [((6, 6 - ahead), card, left) for ahead in range(-3, 3) for card in (0, 1) for left in (1, 2, 3)]
CLEAR = [at for at in POSITIONS if abs(lead_of_bold(*at)) > 0.03]


@pytest.mark.many_games
@pytest.mark.parametrize(("points", "card", "left"), CLEAR)
def test_a_tree_finds_the_best_toss(points, card, left):
    expected = BOLD if lead_of_bold(points, card, left) > 0 else PLAIN
    state = position(points=points, left=left, card=(card, 0))
    assert Thought(state, in_a_tree(MANY), places=MANY + 8).pick == expected


@cache
def search_behind_doors():
    return compile_search(door.TYPES, door.CHOOSE)


def chosen(how, locks, objective=Objective.LEAD):
    """What the first of the door's players takes, whose strategy would take the coin."""
    how.objective = objective
    arrays = toss.arrays(
        door,
        door.rules_box(locks),
        order=toss.order(0),
        state=door.start(),
        options=(door.COIN, door.DOOR),
        search=of_all(how),
    )
    with np.errstate(over="ignore"):
        return search_behind_doors()(
            arrays, door.desk(how.worlds + 8), door.MOVES, (door.greedy,) * door.SEATS, 0, 0, 2
        )


def test_a_tree_opens_the_door_that_its_strategy_would_leave_shut():
    """The door pays only together with a move that the strategy never makes: worlds that it plays on alone do not see it."""
    assert chosen(in_a_tree(200), locks=False) == door.DOOR
    assert chosen(thinking(200), locks=False) == door.COIN


def test_a_rival_in_a_tree_plays_for_itself():
    """Where it can be locked the door is worth nothing: a rival that plays for itself locks it."""
    assert chosen(in_a_tree(400), locks=True) == door.COIN


def test_what_is_beyond_doubt_in_a_tree_is_taken_and_the_rest_not():
    assert chosen(in_a_tree(200, caution=2.0), locks=False) == door.DOOR
    assert chosen(in_a_tree(200, caution=1_000.0), locks=False) == door.COIN


# ------------------------------------------------------------------------------------------------ places


def test_a_tree_begins_with_the_options_of_the_decision():
    desk = toss.desk(3, places=8)
    assert plant(desk, 1, np.array([7, 9, 4], np.int32), 3) == 4
    assert [place_after(desk, NOWHERE, 1, option) for option in (7, 9, 4)] == [1, 2, 3]
    assert place_after(desk, NOWHERE, 0, 7) == NOWHERE
    assert place_after(desk, NOWHERE, 1, 5) == NOWHERE


def test_places_of_one_decision_follow_each_other():
    desk = toss.desk(3, places=8)
    plant(desk, 0, np.array([7], np.int32), 1)
    add_place(desk, 2, 1, 1, 5)
    add_place(desk, 3, 1, 0, 5)
    assert (place_after(desk, 1, 1, 5), place_after(desk, 1, 0, 5), place_after(desk, 2, 1, 5)) == (2, 3, NOWHERE)
    assert desk.tree[3, [MOVER, OPTION, FOLLOWER, NEXT, VISITS]].tolist() == [0, 5, NOWHERE, 2, 0]


def after(visits, totals, own=0, reach=1.0, low=0.0, high=1.0):
    """What is most urgent after a place whose followers were visited so often and brought so much."""
    desk = toss.desk(len(visits), places=len(visits) + 2)
    plant(desk, 0, np.array([99], np.int32), 1)
    desk.worths[LOW], desk.worths[HIGH] = low, high
    for at, (times, total) in enumerate(zip(visits, totals, strict=True)):
        desk.options[at] = at
        if times:
            add_place(desk, at + 2, 1, 1, at)
            desk.tree[at + 2, VISITS], desk.worths[HIGH + at + 2] = times, total
    return most_urgent(desk, 1, 1, len(visits), own, reach)


def test_where_nobody_has_been_the_strategy_s_choice_comes_first():
    assert after([0, 0, 0], [0, 0, 0], own=2) == 2


def test_what_promises_more_is_gone_on_with_and_what_is_untried_is_tried():
    assert after([50, 50], [10.0, 40.0]) == 1
    assert after([50, 50], [40.0, 10.0]) == 0
    assert after([300, 1, 1], [150.0, 0.4, 0.5], reach=1.0) == 2
    assert after([300, 1, 0], [150.0, 0.4, 0.0], reach=1.0) == 2
    assert after([300, 1, 0], [150.0, 0.4, 0.0], reach=0.0) == 0


def test_the_strategy_s_choice_is_trusted_more():
    assert after([10, 10], [5.2, 5.0], own=1) == 1
    assert after([10, 10], [5.2, 5.0], own=0) == 0
    assert after([10, 10], [9.0, 5.0], own=1) == 0


def test_what_is_untried_promises_what_was_found_on_average():
    """Worths below nothing, as points behind are: an option that nobody has tried is no better than the rest for that."""
    assert after([90, 10, 0], [-40.0 * 90, -90.0 * 10, 0.0], reach=0.01, low=-100.0, high=0.0) == 0


def test_all_options_share_the_trust_that_is_left():
    """With four options an untried one has an eighth of the trust: too little against one that promises more."""
    assert after([40, 40, 0, 0], [36.0, 24.0, 0.0, 0.0], reach=0.1) == 0


def test_everybody_learns_what_a_world_came_to_and_its_worth_is_kept_between_the_least_and_the_most():
    desk = toss.desk(3, places=8)
    plant(desk, 0, np.array([7], np.int32), 1)
    add_place(desk, 2, 1, 1, 5)
    for points in ((9, 4), (5, 4)):
        desk.path[0], desk.path[1] = 1, 1
        step_to(desk, 2)
        outcome = desk.outcomes[0]
        outcome.score[:], outcome.rank[:], outcome.contends[:], outcome.winners = points, (1, 2), 1, 1
        outcome.side[:], outcome.side_score[:] = (0, 1), points
        learn(desk, 2, Objective.LEAD)
    assert desk.tree[1:3, VISITS].tolist() == [2, 2]
    assert desk.worths[[HIGH + 1, HIGH + 2]].tolist() == [6, -6]
    assert desk.worths[[LOW, HIGH]].tolist() == [-5, 5]


def test_points_and_wins_are_measured_on_one_scale():
    """Points ahead are a hundred times a win, and so is what is between the least and the most that was seen."""
    for visits, totals in (([40, 4], [20.0, 1.4]), ([40, 4], [20.0, 0.4])):
        points = [100 * total for total in totals]
        assert after(visits, totals) == after(visits, points, low=0.0, high=100.0)


# ------------------------------------------------------------------------------------------------ a player like others


def test_a_tree_counts_its_worlds_and_they_lead_to_its_places():
    thought = Thought(position(points=(3, 4), left=5), in_a_tree(200), places=220)
    assert thought.cursor[CURSOR_WORLDS] == 200
    assert thought.desk.tree[1:3, VISITS].tolist() == [100, 100]
    (followers,) = (thought.desk.tree[:, FOLLOWER][1:3],)
    assert (followers > 0).all()
    for place in (1, 2):
        below, at = 0, thought.desk.tree[place, FOLLOWER]
        while at != NOWHERE:
            assert thought.desk.tree[at, MOVER] == 1
            below += thought.desk.tree[at, VISITS]
            at = thought.desk.tree[at, NEXT]
        assert below == 100


def test_a_tree_ends_with_the_chapter_where_one_is_named():
    """Where every toss is a chapter, nobody is asked again: not even a strategy that would then pick what is not there."""
    how = in_a_tree(8)
    chapter = thinking(8, chapter="turns")
    how.chapter_at, how.chapter_size = chapter.chapter_at, chapter.chapter_size
    thought = Thought(position(points=(3, 4), left=5), how, strategy=toss.broken, places=32)
    assert thought.pick in (PLAIN, BOLD)
    assert thought.desk.tree[1:3, FOLLOWER].tolist() == [NOWHERE, NOWHERE]


def test_two_worlds_have_room_in_a_tree():
    assert Thought(position(points=(3, 4), left=5), in_a_tree(2), places=8).pick in (PLAIN, BOLD)


def test_a_tree_cannot_see_what_is_hidden():
    how = in_a_tree(64)
    for luck in range(1, 9):
        state = position(points=(6, 8), left=3, luck=luck)
        one, other = (Thought(it, how, places=80) for it in (state, lookalike(state)))
        assert one.pick == other.pick
        assert (one.desk.tree == other.desk.tree).all()


def test_a_tree_changes_nothing_but_its_seat_s_noise():
    state = position(points=(3, 4), left=5)
    before = state.copy()
    Thought(state, in_a_tree(16), places=32)
    assert state.stream[toss.Stream.NOISE] != before.stream[toss.Stream.NOISE]
    state.stream[toss.Stream.NOISE] = before.stream[toss.Stream.NOISE]
    assert state.tobytes() == before.tobytes()


def test_a_tree_grows_anew_whatever_was_thought_before():
    """Room for places is used again by the next decision; neither worths nor visits nor followers are left in it."""
    state, other = position(points=(3, 4), left=5), position(points=(6, 8), left=3, luck=9)
    in_points = in_a_tree(24)
    in_points.objective = Objective.LEAD
    fresh, used = Thought(state.copy(), in_a_tree(24), places=40), Thought(other, in_points, places=40)
    again = Thought(state.copy(), in_a_tree(24), desk=used.desk)
    places = 1 + int(fresh.desk.tree[:, VISITS].nonzero()[0].max())
    assert again.pick == fresh.pick
    assert again.desk.tree[:places].tolist() == fresh.desk.tree[:places].tolist()
    assert again.desk.worths[: HIGH + places].tolist() == fresh.desk.worths[: HIGH + places].tolist()


def test_a_tree_is_the_same_to_the_last_digit_with_the_jit_on_and_off():
    state = position(points=(3, 4), left=5, card=(1, 0), luck=2)
    thought = Thought(state, in_a_tree(24), strategy=toss.patient, notes=1, places=40)
    assert thought.pick == BOLD
    assert thought.desk.tree[:8, VISITS].tolist() == [0, 12, 12, 10, 10, 8, 8, 4]
    assert thought.desk.worths[HIGH + 1 : HIGH + 3].tolist() == [3.4420562770562775, 4.446818181818181]


def test_a_pick_that_is_not_there_in_a_tree_is_named():
    thought = Thought(position(points=(1, 1), left=5), in_a_tree(8), strategy=toss.broken, places=32)
    assert thought.pick == STOPPED
    assert thought.cursor[[CURSOR_IMAGINED, CURSOR_PICK, CURSOR_OPTIONS]].tolist() == [1, toss.NOTHING_THERE, 2]
