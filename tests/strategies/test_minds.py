"""What is compiled for the players of a game is made once, however many threads ask for it."""

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from digsite.simulator.kernel.search import lookahead
from digsite.strategies import minds


@pytest.fixture
def nothing(monkeypatch):
    """A game that takes a moment to compile, and has nothing else."""

    def compile_slowly(*_types):
        time.sleep(0.05)
        return object()

    monkeypatch.setattr(lookahead, "compile_no_search", compile_slowly)
    monkeypatch.setattr(minds, "find_game", lambda name: SimpleNamespace(kernels=SimpleNamespace(types=None)))
    monkeypatch.setattr(minds, "minds_of", lambda name: SimpleNamespace(choose=None))
    return "a game of this test"


def test_threads_that_play_at_once_get_the_same_search(nothing):
    """A play loop is compiled for one of them, and takes no other."""
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: minds.search_of(nothing, False), range(4)))
    assert all(it is found[0] for it in found)
