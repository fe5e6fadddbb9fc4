"""digsite plays, writes and reads wherever Python does: what only some systems have is guarded and has a way round."""

import ast
import os
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from digsite.simulator import cache_place
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.play import compile_lock as once
from digsite.simulator.play.arguments import path_of
from digsite.simulator.runs import addresses, atomic_files
from digsite.simulator.runs.folder import lock

ROOT = Path(__file__).parents[1]
PACKAGES = ("digsite", "simulator", "strategies", "analyses", "reports")

# What Python's documentation says is not available on Windows, or not on macOS.
MODULES = "curses fcntl grp posix pty pwd readline resource syslog termios tty _posixsubprocess _posixshmem".split()
MISSING = {
    "os": """
        chown chroot confstr copy_file_range ctermid eventfd fchdir fchmod fchown fdatasync fork forkpty fpathconf fstatvfs
        get_blocking getegid geteuid getgid getgrouplist getgroups getloadavg getpgid getpgrp getpriority getresgid getresuid
        getsid getuid getxattr initgroups killpg lchown listxattr lockf major makedev memfd_create minor mkfifo mknod nice
        openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate posix_openpt posix_spawn posix_spawnp pread preadv
        pwrite pwritev readv register_at_fork sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam
        sched_getscheduler sched_setaffinity sched_setparam sched_setscheduler sched_yield sendfile set_blocking setegid
        seteuid setgid setgroups setpgid setpriority setregid setresgid setresuid setreuid setsid setuid setxattr statvfs sync
        sysconf tcgetpgrp tcsetpgrp ttyname uname unshare wait wait3 wait4 waitid writev
        O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_NDELAY O_PATH O_SYNC O_TMPFILE
        WNOHANG WEXITSTATUS WIFEXITED WIFSIGNALED WTERMSIG
    """,
    "signal": """
        alarm getitimer pause pidfd_send_signal pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait
        sigwait sigwaitinfo SIG_BLOCK SIG_SETMASK SIG_UNBLOCK SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGPOLL
        SIGQUIT SIGSTOP SIGTSTP SIGTTIN SIGTTOU SIGUSR1 SIGUSR2 SIGWINCH SIGXCPU
    """,
    "time": """
        clock_getres clock_gettime clock_gettime_ns clock_settime pthread_getcpuclockid tzset CLOCK_MONOTONIC CLOCK_REALTIME
        CLOCK_PROCESS_CPUTIME_ID CLOCK_THREAD_CPUTIME_ID
    """,
    "socket": "AF_UNIX AF_NETLINK AF_PACKET recv_fds send_fds sethostname",
    "select": "poll epoll kqueue devpoll",
}

# Libraries come first: what is installed here is made for this system.
AS_ON_WINDOWS = f"""
    import importlib, json, multiprocessing, platform, subprocess, sys, tempfile
    import matplotlib.pyplot, numba.core.registry, numpy, pandas, polars, pyarrow.parquet, rich.progress, scipy.stats, typer
    missing = { ({name: text.split() for name, text in MISSING.items() if name != "socket"})!r}  # Python's own socket pair needs them here
    platform.uname()
    for name in {MODULES!r}:
        sys.modules[name] = None
    for module, names in missing.items():
        for name in names:
            vars(importlib.import_module(module)).pop(name, None)
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
    assert not any(name.split(".")[0] in {PACKAGES!r} for name in sys.modules)
"""


def as_on_windows(code: str, where: Path, **env: str) -> subprocess.CompletedProcess:
    text = textwrap.dedent(AS_ON_WINDOWS) + textwrap.dedent(code)
    here = os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1", "MPLBACKEND": "agg"} | env
    return subprocess.run([sys.executable, "-c", text], cwd=where, env=here, capture_output=True, text=True)


PLUGIN = """
from digsite import strategy


@strategy("lost-cities")
def last(rules, state, seat, options, n, weights):
    return n - 1
"""

COMMANDS = """
    from digsite.simulator.cli.__main__ import main

    for words in (
        "simulate lost-cities -n 4 --players 2 --seats random,last --plugin last.py --seed 1 --out run",
        "simulate lost-cities -n 8 --players 2 --seats random,last --plugin last.py --seed 1 --out run --resume",
        "compare lost-cities -n 4 --players 2 --seats random --seed 1 --variant short --out both",
        "replay run --game 3", "analyze run length", "report run --no-experiments --no-sensitivity --out page.html", "games lost-cities",
    ):
        sys.argv = ["digsite", *words.split()]
        try:
            main()
        except SystemExit as ended:
            assert ended.code == 0, words
    print("all done")
"""


