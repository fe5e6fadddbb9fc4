"""The report: one file, complete, escaped, the same bytes twice, and without a way out to the network."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace as Namespace

import polars as pl
import polars.selectors as cs
import pytest

from digsite.analyses.labels import Terms
from digsite.analyses.question import Term
from digsite.analyses.registry import answer, answerable, topics_of
from digsite.analyses.result import Finding, Result, described
from digsite.analyses.scorecard import Scorecard
from digsite.reports.page.answers import DrawnChart, GradedFinding, unfolded_charts
from digsite.reports.page.report import build, render
from digsite.reports.page.rules_table import command, manifest_text, rules_in_words, rules_used
from digsite.reports.page.tables import MOST_ROWS, table_of
from digsite.simulator.errors import WrongUse
from digsite.simulator.games import all_games, find_game
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.reporting.companions import _play_counterpart
from digsite.simulator.lab.reporting.report import page_at
from digsite.simulator.play.plan import short_hash
from digsite.simulator.runs.run import Run
from digsite.strategies.strength import Strength
from tests.analyses.handmade import make_run
from tests.reports.examples import NASTY, card, chart_of_seats, made_run, results, words_of

NARRATED = ["Game 7: the middle of all.", "Seat 1 (random) plays <b>a blue 3</b>.", "", "Seat 2 wins."]


@pytest.fixture
def run(tmp_path):
    return made_run(tmp_path, players=("random", NASTY, "random", "random"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The page about a run with everything in it."""
    run = made_run(tmp_path_factory.mktemp("whole"), players=("random", NASTY, "random", "random"))
    return render([run], answers=lambda _: results(), narrate=lambda _: NARRATED, title=f"About {NASTY}")


def page(*runs, **slots):
    """A page with few charts."""
    return render(list(runs), answers=lambda _: brief(), **slots)


def brief():
    seats, strategies = results()
    return [seats, replace(strategies, charts=strategies.charts[:1])]


class Tags(HTMLParser):
    """All tags with their attributes, and whether they nest well."""

    def __init__(self):
        super().__init__()
        self.tags, self.open, self.bad = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append(tag)


def parsed(html):
    parser = Tags()
    parser.feed(html)
    return parser


def test_the_same_runs_give_the_same_bytes(run, tmp_path):
    first = build([run], tmp_path / "a" / "report.html", answers=lambda _: brief())
    second = build([Run(run.folder)], tmp_path / "b.html", answers=lambda _: brief())
    assert first.read_bytes() == second.read_bytes()
    assert list(tmp_path.glob("**/*.aside")) == []


def test_every_finding_is_there_and_graded(whole):
    html = words_of(whole)
    for result in results():
        for finding in result.findings:
            assert finding.sentence in html
    assert "tested: moderate effect, certain" in html
    assert "tested, unclear" in html


def test_an_answer_comes_first_then_its_charts_what_it_means_and_folded_what_it_rests_on(run):
    seats, strategies = brief()
    html = words_of(render([run], answers=lambda _: [replace(seats, meaning="Leave it as it is."), strategies]))
    mine = html[html.index('id="run-1-seats"') : html.index('id="run-1-strategies"')]
    order = [
        "Seat 1 wins 26.5 %",
        "<svg",
        "<figcaption>",
        "Leave it as it is.",
        "may differ",
        "What it rests on",
        "<table",
    ]
    places = [mine.index(part) for part in order]
    assert places == sorted(places)
    assert mine[: mine.index("<table")].count("<details") - mine[: mine.index("<table")].count("</details") == 2
    assert "<details open" not in html


def test_page_one_has_the_verdict_tiles_pictures_proposals_and_folded_the_scorecard(run):
    html = page(run, score=lambda _run, _results: card()).replace("\u00a0", " ")
    order = [
        'class="verdict"',
        'class="before"',
        'class="tiles"',
        "Who wins, by seat",
        "How sure is this?",
        'class="score"',
    ]
    places = [html.index(part) for part in order]
    assert places == sorted(places)
    assert html.index('class="score"') < html.index("Who played") < html.index('class="question"')
    assert NASTY not in html
    assert parsed(html).bad == []
    top = html[html.index("How sure is this?") : html.index("Who played")]
    for line in card().lines:
        assert line.sentence.partition(". ")[0] in words_of(top)
        assert f">{line.word}<" in top
    drawn = [a for tag, a in parsed(top).tags if tag == "svg"]
    assert [a["aria-label"] for a in drawn] == [f"{line.figure}, {line.interval}" for line in card().lines[:2]]
    assert parsed(html).bad == []
    places = re.findall(r'<(?:line|rect|circle) [^>]*?(?:x1|x|cx)="([\d.]+)"', top)
    assert all(8 <= float(place) <= 192 for place in places)
    assert '<rect x="81.6" width="36.8"' in top


