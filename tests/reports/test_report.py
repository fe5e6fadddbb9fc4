"""The report: one file, complete, escaped, the same bytes twice, and without a way out to the network."""

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import polars as pl
import polars.selectors as cs
import pytest

from analyses.registry import answer, answerable, topics_of
from analyses.result import Finding, described
from analyses.terms import Terms
from analyses.topic import Term
from reports.page.provenance import command, manifest_text, rules_used
from reports.page.report import build, key_figures, render
from reports.page.tables import MOST_ROWS, table_of
from simulator.errors import WrongUse
from simulator.games import all_games, find_game
from simulator.lab.simulate import simulate
from simulator.play.plan import short_hash
from simulator.runs.run import Run
from tests.reports.examples import NASTY, card, made_run, results

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
        if tag not in ("meta", "br"):
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
    html = unescape(whole)
    for result in results():
        for finding in result.findings:
            assert finding.sentence in html
    assert "tested: moderate effect, certain" in html
    assert "tested, unclear" in html


def test_findings_come_first_and_the_weightiest_of_them_first(whole):
    html = unescape(whole)
    assert html.index("<h3>Findings") < html.index("<svg")
    assert html.index("wins least") < html.index("Seat 1 wins 26.5 %") < html.index("may differ")


def test_the_scorecard_stands_before_the_findings_with_a_picture_for_each_figure(run):
    html = page(run, score=lambda _run, _results: card())
    assert NASTY not in html
    top = html[: html.index("<h3>Findings")]
    for line in card().lines:
        assert line.sentence in unescape(top)
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
    ]
    html = render([run], answers=lambda _: [replace(seats, findings=found), strategies])
    for mark, grade in (
        ("◆", "caused: small effect, likely"),
        ("●", "tested: large effect, certain"),
        ("○", "described"),
    ):
        assert f'<span class="mark" aria-hidden="true">{mark}</span> {grade}' in html
    assert "tested against: a token is worth nothing, p = 0.010" in html
    assert "tested against: all seats win alike, p &lt; 0.001" in html
    assert html.index("Caused.") < html.index("Tested.") < html.index("Described.")


def test_no_question_crowds_the_others_out_of_the_findings(run):
    seats, strategies = brief()
    many = [
        replace(strategies.findings[0], sentence=f"Finding {i}.", effect="large", certainty="certain") for i in range(9)
    ]
    html = render([run], answers=lambda _: [seats, replace(strategies, findings=many)])
    first = html[html.index("<h3>Findings") : html.index("How to read this")]
    assert [f"Finding {i}." in first for i in range(9)] == [True] * 3 + [False] * 6
    assert all(f.sentence in unescape(first) for f in seats.findings if f.effect != "none" and f.certainty != "unclear")


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
    html = unescape(whole)
    found = parsed(whole).tags
    drawn = [a for tag, a in found if tag == "svg"]
    charts = [chart for result in results() for chart in result.charts]
    assert len(drawn) == len(charts)
    assert all(a["role"] == "img" and a["aria-labelledby"] for a in drawn)
    for chart in charts:
        assert f">{chart.alt_text}</desc>" in html
        assert f"<figcaption>{chart.caption}</figcaption>" in html


def test_the_narrated_game_the_rules_the_unconfirmed_figures_and_the_manifest_are_there(run):
    html = unescape(page(run, narrate=lambda _: NARRATED))
    assert "<p>Seat 2 wins.</p>" in html
    for figure in run.game.figures:
        assert figure.source in html
        assert (f"<dt><code>{figure.key}</code>" in html) == (not figure.confirmed)
    assert "changed from 8" in html
    assert run.manifest["fingerprint"] in html
    assert command(run) in html
    assert "digsite sweep lost-cities --unconfirmed" in html


def test_a_table_of_how_much_the_figures_matter_is_shown_when_there_is_one(run):
    table = pl.DataFrame({"figure": ["tiles.victory"], "moves_seat_1_by": [0.013]})
    html = page(run, sensitivity=lambda _: table)
    assert "0.0130" in html
    assert "moves seat 1 by" in html
    assert "--unconfirmed" not in html


def test_several_runs_are_compared_in_an_index(run, tmp_path):
    other = made_run(tmp_path, name="other", players=("random", "random"))
    raw = page(run, other)
    html = unescape(raw)
    index = html[html.index('id="index"') : html.index("<article")]
    for name in ("run", "other"):
        assert f">{name}</a>" in index
    assert "25.0 %" in index
    assert "50.0 %" in index
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
    assert "--rotate --set cards.hand=7 --seed 3" in words
    assert "'random,<script>" in words
    run.plan.rules["tiles.artifact"] = 8
    assert "--set tiles.artifact=8" in command(run)
    assert [rule.was for rule in rules_used(run) if rule.was] == ["8", "9"]


def test_figures_of_another_version_are_shown_with_their_bare_value(run):
    run.plan.rules["old.figure"] = 5
    assert "old.figure" in page(run)


def test_key_figures_count_games_of_one_luck_once(run):
    share, score = key_figures(run)
    assert share is not None
    assert share.value == pytest.approx(0.25)
    assert share.n == score.n == 400


def test_a_manifest_of_many_parts_is_shortened(run):
    run.manifest["parts"] = {f"games/part-{at:05d}.parquet": {"rows": 1, "sha256": "0"} for at in range(200)}
    text = manifest_text(run)
    assert "180 more parts" in text
    assert "part-00199" in text
    assert len(text) < 10_000


def test_a_long_table_is_folded_and_a_very_long_one_is_cut():
    table = table_of("deals", pl.DataFrame({"x": range(1000)}))
    assert table.folded
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


@pytest.mark.parametrize("game", all_games())
def test_columns_shown_in_percent_hold_shares(game, tmp_path):
    played = simulate(game, 600, players=3, seed=1, rotate=True, out=tmp_path / "run")
    shown, there = set(), set()
    for question in answerable(played):
        terms = Terms.of(played.game, question.name)
        result = answer(played, question.name)
        there |= {column for chart in result.charts for column in chart.table.columns}
        for name, frame in result.tables.items():
            there |= set(frame.columns)
            for column in frame.select(cs.float()).columns:
                if terms.unit(column) == "number":
                    continue
                shown.add(column)
                largest = frame[column].abs().fill_nan(None).max()
                assert largest is None or largest <= 1 + 1e-9, (question.name, name, column)
    assert shown >= {"win", "share", "above_fair", "ahead", "share_of_score"}
    declared = {column for topic in topics_of(game) for column in topic.TERMS}
    assert declared <= there, declared - there


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
