"""Page one: the verdict leads with what is off, figures in large type have enough games, proposals are commands that work."""

import math
import re
import shlex
from dataclasses import replace
from types import SimpleNamespace as Namespace

import polars as pl
import pytest

from digsite.analyses.first_page.caveats import caveats
from digsite.analyses.first_page.changes import Known, changes
from digsite.analyses.first_page.seats import SeatWins, going_first, seat_wins
from digsite.analyses.first_page.tiles import FEWEST, Shown, make_tiles
from digsite.analyses.first_page.verdict import verdict
from digsite.analyses.first_page.worth import Worth, worth_chart, worths
from digsite.analyses.registry import answer
from digsite.analyses.result import Finding, Result, described
from digsite.analyses.scorecard import Line
from digsite.simulator.game.wording import typed
from digsite.simulator.games import find_game
from tests.analyses.handmade import make_run
from tests.reports.examples import made_run


def claim(seat: int, above: float, effect: str = "small") -> Finding:
    return Finding(f"Seat {seat} differs.", effect, "certain", {"seat": seat, "above_fair": above})


def wins(*shares: float, claims: tuple[Finding, ...] = (), alike: bool = False) -> SeatWins:
    return SeatWins(shares, {finding.figures["seat"]: finding for finding in claims}, alike, len(shares))


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (wins(0.27, 0.25, 0.25, 0.23, claims=(claim(1, 0.02),)), "Going first helps a little: 27.0 % of wins instead of 25 %."),
        (wins(0.33, 0.25, 0.22, 0.2, claims=(claim(1, 0.08, "large"),)), "Going first helps a lot: 33.0 % of wins instead of 25 %."),
        (
            wins(0.23, 0.25, 0.25, 0.29, claims=(claim(1, -0.02), claim(4, 0.04))),
            "Going first hurts a little: 23.0 % of wins instead of 25 %; the last seat wins 29.0 %.",
        ),
        (
            wins(0.251, 0.25, 0.21, 0.289, claims=(claim(3, -0.04), claim(4, 0.039))),
            "Going first makes no clear difference; the third seat wins 21.0 % instead of 25 %.",
        ),
        (wins(0.25, 0.25, 0.25, 0.25, alike=True), "Going first makes no noticeable difference."),
        (wins(0.27, 0.25, 0.25, 0.23), "Whether going first matters is not clear yet."),
    ],
)  # fmt: skip
def test_the_first_player_is_always_named_and_a_seat_further_from_fair_with_it(found, said):
    assert going_first(found) == said


def test_what_one_of_two_seats_gains_the_other_loses():
    table = pl.DataFrame({"seat": [1, 2], "win": [0.46, 0.54]})
    result = Result("seats", "Seats", {"seats": table}, [claim(2, 0.04, "moderate")], [])
    assert going_first(seat_wins([result], 2)) == "Going first hurts clearly: 46.0 % of wins instead of 50 %."


def test_seats_that_were_always_one_strategys_are_not_spoken_of():
    table = pl.DataFrame({"seat": [1, 2], "win": [0.6, 0.4]})
    assert seat_wins([Result("seats", "Seats", {"seats": table}, [described("Seat 1 won.")], [])], 2) is None


def test_a_number_of_players_that_is_not_that_of_the_sides_does_not_stop_the_sentence():
    assert going_first(wins(0.4, 0.3, 0.3)).startswith("Whether going first")


def line(name: str, word: str, verdict: str, **more) -> Line:
    usual = {"pace": {"median": 50, "q05": 40.0, "q95": 90.0}}.get(name, {})
    return Line(
        name,
        word,
        verdict,
        "A map: +17 percentage points",
        "1 to 2",
        "So it is.",
        **{"value": 0.166, "figures": usual} | more,
    )


def by_name(*lines: Line) -> dict[str, Line]:
    return {each.name: each for each in lines}


EVEN = wins(0.25, 0.25, 0.25, 0.25, alike=True)


