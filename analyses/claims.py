"""The claims of a question, and how the claims of a whole report are corrected together.

A run's report asks several questions. Those that test anything share the report's 5 % of false claims
evenly, and so do the tests of a question (Bonferroni). So a sentence reads the same everywhere, in the whole report
or as the answer to one question, and a report with nothing to find makes no claim at all in 19 of 20 cases.

The interval of a tested figure is corrected in the same way: it is as wide as the level of its test demands, so that
all intervals of a report hold together in 19 of 20 reports, and a claim stands exactly where its interval excludes the
null.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from digsite.analyses.stats import family

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.result import Finding


@dataclass(frozen=True)
class Claim:
    """A finding that is stated only if chance alone would rarely show as much.

    `p_value` is that of the test alone. `otherwise` replaces the finding where the claim does not hold; an empty one says
    nothing. A claim that is an observation (*the most*) takes its wording from the test, and no grade.
    """

    p_value: float
    holds: Finding
    otherwise: Finding | None = None


def settle(claims: Sequence[Claim], sharing: int = 1, tests: int = 0) -> list[Finding | None]:
    """Return each claim as it may be stated after correction; `sharing` counts the questions that share a report's 5 %.

    tests: how many tests there are, where not all of them can become claims.
    """
    many = max(tests, len(claims)) * sharing
    return [_said(claim, family.bonferroni(claim.p_value, many)) for claim in claims]


def _said(claim: Claim, p_value: float) -> Finding | None:
    sure = family.certainty(p_value)
    said = claim.otherwise if sure == "unclear" else claim.holds
    if said is None or said.kind == "described":
        return said
    return replace(said, certainty=sure, p_value=p_value, effect="none" if sure == "unclear" else said.effect)
