"""Ask what a setting does: the answer comes after 200 games and narrows, until it is precise enough or no longer wanted."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from digsite.analyses.scorecard import Band
from digsite.simulator.lab.live.answer import Answer, make_answer
from digsite.simulator.lab.live.growth import Growth, Stop
from digsite.simulator.lab.live.headline import Headline, headline
from digsite.simulator.lab.live.looks import LOOKS, looks
from digsite.simulator.lab.live.setting import Setting

PRECISE = 0.005  # half an interval of a seat's win rate at which an answer stops by itself


@dataclass(frozen=True)
class TimedAnswer:
    """An answer with its sentence, how long it took, and whether it is the last."""

    answer: Answer
    headline: Headline
    seconds: float
    last: bool


class Explorer:
    """Answers settings on the same luck as the published rules; nothing is written."""

    def __init__(self, threads: int | None = None):
        """Use this number of threads; by default all cores."""
        self.growth = Growth(threads)

    def close(self) -> None:
        """End the threads."""
        self.growth.close()

    def answers(
        self, setting: Setting, stop: Stop, until: int = LOOKS[-1], targets: Mapping[str, Band] | None = None
    ) -> Iterator[TimedAnswer]:
        """Yield the answers to a setting, each after more games; raise `Stopped` once they are no longer wanted.

        What has been played before is answered in one step.

        Raises `WrongUse` before the first one for a setting that cannot be played; `impossible` says why in data.
        """
        began = time.perf_counter()
        published, changed = setting.published, setting.changed
        planned = list(enumerate(looks(len(setting.seats), until)))
        known = min(self.growth.games_of(published), self.growth.games_of(changed))
        for look, games in planned[max(sum(games <= known for _, games in planned) - 1, 0) :]:
            stop.check()
            before = self.growth.sample(published, games, stop)
            after = before if changed is published else self.growth.sample(changed, games, stop)
            answer = make_answer(before, after, games, look, targets)
            last = games >= until or (games >= LOOKS[-3] and _is_precise(answer))
            yield TimedAnswer(answer, headline(setting, answer), time.perf_counter() - began, last)
            if last:
                return


def _is_precise(answer: Answer) -> bool:
    return all(row.high - row.low <= 2 * PRECISE for row in answer.seats)
