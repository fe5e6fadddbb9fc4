"""`digsite check strategy`: honest strategies pass; one that reads what is hidden, or leaves its options, is named."""

import json

import pytest

import digsite
from tests.cli.test_compare import run

HEAD = "from digsite import strategy\nfrom digsite.kit import below\nfrom digsite.games.lost_cities import Stream\n\n\n"
HONEST = """@strategy("lost-cities", weights={"first": {"value": 1, "bounds": [0, 1]}}, mind=[("seen", "i4")])
def honest(rules, state, seat, options, n, weights, mind):
    mind.seen += 1
    return below(state, Stream.NOISE + seat, n) if weights[0] > 0.5 and mind.seen % 2 else 0
"""
PEEKS = """@strategy("lost-cities")
def peeker(rules, state, seat, options, n, weights):
    return int(state.held[(seat + 1) % rules.seats] % n)
"""
LEAVES = """@strategy("lost-cities", weights={"far": {"value": 0, "bounds": [0, 9]}})
def leaves(rules, state, seat, options, n, weights):
    return n if weights[0] > 8 else 0
"""
BEYOND = """@strategy("lost-cities")
def beyond(rules, state, seat, options, n, weights):
    return 0 * options[n + 30]
"""
HAND = """@strategy("lost-cities")
def hand(rules, state, seat, options, n, weights):
    return 0 if rules.cards_hand < 12 else n
"""


@pytest.fixture(autouse=True)
def plain(monkeypatch, tmp_path):
    """As plain Python nothing must be compiled, so that each file takes seconds."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.chdir(tmp_path)


def written(text: str, name: str) -> str:
    with open(name, "w", encoding="utf-8") as file:
        file.write(HEAD + text)
    return name


def test_an_honest_strategy_passes_every_check_but_that_of_threads(capsys):
    only = "choices,sight,weights"
    shown = digsite.check_strategy(written(HONEST, "honest.py"), quick=True, only=only, seed=2)
    assert shown.passed
    assert [(it.name, it.verdict) for it in shown.checks] == [(it, "ok") for it in ("compiles", *only.split(","))]
    assert all(it.seen for it in shown.checks[1:])
    assert str(shown.command) == f"digsite check strategy honest.py --seed 2 --quick --only {only}"


def test_a_strategy_that_reads_a_rivals_hand_is_named_with_the_field(capsys):
    words = [
        "check",
        "strategy",
        written(PEEKS, "peeks.py"),
        "--quick",
        "--only",
        "sight",
        "--seed",
        "2",
        "--json",
        "-q",
    ]
    code, out, _ = run(capsys, *words)
    told = json.loads(out)
    assert (code, told["passed"], told["strategy"]) == (1, False, "peeks.py")
    (problem,) = told["problems"]
    assert "'peeker'" in problem["sentence"]
    assert "It chooses by state.held, hidden from seat" in problem["sentence"]
    assert problem["place"] == "state.held"
    assert "--plugin peeks.py" in problem["replay"][0]


@pytest.mark.parametrize(
    ("text", "check", "said", "place"),
    [
        (BEYOND, "choices", "IndexError: index", "beyond.py:8"),
        (LEAVES, "weights", "picked option", ""),
        (HAND, "figures", "picked option", ""),
    ],
    ids=("beyond", "leaves", "hand"),
)
def test_a_strategy_that_leaves_its_options_is_named(text, check, said, place):
    name = text.split("def ")[1].split("(")[0]
    shown = digsite.check_strategy(written(text, f"{name}.py"), quick=True, only=check, seed=2)
    assert not shown.passed
    assert said in shown.problems[0].sentence
    assert place in shown.problems[0].place


def test_strategies_for_two_games_are_refused():
    both = PEEKS + HONEST.replace("lost-cities", "chac").replace("mind.seen", "mind.seen")
    with pytest.raises(digsite.DigsiteError, match="has strategies for lost-cities and chac; give each game a file"):
        digsite.check_strategy(written(both, "both.py"))
