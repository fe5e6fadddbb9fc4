"""What docs/components.md says is true."""

import re

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.attributes import OF_FIGURE
from digsite.simulator.game.rules.record import fill
from digsite.simulator.kernel.play.records import record
from tests.game import guide

SETTINGS = re.findall(r"^\| `--set \"?(.*?)\"?` \|", guide.PAGE, re.MULTILINE)
ANSWERS = re.findall(r"^--set (\S+) +(.*)$", guide.PAGE, re.MULTILINE)
WORDS = re.findall(r"^(items\.\S+effect) +(.*)$", guide.PAGE, re.MULTILINE)


@pytest.fixture
def trek(tmp_path):
    return guide.game(tmp_path)


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_setting_of_the_guide_changes_something(trek, setting):
    assert trek.with_settings([setting]).values() != trek.values()


@pytest.mark.parametrize(("setting", "sentence"), ANSWERS)
def test_wrong_settings_are_answered_as_the_guide_says(trek, setting, sentence):
    with pytest.raises(WrongUse) as raised:
        trek.with_settings([setting])
    assert str(raised.value) == sentence


def test_the_guide_has_examples():
    assert (len(SETTINGS), len(ANSWERS), len(WORDS)) == (14, 4, 2)


def test_effects_read_as_in_the_guide(trek):
    for key, words in WORDS:
        assert trek.by_key[key].text() == words


def test_the_guide_lists_every_attribute():
    for name in OF_FIGURE:
        assert f"`{name}`" in guide.PAGE or name == "calibrated"


def test_the_guides_own_file_is_read(trek, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(guide.block("mine.toml"))
    read = trek.with_file(path)
    assert (read["hand"], read["items.lantern.cost"], read["items.rope.cost"]) == (6, 2, 2)
    assert read.by_key["items.rope.effect"].text() == "draw 1 card"
    lantern = read.by_key["items.lantern.cost"]
    assert (lantern.confirmed, lantern.source) == (True, "my box")


def test_a_record_takes_the_components(trek):
    fields = [
        ("seats", "i1"),
        ("hand", "i1"),
        ("start_coins", "i1"),
        ("meeples_odds", "f8", (4,)),
        ("entry_cost", "i1", (2,)),
    ]
    fields += [("items_cost", "i1", (2,)), ("items_travel", "i1", (2, 2)), ("items_travel_size", "i1", (2,))]
    fields += [("sets_points", "i1", (2, 3)), ("items_effect", "i2", (2, 2)), *guide.OPS.rules_fields()]
    rules = record(np.dtype(fields))[0]
    fill(rules, trek, 3)
    assert (rules.seats, rules.hand, rules.start_coins) == (3, 5, 5)
    assert rules.meeples_odds.tolist() == [0.32, 0.32, 0.25, 0.11]
    assert rules.entry_cost.tolist() == [1, 0]
    assert (rules.items_cost.tolist(), rules.sets_points.tolist()) == ([2, 3], [[1, 3, 6], [2, 5, 9]])
    assert (rules.items_travel[0].tolist(), rules.items_travel_size.tolist()) == ([2, 0], [1, 0])
    first, end = rules.items_effect[trek.tables["items"].number("lantern")]
    assert [int(code) for code in rules.step_op[first:end]] == [guide.OPS.codes["gain"], guide.OPS.codes["choose"]]
    assert rules.step_args[first][guide.OPS.at("gain", "amounts")] == 1


def test_a_value_that_a_record_has_no_room_for_gets_a_sentence(trek):
    rules = record(np.dtype([("seats", "i1"), ("meeples_odds", "f4", (2,))]))[0]
    with pytest.raises(WrongUse, match=r"meeples\.odds = 0\.32.* does not fit into the game's tables"):
        fill(rules, trek, 2)
