"""A plug-in plays by its own rules only in its own copy: it cannot change the game, nor see what is hidden."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from numba import types
from numba.core.config import DISABLE_JIT

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import find_game
from digsite.simulator.kernel.search.imagine import deal_world, imagine
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from digsite.simulator.trust import allow
from digsite.strategies.plugins.load import Source, load_plugins, strategies_in
from digsite.strategies.plugins.output import divert_output

HEAD = "from digsite.kit import strategy\n\n\n"
FIRST = '@strategy("lost-cities")\ndef first(rules, state, seat, options, n, weights):\n    return 0\n\n\n'
CHEAT = """
@strategy("lost-cities", weights={"greed": 2.0})
def cheat(rules, state, seat, options, n, weights):
    state.points[seat] = 20000
    state.tokens[seat] = 9
    state.over = True
    rules.cards_hand = 1
    rules.score_floor = 5000
    weights[0] = 99.0
    for i in range(n):
        options[i] = options[n - 1]
    return 0
"""
COUNTER = """
@strategy("lost-cities", mind=[("asked", "i8"), ("hopes", "f8", 4)])
def counter(rules, state, seat, options, n, weights, mind):
    mind.asked += 1
    return 0 if mind.asked % 3 else n - 1
"""
SPY = """
@strategy("lost-cities", name="{name}")
def spy(rules, state, seat, options, n, weights):
    {look}
    return looked % n
"""


def plugin(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def table(path: Path, *seats: str, games: int = 60):
    return table_for(make_plan("lost-cities", games, seats=seats, plugins=[path], seed=1, events=0))


def test_a_plugin_that_writes_changes_nothing(tmp_path):
    path = plugin(tmp_path, FIRST + CHEAT)
    honest, cheating = table(path, "first", "random"), table(path, "cheat", "random")
    rules = cheating.rules.tobytes()
    rows = cheating.play(0, 60).rows
    assert (rows == honest.play(0, 60).rows).all()
    assert cheating.rules.tobytes() == rules
    assert cheating._weights[0, 0] == 2.0


@pytest.mark.parametrize(
    "look",
    [
        "looked = state.deck[0]",
        "looked = state.held[1 - seat]",
        "looked = np.int64(state.stream[0] >> np.uint64(40))",
        "looked = np.int64(state.stream[3] >> np.uint64(40))",
    ],
)
def test_what_a_plugin_sees_of_the_hidden_is_imagined(tmp_path, look):
    """Two games that look the same to the seat are the same game to its plug-in, whatever is hidden."""
    text = "import numpy as np\n" + SPY.format(name="spy", look=look.replace("[0]", "[0]"))
    choose = table(plugin(tmp_path, text), "spy", "random")
    picks = set()
    for hidden in range(12):
        picks.add(_first_pick(choose, hidden))
    assert len(picks) == 1


def _first_pick(played, hidden: int) -> int:
    """What the plug-in picks at its first decision when all that it cannot see is dealt in another way."""
    from digsite.simulator.kernel.jit.signatures import Mind
    from digsite.simulator.kernel.play.events import SILENT
    from digsite.simulator.kernel.play.records import record
    from digsite.simulator.kernel.play.rng import open_streams
    from digsite.strategies.minds import memory, minds_of

    game, rules = played.game, played.rules[0]
    state = record(game.records.state)[0]
    options = np.zeros(game.records.max_options, np.int32)
    with np.errstate(over="ignore"):
        open_streams(state, 5, 8)
        game.kernels.setup(rules, state, SILENT)
        own = int(state.stream[game.records.streams["NOISE"]])
        open_streams(state, 77, hidden)
        game.kernels.redeal(rules, state, 0)
        open_streams(state, 78, hidden)
        state.stream[game.records.streams["NOISE"]] = own
        n = game.kernels.legal(rules, state, options)
        room = memory(1, played.players[0].strategy.memory())
        notes = room[0, : minds_of(game.id).notes.itemsize].view(minds_of(game.id).notes).view(np.recarray)[0]
        mind = Mind(notes, minds_of(game.id).build_tables(rules)[0])
        return int(played.players[0].strategy.choose()(rules, state, 0, options, n, np.zeros(1), mind))


@pytest.mark.skipif(DISABLE_JIT, reason="nothing is compiled")
def test_a_plugin_keeps_nothing_in_the_shared_cache_that_no_process_finds_again(tmp_path):
    """Imagining for a plug-in would be kept by the identity of its game's redeal: once more with every process."""
    table(plugin(tmp_path, FIRST), "first", "random")
    redeal = types.Dispatcher(find_game("lost-cities").kernels.redeal)
    for kept in (imagine, deal_world):
        assert not [signature for signature in kept.signatures if redeal in signature]


