"""Every verb that answers a question ends with one sentence that is the answer, on one screen; `--full` shows the rest."""

import json

import polars as pl
import pytest

from digsite.analyses.experiments.compare import plain_answer as plain
from digsite.analyses.result import Finding
from digsite.simulator.cli import console
from tests.cli.test_compare import own_folder, run  # noqa: F401

SCREEN = 24  # lines
FEW = ["--players", "2", "--seed", "1", "-q"]
ASKED = {
    "compare": ["lost-cities", "short", "--seats", "random", "--games", "400"],
    "sweep": ["lost-cities", "--set", "cards.hand=5,7", "--seats", "random", "--games", "200"],
    "tournament": ["lost-cities", "--strategies", "random,rusher", "--games", "100"],
    "nudge": ["lost-cities", "--nudge", "token", "--seats", "random", "--games", "200"],
    "levers": ["lost-cities", "--figures", "cards.hand,tiles.artifact", "--seats", "random", "--games", "200"],
}


@pytest.fixture(autouse=True)
def narrow(monkeypatch):
    """Lines are as wide as the usual terminal."""
    monkeypatch.setattr(console, "width_of", lambda stream: 80)


@pytest.mark.parametrize("verb", ASKED)
def test_an_experiment_ends_with_its_answer_on_one_screen(capsys, verb):
    code, out, err = run(capsys, verb, *ASKED[verb], *FEW, "--out", "e")
    assert code == 0, err
    assert len(out.splitlines()) <= SCREEN
    answer = json.loads(run(capsys, "analyze", "e", "--json", "-q")[1])["answer"]
    assert answer
    assert " ".join(out.split()).endswith(" ".join(answer.split()))
    full = run(capsys, "analyze", "e", "--full", "-q")[1]
    assert len(full.splitlines()) > len(out.splitlines())
    assert "[caused" in full or "[tested" in full
    assert " ".join(full.split()).endswith(" ".join(answer.split()))


def test_a_run_ends_with_its_answer_on_one_screen(capsys):
    for words in (["simulate", "lost-cities", "--games", "400", *FEW, "--out", "r"], ["analyze", "r", "-q"]):
        code, out, err = run(capsys, *words)
        assert code == 0, err
        assert len(out.splitlines()) <= SCREEN, words
        assert out.rstrip().endswith("."), words
    assert len(run(capsys, "analyze", "r", "-q", "--full")[1].splitlines()) > 2 * SCREEN
    said = json.loads(run(capsys, "analyze", "r", "-q", "--json")[1])
    assert " ".join(out.split()).endswith(" ".join(said["answer"].split()))
    asked = run(capsys, "analyze", "r", "seats", "-q")[1]
    assert len(asked.splitlines()) <= SCREEN
    assert asked.rstrip().endswith(".")


@pytest.mark.parametrize("game", ["lost-cities", "archaeology", "chac", "quetzal"])
@pytest.mark.parametrize("verb", ["games", "rules"])
def test_what_is_known_of_a_game_begins_with_one_screen(capsys, verb, game):
    code, out, _ = run(capsys, verb, game)
    assert code == 0
    assert 2 <= len(out.splitlines()) <= SCREEN
    assert len(run(capsys, verb, game, "--full")[1].splitlines()) > 2 * SCREEN


def test_games_shows_one_topic_and_rules_the_figures_of_a_pattern(capsys):
    out = run(capsys, "games", "chac", "variants")[1]
    assert "wide-temple" in out
    assert "navigator" not in out
    code, _, err = run(capsys, "games", "chac", "variant")
    assert code == 2
    assert "Did you mean 'variants'?" in err
    out = run(capsys, "rules", "chac", "advances")[1]
    assert "boulder.advances_on" in out
    assert "boulder.dice" not in out
    code, _, err = run(capsys, "rules", "chac", "bouldr.dice")
    assert code == 2
    assert "Did you mean 'boulder.dice'?" in err


def test_a_second_word_of_compare_is_a_variant(capsys):
    code, _, err = run(capsys, "compare", "archaeology", "feirce-weather")
    assert code == 2
    assert "Did you mean 'fierce-weather'?" in err


def test_help_of_a_verb_can_be_asked_for_in_words(capsys):
    assert run(capsys, "help", "compare") == run(capsys, "compare", "--help")
    assert run(capsys, "help", "check", "game") == run(capsys, "check", "game", "--help")
    assert run(capsys, "help") == run(capsys, "--help")


