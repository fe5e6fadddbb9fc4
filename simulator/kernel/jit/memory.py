"""View memory as a record, copy whole records, pick one function of several: one play loop for any line-up."""

import ctypes

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


def view_as(memory, like):
    """Return memory (a row of bytes, or a record) as a record of the type that `like` holds.

    `like` is an array of such records; it may be empty and is never read.
    """
    size = like.dtype.itemsize
    address = memory.__array_interface__["data"][0]
    raw = np.frombuffer((ctypes.c_uint8 * size).from_address(address), like.dtype)
    return raw.view(np.recarray)[0]


def copy_record(target, source):
    """Copy a record over another of the same type."""
    for name in target.dtype.names:
        target[name] = source[name]


def one_of(functions, index):
    """Return the function at an index of a tuple.

    Indexing the tuple would compile to a jump for each entry, which processors predict badly when players alternate: a
    random game of Lost Cities takes 6 % longer.
    """
    return functions[index]


@intrinsic
def _record_of(_typing, memory, like):
    """Return the same address as a record: compiled, a record is a pointer, so this costs nothing."""

    def generate(context, builder, signature, arguments):
        address = arguments[0]
        if isinstance(memory, types.Array):
            address = context.make_array(memory)(context, builder, address).data
        return builder.bitcast(address, context.get_value_type(signature.return_type))

    return like.dtype(memory, like), generate


@intrinsic
def _copy_bytes(_typing, target, source):
    def generate(context, builder, _signature, arguments):
        size = context.get_constant(types.intp, target.size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic
def _one_of(_typing, functions, index):
    def generate(_context, builder, _signature, arguments):
        among, wanted = arguments
        found = builder.extract_value(among, 0)
        for at in range(1, functions.count):
            here = builder.icmp_signed("==", wanted, wanted.type(at))
            found = builder.select(here, builder.extract_value(among, at), found)
        return found

    return functions.dtype(functions, index), generate


@overload(view_as)
def _compiled_seen_as(memory, like):
    return lambda memory, like: _record_of(memory, like)


@overload(copy_record)
def _compiled_copy_record(target, source):
    if target != source:
        raise TypeError("a record can be copied only over one of the same type")
    return lambda target, source: _copy_bytes(target, source)


@overload(one_of)
def _compiled_one_of(functions, index):
    return lambda functions, index: _one_of(functions, index)
