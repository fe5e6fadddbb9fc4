"""What may be said of a claim after correction, and how findings are ordered."""

import pytest

from digsite.analyses.claims import Claim, settle
from digsite.analyses.result import Finding, described

FOUND = Finding("Seat 1 wins more.", "large", kind="tested", null="seat 1 wins its fair share")
NOTHING = Finding("Seat 1 cannot be told from the others.", kind="tested", null="seat 1 wins its fair share")


def test_a_claim_that_holds_is_graded_by_its_corrected_p_value():
    (said,) = settle([Claim(0.0001, FOUND, NOTHING)], sharing=4)
    assert (said.sentence, said.effect, said.certainty) == (FOUND.sentence, "large", "certain")
    assert said.p_value == pytest.approx(0.0004)
    assert said.grade == "tested: large effect, certain"


def test_a_claim_that_chance_may_show_is_not_made():
    weak, gone = settle([Claim(0.02, FOUND, NOTHING), Claim(0.9, FOUND)], sharing=2)
    assert (weak.sentence, weak.effect, weak.certainty) == (NOTHING.sentence, "none", "unclear")
    assert gone is None


def test_the_claims_of_a_question_and_the_questions_of_a_report_are_corrected_together():
    claims = [Claim(p, FOUND, NOTHING) for p in (0.01, 0.004, 0.03)]
    assert [f.p_value for f in settle(claims)] == pytest.approx([0.03, 0.012, 0.09])
    assert [f.is_claim for f in settle(claims, sharing=3)] == [False, True, False]
    assert [f.is_claim for f in settle(claims, sharing=3, tests=5)] == [False, False, False]


def test_the_most_is_said_only_beyond_chance_and_stays_a_description():
    most, among = described("A map earned the most."), described("A map earned among the most.")
    assert settle([Claim(1e-6, most, among)]) == [most]
    assert settle([Claim(0.2, most, among)]) == [among]
    assert most.certainty is None
    assert most.grade == "described"


def test_what_is_not_known_is_no_claim():
    assert settle([Claim(float("nan"), FOUND)]) == [None]
    assert settle([]) == []


def test_caused_and_tested_findings_come_before_descriptions_and_the_unclear_last():
    told = described("Games took 40 turns.")
    small = Finding("Small.", "small", "certain")
    large = Finding("Large.", "large", "likely")
    caused = Finding("Caused.", "small", "likely", kind="caused")
    unclear = Finding("Unclear.", "none", "unclear")
    map_, coin = (
        Finding(what, "large", "certain", kind="caused", size=size) for what, size in (("Map", 18), ("Coin", 8))
    )
    assert sorted([coin, map_], key=lambda f: f.rank) == [map_, coin]
    assert sorted([unclear, told, small, large, caused], key=lambda f: f.rank) == [caused, large, small, told, unclear]
