"""The battery itself: an honest game passes, and every planted leak is caught."""

import numpy as np
import pytest

from digsite.simulator.kernel.jit.signatures import Mind
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import below
from digsite.simulator.lab.battery.checks.choices import check_choice
from digsite.simulator.lab.battery.checks.sight import (
    changed_views,
    dealt_otherwise,
    imagined,
    leaks,
    redealt,
    repeated_luck,
)
from digsite.simulator.lab.battery.hand_play import Asked
from tests.conformance import toy

POSITIONS = 20
GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # the step of a stream


def blind_to_a_redeal(sight, rules, state, seat, luck):
    return leaks(sight, rules, state, seat, redealt(sight, rules, state, seat, luck))


def blind_to_another_deal(sight, rules, state, seat, luck):
    return leaks(sight, rules, state, seat, dealt_otherwise(sight, rules, state, seat, luck))


def new_luck(sight, rules, state, seat, luck):
    return repeated_luck(sight, rules, state, seat)


def same_view(sight, rules, state, seat, luck):
    return changed_views(sight, rules, state, seat, imagined(sight, rules, state, seat))


CHECKS = (blind_to_a_redeal, blind_to_another_deal, new_luck, same_view)


def problems_of(check, sight):
    """All that a check finds in some positions of a game."""
    for luck in range(POSITIONS):
        rules, state = toy.position(luck)
        for seat in range(2):
            yield from check(sight, rules, state, seat, luck)


def caught_by(sight):
    """The checks that a game fails in any of some positions."""
    return [check for check in CHECKS if any(problems_of(check, sight))]


def test_an_honest_game_passes():
    assert caught_by(toy.sight()) == []


# ------------------------------------------------------------------------------------------------ leaks of a redeal


def keeps_the_top_card(rules, state, seat):
    left = int(state.left)
    top = int(state.deck[left - 1])
    toy.redeal(rules, state, seat)
    for place in (state.deck[:left], state.hand[1 - seat]):
        place[place == top] = state.deck[left - 1]
    state.deck[left - 1] = top


def keeps_a_card_of_the_rival(rules, state, seat):
    first = int(state.hand[1 - seat, 0])
    toy.redeal(rules, state, seat)
    for place in (state.deck[: state.left], state.hand[1 - seat]):
        place[place == first] = state.hand[1 - seat, 0]
    state.hand[1 - seat, 0] = first


def keeps_everything(rules, state, seat):
    pass


def starts_from_the_hidden_order(rules, state, seat):
    left = int(state.left)
    state.deck[left : left + toy.HAND] = state.hand[1 - seat]
    state.deck[left + toy.HAND :] = 0
    toy.deal(state, 1 - seat)


def leaves_drawn_cards_lying(rules, state, seat):
    drawn = state.deck[state.left :].copy()
    toy.redeal(rules, state, seat)
    state.deck[state.left :] = drawn


def draws_from_the_stream_of_the_cards(rules, state, seat):
    toy.redeal(rules, state, seat)
    below(state, toy.CHANCE, 6)


def deals_the_own_hand_too(rules, state, seat):
    toy.redeal(rules, state, seat)
    state.hand[seat, 0], state.deck[0] = state.deck[0], state.hand[seat, 0]


def loses_a_card(rules, state, seat):
    toy.redeal(rules, state, seat)
    state.deck[0] = state.deck[1]


@pytest.mark.parametrize(
    ("leak", "catches"),
    [
        (keeps_the_top_card, blind_to_another_deal),
        (keeps_a_card_of_the_rival, blind_to_another_deal),
        (keeps_everything, blind_to_another_deal),
        (starts_from_the_hidden_order, blind_to_a_redeal),
        (leaves_drawn_cards_lying, blind_to_another_deal),
        (deals_the_own_hand_too, same_view),
        (loses_a_card, same_view),
    ],
)
def test_a_leaking_redeal_is_caught(leak, catches):
    assert catches in caught_by(toy.sight(redeal=leak))


def test_a_redeal_cannot_find_the_card_that_it_keeps():
    """That is why a game's tests deal otherwise by themselves, in `hidden.py`."""
    assert caught_by(toy.sight(redeal=keeps_the_top_card)) == [blind_to_another_deal]


