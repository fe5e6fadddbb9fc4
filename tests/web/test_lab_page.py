"""The Lab page in a real browser, used as a designer uses it; and its command, started and ended as in a terminal."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from types import SimpleNamespace
from urllib.parse import quote

import pytest

from digsite.simulator.lab.live import explorer
from tests.reports.browsing import WIDTHS, browser  # noqa: F401
from tests.web.serving import LINE_UP, Caller, begun, served, setting

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: the lab is not opened")
SOON = 60_000  # ms that a busy machine may take


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder, before = tmp_path_factory.mktemp("started"), os.getcwd()
    os.chdir(folder)
    precise, explorer.PRECISE = explorer.PRECISE, 0.03  # few games will do
    try:
        with served(begun()) as server:
            server.folder = folder
            yield server
    finally:
        explorer.PRECISE = precise
        os.chdir(before)


@pytest.fixture
def page(browser, lab):  # noqa: F811
    context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    context.set_default_timeout(SOON)
    made = context.new_page()
    made.problems = []
    made.on("pageerror", lambda problem: made.problems.append(str(problem)))
    made.on(
        "console",
        lambda said: (
            made.problems.append(said.text)
            if said.type == "error" and not re.search("status of 4(00|22)", said.text)
            else None
        ),
    )
    yield made
    assert made.problems == []
    context.close()


def open_lab(page, lab, **more):
    page.goto(f"{lab.address}&s={quote(json.dumps(setting(**more)))}")
    settle(page)


def settle(page):
    page.locator("body:not(.waiting) #games", has_text="settled").wait_for()


def headline(page):
    return page.locator("#say").inner_text()


def move(page, key, value):
    box = page.locator(f'[data-key="{key}"] .step input')
    box.fill(str(value))
    box.press("Enter")


def test_a_moved_figure_is_answered_undone_and_reset(page, lab):
    open_lab(page, lab)
    assert headline(page).startswith("By the published rules seat ")
    assert page.locator("#grid .chip:visible").count() == 0
    move(page, "setup.market", 4)
    page.locator(
        "#say", has_text="Setting “cards dealt to the marketplace” to 4 instead of 5 makes seat 1 stronger"
    ).wait_for()
    settle(page)
    row = page.locator('[data-card="seats"] .row').first
    assert re.fullmatch(r"\+\d+\.\d pp", row.locator(".chip").inner_text())
    assert "published rules 2" in row.locator(".whole").text_content()
    assert page.locator("#patch li span").inner_text() == "Cards dealt to the marketplace"
    assert page.locator("#patch li b").inner_text() == "54"  # the published value struck out
    assert page.locator('[data-key="setup.market"] .was').inner_text() == "5"
    assert '"setup.market":4' in page.evaluate("() => decodeURIComponent(location.search)")
    page.keyboard.press("Control+z")
    page.locator("#say", has_text="By the published rules").wait_for()
    assert page.locator('[data-key="setup.market"] input[type=range]').input_value() == "5"


def test_the_slider_the_buttons_and_the_keyboard_move_a_figure(page, lab):
    open_lab(page, lab)
    row = page.locator('[data-key="setup.hand"]')
    row.locator("input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    assert row.locator(".step input").input_value() == "5"
    assert "rulebook, setting up" in page.locator("#pop").inner_text().lower()
    row.get_by_label("More: ").click()
    assert row.locator(".step input").input_value() == "6"
    row.locator(".step input").focus()
    page.keyboard.press("ArrowDown")
    assert row.locator(".step input").input_value() == "5"
    row.locator("input[type=range]").dblclick()
    assert row.locator(".step input").input_value() == "4"
    page.keyboard.press("/")
    page.keyboard.type("player's tent")
    assert page.locator(".fig:visible").count() == 1
    assert page.locator('[data-key="tents.uses"]').is_visible()


def test_what_is_being_typed_stays_when_an_answer_comes(page, lab):
    open_lab(page, lab)
    with page.expect_response("**/api/ask"):
        move(page, "setup.market", 6)
        page.locator('[data-key="setup.hand"] .step input').fill("5")
    settle(page)
    assert page.locator('[data-key="setup.hand"] .step input').input_value() == "5"
    page.keyboard.press("Enter")
    page.locator("#patch li").nth(1).wait_for()


def test_a_typed_value_is_brought_within_its_bounds(page, lab):
    open_lab(page, lab)
    for typed, shown in (("99", "10"), ("98", "10"), ("x", "10"), ("", "10")):
        move(page, "setup.hand", typed)
        page.locator('[data-key="setup.hand"] .step input').blur()
        assert page.locator('[data-key="setup.hand"] .step input').input_value() == shown


def test_a_figure_shows_the_worst_seat_at_each_value_near_its_own(page, lab):
    open_lab(page, lab)
    page.locator('[data-key="setup.market"] input[type=range]').hover()
    page.locator("#pop circle").nth(8).wait_for()
    assert page.locator("#pop text").all_text_contents()[2:] == [str(value) for value in range(1, 10)]
    worst = dict(pair.split(": ") for pair in page.locator("#pop svg").get_attribute("aria-label").split(", "))
    assert float(worst["4"]) > float(worst["5"]) + 2  # one card fewer moves seat 1 by ten points


def test_a_figure_of_a_number_of_players_changes_for_these_players_alone(page, lab):
    open_lab(page, lab)
    move(page, "thieves.count", 3)
    settle(page)
    assert '"thieves.count":[4,6,3,10]' in page.evaluate("() => decodeURIComponent(location.search)")


def test_a_change_that_no_game_notices_is_called_identical(page, lab):
    open_lab(page, lab, patch={"trade.per_turn": 12})
    assert "changes nothing" in headline(page)
    assert set(page.locator('[data-card="seats"] .chip').all_inner_texts()) == {"identical"}
    assert "un" in page.locator('[data-key="trade.per_turn"]').get_attribute("class")


def test_a_variant_is_a_patch_and_players_and_games_can_be_chosen(page, lab):
    open_lab(page, lab)
    page.locator("#variant").select_option("fierce-weather")
    page.locator("#say", has_text="The variant fierce-weather").wait_for()
    assert page.locator("#patch li").count() == 2
    page.get_by_label("3 players").click()
    page.locator('[data-card="seats"] .row').nth(3).wait_for(state="detached")
    assert page.locator("#lineup span").count() == 3
    page.locator("#game").select_option("lost-cities")
    page.locator("#notice", has_text="has no figure sandstorms.count").wait_for()
    page.locator("#say", has_text="By the published rules").wait_for()


def test_another_line_up_is_played(page, lab):
    open_lab(page, lab)
    page.locator("#lineup").click()
    page.get_by_label("Strategy of seat 1").select_option("random")
    page.get_by_role("button", name="Play with these").click()
    page.locator('[data-card="strategies"] .who', has_text="random").wait_for()
    assert json.loads(page.evaluate("() => new URLSearchParams(location.search).get('s')"))["seats"][0] == "random"


def test_impossible_figures_are_marked_and_a_way_out_leads_on(page, lab):
    open_lab(page, lab)
    move(page, "setup.market", 20)
    move(page, "setup.hand", 10)
    problem = page.locator("#problem")
    problem.wait_for()
    assert "cannot fill 4 hands of 10" in problem.inner_text()
    assert page.locator(".fig.bad").count() == 2
    assert page.locator("#grid").evaluate("one => one.inert")
    assert page.locator("#compare").is_disabled()
    problem.get_by_role("button", name="Cards dealt to each player: 9").click()
    problem.wait_for(state="hidden")
    settle(page)
    assert page.locator('[data-key="setup.hand"] .step input').input_value() == "9"


def test_a_shared_address_shows_the_same_answer_and_a_reload_too(page, lab):
    open_lab(page, lab, patch={"setup.market": 4}, seed=77)
    said, wins = headline(page), page.locator('[data-card="seats"] .val').all_inner_texts()
    for _ in range(2):
        page.reload()
        settle(page)
        assert headline(page) == said
        assert page.locator('[data-card="seats"] .val').all_inner_texts() == wins
    page.locator("#share").click()
    assert page.locator("#command").inner_text() == page.url


def test_a_variant_is_kept_once_and_its_command_is_shown(page, lab):
    open_lab(page, lab, patch={"setup.market": 4})
    for told in ("Kept as mine.toml", "is there already"):
        page.locator("#keep").click()
        page.locator("#keep-name").fill("mine")
        page.locator("#keep-do").click()
        page.locator("#d-keep", has_text=told).wait_for()
        page.locator("#d-keep [data-close]").click()
    assert [path.name for path in lab.folder.iterdir()] == ["mine.toml"]
    from digsite.simulator.lab.rules import chosen_rules

    assert chosen_rules("archaeology", rules_file=lab.folder / "mine.toml")["setup.market"] == 4


def test_the_command_for_a_fix_is_shown(page, lab):
    open_lab(page, lab)
    page.locator("#fix").click()
    page.locator("#d-command[open]").wait_for()
    asked = "--target 'win rate of every seat in 22.5..27.5 %'"
    assert page.locator("#command").inner_text() == f"digsite balance archaeology --seats {','.join(LINE_UP)} {asked}"


def test_a_claim_is_played_on_fresh_seeds_into_a_folder_of_its_own(page, lab, monkeypatch):
    monkeypatch.setattr("digsite.simulator.web.lab_routes.fresh_seed", lambda _: 77)
    open_lab(page, lab, patch={"setup.market": 4})
    page.locator("#compare").click()
    page.locator("#d-compare[open]").wait_for()
    command = page.locator("#compare-command").inner_text()
    said = re.fullmatch(
        rf"digsite compare archaeology --seats {','.join(LINE_UP)} --set setup.market=4 --seed (\d+) --margin 1pp",
        command,
    )
    assert said
    assert said[1] != "1"
    page.get_by_role("button", name="Play it here").click()
    found = page.locator("#compare-found p").first
    found.wait_for()
    assert re.match(
        r"Seat \d wins \d+\.\d % under setup\.market=4 and .* by more than 1 percentage point", found.inner_text()
    )
    assert (lab.folder / "runs" / f"archaeology-compare-4p-{said[1]}" / "findings.json").is_file()
    shutil.rmtree(lab.folder / "runs")


def test_the_published_rules_are_shown_while_p_is_held(page, lab):
    open_lab(page, lab, patch={"setup.market": 4})
    value = page.locator('[data-card="seats"] .val').first
    now = value.inner_text()
    page.locator("#say").focus()
    page.keyboard.down("p")
    assert value.inner_text() != now
    page.keyboard.up("p")
    assert value.inner_text() == now


def test_an_answer_can_be_paused_and_narrowed_further(page, lab):
    open_lab(page, lab, patch={"setup.market": 4})
    page.get_by_role("button", name="Narrow further").click()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Pause").wait_for()


@pytest.mark.parametrize("width", [*WIDTHS.values(), (820, 1100)], ids=[*WIDTHS, "between"])
def test_nothing_reaches_beyond_the_page(page, lab, width):
    page.set_viewport_size({"width": width[0], "height": width[1]})
    open_lab(page, lab, patch={"setup.market": 4})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width[0]


def test_every_control_has_a_name(page, lab):
    open_lab(page, lab)
    page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button, input, select')].filter(one => one.offsetParent
            && !one.textContent.trim() && !one.getAttribute('aria-label') && !one.labels?.length).map(one => one.outerHTML)"""
    )
    assert nameless == []


