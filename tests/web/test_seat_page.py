"""The page Take a seat: a whole game by clicking, and no rival's card in anything that is sent."""

import pytest

from digsite.simulator.lab.seat import saving
from digsite.simulator.runs.run import Run
from digsite.simulator.web.seat_tables import SeatTables
from tests.reports.browsing import browser  # noqa: F401
from tests.web.serving import Caller, begun, client, served, setting

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


def played_over_http(lab, choices=0):
    """A game of Lost Cities up to a choice of the person, and the body of its requests."""
    asked = {"setting": setting("lost-cities", ["cautious", "rusher"]), "seat": 1, "seed": 4, **PAGE}
    view = lab.post("/api/seat/begin", json=asked).json()
    body, taken = {"table": view["table"], **PAGE}, 0
    while not view["over"] and (not view["waits"] or taken < choices):
        if view["waits"]:
            more = {"option": view["options"][-1]["id"], "point": view["point"]}
            view, taken = lab.post("/api/seat/choose", json={**body, **more}).json(), taken + 1
        else:
            view = lab.post("/api/seat/step", json=body).json()
    return view, body


def test_what_is_sent_is_the_same_whatever_a_rival_holds(folder, monkeypatch):
    """The game itself is dealt anew in all that the seat cannot see: what is sent of it stays the same, letter by letter."""
    sittings = []
    add = SeatTables.add
    monkeypatch.setattr(SeatTables, "add", lambda tables, sitting: (sittings.append(sitting), add(tables, sitting))[1])
    with client(begun("lost-cities", players=2)) as lab:
        _, body = played_over_http(lab, choices=5)
        states = sittings[0].stepped._arrays.states
        before, held = lab.post("/api/seat/step", json=body).text, int(states[0].held[1])
        for luck in (1, 2, 3):
            states[0] = sittings[0].stepped.seen_from(0, luck)
            assert int(states[0].held[1]) != held
            assert lab.post("/api/seat/step", json=body).text == before
    assert '"options":[{' in before


def test_a_game_that_is_not_over_is_saved_when_the_lab_is_closed(folder):
    start = begun("lost-cities", players=2)
    with served(start) as lab:
        caller = Caller(lab)
        asked = {"setting": setting("lost-cities", ["cautious", "rusher"]), "seat": 1, "seed": 5}
        view = caller.post("/api/seat/begin", **asked)[1]
        assert "Saved in" not in caller.post("/api/seat/report", table=view["table"])[1]["report"]
        taken = [view["options"][2]["id"]]
        assert caller.post("/api/seat/choose", table=view["table"], option=taken[0], point=view["point"])[0] == 200
    assert saving.resume(folder / "runs/lost-cities-played-5").made_by(0) == taken


def test_an_undo_is_practice_and_none_is_taken_back_once_the_game_is_over(folder):
    with client(begun("lost-cities", players=2)) as lab:
        view, body = played_over_http(lab, choices=3)
        assert (
            lab.post("/api/seat/summary", json=body).status_code == 200
        )  # the page's stream says that it is too early
        back = lab.post("/api/seat/undo", json=body).json()
        assert back["practice"]
        assert back["point"] < view["point"]
        assert lab.post("/api/seat/choose", json={**body, "option": 0, "point": view["point"]}).status_code == 400
        over, body = played_over_http(lab, choices=10_000)
        assert over["over"]
        assert not over["can_undo"]
        assert lab.post("/api/seat/undo", json=body).status_code == 400
        assert Run(over["saved"]["folder"]).complete


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
        page.locator("#hints .tried b").first.wait_for()
        page.locator("[data-id]").first.click()
        page.locator("#main[aria-busy=false]").wait_for()
        page.keyboard.press("u")
        page.locator("#say", has_text="Your turn (practice)").wait_for()
        for _ in range(8):
            page.locator("#main[aria-busy=false]").wait_for()
            with page.expect_response("**/api/seat/choose"):
                page.locator("[data-id]").last.click()
        page.locator("#main[aria-busy=false]").wait_for()
        log = page.locator("#log").inner_text()
        rivals = [line for line in log.splitlines() if "Seat 2 (rusher)" in line and "Draws" in line]
        assert rivals
        assert all("Draws a card" in line for line in rivals)
        assert not problems
        assert len(wire) > 16
        page.get_by_role("link", name="Watch a game").click()
        page.locator("#say", has_text="Choose a game to watch").wait_for()
        page.get_by_role("link", name="Lab", exact=True).click()
        page.locator("#find").wait_for()
        context.close()
