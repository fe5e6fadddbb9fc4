"""The page Watch a game: a story at once, curves that fill in, look-ahead at a turn; only runs of the lab's own folder."""

from tests.reports.browsing import browser  # noqa: F401
from tests.web.serving import begun, client, served, setting

PAGE = {"page": "page-0123456789"}


def test_only_runs_of_the_labs_folder_are_watched(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with client(begun()) as lab:
        for run in ("../elsewhere", "/etc", 7, "none"):
            answer = lab.post("/api/watch/begin", json={"run": run, **PAGE})
            assert answer.status_code == 400, run
        assert lab.post("/api/watch/look", json={"watch": "x", "point": 0, **PAGE}).status_code == 400


def test_a_game_of_a_setting_is_a_story(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with client(begun()) as lab:
        story = lab.post("/api/watch/begin", json={"setting": setting(), "which": "closest", **PAGE}).json()
        assert len(story["players"]) == 4
        assert story["points"]
        body = {"watch": story["watch"], **PAGE}
        assert lab.post("/api/watch/look", json={**body, "point": 3}).json()["choices"]
        assert lab.post("/api/watch/look", json={**body, "point": 9_999}).status_code == 400


def test_curves_fill_in_and_keys_move(tmp_path, monkeypatch, browser):  # noqa: F811
    monkeypatch.chdir(tmp_path)
    with served(begun(players=2)) as lab:
        context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
        context.set_default_timeout(20_000)
        page, problems = context.new_page(), []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.goto(lab.address.replace("/lab?", "/watch?"))
        page.locator("#begin:enabled").click()
        page.locator("#curves polyline[points*=',']").first.wait_for(state="attached")
        page.locator("#say", has_text="wins").click()
        page.keyboard.press("ArrowRight")
        page.locator("#when", has_text="Turn 2").wait_for()
        assert page.url.endswith("#1")
        page.keyboard.press("End")
        page.locator("#found h2").wait_for()
        assert not problems
        context.close()
