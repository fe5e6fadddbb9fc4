"""The interpreter of effects: the kernel's stack does what a recursive reading of the steps does."""

import os
import subprocess
import sys
from enum import IntEnum

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.components import deepest
from digsite.simulator.game.rules.ops import Op, Vocabulary
from tests.kernel import recursive, toy

GAIN = {"op": "gain", "coin": 2}
GEM = {"op": "gain", "gem": 1}
EXILE = {"op": "exile", "n": 2}
PLAY = {"op": "play"}


def nested(inner):
    then = st.lists(inner, min_size=1, max_size=3)
    options = st.lists(st.lists(inner, max_size=3), min_size=1, max_size=4)
    chosen = options.flatmap(
        lambda lists: st.fixed_dictionaries(
            {"op": st.just("choose"), "n": st.integers(1, len(lists)), "options": st.just(lists)}
        )
    )
    amounts = st.dictionaries(st.sampled_from(toy.COSTS), st.integers(0, 2))
    return st.one_of(
        chosen,
        st.fixed_dictionaries({"op": st.just("pay"), "cost": amounts, "then": then}),
        st.fixed_dictionaries({"op": st.just("may"), "then": then}),
        st.fixed_dictionaries({"op": st.just("repeat"), "n": st.integers(1, 3), "then": then}),
        st.fixed_dictionaries({"op": st.just("per_gem"), "then": then}),
    )


SIMPLE = st.one_of(
    st.fixed_dictionaries({"op": st.just("gain"), "coin": st.integers(0, 3), "gem": st.integers(1, 2)}),
    st.fixed_dictionaries({"op": st.just("draw"), "n": st.integers(1, 3)}),
    st.fixed_dictionaries({"op": st.just("exile"), "n": st.integers(1, 3)}),
)
PLAYING = st.one_of(SIMPLE, st.just(PLAY))
EFFECTS = st.lists(st.recursive(SIMPLE, nested, max_leaves=8), max_size=4)
LEAVES = st.lists(st.recursive(SIMPLE, nested, max_leaves=4), max_size=3)
CALLS = st.lists(st.recursive(PLAYING, nested, max_leaves=8), max_size=4)
SCRIPTS = st.lists(st.integers(0, 11), min_size=1, max_size=12)


def assert_alike(effect, cards, script):
    options, left, depth = toy.play(effect, cards, script)
    assert (options, left) == recursive.play(effect, cards, script)
    assert depth <= toy.build(effect, cards)[0].depth


@given(EFFECTS, SCRIPTS)
@settings(max_examples=300)
@example([{"op": "choose", "n": 2, "options": [[GAIN], [EXILE], [GEM]]}], [1, 1, 1, 1, 0])
@example([{"op": "repeat", "n": 2, "then": [{"op": "may", "then": [GAIN, EXILE]}]}, GEM], [1])
def test_random_effects_are_carried_out_in_order(effect, script):
    assert_alike(effect, [[GAIN]], script)


@given(CALLS, st.lists(LEAVES, min_size=1, max_size=3), SCRIPTS)
@settings(max_examples=200)
def test_a_step_may_start_the_effect_of_another_card(effect, cards, script):
    assert_alike(effect, cards, script)


@given(CALLS, st.lists(CALLS, min_size=1, max_size=3), SCRIPTS)
@settings(max_examples=200)
def test_cards_that_start_cards_have_room_or_are_refused(effect, cards, script):
    if is_refused(effect, cards):
        with pytest.raises(WrongUse, match=r"in an endless loop|levels deep"):
            toy.build(effect, cards)
    else:
        assert_alike(effect, cards, script)


def is_refused(effect, cards):
    try:
        return toy.build(effect, cards) is None
    except WrongUse:
        return True


def depth_of(effect, cards=()):
    keyed = {f"cards.{number}.effect": card for number, card in enumerate(cards)}
    return deepest(toy.OPS, {"effect": {"effect": effect}, "cards.effect": keyed})


MAY = {"op": "may", "then": [GAIN]}


@pytest.mark.parametrize(
    ("effect", "depth"),
    [
        ([GAIN, GEM], 1),
        ([GAIN, MAY], 1),  # the last step: its range takes the place of the one it ends
        ([MAY, GAIN], 2),
        ([{"op": "may", "then": [MAY, GAIN]}, GAIN], 3),
        ([{"op": "repeat", "n": 2, "then": [MAY]}], 2),
        ([{"op": "choose", "options": [[GAIN], [GEM]]}], 1),
        ([{"op": "choose", "n": 2, "options": [[GAIN], [GEM]]}], 2),
        ([{"op": "per_gem", "then": [MAY, GAIN]}, GEM], 3),
    ],
)
def test_the_computed_depth_is_reached(effect, depth):
    assert depth_of(effect) == depth
    assert toy.play([GEM, *effect], [[GAIN]], [1])[2] == depth


def test_an_effect_that_ends_by_starting_another_needs_no_more_room():
    forever = [GAIN, PLAY]
    assert depth_of(forever, [forever]) == 1
    _, left, depth = toy.play(forever, [forever], [0])
    assert (left["plays"], left["coin"], depth) == (0, 1 + 2 * 5, 1)


def test_effects_that_start_one_another_before_their_end_are_refused():
    with pytest.raises(WrongUse, match=r"cards\.0\.effect and others start one another in an endless loop"):
        depth_of([PLAY], [[PLAY, GAIN]])


def test_effects_without_room_are_refused():
    deep = [GAIN]
    for _ in range(toy.OPS.depth):
        deep = [{"op": "may", "then": deep}, GAIN]
    with pytest.raises(WrongUse, match="nested 19 levels deep; only 18 fit"):
        toy.build(deep, [])
    with pytest.raises(WrongUse, match="have 500 steps; only 400 fit"):
        toy.build([GAIN] * 500, [])


FIXED = [
    (
        [{"op": "choose", "n": 2, "options": [[GAIN], [EXILE], [PLAY, GEM]]}, {"op": "per_gem", "then": [MAY]}],
        [2, 1, 0],
    ),
    ([{"op": "pay", "cost": {"card": 1}, "then": [{"op": "draw", "n": 2}, PLAY]}, EXILE], [1, 1, 0, 1]),
]


def traces():
    """What the fixed examples come to."""
    return [toy.play(effect, [[GAIN], [EXILE, GEM]], script) for effect, script in FIXED]


def test_the_jit_changes_nothing():
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    code = "from tests.kernel.test_effects import traces; print(traces())"
    printed = subprocess.run([sys.executable, "-c", code], env=plain, capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == str(traces())


def test_steps_are_put_into_words():
    effect = [GAIN, {"op": "pay", "cost": {"gem": 1, "card": 2}, "then": [{"op": "draw"}, EXILE]}]
    assert toy.OPS.describe(effect) == "gain 2 coins; pay 1 gem and 2 cards: draw 1 card, then exile up to 2 cards"
    program, _ = toy.build(effect, [])
    assert program.describe(0) == "gain 2 coins"


def test_op_codes_and_names_must_be_a_games_own():
    class Clash(IntEnum):
        CHOOSE = 8

    class Low(IntEnum):
        GAIN = 2

    for codes in (Clash, Low):
        with pytest.raises(ValueError, match="must differ"):
            Vocabulary({code: Op("") for code in codes})
