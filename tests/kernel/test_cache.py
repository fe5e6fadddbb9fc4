"""A stale kernel can never run: an edit in another file than the cached function's makes a new cache."""

import hashlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from signal import Signals
from types import SimpleNamespace

import pytest
from numba import types
from numba.core.config import DISABLE_JIT

from digsite.simulator.games import all_games
from digsite.simulator.kernel.jit.code_cache import FolderCache
from digsite.simulator.kernel.jit.compile import cache_folder, kernel
from digsite.simulator.kernel.jit.dispatcher import _uninterrupted, widest
from digsite.simulator.kernel.jit.ownership import is_private_folder, read_private
from digsite.simulator.kernel.jit.source_hash import source_hash
from tests.own_games import write_game

ROOT = Path(__file__).resolve().parents[2]
EVERY_GAME = {game.home.name for game in all_games().values()}
HELPER = "from digsite.simulator.kernel.jit.compile import kernel\n\n@kernel\ndef figure():\n    return {}\n"
MOVES = (
    "from digsite.simulator.kernel.jit.compile import kernel\nfrom digsite.simulator.games.toy.helper import figure\n\n"
    "@kernel('int64()')\ndef total():\n    return figure() + 1\n"
)
SHOW = "from digsite.simulator.games.toy.moves import total; print(total(), sum(total.stats.cache_hits.values()))"


def copy_packages(tree: Path) -> None:
    """Copy what a kernel needs of the project into another folder."""
    for package in ("digsite", "simulator"):
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture
def interruptible():
    """Ctrl-C raises KeyboardInterrupt, also where the tests run in the background and it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_waits_until_a_function_is_compiled(interruptible):
    reached = []

    def compile_one_within_another() -> None:
        with _uninterrupted():
            with _uninterrupted():
                signal.raise_signal(signal.SIGINT)
                reached.append("inner")
            reached.append("outer")

    with pytest.raises(KeyboardInterrupt):
        compile_one_within_another()
    assert reached == ["inner", "outer"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_edit_in_a_helper_of_another_file_is_noticed(tmp_path):
    tree = tmp_path / "tree"
    copy_packages(tree)
    toy = tree / "simulator" / "games" / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text("")
    (toy / "rules.toml").write_text("")
    (toy / "moves.py").write_text(MOVES)
    (toy / "helper.py").write_text(HELPER.format(41))

    def run(tree: Path = tree) -> str:
        here = os.environ | {"DIGSITE_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tree)}
        here.pop("NUMBA_DISABLE_JIT", None)
        told = subprocess.run([sys.executable, "-c", SHOW], cwd=tree, env=here, capture_output=True, text=True)
        assert told.returncode == 0, told.stderr
        return told.stdout.strip()

    assert run() == "42 0"  # compiled
    assert run() == "42 1"  # served from the cache
    for kept in (tmp_path / "cache").glob("toy-*/*moves.total-*"):
        kept.unlink()
    assert run() == "42 0"  # compiled again, with what is kept of the helper
    (toy / "helper.py").write_text(HELPER.format(10))
    assert run() == "11 0"  # the new code, though moves.py is untouched
    (toy / "helper.py").write_text(HELPER.format(41))
    (toy / "moves.py").write_text("# A remark, which moves the function down.\n" + MOVES)
    assert run() == "42 1"  # the old sources find their old kernels
    assert run(tree.rename(tmp_path / "another place")) == "42 1"  # wherever they lie


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    for package in ("digsite", "simulator", "strategies"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


SHOW_HASHES = """
import json, sys
from pathlib import Path
from digsite.simulator.home import homes, open_home
from digsite.simulator.kernel.jit.source_hash import source_hash
from tests.own_games import write_game

def hashes():
    source_hash.cache_clear()
    return {name: source_hash(name) for name in homes()}

own, *files = sys.argv[1:]
if own:
    open_home(Path(own))
found = [hashes()]
for file in files:
    Path(file).write_text(Path(file).read_text() + "\\nNEW_CODE = 1\\n")
    found.append(hashes())
