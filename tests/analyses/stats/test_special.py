"""The functions of SciPy without the package around them: the same ones, and the package is there for whoever wants it."""

import subprocess
import sys

_ALONE = """
import sys
from digsite.analyses.stats.special import special
functions = special()
assert "scipy.special" not in sys.modules and "numpy.f2py" not in sys.modules, "more is loaded than the functions"
names = ("betainc", "betaincinv", "betainccinv", "ndtr", "ndtri", "stdtr", "stdtrit")
import scipy.special, scipy.stats
for name in names:
    places = (3.0, 2.0, 0.3)[-getattr(functions, name).nin:]
    assert getattr(functions, name)(*places) == getattr(scipy.special, name)(*places), name
assert special() is functions and scipy.special.gamma(5.0) == 24.0
"""

_BESIDE_OTHERS = """
import sys, threading
from digsite.analyses.stats.special import special
stop = threading.Event()
other = threading.Thread(target=stop.wait)
other.start()
assert special() is sys.modules["scipy.special"], "another thread could have met a blank package"
stop.set()
"""


def _runs(text):
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_functions_come_alone_and_are_scipys_own():
    _runs(_ALONE)


def test_beside_other_threads_the_whole_package_is_loaded():
    _runs(_BESIDE_OTHERS)