def test_a_finding_is_marked_by_its_kind_and_shows_its_null(run):
    seats, strategies = brief()
    found = [
        Finding("Caused.", "small", "likely", kind="caused", null="a token is worth nothing", p_value=0.01),
        Finding("Tested.", "large", "certain", null="all seats win alike", p_value=0.0001),
        described("Described."),
        Finding("Rated.", "", "certain"),  # a rating is no effect
    ]
    html = render([run], answers=lambda _: [replace(seats, findings=found), strategies])
    for mark, grade in (
        ("◆", "caused: small effect, likely"),
        ("●", "tested: large effect, certain"),
        ("○", "described"),
        ("●", "tested, certain"),
    ):
        assert f'<span class="mark" aria-hidden="true">{mark}</span>&nbsp;{grade}' in html  # no line ends between
    assert "tested against: a token is worth nothing, p\u00a0=\u00a00.010" in html
    assert "tested against: all seats win alike, p\u00a0&lt;\u00a00.001" in html
    assert html.index("Caused.") < html.index("Tested.") < html.index("Described.")


def test_what_the_answer_was_tested_against_is_not_said_again_of_what_follows(run):
    null, other = "a token is worth nothing", "all seats win alike"
    found = [
        Finding(f"{name}.", "small", "certain", {}, kind="caused", null=against, p_value=p)
        for name, against, p in (("First", null, 0.0), ("Second", null, 0.01), ("Third", other, 0.02))
    ]
    html = words_of(render([run], answers=lambda _: [Result("tokens", "Tokens", {}, found, [], in_order=True)]))
    assert html.count(f"tested against: {null}") == 1
    assert '<span class="null">p = 0.010</span>' in html
    assert f"tested against: {other}, p = 0.020" in html


def test_what_cannot_be_told_yet_is_folded_even_if_it_is_all_that_follows(run):
    sure, open_ = Finding("Seat 1 wins more.", "large", "certain"), Finding("Seat 2 is unclear.", "none", "unclear")
    html = render([run], answers=lambda _: [Result("seats", "Seats", {}, [sure, open_], [])])
    assert html.index("1 more finding<") < html.index("Seat 2 is unclear.")
    likely = replace(open_, certainty="likely")
    assert "more finding" not in render([run], answers=lambda _: [Result("seats", "Seats", {}, [sure, likely], [])])


@pytest.mark.parametrize(("table", "folded"), [("worth", True), ("points", False)])
def test_what_nudges_cause_is_shown_by_one_chart_and_other_experiments_by_two(run, table, folded):
    lead = Finding("More.", "large", "certain", {}, kind="caused", p_value=0.0)
    tables = {table: pl.DataFrame({"nudge": ["card"]})}
    found = Result("cards", "Cards", tables, [lead], [chart_of_seats(), replace(chart_of_seats(), name="other")])
    assert ("1 more chart<" in render([run], answers=lambda _: [found])) == folded


def test_charts_that_are_too_tall_together_are_not_all_seen_at_once():
    short, tall = (DrawnChart("", "", "", False, height=height) for height in (300.0, 450.0))
    assert unfolded_charts([short, short, tall]) == 2
    assert unfolded_charts([short, short], caused=True) == 1
    assert unfolded_charts([tall, short]) == 1


def test_where_nothing_was_found_the_reason_is_seen_at_once(run):
    seats, strategies = brief()
    none = replace(seats, findings=[], charts=[], tables={}, notes=["It was not played."])
    html = render([run], answers=lambda _: [none, replace(strategies, notes=["A note."])])
    mine, rest = html[html.index('id="run-1-seats"') :].split('id="run-1-strategies"')
    assert '<p class="note">It was not played.</p>' in mine
    assert "What it rests on" not in mine
    assert rest.index("What it rests on") < rest.index("A note.")


def test_user_given_names_are_escaped(whole):
    assert NASTY not in whole
    assert whole.count("<script>") == 1
    assert "&lt;script&gt;" in whole
    assert "<b>" not in whole