print(json.dumps(found))
"""


def hashes(tree: Path, *changed: str | Path, own: Path | str = "") -> list[dict[str, str]]:
    """The source hash of every game, as a process over this tree sees it: at first, and after a change of each file.

    own: a user's game to open there.
    """
    here = os.environ | {"DIGSITE_CACHE": str(tree / "cache"), "PYTHONPATH": str(tree)}
    command = [sys.executable, "-c", SHOW_HASHES, own, *changed]
    told = subprocess.run(command, cwd=tree, env=here, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text, path
    path.write_text(text.replace(old, new, 1))


def test_rewording_compiles_nothing_anew(tree):
    before = hashes(tree)
    game = tree / "simulator" / "games" / "lost_cities"
    (game / "narrate.py").write_text((game / "narrate.py").read_text() + "\nMORE_WORDS = 'told in another way'\n")
    edited(game / "columns.py", '"artifact tokens"', '"tokens for artifacts"')
    edited(game / "rules.py", '"""', '"""Reworded: ')
    edited(tree / "strategies" / "registry.py", '"""', '"""Reworded: ')
    (tree / "simulator" / "lab" / "new_use_case.py").write_text("x = 1\n")
    (tree / "simulator" / "kernel" / "play" / "rng.py").write_text(
        (tree / "simulator" / "kernel" / "play" / "rng.py").read_text() + "\n# a remark at the end\n"
    )
    assert hashes(tree) == before


def test_a_change_of_code_is_noticed_where_it_counts(tree):
    changes = {
        "simulator/kernel/play/rng.py": EVERY_GAME,
        "simulator/games/chac/rules.py": {"chac"},
        "simulator/games/archaeology/state.py": {"archaeology"},
        "strategies/lost_cities/values.py": {"lost_cities"},
        "strategies/plugins/guard.py": EVERY_GAME,
    }
    found = hashes(tree, *changes)
    for file, before, after in zip(changes, found, found[1:], strict=False):
        assert {game for game in before if before[game] != after[game]} == changes[file], file


def test_what_writes_functions_for_a_users_game_is_noticed_there(tree):
    pig = write_game("pig", tree / "own")
    writer = tree / "simulator" / "game" / "authoring" / "derived.py"
    before, after = hashes(tree, writer, own=pig)
    assert {game for game in before if before[game] != after[game]} == {"pig"}


def test_kernels_take_nothing_but_the_outcome_record_from_the_columns():
    """Columns are not part of the hash: what compiled code knows of them must be a type that numba sees.

    The copy of columns that are fields follows from the names and shapes of the outcome record, and from the state's.
    """
    sources = [*(ROOT / "simulator" / "games").glob("*/moves/**/*.py"), *(ROOT / "strategies").glob("*/*.py")]
    for path in sources:
        for line in path.read_text().splitlines():
            if ".columns import" in line:
                assert line.split(" import ")[1] in ("OUTCOME", "COLUMNS, OUTCOME"), path


def test_a_kernel_that_cannot_be_read_is_compiled_anew(tmp_path):
    """A cached kernel of the shared layer may be for a type of a game that has moved, or its file may be damaged."""
    copy_packages(tmp_path)
    toy = tmp_path / "simulator" / "games" / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text("")
    (toy / "rules.toml").write_text("")
    call = "from digsite.simulator.kernel.play.options import index_of; import numpy as np; from digsite.simulator.games.toy.{} import Kind\n"
    call += "print(index_of(np.arange(5, dtype=np.int32), 5, Kind.THREE), sum(index_of.stats.cache_hits.values()))"
    here = os.environ | {"DIGSITE_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    here.pop("NUMBA_DISABLE_JIT", None)

    def run(module: str) -> str:
        command = [sys.executable, "-c", call.format(module)]
        told = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True)
        assert told.returncode == 0, told.stderr
        return told.stdout.strip()

    (toy / "state.py").write_text("from enum import IntEnum\n\nclass Kind(IntEnum):\n    THREE = 3\n")
    assert run("state") == "3 0"
    assert run("state") == "3 1"
    (toy / "state.py").rename(toy / "options.py")
    assert run("options") == "3 0"  # the class that its type names is gone
    for damage in (one_bit_of_the_machine_code_changed, lambda _kept: b"damaged"):
        for path in (tmp_path / "cache").glob("**/*.nbc"):
            path.write_bytes(damage(path.read_bytes()))
        assert run("options") == "3 0"
        assert run("options") == "3 1"


def one_bit_of_the_machine_code_changed(kept: bytes) -> bytes:
    at = kept.rfind(b"\x7fELF") + 64  # behind the header
    return kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :]


def test_what_others_keep_in_numbas_own_cache_is_read_and_written_as_before(tmp_path):
    """A user's own compiled functions are served from the cache, whether or not digsite is loaded beside them."""
    (tmp_path / "theirs.py").write_text(
        "from numba import njit\n\n@njit('int64(int64)', cache=True)\ndef twice(x):\n    return 2 * x\n"
    )
    show = "from theirs import twice; print(twice(21), sum(twice.stats.cache_hits.values()))"
    here = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    beside = "import digsite, digsite.simulator.kernel.jit.compile; "
    for folder, order in (("theirs first", ("", beside, "")), ("ours first", (beside, ""))):
        cache = here | {"NUMBA_CACHE_DIR": str(tmp_path / folder), "PYTHONPATH": f"{tmp_path}:{ROOT}"}
        for at, loaded in enumerate(order):
            told = subprocess.run([sys.executable, "-c", loaded + show], env=cache, capture_output=True, text=True)
            assert told.stdout.split() == ["42", str(min(at, 1))], (folder, at, told.stderr)


