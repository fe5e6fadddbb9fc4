"""Contract files: read strictly, and every hostile one answered with one sentence before anything is played."""

import math

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.contracts.contract import read_contract
from digsite.simulator.trust import allow
from digsite.strategies.plugins.load import read_source

HEAD = 'game = "lost-cities"\nplayers = 4\nseed = 1\n'
PROMISE = '[[promise]]\nmeasure = "win rate"\nof = "seat 1"\nat_most = 0.3\n'


def drawn_up(tmp_path, text: str):
    file = tmp_path / "contract.toml"
    file.write_text(text, encoding="utf-8")
    contract = read_contract(file)
    return contract.draw_up(contract.most_games, {**contract.arguments, "seed": contract.seed})


def promised(tmp_path, text: str, head: str = HEAD):
    question, plans = drawn_up(tmp_path, f"{head}[[promise]]\n{text}\n")
    return question.promises[0], plans


def test_a_whole_contract(tmp_path):
    question, plans = drawn_up(
        tmp_path,
        'game = "lost-cities"\nseats = ["cautious", "rusher:tempo=7"]\nvariant = "short"\nsettings = { "cards.hand" = 7 }\n'
        "seed = 3\nmost_games = 1000\nerror_rate = 0.01\n"
        f'[[promise]]\ntext = "Fair."\n{PROMISE.partition("]]")[2]}'
        '[[promise]]\nvariant = "descending-paths"\nmeasure = "score"\nchange = [-inf, 3]\n'
        '[[promise]]\nvariant = ["descending-paths"]\nmeasure = "turns"\nat_least = 5\n',
    )
    assert list(plans) == ["contract", "descending-paths"]
    assert plans["contract"].variants == ["short"]
    assert plans["descending-paths"].variants == ["short", "descending-paths"]
    assert plans["descending-paths"].rules["cards.hand"] == 7
    assert {plan.seed for plan in plans.values()} == {3}
    assert {plan.games for plan in plans.values()} == {1000}
    assert question.error_rate == 0.01
    assert [promise.text for promise in question.promises] == [
        "Fair.",
        "Under descending-paths the mean score changes by at most +3 points",
        "A game takes at least 5 turns on average under descending-paths",
    ]
    assert (question.promises[1].at_least, question.promises[1].at_most) == (None, 3.0)


def test_settings_may_be_a_table_with_dots(tmp_path):
    _, plans = promised(tmp_path, 'measure = "score"\nchange = [-1, 1]\nsettings.cards.hand = 7')
    assert plans["cards.hand=7"].rules["cards.hand"] == 7


