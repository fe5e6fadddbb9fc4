"""A short summary of each verb, and the two commands at the end of its help; tests check that they run."""

import re
import textwrap

WIDTH = 60  # columns of the narrowest supported terminal
_BOUND = "\0"  # a space without a line break
GROUPS: dict[str, dict[str, str]] = {  # the verbs by what they are for, as the help lists them
    "Play": {
        "simulate": "Play many games into a run folder.",
        "replay": "Narrate one game of a run.",
        "play": "Take a seat and play against strategies.",
        "lab": "Move a rule in a browser and see the balance.",
    },
    "Ask": {
        "analyze": "Answer questions about a run or experiment.",
        "report": "Write a balance report as one HTML file.",
        "plan": "Estimate how many games a question needs.",
        "check": "Check a contract: are its promises kept?",
    },
    "Experiment": {
        "compare": "Compare two rule sets on the same luck.",
        "sweep": "Vary rule figures and see what changes.",
        "levers": "Find the figures that matter.",
        "balance": "Find the smallest change that meets a target.",
        "tournament": "Rate strategies in a round robin.",
        "nudge": "Measure what an extra component is worth.",
    },
    "Improve players": {
        "strength": "Measure how much looking ahead helps.",
        "tune": "Find better weights for a strategy.",
        "exploit": "Search for a player that breaks the game.",
        "learn": "Train a player for a game that has none.",
        "check strategy": "Check strategies of your own.",
    },
    "Games": {
        "games": "List the games, or describe one.",
        "rules": "Show a game's figures and their sources.",
        "new": "Write starter files: game, contract.",
        "check game": "Check that a game keeps its own rules.",
    },
    "Tools": {
        "bench": "Measure games and decisions per second.",
        "doctor": "Check versions, kernels and a cluster.",
    },
}
SUMMARIES = {verb: summary for verbs in GROUPS.values() for verb, summary in verbs.items()}

EXAMPLES: dict[str, tuple[str, str]] = {
    "digsite": (
        "digsite simulate lost-cities --games 40k --seed 1 --out runs/first",
        "digsite report runs/first --out report.html",
    ),
    "games": ("digsite games", "digsite games lost-cities"),
    "rules": ("digsite rules chac --variant wide-temple --diff", "digsite rules lost-cities --export mine.toml"),
    "simulate": (
        "digsite simulate lost-cities --games 40k --seed 1 --out runs/first",
        "digsite simulate --resume runs/first --games 80k",
    ),
    "analyze": ("digsite analyze runs/first", "digsite analyze runs/first seats --json"),
    "report": ("digsite report runs/first --out report.html", "digsite report --all --games 100k"),
    "compare": (
        "digsite compare archaeology --variant fierce-weather --games 40k",
        "digsite compare lost-cities --set cards.hand=7 --margin 0.5pp",
    ),
    "sweep": (
        "digsite sweep chac --set boulder.advances_on=2,3,4 --games 20k",
        "digsite sweep lost-cities --unconfirmed",
    ),
    "levers": (
        "digsite levers archaeology --players 5 --games 10k",
        "digsite levers lost-cities --figures cards.hand,stones.values",
    ),
    "balance": (
        "digsite balance lost-cities --players 4 --target 'win rate of every seat in 24..26 %'",
        "digsite balance archaeology --target 'turns in 60..70' --vary setup.hand=3..6",
    ),
    "tournament": (
        "digsite tournament lost-cities --strategies cautious,rusher,random --games 2k",
        "digsite tournament chac --players 4 --plugin mine.py",
    ),
    "nudge": ("digsite nudge lost-cities --nudge token,card --games 40k", "digsite nudge chac --list"),
    "strength": (
        "digsite strength lost-cities --minutes 10 --differences",
        "digsite strength archaeology --strategies merchant --think 8 --games 40",
    ),
    "tune": (
        "digsite tune lost-cities opportunist --minutes 10",
        "digsite tune quetzal planner --players 4 --against shipper,bidder --games 500k --out runs/planner-4",
    ),
    "exploit": (
        "digsite exploit lost-cities --minutes 10",
        "digsite exploit archaeology --against merchant --think 16 --games 200k --out runs/red-team",
    ),
    "learn": (
        "digsite learn lost-cities --minutes 10",
        "digsite learn my-game --players 3 --games 20k --out runs/learned",
    ),
    "plan": (
        "digsite plan lost-cities --margin 0.5pp",
        "digsite plan lost-cities --set cards.hand=7 --margin 2points",
    ),
    "check": ("digsite check contract.toml", "digsite check contract.toml --junit answers.xml"),
    "check game": (
        "digsite check game lost-cities --quick",
        "digsite check game lost-cities --only sight,scores --seed 1",
    ),
    "check strategy": ("digsite check strategy mine.py", "digsite check strategy mine.py --junit answers.xml"),
    "replay": ("digsite replay runs/first --median", "digsite replay runs/first --closest --chances --out closest"),
    "play": (
        "digsite play lost-cities --seat 2 --against opportunist",
        "digsite play archaeology --seats person,person,merchant --pace 0",
    ),
    "lab": ("digsite lab archaeology --players 4", "digsite lab my-game --seed 1 --port 8000 --no-open"),
    "bench": ("digsite bench lost-cities", "digsite bench --seconds 0.2 --json"),
    "doctor": ("digsite doctor", "digsite doctor --json"),
    "new": ("digsite new game my-game --like push-your-luck", "digsite new contract archaeology"),
    "game": ("digsite new game my-game", "digsite new game my-game --like trick-taking --out games"),
    "contract": (
        "digsite new contract archaeology --players 4",
        "digsite new contract lost-cities --out mine.toml --games 40k",
    ),
}


def epilog(verb: str) -> str | None:
    """Return the examples of a verb for the end of its help; the mark preserves its lines."""
    examples = EXAMPLES.get(verb)
    return "\n".join(["\b", "Examples:", *map(_typed, examples)]) if examples else None


def _typed(example: str) -> str:
    """Return an example in lines that fit the narrowest terminal, joined by backslashes; options stay with values, quotes whole."""
    together = re.sub(r"(--[a-z-]+) (?!--)", rf"\1{_BOUND}", example)
    together = re.sub(r"'[^']*'", lambda quoted: quoted[0].replace(" ", _BOUND), together)
    lines = textwrap.wrap(together, WIDTH - 8, break_long_words=False, break_on_hyphens=False)
    return "  " + " \\\n    ".join(lines).replace(_BOUND, " ")
