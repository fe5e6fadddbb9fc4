"""Values for the tests of intervals, drawn by hypothesis."""

from hypothesis import strategies as st

from digsite.analyses.stats import Estimate

finite = st.integers(-(10**9), 10**9).map(lambda millionths: millionths / 1e6)  # the size of scores; no underflow
levels = st.sampled_from([0.8, 0.9, 0.95, 0.99])


def counts_of_wins() -> st.SearchStrategy[tuple[int, int]]:
    """Wins and games."""
    return st.integers(1, 5_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def covers(estimate: Estimate, value: float) -> bool:
    """Whether a value lies in the interval, ends included."""
    return estimate.low <= value <= estimate.high