def test_files_are_looked_for_beside_the_contract(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from digsite import strategy\n\n\n"
        '@strategy("lost-cities")\ndef first(rules, state, seat, options, n, weights):\n    return 0\n'
    )
    allow([read_source(tmp_path / "mine.py")])
    _, plans = promised(
        tmp_path, PROMISE.partition("]]\n")[2], 'game = "lost-cities"\nseats = "first,random"\nplugins = "mine.py"\n'
    )
    assert plans["contract"].players == ["first", "random"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "contract.toml: say which game it is about"),
        ("game = ", "contract.toml is not TOML: Invalid value"),
        ('game = "lost-cities"\ngame = "chac"', "contract.toml is not TOML: Cannot overwrite a value"),
        ('game = "lost-citys"\n' + PROMISE, "Did you mean 'lost-cities'?"),
        ("game = 5\n" + PROMISE, "game must be a text in quotes, on one line; 5 is not."),
        (HEAD, "contract.toml: it promises nothing; write a [[promise]]."),
        (HEAD + "promise = []", "it promises nothing"),
        (HEAD + "[promise]\nmeasure = 'turns'", "promise must be a table with two brackets: [[promise]]"),
        (HEAD + "promise = [1]", "promise must be a table with two brackets"),
        (HEAD + "[targets]\nseats = 0.02", "contract.toml promises nothing; write a [[promise]]."),
        (HEAD + "most_gamez = 5\n" + PROMISE, "There is no key 'most_gamez'. Did you mean 'most_games'?"),
        (HEAD + "most_games = 0\n" + PROMISE, "most_games must be a whole number of at least 1; 0 is not."),
        (HEAD + 'most_games = "20k"\n' + PROMISE, "most_games must be a whole number of at least 1; '20k' is not."),
        (HEAD + "error_rate = 5\n" + PROMISE, "error_rate must be a part of 1 from 0.000001 to below a half: 0.05 for 5 %; 5 is not."),
        (HEAD + "error_rate = nan\n" + PROMISE, "error_rate must be a part of 1 from"),
        (HEAD + "error_rate = true\n" + PROMISE, "error_rate must be a part of 1 from"),
        (HEAD + "error_rate = 1e-300\n" + PROMISE, "error_rate must be a part of 1 from"),
        (HEAD + "error_rate = 1" + "0" * 400 + "\n" + PROMISE, "error_rate must be a part of 1 from"),
        (HEAD + "error_rate = 1" + "0" * 5_000 + "\n" + PROMISE, "a number in it is too long"),
        (HEAD + "error_rate = 0x1" + "0" * 5_000 + "\n" + PROMISE, "a number so long is not"),
        (HEAD + "[settings" + ".a" * 3_000 + "]\nb = 1\n" + PROMISE, "its tables are nested too deeply"),
        ('game = "lost-cities"\nplayers = 7\n' + PROMISE, "is for 2 to 4 players, not for 7"),
        ('game = "lost-cities"\nplayers = true\n' + PROMISE, "players must be a whole number"),
        ('game = "lost-cities"\nseed = -1\n' + PROMISE, "seed must be a whole number from 0"),
        ('game = "lost-cities"\nseats = []\n' + PROMISE, "seats must be a text or a list of texts"),
        ('game = "lost-cities"\nseats = "rushr,random"\n' + PROMISE, "Did you mean 'rusher'?"),
        ('game = "lost-cities"\nvariant = "shrt"\n' + PROMISE, "Did you mean 'short'?"),
        ('game = "lost-cities"\nvariants = "short"\n' + PROMISE, "There is no key 'variants'. Did you mean 'variant'?"),
        ('game = "lost-cities"\nsettings = { "cards.hnd" = 7 }\n' + PROMISE, "Did you mean 'cards.hand'?"),
        ('game = "lost-cities"\nrules = "nowhere.toml"\n' + PROMISE, "nowhere.toml"),
        ('game = "lost-cities"\nplugins = "nowhere.py"\n' + PROMISE, "nowhere.py"),
        ("a = " + "[" * 5_000, "contract.toml is"),
    ],
)  # fmt: skip
def test_a_wrong_contract_is_answered_with_one_sentence(tmp_path, text, sentence):
    with pytest.raises(WrongUse) as told:
        drawn_up(tmp_path, text)
    assert sentence in str(told.value)
    assert "contract.toml" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "say what is promised, by either measure"),
        ('measure = "turns"\nshare_of_games = "turns > 80"\nat_most = 0.1', "say what is promised, by either measure"),
        ('measure = "turns"', "it has no bound; give at_least, at_most or both"),
        ('mesure = "turns"\nat_most = 5', "There is no key 'mesure'. Did you mean 'measure'?"),
        ('measure = "turns"\natmost = 5', "Did you mean 'at_most'?"),
        ('measure = "turns"\nat_most = nan', "at_most must be a number"),
        ('measure = "turns"\nat_most = inf', "at_most must be a number"),
        ('measure = "turns"\nat_most = true', "at_most must be a number"),
        ('measure = "win rate"\nof = "seat 1"\nat_most = "27 %"', "write shares as parts of 1, without quotes: 0.27 for 27 %"),
        ('measure = "win rate"\nof = "seat 1"\nat_most = 27', "27 cannot be, since a share lies between 0 and 1"),
        ('share_of_games = "turns > 80"\nat_most = 5', "5 cannot be, since a share lies between 0 and 1"),
        ('measure = "turns"\nat_least = 90\nat_most = 80', "it lies between 90 and 80: no figure can keep it."),
        ('measure = "turns"\nat_least = 80\nat_most = 80', "a range without width can never be shown to be kept"),
        ('measure = "win rate"\nof = "seat 1"\nat_least = 0', "every share keeps it, so that it promises nothing"),
        ('measure = "win rate"\nof = "seat 1"\nat_most = 1.0', "every share keeps it"),
        ('share_of_games = "turns > 80"\nat_most = 0', "no number of games can show that something never happens"),
        ('measure = "win rate"\nof = "every seat"\nat_most = 0.25', "the shares of a game add up to 1"),
        ('measure = "win rate"\nof = "every strategy"\nat_least = 0.3', "the shares of a game add up to 1"),
        ('measure = "score"\nchange = [-8, -3]', "a change needs other rules to come from"),
        ('measure = "score"\nvariant = "short"\nchange = [-3, -8]', "no figure can keep it"),
        ('measure = "score"\nvariant = "short"\nchange = -3', "change must be a range of two numbers"),
        ('measure = "score"\nvariant = "short"\nchange = [-3]', "change must be a range of two numbers"),
        ('measure = "score"\nvariant = "short"\nchange = [nan, 3]', "change must be a range of two numbers"),
        ('measure = "score"\nvariant = "short"\nchange = [inf, 3]', "change must be a range of two numbers"),
        ('measure = "score"\nvariant = "short"\nchange = [-inf, inf]', "change must be a range of two numbers"),
        ('measure = "score"\nvariant = "short"\nchange = [-3, 3]\nat_most = 5', "leave at_most out"),
        ('measure = "win rate"\nof = "seat 1"\nvariant = "short"\nchange = [-2, 2]', "a change of a share lies between -1 and 1"),
        ('measure = "score"\nvariant = "shrt"\nchange = [-3, 3]', "Did you mean 'short'?"),
        ('measure = "score"\nsettings = { "cards.hand" = 8 }\nchange = [-3, 3]', "changes nothing: these are the contract's own rules"),
        ('measure = "artefacts"\nat_most = 5', "Did you mean 'artifacts'?"),
        ('measure = "win rate"\nat_most = 0.3', "say with `of` whose win rate it is"),
        ('measure = "turns"\nat_most = 5\ntext = "two\\nlines"', "text must be a text in quotes, on one line"),
        ('measure = "turns"\nat_most = 5\ntext = "a\\u0000b"', "text must be a text in quotes, on one line"),
    ],
)  # fmt: skip
def test_a_wrong_promise_is_answered_with_one_sentence_that_says_which(tmp_path, text, sentence):
    with pytest.raises(WrongUse) as told:
        drawn_up(tmp_path, f"{HEAD}{PROMISE}[[promise]]\n{text}\n")
    assert sentence in str(told.value)
    assert str(told.value).startswith("contract.toml, promise 2: ")
    assert "\n" not in str(told.value)


