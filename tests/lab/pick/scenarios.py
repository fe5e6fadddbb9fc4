"""Searches in a game whose best weights are known, played without a compiler; what they show goes to stdout as JSON."""

import json
import re
import sys
from pathlib import Path

from digsite.analyses.experiments.exploit import tables
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import Interrupted, Progress
from digsite.simulator.lab.experiments.tournament import tournament
from digsite.simulator.lab.players import exploit, tune
from digsite.simulator.lab.reporting.report import report

EACH, GAMES = 40, 5_800
exploit.EACH, exploit.SELECT, tables.DRAWS = 24, 80, 20


class StopAfter(Progress):
    """A user who presses Ctrl-C after so many generations."""

    def __init__(self, generations: int):
        self.left, self._whole = generations, None

    def standing(self, text: str) -> None:
        """While a generation is played, the line names the one before it, if there is one."""
        whole = re.match(r"generation (\d+),", text)
        number = int(whole[1]) if whole else 0
        self.left -= self._whole is not None and number > self._whole
        self._whole = number
        if self.left == 0:
            raise KeyboardInterrupt


def told(shown) -> dict:
    """What a search showed, as plain data."""
    tables = {name: table.to_dicts() for name, table in shown.result.tables.items()}
    findings = [{"sentence": it.sentence, "kind": it.kind, "certainty": it.certainty} for it in shown.result.findings]
    notes = list(shown.result.notes)
    return {"question": shown.experiment.question, "findings": findings, "notes": notes, **tables}


def tuned(out: str, games: int = GAMES, strategy: str = "rock", **more) -> dict:
    """A search for rock's weights."""
    given = {"each": EACH, "validate": 200, "seed": 1, "out": out, "threads": 1} | more
    found = told(tune.tune("pick", strategy, games, **given))
    return found | {"file": Path(out, "tuned.toml").read_text(encoding="utf-8")}


def interrupted() -> dict:
    """The same search, stopped twice and cut off in the middle of a line, as a killed process leaves it."""
    for left in (2, 3):
        try:
            tuned("stopped", progress=StopAfter(left), resume=True)
        except Interrupted as stop:
            said = str(stop)
    log = Path("stopped", "search.jsonl")
    log.write_bytes(log.read_bytes()[:-20])
    return tuned("stopped", resume=True, threads=2) | {"said": said}


def resumed_otherwise() -> str:
    """What is said to somebody who goes on with other games on fresh luck."""
    try:
        tuned("planted", validate=100, resume=True)
    except WrongUse as refused:
        return str(refused)
    return ""


def main() -> dict:
    """All of them."""
    found = {"planted": tuned("planted"), "stopped": interrupted()}
    found["otherwise"] = resumed_otherwise()
    found["even"] = tuned("even", 1_100, variants="even")
    found["held"] = tuned("held", 1_600, "paper", players=3)
    found["again"] = tuned("again", 1, "rock@planted/tuned.toml")
    found["dominant"] = told(exploit.exploit("pick", 6_000, validate=160, seed=1, out="dominant"))
    styles = "rock:number=5:bold=1,paper,scissors"
    best = exploit.exploit("pick", 3_000, strategies=styles, validate=160, seed=1, out="best")
    found["best"] = told(best) | {"files": sorted(path.name for path in Path("best").glob("*.toml"))}
    found["none"] = told(exploit.exploit("pick", 60_000, variants="even", validate=160, seed=1, out="none"))
    found["ring"] = told(exploit.exploit("pick", 1, variants="ring", validate=20, seed=1, out="ring"))
    found["thinks"] = told(
        exploit.exploit("pick", 1, strategies="rock", against="paper", think="2", validate=4, seed=1, out="thinks")
    )
    met = tournament("pick", 20, strategies="rock@planted/tuned.toml,scissors", players=3, seed=1, out="met")
    found["met"] = [run.plan.weights for run in met.experiment.arms.values()]
    page = report("dominant", "planted", out="report.html", sensitivity=False, experiments=False)
    found["page"] = page.read_text(encoding="utf-8")
    return found


json.dump(main(), sys.stdout)
