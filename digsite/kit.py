"""Everything you need to write a strategy, a game or a question. Each name is imported on first use.

    from digsite.kit import below, strategy

The actions and decisions of a game, for strategies, are in `digsite.games.GAME`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from digsite.analyses.block_sums import WIN
    from digsite.analyses.claims import Claim
    from digsite.analyses.question import Question, Term
    from digsite.analyses.result import Chart, Finding, Result, described
    from digsite.analyses.view import View
    from digsite.simulator.game.columns import Column, outcome_of
    from digsite.simulator.game.lookahead import Lookahead
    from digsite.simulator.game.narration import Narrator, PlacedLine
    from digsite.simulator.game.nudges import Nudge, numbered
    from digsite.simulator.game.rules.figures import Figures, fill
    from digsite.simulator.game.rules.ops import Argument, Op, Vocabulary
    from digsite.simulator.game.state import common_fields
    from digsite.simulator.game.wording import Wording, a, counted, listed
    from digsite.simulator.kernel.effects.interpreter import next_step, push
    from digsite.simulator.kernel.jit.compile import choose_type, game_types, rule
    from digsite.simulator.kernel.play.events import log
    from digsite.simulator.kernel.play.marks import FIRST_OWN, NOT_COUNTED
    from digsite.simulator.kernel.play.options import index_of
    from digsite.simulator.kernel.play.records import record
    from digsite.simulator.kernel.play.rng import below, roll, shuffle
    from digsite.strategies.minds import EMPTY, no_tables
    from digsite.strategies.plugins.load import strategy

_HOMES = {
    # for strategies
    "strategy": "strategies.plugins.load",
    "below": "simulator.kernel.play.rng",
    "index_of": "simulator.kernel.play.options",
    "choose_type": "simulator.kernel.jit.compile",
    "EMPTY": "strategies.minds",
    "no_tables": "strategies.minds",
    # for games
    "rule": "simulator.kernel.jit.compile",
    "game_types": "simulator.kernel.jit.compile",
    "roll": "simulator.kernel.play.rng",
    "shuffle": "simulator.kernel.play.rng",
    "log": "simulator.kernel.play.events",
    "record": "simulator.kernel.play.records",
    "common_fields": "simulator.game.state",
    "Figures": "simulator.game.rules.figures",
    "fill": "simulator.game.rules.figures",
    "Column": "simulator.game.columns",
    "outcome_of": "simulator.game.columns",
    "Narrator": "simulator.game.narration",
    "PlacedLine": "simulator.game.narration",
    "Wording": "simulator.game.wording",
    "counted": "simulator.game.wording",
    "listed": "simulator.game.wording",
    "Lookahead": "simulator.game.lookahead",
    "Vocabulary": "simulator.game.rules.ops",
    "Op": "simulator.game.rules.ops",
    "Argument": "simulator.game.rules.ops",
    "push": "simulator.kernel.effects.interpreter",
    "next_step": "simulator.kernel.effects.interpreter",
    "a": "simulator.game.wording",
    "Nudge": "simulator.game.nudges",
    "numbered": "simulator.game.nudges",
    "FIRST_OWN": "simulator.kernel.play.marks",
    "NOT_COUNTED": "simulator.kernel.play.marks",
    # for questions
    "Question": "analyses.question",
    "Term": "analyses.question",
    "View": "analyses.view",
    "Result": "analyses.result",
    "Finding": "analyses.result",
    "Chart": "analyses.result",
    "Claim": "analyses.claims",
    "described": "analyses.result",
    "WIN": "analyses.block_sums",
}

__all__ = [
    "EMPTY",
    "FIRST_OWN",
    "NOT_COUNTED",
    "WIN",
    "Argument",
    "Chart",
    "Claim",
    "Column",
    "Figures",
    "Finding",
    "Lookahead",
    "Narrator",
    "Nudge",
    "Op",
    "PlacedLine",
    "Question",
    "Result",
    "Term",
    "View",
    "Vocabulary",
    "Wording",
    "a",
    "below",
    "choose_type",
    "common_fields",
    "counted",
    "described",
    "fill",
    "game_types",
    "index_of",
    "listed",
    "log",
    "next_step",
    "no_tables",
    "numbered",
    "outcome_of",
    "push",
    "record",
    "roll",
    "rule",
    "shuffle",
    "strategy",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'digsite.kit' has no attribute {name!r}")
    return getattr(import_module(f"digsite.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
