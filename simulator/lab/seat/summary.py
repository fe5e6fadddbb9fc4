"""Where a person lost win chance: every own choice tried again in sampled deals, the worst ones in new deals.

Only what is beyond error counts. What choices cost is the sum of that; the rest of the way from the first chance to the
result is luck and what rivals did. The split is an estimate.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.analyses.stats.quantiles import two_sided_z
from digsite.simulator.lab.seat.sitting import OwnChoice, Sitting
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.simulator.play.rollouts import Moment

if TYPE_CHECKING:
    from digsite.simulator.game.facts import Choice, Scene

SCREEN, CONFIRM, WORST = 40, 400, 10  # sampled deals for every choice, for the worst ones, and how many these are
LEVEL = 0.95
_SCREENED, _CONFIRMED, _FIRST = 12, 13, 14  # what sampled deals are for: each use has other luck


def summaries(sitting: Sitting, seat: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield how far the work is, and at last the summary of a game that is over, for the seat of a person (from 0)."""
    viewer = sitting._viewer(seat)
    own = [choice for choice in sitting.choices if choice.seat == viewer]
    total, screened = len(own) + min(WORST, len(own)), []
    for at, choice in enumerate(own):
        screened.append((_screened(sitting, choice), choice))
        yield {"done": at + 1, "total": total, "summary": None}
    worst = sorted((it for it in screened if it[0][1] > 0), key=lambda it: -it[0][1])[:WORST]
    lost = []
    for at, ((better, _), choice) in enumerate(worst):
        lost.append(_confirmed(sitting, choice, better, len(worst)))
        yield {"done": len(own) + at + 1, "total": total, "summary": None}
    sure = sorted((it for it in lost if it["lost"] - it["reach"] > 0), key=lambda it: -it["lost"])
    yield {"done": total, "total": total, "summary": _summary(sitting, viewer, own, sure)}


def summarize(sitting: Sitting, seat: int | None = None) -> dict[str, Any]:
    """Return the summary of a game that is over."""
    found: dict[str, Any] = [it["summary"] for it in summaries(sitting, seat)][-1]
    return found


def _moment(sitting: Sitting, choice: OwnChoice) -> Moment:
    return sitting.stepped.moment(choice.point, choice.taken)


def _wins(sitting: Sitting, moment: Moment, options: np.ndarray, worlds: int, use: int) -> np.ndarray:
    luck = luck_from(sitting.plan.seed, use, moment.decision)
    found: np.ndarray = sitting.table.wins_by_option(moment, options, worlds, luck)[:, :, moment.seat]
    return found


def _screened(sitting: Sitting, choice: OwnChoice) -> tuple[int, float]:
    """Return the option that seems best in a few deals, and by how much it leads the one taken."""
    moment = _moment(sitting, choice)
    means = _wins(sitting, moment, moment.options, SCREEN, _SCREENED).mean(axis=1)
    best = int(means.argmax())
    return best, float(means[best] - means[choice.taken])


def _confirmed(sitting: Sitting, choice: OwnChoice, better: int, tests: int) -> dict[str, Any]:
    """Return what a choice cost against another option, in new deals."""
    moment = _moment(sitting, choice)
    taken, instead = _wins(sitting, moment, moment.options[[choice.taken, better]], CONFIRM, _CONFIRMED)
    gaps = instead - taken
    error = max(float(gaps.std(ddof=1)), 1 / np.sqrt(len(gaps))) / np.sqrt(len(gaps))
    words = [_words(sitting, choice, moment, it) for it in (choice.taken, better)]
    return {
        "turn": moment.turn, "decision": moment.decision, "played": words[0], "better": words[1],
        "lost": float(gaps.mean()), "reach": float(two_sided_z(1 - (1 - LEVEL) / max(tests, 1)) * error),
    }  # fmt: skip


def _words(sitting: Sitting, choice: OwnChoice, moment: Moment, option: int) -> str:
    """Return an option of an earlier choice in words."""
    view = sitting.views[choice.seat]
    scene: Scene = view.scene(sitting.stepped.seen_from(choice.seat, state=moment.state))
    named: Choice = view.facts.option(scene, int(moment.options[option]))
    return named.whole


def _summary(sitting: Sitting, seat: int, own: list[OwnChoice], lost: list[dict[str, Any]]) -> dict[str, Any]:
    result = sitting.result()
    winners = sum(it["won"] for it in result)
    share = 1 / winners if result[seat]["won"] else 0.0
    first = None
    if own:
        moment = _moment(sitting, own[0])
        first = float(_wins(sitting, moment, moment.options[[own[0].taken]], CONFIRM, _FIRST).mean())
    choices = -sum(it["lost"] for it in lost)
    return {
        "seat": seat + 1, "result": result, "share": share, "practice": sitting.undone > 0, "hints": sitting.hints,
        "decisions": len(own), "lost": lost, "choices": choices, "first_chance": first,
        "luck_and_rivals": None if first is None else share - first - choices,
    }  # fmt: skip
