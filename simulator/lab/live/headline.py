"""The sentence of an answer: what the change does, as far as the games so far show; and one line below it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from digsite.simulator.game.wording import counted, number, readable, typed
from digsite.simulator.lab.live.answer import Answer, Row
from digsite.simulator.lab.live.figures import figure_name

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.live.setting import Setting

_LEAST_TURNS = 0.5  # a smaller change of length is not worth a sentence


@dataclass(frozen=True)
class Part:
    """A part of a sentence; the figures of it stand out."""

    text: str
    strong: bool = False


@dataclass(frozen=True)
class Headline:
    """What the answer says: the sentence in parts, the line below it, and a short form."""

    parts: list[Part]
    small: str
    short: str

    @property
    def sentence(self) -> str:
        """Return the sentence as plain text."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True)
class Subject:
    """What a patch does, as the subject of a sentence."""

    text: str
    many: bool = False

    def does(self, verb: str) -> str:
        """Return the subject with a verb."""
        return f"{self.text} {verb}" if self.many else f"{self.text} {verb}s"


def signed(value: float, decimals: int) -> str:
    """Return a difference with its sign.

    >>> signed(1.25, 1), signed(-0.5, 1), signed(-0.01, 1)
    ('+1.2', '−0.5', '+0.0')
    """
    shown = readable(round(value, decimals) + 0.0, decimals)
    return f"+{shown}" if round(value, decimals) >= 0 else shown


def change_words(game: "Game", patch: Mapping[str, Any]) -> Subject:
    """Return what a patch does: a variant's name, one change, or how many."""
    figures = game.figures
    for variant in figures.variants.values():
        if variant_patch(game, variant.name) == dict(patch):
            return Subject(f"The variant {variant.name}")
    if len(patch) > 1:
        return Subject(f"Your {number(len(patch))} changes together", many=True)
    ((key, value),) = patch.items()
    figure = figures.by_key[key]
    before, after = _differing(figure.value, value)
    return Subject(f"Setting “{figure_name(figure)}” to {typed(after)} instead of {typed(before)}")


def variant_patch(game: "Game", name: str, seats: int | None = None) -> dict[str, Any]:
    """Return the figures that a variant changes, with their values; refuse one that is not for this many players."""
    changed = game.figures.with_variants([name], seats)
    return {figure.key: figure.value for figure in changed if figure.value != game.figures[figure.key]}


def _differing(before: Any, after: Any) -> tuple[Any, Any]:
    """Return the one entry in which two lists differ, or the values as they are."""
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        apart = [(b, a) for b, a in zip(before, after, strict=True) if b != a]
        if len(apart) == 1:
            return apart[0]
    return before, after


def headline(setting: "Setting", answer: Answer) -> Headline:
    """Return what an answer says."""
    game = setting.published.definition
    if not answer.changed:
        return _of_published(game, answer)
    subject = change_words(game, setting.patch)
    if answer.nothing_changed:
        return _of_nothing(subject, answer)
    said = _about_rows(subject, answer)
    if said is None:
        return _unclear(subject, answer)
    parts = said + _about_length(answer, game)
    return Headline(parts, _furthest(answer), _short(answer))


def _of_published(game: "Game", answer: Answer) -> Headline:
    turns = game.wording.turn
    length = Part(f"{answer.length.value:.0f} {turns}s", strong=True)
    ending = [Part(" A game lasts "), length, Part(".")]
    invite = "Move a figure to see what it changes. Your rules are played on the same deals as the published ones."
    if answer.band is None:
        row = answer.seats[0]
        parts = [Part("By the published rules "), Part(percent(row.value), strong=True), Part(" of games are won.")]
        return Headline(parts + ending, invite, _short(answer))
    row = max(answer.seats, key=lambda one: abs(one.value - answer.fair))
    away = row.value - answer.fair
    side = "above" if away > 0 else "below"
    parts = [
        Part(f"By the published rules {row.name.lower()} wins "), Part(percent(row.value), strong=True),
        Part(f" of games with {counted(len(answer.seats), 'player')}, {100 * abs(away):.1f} points {side} its fair share."),
    ]  # fmt: skip
    return Headline(parts + ending, invite, _short(answer))


