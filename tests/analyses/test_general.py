"""Known answers of the questions for any game, on runs made by hand."""

import re

import numpy as np
import polars as pl
import pytest

from digsite.analyses.general.scores import _ends
from digsite.analyses.general.timeline import _meaning
from digsite.analyses.registry import answer, answerable
from digsite.analyses.scorecard import scorecard
from digsite.analyses.stats import Estimate
from digsite.analyses.summary import notes as summary_notes
from digsite.analyses.summary import summarise
from tests.analyses.handmade import make_run


def said(result):
    return " ".join(finding.sentence for finding in result.findings)


def random_rows(games, seats, planted=0, seed=1):
    """Games whose seats score alike, but for the points planted on seat 1."""
    scores = np.random.default_rng(seed).integers(0, 100, (games, seats))
    scores[:, 0] += planted
    return [{f"score_{seat + 1}": int(row[seat]) for seat in range(seats)} for row in scores]


# ------------------------------------------------------------------------------------------------------- seats


def test_seats_share_wins_and_scores(tmp_path):
    rows = [{"score_1": 10, "score_2": 4}] * 6 + [{"score_1": 1, "score_2": 3}] * 2 + [{"score_1": 5, "score_2": 5}] * 2
    table = answer(make_run(tmp_path / "r", "lost-cities", ["a", "a"], rows), "seats").tables["seats"]
    assert table["win"].to_list() == pytest.approx([0.7, 0.3])
    assert table["score"].to_list() == pytest.approx([7.2, 4.0])
    assert table["above_fair"].to_list() == pytest.approx([0.2, -0.2])


def test_a_planted_advantage_is_found(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a"] * 4, random_rows(2000, 4, planted=15))
    result = answer(run, "seats")
    first = result.findings[0]
    assert first.sentence.startswith("Seat 1 wins ")
    assert "above its fair share" in first.sentence
    assert (first.effect, first.certainty) == ("large", "certain")
    assert "2,000 games" in first.sentence


def test_seats_are_said_to_need_nothing_only_where_they_are_shown_to_be_alike(tmp_path):
    def meaning(games, planted):
        rows = random_rows(games, 4, planted=planted)
        return answer(make_run(tmp_path / f"{games}-{planted}", "lost-cities", ["a"] * 4, rows), "seats").meaning

    assert meaning(40, 0) == "Too few games to say whether the seats need compensation."
    assert meaning(20_000, 0) == "Seats need no compensation."
    assert meaning(2_000, 30).startswith("The seat decides games")
    assert any("takes more games to say" in meaning(2_000, planted) for planted in (4, 5, 6))


def test_symmetric_seats_are_not_accused(tmp_path):
    accused = 0
    for seed in range(10):
        run = make_run(tmp_path / f"r{seed}", "lost-cities", ["a"] * 4, random_rows(200, 4, seed=seed))
        accused += any(f.is_claim for f in answer(run, "seats").findings)
    assert accused <= 1


def test_a_rotated_strategy_is_not_taken_for_a_seat(tmp_path):
    rng = np.random.default_rng(3)
    rows = []
    for game in range(1500):
        strong = -game % 3  # the seat where player 0 sits in this rotation
        scores = rng.integers(0, 100, 3)
        scores[strong] += 60
        rows.append({f"score_{seat + 1}": int(scores[seat]) for seat in range(3)})
    run = make_run(tmp_path / "r", "lost-cities", ["strong", "weak", "weak"], rows, rotate=True)
    result = answer(run, "seats")
    assert not any("fair share." in f.sentence for f in result.findings if f.is_claim)
    by_strategy = result.tables["by_strategy"]
    assert by_strategy.filter(pl.col("strategy") == "strong")["win"].min() > 0.6
    strategies = answer(run, "strategies").tables["strategies"]
    assert strategies["strategy"][0] == "strong"
    assert strategies["win"][0] > 0.6


def test_without_rotation_seat_and_strategy_cannot_be_told_apart(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], random_rows(500, 2, planted=50))
    result = answer(run, "seats")
    assert "always played by a" in result.findings[0].sentence
    assert {finding.kind for finding in result.findings} == {"described"}
    assert "--seating" in result.notes[0]


def test_equal_rotations_do_not_make_chance_look_certain(tmp_path):
    rows = [row for row in random_rows(30, 2, seed=8) for _ in range(2)]
    run = make_run(tmp_path / "r", "lost-cities", ["a", "a"], rows, rotate=True)
    once = make_run(tmp_path / "s", "lost-cities", ["a", "a"], rows[::2])
    wide, narrow = (answer(r, "seats").tables["seats"] for r in (run, once))
    assert wide["win_low"].to_list() == pytest.approx(narrow["win_low"].to_list(), abs=0.02)


