"""Cached machine code: a file for each function and signature, in a folder named by its sources."""

import hashlib
import os
import pickle
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm
from numba import types
from numba.core import serialize, sigutils
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import compile_result
from numba.core.runtime.nrt import rtsys

from digsite.simulator.kernel.jit.ownership import is_private_folder, read_private

SUFFIX = ".nbc"
_RUNTIME = b"NRT_"  # prefix of calls into numba's runtime, which is slow to set up
_DIGEST = 32  # bytes of checksum at the start of a file
_dumps: Any = serialize.dumps
_compile_result: Any = compile_result
_arguments_and_result: Any = sigutils.normalize_signature

# Listeners, called with the group and name of each compiled function.
compiled: list[Callable[[str, str], None]] = []


def unique() -> str:
    """Return a suffix for symbol names that no other process uses, forked ones included."""
    return f"kernel{os.urandom(8).hex()}"


_UNIQUE = re.compile("vkernel[0-9a-f]{16}")


class KernelLibrary(JITCodeLibrary):
    """The machine code of one of our functions, and the bitcode to inline it into later callers.

    Numba caches both since numba/numba#1360 and parses both on loading, though nothing is inlined when everything comes
    from the cache. Here bitcode is parsed only when a function being compiled needs it, and the names it defines are
    saved next to it: 0.05 s (5 %) of a warm start.
    """

    _bitcode = b""

    @classmethod
    def load(cls, codegen: Any, kept: Any) -> "KernelLibrary":
        """Return the library from the data that `keep` returned."""
        name, code, bitcode, names = kept
        made = cls(codegen, name)
        made.enable_object_caching()  # type: ignore[no-untyped-call]
        made._set_compiled_object(code)  # type: ignore[no-untyped-call]
        made._bitcode = bitcode
        made._finalize_final_module()  # type: ignore[no-untyped-call]
        codegen._engine._defined_symbols |= names
        return made

    def keep(self, serialized: Any) -> tuple[str, bytes, bytes, frozenset[str]]:
        """Return plain data to cache: name, machine code, bitcode, and the names that they define."""
        name, _kind, (code, bitcode) = serialized
        module = self._get_module_for_linking()
        things = [*module.functions, *module.global_variables]
        return name, code, bitcode, frozenset(it.name for it in things if not it.is_declaration)

    def _get_module_for_linking(self) -> Any:
        if self._bitcode and self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        """Optimize, and share no name with code that numba or a user compiles, here or elsewhere.

        Their functions have numbers that each process counts from 1 (see `KernelCompiler`). Most of those we call are
        inlined; long ones stay in our machine code under their names, and could run in place of another function of that
        name. Variables for their environments are dropped where nothing refers to them.
        """
        for variable in self._final_module.global_variables:
            if variable.name.startswith("_ZN08NumbaEnv") and not _UNIQUE.search(variable.name):
                variable.linkage = llvm.Linkage.linkonce_odr
        super()._optimize_final_module()  # type: ignore[no-untyped-call]
        for function in list(self._final_module.functions):
            name = function.name
            if function.linkage == llvm.Linkage.linkonce_odr and "_ZN" in name and not _UNIQUE.search(name):
                function.name = f"{name}.v{unique()}"


