"""Reports in which there is nothing to find make a false claim in at most one of twenty."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy.stats import binom

from digsite.analyses.general.seats import answer as seats_answer
from digsite.analyses.result import Finding
from digsite.analyses.view import View
from digsite.simulator.games import all_games
from digsite.simulator.play.seating import FIXED
from tests.analyses.handmade import make_run
from tests.analyses.shuffled import Shuffled, false_claims

FALSE, CERTAINLY_FALSE = 0.05, 0.001  # of reports, at most: what *likely* and *certain* promise


def most_allowed(reports: int, rate: float = FALSE) -> int:
    """So many false reports show up once in a thousand times if one report in twenty is false, or at another rate."""
    return int(binom.ppf(0.999, reports, rate))


def certainly(found: list[list[Finding | str]]) -> list[Finding]:
    """The first false claim of each report that is called certain."""
    claims = [
        [claim for claim in each if isinstance(claim, Finding) and claim.certainty == "certain"] for each in found
    ]
    return [each[0] for each in claims if each]


def rows_with_ties(games: int, seats: int) -> list[dict[str, int]]:
    """Scores of unlike seats, with ties and a seat that often leads, as rows of real games have them."""
    scores = np.random.default_rng(1).integers(0, 30, (games, seats)) + np.arange(seats) * 5
    return [{f"score_{seat + 1}": int(row[seat]) for seat in range(seats)} for row in scores]


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    rows = rows_with_ties(900, 3)
    return make_run(tmp_path_factory.mktemp("base") / "run", "lost-cities", ["a", "b", "c"], rows, rotate=True)


@pytest.mark.parametrize("rotate", [True, False])
def test_shuffling_moves_outcomes_with_their_seats_and_leaves_games_whole(base, rotate):
    run = Shuffled(base, 300, np.random.default_rng(2), rotate=rotate)
    rows = run.games.collect()
    assert rows.height == 300
    for row in rows.iter_rows(named=True):
        first = [seat for seat in (1, 2, 3) if row[f"rank_{seat}"] == 1]
        assert len(first) == row["winners"]
        assert row["winner"] == (first[0] if len(first) == 1 else 0)
        assert max(row[f"score_{seat}"] for seat in (1, 2, 3)) == row[f"score_{first[0]}"]
    line_ups = [rows[f"strategy_{seat}"][:3].to_list() for seat in (1, 2, 3)]
    assert line_ups[0] == (["player 1", "player 2", "player 3"] if rotate else ["player"] * 3)


def test_seats_that_really_differ_are_found_before_they_are_shuffled(base):
    alone = make_run(base.folder.parent / "alone", "lost-cities", ["a"] * 3, rows_with_ties(900, 3))
    assert any(finding.is_claim for finding in seats_answer(View(alone)).findings)


@pytest.mark.parametrize("rotate", [True, False])
def test_a_report_with_nothing_to_find_claims_nothing(base, rotate):
    rng, reports = np.random.default_rng(3), 40
    found = [false_claims(Shuffled(base, 99, rng, rotate=rotate)) for _ in range(reports)]
    assert sum(map(bool, found)) <= most_allowed(reports)
    assert not any(claim.certainty == "certain" for claims in found for claim in claims if not isinstance(claim, str))


def test_games_that_share_their_luck_and_are_taken_for_independent_are_caught(tmp_path):
    """Three games of each deal with the same result: counted one by one, chance looks like an advantage."""
    rows = [row for row in rows_with_ties(300, 3) for _ in range(3)]
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b", "c"], rows, rotate=True)
    rng, reports, false = np.random.default_rng(4), 60, 0
    for _ in range(reports):
        shuffled = Shuffled(run, 600, rng, rotate=True)
        shuffled.plan = replace(shuffled.plan, players=["player"] * 3, seating=FIXED)
        alike = {f"strategy_{seat}": pl.lit("player") for seat in (1, 2, 3)}
        shuffled._rows = shuffled._rows.with_columns(luck=pl.col("game"), **alike)
        false += any(
            finding.is_claim for finding in seats_answer(View(shuffled)).findings if "alike" not in finding.sentence
        )
    assert false > most_allowed(reports)


def test_nudges_that_change_nothing_are_claimed_to_change_nothing(base):
    rng, reports = np.random.default_rng(5), 12
    found = [false_claims(Shuffled(base, 99, rng, rotate=True), rng, nudges=3) for _ in range(reports)]
    assert sum(map(bool, found)) <= most_allowed(reports)


@pytest.mark.verify
@pytest.mark.many_games
@pytest.mark.parametrize(("games", "reports"), [(100, 200), (1_000, 200), (100_000, 50)])
def test_reports_on_shuffled_games_make_a_false_claim_in_at_most_one_of_twenty(games, reports, tmp_path_factory):
    """So many reports of each game with four seats, rotated and not, with nudges and without; one in a thousand is certain.

    All are counted together: a rate that is too high in one game alone shows up in the whole, or is small.
    """
    import digsite

    found, rng = [], np.random.default_rng(games)
    for game in all_games():
        folder = tmp_path_factory.getbasetemp() / f"shuffled-{game}"
        if not folder.exists():
            digsite.simulate(game, 20_000, players=4, rotate=True, seed=5, events=0, out=folder)
        run = digsite.Run(folder)
        dealt = "monument" if "monument" in run.games.collect_schema().names() else ""
        for report in range(2 * reports):
            shuffled = Shuffled(run, games, rng, rotate=report % 2 == 0, dealt=dealt)
            found.append(false_claims(shuffled, rng if report % 4 < 2 else None))
    print(
        f"{games:,} games: {sum(map(bool, found))} of {len(found):,} reports claim what is false, {len(certainly(found))} certain"
    )
    assert sum(map(bool, found)) <= most_allowed(len(found))
    assert len(certainly(found)) <= most_allowed(len(found), CERTAINLY_FALSE), [it.sentence for it in certainly(found)]