# -------------------------------------------------------------------------------------------------- strategies


def test_head_to_head_counts_who_ranks_before_whom(tmp_path):
    rows = [{"score_1": 3, "score_2": 2, "score_3": 1}] * 3 + [{"score_1": 1, "score_2": 2, "score_3": 2}]
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b", "c"], rows)
    duels = answer(run, "strategies").tables["head_to_head"]
    ahead = {(row["strategy"], row["rival"]): (row["ahead"], row["lead"]) for row in duels.iter_rows(named=True)}
    assert ahead["a", "b"] == (0.75, 0.5)
    assert ahead["b", "a"] == (0.25, -0.5)
    assert ahead["b", "c"] == (0.875, 0.75)
    assert ("a", "a") not in ahead


# ------------------------------------------------------------------------------------- scores, sources, length


def test_margins_close_games_and_ties(tmp_path):
    rows = (
        [{"score_1": 100, "score_2": 50, "score_3": 95}] * 4  # close: 5 of 100
        + [{"score_1": 100, "score_2": 60, "score_3": 10}] * 3
        + [{"score_1": 80, "score_2": 80, "score_3": 0}] * 2  # shared
        + [{"score_1": 70, "score_2": 70, "score_3": 0, "rank_1": 1, "rank_2": 2, "rank_3": 3}]
    )
    tables = answer(make_run(tmp_path / "r", "lost-cities", ["a"] * 3, rows), "scores").tables
    shares = dict(tables["endings"].select("ending", "share").rows())
    assert shares == {"close win": 0.4, "clear win": 0.3, "win shared": 0.2, "won level on points": 0.1}
    margins = dict(tables["margins"].select("margin", "share").rows())
    assert margins == {0.0: pytest.approx(0.3), 4.0: 0.4, 40.0: 0.3}
    summary = tables["summary"].row(0, named=True)
    assert summary["mean"] == pytest.approx(np.mean([[r[f"score_{k}"] for k in (1, 2, 3)] for r in rows]))
    assert (summary["lowest"], summary["q50"], summary["highest"]) == (0, 70, 100)


def test_a_game_without_a_tie_break_is_not_told_to_have_one(tmp_path):
    level = {"score_1": 0, "score_2": 0, "rank_1": 1, "rank_2": 2, "winner": 1, "winners": 1}
    rows = [level] * 2 + [{"score_1": 9}] * 8
    temple, cities = (
        said(answer(make_run(tmp_path / game, game, ["a", "b"], rows), "scores")) for game in ("chac", "lost-cities")
    )
    assert "tie-break" not in temple
    assert "20 % of games are won by the only player who got out, with nothing" in temple
    assert "of games are won on the tie-break, by more artifacts" in cities


def test_a_turn_of_a_player_is_not_called_by_the_word_for_a_round(tmp_path):
    rows = [{"turns": 40 + at % 3, "end_reason": ("exit sealed", "nobody inside")[at % 2]} for at in range(12)]
    told = said(answer(make_run(tmp_path / "r", "chac", ["a", "b"], rows), "length"))
    assert "A game takes 41.0 player turns on average" in told
    assert "of games end when the boulder seals the exit" in told
    assert "'exit sealed'" not in told


def test_every_page_has_the_same_win_share(tmp_path):
    """Of the games that somebody won: the summary, the answers about seats and strategies, and those of a game's own."""
    rows = [{"winners": 0, "winner": 0, "rank_1": 2, "rank_2": 2}] * 4 + [{"score_1": 9}] * 6 + [{"score_2": 9}] * 2
    run = make_run(tmp_path / "r", "chac", ["a", "b"], rows)
    pages = [
        summarise(run)["seats"].filter(pl.col("seat") == "1")["win rate"][0],
        answer(run, "seats").tables["seats"]["win"][0],
        answer(run, "strategies").tables["strategies"].filter(pl.col("strategy") == "a")["win"][0],
    ]
    assert pages == pytest.approx([6 / 8] * 3)
    told = "Nobody won 4 games of 12 (33.3 %); win rates are of the games that somebody won."
    assert all(told in found for found in (summary_notes(run), *(answer(run, q).notes for q in ("seats", "routes"))))
    assert answer(run, "routes").tables["routes"]["win"].to_list() == [pytest.approx(0.5)]


