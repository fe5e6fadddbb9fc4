"""The page Take a seat: a whole game by clicking, and no rival's card in anything that is sent."""

import pytest

from digsite.simulator.runs.run import Run
from tests.reports.browsing import browser  # noqa: F401
from tests.web.serving import begun, client, served, setting

PAGE = {"page": "page-0123456789"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_whole_game_over_the_wire(folder):
    with client(begun()) as lab:
        asked = {"setting": setting(seats=["hoarder", "banker"]), "seat": 1, "seed": 4, **PAGE}
        view = lab.post("/api/seat/begin", json=asked).json()
        sent = []
        while not view["over"]:
            body = {"table": view["table"], **PAGE}
            if view["waits"]:
                body |= {"option": view["options"][0]["id"], "point": view["point"]}
            answer = lab.post(f"/api/seat/{'choose' if view['waits'] else 'step'}", json=body)
            assert answer.status_code == 200, answer.text
            view = answer.json()
            sent.append(view)
        assert "seed" not in view
        assert all(
            "Seat 2 (banker) digs up one card" in line or "digs up" not in line
            for it in sent
            for line in it["log"]
            if ": Seat 2" in line
        )
        assert Run(view["saved"]["folder"]).complete
        assert (
            lab.post("/api/seat/choose", json={"table": view["table"], "option": 0, "point": 0, **PAGE}).status_code
            == 400
        )


def test_wrong_requests_are_sentences(folder):
    with client(begun()) as lab:
        for path, body in (
            ("begin", {"setting": setting(seats=["hoarder", "banker"]), "seat": 9}),
            ("begin", {"setting": setting(seats=["hoarder", "banker"]), "seat": "1"}),
            ("begin", {"setting": {"game": "../x", "seats": ["a"]}, "seat": 1}),
            ("step", {"table": "no such"}),
            ("choose", {"table": ["x"]}),
        ):
            answer = lab.post(f"/api/seat/{path}", json={**body, **PAGE})
            assert answer.status_code == 400, path
            assert answer.json()["sentence"].endswith((".", "?"))


def test_hints_and_the_report_are_answered(folder):
    with client(begun()) as lab:
        view = lab.post(
            "/api/seat/begin", json={"setting": setting(seats=["hoarder", "banker"]), "seat": 1, "seed": 4, **PAGE}
        ).json()
        body = {"table": view["table"], **PAGE}
        while not view["waits"]:
            view = lab.post("/api/seat/step", json=body).json()
        assert "seed 4" in lab.post("/api/seat/report", json=body).json()["report"]
        assert lab.post("/api/seat/leave", json=body).status_code == 200
        assert lab.post("/api/seat/step", json=body).status_code == 400


def test_a_game_is_played_by_clicking(folder, browser):  # noqa: F811
    with served(begun("lost-cities", players=2)) as lab:
        context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
        context.set_default_timeout(20_000)
        page, problems, wire = context.new_page(), [], []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("response", lambda answer: wire.append(answer) if "/api/seat/" in answer.url else None)
        page.goto(f"{lab.address.replace('/lab?', '/seat?')}&pace=0")
        page.locator("#begin:enabled").wait_for()
        page.locator("#others").select_option("rusher")
        page.locator("#begin").click()
        page.locator("[data-id]").first.wait_for()
        page.keyboard.press("h")
        page.locator("#hints dd").first.wait_for()
        page.locator("[data-id]").first.click()
        page.locator("#undo:enabled").wait_for()
        page.keyboard.press("u")
        page.locator("#say", has_text="(practice)").wait_for()
        for _ in range(8):
            with page.expect_response("**/api/seat/choose"):
                page.locator("[data-id]").last.click()
            page.locator("#say", has_text="Your turn").wait_for()
        log = page.locator("#log").inner_text()
        rivals = [line for line in log.splitlines() if "Seat 2 (rusher)" in line and "Draws" in line]
        assert rivals
        assert all("Draws a card" in line for line in rivals)
        assert not problems
        assert wire
        context.close()
