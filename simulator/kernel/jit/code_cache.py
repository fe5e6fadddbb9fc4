"""Machine code that is kept: a file for each function and signature, in the folder of its sources."""

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
_RUNTIME = b"NRT_"  # how machine code names what it calls of numba's own runtime, which takes a while to set up
_DIGEST = 32  # bytes before the text of a file, by which it is known to be whole
_dumps: Any = serialize.dumps
_compile_result: Any = compile_result
_arguments_and_result: Any = sigutils.normalize_signature

# Whoever wants to know is called with the group and the name of each function that was compiled.
compiled: list[Callable[[str, str], None]] = []


def unique() -> str:
    """A number for a symbol's name that no other process gives, one that was forked included."""
    return f"kernel{os.urandom(8).hex()}"


_UNIQUE = re.compile("vkernel[0-9a-f]{16}")


class KernelLibrary(JITCodeLibrary):
    """The machine code of one of our functions, and the bitcode that is inlined where a later function calls it.

    Numba keeps both since numba/numba#1360 and parses both when it loads a function, though nothing is inlined where
    everything comes from the cache. Here the bitcode is parsed when a function that is being compiled asks for it, and the
    names that it defines are kept next to it: 0.05 s (5 %) of a warm start.
    """

    _bitcode = b""

    @classmethod
    def load(cls, codegen: Any, kept: Any) -> "KernelLibrary":
        """The library that `keep` made this of."""
        name, code, bitcode, names = kept
        made = cls(codegen, name)
        made.enable_object_caching()  # type: ignore[no-untyped-call]
        made._set_compiled_object(code)  # type: ignore[no-untyped-call]
        made._bitcode = bitcode
        made._finalize_final_module()  # type: ignore[no-untyped-call]
        codegen._engine._defined_symbols |= names
        return made

    def keep(self, serialized: Any) -> tuple[str, bytes, bytes, frozenset[str]]:
        """Plain data, from what numba would keep: name, machine code, bitcode, and the names that they define."""
        name, _kind, (code, bitcode) = serialized
        module = self._get_module_for_linking()
        things = [*module.functions, *module.global_variables]
        return name, code, bitcode, frozenset(it.name for it in things if not it.is_declaration)

    def _get_module_for_linking(self) -> Any:
        if self._bitcode and self._shared_module is None:
            self._shared_module = llvm.parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]

    def _optimize_final_module(self) -> None:
        """Optimize, and share no name with what numba or a user compiles, in this process or another.

        Their functions have numbers that each process counts from 1 (see `KernelCompiler`). Most of what we call of
        them is inlined; what is too long stays in our machine code under its name, and could run in place of another
        function of that name. The variables for their environments are left out where nothing refers to them.
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
    """The machine code of a function, a file for each signature, named by all that decides it.

    What numba's own cache lacks:
    - numba/numba#9483 (and #1833): it does not notice an edit in another file than the function's, and runs old rules.
      The folder is named by the meaning of all sources, so that a remark or a move of the project compiles nothing anew:
      a cold compile of 10 s (Lost Cities) to 90 s (Arnak).
    - numba/numba#4807: processes that fill it at once overwrite each other's index. Here there is none.
    - numba/numba#9806: it sets up the compiler to load what needs no compiling: 0.26 s (27 %) of a warm start.
    - It trusts any file that it finds, whoever wrote it and however damaged.
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
            if _RUNTIME in kept[0][1]:
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
            text = _dumps((data.library.keep(library), *rest))
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


def _rebuild(
    context: Any, library: Any, descriptor: Any, environment: Any, signature: Any, objectmode: Any, lifted: Any,
    annotation: Any, reload_init: Any, environments: Any,
) -> Any:  # fmt: skip
    """What numba's `CompileResult._reduce` took apart, put together with a library of ours."""
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
    """A type's name; that of an enum says whose it is, since most games have a Decision."""
    if isinstance(argument, types.EnumMember):
        return f"{argument.instance_class.__module__}.{argument}"
    if isinstance(argument, types.BaseTuple):
        inside: Any = argument
        return f"{getattr(argument, 'instance_class', tuple).__name__}({', '.join(map(_named, inside))})"
    return str(argument)