TOTAL = (
    "from {} import {} as compiled\n\n@compiled\ndef total(state):\n    x = 0\n"
    + "".join(f"    x = (x * 31 + state.coins[{at % 3}] + x // {at + 2}) % {1_000 + at}\n" for at in range(120))
    + "    return x\n"
)  # too long to be taken into whoever calls it
COUNT = """
import numpy as np
from digsite.simulator.kernel.jit.compile import kernel
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.total import total

@kernel
def count(state):
    return total(state) + total(state)

def counted():
    state = record(np.dtype([("before", np.int64, ({},)), ("coins", np.int64, (3,)), ("after", np.int64, (9,))]))[0]
    state.coins[:] = (5, 6, 7)
    return int(count(state))
"""


@pytest.mark.parametrize("compiled", [("digsite.simulator.kernel.jit.compile", "rule"), ("numba", "njit")])
def test_a_rule_that_two_processes_kept_for_two_games_serves_each_its_own(tmp_path, compiled):
    """Numba names both alike, by running numbers; where both were loaded, the first served for both."""
    tree = tmp_path / "tree"
    copy_packages(tree)
    (tree / "simulator" / "kernel" / "total.py").write_text(TOTAL.format(*compiled))
    for name, before in (("near", 1), ("far", 4)):
        folder = tree / "simulator" / "games" / name
        folder.mkdir()
        (folder / "__init__.py").write_text("")
        if compiled[0] == "numba":  # the rule is in the cache as part of what calls it
            (folder / "rules.toml").write_text("")
        (folder / "moves.py").write_text(COUNT.format(before))

    def counted(cache: str, *games: str) -> list[str]:
        here = os.environ | {"DIGSITE_CACHE": str(tmp_path / cache), "PYTHONPATH": str(tree)}
        here.pop("NUMBA_DISABLE_JIT", None)
        asked = [f"from digsite.simulator.games.{game}.moves import counted; print(counted())" for game in games]
        shown = [sys.executable, "-c", "\n".join(asked)]
        return subprocess.run(shown, cwd=tree, env=here, capture_output=True, text=True, check=True).stdout.split()

    apart = [*counted("near", "near"), *counted("far", "far")]
    assert apart[0] == apart[1]
    for cache in ("near", "far"):
        shutil.copytree(tmp_path / cache, tmp_path / "both", dirs_exist_ok=True)
    assert counted("both", "near", "far") == apart


