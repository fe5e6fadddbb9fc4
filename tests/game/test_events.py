"""The table of a game's events: what it may be, and a game that has none."""

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.events import EventKind, load_events

KINDS = ["roll", "hold"]


@pytest.fixture
def table(tmp_path):
    def write(text):
        path = tmp_path / "events.toml"
        path.write_text(text, encoding="utf-8")
        return load_events(path, KINDS)

    return write


def test_numbers_stand_in_their_columns(table):
    roll = table('roll = { about = "a die is rolled", numbers = ["face", "", "kept"] }')["roll"]
    assert roll.columns == {"face": "a", "kept": "c"}
    assert roll.column("kept") == "c"
    assert (roll.used, roll.row()) == ((0, 2), ("roll", "a die is rolled", "face", None, "kept"))
    with pytest.raises(WrongUse, match=r"There is no number of the event roll 'faces'\. Did you mean 'face'\?"):
        roll.column("faces")


def test_what_a_table_leaves_out_keeps_its_letters(table, tmp_path):
    assert table("")["hold"] == EventKind("hold", "", ("a", "b", "c"))
    assert load_events(tmp_path / "nowhere.toml", KINDS) == {name: EventKind(name) for name in KINDS}
    assert list(table('hold = { about = "held", numbers = [] }')) == KINDS  # in the game's order, which numbers them
    assert EventKind("hold").columns == {"a": "a", "b": "b", "c": "c"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('rol = { about = "x", numbers = [] }', "There is no kind of event 'rol'. Did you mean 'roll'?"),
        ("roll = 3", "roll must be a table with about and numbers"),
        ('roll = { about = "x" }', "roll must be a table with about and numbers"),
        ('roll = { about = "", numbers = [] }', "about of roll must be a text"),
        ('roll = { about = "x", numbers = "face" }', "numbers of roll must be a list of at most 3 names"),
        ('roll = { about = "x", numbers = ["p", "q", "r", "s"] }', "numbers of roll must be a list of at most 3 names"),
        ('roll = { about = "x", numbers = [1] }', "numbers of roll must be a list of at most 3 names"),
        ('roll = { about = "x", numbers = ["a face"] }', "A number of roll cannot be called 'a face'"),
        *(
            (f'roll = {{ about = "x", numbers = ["{name}"] }}', f"A number of roll cannot be called '{name}'")
            for name in ("game", "step", "kind", "seat", "block", "rotation")
        ),
        ('roll = { about = "x", numbers = [], name = "Roll" }', "roll must be a table with about and numbers"),
        ('roll = { about = "x", numbers = ["face", "face"] }', "Two numbers of roll are called face"),
    ],
)
def test_a_wrong_table_is_answered_with_a_sentence(table, tmp_path, text, sentence):
    with pytest.raises(WrongUse) as raised:
        table(text)
    assert str(raised.value).startswith(f"{tmp_path / 'events.toml'}: {sentence}")


def test_a_table_that_is_no_toml_is_said_so(table):
    with pytest.raises(WrongUse, match="is not valid TOML"):
        table("roll = {")