def test_a_system_without_what_only_posix_has_plays_resumes_compares_replays_and_analyses(tmp_path):
    (tmp_path / "last.py").write_text(PLUGIN)
    told = as_on_windows(COMMANDS, tmp_path)
    assert told.stdout.endswith("all done\n"), told.stderr
    assert "Traceback" not in told.stderr
    assert not (tmp_path / "run" / lock.LOCK).exists()


@cache
def parsed() -> list[tuple[Path, ast.Module]]:
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return [(path, ast.parse(path.read_bytes())) for path in paths]


def test_what_not_every_system_has_is_used_only_where_it_is_looked_for_first():
    for path, tree in parsed():
        asked = {
            (node.args[0].id, getattr(node.args[1], "value", ""))
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and getattr(node.func, "id", "") == "hasattr"
            and isinstance(node.args[0], ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):  # no guard stands before a name
                taken = {name.name for name in node.names} & {*MISSING.get(node.module or "", "").split()}
                assert not taken, f"{path}: from {node.module} import {', '.join(taken)}"
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used = node.value.id, node.attr
                guarded = used in asked or (used[0] == "signal" and ("signal", "pthread_sigmask") in asked)
                assert used[1] not in MISSING.get(used[0], "").split() or guarded, f"{path}: {'.'.join(used)}"


def test_modules_that_not_every_system_has_are_imported_only_where_their_absence_is_met():
    for path, tree in parsed():
        tried = [node for block in ast.walk(tree) if isinstance(block, ast.Try) for node in block.body]
        for node in ast.walk(tree):
            names = (
                {name.name for name in node.names} if isinstance(node, ast.Import) else {getattr(node, "module", "")}
            )
            if names & {*MODULES, "msvcrt", "winreg"}:
                assert node in tried, f"{path}: {names}"


def test_every_text_is_written_in_one_encoding_with_one_kind_of_line_end():
    for path, tree in parsed():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            modes = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            given = {keyword.arg for keyword in node.keywords}
            where = f"{path}:{node.lineno}"
            of = getattr(getattr(node.func, "value", None), "id", "")
            if (
                name == "write_text" and of != "atomic_files" and isinstance(node.func, ast.Attribute)
            ):  # `atomic_files` does both itself
                assert {"encoding", "newline"} <= given, where
            if name == "open" and of not in ("os", "webbrowser"):
                assert "encoding" in given or any("b" in str(mode) for mode in modes), where


# --------------------------------------------------------------------------------------------------------- one writer


@pytest.fixture
def windows_locks(monkeypatch):
    """Locks as on Windows: of a byte, by `msvcrt`; kept here by a table."""
    taken: dict[tuple[int, int], int] = {}

    def locking(handle, _mode, size):
        found = os.fstat(handle)
        place = found.st_ino, os.lseek(handle, 0, os.SEEK_CUR)
        assert size == 1
        assert place[1] > 100  # a locked byte cannot be read
        if place in taken and taken[place] != handle and _is_open(taken[place]):  # the same number: closed since
            raise PermissionError(13, "Permission denied")
        taken[place] = handle

    def _is_open(handle):
        try:
            os.fstat(handle)
        except OSError:
            return False
        return True

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    monkeypatch.setattr(lock, "_WINDOWS", True)


@pytest.mark.usefixtures("windows_locks")
def test_windows_keeps_a_second_writer_out_and_the_folder_is_free_afterwards(tmp_path):
    with lock._locked_here(tmp_path / "run"):
        with pytest.raises(DigsiteError, match=rf"Another digsite \(process {os.getpid()}\) is writing to"):
            lock._taken(tmp_path / "run" / lock.LOCK)
        (tmp_path / "run" / "manifest.json").touch()
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["manifest.json"]
    with lock._locked_here(tmp_path / "run"):
        pass


@pytest.mark.usefixtures("windows_locks")
def test_windows_lets_a_lock_go_before_its_file_is_removed(tmp_path, monkeypatch):
    open_now, close, unlink = [True], os.close, Path.unlink

    def closing(handle):
        open_now[0] = False
        close(handle)

    def unlinking(path, missing_ok=False):
        if open_now[0]:
            raise PermissionError(13, "The file is used by another process")
        unlink(path, missing_ok)

    monkeypatch.setattr(os, "close", closing)
    monkeypatch.setattr(Path, "unlink", unlinking)
    with lock._locked_here(tmp_path / "run"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_where_files_cannot_be_locked_each_process_compiles_for_itself(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with once._locked(tmp_path / "cache"), once._locked(tmp_path / "cache"):
        pass  # the second would wait for ever


def test_a_file_that_another_reads_on_windows_is_replaced_a_moment_later(tmp_path, monkeypatch):
    refused, waits, replace = [1, 2], [], os.replace

    def replacing(aside, path):
        if refused:
            refused.pop()
            raise PermissionError(13, "Access is denied")
        replace(aside, path)

    monkeypatch.setattr(atomic_files, "os", SimpleNamespace(name="nt", replace=replacing, getpid=os.getpid))
    monkeypatch.setattr(atomic_files, "time", SimpleNamespace(sleep=waits.append))
    atomic_files.write_text(tmp_path / "manifest.json", "{}\n")
    assert (tmp_path / "manifest.json").read_bytes() == b"{}\n"
    assert len(waits) == 2
    refused[:] = [1] * 10
    with pytest.raises(PermissionError):
        atomic_files.write_text(tmp_path / "manifest.json", "{...}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


def test_an_address_of_a_file_may_have_a_drive(monkeypatch):
    from pathlib import PureWindowsPath

    assert addresses.place("file:///runs/a") == Path("/runs/a")
    monkeypatch.setattr(addresses, "Path", PureWindowsPath)
    assert addresses.place("file:///C:/runs/a") == PureWindowsPath("C:/runs/a")


# ------------------------------------------------------------------------------------------------ the kernels' folder


@pytest.fixture
def homeless(monkeypatch, tmp_path):
    """An account that nobody has written down: no HOME, no entry in the list of users."""
    import pwd

    def unknown(_user):
        raise KeyError("uid not found")

    for name in ("HOME", "XDG_CACHE_HOME", "DIGSITE_CACHE", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_without_a_home_kernels_are_cached_in_a_folder_that_is_the_users_alone(homeless):
    found = cache_place.cache_root()
    assert found.parent == homeless
    assert found.stat().st_mode & 0o777 == 0o700
    assert found.stat().st_uid == os.getuid()
    assert cache_place.cache_root() == found


@pytest.mark.parametrize("spoilt", ["writable", "link", "another's", "file", "above"])
def test_without_a_home_a_folder_that_others_can_write_to_is_refused(homeless, monkeypatch, spoilt):
    folder = homeless / f"digsite-{os.getuid()}"
    if spoilt == "link":
        (homeless / "planted").mkdir(mode=0o700)
        folder.symlink_to(homeless / "planted")
    elif spoilt == "file":
        folder.touch(mode=0o600)
    else:
        folder.mkdir(mode=0o700)
    if spoilt == "writable":
        folder.chmod(0o770)
    if spoilt == "above":
        homeless.chmod(0o777)
    if spoilt == "another's":
        (homeless / f"digsite-{os.getuid() + 1}").mkdir(mode=0o700)
        other = os.getuid() + 1
        monkeypatch.setattr(os, "getuid", lambda: other)
    with pytest.raises(
        DigsiteError, match=r"There is no home folder, and .* Set DIGSITE_CACHE to a folder that only you"
    ):
        cache_place.cache_root()
    monkeypatch.setenv("DIGSITE_CACHE", str(homeless / "mine"))
    assert cache_place.cache_root() == homeless / "mine"


def test_where_there_are_no_users_the_folder_for_temporary_files_is_the_users(homeless, monkeypatch):
    monkeypatch.delattr(os, "getuid")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    assert cache_place.cache_root() == homeless / "digsite"
    monkeypatch.setattr(
        cache_place, "os", SimpleNamespace(name="nt", environ={"LOCALAPPDATA": str(homeless / "Local")})
    )
    assert cache_place.cache_root() == homeless / "Local" / "digsite"


def test_a_relative_cache_folder_of_the_system_does_not_count(monkeypatch, tmp_path):
    for name, value in {"HOME": str(tmp_path), "XDG_CACHE_HOME": "kept/here", "DIGSITE_CACHE": ""}.items():
        monkeypatch.setenv(name, value)
    assert cache_place.cache_root() == tmp_path / ".cache" / "digsite"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    assert cache_place.cache_root() == tmp_path / "kept" / "digsite"


@pytest.mark.usefixtures("homeless")
def test_a_path_in_a_home_that_is_not_there_is_wrong_use():
    with pytest.raises(WrongUse, match="There is no home folder ~ for --rules; write the whole path"):
        path_of("rules_file", "~/mine.toml")


def test_without_a_home_a_game_can_be_played(tmp_path):
    code = """
        import os, pwd, tempfile
        def unknown(_user): raise KeyError("uid not found")
        pwd.getpwuid = unknown
        import digsite
        print(digsite.simulate("lost-cities", 2, players=2, seats="random", seed=1, out="run").rows)
    """
    here = {
        name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME", "DIGSITE_CACHE")
    }
    here |= {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1", "TMPDIR": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], cwd=tmp_path, env=here, capture_output=True, text=True
    )
    assert told.stdout == "2\n", told.stderr
    assert (tmp_path / f"digsite-{os.getuid()}" / "meanings.json").is_file()
