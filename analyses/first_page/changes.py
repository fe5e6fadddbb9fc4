"""If you change one thing: up to three proposals, each with what was measured and the command that follows it up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.analyses.block_sums import WIN
from digsite.analyses.first_page.seats import name_of, percent
from digsite.analyses.registry import answerable
from digsite.analyses.scorecard.line import table_of
from digsite.analyses.sentences import sentence
from digsite.simulator.commands import Command
from digsite.simulator.game.wording import typed
from digsite.simulator.play.repeat import rules_options, seating, unexplained_figures

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from digsite.analyses.first_page.seats import SeatWins
    from digsite.analyses.first_page.worth import Worth
    from digsite.analyses.scorecard import Line
    from digsite.simulator.runs.run import Run

MOST = 3
_MATTERS = ("large", "moderate")  # of an unconfirmed figure
_MANY = 40_000  # games of an experiment that is proposed


@dataclass(frozen=True)
class Change:
    """Something to change, or to leave as it is.

    do:       what to do, in the imperative.
    because:  what was measured.
    command:  follows it up; empty where there is nothing to do.
    question: whose section has more; empty for the rules.
    """

    do: str
    because: str
    command: str = ""
    question: str = ""


@dataclass(frozen=True)
class Known:
    """What proposals are made of."""

    run: Run
    lines: Mapping[str, Line]
    tables: Mapping[str, Any]
    seats: SeatWins | None
    worths: Sequence[Worth]
    doubts: pl.DataFrame | None  # how much each unconfirmed figure matters

    def line(self, name: str, *verdicts: str) -> Line | None:
        """Return a line of the scorecard if it has one of these verdicts."""
        found = self.lines.get(name)
        return found if found and found.verdict in verdicts else None


def changes(known: Known) -> list[Change]:
    """Return the proposals that matter most."""
    makers = (
        _help_a_seat, _weaken_or_cut, _strengthen_a_strategy, _change_difficulty, _open_the_end, _cap_the_length, _check_a_guess,
        _separate, _look_closer, _stronger_players, _leave_alone,
    )  # fmt: skip
    found: list[Change] = []
    for make in makers:
        found += make(known)
    return found[:MOST]


def _help_a_seat(known: Known) -> Iterator[Change]:
    """Propose what would make up for the weakest seat."""
    seats = known.seats
    if not known.line("seats", "off", "watch") or seats is None or not seats.claims or seats.depends:
        return
    weak = min(range(1, seats.players + 1), key=lambda seat: seats.wins[seat - 1])
    short = seats.fair - seats.wins[weak - 1]
    who = name_of(weak, seats.players)
    gap = f"It is {100 * short:.1f} wins in 100 short"
    fitting = [worth for worth in known.worths if worth.sure and worth.value > 0]
    if not fitting:
        yield Change(f"Give {who} something small.", f"{gap}.", _report(known, check_with="+32"), "seats")
        return
    near = min(fitting, key=lambda worth: abs(worth.value - short))
    do = f"Give {who} {near.thing}." if near.value <= 2 * short else f"Give {who} something less than {near.thing}."
    yield Change(do, f"{gap}; one is worth {100 * near.value:.1f}.", _nudge(known, near.nudge), "seats")


def _weaken_or_cut(known: Known) -> Iterator[Change]:
    """Propose to weaken what decides too much, and to strengthen or cut what no one wants."""
    line = known.line("components", "off")
    first = next((worth for worth in known.worths if line and worth.value == line.value), None)
    if line is None or line.band is None or first is None:
        return
    worth = f"One more adds {100 * first.value:.0f}"
    if line.word == "some unwanted":
        yield Change(
            f"Strengthen {first.thing}, or cut it.",
            f"{worth} wins in 100.",
            _nudge(known, first.nudge),
            _asked(known, first),
        )
    else:
        allowed = f"at most {100 * line.band[1]:.3g} is fine"
        yield Change(
            f"Weaken {first.thing}.",
            f"{worth} wins in 100; {allowed}.",
            _nudge(known, first.nudge),
            _asked(known, first),
        )


def _strengthen_a_strategy(known: Known) -> Iterator[Change]:
    line, table = known.line("strategies", "off", "watch"), table_of(known.tables, "strategies", "strategies")
    out = line.figures.get("not_worth_playing", ()) if line else ()
    if not out or table is None:
        return
    rows = table.sort(WIN, descending=True).rows(named=True)
    best, last = rows[0], rows[-1]
    because = f"It wins {percent(last[WIN])}, {best['strategy']} {percent(best[WIN])}."
    meet = _line(
        "tournament",
        known.run.plan.called,
        strategies=list(dict.fromkeys(known.run.plan.players)),
        **_given(known.run, False),
    )
    yield Change(f"Strengthen what {last['strategy']} relies on, or cut it.", because, meet, "strategies")


def _change_difficulty(known: Known) -> Iterator[Change]:
    line, run = known.line("winning alone", "off", "watch"), known.run
    for asked in answerable(run) if line else ():
        if asked.dial and (bounds := run.game.figures.by_key[asked.dial].range):
            low, high = (int(end) for end in bounds)
            given = _given(run, without=asked.dial)
            given["settings"] = [f"{asked.dial}={','.join(map(str, range(low, high + 1)))}", *given["settings"]]
            because = f"A player alone wins {percent(line.value or 0)}." if line else ""
            sweep = _line("sweep", run.plan.called, **given)
            yield Change("Choose another difficulty.", because, sweep, asked.name)


def _open_the_end(known: Known) -> Iterator[Change]:
    line = known.line("tension", "off")
    if line is None:
        return
    early = line.word == "settled early"
    do = "Keep games open longer." if early else "Let a lead count for more."
    watch = _line("replay", _folder(known.run), chances=True, **{"median" if early else "closest": True})
    yield Change(do, f"{sentence(line.figure)}.", watch, "timeline")


def _cap_the_length(known: Known) -> Iterator[Change]:
    line = known.line("pace", "off")
    if line is not None:
        many = f"One game in twenty takes more than {line.figures['q95']:,.0f} {line.unit}."
        yield Change("Cap the longest games.", many, _line("replay", _folder(known.run), longest=True), "length")


def _check_a_guess(known: Known) -> Iterator[Change]:
    """Propose to find out the unconfirmed figure that moves the conclusions most, if it moves them much."""
    run, measured = known.run, known.doubts
    if measured is None or not measured.height or run.plan.settings or unexplained_figures(run.plan):
        return
    row = measured.row(0, named=True)
    figure = run.plan.figures.by_key[row["figure"]]
    others = [typed(value) for value in figure.alternatives if value != run.plan.rules[figure.key]]
    if row["matters"] not in _MATTERS or not others:
        return
    other = row["most_at"] if row["most_at"] in others else others[0]
    options = {**_given(run), "settings": [f"{figure.key}={other}"], "against": run.plan.variants}
    because = "No source confirms it, and it changes who wins."
    yield Change(f"Find out `{figure.key}`.", because, _line("compare", run.plan.called, **options))


def _separate(known: Known) -> Iterator[Change]:
    line = known.line("seats", "open")
    if line is not None and line.word == "cannot be told":
        again = _line("simulate", known.run.plan.called, games=known.run.plan.games, **_given(known.run))
        yield Change(
            "Let every strategy play every seat.", "Each kept one seat, so neither can be judged.", again, "seats"
        )


def _look_closer(known: Known) -> Iterator[Change]:
    """Propose more games where seats or strategies are borderline."""
    for name in ("seats", "strategies"):
        line = known.line(name, "watch")
        judged = name == "seats" and known.seats and (known.seats.claims or known.seats.depends)
        if line is not None and not judged:
            more = _line("simulate", resume=_folder(known.run), games=4 * known.run.plan.games)
            yield Change(
                "Play four times the games.", f"That halves the intervals; {name} are {line.word}.", more, name
            )
            return


def _stronger_players(known: Known) -> Iterator[Change]:
    line = known.lines.get("players behind it")
    if line is not None and line.verdict == "open" and line.word == "beatable":
        because = "They may shift the balance."
        yield Change("Repeat it with stronger players.", because, _report(known, check_with="+32"), "strategies")


def _leave_alone(known: Known) -> Iterator[Change]:
    line = known.line("pace", "fine")
    if line is not None:
        yield Change("Leave the length alone.", "Games take about the same time.", "", "length")


def _asked(known: Known, worth: Worth) -> str:
    """Return the question whose answer says what a thing is worth."""
    for question, tables in known.tables.items():
        if "worth" in tables and worth.nudge in tables["worth"]["nudge"].to_list():
            return str(question)
    return "sources"


# ------------------------------------------------------------------------------------------------- commands


def _folder(run: Run) -> Path:
    """Return the run's folder, as typed from the working directory."""
    folder = run.folder
    beneath = isinstance(folder, Path) and folder.is_relative_to(Path.cwd())
    return folder.relative_to(Path.cwd()) if beneath else folder


def _given(run: Run, seats: bool = True, without: str = "") -> dict[str, Any]:
    """Return the parts of the run's plan that a command must repeat: players and rules, except for one figure."""
    sitting = seating(run.plan) if seats else {"players": run.plan.seats}
    return {**sitting, **rules_options(run.plan, without)}


def _nudge(known: Known, name: str) -> str:
    return _line("nudge", known.run.plan.called, nudges=name, games=_MANY, **_given(known.run))


def _report(known: Known, **options: Any) -> str:
    return _line("report", _folder(known.run), **options)


def _line(verb: str, *arguments: object, **options: Any) -> str:
    return str(Command(verb, *arguments, **options))
