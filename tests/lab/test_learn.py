"""Learning: reproducible from the seed, resumable at any round, measured, and said plainly."""

import json
from pathlib import Path

import numpy as np
import pytest

import digsite
from digsite.simulator.cli.app import main
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.lab.common.progress import Interrupted, Progress
from digsite.simulator.lab.common.running import announce_strangers
from digsite.simulator.lab.players import learn as module
from digsite.simulator.lab.players.learn import learn
from digsite.simulator.lab.players.learned_strength import Measured, sentences
from digsite.simulator.lab.players.learner import Learner, Signal
from digsite.simulator.play.plan import make_plan
from digsite.strategies.learned.record import learned_strengths

BASIC = str(Path(__file__).resolve().parents[2] / "digsite" / "examples" / "basic")
GAMES = 1_500


class Listens(Progress):
    """Progress that is remembered."""

    def __init__(self):
        self.said = []

    def starting(self, sentence):
        self.said.append(sentence)

    def standing(self, text):
        self.said.append(text)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A player of the example, and what was said while it learned."""
    listens = Listens()
    folder = tmp_path_factory.mktemp("learned") / "first"
    return learn(BASIC, GAMES, seed=4, validate=10, out=folder, progress=listens), listens.said


def test_it_ends_with_the_first_round_after_its_games_and_beats_random_players(made):
    shown, said = made
    assert GAMES <= shown.games < GAMES + 1_200
    assert shown.strength[0].rival == "random"
    assert shown.strength[0].low > 0.8
    assert shown.strength[1].rival == "random+32"
    assert "far better than random, and is no good player" in shown.sentences[1]
    assert any("against random players" in line for line in said)


def test_the_folder_has_the_player_its_curve_as_a_table_and_as_a_picture(made):
    shown, _ = made
    names = {path.name for path in shown.folder.iterdir()}
    assert {
        "player.npz",
        "curve.csv",
        "curve.svg",
        "curve.png",
        "strength.json",
        "rounds.jsonl",
        "search.json",
    } <= names
    assert (shown.folder / "curve.csv").read_text().splitlines()[0] == "games,won,lead,seconds"
    assert [it["rival"] for it in json.loads((shown.folder / "strength.json").read_text())] == ["random", "random+32"]


def test_the_same_seed_and_games_are_the_same_file_and_so_is_one_that_was_stopped(made, tmp_path, monkeypatch):
    shown, _ = made
    rounds, play = [], Learner.play_round

    def stopped(self):
        rounds.append(1)
        if len(rounds) == 4:
            raise KeyboardInterrupt
        return play(self)

    monkeypatch.setattr(Learner, "play_round", stopped)
    monkeypatch.setattr(module, "SAVED_EVERY", 0.0)
    with pytest.raises(Interrupted, match=r"^[1-9]\d+ games are saved in .*; continue with "):
        learn(BASIC, GAMES, seed=4, validate=10, out=tmp_path / "again")
    again = learn(BASIC, GAMES, seed=4, validate=10, out=tmp_path / "again", resume=True)
    assert len(rounds) > 6
    assert again.file.read_bytes() == shown.file.read_bytes()
    with pytest.raises(WrongUse, match="cannot be resumed, the command changed"):
        learn(BASIC, GAMES, seed=4, settings={"target": 60}, out=tmp_path / "again", resume=True)


def test_another_seed_is_another_player(made, tmp_path):
    other = learn(BASIC, 200, seed=5, validate=2, out=tmp_path / "other")
    assert other.file.read_bytes() != made[0].file.read_bytes()


def test_a_folder_that_is_damaged_is_answered_in_a_sentence(tmp_path):
    learn(BASIC, 200, seed=5, validate=2, out=tmp_path / "it")
    (tmp_path / "it" / "network.npz").write_bytes(b"no")
    with pytest.raises(DigsiteError, match=r"network\.npz is damaged; delete the folder and train again"):
        learn(BASIC, 400, seed=5, validate=2, out=tmp_path / "it", resume=True)


def test_other_rules_are_warned_of_and_strength_is_said_for_its_own_rules_only(made):
    file = str(made[0].folder)
    plan = make_plan(BASIC, 10, seats=[f"learned@{file}", "careful"], seed=1)
    other = make_plan(BASIC, 10, seats=[f"learned@{file}", "careful"], seed=1, settings={"target": 60})
    listens = Listens()
    announce_strangers([plan], listens)
    assert not listens.said
    announce_strangers([plan, other], listens)
    assert listens.said == [f"learned@{file} has learned other rules than are played here: it may play them badly."]
    assert [it.rival for it in learned_strengths(plan)[f"learned@{file}"]] == ["random", "random+32"]
    assert not learned_strengths(other)


def test_a_report_says_what_a_learned_player_is_and_how_strong(made, tmp_path):
    run = digsite.simulate(
        BASIC, 200, seats=[f"learned@{made[0].folder}", "careful"], rotate=True, seed=1, out=tmp_path / "run"
    )
    digsite.report(run.folder, out=tmp_path / "report.html", sensitivity=False, experiments=False)
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "has learned from games against itself" in text
    assert "not a good player" in text
    assert "against random+32" in text


def test_a_game_that_random_players_do_not_survive_is_learned_by_how_long_they_stay():
    ends = np.zeros((2, 2, 5))
    ends[:, :, 4] = 10.0  # decisions
    ends[0, 0, 3], ends[0, 1, 3] = 10.0, 5.0  # the last choice of each
    ends[1, 0, 2], ends[1, 0, 3] = 1.0, 10.0  # gets through
    plain, shaped = Signal(False).finals(ends, 1.0), Signal(True, 10.0).finals(ends, 1.0)
    assert not plain.any()
    assert shaped[1, 0] > shaped[0, 0] > shaped[0, 1] > 0


def test_what_is_wrong_is_answered_in_a_sentence(capsys):
    for words, said in (
        (["learn", "lost-cities", "--games", "0"], "must be at least 1"),
        (["learn", "lost-cities", "--players", "9"], "is for 2 to 4 players"),
        (["learn", "lost-citis"], "lost-cities"),
        (["learn", "lost-cities", "--minutes", "0"], "minutes"),
        (["learn", "lost-cities", "--seats", "random"], "--seats"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 2
        assert said in capsys.readouterr().err


def test_weakness_is_said(made):
    weak = Measured("random", 100, 0.5, 0.4, 0.6, 0.5, 0.0, -1.0, 1.0)
    lost = Measured("random+32", 100, 0.2, 0.1, 0.3, 0.5, -9.0, -11.0, -8.0)
    said = sentences("learned@it", 10, [weak, lost])
    assert said[1] == "It is not shown to be better than random: let it learn longer, or write a strategy."
    assert said[2] == "It is not shown to be better than random+32."


def test_the_curve_takes_a_small_part_of_the_decisions(made):
    rounds = [json.loads(line) for line in (made[0].folder / "rounds.jsonl").read_text().splitlines()]
    assert sum(it["played"] for it in rounds) == made[0].games
    tested, played = sum(it.get("tested", 0) for it in rounds), sum(it["decisions"] * it["played"] for it in rounds)
    most = max(it.get("tested", 0) for it in rounds)
    assert 0 < tested <= module.TESTED_PART * played + most
    assert [it["games"] for it in made[0].curve] == sorted(it["games"] for it in made[0].curve)


def test_a_comparison_relearned_says_what_knowing_the_new_rules_changes(tmp_path):
    shown = digsite.compare(
        BASIC, 600, settings={"dice.faces": 12}, relearn=700, seed=3, players=2, out=tmp_path / "relearned"
    )
    assert {path.name for path in shown.folder.parent.iterdir()} == {
        "learned-old",
        "learned-new",
        "rules",
        "learning",
        "both",
    }
    assert [side.name for side in shown.experiment.arms.values()]
    old, new = (shown.experiment.arm(name).plan for name in ("against", "changed"))
    assert old.players[0] == f"learned@{tmp_path / 'relearned' / 'learned-old' / 'player.npz'}"
    assert old.learned != new.learned
    learning = digsite.Experiment(shown.folder.parent / "learning")
    assert learning.arm("against").plan.rules == learning.arm("changed").plan.rules == new.rules
    assert learning.arm("against").plan.learned == old.learned
    assert any("nowing the new rules" in note or "know the old ones alone" in note for note in shown.result.notes)
    assert "learned@" not in shown.result.findings[0].sentence
    again = digsite.compare(
        BASIC, 600, settings={"dice.faces": 12}, relearn=700, seed=3, players=2, out=tmp_path / "relearned", resume=True
    )
    assert again.tables["measures"].equals(shown.tables["measures"])


def test_a_comparison_relearned_is_refused_where_it_makes_no_sense(tmp_path):
    for more, said in (({"seats": "careful"}, "leave seats out"), ({"margin": "1pp"}, "leave margin out")):
        with pytest.raises(WrongUse) as problem:
            digsite.compare(BASIC, 60, settings={"dice.faces": 12}, relearn=10, out=tmp_path / "it", **more)
        assert said in problem.value.called
