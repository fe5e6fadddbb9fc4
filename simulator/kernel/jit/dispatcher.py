"""How numba compiles our functions: with a dispatcher and a compiler of our own, which no other function gets.

Nothing here is assigned into numba's modules or classes. A function that a user compiles with `numba.njit` in the same
process keeps numba's own dispatcher, library, symbol names and cache files, whether or not it calls one of ours.

What goes beyond numba's documented interface says here and in `code_cache` which issue of numba's it answers, what breaks
without it and what it gains, in CPU seconds with numba 0.68.1. A warm start is `simulate` with 1,000 games and
everything in the cache: 0.97 s for Lost Cities.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import types
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.typeinfer import register_dispatcher

from digsite.simulator.kernel.jit.code_cache import KernelLibrary, unique


class KernelCompiler(Compiler):
    """Numba's compiler, for functions whose machine code several processes share: each gets a name of its own.

    numba/numba#10486: numba names machine code by the function, a number that each process counts from 1, and for a
    record a running number too, not its fields. Two processes give one name to two functions, such as the same rule for
    the states of two games. A process that loads both from the cache runs the first for both, without an error: other
    rows, or a crash. It costs nothing.
    """

    def define_pipelines(self) -> Any:
        """Name the function, and compile it into a library of ours."""
        state: Any = self.state
        identity = state.func_id
        identity.unique_id = unique()
        identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        state.library = KernelLibrary(state.targetctx.codegen(), identity.func_qualname)  # type: ignore[no-untyped-call]
        state.library.enable_object_caching()
        return super().define_pipelines()  # type: ignore[no-untyped-call]


class KernelDispatcher(CPUDispatcher):
    """A function of ours: compiled for its declared signature alone, or once for whole numbers of any width."""

    def __init__(
        self, py_func: Callable[..., Any], locals: Any = None, targetoptions: Any = None, pipeline_class: Any = None
    ):
        """A function to compile, as numba asks for it."""
        super().__init__(py_func, locals, targetoptions, pipeline_class or KernelCompiler)
        self._declared: Any = None

    def use_cache(self, cache: Any) -> None:
        """Look for machine code here, and keep it here."""
        self._cache = cache

    def declare(self, signature: Any) -> None:
        """Compile the function for this signature alone, when it is called or a function that calls it is compiled.

        numba/numba#4956: numba compiles or loads a function with a signature as soon as it sees it. What calls it has
        its code already when it comes from the cache. Of Arnak 111 functions would be loaded at each start (2 ms each),
        and compiled for any line-up; of Lost Cities 8 (0.02 s of a warm start).
        """
        self._declared = signature

    def ready(self) -> None:
        """Compile the function for its declared signature now, or load it."""
        if self._declared is None:
            return
        with global_compiler_lock:
            if not self.overloads:
                with _uninterrupted(), register_dispatcher(self):
                    self.compile(self._declared)
                self.disable_compile()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Answer a function of ours or of a user's that is being compiled and calls this one."""
        self.ready()
        if self._declared is None:
            args, kws = tuple(map(widest, args)), {name: widest(kind) for name, kind in kws.items()}
        return super().get_call_template(args, kws)

    def get_compile_result(self, sig: Any) -> Any:
        """Answer a function that is handed this one as a value."""
        self.ready()
        return super().get_compile_result(sig)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        if self._declared is None:
            return super()._compile_for_args(*args, **kws)  # type: ignore[misc]
        self.ready()
        return self  # which is called again, and knows its signature now


def widest(kind: Any) -> Any:
    """The type that a function is compiled for where one of this type is handed over.

    Numba compiles a function once for each width of whole numbers and each enum that it is called with, as it is meant
    to, though all of ours fit into 64 bits: Lost Cities would have 71 functions instead of 64, 0.2 s of a cold compile.
    """
    plain = types.unliteral(kind)  # type: ignore[no-untyped-call]
    narrow = isinstance(plain, types.Integer) and plain.bitwidth < types.int64.bitwidth  # type: ignore[attr-defined]
    if narrow or isinstance(plain, types.IntEnumMember):
        return types.int64
    return plain


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold an interrupt back until a function is compiled: in a callback of the compiler's it would be lost.

    LLVM hands machine code over in a callback through ctypes (numba/llvmlite#88), and Python drops exceptions there. Without
    this a Ctrl-C at that moment is ignored and the function not cached. It costs nothing.
    """
    in_charge = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is not None
    if not in_charge:
        yield
        return
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if held:
            signal.raise_signal(signal.SIGINT)
