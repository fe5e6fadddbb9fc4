"""The functions of `scipy.special`, which are compiled, without the package around them.

The package takes 0.17 s to load, a tenth of what a hundred games take, most of it to prepare for other array libraries;
its functions take 0.02 s.
"""

from __future__ import annotations

import importlib
import sys
import threading
from functools import cache
from importlib.util import find_spec, module_from_spec
from typing import Any

_PACKAGE = "scipy.special"
_FUNCTIONS = f"{_PACKAGE}._ufuncs"


@cache
def special() -> Any:
    """What has `ndtri`, `stdtrit` and so on; loaded at the first use."""
    return (_functions() if _PACKAGE not in sys.modules and _alone() else None) or importlib.import_module(_PACKAGE)


def _alone() -> bool:
    """Whether no other thread may be at work, which could meet the blank package."""
    others = [thread for thread in threading.enumerate() if thread is not threading.current_thread()]
    return all(thread.daemon and thread is not threading.main_thread() for thread in others)


def _functions() -> Any:
    """The functions alone: a blank package stands in while they are loaded, and whoever wants the real one gets it."""
    spec = find_spec(_PACKAGE)
    assert spec
    sys.modules[_PACKAGE] = module_from_spec(spec)
    try:
        return importlib.import_module(_FUNCTIONS)
    except ImportError:  # another version of SciPy, which keeps them elsewhere
        return None
    finally:
        del sys.modules[_PACKAGE]
