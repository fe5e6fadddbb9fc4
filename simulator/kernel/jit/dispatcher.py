"""How numba compiles our functions: with our own dispatcher and compiler, which apply to no other function.

Nothing here patches numba's modules or classes. A function that a user compiles with `numba.njit` in the same process
uses numba's dispatcher, library, symbol names and cache files, whether or not it calls one of ours.

Code that goes beyond numba's documented interface names, here and in `code_cache`, the numba issue it answers, what
breaks without it and what it saves, in CPU seconds with numba 0.68.1. A warm start is `simulate` with 1,000 games and
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
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.registry import CPUDispatcher
from numba.core.typeinfer import register_dispatcher

from digsite.simulator.kernel.jit.code_cache import KernelLibrary, unique
from digsite.simulator.kernel.jit.faults import fault


class KernelCompiler(Compiler):
    """Numba's compiler, for functions whose machine code several processes share: each name is unique.

    numba/numba#10486: numba names machine code by the function, a number that each process counts from 1, and for a
    record another running number instead of its fields. Two processes can use one name for two functions, such as the
    same rule for the states of two games. A process that loads both from the cache runs the first for both, without an
    error: wrong rows, or a crash. Unique names cost nothing.
    """

    def define_pipelines(self) -> Any:
        """Name the function uniquely and compile it into our library class."""
        state: Any = self.state
        identity = state.func_id
        identity.unique_id = unique()
        identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        state.library = KernelLibrary(state.targetctx.codegen(), identity.func_qualname)  # type: ignore[no-untyped-call]
        state.library.enable_object_caching()
        return super().define_pipelines()  # type: ignore[no-untyped-call]


class KernelDispatcher(CPUDispatcher):
    """One of our functions: compiled for its declared signature alone, or once for all integer widths."""

    def __init__(
        self, py_func: Callable[..., Any], locals: Any = None, targetoptions: Any = None, pipeline_class: Any = None
    ):
        """Take a function to compile, with numba's arguments."""
        super().__init__(py_func, locals, targetoptions, pipeline_class or KernelCompiler)
        self._declared: Any = None

    def use_cache(self, cache: Any) -> None:
        """Load and save machine code in this cache."""
        self._cache = cache

    def declare(self, signature: Any) -> None:
        """Set the only signature; the function is compiled when called, or when a caller is compiled.

        numba/numba#4956: numba compiles or loads a function with a signature as soon as it sees it, though a cached
        caller already contains its code. Arnak would load 111 functions at each start (2 ms each) and compile them for
        any line-up; Lost Cities 8 (0.02 s of a warm start).
        """
        self._declared = signature

    @property
    def is_declared(self) -> bool:
        """Return whether it has a declared signature."""
        return self._declared is not None

    def ready(self) -> None:
        """Compile or load the function for its declared signature now."""
        if self._declared is None:
            return
        with global_compiler_lock:
            if not self.overloads:
                with _uninterrupted(), register_dispatcher(self):
                    self._compile_declared()
                self.disable_compile()

    def _compile_declared(self) -> None:
        try:
            self.compile(self._declared)
        except (NumbaError, UnsupportedBytecodeError, KeyError) as problem:
            if wrong := fault(self.py_func, self._declared, problem):
                raise wrong from problem
            raise

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Serve a function, ours or a user's, that is being compiled and calls this one."""
        self.ready()
        if self._declared is None:
            args, kws = tuple(map(widest, args)), {name: widest(kind) for name, kind in kws.items()}
        return super().get_call_template(args, kws)

    def get_compile_result(self, sig: Any) -> Any:
        """Serve a function that receives this one as a value."""
        self.ready()
        return super().get_compile_result(sig)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        if self._declared is None:
            return super()._compile_for_args(*args, **kws)  # type: ignore[misc]
        self.ready()
        return self  # numba calls it again, now with a known signature


def widest(kind: Any) -> Any:
    """Return the type that a function is compiled for when an argument has this type.

    By design numba compiles a function once for each integer width and each enum it is called with. All of ours fit into
    64 bits: without this Lost Cities would have 71 functions instead of 64, 0.2 s of a cold compile.
    """
    plain = types.unliteral(kind)  # type: ignore[no-untyped-call]
    narrow = isinstance(plain, types.Integer) and plain.bitwidth < types.int64.bitwidth  # type: ignore[attr-defined]
    if narrow or isinstance(plain, types.IntEnumMember):
        return types.int64
    return plain


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold an interrupt back until a function is compiled: in a callback of the compiler it would be lost.

    LLVM passes machine code to a callback through ctypes (numba/llvmlite#88), where Python drops exceptions. Without this,
    Ctrl-C at that moment is ignored and the function is not cached. It costs nothing.
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
