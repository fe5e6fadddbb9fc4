"""Every option of every verb: its name in commands and in Python, its value, and its help.

The command line, the commands in manifests, the arguments in Python and the error messages all read this table. An
option has the same name everywhere; a verb may word its help differently. Commands list options in the table's order.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """An option of a command, and the argument of the same meaning in Python.

    name:       the argument's name.
    metavar:    the placeholder for its value in help; empty for a switch.
    help:       what it is for.
    flag:       its name in a command; by default `name` with dashes.
    short:      a one-letter form.
    off:        the flag that turns off a switch that is on by default.
    repeatable: whether a list repeats the option; otherwise it is one value with commas.
    """

    name: str
    metavar: str
    help: str
    flag: str = ""
    short: str = ""
    off: str = ""
    repeatable: bool = False

    @property
    def typed(self) -> str:
        """Return its name in a command.

        >>> OPTIONS["settings"].typed, OPTIONS["part_games"].typed
        ('--set', '--part-games')
        """
        return self.flag or f"--{self.name.replace('_', '-')}"

    @property
    def called(self) -> str:
        """Return its name in Python; a switch includes its value.

        >>> OPTIONS["settings"].called, OPTIONS["resume"].called
        ('settings', 'resume=True')
        """
        return self.name if self.metavar else f"{self.name}=True"

    def given(self, value: str) -> "Phrase":
        """Return the option with a value.

        >>> OPTIONS["runs_folder"].given("old")
        Phrase(typed='--runs old', called="runs_folder='old'", options=('runs_folder',))
        """
        return Phrase(f"{self.typed} {value}", f"{self.name}={value!r}", (self.name,))


@dataclass(frozen=True)
class Phrase:
    """Words of a sentence that differ between the terminal and Python."""

    typed: str
    called: str
    options: tuple[str, ...] = ()  # the options it mentions


def either(*names: str) -> list[str | Option]:
    """Return the options as pieces of a sentence, joined with "or".

    >>> [piece if isinstance(piece, str) else piece.typed for piece in either("settings", "resume", "seed")]
    ['--set', ', ', '--resume', ' or ', '--seed']
    """
    joined: list[str | Option] = [OPTIONS[names[0]]]
    for name in names[1:]:
        joined += [" or " if name == names[-1] else ", ", OPTIONS[name]]
    return joined


def _table(options: Iterable[Option]) -> dict[str, Option]:
    return {option.name: option for option in options}


OPTIONS = _table(
    [
        Option(
            "resume",
            "",
            "Resume the run in --out (start it if empty). `--resume DIR` alone repeats DIR's own settings.",
        ),
        # the plan
        Option("games", "N", "Number of games, e.g. 100k or 2.5M.", short="-n"),
        Option("players", "N", "Number of players."),
        Option("seats", "A,B,...", "A strategy per seat, or one for all; name:weight=value tunes it."),
        Option("seating", "KIND", "Who sits where: balanced (default), cyclic, or fixed as typed."),
        Option("rotate", "", "Another word for --seating cyclic; it will go."),
        Option("variants", "V", "A rule variant; repeat for more.", flag="--variant", repeatable=True),
        Option(
            "settings",
            "KEY=VALUE",
            "Change a rule figure, e.g. cards.hand=7; repeat for more.",
            flag="--set",
            repeatable=True,
        ),
        Option("rules_file", "FILE", "Read rule figures from a file.", flag="--rules"),
        Option("plugins", "FILE.py", "Load your own strategies from a file.", flag="--plugin", repeatable=True),
        Option("seed", "N", "Seed of all chance; drawn and printed by default."),
        Option("events", "K", "Save the events of the first K games; default 20k."),
        Option("part_games", "N", "Games per file; default 10k, more on large clusters."),
        # the question of an experiment
        Option("against", "V,W", "Variants of the other side; base for none."),
        Option("against_seats", "A,B,...", "Another line-up for the other side."),
        Option("line_ups", "N|A,B,...", "Repeat it with N other line-ups, or with each of these in all seats."),
        Option("margin", "0.5pp", "The smallest difference that matters (0.5pp, 2points, 3turns)."),
        Option(
            "relearn", "N", "Let a player learn each side's rules from N games of self-play, and compare with these."
        ),
        Option("every_field", "", "Search for the best response to each field of a tournament instead."),
        Option("unconfirmed", "", "Only figures that no source confirms."),
        Option("measure", "COLUMN,...", "Columns to measure; `games GAME` lists them."),
        Option("figures", "KEY,KEY,...", "Figures to move; default: every number and switch of the game."),
        Option(
            "target",
            "TARGET",
            "What must hold, e.g. 'win rate of seat 1 in 24..26 %'; repeat for more.",
            repeatable=True,
        ),
        Option("vary", "KEY=A..B,...", "Figures that may change, with values 6..9 or 3|5; default: those that matter."),
        Option("keep", "KEY,KEY,...", "Figures that must not change."),
        Option("most_changes", "N", "Change at most N figures at once."),
        Option("strategies", "A,B,...", "Strategies that take part; default: all but random."),
        Option("nudges", "A,B=N,...", "Nudges to try, each with an optional amount; default: all.", flag="--nudge"),
        Option("think", "N", "Sampled deals per option, with settings: 32:caution=1."),
        Option("differences", "", "Also list which choices search changes."),
        Option("free", "style|A,B,...", "Weights of its style to tune as well; style for all."),
        Option("minutes", "N", "Stop the search after N minutes; 5 unless --games is given."),
        Option("each", "N", "Games per candidate in each generation of the search."),
        Option("validate", "N", "Games per line-up on fresh seeds; 2,000, or 100 for look-ahead players."),
        Option("power", "0.9", "Chance to detect a difference as large as the margin."),
        Option("spread", "SD", "Standard deviation of one game; skips the pilot."),
        Option("pilot", "N", "Games to measure spread and speed; 2,000, or fewer for look-ahead players."),
        Option("quick", "", "Look at less, within seconds."),
        Option("only", "CHECK,...", "Only these checks."),
        Option("junit", "FILE", "Also write the results as JUnit XML."),
        # how to play, and where to write
        Option("threads", "N", "Number of threads; default: all cores."),
        Option("cluster", "ADDRESS", "Play on a Dask cluster: local:4 for four processes here, or tcp://host:8786."),
        Option("out", "DIR", "Output folder, or s3://bucket/run; default: under runs/."),
        Option(
            "trust", "", "Run the game and the plug-ins that come with a folder or contract, now and in later commands."
        ),
        Option("like", "EXAMPLE", "The example to start from; default: basic."),
        # which rules to show
        Option("diff", "", "Only what differs from the published rules."),
        Option("export", "FILE", "Write a rules file to edit and use."),
        # the content of a report
        Option("every_game", "", "Play and report every game.", flag="--all"),
        Option("runs_folder", "DIR", "Where --all saves its runs; default: runs.", flag="--runs"),
        Option("sensitivity", "", "Also play the alternatives of unconfirmed figures.", off="--no-sensitivity"),
        Option("contract", "FILE", "Check scorecards against this contract's targets."),
        Option(
            "experiments",
            "",
            "Also measure what components are worth and when games are decided; saved in RUN/nudges and RUN/tension.json.",
            off="--no-experiments",
        ),
        Option("check_with", "+N", "Repeat the main findings with look-ahead players (+32); saved in RUN/checked-32."),
        # which game to show, and what of it
        Option("game", "I", "The game's index."),
        Option("median", "", "The game with the median winning score."),
        Option("closest", "", "The game with the smallest margin."),
        Option("longest", "", "The game with the most turns."),
        Option("widest", "", "The game with the largest margin."),
        Option("chances", "", "Show each seat's chance to win along the game."),
        Option("sample", "N", "With --chances: summarize a sample of games instead."),
        Option("every", "turn|decision", "Show chances at each turn or at each decision."),
        Option("worlds", "W", "Sampled deals played out from each point; 400, or 100 with --sample."),
        Option("open_hands", "", "Chances for a spectator who sees all hands.", flag="--open"),
        Option("seat", "K", "Chances as this seat sees them."),
        # taking a seat
        Option("pace", "S", "Seconds between the moves of others; 0 for none."),
        # playing speed
        Option("seconds", "S", "Seconds for each of three repeats."),
        # the live lab
        Option("port", "N", "The port of the lab's page; default: 8377, or any free one if that is taken."),
        Option("open_page", "", "Open the page in a browser.", off="--no-open"),
        # what to print
        Option("listing", "", "List the questions and play nothing.", flag="--list"),
        Option("full", "", "Print every table and finding, not only the answer."),
        Option("as_json", "", "Print JSON instead of a table.", flag="--json"),
        Option("quiet", "", "Print no progress and no notes.", short="-q"),
        Option("verbose", "", "Print the compiler's full message about a plug-in."),
        Option("debug", "", "Print the traceback of a failure; allowed anywhere."),
        Option("version", "", "Print the version."),
    ]
)
BY_FLAG = {word: option for option in OPTIONS.values() for word in (option.typed, option.short, option.off) if word}