def test_the_page_is_well_formed_and_every_link_and_label_has_its_target(whole):
    found = parsed(whole)
    assert found.bad == []
    assert found.open == []
    ids = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    targets = {a["href"][1:] for tag, a in found.tags if tag in ("a", "use") and a.get("href", "").startswith("#")}
    assert targets <= set(ids)


def test_nothing_in_the_page_leads_out(whole):
    html = whole
    assert re.findall(r"https?:|//\w+\.|url\((?!#)|@import|\bsrc=", html) == []
    assert "default-src 'none'" in html
    assert all(a["href"].startswith("#") for tag, a in parsed(html).tags if "href" in a)


def test_every_chart_has_alt_text_and_its_caption(whole):
    html = words_of(whole)
    found = parsed(whole).tags
    drawn = [a for tag, a in found if tag == "svg"]
    charts = [chart for result in results() for chart in result.charts]
    assert len(drawn) == len(charts)
    assert all(a["role"] == "img" and a["aria-labelledby"] for a in drawn)
    for chart in charts:
        assert f">{chart.alt_text}</desc>" in html
        assert f"<figcaption>{chart.caption}</figcaption>" in html


def test_the_narrated_game_the_rules_the_unconfirmed_figures_and_the_manifest_are_there(run):
    html = words_of(page(run, narrate=lambda _: NARRATED))
    assert "<p>Seat 2 wins.</p>" in html
    for figure in run.game.figures:
        assert figure.source in html
        assert (f"<dt><code>{figure.key}</code>" in html) == (not figure.confirmed)
    assert "changed from 8" in html
    assert run.manifest["fingerprint"] in html
    assert command(run) in re.sub("</?span>|<wbr>", "", html)
    assert "digsite sweep lost-cities --unconfirmed" in html


def test_a_table_of_how_much_the_figures_matter_is_shown_when_there_is_one(run):
    table = pl.DataFrame({"figure": ["tiles.victory"], "matters": ["small"], "moves_seat_1_by": [0.013]})
    html = page(run, sensitivity=lambda _: Result("unconfirmed", "", {"unconfirmed": table}, [], [], []))
    assert "0.0130" in html
    assert "moves seat 1 by" in html
    assert "--unconfirmed" not in html


def conclusion(**changes):
    row = {
        "who": "seat 1",
        "wins": "more",
        "value": 0.3,
        "value_low": 0.28,
        "value_high": 0.32,
        "holds": 3,
        "unclear": 0,
        "reversed": 0,
        "reversed_at": "",
    }
    return row | changes


def doubted(*conclusions):
    table = pl.DataFrame({"figure": ["tiles.victory"], "matters": ["small"]})
    tables = {"unconfirmed": table, "conclusions": pl.DataFrame(conclusions)}
    return lambda _: Result("unconfirmed", "", tables, [], [], [])


def claims(*findings):
    return Result("strategies", "Strategies", {}, list(findings), [])


def test_the_head_says_how_many_conclusions_rest_on_no_unconfirmed_figure(run):
    turned = conclusion(who="rusher", holds=2, reversed=1, reversed_at="cards.hand=7")
    open_ = conclusion(who="cautious", wins="less", holds=2, unclear=1)
    found = claims(
        Finding("Seat 1 wins more.", "small", "certain", {"seat": 1, "above_fair": 0.05}),
        Finding("rusher wins more.", "small", "likely", {"strategy": "rusher", "above_fair": 0.05}),
        Finding("cautious wins less.", "small", "likely", {"strategy": "cautious", "above_fair": -0.05}),
    )
    html = words_of(render([run], answers=lambda _: [found], sensitivity=doubted(conclusion(), turned, open_)))
    tried = (
        "With 3 other values of 1 unconfirmed figure (a placeholder, contested or a ruling), one at a time: that seat 1 wins "
        "more than a fair share holds at "
    )
    assert (
        f"{tried}all of them, that rusher wins more at 2 (the contrary at 1) and that cautious wins less at 2; at the rest it "
        "cannot be told." in html
    )
    both = conclusion(), conclusion(who="cautious", wins="less")
    html = words_of(render([run], answers=lambda _: [found], sensitivity=doubted(*both)))
    assert "that seat 1 wins more and cautious wins less than a fair share holds at all of them." in html
    html = words_of(render([run], answers=lambda _: [found], sensitivity=doubted(conclusion(), turned, open_)))
    survives = "That seat 1 wins more than the fair share (30.0 %, 28.0 to 32.0 % in these games) survives all 3 other"
    assert survives in html
    assert "holds at 2 of 3 other values of the unconfirmed figures and is reversed at cards.hand=7." in html


