"""`digsite replay`: one game of a run, narrated turn by turn, with win chances on request."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from digsite.simulator.cli.console import Terminal, print_note, print_sentence, print_table
from digsite.simulator.cli.options import Json, Quiet, RunFolder, Threads, Trust, close_progress, given
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.lab.reporting.files import as_json as as_text

if TYPE_CHECKING:
    from digsite.simulator.lab.winchance.annotated_game import AnnotatedGame
    from digsite.simulator.runs.run import Run

_INDENT = "      "  # of the further lines of a turn


def replay(
    run: RunFolder,
    game: Annotated[int | None, given("game", min=0)] = None,
    median: Annotated[bool, given("median")] = False,
    closest: Annotated[bool, given("closest")] = False,
    longest: Annotated[bool, given("longest")] = False,
    widest: Annotated[bool, given("widest")] = False,
    chances: Annotated[bool, given("chances")] = False,
    sample: Annotated[int | None, given("sample", min=2)] = None,
    every: Annotated[str, given("every")] = "turn",
    worlds: Annotated[int | None, given("worlds", min=2)] = None,
    open_hands: Annotated[bool, given("open_hands")] = False,
    seat: Annotated[int | None, given("seat", min=1)] = None,
    threads: Threads = None,
    trust: Trust = False,
    out: Annotated[Path | None, given("out", help="Where to write the chart and the table.")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play one game of a run again and narrate it, turn by turn; with --chances show each player's win chance."""
    from digsite.simulator.runs.folder.plugin_texts import check_allowed
    from digsite.simulator.runs.run import Run

    if not chances and (open_hands or seat or sample or out or worlds or every != "turn"):
        raise WrongUse("--sample, --every, --worlds, --open, --seat and --out go with --chances.")
    kinds = {"median": median, "closest": closest, "longest": longest, "widest": widest}
    wanted = [kind for kind, chosen in kinds.items() if chosen]
    named = len(wanted) + (game is not None)
    if sample is not None and (named or every != "turn"):
        raise WrongUse("--sample looks at many games, at turns: name no game and leave --every out.")
    if named > 1:
        raise WrongUse("Name one game: only one of --game, --median, --closest, --longest and --widest.")
    opened = Run(run)
    if sample is None and not named:
        raise WrongUse("Say which game: --game I, or one of --median, --closest, --longest, --widest.")
    check_allowed(opened.folder, opened.plan.code, trust)
    if out is not None:
        _make(out)
    how: dict[str, Any] = {"open_hands": open_hands, "seat": seat, "threads": threads}
    how |= {"worlds": worlds} if worlds else {}
    how["progress"] = None if quiet else Terminal()
    with close_progress(how["progress"]):
        if sample is not None:
            _print_tension(opened, sample, how, out, as_json, quiet)
            return
        index = game if game is not None else _found(opened, wanted[0])
        if game is None:
            print_note(f"The {wanted[0]} game is game {index}.", quiet)
        if chances:
            _print_chances(opened, index, how | {"every": every}, out, as_json, quiet)
        else:
            _print_lines(opened, index, how["progress"], as_json)


def _make(folder: Path) -> None:
    """Create the folder before there is work to lose."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise DigsiteError(f"{folder} cannot be written: {problem.strerror or problem}.") from problem


def _found(run: "Run", kind: str) -> int:
    from digsite.simulator.runs.replay import find_game_index

    return find_game_index(run, kind)


def _print_lines(run: "Run", index: int, progress: Terminal | None, as_json: bool) -> None:
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.lab.common.running import announce_compiling
    from digsite.simulator.runs.replay import replay as narrate

    announce_compiling(run.game, progress or Progress())
    if progress and run.plan.thinking:
        progress.working(f"Playing game {index} again with players that look ahead")
    lines = narrate(run, index)
    if progress:
        progress.close()
    if as_json:
        print(as_text({"run": str(run.folder), "game": index, "lines": list(lines)}))
        return
    for line in lines:
        print_sentence(line, _INDENT)


def _print_chances(run: "Run", index: int, how: dict[str, Any], out: Path | None, as_json: bool, quiet: bool) -> None:
    from digsite.simulator.lab.winchance.annotated_game import as_data, write_annotated_game
    from digsite.simulator.lab.winchance.chances import annotate_game

    annotated = annotate_game(run, index, **how)
    annotated.sentences  # noqa: B018  # the work of it is done before anything is printed
    if how["progress"]:
        how["progress"].close()
    if as_json:
        print(as_text(as_data(annotated)))
    else:
        _print_annotated(annotated)
    if out is not None:
        write_annotated_game(annotated, out)
        print_note(f"The chart (SVG and PNG), the table (CSV) and chances.json are in {out}", quiet)


def _print_annotated(annotated: "AnnotatedGame") -> None:
    from digsite.analyses.winchance.one_game import grid, reach, stacked_bar

    table, lines = annotated.table, annotated.lines
    chances = grid(table)
    for line in lines[0]:
        print_sentence(line, _INDENT)
    for at, passage in enumerate([*lines[1:], []]):
        figures = "  ".join(f"{chance * 100:3.0f}" for chance in chances[at])
        over = at == len(chances) - 1
        print(f"{'the end' if over else '':>9} |{stacked_bar(chances[at])}| {figures} %")
        for line in passage:
            print_sentence(line, _INDENT)
    print_sentence()
    worlds = int(table["worlds"].max())  # type: ignore[arg-type]
    print_sentence(
        f"Win chances by seat, {annotated.settings.viewpoint.words}; {worlds:,} games played on from each point, each chance "
        f"within {reach(worlds) * 100:.0f} percentage points (95 %). A bar shows them just before the lines that follow it."
    )
    for sentence in annotated.sentences:
        print_sentence(sentence)


def _print_tension(run: "Run", games: int, how: dict[str, Any], out: Path | None, as_json: bool, quiet: bool) -> None:
    from digsite.analyses.winchance.tension import sentences
    from digsite.simulator.lab.reporting.files import as_data, write
    from digsite.simulator.lab.winchance.chances import tension

    result = tension(run, games, **how)
    if as_json:
        print(as_text(as_data(result, {"run": str(run.folder)})))
    else:
        rows = result.tables["measures"].select("measure", "value", "value_low", "value_high", "about").rows()
        print_table(("measure", "value", "from", "to", "what it is"), rows)
        for sentence in sentences(result):
            print_sentence(sentence)
    if out is not None:
        write([result], out, run.plan.game_id, run.plan.players, list(sentences(result)), progress=how["progress"])
        print_note(f"The chart (SVG and PNG), the tables (CSV) and findings.json are in {out}", quiet)