def test_the_verdict_leads_with_what_is_off_and_then_says_who_goes_first_and_what_is_fine():
    lines = by_name(
        line("seats", "fair", "fine"), line("components", "one decisive", "off", unit="a map"), line("pace", "steady", "fine"),
        line("tension", "not yet clear", "watch"),
    )  # fmt: skip
    assert verdict(lines, EVEN) == (
        "One thing decides too much: a map adds 17 wins in 100.",
        "Going first makes no noticeable difference. Otherwise games take about the same time. Not clear yet: tension.",
    )


def test_seats_that_are_off_come_before_all_else():
    lines = by_name(line("seats", "unfair", "off"), line("pace", "long games", "off", unit="turns"))
    found = wins(0.4, 0.3, 0.2, 0.1, claims=(claim(1, 0.15, "large"),))
    assert verdict(lines, found) == (
        "Going first helps a lot: 40.0 % of wins instead of 25 %.",
        "One game in twenty takes more than 90 turns.",
    )


def test_where_nothing_is_known_the_verdict_says_so():
    assert verdict({}, None) == ("These games alone do not show how balanced the game is.", "")


def test_every_word_that_a_line_may_have_where_it_is_off_has_a_clause():
    for name, word in (
        ("strategies", "narrow"), ("tension", "settled early"), ("tension", "lead is no lead"), ("pace", "long games"),
        ("components", "some unwanted"), ("components", "one decisive"), ("components", "some decisive"),
        ("winning alone", "easy"), ("winning alone", "hard"),
    ):  # fmt: skip
        lead, _ = verdict(by_name(line(name, word, "off")), None)
        assert lead.endswith(".")
        assert "{" not in lead


def tension(games: int) -> Line:
    return line("tension", "open", "fine", figures={"comeback": 0.45, "games": games})


def leaders(games: int) -> dict:
    rows = {"order": [1, 2, 3, 4], "games": [games] * 4, "win": [0.3, 0.4, 0.5, 0.8]}
    return {"timeline": {"leaders": pl.DataFrame(rows)}}


def test_no_share_of_fewer_than_a_hundred_games_is_in_large_type():
    (tile,) = make_tiles(by_name(tension(FEWEST - 1)), Shown({}, None, 4))
    assert (tile.figure, tile.word) == ("–", "not measured")
    (tile,) = make_tiles(by_name(tension(FEWEST)), Shown({}, None, 4))
    assert tile.figure == "45 %"
    (tile,) = make_tiles(by_name(tension(FEWEST)), Shown(leaders(FEWEST - 1), None, 4))
    assert tile.figure == "45 %"


def test_comebacks_are_counted_half_way_of_all_games_where_those_are_known():
    (tile,) = make_tiles(by_name(tension(40)), Shown(leaders(12_000), None, 4))
    assert (tile.figure, tile.note) == (
        "60 %",
        "of games are lost by the half-time leader",
    )  # 40 % led after the second of four


def test_the_tile_of_seats_is_about_the_first_player_and_names_the_seat_that_is_off():
    found = wins(0.251, 0.25, 0.21, 0.289, claims=(claim(3, -0.04), claim(4, 0.039)))
    (tile,) = make_tiles(by_name(line("seats", "unfair", "off")), Shown({}, found, 4))
    assert (tile.label, tile.figure, tile.word) == ("Going first", "25.1 %", "off")
    assert tile.note == "25 % is fair; the third seat 21.0 %"
    (tile,) = make_tiles(by_name(line("seats", "cannot be told", "open")), Shown({}, None, 4))
    assert (tile.figure, tile.word) == ("–", "not measured")


def test_a_length_that_never_varies_is_one_number():
    same = line("pace", "steady", "fine", figures={"median": 9.0, "q05": 9.0, "q95": 9.0}, unit="turns")
    (tile,) = make_tiles(by_name(same), Shown({}, None, 2))
    assert (tile.figure, tile.note) == ("9 turns", "nearly always 9")


