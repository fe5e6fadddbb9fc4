"""`digsite play` with piped answers: options by number and letters, commands, bad input, leaving, and going on."""

import io

import pytest

from digsite.simulator.cli.app import main
from digsite.simulator.cli.seat.screen import Screen
from digsite.simulator.runs.run import Run


class Answers(io.StringIO):
    """What a person types; None is Ctrl-C."""

    def __init__(self, *lines):
        super().__init__()
        self.left = list(lines)

    def readline(self, *_size):
        if not self.left:
            return ""
        line = self.left.pop(0)
        if line is None:
            raise KeyboardInterrupt
        return f"{line}\n"


@pytest.fixture
def play(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)

    def run(answers, *words):
        monkeypatch.setattr("sys.stdin", Answers(*answers))
        with pytest.raises(SystemExit) as ended:
            main(["play", *words, "--quiet"])
        out, err = capsys.readouterr()
        return ended.value.code or 0, out, err

    return run


GAME = ("lost-cities", "--seed", "5", "--out", "game")


def test_a_whole_game_by_numbers(play, tmp_path):
    code, out, _ = play(["1"] * 900, *GAME)
    assert code == 0
    assert "The game is saved in game. See it with: digsite replay game --game 0" in " ".join(out.split())
    run = Run(tmp_path / "game")
    assert run.complete
    assert run.plan.players == ["person", "cautious"]
    assert run.manifest["played"] == {"finished": True, "undone": 0, "hints": 0, "practice": False}


def test_leaving_saves_the_game_and_it_goes_on(play, tmp_path):
    code, out, _ = play(["Discard red 3", "q"], *GAME)
    assert code == 0
    assert "discards red 3" in out
    assert "Go on with: digsite play game" in " ".join(out.split())
    assert len(Run(tmp_path / "game").plan.weights[0]) == 1
    code, out, _ = play([], "game")
    assert code == 0
    assert "discards red 3" in out
    assert play([], "game", "--seed", "7")[0] == 2


def test_bad_input_is_one_sentence_and_asks_again(play):
    code, out, _ = play(["99", "zz", "dis", "", "u", "?", "1"], *GAME)
    assert code == 0
    assert "There are options 1 to 24; 99 is none of them." in out
    assert "No option begins with 'zz'" in out
    assert "dis could be 17 (green 1) or 18 (green 6)" in out
    assert "There is no choice to take back." in out
    assert "h  a hint" in out
    assert "q  quit" in out
    assert "opens green with a 1" in out


def test_undo_marks_practice(play):
    _, out, _ = play(["1", "1", "u", "q"], *GAME)
    assert "Taken back, on the same luck" in out
    assert "(practice)" in out


def test_ctrl_c_ends_with_130_and_says_what_is_saved(play, tmp_path):
    code, _, err = play(["1", None], *GAME)
    assert code == 130
    assert "Interrupted; the game is saved as it stands. Go on with: digsite play game" in " ".join(err.split())
    assert len(Run(tmp_path / "game").plan.weights[0]) == 1


def test_ctrl_c_before_a_choice_saves_nothing(play, tmp_path):
    code, _, err = play([None], *GAME)
    assert code == 130
    assert "nothing was chosen yet, so nothing is saved" in err
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lost-cities", "--seat", "5"], "--seat must be from 1 to 2; 5 is not."),
        (["lost-cities", "--pace", "-1"], "--pace must be from 0 to 60 seconds"),
        (["lost-cties"], "lost-cities"),
        (["lost-cities", "--against", "rushr"], "rusher"),
    ],
)
def test_wrong_use_is_a_sentence(play, words, said):
    code, _, err = play([], *words)
    assert code == 2
    assert said in " ".join(err.split())


def test_a_report_and_the_table_on_demand(play):
    _, out, _ = play(["t", "l", "p", "q"], *GAME)
    assert "A problem with the rules of Lost Cities" in out


def test_facts_leave_room_for_the_options(monkeypatch):
    screen = Screen()
    screen.lines, screen.width = 24, 80
    facts = {"seats": [[{"name": "held", "value": ["a thing"] * 200}]], "table": [], "hand": []}
    view = {
        "title": "A game", "viewer": 1, "moving": 1, "practice": False, "facts": facts,
        "players": [{"seat": 1, "name": "Seat 1 (person)", "person": True}],
        "options": [{"id": 0, "kind": "Go", "words": "on"}],
    }  # fmt: skip
    drawn = []
    monkeypatch.setattr(screen.console, "print", lambda *text, **_: drawn.append(str(text[0]) if text else ""))
    screen.table(view)
    assert len(drawn) <= 24
    assert any("t shows all" in line for line in drawn)
    assert all(len(line) <= 80 for line in drawn)
    assert drawn[-1].strip() == "Go: 1) on"
    screen.table(view, whole=True)
    assert len(drawn) > 48