def test_a_figure_named_without_its_group_is_suggested_with_it(capsys):
    code, _, err = run(capsys, "simulate", "lost-cities", "--set", "hand=7")
    assert code == 2
    assert "Did you mean 'cards.hand'?" in err


# ------------------------------------------------------------------------------------------- sentences of comparisons


def a_row(measure: str, unit: str, before: float, after: float, verdict: str) -> dict:
    gap = after - before
    ends = {"difference_low": gap - abs(gap) / 10, "difference_high": gap + abs(gap) / 10}
    of_wins = measure.startswith("win rate of ")
    about = {"topic": "seats" if of_wins else "scores", "about": measure[12:] if of_wins else "all"}
    return {"measure": measure, **about, "unit": unit, "against": before, "changed": after, "difference": gap, **ends} | {
        "verdict": verdict, "games": 4000,
    }  # fmt: skip


def a_claim(measure: str, certainty: str = "certain") -> Finding:
    return Finding("...", "small", certainty, {"measure": measure}, kind="caused")  # type: ignore[arg-type]


class Compared:
    """An experiment that compares a storm with none, at a table of three."""

    game = type("G", (), {"columns": (), "wording": type("W", (), {"points": "dollars"})})
    question = {  # noqa: RUF012
        "margin": None,
        "against": {"label": "published rules", "phrase": "under the published rules", "line_up": ["a", "b", "c"]},
        "changed": {"label": "storm", "phrase": "under storm", "line_up": ["a", "b", "c"]},
    }


def said(rows: list[dict], findings: list[Finding]) -> str:
    result = type("R", (), {"tables": {"measures": pl.DataFrame(rows)}, "ranked": findings})
    return plain.plain_answer(Compared(), result)  # type: ignore[arg-type]


SEATS = [a_row(f"win rate of seat {k}", "share", 0.33, 0.331, "undecided") for k in (1, 2, 3)]


def test_a_comparison_says_what_moves_and_that_nobody_clearly_gains():
    rows = [
        *SEATS, a_row("mean score", "points", 54.6, 53.4, "different"), a_row("turns", "turns", 59.0, 59.01, "equivalent"),
        a_row("storm cards", "number", 3.1, 3.7, "different"),
    ]  # fmt: skip
    text = said(rows, [a_claim("storm cards"), a_claim("mean score", "likely"), a_claim("turns")])
    assert text == (
        "Storm compared with published rules: storm cards go up from 3.10 to 3.70, scores fall by 1.20 dollars (likely) and "
        "games are as long as before; no seat clearly gains or loses."
    )


def test_a_comparison_says_who_gains_and_who_loses():
    rows = [
        a_row("win rate of seat 1", "share", 0.33, 0.35, "different"), a_row("win rate of seat 2", "share", 0.33, 0.30, "different"),
        SEATS[2], a_row("turns", "turns", 50.0, 47.0, "different"),
    ]  # fmt: skip
    text = said(rows, [a_claim("win rate of seat 1"), a_claim("win rate of seat 2"), a_claim("turns")])
    assert "games are 3.0 turns shorter; seat 1 gains 2.00 wins in 100 and seat 2 loses 3.0 wins in 100." in text


def test_a_comparison_in_which_nothing_is_clear_says_so_and_no_more():
    assert said(SEATS, []) == "Storm compared with published rules: no seat clearly gains or loses."
    even = [row | {"verdict": "equivalent"} for row in SEATS]
    assert said(even, []).endswith("no seat gains or loses a noticeable share of the wins.")
    assert said([a_row("mean score", "points", 50.0, 50.1, "undecided")], []) == (
        "Storm compared with published rules: no clear difference in 4,000 pairs of games."
    )


def test_where_every_game_is_seated_as_typed_no_strategy_is_credited(capsys):
    words = [
        "simulate",
        "lost-cities",
        "--games",
        "40",
        *FEW,
        "--seats",
        "rusher,random",
        "--seating",
        "fixed",
        "--out",
        "f",
    ]
    last = " ".join(run(capsys, *words)[1].split()).rpartition(") ")[2]
    assert last == "Seat 1 wins 100.0 % of games, seat 2 0.0 % (fair: 50.0 %), or the strategies that sat there do."
