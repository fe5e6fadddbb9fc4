"""Every test run is the same run: generated examples come from fixed seeds."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
