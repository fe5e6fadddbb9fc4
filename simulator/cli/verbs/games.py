"""`digsite games`: the games, and everything about one."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from digsite.simulator.cli import completion
from digsite.simulator.cli.console import print_note, print_sentence, print_table
from digsite.simulator.cli.options import Full, Json
from digsite.simulator.commands import Command
from digsite.simulator.errors import unknown
from digsite.simulator.game.wording import listed, truncate
from digsite.simulator.games import all_games, chosen_game
from digsite.simulator.lab.reporting import files
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.game.columns import Column
    from digsite.simulator.game.game import Game
    from digsite.simulator.game.nudges import Nudge
    from digsite.strategies.bounds import Bounds
    from digsite.strategies.registry import Strategy

_HEADS = ("game", "title", "players", "variants")
NUDGE_HEADS = ("nudge", "what happens to a player", "amounts")

TOPICS = ("variants", "strategies", "weights", "nudges", "questions", "columns", "events")
_ABOUT = 52  # letters of a description in the overview
_OVERVIEW = 8  # rows of a topic in the overview


def _completed_topic(incomplete: str) -> list[str]:
    return [topic for topic in TOPICS if topic.startswith(incomplete)]


def games(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="Describe one game.", autocompletion=completion.games)
    ] = "",
    topic: Annotated[
        str, typer.Argument(metavar="[TOPIC]", help=f"Only {listed(TOPICS, 'or')}.", autocompletion=_completed_topic)
    ] = "",
    full: Full = False,
    as_json: Json = False,
) -> None:
    """List the games; with a name: its variants and strategies, or one topic of it."""
    if topic and topic not in TOPICS:
        raise unknown("topic", topic, TOPICS)
    if game:
        _one(chosen_game(game, to_read=True), topic, full, as_json)
        return
    from digsite.simulator.lab.own_games import own_games
    from digsite.strategies.registry import strategies_of

    rows: list[tuple[Any, ...]] = [
        (g.name, g.title, _counts(g.players, as_json), list(g.figures.variants), list(strategies_of(g.id)))
        for g in all_games().values()
    ]
    own, problems = own_games()
    theirs = [(g.name, g.title, _counts(g.players, as_json), g.variants, g.place) for g in own]
    if as_json:
        rows = [(*row, None) for row in rows] + [(*row[:4], None, row[4]) for row in theirs]
        print_table((*_HEADS, "strategies", "place"), rows, as_json)
    else:
        print_table((*_HEADS, "strategies"), rows)
    if theirs and not as_json:
        print_sentence("Your games")
        print_table((*_HEADS, "place"), theirs)
    for problem in problems:
        print_note(problem)


def _values(strategies: "Sequence[Strategy]", values: "Sequence[Any]") -> list[dict[str, Any]]:
    """Return the value of a weight in each strategy that has it."""
    pairs = zip(strategies, values, strict=True)
    return [{"strategy": strategy.name, "value": value} for strategy, value in pairs if value is not None]


def _counts(players: range, as_json: bool) -> Any:
    """Return the possible player counts."""
    return list(players) if as_json else f"{players[0]}-{players[-1]}"


def _one(game: "Game", topic: str, full: bool, as_json: bool) -> None:
    from digsite.analyses.registry import questions_for
    from digsite.simulator.game.events import LETTERS
    from digsite.simulator.runs.bookkeeping import BOOKKEEPING
    from digsite.strategies.registry import all_strategies

    variants = [(v.name, v.about, v.source) for v in game.figures.variants.values()]
    players = all_strategies(game.id)
    weighing = [s for s in players.values() if s.weights]
    columns = [(name, "game", about) for name, about in BOOKKEEPING]
    columns += [(_column_name(c), c.per, c.about) for c in game.columns]
    events = [kind.row() for kind in game.events.values()]
    tables = (
        ("variants", ("variant", "what it changes", "source"), variants),
        ("strategies", ("strategy", "how it plays"), [(s.name, s.about) for s in players.values()]),
        ("weights", ("weight", "what it is", "bounds", *(s.name for s in weighing)), _weights(weighing)),
        ("weights by players", ("strategy", "players", "weight", "value"), _by_players(weighing)),
        ("nudges", NUDGE_HEADS, nudge_rows(game)),
        ("questions", ("question", "what it asks"), [(asked.name, asked.about) for asked in questions_for(game.id)]),
        ("columns", ("column", "per", "what it holds"), columns),
        ("events", ("event", "what happens", *LETTERS), events),
    )
    if as_json:
        by_topic = {name: [dict(zip(heads, row, strict=True)) for row in rows] for name, heads, rows in tables}
        by_topic["weights"] = [
            {
                "weight": name,
                "what it is": about,
                "bounds": str(bounds or ""),
                **_limits(bounds),
                "values": _values(weighing, values),
            }
            for name, about, bounds, *values in _weights(weighing)
        ]
        by_topic["nudges"] = nudges_as_data(game)
        chosen = {name: rows for name, rows in by_topic.items() if name == topic} if topic else by_topic
        print(files.as_json({"game": game.name, "title": game.title, "players": list(game.players)} | chosen))
        return
    print_sentence(f"{game.title} ({game.name}), {game.player_counts}")
    if not (topic or full):
        _overview(game, {name: rows for name, _, rows in tables})
        return
    for name, heads, rows in tables:
        if (rows or name != "weights by players") and (not topic or name.startswith(topic)):
            print_sentence(f"\n{name.capitalize()}")
            print_table(heads, rows)


def _overview(game: "Game", rows: "Mapping[str, Sequence[Any]]") -> None:
    """Print a game's variants and strategies in a line each, and how to see the rest."""
    for name in ("variants", "strategies"):
        print_sentence(f"\n{name.capitalize()}")
        for row in rows[name][:_OVERVIEW]:
            print_sentence(f"  {row[0]:20} {truncate(str(row[1]), _ABOUT)}")
        if len(rows[name]) > _OVERVIEW:
            print_sentence(f"  and {len(rows[name]) - _OVERVIEW} more")
    others = listed([f"{len(rows[name])} {name}" for name in TOPICS[2:] if rows[name]])
    command = Command("games", game.called)
    print_sentence(
        f"\nIt also has {others}: {command} columns, and so on; {command} {OPTIONS['full'].typed} lists all."
    )


