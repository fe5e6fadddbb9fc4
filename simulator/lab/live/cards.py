"""An answer as a page shows it: the sentence, cards of rows with their words, and where each mark stands."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from digsite.analyses.scorecard import Band
from digsite.simulator.game.wording import number, readable
from digsite.simulator.lab.live.answer import Answer, Light, Row
from digsite.simulator.lab.live.explorer import TimedAnswer
from digsite.simulator.lab.live.headline import signed
from digsite.simulator.lab.live.looks import LOOKS

if TYPE_CHECKING:
    from digsite.simulator.lab.live.setting import Setting

MOST_GAMES = 960_000  # that a page may narrow an answer to
_KEPT = {"fine": "kept", "watch": "undecided", "off": "broken"}
_TARGET = {"fine": "on target", "watch": "borderline", "off": "off target"}
_STEPS = (0.05, 0.10, 0.15, 0.20, 0.25, 0.35, 0.50)  # half the width of an axis of win rates
_EARLY = "too early to say"


def answer_data(
    setting: "Setting", told: TimedAnswer, targets: Mapping[str, Band], contract: str = ""
) -> dict[str, Any]:
    """Return an answer as plain data for a page.

    contract: the file that the targets come from; "" for the defaults.
    """
    answer, said = told.answer, told.headline
    return {
        "games": answer.games,
        "last": told.last,
        "changed": answer.changed,
        "identical": answer.nothing_changed,
        "headline": [[part.text, part.strong] for part in said.parts],
        "small": said.small,
        "short": said.short,
        "moved": [
            {"words": one.words, "before": _figure(one.before, one.share), "after": _figure(one.after, one.share)}
            for one in answer.moved
        ],
        "progress": _progress(told),
        "part": math.log(answer.games / 100) / math.log(max(LOOKS[-1], answer.games) / 100),
        "further": min(4 * answer.games, MOST_GAMES) if told.last and answer.games < MOST_GAMES else 0,
        "cards": _cards(setting, answer, targets),
        "lights": {
            "title": "Contract" if contract else "Targets",
            "hint": contract or "digsite’s defaults",
            "lights": [
                {"promise": one.promise, "verdict": one.verdict, "word": _KEPT[one.verdict]} for one in answer.lights
            ],
        },
    }


def _progress(told: TimedAnswer) -> str:
    """Return how many games are behind an answer, how precise it is, and how long it took."""
    reach = 100 * max((row.high - row.low) / 2 for row in told.answer.seats)
    took = f"{told.seconds:.2f} s" if told.seconds < 1 else f"{told.seconds:.1f} s"
    settled = "settled in " if told.last else ""
    return f"{told.answer.games:,} games · seats within ±{reach:.1f} points · {settled}{took}"


def _cards(setting: "Setting", answer: Answer, targets: Mapping[str, Band]) -> list[dict[str, Any]]:
    """Return the cards of an answer, those of seats and strategies first."""
    judged: dict[str, tuple[Sequence[Row | None], Band | None]] = {
        "seats": (answer.seats, answer.band),
        "comeback": ([answer.tension], targets.get("comeback")),
    }
    verdicts = {
        light.target: _verdict(light, answer.early, *judged[light.target])
        for light in answer.lights
        if light.target in judged
    }
    turns = setting.published.definition.wording.turns
    fair = answer.fair if answer.band else None
    wins = [*answer.seats, *answer.strategies]
    axis = _wins_axis(wins, fair)
    hint = f"fair share {readable(100 * answer.fair, 0)} %" if fair else "share of games won"
    made = [_wide("seats", "Wins by seat", hint, answer.seats, axis, answer)]
    made[0] |= {"band": _finite(answer.band, axis), "fair": fair, "verdict": verdicts.get("seats")}
    if answer.strategies:
        card = _wide("strategies", "Wins by strategy", "every seat equally often", answer.strategies, axis, answer)
        made.append(card | {"fair": fair, "verdict": _viable(answer, targets), "coloured": True})
    made.append(_narrow("length", "Length", answer.length, f"{turns} of all players together, mean", "turns", answer))
    if answer.tension:
        card = _narrow("tension", "Tension", answer.tension, "How often a player behind at half-way wins", "", answer)
        band = targets.get("comeback")
        made.append(card | {"band": _finite(band, card["axis"]), "verdict": verdicts.get("comeback")})
    made += [
        _narrow(f"measure-{at}", row.name, row, row.name, "", answer) | {"measure": True}
        for at, row in enumerate(answer.measures)
    ]
    return made


def _verdict(light: Light, early: bool, rows: Sequence[Row | None], band: Band | None) -> dict[str, str]:
    """Return a verdict with its word; intervals that are wider than the target leave it open."""
    word = _EARLY if early else _TARGET[light.verdict]
    if light.verdict == "watch" and band and any(row and row.high - row.low > band[1] - band[0] for row in rows):
        word = _EARLY
    return {"look": light.verdict, "word": word}


def _viable(answer: Answer, targets: Mapping[str, Band]) -> dict[str, str] | None:
    """Return how many strategies lie no further behind the best than the target allows."""
    if "behind" not in targets:
        return None
    if answer.early:
        return {"look": "watch", "word": _EARLY}
    best = max(row.value for row in answer.strategies)
    viable = sum(best - row.value <= targets["behind"][1] for row in answer.strategies)
    look = next((light.verdict for light in answer.lights if light.target == "behind"), "watch")
    return {"look": look, "word": f"{number(viable)} of {number(len(answer.strategies))} viable"}


def _wide(name: str, title: str, hint: str, rows: Sequence[Row], axis: Band, answer: Answer) -> dict[str, Any]:
    """Return a card with a row for each seat or strategy."""
    step = (axis[1] - axis[0]) / 4
    marks = [axis[0] + step * at for at in range(5)]
    return {
        "name": name, "title": title, "hint": hint, "wide": True, "axis": axis, "band": None, "fair": None,
        "marks": [{"at": at, "text": f"{readable(100 * at, 0 if step >= 0.01 else 1)} %"} for at in marks],
        "rows": [_row(row, "", answer) for row in rows], "verdict": None, "coloured": False, "measure": False,
    }  # fmt: skip


def _narrow(name: str, title: str, row: Row, about: str, unit: str, answer: Answer) -> dict[str, Any]:
    """Return a card with a single row."""
    about, title = (words[:1].upper() + words[1:] for words in (about, title))
    axis = _axis(row)
    ends = (axis[0], (axis[0] + axis[1]) / 2, axis[1])
    marks = [{"at": at, "text": f"{100 * at:g} %" if row.share else readable(round(at, 6))} for at in ends]
    return {
        "name": name, "title": title, "hint": "", "wide": False, "axis": axis, "band": None, "fair": None,
        "marks": marks, "rows": [_row(row, unit, answer) | {"name": about}], "verdict": None, "coloured": False,
        "measure": False,
    }  # fmt: skip


def _row(row: Row, unit: str, answer: Answer) -> dict[str, Any]:
    text = _figure(row.value, row.share)
    chip = _chip(row, unit, answer)
    reach = f"{_figure(row.low, row.share)} to {_figure(row.high, row.share)}"
    before = f", published rules {_figure(row.published, row.share)}" if answer.changed else ""
    return {
        "name": row.name, "value": row.value, "low": row.low, "high": row.high, "text": text, "unit": unit,
        "published": row.published if answer.changed else None, "was": _figure(row.published, row.share),
        "chip": chip, "label": f"{row.name}: {text} ({reach}){before}{'; ' + chip['said'] if chip else ''}",
    }  # fmt: skip


def _chip(row: Row, unit: str, answer: Answer) -> dict[str, str] | None:
    """Return the paired difference of a row, and how sure it is, in words too."""
    if row.change is None:
        return None
    if answer.nothing_changed:
        return {"look": "same", "text": "identical", "said": "identical in all games"}
    scale, unit = (100.0, "pp") if row.share else (1.0, unit)
    decimals = 1 if row.share else _decimals(row.published)
    value = signed(scale * row.change.value, decimals)
    reach = f"{scale * row.change.reach:.{decimals}f}"
    words = {"clear": "clear", "small": "clear but small", "chance": "may be chance"}[row.look]
    text = f"{value} ±{reach}" if row.look == "chance" else f"{value} {unit}".strip()
    said = f"change {value}{' points' if row.share else f' {unit}' if unit else ''}, plus or minus {reach}, {words}"
    return {"look": row.look, "text": text, "said": said}


def _figure(value: float, share: bool) -> str:
    if share:
        return f"{100 * value:.1f} %"
    return readable(value, _decimals(value))


def _decimals(value: float) -> int:
    return 1 if abs(value) >= 2 or value == 0 else 2


def _wins_axis(rows: Sequence[Row], fair: float | None) -> Band:
    """Return an axis around the fair share that holds all values; it stays as an answer narrows, mostly."""
    if fair is None:
        return (0.0, 1.0)
    away = max(abs(value - fair) for row in rows for value in (row.value, row.published))
    half = next((step for step in _STEPS if away <= 0.97 * step and step >= 0.4 * fair), 0.0)
    return (max(fair - half, 0.0), min(fair + half, 1.0)) if half else (0.0, 1.0)


def _axis(row: Row) -> Band:
    """Return an axis around the published figure that holds the present one."""
    if row.share:
        most = next((end for end in (0.25, 0.5) if max(row.value, row.published) <= 0.9 * end), 1.0)
        return (0.0, most)
    middle, away = row.published, abs(row.value - row.published)
    room = max(abs(middle), away, 1e-6)
    half = next(part * room for part in (0.25, 0.5, 1.0, 2.0) if away <= 0.9 * part * room)
    grid = 10 ** math.floor(math.log10(half))
    step = next(grid * size for size in (1, 2, 5, 10) if half <= grid * size)
    low = math.floor((middle - half) / step) * step
    return (low, low + 4 * step) if middle + half > low + 2 * step else (low, low + 2 * step)


def _finite(band: Band | None, axis: Band) -> Band | None:
    """Return the part of a band that an axis shows."""
    if band is None or (math.isinf(band[0]) and math.isinf(band[1])):
        return None
    return (max(band[0], axis[0]), min(band[1], axis[1]))
