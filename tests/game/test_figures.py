"""Rule figures: settings, files and variants are checked and answered with sentences."""

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.game.rules.rules_file import load
from digsite.simulator.games import find_game

LOST_CITIES = find_game("lost-cities").figures


def test_a_setting_changes_one_figure_and_leaves_the_original():
    changed = LOST_CITIES.with_settings(["cards.hand=7"])
    assert changed["cards.hand"] == 7
    assert LOST_CITIES["cards.hand"] == 8


def test_one_entry_of_a_list_can_be_set_by_its_number():
    assert LOST_CITIES.with_settings(["artifacts.long.0=-30"])["artifacts.long"][0] == -30
    assert LOST_CITIES.with_settings(["stones.values.9=60"])["stones.values"][8] == 60
    assert LOST_CITIES.with_settings(["cards.removed.2=20"])["cards.removed"] == [20, 0, 0]


def test_lists_words_and_truths_are_read():
    assert LOST_CITIES.with_settings(["tiles.victory=5,5,5,5,5,5,5"])["tiles.victory"] == [5] * 7
    assert LOST_CITIES.with_settings(["artifacts.track=short"])["artifacts.track"] == "short"
    assert LOST_CITIES.with_settings(["play.arrow_optional=no"])["play.arrow_optional"] is False


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("cards.hands=7", "There is no rule figure 'cards.hands'. Did you mean 'cards.hand'?"),
        ("cards.hand", "A setting is written key=value"),
        ("cards.hand=many", "cards.hand must be a whole number from 1 to 16; many is not."),
        ("cards.hand=99", "cards.hand must be a whole number from 1 to 16; 99 is not."),
        ("cards.hand=2.5", "cards.hand must be a whole number"),
        ("artifacts.track=middle", "artifacts.track must be one of long, short; middle is not."),
        ("artifacts.track=shrt", "artifacts.track must be one of long, short; shrt is not. Did you mean 'short'?"),
        ("play.arrow_optional=7", "play.arrow_optional must be true or false; 7 is not."),
        ("stones.values=1,2", "stones.values must be 9 whole numbers"),
        ("stones.values.10=3", "stones.values has no entry 10"),
        ("artifacts.long.1=x", "artifacts.long must be"),
    ],
)
def test_a_wrong_setting_is_answered_with_what_is_allowed(setting, sentence):
    with pytest.raises(WrongUse) as raised:
        LOST_CITIES.with_settings([setting])
    assert str(raised.value).startswith(sentence)


def test_an_unknown_variant_is_answered_with_the_nearest():
    with pytest.raises(WrongUse, match="Did you mean 'short'"):
        LOST_CITIES.with_variants(["shrt"])


def test_an_exported_rules_file_reads_back_the_same(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(LOST_CITIES.with_settings(["cards.hand=7"]).to_toml())
    read = LOST_CITIES.with_file(path)
    assert read["cards.hand"] == 7
    assert read.values() == LOST_CITIES.with_settings(["cards.hand=7"]).values()


def test_a_partial_rules_file_corrects_and_confirms(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('[tiles.victory]\nvalue = [5, 5, 5, 10, 10, 15, 15]\nsource = "my box"\nconfirmed = true\n')
    read = LOST_CITIES.with_file(path)
    assert read.by_key["tiles.victory"].confirmed
    assert read.by_key["tiles.victory"].source == "my box"
    assert not LOST_CITIES.by_key["tiles.victory"].confirmed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[cards.hnd]\nvalue = 3", "There is no rule figure 'cards.hnd'"),
        ("[cards.hand]\nvalue = 'x'", "cards.hand must be a whole number"),
        ("[cards.hand]\nvalu = 3", "There is no|must be a table"),
        ("cards = 3", "cards in a rules file must be a table"),
        ("not toml at all", "is not valid TOML"),
        ('[game]\nid = "chac"', "is for chac, not for lost-cities"),
    ],
)
def test_a_wrong_rules_file_is_answered_with_a_sentence(tmp_path, text, sentence):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(WrongUse, match=sentence):
        LOST_CITIES.with_file(path)


def test_a_rules_file_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(WrongUse, match="cannot be read"):
        LOST_CITIES.with_file(tmp_path / "nowhere.toml")


def test_variants_may_raise_figures_exclude_each_other_and_be_for_some_counts(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(
        '[game]\nid = "toy"\ntitle = "Toy"\nplayers = [2, 3]\nversion = 1\n'
        '[thieves]\nvalue = [4, 6]\nper_players = true\nrange = [0, 9]\nsource = "x"\n'
        '[variants.more]\nabout = "one more"\nadd = { thieves = 1 }\nplayers = [2]\n'
        '[variants.none]\nabout = "none"\nset = { thieves = [0, 0] }\nexcludes = ["more"]\n'
    )
    figures = load(path)
    assert figures.with_variants(["more"], 2)["thieves"] == [5, 7]
    with pytest.raises(WrongUse, match="'more' is for 2 players, not for 3"):
        figures.with_variants(["more"], 3)
    with pytest.raises(WrongUse, match="cannot be combined"):
        figures.with_variants(["more", "none"], 2)


def test_a_figure_says_what_it_may_be():
    assert Figure("k", 3, range=(1, 9)).allowed() == "a whole number from 1 to 9"
    assert Figure("k", [1, 2], length=(0, 5)).allowed() == "0 to 5 whole numbers, separated by commas"


@pytest.mark.parametrize("typed", ["mumy", "pottery,mumy", ["pottery", "mumy"]])
def test_a_wrong_word_code_with_hashes_is_answered_with_the_nearest(typed):
    figure = Figure("automaton.types", ["mummy", "pottery"], choices=["pottery", "mummy"])
    with pytest.raises(WrongUse, match="Did you mean 'mummy'\\?"):
        figure.parse(typed) if isinstance(typed, str) else figure.check(typed)
