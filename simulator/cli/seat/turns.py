"""A game that people play in a terminal, turn by turn: what others do, the table, the question, the answer."""

import sys
import time
from contextlib import suppress
from typing import Any

from digsite.simulator.cli.console import Terminal
from digsite.simulator.cli.seat.answers import COMMANDS, read_answer
from digsite.simulator.cli.seat.screen import Screen
from digsite.simulator.lab.common.progress import Interrupted, message_on_stop
from digsite.simulator.lab.seat import saving
from digsite.simulator.lab.seat.hint import hints
from digsite.simulator.lab.seat.sitting import Sitting
from digsite.simulator.lab.seat.summary import summaries

_ENDINGS = "s where you lost win chance, p report a problem, Enter to leave: "


class Left(Exception):
    """The person leaves the game."""


class Turns:
    """Plays a game with people at this terminal."""

    def __init__(self, sitting: Sitting, pace: float, progress: Terminal | None):
        """Get ready; `pace` is the seconds between the moves of others."""
        self.sitting, self.pace, self.progress = sitting, pace, progress
        self.screen = Screen()
        self.told: dict[int, list[str]] = {seat: [] for seat in sitting.views}
        self.at_screen = sitting.seating.people[0]

    def play(self) -> None:
        """Play to the end, or until the person leaves; the game is saved in any case."""
        with message_on_stop(lambda: (self.kept("Interrupted"),)):
            try:
                self._play()
            except Left:
                self._save()
                self.screen.say(self.kept("You left the game"))
            except KeyboardInterrupt as stop:
                self._save()
                raise Interrupted(self.kept("Interrupted")) from stop

    def kept(self, why: str) -> str:
        """Return what is saved of a game that is not over."""
        if self.sitting.over:
            return f"{why}; the game is over and saved: {saving.saying(self.sitting)['command']}"
        if not self.sitting.choices:
            return f"{why}; nothing was chosen yet, so nothing is saved."
        return f"{why}; the game is saved as it stands. Go on with: {saving.saying(self.sitting)['command']}"

    def _save(self) -> None:
        if self.sitting.choices and not self.sitting.over:
            saving.save(self.sitting)

    def _play(self) -> None:
        while not self.sitting.over:
            self._others()
            if self.sitting.over:
                break
            self._own()
        if self.progress:
            self.progress.close()
        saving.finish(self.sitting)
        self._end()

    def _others(self) -> None:
        """Let all others move, at a pace that can be followed."""
        while self.sitting.waits_for is None and not self.sitting.over:
            if self.progress and self.sitting.table.looks_ahead:
                self.progress.working(f"{self.sitting.thinker} thinks")
            self.sitting.step()
            if self._tell(all_lines=False) and self.pace:
                time.sleep(self.pace)
        if self.progress:
            self.progress.close()

    def _tell(self, all_lines: bool = True) -> int:
        """Print what has happened since; the line that is still being told only if all are wanted. Return their number."""
        log, told = self.sitting.views[self.at_screen].log(), self.told[self.at_screen]
        same = next(
            (at for at, (one, other) in enumerate(zip(log, told, strict=False)) if one != other),
            min(len(log), len(told)),
        )
        new = log[same : len(log) if all_lines or self.sitting.over else max(len(log) - 1, same)]
        if new:
            self.screen.log(new)
            self.told[self.at_screen] = log[: same + len(new)]
        return len(new)

    def _own(self) -> None:
        """Let the person choose."""
        seat = self.sitting.waits_for
        assert seat is not None
        if seat != self.at_screen:
            self._hand_over(seat)
        self._tell()
        view = self.sitting.view(seat)
        self.screen.table(view)
        while True:
            text = self._ask("? for help > ").strip()
            if not text:
                continue
            if text.lower() in COMMANDS:
                if self._command(text.lower(), view):
                    return
                continue
            place, why = read_answer(text, view["options"])
            if place is None:
                self.screen.say(why, "yellow")
                continue
            self.sitting.choose(view["options"][place]["id"], view["point"])
            return

    def _hand_over(self, seat: int) -> None:
        """Let the next person sit down before the hand of that seat is shown."""
        self.at_screen = seat
        self.screen.clear()
        if self.screen.is_terminal:
            self._ask(f"{self.sitting.players[seat]} is to choose. Enter when you sit there > ")

    def _command(self, word: str, view: dict[str, Any]) -> bool:
        """Carry out a command; return True if the game is at another point now."""
        if word == "q":
            raise Left
        if word == "u":
            if not self.sitting.undo():
                self.screen.say("There is no choice to take back.", "yellow")
                return False
            self.screen.say("Taken back, on the same luck; the game counts as practice now.")
            return True
        if word == "?":
            for name, about in COMMANDS.items():
                self.screen.say(f"{name}  {about}")
            self.screen.say("Choose an option by its number, or by as many of its letters as tell it apart.")
        elif word == "h":
            self._hint(view)
        elif word == "t":
            self.screen.table(view, whole=True)
        elif word == "l":
            self.screen.log(view["log"])
        else:
            self.screen.say(saving.problem_report(self.sitting))
        return False

    def _hint(self, view: dict[str, Any]) -> None:
        """Print what the strategy would do at once, then the chances of the best options."""
        number = {option["id"]: (at, option) for at, option in enumerate(view["options"], 1)}
        found: dict[str, Any] = {}
        for found in hints(self.sitting):
            if not found["worlds"]:
                at, option = number[found["option"]]
                self.screen.say(f"{found['strategy']} would choose {at}: {option['kind']}, {option['words']}.", "green")
            elif self.progress:
                self.progress.working(f"Playing on after each option, {found['worlds']} deals")
        if self.progress:
            self.progress.close()
        for it in found.get("options", [])[:5]:
            at, option = number[it["id"]]
            reach = (it["high"] - it["low"]) / 2
            self.screen.say(
                f"{it['chance'] * 100:3.0f} % ± {reach * 100:.0f} (points {it['points']:.1f})  {at} {option['kind']}: {option['words']}"
            )

    def _end(self) -> None:
        """Print the result and where the game is, and what can be asked about it."""
        self._tell()
        self.screen.say()
        if self.sitting.undone:
            self.screen.say(f"Practice: {self.sitting.undone} of your choices were taken back.")
        self.screen.say(
            f"The game is saved in {self.sitting.folder}. See it with: {saving.saying(self.sitting)['command']}"
        )
        with suppress(Left):
            while text := self._ask(_ENDINGS).strip().lower():
                if text == "s":
                    self._summary()
                elif text == "p":
                    self.screen.say(saving.problem_report(self.sitting))
                elif text == "q":
                    return

    def _summary(self) -> None:
        """Print where each person lost win chance."""
        for seat in self.sitting.seating.people:
            told: dict[str, Any] = {}
            for told in summaries(self.sitting, seat):
                if self.progress:
                    self.progress.working("Trying your choices again", told["done"], told["total"])
            if self.progress:
                self.progress.close()
            for line in summary_lines(told["summary"], self.sitting.players[seat]):
                self.screen.say(line)

    def _ask(self, prompt: str) -> str:
        """Return a line that the person types; the end of the input means that they leave."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stdout.write("\n")
            raise Left
        if not self.screen.is_terminal:
            sys.stdout.write("\n")
        return line


def summary_lines(summary: dict[str, Any], name: str) -> list[str]:
    """Return a summary in words."""
    lines = [f"{name}: {summary['decisions']} choices, each tried again in sampled deals in which strategies play on."]
    for it in summary["lost"]:
        lines.append(
            f"After turn {it['turn']}: {it['played']} cost {it['lost'] * 100:.0f} points of win chance (± {it['reach'] * 100:.0f}) "
            f"against {it['better']}."
        )
    if not summary["lost"]:
        lines.append("No choice lost win chance beyond the error of these deals.")
    if summary["first_chance"] is not None:
        lines.append(
            f"From {summary['first_chance'] * 100:.0f} % at your first choice to {summary['share'] * 100:.0f} %: choices "
            f"{summary['choices'] * 100:+.0f}, luck and rivals {summary['luck_and_rivals'] * 100:+.0f} (an estimate)."
        )
    return lines