def worth_table(*rows: tuple[str, int, float, float]) -> dict:
    columns = {
        "nudge": [],
        "thing": [],
        "units": [],
        "win_change": [],
        "win_change_low": [],
        "win_change_high": [],
        "win_p": [],
        "pairs": [],
    }
    for name, units, change, p_value in rows:
        for key, value in zip(
            columns, (name, f"a {name}", units, change, change - 0.01, change + 0.01, p_value, 500), strict=True
        ):
            columns[key].append(value)
    return {"things": {"worth": pl.DataFrame(columns)}}


def test_what_one_more_is_worth_is_for_one_and_of_things_that_are_given():
    found = worths(worth_table(("card", 2, 0.06, 0.001), ("map", 1, 0.1, 0.5), ("ban", -1, -0.3, 0.0)))
    assert [(worth.nudge, round(worth.value, 3), worth.sure) for worth in found] == [
        ("map", 0.1, False),
        ("card", 0.03, True),
    ]
    assert worth_chart(found) is None  # two bars say less than a sentence


def test_the_picture_of_many_things_has_the_most_and_the_least_and_says_how_many_there_are():
    found = worths(worth_table(*((f"thing{at}", 1, at / 100, 0.0) for at in range(9))))
    chart = worth_chart(found)
    assert chart.table["thing"].to_list() == ["A thing8", "A thing7", "A thing6", "A thing5", "A thing4", "A thing0"]
    assert "Of 9 things" in chart.caption


@pytest.fixture
def run(tmp_path):
    return made_run(tmp_path)


def proposals(
    run, *lines: Line, seats: SeatWins | None = None, worth: tuple[Worth, ...] = (), doubts=None, tables=None
):
    return changes(Known(run, by_name(*lines), tables or {}, seats, worth, doubts))


CARD = Worth("card", "a card", 0.03, 0.02, 0.04, True, 500)
MAP = Worth("token", "a token", 0.166, 0.12, 0.2, True, 500)


def test_the_weakest_seat_is_offered_what_is_worth_about_as_much_as_it_lacks(run):
    found = wins(0.27, 0.25, 0.25, 0.23, claims=(claim(4, -0.02),))
    seats = line("seats", "borderline", "watch")
    (change, *_) = proposals(run, seats, seats=found, worth=(MAP, CARD))
    assert (change.do, change.because) == (
        "Give the last seat a card.",
        "It is 2.0 wins in 100 short; one is worth 3.0.",
    )
    (change, *_) = proposals(run, seats, seats=found, worth=(MAP,))
    assert change.do == "Give the last seat something less than a token."
    (change, *_) = proposals(run, seats, seats=found)
    assert change.do == "Give the last seat something small."
    assert not [it for it in proposals(run, seats, seats=wins(0.27, 0.25, 0.25, 0.23)) if it.do.startswith("Give")]


def test_what_decides_too_much_is_to_be_weakened_and_what_no_one_wants_strengthened(run):
    band = {"value": MAP.value, "band": (0.0, 0.1)}
    (change,) = proposals(run, line("components", "one decisive", "off", **band), worth=(MAP, CARD))
    assert (change.do, change.because) == ("Weaken a token.", "One more adds 17 wins in 100; at most 10 is fine.")
    (change,) = proposals(run, line("components", "some unwanted", "off", **band), worth=(MAP, CARD))
    assert change.do == "Strengthen a token, or cut it."


def guess(run):
    key, others = next((f.key, f.alternatives) for f in run.game.figures.unconfirmed() if len(f.alternatives) > 1)
    figures = {figure.key: figure for figure in run.game.figures}
    plan = replace(run.plan, settings=[], rules=run.game.figures.values())
    last = typed([value for value in others if value != figures[key].value][-1])
    return Namespace(plan=plan, game=run.game, folder=run.folder, manifest=run.manifest), key, last


def test_a_guess_is_to_be_found_out_only_if_it_matters_and_is_compared_at_the_value_that_moves_most(run):
    plain, key, last = guess(run)
    row = {"figure": key, "matters": "large", "moves": "it moves the mean score", "most_at": last}
    (change,) = proposals(plain, doubts=pl.DataFrame([row]))
    assert change.do == f"Find out `{key}`."
    assert f"{key}={last}" in change.command
    assert proposals(plain, doubts=pl.DataFrame([row | {"matters": "small"}])) == []


