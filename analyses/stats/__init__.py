"""The intervals, tests and verdicts behind every number in a chart or report.

Which function for which question:

================================================  =====================================================
How often does a seat win, ties being shared?     `shared_wins`
What is the mean score, length, margin?           `mean`
What does variant B change, on the same luck?     `paired_difference`
Does it differ from a null? Is it equivalent?     `tests`: each returns a `Test`
Which claims of a report hold, and how strongly?  `family`: correction, certainty, words for effects
May I look while the games are being played?      `SequentialTest`, `anytime_interval`
How many games does a question need?              `sizes`
================================================  =====================================================

Large runs need not fit in memory: every function of an array of values also takes their `Moments`, which
merge batch by batch or come from a few sums of a lazy query.

One rule keeps all intervals honest: the values must be independent of each other. Games that share their luck
(such as the rotations of one deal) are not: they enter as one value, their mean.

Every interval covers the truth in at least about `level` of all repetitions of the run; `level` is 95 %
unless another one is given.
"""

from digsite.analyses.stats.estimate import Estimate
from digsite.analyses.stats.intervals import mean, shared_wins
from digsite.analyses.stats.moments import Moments
from digsite.analyses.stats.pairs import PairedDifference, PairMoments, paired_difference
from digsite.analyses.stats.sequential import SequentialState, SequentialTest, Verdict, anytime_interval, is_difference
from digsite.analyses.stats.significance import holm
from digsite.analyses.stats.tests import Test

__all__ = [
    "Estimate",
    "Moments",
    "PairMoments",
    "PairedDifference",
    "SequentialState",
    "SequentialTest",
    "Test",
    "Verdict",
    "anytime_interval",
    "holm",
    "is_difference",
    "mean",
    "paired_difference",
    "shared_wins",
]
