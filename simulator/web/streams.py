"""One stream for each open page: the newest answer is sent, and what a newer question replaces is stopped.

An answer is a whole, never a part of one before. So a page that reads slowly or connects again gets only the newest.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from digsite.simulator.errors import DigsiteError, short_message
from digsite.simulator.lab.live.growth import Stop, Stopped

Data = dict[str, Any]
Send = Callable[[Data], None]
Work = Callable[[Stop, Send], None]
BEAT = 15.0  # seconds after which a silent stream says that it is alive
GRACE = 5.0  # seconds that work goes on without a stream: a page may be loaded again
MOST_PAGES = 64


class _Question:
    """The newest question of a subject: what stops it, and its newest message."""

    def __init__(self) -> None:
        self.stop, self.number, self.sent = Stop(), 0, 0
        self.newest: Data | None = None


class Page:
    """An open page: its newest message for each subject, and the work behind it. A subject has one question at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop):
        """Begin without a question."""
        self._loop, self._changed = loop, asyncio.Event()
        self._questions = {"answer": _Question()}
        self.streams = 0
        self.closing = False

    def ask(self, work: Work, about: str = "answer") -> int:
        """Stop what is under way about a subject and begin this work in a thread; return the number of the question."""
        question = self._questions.setdefault(about, _Question())
        question.stop.set()
        question.stop, question.number, question.newest = Stop(), question.number + 1, None
        number, stop = question.number, question.stop

        def send(message: Data) -> None:
            with suppress(RuntimeError):  # the server has ended
                self._loop.call_soon_threadsafe(self._take, question, number, {"about": about, **message})

        threading.Thread(target=_run, args=(work, stop, send), daemon=True, name=f"{about}-{number}").start()
        return number

    def stop(self, about: str = "") -> None:
        """Stop what is under way, about all subjects or one; the newest messages stay."""
        for subject, question in self._questions.items():
            if about in ("", subject):
                question.stop.set()

    def close(self) -> None:
        """Say good-bye and end the streams."""
        self.closing = True
        self.stop()
        self._changed.set()

    def _take(self, question: _Question, number: int, message: Data) -> None:
        if number == question.number:
            question.newest = {"ask": number, **message}
            question.sent += 1
            self._changed.set()

    async def messages(self) -> AsyncIterator[str]:
        """Yield the messages of a stream: first how far the page's questions are, then what is newest of each."""
        self.streams += 1
        sent: dict[str, int] = {}
        try:
            yield _event({"kind": "hello", "ask": self._questions["answer"].number})
            while not self.closing:
                self._changed.clear()
                for message in self._unsent(sent):
                    yield _event(message)
                if self._changed.is_set() or self.closing:
                    continue
                try:
                    await asyncio.wait_for(self._changed.wait(), BEAT)
                except TimeoutError:
                    yield ": alive\n\n"
            yield _event({"kind": "closing"})
        finally:
            self.streams -= 1

    def _unsent(self, sent: dict[str, int]) -> list[Data]:
        """Return the newest messages that a stream has not sent, and note them as sent."""
        found = []
        for subject, question in self._questions.items():
            if question.newest is not None and sent.get(subject) != question.sent:
                sent[subject] = question.sent
                found.append(question.newest)
        return found


class Pages:
    """The open pages by the names that they give themselves."""

    def __init__(self) -> None:
        """Begin without pages."""
        self._pages: dict[str, Page] = {}
        self.closing = False

    def page(self, name: str) -> Page:
        """Return the page of this name; a new one if it was closed or is not yet known."""
        if name not in self._pages:
            self._forget_closed()
            self._pages[name] = Page(asyncio.get_running_loop())
        return self._pages[name]

    def close(self) -> None:
        """Close all pages."""
        self.closing = True
        for page in self._pages.values():
            page.close()

    async def stream(self, name: str) -> AsyncIterator[str]:
        """Yield the messages for a page until it goes; its work is stopped soon after its last stream."""
        page = self.page(name)
        if self.closing:
            page.close()
        try:
            async for message in page.messages():
                yield message
        finally:
            asyncio.get_running_loop().call_later(GRACE, self._leave, name, page)

    def _leave(self, name: str, page: Page) -> None:
        if not page.streams and self._pages.get(name) is page:
            page.stop()
            del self._pages[name]

    def _forget_closed(self) -> None:
        """Make room: a page that only asks and opens no stream would stay for ever."""
        while len(self._pages) >= MOST_PAGES:
            name = next((name for name, page in self._pages.items() if not page.streams), next(iter(self._pages)))
            self._pages.pop(name).close()


def _run(work: Work, stop: Stop, send: Send) -> None:
    """Do the work of a question; a failure becomes a sentence."""
    try:
        work(stop, send)
    except Stopped:
        pass
    except DigsiteError as problem:
        send({"kind": "failed", "sentence": str(problem)})
    except Exception as problem:
        if not stop:
            send({"kind": "failed", "sentence": f"Unexpected {type(problem).__name__}: {short_message(problem)}."})


def _event(message: Data) -> str:
    return f"data: {json.dumps(message, allow_nan=False, separators=(',', ':'))}\n\n"
