"""Copies of Pig with planted faults: what is changed, the check that must find it, and what it must say."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
MOVES, STATE = "moves/__init__.py", "state.py"
Edit = tuple[str, str, str]  # file, what stands there, what becomes of it


@dataclass(frozen=True)
class Broken:
    """A planted fault."""

    name: str
    check: str
    said: str
    edits: tuple[Edit, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    weight: str = "fault"
    base: tuple[str, ...] = ("pig",)


def planted(broken: Broken, folder: Path) -> Path:
    """The folder of the copy."""
    made = folder / broken.name
    for part in broken.base:
        shutil.copytree(HERE / part, made, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    for file, before, after in broken.edits:
        text = (made / file).read_text(encoding="utf-8")
        assert before in text, (broken.name, before)
        (made / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    for file, text in broken.files.items():
        (made / file).write_text(text, encoding="utf-8")
    return made


# ------------------------------------------------------------------------------------------------ a Pig with secrets

HIDDEN = """
def veil(rules, state, seat):
    state.secret[:seat] = 0
    state.secret[seat + 1 :] = 0


def deal_otherwise(rules, state, seat, chance):
    for other in range(rules.seats):
        if other != seat:
            state.secret[other] = chance.randrange(1, 7)
"""
SECRETS: tuple[Edit, ...] = (
    (STATE, '("kept", np.int16),', '("kept", np.int16),\n        ("secret", np.int16, (MAX_SEATS,)),'),
    (STATE, "    NOISE = 1", "    SECRET = 1\n    NOISE = 2"),
    (MOVES, "    state.decision = Decision.ACT", "    state.decision = Decision.ACT\n    for seat in range(rules.seats):\n"
            "        state.secret[seat] = roll(state, Stream.SECRET)"),
)  # fmt: skip
HONEST = """    for other in range(rules.seats):
        if other != seat:
            state.secret[other] = roll(state, Stream.SECRET)"""
HOLDS = "return int(state.kept >= enough)"


def redeal(body: str) -> tuple[Edit, ...]:
    """A Pig whose seats each have a secret number, dealt anew by this."""
    rule = f'@rule(TYPES.redeal)\ndef redeal(rules, state, seat):\n    """Rivals\' secrets."""\n{body}\n\n\n'
    return (*SECRETS, (MOVES, "@rule(TYPES.score)", f"{rule}@rule(TYPES.score)"))


FACTS = """from digsite.kit import Choice, Facts

FACTS = Facts(
    of_seats={"secret": lambda scene, seat: scene.state.secret[seat]}, of_table={}, of_hand={},
    option=lambda scene, option: Choice("Choose", str(option)),
)
"""
HONEST_SECRETS = Broken("secrets", "", "", redeal(HONEST), {"hidden.py": HIDDEN})

# ------------------------------------------------------------------------------------------------------ the faults