def test_games_that_nobody_won_are_kept_apart(tmp_path):
    rows = [{"winners": 0, "winner": 0, "rank_1": 2, "rank_2": 2}] * 3 + [{"score_1": 9}] * 7
    run = make_run(tmp_path / "r", "chac", ["a", "b"], rows)
    scores = answer(run, "scores")
    shares = dict(scores.tables["endings"].select("ending", "share").rows())
    assert shares["nobody wins"] == 0.3
    assert (
        "7 games that somebody won" in next(chart for chart in scores.charts if chart.name == "scores-margins").caption
    )
    seats = answer(run, "seats")
    assert seats.tables["seats"]["games"].to_list() == [7, 7]
    assert "Nobody won 3 games of 10" in " ".join(seats.notes)


def test_all_games_of_a_player_alone_count(tmp_path):
    lost, won = {"winners": 0, "winner": 0, "rank_1": 2, "score_1": 4}, {"score_1": 9}
    run = make_run(tmp_path / "r", "arnak", ["a"], [lost] * 3 + [won] * 7)
    tables = summarise(run)
    assert tables["seats"]["win rate"].to_list() == tables["strategies"]["win rate"].to_list() == [0.7]
    assert "Nobody won" not in " ".join(summary_notes(run))
    counted = dict(answer(run, "sources").tables["sources"].select("result", "appearances").rows())
    assert (counted["winners"], counted["losers"]) == (7, 3)


def test_a_run_without_any_winner_is_answered(tmp_path):
    rows = [{"winners": 0, "winner": 0, "rank_1": 2, "rank_2": 2}] * 5
    run = make_run(tmp_path / "r", "chac", ["a", "b"], rows)
    for question in answerable(run):
        assert answer(run, question.name).title


def test_sources_add_up_and_set_winners_apart(tmp_path):
    rows = [
        {
            "score_1": 50 + i,
            "stones_positive_1": 30 + i,
            "tiles_1": 20,
            "score_2": 25,
            "stones_positive_2": 10,
            "tiles_2": 15,
        }
        for i in range(4)
    ]
    result = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "sources")
    table = result.tables["sources"]
    winners = dict(table.filter(pl.col("result") == "winners").select("part", "points").rows())
    assert (winners["positive stones"], winners["victory point tiles"]) == (31.5, 20.0)
    gaps = dict(result.tables["gaps"].select("part", "gap").rows())
    assert (gaps["positive stones"], gaps["victory point tiles"]) == (21.5, 5.0)
    assert "positive stones +22 (+19 to +24)" in said(result)
    assert "other sources" not in said(result)


def test_close_finishes_are_not_said_to_be_decided_by_a_tie_break_that_none_came_to(tmp_path):
    rows = [{"score_1": 100 - game % 2, "score_2": 100 - (game + 1) % 2} for game in range(200)]
    result = answer(make_run(tmp_path / "r", "lost-cities", ["a"] * 2, rows), "scores")
    assert result.meaning == "Close finishes are common, so a small bonus can decide a game."


@pytest.mark.parametrize(("seats", "together"), [(1, False), (2, True)])
def test_captions_speak_of_several_players_only_where_there_are_some(tmp_path, seats, together):
    run = make_run(tmp_path / "r", "arnak", ["a"] * seats, random_rows(40, seats))
    captions = [answer(run, question).charts[0].caption for question in ("scores", "length")]
    assert ["all seats of" in captions[0], "all players' turns together" in captions[1]] == [together, together]


def test_the_interval_of_a_whole_number_is_told_by_both_ends_or_by_the_one_number_in_it():
    assert _ends(Estimate(5.0, 4.0, 5.0, 10)) == "4 to 5"
    assert _ends(Estimate(5.0, 5.0, 5.0, 10)) == "the interval holds 5 alone"


@pytest.mark.parametrize(
    ("longest", "longer"), [(50, "no more turns than the median"), (55, "at most 10 % more turns than the median")]
)
def test_a_length_that_hardly_varies_is_not_said_to_exceed_the_median(tmp_path, longest, longer):
    rows = [{"score_1": 2, "score_2": 1, "turns": longest if game % 10 == 0 else 50} for game in range(100)]
    result = answer(make_run(tmp_path / "r", "lost-cities", ["a"] * 2, rows), "length")
    assert result.meaning == f"The time on the box can be trusted: nineteen games in twenty take {longer}."


def test_a_gap_of_which_only_some_sources_are_named_says_that_there_are_more(tmp_path):
    parts = {
        f"{name}_1": 9 - at for at, name in enumerate(("stones_positive", "tiles", "artifact_points", "floor_relief"))
    }
    rows = [{"score_1": 60 + i, "stones_negative_1": -1, **parts, "score_2": 25} for i in range(4)]
    result = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "sources")
    assert result.tables["gaps"].filter(pl.col("gap") != 0).height == 5
    assert "; the table has the other sources." in said(result)