def test_a_redeal_may_use_renewed_luck():
    assert caught_by(toy.sight(redeal=draws_from_the_stream_of_the_cards)) == []


# ------------------------------------------------------------------------------------------------ leaks of imagining


def keeps_a_stream(rules, state, seat, stream, copy, redeal):
    toy.honest_imagine(rules, state, seat, stream, copy, redeal)
    copy.stream[toy.CHANCE] = state.stream[toy.CHANCE]


def moves_a_stream_on(rules, state, seat, stream, copy, redeal):
    toy.honest_imagine(rules, state, seat, stream, copy, redeal)
    copy.stream[toy.CHANCE] = state.stream[toy.CHANCE] + 3 * GOLDEN


def renews_streams_by_their_old_selves(rules, state, seat, stream, copy, redeal):
    toy.honest_imagine(rules, state, seat, stream, copy, redeal)
    copy.stream[:] ^= state.stream


def has_one_luck_for_all(rules, state, seat, stream, copy, redeal):
    toy.honest_imagine(rules, state, seat, stream, copy, redeal)
    copy.stream[toy.CHANCE] = 17


@pytest.mark.parametrize(
    ("leak", "catches"),
    [
        (keeps_a_stream, [blind_to_a_redeal, blind_to_another_deal, new_luck]),
        (moves_a_stream_on, [blind_to_a_redeal, blind_to_another_deal, new_luck]),
        (renews_streams_by_their_old_selves, [blind_to_a_redeal, blind_to_another_deal]),
        (has_one_luck_for_all, [new_luck]),
    ],
)
def test_an_imagining_that_keeps_luck_is_caught(leak, catches):
    with np.errstate(over="ignore"):
        assert caught_by(toy.sight(imagine=leak)) == catches


# ------------------------------------------------------------------------------------------------ choices

Tables = np.dtype([("worth", np.float64, (4,))])
Notes = np.dtype([("asked", np.int64)])


def asked() -> Asked:
    rules, state = toy.position(3)
    mind = Mind(record(Notes)[0], record(Tables)[0])
    return Asked(rules, state, 0, np.arange(6, dtype=np.int32), 6, np.ones(2), mind)


def honest(rules, state, seat, options, n, weights, mind):
    mind.notes.asked += 1
    return below(state, toy.NOISE + seat, n)


def test_an_honest_choice_passes():
    assert not list(check_choice(honest, asked(), toy.NOISE))


def writes_the_state(rules, state, seat, options, n, weights, mind):
    state.deck[0] += 1
    return 0


def draws_from_a_rival_s_noise(rules, state, seat, options, n, weights, mind):
    return below(state, toy.NOISE + 1 - seat, n)


def writes_the_rules(rules, state, seat, options, n, weights, mind):
    rules.seats = 1
    return 0


def writes_the_options(rules, state, seat, options, n, weights, mind):
    options[n - 1] = 0
    return 0


def writes_the_weights(rules, state, seat, options, n, weights, mind):
    weights[1] = 0.0
    return 0


def writes_the_tables(rules, state, seat, options, n, weights, mind):
    mind.tables.worth[2] = 1.0
    return 0


_calls: list[int] = []


def remembers_elsewhere(rules, state, seat, options, n, weights, mind):
    _calls.append(0)
    return len(_calls) % n


def picks_what_is_not_there(rules, state, seat, options, n, weights, mind):
    return n


@pytest.mark.parametrize(
    ("choose", "complaint"),
    [
        (writes_the_state, r"It changes state.deck"),
        (draws_from_a_rival_s_noise, r"It changes state.stream"),
        (writes_the_rules, r"It changes rules.seats"),
        (writes_the_options, "It changes options"),
        (writes_the_weights, "It changes weights"),
        (writes_the_tables, r"It changes tables.worth"),
        (remembers_elsewhere, "Asked twice, it picks"),
        (picks_what_is_not_there, "It picks option 6 of 6."),
    ],
)
def test_a_choice_that_leaves_traces_is_caught(choose, complaint):
    assert next(check_choice(choose, asked(), toy.NOISE)).sentence.startswith(complaint)