def test_only_conclusions_of_the_run_itself_are_said_to_survive_or_not(run):
    found = claims(
        Finding("rusher cannot be told.", "none", "unclear", {"strategy": "rusher", "above_fair": 0.05}),
        Finding("cautious wins less.", "small", "likely", {"strategy": "cautious", "above_fair": -0.05}),
        Finding("collector wins more.", "small", "likely", {"strategy": "collector", "above_fair": 0.05}),
    )
    other = [
        conclusion(who="rusher"),
        conclusion(who="cautious"),
        conclusion(who="random"),
    ]  # cautious wins less, not more
    html = words_of(render([run], answers=lambda _: [found], sensitivity=doubted(*other)))
    assert "one at a time" not in html
    html = words_of(render([run], answers=lambda _: [found], sensitivity=doubted(*other, conclusion(who="collector"))))
    assert "one at a time: that collector wins more than a fair share holds at all of them." in html
    assert "That rusher" not in html


def test_several_runs_are_compared_in_an_index(run, tmp_path):
    other = made_run(tmp_path, name="other", players=("random", "random"))
    raw = page(run, other)
    html = words_of(raw)
    index = html[html.index('id="index"') : html.index("<article")]
    for name in ("run", "other"):
        assert f"<b>{name}</b></a>" in index
    assert "wins least" in index
    assert "800 games" in html
    assert parsed(raw).bad == []


def test_a_single_run_needs_no_index(whole):
    assert 'id="index"' not in whole


def test_a_strategy_keeps_its_colour_over_the_runs_of_a_report(run, tmp_path):
    other = made_run(tmp_path, name="other", players=("zealot", NASTY))
    dots = re.findall(r"background:var\(--([\w-]+)\)\"></span> <strong>&lt;script", page(other, run))
    assert len(dots) == 2
    assert len(set(dots)) == 1


def test_an_unfinished_run_says_so(run):
    manifest = json.loads((run.folder / "manifest.json").read_text())
    manifest["plan"]["games"] = 1000
    manifest["fingerprint"] = short_hash(manifest["plan"])
    (run.folder / "manifest.json").write_text(json.dumps(manifest))
    assert "400 of 1,000 games are there" in page(Run(run.folder))


def test_the_command_repeats_the_plan_even_after_a_rules_file(run):
    words = command(run)
    assert words.startswith("digsite simulate lost-cities --games 400 --seats ")
    assert "--seating cyclic --set cards.hand=7 --seed 3" in words
    assert "'random,<script>" in words
    run.plan.rules["tiles.artifact"] = 8
    assert "--set tiles.artifact=8" in command(run)
    assert [rule.was for rule in rules_used(run) if rule.was] == ["8", "9"]


def test_figures_of_another_version_are_shown_with_their_bare_value(run):
    run.plan.rules["old.figure"] = 5
    assert "old.figure" in page(run)


def test_runs_side_by_side_show_the_figures_of_their_scorecards(run):
    html = words_of(render([run, run], answers=lambda _: [], score=lambda _run, _results: card()))
    index = html[html.index('id="index"') : html.index("<article")]
    for line in card().lines:
        told = line.name in ("seats", "strategies", "pace") and line.verdict != "open"
        assert (f"{line.figure} <small>{line.interval}</small>" in index) == told


def test_a_manifest_of_many_parts_is_shortened(run):
    run.manifest["parts"] = {f"games/part-{at:05d}.parquet": {"rows": 1, "sha256": "0"} for at in range(200)}
    text = manifest_text(run)
    assert "180 more parts" in text
    assert "part-00199" in text
    assert len(text) < 10_000


def test_a_very_long_table_is_cut():
    table = table_of("deals", pl.DataFrame({"x": range(1000)}))
    assert (len(table.rows), table.left_out) == (MOST_ROWS, 1000 - MOST_ROWS)


def test_a_table_shows_intervals_beside_figures_and_figures_in_even_precision():
    frame = pl.DataFrame(
        {
            "seat": [1, None],
            "win": [0.26521, float("nan")],
            "win_low": [0.26, None],
            "win_high": [0.27, None],
            "games": [100_000, 5],
            "p_value": [1e-9, 0.04],
            "rotated": [True, False],
            "score": [-3.14159, 95.0],
        }
    )
    table = table_of("by_seat", frame, Terms({"win": Term(unit="share")}))
    assert [heading for heading, _ in table.headings] == [
        "seat",
        "win",
        "games",
        "p value",
        "rotated",
        "score",
    ]
    first, second = ([(cell.text, cell.interval) for cell in row] for row in table.rows)
    assert first == [
        ("1", ""),
        ("26.52 %", "26.00 to 27.00 %"),
        ("100,000", ""),
        ("<0.0001", ""),
        ("yes", ""),
        ("−3.14", ""),
    ]
    assert second == [("–", ""), ("–", ""), ("5", ""), ("0.0400", ""), ("no", ""), ("95.00", "")]