def test_length_shows_turns_and_ends(tmp_path):
    rows = [{"score_1": 1, "turns": 40, "end_reason": "bridge"}] * 3 + [
        {"score_1": 1, "turns": 60, "end_reason": "draw pile"}
    ]
    result = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "length")
    ends = {row["end_reason"]: row for row in result.tables["end_reasons"].iter_rows(named=True)}
    assert (ends["bridge"]["share"], ends["bridge"]["turns"]) == (0.75, 40.0)
    assert ends["draw pile"]["turns"] == 60.0
    assert "45 turns on average" in said(result).replace(".0 ", " ")


def test_what_is_said_of_long_games_is_true_where_most_take_as_many_turns(tmp_path):
    turns = [55] * 7 + [56] * 12 + [57]
    rows = [{"score_1": 1, "turns": many, "end_reason": "bridge"} for many in turns]
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows)
    result = answer(run, "length")
    assert result.meaning.endswith("nineteen games in twenty take no more turns than the median.")
    pace = next(line for line in scorecard(run, [result]).lines if line.name == "pace")
    assert pace.sentence.startswith("Nineteen games in twenty take at most 56 turns")
    rows = [{"score_1": 1, "turns": 40 + 10 * (at // 10), "end_reason": "bridge"} for at in range(19)]
    meaning = answer(make_run(tmp_path / "s", "lost-cities", ["a", "b"], rows), "length").meaning
    assert meaning.endswith("nineteen games in twenty take at most 25 % more turns than the median.")


def test_length_warns_of_games_that_did_not_end(tmp_path):
    rows = [{"score_1": 1, "turns": 40, "end_reason": "bridge"}] * 3 + [{"turns": 9_000, "end_reason": "broken off"}]
    result = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "length")
    warnings = [finding for finding in result.findings if "did not end" in finding.sentence]
    assert [finding.kind for finding in warnings] == ["described"]
    assert warnings[0].sentence.startswith("1 of 4 games did not end within 20,000 decisions and was broken off.")


# ---------------------------------------------------------------------------------------------------- timeline


def course(first, second, third, final):
    """A row from the points of two seats after each expedition and at the end."""
    row = {f"score_{seat}": final[seat - 1] for seat in (1, 2)}
    for number, points in enumerate((first, second, third), 1):
        row |= {f"points_after_{number}_{seat}": points[seat - 1] for seat in (1, 2)}
    return row


def test_the_timeline_shows_changes_decisions_and_comebacks(tmp_path):
    led_throughout = course((10, 0), (20, 5), (30, 9), (40, 9))
    came_back = course((0, 30), (10, 40), (50, 45), (50, 45))
    only_at_the_end = course((5, 0), (20, 5), (20, 5), (20, 30))
    rows = [led_throughout] * 5 + [came_back] * 3 + [only_at_the_end] * 2
    tables = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "timeline").tables
    assert dict(tables["lead_changes"].select("changes", "share").rows()) == {0: 0.5, 1: 0.5}
    since = dict(tables["decided"].select("since", "share").rows())
    assert since == {"after expedition 1": 0.5, "after expedition 3": 0.3, "finish": 0.2}
    leaders = dict(tables["leaders"].select("checkpoint", "win").rows())
    assert leaders == {"after expedition 1": 0.5, "after expedition 2": 0.5, "after expedition 3": 0.8}
    behind = tables["comebacks"].filter((pl.col("order") == 2) & (pl.col("behind_by") == 1))
    assert behind.select("appearances", "win").rows() == [(10, 0.5)]


def test_shared_wins_count_in_part_for_each_lead(tmp_path):
    shared = {f"score_{seat}": 9 for seat in (1, 2, 3)} | {"score_4": 1, "points_after_1_1": 20, "points_after_1_2": 5}
    alone = {"score_4": 30, "points_after_1_1": 20, "points_after_1_2": 5}
    nobody = {f"rank_{seat}": 2 for seat in range(1, 5)} | {"winners": 0, "winner": 0, "points_after_1_1": 20}
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b", "c", "d"], [shared] * 8 + [alone] * 4 + [nobody] * 4)
    result = answer(run, "timeline")
    tables = result.tables
    decided = next(chart for chart in result.charts if chart.name == "timeline-decided")
    assert decided.caption.endswith("; 4 games that somebody won alone.")
    behind, ahead = tables["win_by_lead"].sort("lead").rows(named=True)
    assert (behind["appearances"], behind["win"]) == (36, pytest.approx((16 / 3 + 4) / 36))
    assert (ahead["appearances"], ahead["win"]) == (12, pytest.approx(8 / 3 / 12))
    leader = tables["leaders"].row(0, named=True)
    assert (leader["games"], leader["led"], leader["win"]) == (12, 1.0, pytest.approx(8 / 3 / 12))
    behind = tables["comebacks"].filter(pl.col("behind_by") == 1).row(0, named=True)
    assert (behind["appearances"], behind["win"]) == (36, pytest.approx((16 / 3 + 4) / 36))


def test_there_are_games_without_a_leader(tmp_path):
    led, level = course((10, 0), (0, 0), (0, 0), (40, 9)), course((7, 7), (0, 0), (0, 0), (40, 9))
    row = (
        answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], [led] * 3 + [level] * 9), "timeline")
        .tables["leaders"]
        .row(0, named=True)
    )
    assert (row["games"], row["led"], row["win"]) == (3, 0.25, 1.0)


