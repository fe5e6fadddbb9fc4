"""Learned players: their network, their file, and what they may read."""

import io
import json
import os
import random
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.games import chosen_game, find_game
from digsite.simulator.lab.players.learner import Learner
from digsite.simulator.lab.players.self_play import SelfPlayTable, encoding_of
from digsite.simulator.play.plan import Plan, make_plan
from digsite.simulator.play.table import Table, table_for
from digsite.strategies.learned import layout, network
from digsite.strategies.learned.compiled import words_of
from digsite.strategies.learned.file import learned_of, rules_hash, state_hash
from digsite.strategies.learned.measured import measured_fields
from tests.own_games import edit, forget

EXAMPLES = Path(__file__).resolve().parents[2] / "digsite" / "examples"


@cache
def game(name="trick_taking"):
    return chosen_game(str(EXAMPLES / name), True)


@cache
def player(seats=3, seed=1, name="trick_taking"):
    """A player that has learned nothing, with the record that a file needs."""
    here = game(name)
    about = {
        "format": 1, "game": here.name, "version": here.version, "state": state_hash(here), "seats": seats, "seed": seed,
        "rules": rules_hash(here.figures.values()), "games": 0, "words": here.records.state.itemsize // 8,
    }  # fmt: skip
    return Learner(here, here.figures, seats, seed, encoding_of(here, here.figures, seats, 1)).player(about)


def written(folder, **arguments):
    (folder / "player.npz").write_bytes(player(**arguments).to_bytes())
    return str(folder / "player.npz")


# --------------------------------------------------------------------------------------------------- the network