@pytest.mark.skipif(DISABLE_JIT, reason="nothing is compiled")
def test_machine_code_of_two_processes_has_no_name_in_common(monkeypatch):
    """Each process counts its functions from 1, and one that was forked goes on from where the first one was."""
    names = []
    for _process in range(2):
        monkeypatch.setattr("numba.core.bytecode.FunctionIdentity._unique_ids", itertools.count(1))
        made = kernel(types.int64(types.int64), cache=False)(lambda x: x + 1)
        made.ready()
        (compiled,) = made.overloads.values()
        names.append({function.name for function in compiled.library.get_defined_functions()})
    assert names[0]
    assert not names[0] & names[1]


def test_machine_code_for_another_processor_is_not_taken(tmp_path):
    cache, signature = FolderCache(lambda: 0, "toy", tmp_path), types.int64()
    machines = (
        ("x86_64", "znver3", "+avx2"),
        ("x86_64", "znver3", ""),
        ("x86_64", "core2", "+avx2"),
        ("arm64", "", ""),
    )
    files = [
        cache._path(signature, SimpleNamespace(magic_tuple=lambda machine=machine: machine)) for machine in machines
    ]
    assert len(set(files)) == len(machines)


def test_each_signature_has_a_file_of_its_own(tmp_path):
    cache, here = FolderCache(lambda x: x, "toy", tmp_path), SimpleNamespace(magic_tuple=lambda: ("here",))
    signatures = (types.int64(types.int64), types.int64(types.int32), types.int32(types.int64), (types.int64,))
    assert len({cache._path(signature, here) for signature in signatures}) == len(signatures)


@pytest.mark.parametrize("library", ["numba", "numpy"])
def test_another_version_of_the_compiler_compiles_anew(monkeypatch, library):
    before = source_hash.__wrapped__("kernel")
    monkeypatch.setattr(f"{library}.__version__", "another")
    assert source_hash.__wrapped__("kernel") != before


def test_kernels_that_check_every_index_are_kept_apart(monkeypatch):
    folders = set()
    for checked in (0, 1):
        monkeypatch.setattr("numba.config.BOUNDSCHECK", checked)
        folders.add(cache_folder.__wrapped__("kernel"))
    assert len(folders) == 2


def test_a_rule_is_compiled_for_the_widest_of_whole_numbers():
    for narrow in (types.int8, types.uint8, types.int32, types.literal(7), types.IntEnumMember(Signals, types.int64)):
        assert widest(narrow) == types.int64
    for kept in (types.int64, types.uint64, types.float64, types.boolean):
        assert widest(kept) == kept


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no mode")
def test_machine_code_that_another_user_could_have_written_is_not_read(tmp_path):
    kept = tmp_path / "kept.nbc"
    kept.write_bytes(b"code")
    kept.chmod(0o644)
    assert read_private(kept) == b"code"
    for mode in (0o664, 0o646):
        kept.chmod(mode)
        with pytest.raises(PermissionError, match="another user"):
            read_private(kept)
    kept.chmod(0o644)
    if os.getuid() == 0:  # only then files can be given away
        os.chown(kept, 12345, -1)
        with pytest.raises(PermissionError, match="another user"):
            read_private(kept)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no mode")
def test_a_cache_folder_that_others_can_write_to_is_closed_to_them(tmp_path):
    tmp_path.chmod(0o777)
    assert is_private_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert not is_private_folder(tmp_path / "nowhere")
    if os.getuid() == 0:
        os.chown(tmp_path, 12345, -1)
        assert not is_private_folder(tmp_path)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no mode")
def test_a_kernel_whose_file_others_can_write_to_is_not_loaded(tmp_path, monkeypatch):
    read = []
    monkeypatch.setattr("digsite.simulator.kernel.jit.code_cache.pickle.loads", read.append)
    cache = FolderCache(len_of, "toy", tmp_path / "toy")
    path = tmp_path / "toy" / "code.nbc"
    path.parent.mkdir()
    text = b"harm"
    path.write_bytes(hashlib.sha256(text).digest() + text)
    monkeypatch.setattr(cache, "_path", lambda *_given: path)
    context = SimpleNamespace(codegen=lambda: None)
    path.chmod(0o666)
    assert cache.load_overload((), context) is None
    assert not read
    path.chmod(0o644)
    cache.load_overload((), context)
    assert read == [text]


def len_of(text):
    """Any function."""
    return len(text)
