"""The tables of a game.py: what follows from each, and what is refused."""

import sys
from enum import IntEnum

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.authoring.declarations import column, gain, names, packed, streams
from digsite.simulator.game.authoring.narration import entry_of
from digsite.simulator.game.authoring.records import columns_of, record_field
from digsite.simulator.game.authoring.sentences import PLAYER, parse_sentence
from tests.authoring.games_here import rows_of, two_files

SEATS = 4


def said(text: str, **values: int) -> str:
    sentence = parse_sentence("EVENT", text)
    return sentence.say("Ann", values, lambda slot, value: f"<{value}>" if slot.table == PLAYER else str(value))


def test_numbers_of_a_sentence_are_named_in_the_order_they_are_logged():
    assert parse_sentence("TAKES", "{player} takes {gems} of {left}, {gems} in all.").numbers == ("gems", "left")


def test_what_stands_in_brackets_is_left_out_where_its_first_number_is_0():
    text = "{player} leaves with {gems}[ and {cards} cards of {all}]."
    assert said(text, gems=3, cards=2, all=9) == "Ann leaves with 3 and 2 cards of 9."
    assert said(text, gems=3, cards=0, all=9) == "Ann leaves with 3."


def test_a_number_can_be_the_player_of_a_seat():
    assert said("{player} robs {victim:player}.", victim=2) == "Ann robs <2>."


def test_a_number_can_count_things():
    def sentence(text: str, **values: int) -> str:
        return parse_sentence("EVENT", text).say("Ann", values, lambda slot, value: slot.counted(value))

    assert sentence("{player} takes {gems:gem}.", gems=1) == "Ann takes 1 gem."
    assert sentence("{player} takes {gems:gem}.", gems=0) == "Ann takes 0 gems."
    assert sentence("{player} takes {gems:gem}.", gems=-1) == "Ann takes -1 gem."
    assert sentence("{boxes:box/boxes} left", boxes=2) == "2 boxes left"
    assert parse_sentence("EVENT", "{card:CARDS} for {gems:gem} of {victim:player}").tables == ["CARDS"]


def test_a_sentence_begins_with_a_capital_letter():
    assert (
        parse_sentence("EVENT", "{card} is shown.").say("Ann", {"card": 1}, lambda *_: "a shark") == "A shark is shown."
    )


def test_a_sentence_that_begins_with_a_number_sign_is_a_heading():
    assert parse_sentence("ROUND", "# Round {number}").heading


@pytest.mark.parametrize(
    ("text", "why"),
    [("a [b", "does not close"), ("a b]", "did not open"), ("[a [b]]", "brackets in brackets"),
     ("{seat} goes", "names a number 'seat'"), ("{a} {b} {c} {d}", "has 4 numbers"), (7, "needs a sentence")],
)  # fmt: skip
def test_a_sentence_that_cannot_be_read_is_refused(text, why):
    with pytest.raises(WrongUse, match=why):
        parse_sentence("EVENT", text)


def test_packed_options_have_their_parts():
    module = sys.modules[__name__]
    assert module.__file__
    option = packed(action=3, card=60, target=8)
    for action, card, target in ((0, 0, 0), (2, 59, 7), (1, 33, 4)):
        whole = option.of(action, card, target)
        assert (option.action(whole), option.card(whole), option.target(whole)) == (action, card, target)
    assert option.count == 3 * 60 * 8


def test_packed_options_that_do_not_fit_are_refused():
    with pytest.raises(WrongUse, match="more than 2,147,483,647"):
        packed(a=100_000, b=100_000)
    with pytest.raises(WrongUse, match="number of its values"):
        packed(card=0)


def test_names_count_from_0_and_streams_end_with_what_every_game_needs():
    assert [int(it) for it in names("STAY", "LEAVE")] == [0, 1]
    assert list(streams("DECK").__members__) == ["DECK", "REDEAL", "NOISE"]
    with pytest.raises(WrongUse, match="STAY cannot be used here"):
        names("STAY", "STAY")


def test_fields_of_state_have_the_shape_that_is_written():
    figures = two_files("fish").figures
    shape = {
        "number": (), "seats": (SEATS,), 100: (100,), ("seats", 5): (SEATS, 5), ("flag", "seats"): (SEATS,),
        ("i2", 7): (7,), "hand": (5,), ("seats", "kinds"): (SEATS, 10),
    }  # fmt: skip
    for entry, wanted in shape.items():
        made = np.dtype([record_field("STATE", "it", entry, SEATS, figures)])
        assert made["it"].shape == wanted, entry
    with pytest.raises(WrongUse, match="the length 'sets'"):
        record_field("STATE", "it", "sets", SEATS, figures)


