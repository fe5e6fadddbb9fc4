"""The functions of SciPy are loaded at their first use, as anyone would load them."""

import subprocess
import sys

_LOADED = """
import sys
before = dict(sys.modules)
import digsite.analyses.stats
from digsite.analyses.stats.special import special
assert not any(name.partition(".")[0] == "scipy" for name in sys.modules), "loaded before anything is computed"
functions = special()
import scipy.special
assert functions is scipy.special is sys.modules["scipy.special"] and scipy.special.gamma(5.0) == 24.0
assert functions._ufuncs is sys.modules["scipy.special._ufuncs"], "loaded without the package around them"
assert all(sys.modules[name] is module for name, module in before.items()), "a module was put in another's place"
"""


def test_scipys_functions_are_loaded_at_their_first_use_with_their_package():
    done = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
