"""The dice of the Temple of Chac are as exact as they are said to be, so its reports find no fault with them."""

import pytest

import digsite
from analyses.registry import answer
from tests.analyses.test_shuffled import most_allowed


@pytest.mark.verify
@pytest.mark.many_games
def test_reports_find_no_fault_with_boulder_and_planks(tmp_path):
    reports, false = 40, 0
    for seed in range(reports):
        run = digsite.simulate("chac", 500, players=4, seed=seed, events=500, out=tmp_path / str(seed))
        found = [finding for question in ("boulder", "bridge") for finding in answer(run, question).findings]
        assert any(finding.null for finding in found)
        false += any(finding.stands for finding in found)
    assert false <= most_allowed(reports)
