"""Machine code that is kept: a file for each function and signature, in the folder of its sources."""

import hashlib
import itertools
import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm
from numba import types
from numba.core import serialize, sigutils
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys

from digsite.simulator.kernel.jit.ownership import is_private_folder, read_private

SUFFIX = ".nbc"
_KEPT = "kept"  # how the machine code of the project is marked, beside numba's "object" and "bitcode"
_RUNTIME = b"NRT_"  # how machine code names what it calls of numba's own runtime, which takes a while to set up
_DIGEST = 32  # bytes before the text of a file, by which it is known to be whole
_dumps: Any = serialize.dumps
_rebuild: Any = CompileResult._rebuild
_arguments_and_result: Any = sigutils.normalize_signature

# Whoever wants to know is called with the group and the name of each function that was compiled.
compiled: list[Callable[[str, str], None]] = []


class CachedLibrary(JITCodeLibrary):
    """The machine code of a function, and what another takes out of it that is compiled later.

    Numba reads the second with the first, which takes longer than loading the machine code; here it is read when somebody
    asks for it. What the code defines is kept as names.
    """

    _for_others = b""

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kind, data = state
        if kind != _KEPT:  # somebody else's, in numba's own cache
            return super()._unserialize(codegen, state)  # type: ignore[no-untyped-call]
        code, for_others, names = data
        made = codegen.create_library(name)
        made.enable_object_caching()
        made._set_compiled_object(code)
        made._for_others = for_others
        made._finalize_final_module()
        codegen._engine._defined_symbols |= names
        return made

    def kept(self, state: Any) -> Any:
        """What numba would keep of it, and the names."""
        name, _kind, (code, for_others) = state
        module = self._get_module_for_linking()
        things = [*module.functions, *module.global_variables]
        return name, _KEPT, (code, for_others, frozenset(it.name for it in things if not it.is_declaration))

    def _get_module_for_linking(self) -> Any:
        if self._for_others and self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._for_others)
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]


JITCPUCodegen._library_class = CachedLibrary


def _number_apart() -> None:
    """Number the functions that this process compiles as no other process does.

    Numba names machine code by the function, a running number, and for a record a running number too, not its fields. What
    two processes compiled could thus bear one name, as did the same rule for the states of two games, and where both were
    loaded, the first served for both.
    """
    FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(6)))


_number_apart()
if hasattr(os, "register_at_fork"):  # a process that is started anew numbers them anew in any case
    os.register_at_fork(after_in_child=_number_apart)


class FolderCache(FunctionCache):
    """The machine code of a function, a file for each signature, named by all that decides it.

    Unlike numba's own cache it keeps no index that two processes could write at once, does not care where the project
    lies or at which line a function begins, and loads nothing of the compiler to hand out what is compiled.
    """

    def __init__(self, function: Callable[..., Any], group: str, folder: Path):
        """The cache of a function, in a folder that changes with whatever the function depends on."""
        self._function, self._group, self._folder = function, group, folder
        name = f"{function.__module__.removeprefix('digsite.')}.{function.__qualname__}"
        self._name = name.replace("<", "").replace(">", "")
        self.enable()  # type: ignore[no-untyped-call]

    @property
    def cache_path(self) -> str:
        """Where its files lie."""
        return str(self._folder)

    def flush(self) -> None:
        """Forget all that is kept of the function."""
        for path in self._folder.glob(f"{self._name}-*{SUFFIX}"):
            path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is kept for a signature; nothing if it cannot be read, then it is compiled anew.

        What is read becomes code: a file that another user could have put there is not read.
        A file may be damaged: machine code of which a bit is wrong plays other games, or ends the process. Kernels of the shared layer are kept with the types they were compiled for, a game's enums
        among them; a later version of the game may have moved these elsewhere.
        """
        try:
            if not all(map(is_private_folder, (self._folder.parent, self._folder))):
                return None
            written = memoryview(read_private(self._path(sig, target_context.codegen())))
            if _digest(written[_DIGEST:]) != written[:_DIGEST]:
                return None
            kept = pickle.loads(written[_DIGEST:])
            if _RUNTIME in kept[0][-1][0]:
                rtsys.initialize(target_context)  # otherwise a call into it would go nowhere
            found = _rebuild(target_context, *kept)
            return found if tuple(found.signature.args) == tuple(_arguments_and_result(sig)[0]) else None
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled; where nothing can be written, it is compiled again the next time."""
        for listener in compiled:
            listener(self._group, self._name)
        if data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            return
        path = self._path(sig, data.codegen)
        aside = path.with_name(f"{path.name}.{os.getpid()}.aside")
        with suppress(OSError):
            self._folder.mkdir(mode=0o755, parents=True, exist_ok=True)
            library, *rest = data._reduce()
            text = _dumps((data.library.kept(library), *rest))
            aside.write_bytes(_digest(text) + text)
            aside.chmod(0o644)  # or nobody would trust it where the user's group can write
            os.replace(aside, path)

    def _path(self, sig: Any, codegen: Any) -> Path:
        arguments, result = _arguments_and_result(sig)
        text = " ".join([*map(_named, arguments), str(result), str(codegen.magic_tuple())])
        digest = hashlib.sha256(text.encode() + self._function.__code__.co_code)
        if self._function.__closure__:
            digest.update(_dumps([cell.cell_contents for cell in self._function.__closure__]))
        return self._folder / f"{self._name}-{digest.hexdigest()[:16]}{SUFFIX}"


def _digest(text: bytes | memoryview) -> bytes:
    return hashlib.sha256(text).digest()


def _named(argument: Any) -> str:
    """A type's name; that of an enum says whose it is, since most games have a Decision."""
    if isinstance(argument, types.EnumMember):
        return f"{argument.instance_class.__module__}.{argument}"
    if isinstance(argument, types.BaseTuple):
        inside: Any = argument
        return f"{getattr(argument, 'instance_class', tuple).__name__}({', '.join(map(_named, inside))})"
    return str(argument)