def test_columns_have_the_type_and_shape_of_their_field():
    state = np.dtype([("gems", "i4", (SEATS,)), ("spent", "i4", (SEATS, 3)), ("rounds", "i2")])
    gems, spent, rounds = columns_of(
        (column("gems", "gems"), column("spent", "spent"), column("rounds", "rounds")), state, SEATS
    )
    assert (gems.per, spent.per, rounds.per) == ("seat", "seat", "game")
    assert (gems.dtype, rounds.dtype) == ("i4", "i2")
    assert spent.labels == ("1", "2", "3")
    with pytest.raises(WrongUse, match="Did you mean 'gems'"):
        columns_of((column("gem", "gems"),), state, SEATS)


def test_numbers_are_named_by_tuples_mappings_and_enums():
    class Colour(IntEnum):
        DARK_RED = 4

    assert entry_of(("snakes", "fire"), 1) == "fire"
    assert entry_of({7: "fire"}, 7) == "fire"
    assert entry_of(Colour, 4) == "dark red"
    assert entry_of(("snakes",), 5) == "5"


def test_milestones_note_the_scores_along_the_way():
    rows = rows_of("fish", 300, "shower", players=3)
    after, score = rows["score_after"][:, :3], rows["score"][:, :3]
    assert two_files("fish").checkpoints == ("score_after",)
    long = rows["turns"] > 11
    assert (after[long, :, 0] <= after[long, :, 1]).all()
    assert after[long].sum() > 0
    assert (after[long, :, 1] <= score[long] + 1).all()


def test_a_table_that_is_nearly_named_like_one_of_digsites_is_asked_about(tmp_path):
    from digsite.simulator.games import chosen_game

    folder = tmp_path / "nearly"
    folder.mkdir()
    source = two_files("pig").home.rules.folder
    (folder / "rules.toml").write_text((source / "rules.toml").read_text().replace('"pig"', '"nearly"'))
    (folder / "game.py").write_text((source / "game.py").read_text().replace("STRATEGIES =", "STRATEGYS ="))
    with pytest.raises(WrongUse, match=r"STRATEGYS is no table that digsite reads\. Did you mean 'STRATEGIES'\?"):
        _ = chosen_game(str(folder)).records


def test_a_name_of_the_author_s_own_may_resemble_a_table_s(tmp_path):
    from digsite.simulator.games import chosen_game

    folder = tmp_path / "dangers"
    folder.mkdir()
    source = two_files("pig").home.rules.folder
    (folder / "rules.toml").write_text((source / "rules.toml").read_text())
    (folder / "game.py").write_text(
        (source / "game.py").read_text()
        + '\nDANGERS = ("a shark",)\nCOLUMN = "AB"\nTABLE = (1,)\nSTAT = (1,)\n\ndef stat():\n    return STAT\n'
    )
    assert chosen_game(str(folder)).records.state


@pytest.mark.parametrize(
    ("nudges", "names_or_error"),
    [
        ("()", []),
        ('(gain("points"), gain("rolls"))', ["points-now", "rolls"]),
        ('(gain("points", "a point"), gain("rolls", name="more-rolls"))', ["point", "more-rolls"]),
        ('(gain("rolls"), gain("rolls"))', "There are two nudges called rolls; name this one"),
        ('(gain("rolls", name="points"),)', "There are two nudges called points; name this one"),
    ],
)
def test_nudges_have_names_of_their_own(tmp_path, nudges, names_or_error):
    from digsite.simulator.games import chosen_game

    folder = tmp_path / f"nudged_{abs(hash(nudges))}"
    folder.mkdir()
    source = two_files("pig").home.rules.folder
    (folder / "rules.toml").write_text((source / "rules.toml").read_text())
    text = (source / "game.py").read_text()
    (folder / "game.py").write_text(f"from digsite.kit import gain\n{text}\nNUDGES = {nudges}\n")
    game = chosen_game(str(folder))
    if isinstance(names_or_error, str):
        with pytest.raises(WrongUse, match=names_or_error):
            _ = game.own_nudges
    else:
        assert [nudge.name for nudge in game.own_nudges] == names_or_error


def test_what_is_given_is_called_by_its_name():
    from digsite.simulator.game.authoring.nudges import nudge_of

    made = nudge_of(20, gain("health", "a point of health", most=3), ())
    assert (made.name, made.called, made.counted) == ("point-of-health", "a point of health", "points of health")
    assert made.about == "has {amount} added to its points of health"
    assert nudge_of(20, gain("turns_left"), ()).taken == "has {amount} taken from its turns left"
