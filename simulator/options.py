"""Every option of every verb, once: what a command calls it, what Python calls it, what follows it, and what it is for.

The command line, the commands that manifests keep, the arguments of Python and the sentences of errors read this table.
A verb that means something special by an option words its help itself; its name is the same everywhere. A command has its
options in the order of the table.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """An option of a command, which is an argument in Python.

    name:    the argument's name.
    metavar: what stands for its value in help; nothing for a switch.
    help:    what it is for.
    flag:    what it is called in a command; by default its name with dashes.
    short:   a letter for the same.
    off:     what turns a switch off that is on when absent.
    again:   whether a list is typed as the option again and again; else as one value with commas.
    """

    name: str
    metavar: str
    help: str
    flag: str = ""
    short: str = ""
    off: str = ""
    again: bool = False

    @property
    def typed(self) -> str:
        """The word that a command has.

        >>> OPTIONS["settings"].typed, OPTIONS["part_games"].typed
        ('--set', '--part-games')
        """
        return self.flag or f"--{self.name.replace('_', '-')}"

    @property
    def called(self) -> str:
        """The same in Python, where a switch must be given a value.

        >>> OPTIONS["settings"].called, OPTIONS["resume"].called
        ('settings', 'resume=True')
        """
        return self.name if self.metavar else f"{self.name}=True"

    def given(self, value: str) -> "Phrase":
        """The option with a value.

        >>> OPTIONS["cluster"].given("local:4")
        Phrase(typed='--cluster local:4', called="cluster='local:4'", options=('cluster',))
        """
        return Phrase(f"{self.typed} {value}", f"{self.name}={value!r}", (self.name,))


@dataclass(frozen=True)
class Phrase:
    """Words of a sentence that are others for a user at a terminal than for a script in Python."""

    typed: str
    called: str
    options: tuple[str, ...] = ()  # those it speaks of


def either(*names: str) -> list[str | Option]:
    """Some options in a list, as pieces of a sentence.

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
            "Go on with what is in --out, or begin there; a folder after it, and nothing else, goes on as begun.",
        ),
        # what decides a plan
        Option("games", "N", "How many games, e.g. 100k or 2.5M.", short="-n"),
        Option("players", "N", "How many players."),
        Option("seats", "A,B,...", "A strategy per seat, or one for all; name:weight=value tunes it."),
        Option("rotate", "", "Play every seat rotation on the same luck."),
        Option("variants", "V", "A rule variant; may be given again.", flag="--variant", again=True),
        Option(
            "settings",
            "KEY=VALUE",
            "A rule figure, as in --set cards.hand=7; repeat for more.",
            flag="--set",
            again=True,
        ),
        Option("rules_file", "FILE", "Rule figures from a file.", flag="--rules"),
        Option("plugins", "FILE.py", "A file with your own strategies.", flag="--plugin", again=True),
        Option("seed", "N", "Decides all chance; drawn and printed when absent."),
        Option("events", "K", "Keep the events of the first K games; 20k when absent."),
        Option("part_games", "N", "Games in a file; 10k when absent, more for large clusters."),
        # what an experiment asks
        Option("against", "V,W", "Variants of the other side; base for none."),
        Option("against_seats", "A,B,...", "Another line-up for the other side."),
        Option("margin", "0.5pp", "The least difference that matters (0.5pp, 2points, 3turns)."),
        Option("every_field", "", "Search for the best reply to each field of a tournament instead."),
        Option("unconfirmed", "", "Only figures no source confirms."),
        Option("measure", "COLUMN,...", "The game's columns to measure, as `games GAME` lists them."),
        Option("strategies", "A,B,...", "Who takes part; by default all strategies but random."),
        Option("nudges", "A,B=N,...", "What is tried, with an amount if you like; by default all.", flag="--nudge"),
        Option("think", "N", "Worlds for each option, and knobs: 32:caution=1."),
        Option("differences", "", "Look at what thinking changes, too."),
        Option("free", "style|A,B,...", "Weights of its style that may change, too; style for all."),
        Option("minutes", "N", "End the search after N minutes; 5 unless --games is given."),
        Option("each", "N", "Games of each candidate in a generation of the search."),
        Option("validate", "N", "Games of each line-up on fresh luck; 2,000, 100 where players think."),
        Option("power", "0.9", "How surely a difference of the margin is to be found."),
        Option("spread", "SD", "One game's standard deviation; nothing is then played."),
        Option("pilot", "N", "Games to learn the spread and the speed from; 2,000, or fewer where players look ahead."),
        Option("junit", "FILE", "The answers as JUnit XML, too."),
        # how it is played, and where it is written
        Option("threads", "N", "Threads to play on; all cores when absent."),
        Option("cluster", "ADDRESS", "Play on a Dask cluster: local:4 for four processes here, or tcp://host:8786."),
        Option("out", "DIR", "The folder, or s3://bucket/run; under runs/ when absent."),
        Option("trust", "", "Run the plug-ins that came with the folder or contract, now and in later commands."),
        # which rules are shown
        Option("diff", "", "Only what differs from the printed rules."),
        Option("export", "FILE", "Write a rules file to correct and use."),
        # what a report has
        Option("every_game", "", "Play and report every game.", flag="--all"),
        Option("runs_folder", "DIR", "Where --all keeps its runs; runs when absent.", flag="--runs"),
        Option("sensitivity", "", "Play the unconfirmed figures' alternatives, too.", off="--no-sensitivity"),
        Option("contract", "FILE", "Scorecards are held against this contract's targets."),
        Option(
            "experiments",
            "",
            "Play what components are worth and when games are decided, too; kept in RUN/nudges and RUN/tension.json.",
            off="--no-experiments",
        ),
        Option("check_with", "+N", "Repeat the main findings with players that think, +32; kept in RUN/checked-32."),
        # which game is told, and what of it
        Option("game", "I", "The game's index."),
        Option("median", "", "The game whose winning score is in the middle."),
        Option("closest", "", "The game with the smallest margin."),
        Option("longest", "", "The game with the most turns."),
        Option("widest", "", "The game with the largest margin."),
        Option("chances", "", "Tell each seat's chance to win along the game."),
        Option("sample", "N", "With --chances: sum up a sample of games instead."),
        Option("every", "turn|decision", "A chance at each turn or at each decision."),
        Option("worlds", "W", "Games played on from each point; 400, sampled 100."),
        Option("open_hands", "", "Chances for a spectator who sees all hands.", flag="--open"),
        Option("seat", "K", "Chances as this seat sees it."),
        # how fast it plays
        Option("seconds", "S", "Time for each of three repeats."),
        # what is printed
        Option("listing", "", "List what there is to ask, and play nothing.", flag="--list"),
        Option("as_json", "", "Print JSON instead of a table.", flag="--json"),
        Option("quiet", "", "No progress and no remarks.", short="-q"),
        Option("verbose", "", "Print all that the compiler says about a plug-in."),
        Option("debug", "", "Print where a failure happened; may stand anywhere."),
        Option("version", "", "Print the version."),
    ]
)
BY_FLAG = {word: option for option in OPTIONS.values() for word in (option.typed, option.short, option.off) if word}