class FolderCache(FunctionCache):
    """The cached machine code of a function, a file for each signature, named by everything that decides it.

    What numba's cache lacks:
    - numba/numba#9483 (and #1833): it misses edits in files other than the function's, and runs old rules. Here the
      folder is named by the meaning of all sources, so that a new comment or a move of the project recompiles nothing:
      a cold compile takes 10 s (Lost Cities) to 90 s (Arnak).
    - numba/numba#4807: processes that fill it at the same time overwrite each other's index. Here there is none.
    - numba/numba#9806: it sets up the compiler even to load cached code: 0.26 s (27 %) of a warm start.
    - It trusts any file it finds, even one that is damaged or was written by another user.
    """

    def __init__(self, function: Callable[..., Any], group: str, folder: Path):
        """Open the cache of a function, in a folder that changes with everything the function depends on."""
        self._function, self._group, self._folder = function, group, folder
        name = f"{function.__module__.removeprefix('digsite.')}.{function.__qualname__}"
        self._name = name.replace("<", "").replace(">", "")
        self.enable()  # type: ignore[no-untyped-call]

    @property
    def cache_path(self) -> str:
        """Return the folder of its files."""
        return str(self._folder)

    def flush(self) -> None:
        """Delete the function's files."""
        for path in self._folder.glob(f"{self._name}-*{SUFFIX}"):
            path.unlink(missing_ok=True)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the cached code for a signature, or None if it must be compiled again.

        The file becomes code, so one that another user could have written is not read. It may be damaged: one wrong bit
        in machine code changes games or ends the process. Kernels of the shared layer are saved with their types,
        including a game's enums, which a later version of the game may have moved.
        """
        try:
            if not all(map(is_private_folder, (self._folder.parent, self._folder))):
                return None
            written = memoryview(read_private(self._path(sig, target_context.codegen())))
            if _digest(written[_DIGEST:]) != written[:_DIGEST]:
                return None
            kept = pickle.loads(written[_DIGEST:])
            if _RUNTIME in kept[0][1]:
                rtsys.initialize(target_context)  # or a call into it would crash
            found = _rebuild(target_context, *kept)
            return found if tuple(found.signature.args) == tuple(_arguments_and_result(sig)[0]) else None
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save compiled code; where the folder is not writable, it is compiled again next time."""
        for listener in compiled:
            listener(self._group, self._name)
        if data.library.has_dynamic_globals or any(not lifted.can_cache for lifted in data.lifted):
            return
        path = self._path(sig, data.codegen)
        aside = path.with_name(f"{path.name}.{os.getpid()}.aside")
        with suppress(OSError):
            self._folder.mkdir(mode=0o755, parents=True, exist_ok=True)
            library, *rest = data._reduce()
            text = _dumps((data.library.keep(library), *rest))
            aside.write_bytes(_digest(text) + text)
            aside.chmod(0o644)  # or `load_overload` would not trust it where the group can write
            os.replace(aside, path)

    def _path(self, sig: Any, codegen: Any) -> Path:
        arguments, result = _arguments_and_result(sig)
        text = " ".join([*map(_named, arguments), str(result), str(codegen.magic_tuple())])
        digest = hashlib.sha256(text.encode() + self._function.__code__.co_code)
        if self._function.__closure__:
            digest.update(_dumps([cell.cell_contents for cell in self._function.__closure__]))
        return self._folder / f"{self._name}-{digest.hexdigest()[:16]}{SUFFIX}"


def _rebuild(
    context: Any, library: Any, descriptor: Any, environment: Any, signature: Any, objectmode: Any, lifted: Any,
    annotation: Any, reload_init: Any, environments: Any,
) -> Any:  # fmt: skip
    """Reassemble what numba's `CompileResult._reduce` took apart, with our library class."""
    for initialize in reload_init:
        initialize()
    loaded: Any = KernelLibrary.load(context.codegen(), library)
    made = _compile_result(
        target_context=context, typing_context=context.typing_context, library=loaded, environment=environment,
        entry_point=context.get_executable(loaded, descriptor, environment), fndesc=descriptor,
        type_annotation=annotation, signature=signature, objectmode=objectmode, lifted=lifted,
        reload_init=reload_init, referenced_envs=environments,
    )  # fmt: skip
    for it in environments:
        loaded.codegen.set_env(it.env_name, it)
    return made


def _digest(text: bytes | memoryview) -> bytes:
    return hashlib.sha256(text).digest()


def _named(argument: Any) -> str:
    """Return a type's name; an enum's includes its module, since most games have a Decision."""
    if isinstance(argument, types.EnumMember):
        return f"{argument.instance_class.__module__}.{argument}"
    if isinstance(argument, types.BaseTuple):
        inside: Any = argument
        return f"{getattr(argument, 'instance_class', tuple).__name__}({', '.join(map(_named, inside))})"
    return str(argument)