@pytest.fixture(scope="module", params=all_games())
def answered(request, tmp_path_factory):
    """A small run of each game, and the answers to all questions about it."""
    folder = tmp_path_factory.mktemp(request.param)
    played = simulate(request.param, 600, players=3, seed=1, rotate=True, out=folder / "run")
    for question in answerable(played):
        if question.variant:
            _play_counterpart(played, question.variant, Running())
    return played, {question.name: answer(played, question.name) for question in answerable(played)}


def test_every_mean_in_a_sentence_has_its_interval_beside_it(answered):
    for result in answered[1].values():
        for finding in result.findings:
            for clause in re.split(r"; (?![^(]*\))|\. ", finding.sentence):
                if re.search(r"\d[^(]* on average|average of", clause):
                    assert re.search(r"\(\S+ %? ?to \S+|\(exact\)", clause), finding.sentence


def test_columns_shown_in_percent_hold_shares(answered):
    played, results_ = answered
    shown, there = set(), set()
    for question, result in results_.items():
        terms = Terms.of(played.game, question)
        there |= {column for chart in result.charts for column in chart.table.columns}
        for name, frame in result.tables.items():
            there |= set(frame.columns)
            for column in frame.select(cs.float()).columns:
                if terms.unit(column) == "number":
                    continue
                shown.add(column)
                largest = frame[column].abs().fill_nan(None).max()
                assert largest is None or largest <= 1 + 1e-9, (question, name, column)
    assert shown >= {"win", "share", "above_fair", "ahead", "share_of_score"}
    declared = {column for topic in topics_of(played.plan.game) for column in topic.TERMS}
    assert declared <= there, declared - there


def test_what_unconfirmed_figures_do_to_a_win_share_is_told_in_percentage_points():
    table = pl.DataFrame({"seat_1_change": [-0.024], "seat_1_change_low": [-0.092], "seat_1_change_high": [0.044]})
    shown = table_of("how much they matter", table, Terms.of(find_game("chac")))
    assert [heading for heading, _ in shown.headings] == ["change of seat 1's win rate"]
    assert (shown.rows[0][0].text, shown.rows[0][0].interval) == ("−2.40 pp", "−9.20 to 4.40 pp")


def test_shares_of_a_games_own_tables_are_known_to_them_alone():
    game = find_game("chac")
    assert Terms.of(game, "boulder").unit("sealed_by_exact") == "share"
    assert Terms.of(game, "routes").unit("out_change") == "difference"
    assert Terms.of(game, "seats").unit("out") == "number"
    assert Terms.of(game, "strategies").unit("ahead") == "share"
    assert Terms.of(game, "boulder").unit("ahead") == "number"


def test_a_report_stays_small(whole):
    assert len(whole.encode()) < 500_000


def test_wrong_use_gets_a_sentence(run, tmp_path):
    with pytest.raises(WrongUse, match="at least one run"):
        build([], tmp_path / "x.html")
    with pytest.raises(WrongUse, match="is a folder"):
        build([run], tmp_path)


def test_a_run_by_a_rules_file_is_never_said_to_be_by_the_printed_rules(run):
    assert rules_in_words(run) == "cards.hand=7"
    run.plan.settings.clear()
    assert rules_in_words(run) == "cards.hand=7"
    run.plan.rules["cards.hand"] = 8
    assert rules_in_words(run) == "printed rules as far as known"  # some of its figures are unconfirmed
    figures = run.game.figures
    sure = type(figures)({key: replace(it, confirmed=True) for key, it in figures.by_key.items()}, {}, {})
    assert rules_in_words(Namespace(plan=run.plan, game=Namespace(figures=sure))) == "printed rules"
    for at, key in enumerate([key for key, value in run.plan.rules.items() if isinstance(value, int)][:6]):
        run.plan.rules[key] = 90 + at
    assert rules_in_words(run).endswith("3 more changes")