def test_a_declared_mind_is_blank_at_the_start_of_each_game(tmp_path):
    both = table(plugin(tmp_path, COUNTER), "counter", "random")
    at_once = both.play(0, 12).rows
    apart = np.concatenate([both.play(first, 1).rows for first in range(12)])
    assert (at_once == apart).all()
    assert len({int(decisions) for decisions in at_once["decisions"]}) > 1


def test_an_index_beyond_the_options_is_noticed(tmp_path):
    text = '@strategy("lost-cities")\ndef beyond(rules, state, seat, options, n, weights):\n    return options[n]\n'
    with pytest.raises(DigsiteError, match=r"'beyond' .* stopped with IndexError"):
        table(plugin(tmp_path, text), "beyond", "random").play(0, 1)


def test_a_function_with_other_arguments_is_refused(tmp_path):
    text = '@strategy("lost-cities")\ndef short(rules, state, seat):\n    return 0\n'
    with pytest.raises(
        WrongUse, match=r"takes 3 arguments; write def short\(rules, state, seat, options, n, weights\)"
    ):
        table(plugin(tmp_path, text), "short", "random")


def test_a_plugin_is_run_once_in_this_process_and_kept_by_its_text(tmp_path):
    text = f"import os\nopen({str(tmp_path / 'runs')!r}, 'a').write(f'{{os.getpid()}} ')\n"
    path = plugin(tmp_path, FIRST + text)
    plan = make_plan("lost-cities", 4, seats=["first", "random"], plugins=[path], seed=1, events=0)
    path.unlink()
    assert (table_for(plan).play(0, 4).rows == table_for(plan).play(0, 4).rows).all()
    assert (tmp_path / "runs").read_text().split().count(str(os.getpid())) == 1
    assert load_plugins(plan.plugins)[0] is strategies_in(Source(**plan.plugins[0]))[0]


@pytest.mark.parametrize(
    ("declared", "arguments", "sentence"),
    [
        ('mind=[("seen", "i4")]', "", "declares a mind but does not take it"),
        ("", ", mind", "takes a mind but declares none"),
        ("mind=5", ", mind", "must list fields"),
        ('mind=[("seen", "O")]', ", mind", "named fields of numbers"),
        ('mind="i4"', ", mind", "must list fields"),
    ],
)
def test_a_mind_that_does_not_fit_is_answered_with_a_sentence(tmp_path, declared, arguments, sentence):
    text = f'@strategy("lost-cities", {declared})\ndef odd(rules, state, seat, options, n, weights{arguments}):\n    return 0\n'
    with pytest.raises(WrongUse, match=sentence):
        table(plugin(tmp_path, text), "odd", "random")


def test_a_mind_may_be_a_dtype(tmp_path):
    text = "import numpy as np\n" + COUNTER.replace(
        '[("asked", "i8"), ("hopes", "f8", 4)]', 'np.dtype([("asked", "i8")])'
    )
    assert len(table(plugin(tmp_path, text), "counter", "random").play(0, 3).rows) == 3


def test_a_plugin_that_ends_python_is_answered_with_a_sentence(tmp_path):
    path = tmp_path / "quits.py"
    path.write_text("import sys\nsys.exit(3)\n")
    with pytest.raises(WrongUse, match=r"quits\.py cannot be loaded: it ends the program with sys\.exit\."):
        make_plan("lost-cities", 2, plugins=[path], seed=1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("import ctypes\nctypes.string_at(0)\n", "it crashed with a segmentation fault"),
        ("import os\nos._exit(0)\n", "it ended the whole process with exit code 0"),
        ("while True:\n    pass\n", "it did not finish within 0.5 seconds"),
    ],
)
def test_a_plugin_that_cannot_even_be_loaded_harms_nobody(tmp_path, monkeypatch, text, told):
    monkeypatch.setenv("DIGSITE_PATIENCE", "0.5")
    with pytest.raises(WrongUse, match=rf"The plug-in .*mine\.py cannot be loaded: {told}"):
        make_plan("lost-cities", 2, plugins=[plugin(tmp_path, FIRST + text)], seed=1)