def _nudges(game: "Game") -> "list[Nudge]":
    """Return a game's nudges; none if it has only the general ones, which say nothing about it."""
    return list(game.nudges.values()) if game.own_nudges else []


def nudge_rows(game: "Game") -> list[tuple[str, str, str]]:
    """Return a row for each nudge: its name, its effect and the possible amounts."""
    from digsite.simulator.game.nudges import Dose

    return [(nudge.name, Dose(nudge, nudge.usual[0]).clause, nudge.amounts) for nudge in _nudges(game)]


def nudges_as_data(game: "Game") -> list[dict[str, Any]]:
    """Return the same rows as data, with the amounts as numbers too."""
    return [
        dict(zip(NUDGE_HEADS, row, strict=True)) | {"least": nudge.least, "most": nudge.most, "usual": nudge.usual}
        for nudge, row in zip(_nudges(game), nudge_rows(game), strict=True)
    ]


def _limits(bounds: "Bounds | None") -> dict[str, Any]:
    """Return a weight's bounds for tuning as numbers; empty if it has none."""
    return {name: getattr(bounds, name, None) for name in ("least", "most", "kind")}


def _weights(strategies: "Sequence[Strategy]") -> list[list[Any]]:
    """Return a row for each weight: its name, meaning, bounds and value in each strategy."""
    known: dict[tuple[str, str, Bounds | None], dict[str, float]] = {}
    for strategy in strategies:
        for name, weight in strategy.weights.items():
            entry = name, weight.about, weight.declared
            known.setdefault(entry, {})[strategy.name] = weight.value
    return [[*named, *(values.get(s.name) for s in strategies)] for named, values in known.items()]


def _by_players(strategies: "Sequence[Strategy]") -> list[tuple[str, int, str, float]]:
    """Return a row for each weight whose value depends on the number of players."""
    return [
        (strategy.name, seats, name, value)
        for strategy in strategies
        for seats, weights in sorted(strategy.by_players.items())
        for name, value in weights.items()
    ]


def _column_name(column: "Column") -> str:
    middle = f"_{{{','.join(column.labels)}}}" if column.labels else ""
    return f"{column.name}{middle}{'_SEAT' if column.per == 'seat' else ''}"
