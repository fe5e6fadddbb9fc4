"""Every test run is the same run: generated examples come from fixed seeds; what tests allow, the user does not."""

import os
import tempfile

from hypothesis import settings

os.environ["DIGSITE_CONFIG"] = tempfile.mkdtemp(prefix="digsite-tests-")
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
