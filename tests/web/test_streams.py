"""A page's stream: whole answers, the newest one only; what a newer question replaces is stopped."""

import asyncio
import json
import threading

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.live.growth import Stopped
from digsite.simulator.web import streams
from digsite.simulator.web.streams import MOST_PAGES, Page, Pages
from tests.web.serving import Caller, begun, files_below, served, setting


def data(event: str) -> dict:
    return json.loads(event.removeprefix("data: "))


async def take(stream, count):
    return [data(await anext(stream)) for _ in range(count)]


def test_a_newer_question_stops_the_one_before_and_only_its_answers_are_sent():
    async def run():
        page, stopped, begun_ = Page(asyncio.get_running_loop()), threading.Event(), threading.Event()
        late = threading.Event()

        def slow(stop, send):
            send({"kind": "answer", "games": 200})
            begun_.set()
            late.wait(10)
            send({"kind": "answer", "games": 600})  # too late: it was replaced
            try:
                stop.check()
            except Stopped:
                stopped.set()
                raise

        stream = page.messages()
        assert data(await anext(stream)) == {"kind": "hello", "ask": 0}
        assert page.ask(slow) == 1
        assert data(await anext(stream))["games"] == 200
        assert begun_.wait(10)
        assert page.ask(lambda stop, send: send({"kind": "answer", "games": 7})) == 2
        late.set()
        assert stopped.wait(10)
        assert data(await anext(stream)) == {"ask": 2, "about": "answer", "kind": "answer", "games": 7}
        page.close()
        assert data(await anext(stream)) == {"kind": "closing"}
        assert [event async for event in stream] == []

    asyncio.run(run())


def test_a_stream_that_comes_again_gets_the_newest_answer_once():
    async def run():
        page = Page(asyncio.get_running_loop())
        done = threading.Event()

        def work(_stop, send):
            for games in (200, 600, 2000):
                send({"kind": "answer", "games": games})
            done.set()

        page.ask(work)
        assert done.wait(10)
        await asyncio.sleep(0)
        for _ in range(2):
            stream = page.messages()
            hello, answer = await take(stream, 2)
            assert hello == {"kind": "hello", "ask": 1}
            assert answer["games"] == 2000
            await stream.aclose()
        assert page.streams == 0

    asyncio.run(run())


@pytest.mark.parametrize(
    ("problem", "told"),
    [(WrongUse("No such strategy."), "No such strategy."), (ValueError("odd"), "Unexpected ValueError: odd.")],
)
def test_a_failure_is_told_as_a_sentence(problem, told):
    async def run():
        page = Page(asyncio.get_running_loop())

        def fail(_stop, _send):
            raise problem

        stream = page.messages()
        await anext(stream)
        page.ask(fail)
        assert data(await anext(stream)) == {"ask": 1, "about": "answer", "kind": "failed", "sentence": told}

    asyncio.run(run())


def test_work_stops_soon_after_a_page_has_gone_and_not_while_it_is_loaded_again(monkeypatch):
    monkeypatch.setattr(streams, "GRACE", 0.05)

    async def run():
        pages, stopped = Pages(), threading.Event()

        def work(stop, _send):
            stop.calling(stopped.set)

        first = pages.stream("page-1")
        await anext(first)
        page = pages.page("page-1")
        page.ask(work)
        await first.aclose()
        again = pages.stream("page-1")
        await anext(again)
        await asyncio.sleep(0.2)
        assert not stopped.is_set()
        assert pages.page("page-1") is page
        await again.aclose()
        await asyncio.sleep(0.2)
        assert stopped.is_set()
        assert pages.page("page-1") is not page

    asyncio.run(run())


def test_pages_without_a_stream_make_room_for_others():
    async def run():
        pages = Pages()
        kept = pages.stream("the-first")
        await anext(kept)
        first = pages.page("the-first")
        for number in range(3 * MOST_PAGES):
            pages.page(f"page-{number}")
        assert pages.page("the-first") is first
        assert len(pages._pages) <= MOST_PAGES
        await kept.aclose()

    asyncio.run(run())


# ------------------------------------------------------------------------------------ over the wire


@pytest.fixture(scope="module")
def lab():
    with served(begun()) as server:
        yield server


def answers(caller, until_last=True):
    """The answers of the stream after its hello, to the last one."""
    for message in caller.messages():
        if message["kind"] == "answer":
            yield message
            if message["last"]:
                return


def test_an_answer_narrows_over_the_wire_and_nothing_is_written(lab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    caller = Caller(lab, "page-narrowing")
    assert caller.post("/api/ask", setting=setting(patch={"setup.market": 4}))[0] == 200
    seen = list(answers(caller))
    assert seen[-1]["last"]
    assert seen[-1]["games"] >= 20_000
    sentence = "".join(text for text, _ in seen[-1]["headline"])
    assert sentence.startswith("Setting “cards dealt to the marketplace” to 4 instead of 5 makes seat 1 stronger: ")
    card = seen[-1]["cards"][0]
    assert [row["name"] for row in card["rows"]] == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    assert card["rows"][0]["chip"]["look"] == "clear"
    assert card["rows"][0]["label"].endswith("clear")
    assert card["verdict"] == {"look": "off", "word": "off target"}
    assert files_below(tmp_path) == []


def test_two_pages_are_answered_side_by_side_and_a_page_that_comes_back_goes_on(lab):
    first, second = Caller(lab, "page-one-of-two"), Caller(lab, "page-two-of-two")
    first.post("/api/ask", setting=setting(patch={"setup.market": 3}))
    second.post("/api/ask", setting=setting(patch={"setup.hand": 5}))
    firsts, seconds = answers(first), answers(second)
    assert next(firsts)["changed"]
    assert next(seconds)["changed"]
    assert list(firsts)[-1]["last"]
    assert list(seconds)[-1]["last"]
    again = first.messages()
    assert next(again)["kind"] == "hello"
    assert next(again)["last"]


def test_figures_that_cannot_go_together_are_answered_with_ways_out(lab):
    caller = Caller(lab)
    status, problem = caller.post("/api/ask", setting=setting(patch={"setup.hand": 10, "setup.market": 20}))
    assert status == 422
    assert problem["figures"] == ["setup.hand", "setup.market"]
    assert [way["words"] for way in problem["ways"]] == [
        "Cards dealt to each player: 9",
        "Cards dealt to the marketplace: 19",
    ]


def test_the_end_of_the_lab_is_told_to_its_pages():
    with served(begun()) as server:
        caller = Caller(server)
        messages = caller.messages()
        assert next(messages)["kind"] == "hello"
        caller.post("/api/ask", setting=setting(patch={"setup.market": 4}), until=960_000)
        server.close()
        assert list(messages)[-1] == {"kind": "closing"}
