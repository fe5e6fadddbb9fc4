"""Plain memory seen as records, records copied whole, one function of several."""

import numpy as np
from numba import types

from digsite.simulator.kernel.jit.compile import kernel
from digsite.simulator.kernel.jit.memory import copy_record, one_of, view_as
from digsite.simulator.kernel.play.records import record

Inner = np.dtype([("a", np.int64), ("b", np.float32, (3,))], align=True)
Outer = np.dtype([("first", np.int8), ("inner", Inner), ("last", np.uint8, (2, 2))], align=True)


@kernel(None, cache=False)
def write_through(memory, like):
    outer = view_as(memory, like)
    outer.first = 7
    outer.inner.a = -5
    outer.inner.b[2] = 1.5
    outer.last[1, 0] = 9
    return outer.inner.a


@kernel(None, cache=False)
def copy_inner(target, source):
    copy_record(target.inner, source.inner)


PLAIN = types.int64(types.int64)


@kernel(PLAIN, cache=False)
def once(x):
    return x


@kernel(PLAIN, cache=False)
def twice(x):
    return 2 * x


@kernel(PLAIN, cache=False)
def thrice(x):
    return 3 * x


@kernel(types.int64(types.UniTuple(types.FunctionType(PLAIN), 3), types.int64), cache=False)
def ask(functions, index):
    return one_of(functions, index)(7)


def test_each_of_several_functions_is_called_by_its_place():
    assert [ask((once, twice, thrice), index) for index in range(3)] == [7, 14, 21]
    assert [ask((thrice, twice, once), index) for index in range(3)] == [21, 14, 7]


def test_bytes_are_written_through_a_record():
    rows = np.zeros((2, 64), np.uint8)
    assert write_through(rows[1], np.zeros(0, Outer)) == -5
    assert not rows[0].any()
    seen = rows[1, : Outer.itemsize].view(Outer)[0]
    assert (seen["first"], seen["inner"]["a"], seen["inner"]["b"][2], seen["last"][1, 0]) == (7, -5, 1.5, 9)


def test_a_record_can_be_seen_as_another_one():
    box = record(np.dtype([("raw", np.uint8, (64,))]))
    write_through(box[0], np.zeros(0, Outer))
    assert box[0].raw[: Outer.itemsize].view(Outer)[0]["inner"]["a"] == -5


def test_a_copied_record_is_whole_and_independent():
    source, target = record(Outer), record(Outer)
    source[0].inner.a, source[0].inner.b[1], source[0].first = 3, 2.5, 1
    copy_inner(target[0], source[0])
    source[0].inner.a = 4
    assert (target[0].inner.a, target[0].inner.b[1], target[0].first) == (3, 2.5, 0)
