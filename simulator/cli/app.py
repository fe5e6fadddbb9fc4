"""The `digsite` command: its verbs, and what the user sees when something goes wrong."""

import sys
import traceback
from typing import Annotated

import typer

from simulator.cli import (
    analyze,
    bench,
    check,
    compare,
    doctor,
    exploit,
    games,
    new,
    nudge,
    plan,
    replay,
    report,
    rules,
    simulate,
    strength,
    sweep,
    tournament,
    tune,
)
from simulator.cli.options import INTERRUPTED
from simulator.errors import DigsiteError

app = typer.Typer(
    name="digsite",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
VERBS = (
    games.games,
    rules.rules,
    simulate.simulate,
    analyze.analyze,
    report.report,
    compare.compare,
    sweep.sweep,
    tournament.tournament,
    nudge.nudge,
    strength.strength,
    tune.tune,
    exploit.exploit,
    plan.plan,
    check.check,
    replay.replay,
    bench.bench,
    doctor.doctor,
)
for verb in VERBS:
    app.command()(verb)
app.add_typer(new.app)


def _print_version(wanted: bool) -> None:
    if wanted:
        from simulator.version import digsite_version

        print(f"digsite {digsite_version()}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A Monte Carlo balance laboratory for expedition board games."""
    del version  # its callback has printed it


_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


def main(arguments: list[str] | None = None) -> None:
    """Run one command; a failure is one sentence on stderr, a traceback only with --debug."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    sys.exit(_run([word for word in words if word != "--debug"], debug))


_FAILED = {"check": 4}  # verbs whose exit code 1 is an answer


def _run(words: list[str], debug: bool) -> int:
    failed = _FAILED.get(next(iter(words), ""), 1)
    try:
        return int(app(words, prog_name="digsite", standalone_mode=False) or 0)
    except DigsiteError as problem:
        return _fail(str(problem), failed if problem.exit_code == 1 else problem.exit_code, debug)
    except _UsageError as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":
            print(problem)
            return 2
        return _fail(f"{problem.format_message()} See: digsite --help", 2, debug)  # type: ignore[attr-defined]
    except (KeyboardInterrupt, typer.Abort):
        return _fail("Interrupted.", INTERRUPTED, debug)
    except BrokenPipeError:
        sys.stderr.close()
        return failed
    except Exception as problem:
        where = "Run again with --debug to see where."
        return _fail(f"Unexpected {type(problem).__name__}: {problem}. {where}", failed, debug)


def _fail(sentence: str, code: int, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    print(f"digsite: {sentence}", file=sys.stderr)
    return code