def twin(made, state, seat):
    """The value of a state, from the arrays of the player alone."""
    words, e = np.frombuffer(state.tobytes(), np.int64), made.encoding
    first = made.tail[: layout.UNITS].astype(object)
    for at in range(e.elements):
        word, shift, table = (int(it) for it in e.views[seat, :, at])
        mask, sign, form, lowest, span, linear, mean, steep = (int(it) for it in e.fields[:, at])
        value = (int(words[word]) >> shift) & (mask if mask >= 0 else 2**64 - 1)
        if form == layout.BITS:
            for bit in range(64):
                row = int(e.tables[table + bit])
                if (value >> bit) & 1 and row >= 0:
                    first = first + layout.ONE * made.rows[row].astype(object)
            continue
        value -= 2 * sign if sign and value & sign else 0
        row = int(e.tables[table + min(max(value - lowest, 0), span - 1)])
        if row >= 0:
            first = first + layout.ONE * made.rows[row].astype(object)
        if form == layout.SIZED:
            size = min(max(((value - mean) * steep) >> layout.FRACTION, -4 * layout.ONE), 4 * layout.ONE)
            first = first + size * made.rows[linear].astype(object)
    second = made.tail[layout.B2 : layout.W3].astype(object)
    across = made.tail[layout.W2 : layout.B2].reshape(layout.UNITS, layout.UNITS).astype(object)
    for unit in range(layout.UNITS):
        second = second + max(first[unit], 0) * across[unit]
    third = [min(max(it, 0) // layout.UNIT, int(layout.MOST_HIDDEN)) for it in second]
    return int(made.tail[layout.B3]) + sum(
        x * int(w) for x, w in zip(third, made.tail[layout.W3 : layout.B3], strict=True)
    )


def test_the_kernel_gives_the_exact_value_of_whole_numbers_also_step_by_step():
    made, table = player(), SelfPlayTable.at(game(), game().figures, 3, 5)
    states, _, _ = table.sample(40, 80, 0.3)
    like = np.zeros(0, words_of(game().id))
    words = [np.frombuffer(it.tobytes(), like.dtype)[0]["word"].copy() for it in states]
    layer, hidden, other = (np.zeros(layout.UNITS) for _ in range(3))
    for at in range(1, 60):
        seat = at % 3
        network.read_state(made.numbers, words[at], seat, layer)
        value = network.value_of(made.numbers, layer, hidden)
        assert value == twin(made, states[at], seat)
        network.read_state(made.numbers, words[at - 1], seat, other)
        network.follow_change(made.numbers, words[at - 1], words[at], seat, other)
        assert (other == layer).all()


def test_a_game_of_learned_players_is_the_same_compiled_and_plain(tmp_path):
    file = written(tmp_path)
    script = (
        "import sys, numpy as np\n"
        "from digsite.simulator.play.plan import make_plan; from digsite.simulator.play.table import table_for\n"
        "plan = make_plan(sys.argv[1], 3, seats=[sys.argv[2], 'careful', sys.argv[2]], seed=21, rotate=True, events=0)\n"
        "np.save(sys.argv[3], np.asarray(table_for(plan).play(0, 3).rows))\n"
    ).replace("'careful'", "'random'")
    for mode in ("0", "1"):
        arguments = [str(EXAMPLES / "trick_taking"), f"learned@{file}", str(tmp_path / mode)]
        subprocess.run(
            [sys.executable, "-c", script, *arguments], check=True, env=os.environ | {"NUMBA_DISABLE_JIT": mode}
        )
    assert (np.load(tmp_path / "0.npy") == np.load(tmp_path / "1.npy")).all()


def test_a_value_depends_on_nothing_that_the_seat_cannot_see():
    made, table = player(), SelfPlayTable.at(game(), game().figures, 3, 9)
    states, again, views = table.sample(60, 200, 0.3)
    layer, other = np.zeros(layout.UNITS), np.zeros(layout.UNITS)
    like = words_of(game().id)
    for state, imagined, seat in zip(states, again, views, strict=True):
        for source, target in ((state, layer), (imagined, other)):
            network.read_state(made.numbers, np.frombuffer(source.tobytes(), like)[0]["word"].copy(), int(seat), target)
        assert (layer == other).all()


def test_rows_of_seats_are_turned_to_the_viewer():
    made = player().encoding
    state = game().records.state
    own = state.fields["tricks"][1]
    places = made.views[:, layout.WORD] * 8 + made.views[:, layout.SHIFT] // 8
    at = np.flatnonzero(places[0] == own)
    assert len(at) == 1
    assert places[:, at[0]].tolist() == [own + seat * state["tricks"].base.itemsize for seat in range(3)]


def test_what_is_only_counted_for_reports_is_not_read():
    assert measured_fields(game()) == {"missed", "promises", "score_after"}
    found = measured_fields(find_game("archaeology"))
    assert {"trade_worth", "trades", "busts"} <= found
    assert not {"money", "hand", "known", "trade_gain", "dig_left"} & found


@pytest.mark.parametrize(("named", "found"), [('("stays",)', {"stays"}), ("()", set())])
def test_a_game_may_name_what_is_only_counted(named, found, tmp_path, monkeypatch):
    forget(monkeypatch)
    folder = tmp_path / "divers"
    shutil.copytree(EXAMPLES / "push_your_luck", folder)
    edit(folder / "game.py", "MILESTONES =", f"MEASURED = {named}\nMILESTONES =")
    assert measured_fields(chosen_game(str(folder), True)) == found


# ------------------------------------------------------------------------------------------------------ the file


def test_a_file_is_read_as_it_was_written(tmp_path):
    made = player()
    assert made.to_bytes() == player.__wrapped__().to_bytes()
    again = learned_of(made.to_bytes(), "mine.npz")
    assert again.numbers.tobytes() == made.numbers.tobytes()
    assert again.about == made.about


def test_a_plan_keeps_the_file_and_its_content_decides_the_fingerprint(tmp_path):
    file = written(tmp_path)
    folder = str(EXAMPLES / "trick_taking")
    plan = make_plan(folder, 3, seats=[f"learned@{file}+2", "random", f"learned@{file}"], seed=2, events=0)
    rows = table_for(plan).play(0, 3).rows
    written(tmp_path, seed=2)
    other = make_plan(folder, 3, seats=plan.players, seed=2, events=0)
    Path(file).unlink()
    assert other.fingerprint() != plan.fingerprint()
    again = Plan(**json.loads(json.dumps(plan.to_dict())))
    assert again.fingerprint() == plan.fingerprint()
    assert (table_for(again).play(0, 3).rows == rows).all()
    assert "learned" not in make_plan(folder, 3, seats=["random"], players=3, seed=2).to_dict()


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (["learned", "random", "random"], "A learned player needs its file"),
        (["learned@{}:tempo=3", "random", "random"], "no weights to set by name; leave tempo out"),
        (
            ["learned@{}", "random", "random", "random"],
            "has learned to play at a table of 3, not of 4; train one for 4.",
        ),
        (["learned@none.npz", "random", "random"], "There is no learned player none.npz"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(tmp_path, seats, said):
    file = written(tmp_path)
    with pytest.raises(WrongUse) as problem:
        make_plan(str(EXAMPLES / "trick_taking"), 3, seats=[it.format(file) for it in seats], seed=2)
    assert said in str(problem.value)


def test_another_game_and_another_state_are_refused(tmp_path):
    file = written(tmp_path)
    with pytest.raises(WrongUse, match="has learned trick-taking, not lost-cities"):
        make_plan("lost-cities", 3, seats=[f"learned@{file}", "random", "random"])
    Path(file).write_bytes(player().describing(state="0" * 16).to_bytes())
    with pytest.raises(WrongUse, match=r"another version of .* whose State differs; train it again"):
        make_plan(str(EXAMPLES / "trick_taking"), 3, seats=[f"learned@{file}", "random", "random"])


def _with(content, name, array):
    """The file with another array in place of one, as any program could write it."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for known in old.namelist():
            inside = io.BytesIO()
            if known == f"{name}.npy":
                np.save(inside, array, allow_pickle=True)
                new.writestr(known, inside.getvalue())
            else:
                new.writestr(known, old.read(known))
    return written.getvalue()


class Runs:
    """What a pickle could do."""

    def __reduce__(self):
        return (pytest.fail, ("a file was run",))


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("rows", np.array([Runs()], object)),
        ("rows", np.zeros((3, layout.UNITS + 1), np.int16)),
        ("rows", np.zeros((3, layout.UNITS), float)),
        ("rows", np.zeros((0, layout.UNITS), np.int16)),
        ("tail", np.full(layout.TAIL, 1 << 50)),
        ("tables", np.array([10**6])),
        ("settings", np.array([10**6, 1, 1])),
        ("views", np.zeros((2, 3, 4), np.int64)),
        ("about", np.frombuffer(b"[1]", np.uint8)),
        ("about", np.frombuffer(b'{"format": 99}', np.uint8)),
        ("more", np.zeros(1)),
    ],
)  # fmt: skip
def test_a_file_that_is_no_player_is_answered_in_a_sentence(name, array):
    content = player().to_bytes()
    if name == "more":
        extra = io.BytesIO(content)
        with zipfile.ZipFile(extra, "a") as archive:
            archive.writestr("more.npy", b"")
        content = extra.getvalue()
    with pytest.raises(WrongUse, match=r"^mine\.npz is not a learned player: .*`digsite learn` writes one\.$"):
        learned_of(_with(content, name, array), "mine.npz")


def test_a_part_that_unpacks_to_more_than_it_may_hold_is_not_unpacked():
    content = _with(player().to_bytes(), "rows", np.zeros((2_000_000, layout.UNITS), np.int16))
    with pytest.raises(WrongUse, match="its rows are too large"):
        learned_of(content, "mine.npz")


def _changed(made, chance):
    """The player's arrays with a few numbers changed, as a file."""
    arrays = {
        "fields": made.encoding.fields, "views": made.encoding.views, "tables": made.encoding.tables, "rows": made.rows,
        "tail": made.tail, "settings": np.array(made.settings),
    }  # fmt: skip
    name = chance.choice(list(arrays))
    array = arrays[name].copy()
    for _ in range(chance.choice([1, 1, 5])):
        at = chance.randrange(array.size)
        array.flat[at] = chance.choice([0, 1, -1, 2, 63, 64, 7, 10**4, -(10**9), 2**40, int(array.flat[at]) + 1])
    return _with(made.to_bytes(), name, array)


def test_damaged_files_are_refused_or_play(monkeypatch):
    """Whatever is read may be wrong, but is never read or written outside its place."""
    from digsite.strategies.registry import LEARNED, Player, Strategy, line_up

    made, chance, here = player(), random.Random(3), game()
    content, refused, played = made.to_bytes(), 0, 0
    strategy, rules = Strategy(LEARNED, here.id, shared=True), here.build_rules(here.figures, 3)
    (other,) = line_up(here.id, ["random"], seats=3)
    for number in range(160):
        bad = bytearray(content)
        if number % 4 == 0:
            for _ in range(chance.choice([1, 4, 40])):
                bad[chance.randrange(len(bad))] = chance.randrange(256)
        elif number % 4 == 1:
            bad = bad[: chance.randrange(len(bad))]
        else:
            bad = _changed(made, chance)
        try:
            read = learned_of(bytes(bad), "mine.npz")
        except WrongUse as problem:
            refused += str(problem).startswith("mine.npz is not a learned player: ")
            continue
        if played < 30:
            Table(here, rules, [Player(strategy, (), "it", network=read), other, other], number).play(0, 1)
            played += 1
    assert refused > 40
    assert played > 20