def test_who_played_is_told_with_the_strength_that_was_measured(tmp_path, monkeypatch):
    measured = Strength("rusher", 2, 32, 0.6, 0.5, 0.7, 120, 5)
    monkeypatch.setattr("digsite.analyses.scorecard.strengths_of", lambda *_: {"rusher": measured})
    run = make_run(tmp_path / "r", "lost-cities", ["rusher", "cautious"], [{"score_1": 50, "score_2": 9}] * 40)
    html = words_of(render([run], answers=lambda _: [answer(run, "seats")]))
    assert html.count("rusher+32 won 60 % against it (50 to 70 %; 120 games); 50 % would be fair.") == 1


def test_the_scorecard_in_one_breath_says_what_holds_what_does_not_and_what_is_open():
    assert Scorecard(card().lines[:1], "").verdict == "Fair between seats."
    line = card().lines[0]
    interval = "nine in ten 40 to 90"
    off = replace(line, name="pace", word="long games", figure="a median", interval=interval, unit="player turns")
    edge = replace(line, name="strategies", word="borderline")
    open_ = replace(line, name="components", word="not yet clear")
    assert Scorecard([line, off, edge, open_], "").verdict == (
        "Fair between seats, but some games run long (nine in ten 40 to 90 player turns). The choice of strategies is on the "
        "border of what the target allows. Not yet clear: components."
    )


def test_every_question_says_which_figures_of_its_game_a_designer_would_turn():
    for game in all_games().values():
        keys = {figure.key for figure in game.figures}
        for question in topics_of(game.id)[-1].QUESTIONS:
            named = re.findall(r"`([^`]+)`", question.design)
            assert named, (game.id, question.name)
            assert set(named) <= keys, (game.id, question.name)


def test_percentage_points_are_never_called_points(whole):
    assert "wins 15.3 points more" not in whole
    assert not re.search(r"(win rate|wins|won)[^.<]{0,30}\d (?!percentage )points (more|less) often", words_of(whole))


def test_a_report_from_python_tests_where_it_will_write_before_it_works(run, tmp_path, monkeypatch):
    import digsite

    monkeypatch.setattr("digsite.reports.page.report.build", lambda *_, **__: pytest.fail("it worked first"))
    (tmp_path / "file").touch()
    for out, told in (
        (tmp_path, "is a folder"),
        (tmp_path / "file/report.html", "file is a file; name a folder"),
        (7, "out must be"),
    ):
        with pytest.raises(digsite.DigsiteError, match=told):
            digsite.report(run.folder, out=out)


def test_a_command_breaks_after_commas_and_is_escaped():
    from digsite.reports.page.template import _breakable

    assert str(_breakable("cautious,<b>")) == "cautious,<wbr>&lt;b&gt;"


def test_no_line_ends_between_a_figure_and_its_percent_sign(whole):
    prose = re.sub(r"<(svg|pre|script|style)\b.*?</\1>|<[^>]*>", "", whole, flags=re.S)
    assert re.search(r"\d\u00a0%", prose)
    assert not re.search(r"\d %", prose)


def test_a_page_named_without_an_ending_is_an_html_file():
    assert page_at("balance") == Path("balance.html")
    assert page_at("a.b/page.htm") == Path("a.b/page.htm")


def test_a_finding_that_is_unclear_has_no_filled_dot():
    for certainty, dots in (("likely", "●○○"), ("unclear", "○○○")):
        finding = Finding("The order may change.", "small", certainty)
        assert GradedFinding(finding, "order", "Order").dots == dots


def test_the_glossary_shows_commands_as_code(whole):
    glossary = whole.partition('id="glossary"')[2]
    assert "<code>digsite new contract</code>" in glossary
    assert "`" not in glossary.partition("</section>")[0]


def test_runs_side_by_side_promise_scorecards_only_where_there_are_some(tmp_path):
    runs = [made_run(tmp_path, name=name) for name in ("one", "two")]
    promise = "Figures as in the scorecards below"
    assert promise not in page(*runs)
    assert promise in page(*runs, score=lambda *_: card())


def test_a_long_text_in_a_table_keeps_room_for_words_on_a_phone(run):
    """Beside columns that do not wrap, its column would shrink to one word a line."""
    about = "part of the game after which the winner's chance stays above 90 %"
    seats, *_ = brief()
    html = render(
        [run], answers=lambda _: [replace(seats, tables={"tension": pl.DataFrame({"about": [about, "short"]})})]
    )
    assert re.search(r'<td class="wordy">part of the game', html)
    assert '<td class="short">short' in html
