"""Import paths of former versions, which keep working for one version with a warning.

Plug-ins used `from simulator.kernel.rng import below`; only paths that plug-ins could need still work.
"""

import re
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

_NAMES = (  # what was imported, what it is now, what to import instead
    (r"simulator\.games\.(\w+)\.(options|state)", r"digsite.simulator.games.\1.\2", r"digsite.games.\1"),
    (r"simulator\.kernel\.(rng|options|events)", r"digsite.simulator.kernel.play.\1", "digsite.kit"),
    (r"strategies\.plugins", "digsite.strategies.plugins.load", "digsite.kit"),
    (r"strategies", "digsite.strategies", "digsite.kit"),
)
_PACKAGES = re.compile(r"simulator(\.kernel|\.games(\.\w+)?)?")


class _Finder:
    """Find the former names, unless the user has a module of that name."""

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in ("simulator", "strategies") or _is_the_users(name):
            return None
        if _PACKAGES.fullmatch(name):
            return ModuleSpec(name, _Loader(), is_package=True)  # type: ignore[arg-type]
        for old, new, instead in _NAMES:
            if found := re.fullmatch(old, name):
                return ModuleSpec(name, _Loader(found.expand(new), found.expand(instead)), is_package="." not in name)  # type: ignore[arg-type]
        return None


def _is_the_users(name: str) -> bool:
    top = name.partition(".")[0]
    if top in sys.modules:
        return not isinstance(getattr(sys.modules[top].__spec__, "loader", None), _Loader)
    spec = PathFinder.find_spec(top)
    # An editable install has the clone on the path, so that digsite's own folder is found under the former name.
    ours = [Path(folder) / top / "__init__.py" for folder in sys.modules["digsite"].__path__]
    return spec is not None and not (spec.origin and Path(spec.origin).resolve() in ours)


class _Loader:
    def __init__(self, new: str = "", instead: str = ""):
        self._new, self._instead = new, instead

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python create an empty module; `exec_module` copies the names of its successor into it."""

    def exec_module(self, module: ModuleType) -> None:
        if self._new:
            said = f"{module.__name__} will be removed: import from {self._instead} instead."
            warnings.warn(said, FutureWarning, stacklevel=2)
            found = import_module(self._new)
            vars(module).update({name: it for name, it in vars(found).items() if not name.startswith("__")})


def serve() -> None:
    """Make the former names importable."""
    sys.meta_path.insert(0, _Finder())