def test_a_mark_before_the_first_letter_is_not_read(tmp_path):
    file = tmp_path / "contract.toml"
    file.write_text(HEAD + PROMISE, encoding="utf-8-sig")
    assert read_contract(file).game == "lost-cities"


def test_a_file_that_is_none_is_refused(tmp_path):
    with pytest.raises(WrongUse, match=r"cannot be read: No such file or directory\."):
        read_contract(tmp_path / "none.toml")
    with pytest.raises(WrongUse, match="cannot be read"):
        read_contract(tmp_path)
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WrongUse, match="is not a text in UTF-8; save it as one"):
        read_contract(tmp_path / "binary.toml")
    with pytest.raises(WrongUse, match="contract must be a path; 5 is not"):
        read_contract(5)


def scored(tmp_path, text: str):
    file = tmp_path / "contract.toml"
    file.write_text(HEAD + text)
    return read_contract(file).scored()[1]


def test_the_targets_of_a_contract(tmp_path):
    every = '[[promise]]\nmeasure = "win rate"\nof = "every seat"\nat_least = 0.22\nat_most = 0.27\n'
    assert scored(tmp_path, every) == {"seats": (-math.inf, pytest.approx(0.03))}
    written = scored(tmp_path, "[targets]\nseats = 0.01\nworth = 2\ncomeback = [0.1, 0.3]\n" + every)
    assert written == {"seats": (-math.inf, 0.01), "worth": (2.0, math.inf), "comeback": (0.1, 0.3)}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (PROMISE, "contract.toml has no target for a scorecard"),
        ("[targets]\nseat = 0.01", "There is no target 'seat'. Did you mean 'seats'?"),
        ('[targets]\nseats = "1 %"', "seats must be a number; '1 %' is not."),
        ("[targets]\ncomeback = 0.1", "comeback must be a range of two numbers"),
        ("[targets]\ncomeback = [0.3, 0.1]", "comeback = [0.3, 0.1] is no range: write the lower end first"),
        ("[targets]\ncomeback = [0.1, 0.1]", "comeback = [0.1, 0.1] is no range: write the lower end first"),
        ("[targets]\ncomeback = [nan, 0.1]", "comeback must be a range of two numbers"),
        ("[targets]\nseats = 5", "seats cannot be 5, since it is a share; write shares as parts of 1"),
        ("[targets]\ncomeback = [10, 25]", "comeback cannot be 10, since it is a share; write shares as parts of 1"),
        ("[targets]\nseats = nan", "seats must be a number; nan is not."),
        ("[targets]\nseats = inf", "seats must be a number; inf is not."),
        ("[targets]\nseats = [-inf, inf]", "seats must be a number; [-inf, inf] is not."),
        ("[targets]\nseats = true", "seats must be a number; True is not."),
        ("[targets.seats]\nat_most = 0.1", "seats must be a number; {'at_most': 0.1} is not."),
        ("targets = 5", "targets must be a table: [targets]; 5 is not."),
    ],
)
def test_wrong_targets_are_answered_with_one_sentence(tmp_path, text, sentence):
    with pytest.raises(WrongUse) as told:
        scored(tmp_path, text)
    assert sentence in str(told.value)
    if text != PROMISE:  # a contract that is checked is refused for them, too, before anything is played
        with pytest.raises(WrongUse) as told:
            drawn_up(tmp_path, HEAD + f"{text}\n{PROMISE}")
        assert sentence in str(told.value)
        assert "\n" not in str(told.value)


VALUES = ["nan", "-nan", "inf", "1e400", "true", '""', '"0.1"', "[]", "[nan, nan]", "[1]", "[1, 0]", "{}", "1979-05-27"]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("key", ["players", "seats", "variant", "seed", "most_games", "error_rate", "targets.seats"])
def test_no_value_that_is_none_is_taken_for_one(tmp_path, key, value):
    """The key comes before tables, so that it belongs to none of them."""
    if key == "seats" and value == '"0.1"':  # a text, which names no strategy
        value = '"0.1,0.2"'
    with pytest.raises(WrongUse) as told:
        drawn_up(tmp_path, f'game = "lost-cities"\n{key} = {value}\n{PROMISE}')
    assert key.removeprefix("targets.") in str(told.value) or "0.1" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("value", [value for value in VALUES if value != '"0.1"'])
@pytest.mark.parametrize(
    "key", ["text", "measure", "of", "share_of_games", "at_least", "at_most", "change", "settings"]
)
def test_no_value_of_a_promise_that_is_none_is_taken_for_one(tmp_path, key, value):
    with pytest.raises(WrongUse) as told:
        drawn_up(tmp_path, HEAD + f"[[promise]]\n{key} = {value}\n")
    assert "\n" not in str(told.value)
