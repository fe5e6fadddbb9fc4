"""Two commands that each verb's help ends with; the tests check that they can be given."""

EXAMPLES: dict[str, tuple[str, str]] = {
    "games": ("digsite games", "digsite games lost-cities"),
    "rules": ("digsite rules chac --variant wide-temple --diff", "digsite rules lost-cities --export mine.toml"),
    "simulate": (
        "digsite simulate lost-cities --games 40k --rotate --seed 1 --out runs/first",
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
    "plan": (
        "digsite plan lost-cities --margin 0.5pp",
        "digsite plan lost-cities --set cards.hand=7 --margin 2points",
    ),
    "check": ("digsite check contract.toml", "digsite check contract.toml --junit answers.xml"),
    "replay": ("digsite replay runs/first --median", "digsite replay runs/first --closest --chances --out closest"),
    "bench": ("digsite bench lost-cities", "digsite bench --seconds 0.2 --json"),
    "doctor": ("digsite doctor", "digsite doctor --json"),
    "contract": (
        "digsite new contract archaeology --players 4",
        "digsite new contract lost-cities --out mine.toml --games 40k",
    ),
}


def epilog(verb: str) -> str | None:
    """The examples of a verb as the end of its help; the mark keeps its lines as they are."""
    examples = EXAMPLES.get(verb)
    return "\n".join(["\b", "Examples:", *(f"  {example}" for example in examples)]) if examples else None
