"""The lists of planted faults are up to date: each fault can be planted, and the tests that kill it are there."""

import ast
import tomllib
from collections import Counter

import pytest

from tests import mutations
from tests.mutants import ROOT, Mutant, everything, lists, main, read, sample, where_tested
from tests.mutations import Stale, altered, alternatives, planted

MUTANTS = everything()
TOY = '''
"""A module."""
LIMIT = 7


@rule
def draw(state: State, n: int) -> int:
    """Draw cards."""
    if n > LIMIT and state.left:  # no more than that
        return 0
    state.left -= n
    deal(state, n)
    for _ in range(n):
        state.cards[0] = 1
    return n


class Deck:
    size = 3

    def draw(self, n):
        return self.size - n
'''


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A project of one module and one data file."""
    (tmp_path / "simulator" / "cards").mkdir(parents=True)
    (tmp_path / "simulator" / "cards" / "deck.py").write_text(TOY, encoding="utf-8")
    (tmp_path / "simulator" / "rules.toml").write_text("[a]\n\n[deck.red]\nsize = 3\n\n[deck.blue]\nsize = 3\n")
    for kept in (mutations.modules, mutations.definitions, mutations.places, mutations.source):
        kept.cache_clear()
    monkeypatch.setattr(mutations, "ROOT", tmp_path)
    yield lambda at, find, replace: planted(at, find, replace)[1]
    for kept in (mutations.modules, mutations.definitions, mutations.places, mutations.source):
        kept.cache_clear()


@pytest.mark.parametrize("path", lists(), ids=lambda path: path.parent.name)
def test_each_fault_can_be_planted_and_has_tests_that_kill_it(path):
    assert [f"{fault.name}: {fault.stale}" for fault in read(path) if fault.stale] == []


def test_a_planted_fault_changes_what_a_file_says():
    for fault in [*MUTANTS[::40], *(it for it in MUTANTS if ".toml::" in it.at)]:
        path, text = planted(fault.at, fault.find, fault.replace)
        parse = tomllib.loads if path.suffix == ".toml" else lambda it: ast.dump(ast.parse(it))
        assert parse(text) != parse(path.read_text(encoding="utf-8")), fault.name


def test_every_fault_has_a_name_of_its_own():
    assert [names for names, times in Counter((it.area, it.name) for it in MUTANTS).items() if times > 1] == []


@pytest.mark.parametrize(
    ("at", "find", "replace", "shown"),
    [
        ("cards.deck.draw", "n>LIMIT", "n >= LIMIT", "if n >= LIMIT and state.left:\n        return 0"),
        ("draw", "if n > LIMIT and state.left: ...", "if state.left: ...", "if state.left:\n        return 0"),
        ("draw", "deal(state, n)", "", "state.left -= n\n    pass\n    for"),
        ("draw", "state.left -= n; deal(state, n)", "deal(state, n)", "return 0\n    deal(state, n)\n    for"),
        ("simulator.LIMIT", "7", "8", "LIMIT = 8"),
        ("Deck.draw", "self.size - n", "self.size", "return self.size\n"),
        ("Deck.size", "3", "4", "size = 4"),
    ],
)
def test_a_fault_is_found_by_its_function_and_its_code_whatever_the_layout(toy, at, find, replace, shown):
    assert shown in toy(at, find, replace) + "\n"


def test_a_figure_of_a_data_file_is_found_by_its_path(toy):
    shown = toy("rules.toml::deck.blue.size", "3", "4")
    assert tomllib.loads(shown) == {"a": {}, "deck": {"red": {"size": 3}, "blue": {"size": 4}}}


@pytest.mark.parametrize(
    ("at", "find", "why"),
    [
        ("shuffle", "n", "nothing is called shuffle"),
        ("draw", "n", "its code stands 5 times in draw, not once"),
        ("draw", "n + 1", "its code stands 0 times in draw, not once"),
        ("draw", "x", "it changes nothing"),
        ("figures.toml::deck.red.size", "3", "0 files are called figures.toml, not one"),
        ("rules.toml::deck.red.size", "5", "deck.red.size is not 5 in rules.toml"),
    ],
)
def test_a_fault_that_went_stale_says_why(toy, at, find, why):
    with pytest.raises(Stale) as caught:
        toy(at, find, "x")
    assert str(caught.value) == why


def test_a_test_that_is_not_there_is_told():
    fault = Mutant("toy", "x", MUTANTS[0].at, MUTANTS[0].find, MUTANTS[0].replace, ("test_nothing_of_the_kind",))
    assert fault.stale == "0 tests are called test_nothing_of_the_kind, not one"


def test_small_faults_are_one_change_each_in_functions_alone(toy):
    path = mutations.ROOT / "simulator" / "cards" / "deck.py"
    drawn = [altered(path, number) for number, _ in enumerate(alternatives(ast.parse(TOY)))]
    words = [said.partition(" draw: ")[2] for said, _ in drawn]
    assert words[:4] == [
        "`if n > LIMIT and state.left:` becomes `if not (n > LIMIT and state.left):`",
        "`n > LIMIT and state.left` becomes `n > LIMIT or state.left`",
        "`n > LIMIT` becomes `n >= LIMIT`",
        "`0` becomes `1`",
    ]
    assert "`deal(state, n)` becomes `deal(n, state)`" in words
    assert "`deal(state, n)` becomes `pass`" in words
    assert "`state.cards[0] = 1` becomes `pass`" in words
    assert len({text for _, text in drawn}) == len(drawn)
    assert all("LIMIT = 7" in text and "n: int) -> int" in text for _, text in drawn)


def test_the_same_seed_draws_the_same_small_faults():
    modules = [ROOT / "analyses/stats/intervals.py", ROOT / "analyses/stats/moments.py"]
    assert sample(modules, 5, 1) == sample(modules, 5, 1) != sample(modules, 5, 2)
    assert len(sample(modules, 5, 1)) == 5


def test_the_where_tested_a_module_lie_in_the_folder_of_its_game_or_package():
    assert where_tested(ROOT / "simulator/games/chac/moves/river.py") == ("tests/games/chac",)
    assert where_tested(ROOT / "strategies/chac/odds.py")[-1] == "tests/games/chac"
    assert where_tested(ROOT / "analyses/stats/intervals.py") == (
        "tests/analyses/stats/test_intervals.py", "tests/analyses/stats",
    )  # fmt: skip
    assert where_tested(ROOT / "simulator/kernel/play/rng.py") == ("tests/kernel/test_rng.py", "tests/kernel")
    assert where_tested(ROOT / "simulator/errors.py") == ()


@pytest.mark.parametrize("words", [["no-such-area"], ["simulator/nowhere.py"], ["--since", "no-such-revision"]])
def test_what_is_not_there_is_refused_with_a_sentence(words, capsys):
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("There is no ")
