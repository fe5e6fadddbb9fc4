"""What an action of a turn is called where options are listed."""

import pytest

from digsite.simulator.games.arnak.narrate import option_words
from digsite.simulator.games.arnak.options import Action, option_of, space_at, step_to
from digsite.simulator.games.arnak.rules import FIRST_ARTIFACT, FIRST_BASIC
from digsite.simulator.games.arnak.state import Decision, Token


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (option_of(Action.DIG, space_at(3, 1)), "dig"),
        (option_of(Action.DISCOVER, 7), "discover"),
        (option_of(Action.RESEARCH, step_to(Token.GLASS, 5, 1)), "research, magnifying glass"),
        (option_of(Action.RESEARCH, step_to(Token.NOTEBOOK, 5, 0)), "research, notebook"),
        (option_of(Action.BUY, FIRST_ARTIFACT), "buy, artifact"),
        (option_of(Action.BUY, FIRST_ARTIFACT - 1), "buy, card"),
        (option_of(Action.PLAY, FIRST_BASIC), "play, card"),
        (option_of(Action.END, 0), "end"),
    ],
)
def test_an_action_is_called_by_what_is_done(option, words):
    assert option_words(Decision.ACT, option) == words


def test_other_decisions_are_called_by_what_they_cause():
    assert option_words(Decision.TRAVEL, option_of(Action.PAY_ICON, 1)) == ""