def test_a_lab_that_is_closed_says_so_on_its_pages(browser):  # noqa: F811
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(SOON)
    with served(begun()) as server:
        page.goto(server.address)
        page.locator('[data-card="seats"]').wait_for()
        server.close()
        page.locator("#notice", has_text="The lab was closed at the terminal").wait_for()
    assert page.locator('[data-key="setup.hand"] .step input').input_value() == "4"
    context.close()


def test_ctrl_c_ends_the_lab_also_while_pages_are_open(tmp_path):
    words = [sys.executable, "-m", "digsite", "lab", "archaeology", "--no-open"]
    started = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = started.stdout.readline().strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/lab\?token=[\w-]{43}", address)
    caller = Caller(SimpleNamespace(address=address, port=int(re.search(r":(\d+)/", address)[1])))
    messages = caller.messages()
    assert next(messages)["kind"] == "hello"
    line_up = json.loads(caller.get("/api/games").read())["setting"]["seats"]
    caller.post("/api/ask", setting=setting(seats=line_up, patch={"setup.market": 4}))
    started.send_signal(signal.SIGINT)
    assert list(messages)[-1] == {"kind": "closing"}
    _, told = started.communicate(timeout=60)
    assert started.returncode == 0
    assert told.split("\n")[-2] == "The lab is closed."
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("verb", [["--help"], ["games"]])
def test_other_commands_do_not_load_the_server(verb):
    look = (
        "import sys; from digsite.simulator.cli.app import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit: pass\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('starlette', 'uvicorn', 'anyio', 'h11')])"
    )
    told = subprocess.run([sys.executable, "-c", look, *verb], capture_output=True, text=True, check=True)
    assert told.stdout.rstrip().endswith("[]")