@pytest.mark.parametrize(
    ("imported", "drawn", "told"),
    [
        ("import numpy as np", "np.random.randint(n)", r"numpy\.random"),
        ("from numpy import random as dice", "dice.randint(n)", r"numpy\.random"),
        ("from numpy.random import randint", "randint(n)", r"numpy\.random"),
        ("import random", "random.randrange(n)", "random"),
        ("from random import randrange", "randrange(n)", "random"),
        ("import ctypes\nroll = ctypes.CDLL(None).rand", "roll() % n", "ctypes"),
    ],
)
def test_chance_of_its_own_is_refused_with_the_way_to_draw_it(tmp_path, imported, drawn, told):
    text = f'{imported}\n\n\n@strategy("lost-cities")\ndef odd(rules, state, seat, options, n, weights):\n    return {drawn}\n'
    sentence = rf"'odd' of .*mine\.py uses {told}, so .* below\(state, Stream\.NOISE \+ seat, n\), with .*lost_cities"
    with pytest.raises(WrongUse, match=sentence):
        table(plugin(tmp_path, text), "odd", "random")


def test_the_same_text_in_two_files_is_one_plugin(tmp_path):
    one, other = Source(str(tmp_path / "a.py"), HEAD + FIRST), Source(str(tmp_path / "b.py"), HEAD + FIRST)
    allow([one])
    assert strategies_in(one) is strategies_in(other)


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        ('name="rusher"', "has the name of one of digsite; rename it"),
        ("name=7", "name is a word of letters"),
        ('name="a:b,c"', "name is a word of letters"),
        ('weights={"hope": float("nan")}', "The weight hope of odd must be a number"),
    ],
)
def test_a_declaration_that_cannot_be_used_is_refused(tmp_path, declared, sentence):
    text = f'@strategy("lost-cities", {declared})\ndef odd(rules, state, seat, options, n, weights):\n    return 0\n'
    with pytest.raises(WrongUse, match=sentence):
        table(plugin(tmp_path, text), "random", "random")


def test_two_plugins_of_one_name_are_refused(tmp_path):
    with pytest.raises(WrongUse, match="has the name of one of"):
        table(plugin(tmp_path, FIRST + FIRST), "first", "random")


RULES_READER = """
@strategy("lost-cities")
def reader(rules, state, seat, options, n, weights):
    right = rules.cards_hand == 8 and rules.seats == 2 and rules.stone_points[1] == -20
    return 0 if right else n
"""
DICE = """
from digsite.games.lost_cities import Stream
from digsite.kit import below


@strategy("lost-cities")
def dice(rules, state, seat, options, n, weights):
    return below(state, Stream.NOISE + seat, n)
"""


def test_a_plugin_reads_the_rules_that_are_played(tmp_path):
    assert len(table(plugin(tmp_path, RULES_READER), "reader", "random").play(0, 5).rows) == 5


def test_a_plugin_moves_no_noise_but_its_own(tmp_path):
    """A random rival meets the same noise whether the other seat is a plug-in or not, wherever the plug-in sits."""
    path = plugin(tmp_path, FIRST + DICE)
    for seats in (("dice", "first"), ("first", "dice")):
        played = table(path, *seats)
        seat = seats.index("first")
        noise = played.game.records.streams["NOISE"]
        own, other = _noise_after(played, seats.index("dice")), _noise_after(played, seat)
        assert own[noise + seats.index("dice")]
        assert not own[noise + seat]
        assert other[noise + seat]
        assert not other[noise + seats.index("dice")]


def _noise_after(played, seat: int) -> list[bool]:
    """Which streams a choice of the seat's strategy has moved."""
    from digsite.simulator.kernel.jit.signatures import Mind
    from digsite.simulator.kernel.play.events import SILENT
    from digsite.simulator.kernel.play.records import record
    from digsite.simulator.kernel.play.rng import open_streams
    from digsite.strategies.minds import memory, minds_of

    game, rules = played.game, played.rules[0]
    state = record(game.records.state)[0]
    options = np.zeros(game.records.max_options, np.int32)
    minds = minds_of(game.id)
    with np.errstate(over="ignore"):
        open_streams(state, 5, 8)
        game.kernels.setup(rules, state, SILENT)
        n = game.kernels.legal(rules, state, options)
        before = state.stream.copy()
        strategy = played.players[seat].strategy
        room = memory(1, strategy.memory())
        mind = Mind(
            room[0, : minds.notes.itemsize].view(minds.notes).view(np.recarray)[0], minds.build_tables(rules)[0]
        )
        strategy.choose()(rules, state, seat, options, n, np.zeros(1), mind)
    return (state.stream != before).tolist()


def test_the_last_thread_that_plays_a_plug_in_turns_stdout_back(capsys):
    before, one, other = sys.stdout, divert_output(), divert_output()
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    print("still playing")
    other.__exit__(None, None, None)
    assert sys.stdout is before
    assert capsys.readouterr() == ("", "still playing\n")
