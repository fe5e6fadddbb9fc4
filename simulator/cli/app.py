"""The `digsite` command: its verbs, and what the user sees when something goes wrong."""

import errno
import re
import sys
import traceback
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from digsite.simulator.cli.console import coloured, discard_output, print_note
from digsite.simulator.cli.examples import GROUPS, SUMMARIES, epilog
from digsite.simulator.cli.interrupts import INTERRUPTED
from digsite.simulator.cli.options import given, with_folder
from digsite.simulator.cli.verbs import (
    analyze,
    balance,
    bench,
    check,
    compare,
    doctor,
    exploit,
    games,
    lab,
    learn,
    levers,
    new,
    nudge,
    plan,
    play,
    replay,
    report,
    rules,
    simulate,
    strength,
    sweep,
    tournament,
    tune,
)
from digsite.simulator.commands import PROGRAM, Command
from digsite.simulator.errors import DigsiteError, WrongUse, is_interrupt, short_message, shorten_name
from digsite.simulator.lab.common.progress import stop_message
from digsite.simulator.options import OPTIONS


class Verbs(TyperGroup):
    """The verbs, listed by what they are for; some have two words, as `check game` next to `check`."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the verbs in groups."""
        del ctx
        room = max(map(len, SUMMARIES))
        for group, verbs in GROUPS.items():
            with formatter.section(group):
                formatter.write_dl([(f"{verb:{room}}", summary) for verb, summary in verbs.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the verb's name, the verb and its arguments."""
        together = " ".join(args[:2])
        return super().resolve_command(ctx, [together, *args[2:]] if together in self.commands else args)


app = typer.Typer(
    name="digsite",
    cls=Verbs,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
VERBS: tuple[Any, ...] = (
    games.games,
    rules.rules,
    simulate.simulate,
    analyze.analyze,
    report.report,
    compare.compare,
    sweep.sweep,
    levers.levers,
    balance.balance,
    tournament.tournament,
    nudge.nudge,
    strength.strength,
    tune.tune,
    exploit.exploit,
    learn.learn,
    plan.plan,
    check.check,
    check.check_game,
    check.check_strategy,
    replay.replay,
    play.play,
    lab.lab,
    bench.bench,
    doctor.doctor,
)
NAMES = [verb.__name__.replace("_", " ") for verb in VERBS]
for name, verb in zip(NAMES, VERBS, strict=True):
    app.command(name, epilog=epilog(name), short_help=SUMMARIES[name])(verb)
app.add_typer(new.app)


_VERBOSE, _DEBUG = (OPTIONS[name].typed for name in ("verbose", "debug"))  # they may stand anywhere in a command


def _print_version(wanted: bool) -> None:
    if wanted:
        from digsite.simulator.version import digsite_version

        print(f"{PROGRAM} {digsite_version()}")
        raise typer.Exit


@app.callback(epilog=epilog("digsite"))
def options(
    version: Annotated[bool, given("version", callback=_print_version, is_eager=True)] = False,
    verbose: Annotated[
        bool, given("verbose", help="Print the compiler's full messages about a plug-in; may stand anywhere.")
    ] = False,
    debug: Annotated[bool, given("debug")] = False,
) -> None:
    """A Monte Carlo balance laboratory for expedition board games."""
    del version, verbose, debug  # the callback handles the first, `main` the others


_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


def main(arguments: list[str] | None = None) -> None:
    """Run one command; a failure prints one sentence on stderr, more only with --verbose or --debug."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    wanted = {_VERBOSE, _DEBUG} & set(words)
    if words[:1] == ["help"]:  # `digsite help compare` is `digsite compare --help`
        words = [*words[1:], "--help"]
    sys.exit(_run(with_folder([word for word in words if word not in wanted]), wanted))


_FAILED = {"check": 4}  # verbs whose exit code 1 is an answer
_CLOSED = 141  # the reader of the output is gone: the code that shells report for any program


def _run(words: list[str], wanted: set[str]) -> int:
    failed = _FAILED.get(next(iter(words), ""), 1)
    try:
        _check_words(words)
        code = int(app(words, prog_name="digsite", standalone_mode=False) or 0)
        sys.stdout.flush()
        return (
            _fail("Interrupted.", code, wanted) if code == INTERRUPTED else code
        )  # typer keeps the interrupt to itself
    except DigsiteError as problem:
        code = failed if problem.exit_code == 1 else problem.exit_code
        return _fail(str(problem), code, wanted, details=problem.details)
    except _UsageError as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":
            print(problem)
            return 2
        return _fail(f"{_wording(problem)} See: {Command(_verb_of(words))} --help", 2, wanted)
    except (KeyboardInterrupt, typer.Abort):
        return _fail("Interrupted.", INTERRUPTED, wanted)
    except BrokenPipeError:
        return _closed()
    except SystemExit as ended:  # how typer answers it
        if not isinstance(ended.__context__, BrokenPipeError):
            raise
        return _closed()
    except OSError as problem:
        if problem.errno == errno.ENAMETOOLONG:
            name = max(str(problem.filename).split("/"), key=len)
            return _fail(f"{shorten_name(name)} cannot be a file or folder: {short_message(problem)}.", 2, wanted)
        if problem.errno != errno.ENOSPC:
            return _unexpected(problem, failed, wanted)
        discard_output(sys.stdout)
        return _fail(f"{problem.filename or 'The output'} cannot be written: {short_message(problem)}.", failed, wanted)
    except Exception as problem:
        return _unexpected(problem, failed, wanted)


def _closed() -> int:
    discard_output(sys.__stdout__ or sys.stdout)
    return _CLOSED


def _unexpected(problem: Exception, code: int, wanted: set[str]) -> int:
    if is_interrupt(problem):
        return _fail(stop_message(), INTERRUPTED, wanted)
    where = f"Run again with {_DEBUG} to see where."
    return _fail(f"Unexpected {type(problem).__name__}: {short_message(problem)}. {where}", code, wanted)


def _check_words(words: list[str]) -> None:
    """Refuse invalid text, and empty words: most often an unset variable of the shell."""
    for word in words:
        if (written := word.encode(errors="replace").decode()) != word:
            raise WrongUse(f"{written!r} is not a text in UTF-8; give it another name.")
    for before, word in zip(["", *words], words, strict=False):
        option = (
            before if word == "" and before.startswith("-") else word[:-1] if re.fullmatch("--[a-z-]+=", word) else ""
        )
        if word == "" or option:
            raise WrongUse(f"{option or 'An argument'} is an empty text; give it a value or leave it out.")


_JARGON = {  # of the command-line library
    "is not a valid int range.": "is not a whole number.",
    "is not a valid int.": "is not a whole number.",
    "is not a valid float range.": "is not a number.",
    "is not a valid float.": "is not a number.",
}


def _wording(problem: Exception) -> str:
    """Return a usage error as a sentence."""
    text = str(problem.format_message()).strip()  # type: ignore[attr-defined]
    for jargon, plain in _JARGON.items():
        text = text.replace(jargon, plain)
    text = re.sub(r"(\S+) is not in the range x>=(\S+?)\.?$", r"it must be at least \2; \1 is not.", text)
    text = re.sub(r"(\S+) is not in the range (\S+?)<=x<=(\S+?)\.?$", r"it must be from \2 to \3; \1 is not.", text)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _verb_of(words: list[str]) -> str:
    """Return the verb whose help to point to, if there is one."""
    named = (" ".join(words[:2]), next(iter(words), ""))
    return next((verb for verb in named if verb in (*NAMES, "new")), "")


def _fail(sentence: str, code: int, wanted: set[str], details: str = "") -> int:
    if _DEBUG in wanted:
        print_note(traceback.format_exc().rstrip())
    if details and _VERBOSE in wanted:
        print_note(details)
    print_note(f"{coloured('digsite:', 'bad', sys.stderr)} {sentence}")
    return code