FAULTS = [
    Broken("typo", "compiles", "is not Python: invalid syntax", ((MOVES, "state.rolls[seat] += 1", "state.rolls[seat] +="),),
           place="moves/__init__.py:41"),
    Broken("nostate", "compiles", "imports dice from digsite_games.nostate",
           ((STATE, "import numpy as np", "import numpy as np\n\nfrom . import dice"),), place="state.py:7"),
    Broken("twice", "options", "`legal` lists the option ROLL 2 times",
           ((MOVES, "options[1] = Action.HOLD", "options[1] = Action.ROLL"),), place="legal"),
    Broken("listwrites", "options", "`legal` changes state.turns",
           ((MOVES, "    options[0] = Action.ROLL", "    state.turns += 1\n    options[0] = Action.ROLL"),)),
    Broken("deadend", "options", "`legal` gives 0 options",
           ((MOVES, "return 2 if state.kept > 0 else 1", "return 2 if state.kept > 0 else state.turns % 3"),)),
    Broken("toomany", "options", "`legal` gives 3 options",
           ((MOVES, "return 2 if state.kept > 0 else 1", "return 3 if state.kept > 0 else 1"),)),
    Broken("elsewhere", "options", "Applied twice, the option ROLL",
           ((MOVES, "@rule\ndef pass_turn", "_calls = []\n\n\n@rule\ndef pass_turn"),
            (MOVES, "        state.rolls[seat] += 1", "        _calls.append(0)\n        state.rolls[seat] += len(_calls)"))),
    Broken("nameless", "options", "Decision 3 has no name",
           ((MOVES, "    state.decision = Decision.ACT", "    state.decision = 3"),)),
    Broken("noreason", "ends", "Its end reason 4 has no name.",
           ((MOVES, "    state.over = ", "    state.end_reason = 4\n    state.over = "),), place="state.end_reason"),
    Broken("noturns", "ends", "It counts no turns", ((MOVES, "    state.turns += 1\n", ""),), place="state.turns"),
    Broken("lossy", "inventory", "The box is not kept together: points from 0 to ", (),
           {"conserved.py": "def inventory(rules, state):\n    return {'points': int(state.points.sum())}\n"}),
    Broken("parts", "scores", "but its parts add up to ",
           ((MOVES, "outcome.points[seat] = state.points[seat]", "outcome.points[seat] = state.points[seat] - 1"),)),
    Broken("noparts", "scores", "No column is a part of the score",
           (("columns.py", ', part_of_score="points"', ""),), weight="note"),
    Broken("samevariant", "records", "The variant 'same' changes no figure.",
           (("rules.toml", "[variants.short]", '[variants.same]\nabout = "x"\nset = { target = 40 }\n\n[variants.short]'),)),
    Broken("twocolumns", "records", "Two columns are called rolls_1",
           (("columns.py", "COLUMNS = (", 'COLUMNS = (\n    Column("rolls_1", "i2", "x", per="game"),'),)),
    Broken("knob", "records", "The weight caution of 'holder' has the name of a knob",
           (("players/strategies.toml", "weights.enough", "weights.caution"),)),
    Broken("uncommon", "records", "State must begin with",
           ((STATE, "*common_fields(len(Stream) - 1 + MAX_SEATS),\n", '("first", np.int8),\n        *common_fields(len(Stream) - 1 + MAX_SEATS),\n'),)),
    Broken("large", "memory", "looking ahead becomes slow",
           ((STATE, '("kept", np.int16),', '("kept", np.int16),\n        ("room", np.int64, (400,)),'),), weight="note"),
    Broken("huge", "memory", "at most 1,048,576 are sensible",
           ((STATE, '("kept", np.int16),', '("kept", np.int16),\n        ("room", np.int64, (200_000,)),'),)),
    Broken("outlives", "threads", "something outlives a game",
           ((MOVES, "@rule\ndef pass_turn", "_calls = []\n\n\n@rule\ndef pass_turn"),
            (MOVES, "    state.decision = Decision.ACT", "    state.decision = Decision.ACT\n    _calls.append(0)\n    state.points[0] = len(_calls) % 7"))),
    Broken("nokind", "replays", "It logs events of the kind 9, which has no name.",
           ((MOVES, "log(events, Event.ROLL,", "log(events, 9,"),)),
    Broken("silent", "replays", "It logs no events",
           ((MOVES, "        log(events, Event.ROLL, seat, face, state.kept, 0)\n", ""),
            (MOVES, "    log(events, Event.HOLD, seat, state.points[seat], 0, 0)\n", ""))),
    Broken("toldwrong", "replays", "Its narration is not made of lines.", (),
           {"narrate.py": "def narrate(events, players, figures):\n    yield 'one\\ntwo'\n"}),
    Broken("leaky", "sight", "What seat 2 imagines depends on state.secret, which it cannot see",
           redeal(HONEST.replace("other != seat", "other != seat and other != 0")), {"hidden.py": HIDDEN}, place="state.secret"),
    Broken("noredeal", "sight", "What seat 1 imagines depends on state.secret", SECRETS, {"hidden.py": HIDDEN}),
    Broken("undeclared", "sight", "`redeal` deals nothing anew", redeal("    return")),
    Broken("movesseat", "sight", "Seat 1 sees state.turns, and `redeal` changes it.", redeal(f"{HONEST}\n    state.turns += 1")),
    Broken("ownanew", "sight", "sees state.secret, and `redeal` changes it.",
           redeal(HONEST.replace("other != seat", "other >= 0")), {"hidden.py": HIDDEN}),
    Broken("falseveil", "sight", "`deal_otherwise` changes something that the seat sees",
           redeal(HONEST), {"hidden.py": HIDDEN.replace("state.secret[:seat] = 0", "pass")}),
    Broken("optionhidden", "sight", "changes its options",
           (*redeal(HONEST), (MOVES, "return 2 if state.kept > 0 else 1",
            "return 2 if state.kept > 0 and state.secret[(state.seat + 1) % rules.seats] > 1 else 1")), {"hidden.py": HIDDEN}),
    Broken("showssecret", "facts", "The fact 'secret' of seat 2 is shown to seat 1, which cannot see all",
           redeal(HONEST), {"hidden.py": HIDDEN, "facts.py": FACTS}, place="facts"),
    Broken("wrongfact", "facts", "cannot be put into words: AttributeError",
           (), {"facts.py": FACTS.replace("scene.state.secret", "scene.state.nothing")}, place="facts"),
    Broken("nosecret", "facts", "The secret 'card' of the event 'roll' is none of its numbers",
           (), {"facts.py": FACTS.replace("scene.state.secret", "scene.state.points").replace("import Choice", "import Secret, Choice")
                .replace("    option=", "    secrets={'roll': Secret(('card',))}, option=")}, place="facts"),
    Broken("cheat", "strategies", "It changes state.kept; a strategy may only read.",
           (("players/holder.py", HOLDS, f"state.kept += 1\n    {HOLDS}"),), place="state.kept"),
    Broken("peeker", "strategies", "It chooses by state.secret, hidden from seat",
           (*redeal(HONEST), ("players/holder.py", HOLDS,
            "return int(state.kept >= enough + state.secret[(seat + 1) % rules.seats])")), {"hidden.py": HIDDEN},
           place="state.secret"),
    Broken("luckynudge", "nudges", "it touches the chance to come.",
           (("moves/nudges.py", "    state.points[seat] += amount", "    state.stream[0] += 1\n    state.points[seat] += amount"),),
           base=("pig", "hog")),
    Broken("badrefusal", "nudges", "was refused, but changed state.points",
           (("moves/nudges.py", "    if state", "    state.points[seat] += 1\n    if state"),), base=("pig", "hog")),
    Broken("never", "nudges", "Never possible: the nudge head-start",
           (("moves/nudges.py", ">= rules.target", ">= -99"),), weight="note", base=("pig", "hog")),
    Broken("zero", "figures", "`build` stops with ZeroDivisionError",
           (("rules.py", "    fill(", '    assert 6 // (figures["target"] - 5) < 99\n    fill('),), place="rules.py:13"),
    Broken("fine", "figures", "but its parts add up to",
           ((MOVES, "outcome.points[seat] = state.points[seat]", "outcome.points[seat] = state.points[seat] - (rules.bust == 6)"),)),
    Broken("gruff", "figures", "A set is refused by what is no sentence: 'no'",
           (("rules.py", "    fill(", '    if figures["target"] < 10:\n        raise DigsiteError("no")\n    fill('),
            ("rules.py", "import numpy as np\n", "import numpy as np\nfrom digsite import DigsiteError\n")), weight="note"),
    Broken("unnamed", "coverage", "The event 'hold' logs a number b",
           ((MOVES, "seat, state.points[seat], 0, 0)", "seat, state.points[seat], 7, 0)"),)),
    Broken("unseen", "coverage", "The event 'win' never occurred",
           ((STATE, "    HOLD = 1\n", "    HOLD = 1\n    WIN = 2\n"),), weight="note"),
    Broken("undecided", "coverage", "The decision 'pass' never occurred",
           ((STATE, "    ACT = 0\n", "    ACT = 0\n    PASS = 1\n"),), weight="note"),
    Broken("neverdone", "coverage", "The action 'cheat' never occurred",
           (("options.py", "    HOLD = 1\n", "    HOLD = 1\n    CHEAT = 2\n"),), weight="note"),
    Broken("unended", "coverage", "The end 'draw' never occurred",
           ((STATE, "    TARGET = 0\n", "    TARGET = 0\n    DRAW = 1\n"),), weight="note"),
    Broken("flat", "coverage", "The column rolls (0) had one value",
           ((MOVES, "outcome.rolls[seat] = state.rolls[seat]", "outcome.rolls[seat] = 0"),), weight="note"),
    Broken("quits", "options", "It ended the whole process with exit code 3.",
           ((MOVES, "from digsite.kit", "import os\n\nfrom digsite.kit"),
            (MOVES, "    options[0] = Action.ROLL", "    if state.kept > 15:\n        os._exit(3)\n    options[0] = Action.ROLL"))),
]  # fmt: skip
COMPILED = [  # what only compiled code shows, or plain Python is too slow for
    Broken("endless", "ends", "The game does not end within 20,000 decisions.",
           ((MOVES, "state.over = state.points[seat] >= rules.target", "state.over = False"),)),
    Broken("bounds", "options", "It stops with IndexError: index",
           ((MOVES, "state.rolls[seat] += 1", "state.rolls[seat + (state.points[seat] > 20) * 4] += 1"),),
           place="moves/__init__.py:41"),
    Broken("loops", "options", "It did not come back within 4 seconds.",
           ((MOVES, "    options[0] = Action.ROLL", "    while state.kept > 15:\n        options[1] = 0\n    options[0] = Action.ROLL"),),
           place="moves/__init__.py:30"),
    Broken("nofield", "compiles", "rols", ((MOVES, "state.rolls[seat] += 1", "state.rols[seat] += 1"),)),
    Broken("narrow", "plain-python", "Compiled and as plain Python it has another rolls",
           ((STATE, '("kept", np.int16),', '("kept", np.int16),\n        ("small", np.int8),'),
            (MOVES, "        state.rolls[seat] += 1", "        state.small = 100\n        state.rolls[seat] += (state.small * 2) // 50"))),
]  # fmt: skip