@pytest.mark.parametrize("settings", [[], ["rival.red_tiles=4"]])
def test_a_game_for_one_is_followed_up_at_each_difficulty(tmp_path, settings):
    run = make_run(tmp_path / "r", "arnak", ["balanced"], [{"score_1": 50}] * 40)
    answer(run, "rival")
    run.plan.settings[:] = settings
    (change, *_) = proposals(run, line("winning alone", "easy", "off", value=1.0))
    assert (change.do, change.question) == ("Choose another difficulty.", "rival")
    assert change.command == "digsite sweep arnak --players 1 --seats balanced --set rival.red_tiles=0,1,2,3,4,5"


def test_there_are_three_at_most_the_most_pressing_first_and_each_command_is_one(run):
    import typer

    from digsite.simulator.cli.app import app

    verbs = typer.main.get_command(app)
    plain, key, last = guess(run)
    table = pl.DataFrame({"strategy": ["a", "b"], "win": [0.4, 0.1]})
    lines = [
        line("seats", "unfair", "off"), line("components", "one decisive", "off", value=MAP.value, band=(0.0, 0.1)),
        line("strategies", "narrow", "off", figures={"not_worth_playing": ["b"]}), line("tension", "settled early", "off"),
        line("pace", "long games", "off", unit="turns"), line("players behind it", "beatable", "open"),
        line("winning alone", "hard", "off"),
    ]  # fmt: skip
    tables = {"strategies": {"strategies": table}}
    found = wins(0.4, 0.2, 0.2, 0.2, claims=(claim(1, 0.15),))
    doubts = pl.DataFrame([{"figure": key, "matters": "large", "moves": "it moves", "most_at": last}])
    every = [proposals(plain, each, seats=found, worth=(MAP, CARD), tables=tables, doubts=doubts)[0] for each in lines]
    whole = proposals(plain, *lines, seats=found, worth=(MAP, CARD), tables=tables, doubts=doubts)
    assert whole == every[:3]
    for change in every:
        program, verb, *options = shlex.split(change.command)
        assert program == "digsite"
        verbs.commands[verb].make_context(verb, options)
    assert "--strategies random" in next(it.command for it in every if it.do.startswith("Strengthen what"))


def test_mixed_seats_are_to_be_separated_and_borderline_ones_to_be_looked_at_closer(run):
    (change,) = proposals(run, line("seats", "cannot be told", "open"))
    assert change.do == "Let every strategy play every seat."
    (change,) = proposals(run, line("seats", "borderline", "watch"))
    assert change.do == "Play four times the games."
    assert "--games 1600" in change.command


def test_caveats_name_unplayed_games_guesses_and_the_strength_of_players(tmp_path):
    run = made_run(tmp_path, games=100)
    beaten = line("players behind it", "beatable", "open", figures={"strategy": "rusher"})
    assert caveats(run, by_name(beaten), 3, 29) == [
        "100 games are few: only large differences show.",
        "3 of 29 rule figures are guesses.",
        "The players can be beaten: looking ahead, rusher beats itself.",
    ]
    run = Namespace(rows=100, plan=Namespace(games=800))
    assert caveats(run, {}, 0, 29) == ["Only 100 of 800 games have been played."]


def test_questions_that_a_game_is_asked_first_have_a_sentence_for_page_one(tmp_path):
    figures = find_game("chac").figures.values()
    row = {"planks_left": 3, "boulder_end": 9} | {f"boulder_{turn}": min(4 * turn, 41) for turn in range(1, 21)}
    run = make_run(tmp_path / "c", "chac", ["runner", "runner"], [row] * 60)
    assert re.fullmatch(
        r"The boulder reaches lava on turn \d+, .* seals the exit on turn 11.*\.", answer(run, "boulder").headline
    )
    bridge = answer(run, "bridge").headline
    assert bridge.startswith(
        "Planks of the bridge break in 100 % of games, all of them in 0 %; an adventurer falls in 0 %"
    )
    assert figures["bridge.planks"] == 5
    assert not math.isnan(run.rows)