def test_win_chance_rises_with_the_lead(tmp_path):
    rows = [course((lead, 0), (lead, 0), (lead, 0), (lead, 0)) for lead in (-20, -10, 10, 20)] * 10
    table = answer(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows), "timeline").tables["win_by_lead"]
    for row in table.iter_rows(named=True):
        assert row["win"] == (1.0 if row["lead"] > 0 else 0.0)


def test_expeditions_not_played_are_no_checkpoints(tmp_path):
    rows = [{"score_1": 12, "points_after_1_1": 9}] * 4
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows, variants=["short"])
    assert answer(run, "timeline").tables["leaders"]["checkpoint"].to_list() == ["after expedition 1"]


def test_the_end_is_no_checkpoint(tmp_path):
    rows = [{"score_1": 9, "points_after_1_1": 5, "points_after_2_1": 9}] * 4
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows)
    assert answer(run, "timeline").tables["leaders"]["checkpoint"].to_list() == ["after expedition 1"]
    alone = make_run(tmp_path / "alone", "lost-cities", ["a", "b"], [{"score_1": 9, "points_after_1_1": 9}] * 4)
    assert answer(alone, "timeline").notes[0] == "These games record no score before the end, so there is no timeline."


def test_a_game_without_checkpoints_is_answered_politely(tmp_path, monkeypatch):
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], [{"score_1": 1}] * 4)
    monkeypatch.setattr(run.game, "checkpoints", ())
    result = answer(run, "timeline")
    assert not result.findings
    assert "record no score before the end" in result.notes[0]


# ---------------------------------------------------------------------------------------------------- all alike


@pytest.mark.parametrize("game", ["lost-cities", "archaeology", "chac"])
@pytest.mark.parametrize("seats", [2, 4])
def test_every_chart_names_columns_of_its_table_and_every_finding_is_a_sentence(tmp_path, game, seats):
    run = make_run(tmp_path / "r", game, ["a", *["b"] * (seats - 1)], random_rows(40 * seats, seats), rotate=True)
    for question in answerable(run):
        result = answer(run, question.name)
        assert result.question == question.name
        for chart in result.charts:
            columns = [chart.x, chart.y, *(chart.interval or ()), chart.series, chart.value, chart.exact]
            assert {column for column in columns if column} <= set(chart.table.columns), chart.name
            assert chart.name.startswith(question.name)
            assert chart.caption.endswith(".")
            assert chart.title
            assert chart.y_label
            assert chart.alt_text.endswith(".")
        for finding in result.findings:
            assert (finding.kind == "described") == (finding.certainty is None)
            assert finding.kind == "described" or (question.tests and finding.null)
            assert not re.search(r"[0-9] points (more|less) often|points of win rate", finding.sentence)
            assert finding.sentence.endswith(".")
            assert "nan" not in finding.sentence
            assert "inf" not in finding.sentence.replace("information", "")


@pytest.mark.parametrize(
    ("seats", "won", "said"),
    [(2, 0.57, "says little"), (2, 0.73, "helps and does not decide"), (4, 0.37, "says little"), (4, 0.5, "helps"), (2, 0.8, "mostly wins")],
)  # fmt: skip
def test_what_a_lead_says_is_held_against_the_fair_share(seats, won, said):
    leaders = pl.DataFrame({"order": [1], "checkpoint": ["after turn 9"], "win": [won]})
    assert said in _meaning(leaders, seats)