def _of_nothing(subject: Subject, answer: Answer) -> Headline:
    parts = [
        Part(f"{subject.does('change')} nothing: in "), Part(f"{answer.games:,} games", strong=True),
        Part(" on the same luck not one went differently."),
    ]  # fmt: skip
    small = "For these players it cannot matter. Players who make more of this rule might care: try others, or one that looks ahead."
    return Headline(parts, small, "No game went differently")


def _about_rows(subject: Subject, answer: Answer) -> list[Part] | None:
    """Return the clearest change: of a seat, else of a strategy, a game's length or a measure; None if none is clear."""
    if row := _largest(answer.seats if answer.band else []):
        return [Part(f"{subject.does('make')} {row.name.lower()} {_stronger(row)}: "), _from_to(row), Part(".")]
    if row := _largest(answer.strategies):
        return [Part(f"{subject.does('make')} the strategy {row.name} {_stronger(row)}: "), _from_to(row), Part(".")]
    if row := _largest([] if answer.band else answer.seats):
        easier = "easier" if row.change and row.change.value > 0 else "harder"
        return [Part(f"{subject.does('make')} winning {easier}: "), _from_to(row), Part(".")]
    if _changes_length(answer):
        return [Part(f"{subject.does('change')} no player’s chances clearly.")]
    measured = [row for row in [answer.tension, *answer.measures] if row]
    if row := _largest(measured):
        return [Part(f"{subject.does('change')} the {row.name}: "), _from_to(row), Part(".")]
    return None


def _largest(rows: Sequence[Row]) -> Row | None:
    """Return the row with the largest clear change, measured by what would be small."""
    clear = [row for row in rows if row.change and row.change.clear]
    return max(
        clear, key=lambda row: abs(row.change.value) / max(row.small, 1e-12) if row.change else 0.0, default=None
    )


def _stronger(row: Row) -> str:
    return "stronger" if row.change and row.change.value > 0 else "weaker"


def _from_to(row: Row) -> Part:
    return Part(f"{_figure(row, row.published)} → {_figure(row, row.value)}", strong=True)


def _figure(row: Row, value: float) -> str:
    return percent(value) if row.share else f"{value:.1f}"


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.1f} %"


def _changes_length(answer: Answer) -> bool:
    change = answer.length.change
    return bool(change and change.clear and abs(change.value) >= _LEAST_TURNS)


def _about_length(answer: Answer, game: "Game") -> list[Part]:
    change = answer.length.change
    if not change or not _changes_length(answer):
        return []
    turns = counted(round(abs(change.value)) or 1, game.wording.turn)
    return [Part(" Games get "), Part(f"{turns} {'longer' if change.value > 0 else 'shorter'}", strong=True), Part(".")]


def _unclear(subject: Subject, answer: Answer) -> Headline:
    widest = max(row.high - row.value for row in answer.seats)
    if answer.early:
        small = (
            f"After {answer.games:,} games a win rate is known within {100 * widest:.0f} points. It narrows by itself."
        )
        return Headline([Part(f"{subject.text}: too early to say.")], small, "Too early to say")
    row = max(answer.seats, key=lambda one: abs(one.change.value) if one.change else 0.0)
    assert row.change is not None
    small = (
        f"The largest change of a seat is {row.name.lower()}’s: {signed(100 * row.change.value, 1)} points, give or take "
        f"{100 * row.change.reach:.1f}. {answer.identical:,} of {answer.games:,} games went the same way."
    )
    return Headline([Part(f"{subject.does('change')} nothing clearly.")], small, "No clear change")


def _furthest(answer: Answer) -> str:
    """Return whether the seats now lie within the target, and which lies furthest from it."""
    if answer.band is None:
        return ""
    if answer.early:
        return f"After {answer.games:,} games this is a first look. It narrows by itself."
    allowed = 100 * (answer.band[1] - answer.fair)
    row = max(answer.seats, key=lambda one: abs(one.value - answer.fair))
    away = 100 * (row.value - answer.fair)
    if all(answer.band[0] <= one.low and one.high <= answer.band[1] for one in answer.seats):
        return f"All seats lie within {allowed:.1f} points of their fair share, as the target asks."
    side = "above" if away > 0 else "below"
    return f"{row.name} lies furthest off: {abs(away):.1f} points {side} its fair share, where the target allows {allowed:.1f}."


def _short(answer: Answer) -> str:
    row = max(answer.seats, key=lambda one: abs(one.value - answer.fair))
    return f"{row.name} {percent(row.value)} · {answer.length.value:.0f} turns"
