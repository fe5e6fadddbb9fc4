"""Everything you need to write a strategy, a game or a question. Each name is imported on first use.

    from digsite.kit import below, strategy

The actions and decisions of a game, for strategies, are in `digsite.games.GAME`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from digsite.simulator.game.authoring.pieces import PIECES, piece, refuse

if TYPE_CHECKING:
    from digsite.analyses.block_sums import WIN
    from digsite.analyses.claims import Claim
    from digsite.analyses.question import Question, Term
    from digsite.analyses.result import Chart, Finding, Result, described
    from digsite.analyses.view import View
    from digsite.simulator.game.authoring.declarations import NOT_CHOSEN, column, events, gain, names, packed, streams
    from digsite.simulator.game.authoring.hidden import hand, pile, secret
    from digsite.simulator.game.columns import Column, outcome_of
    from digsite.simulator.game.facts import UNKNOWN, Choice, Facts, Scene, Secret
    from digsite.simulator.game.lookahead import Lookahead
    from digsite.simulator.game.narration import Narrator, PlacedLine
    from digsite.simulator.game.nudges import Nudge, numbered
    from digsite.simulator.game.rules.figures import Figures
    from digsite.simulator.game.rules.ops import Argument, Op, Vocabulary
    from digsite.simulator.game.rules.record import fill
    from digsite.simulator.game.state import common_fields
    from digsite.simulator.game.wording import Wording, a, counted, listed
    from digsite.simulator.kernel.effects.interpreter import next_step, push
    from digsite.simulator.kernel.jit.compile import rule
    from digsite.simulator.kernel.jit.signatures import choose_type, game_types
    from digsite.simulator.kernel.pieces.cards import (
        add_cards,
        draw_from_bag,
        find_card,
        remove_at,
        roll_dice,
        share_of,
        shuffle_by_card,
        sort,
    )
    from digsite.simulator.kernel.pieces.log import log
    from digsite.simulator.kernel.pieces.seats import ask_all, count_asked, end_game, next_seat, seat_after
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
    "choose_type": "simulator.kernel.jit.signatures",
    "EMPTY": "strategies.minds",
    "no_tables": "strategies.minds",
    # for games of two files
    "names": "simulator.game.authoring.declarations",
    "streams": "simulator.game.authoring.declarations",
    "events": "simulator.game.authoring.declarations",
    "packed": "simulator.game.authoring.declarations",
    "column": "simulator.game.authoring.declarations",
    "gain": "simulator.game.authoring.declarations",
    "NOT_CHOSEN": "simulator.game.authoring.declarations",
    "pile": "simulator.game.authoring.hidden",
    "hand": "simulator.game.authoring.hidden",
    "secret": "simulator.game.authoring.hidden",
    "next_seat": "simulator.kernel.pieces.seats",
    "seat_after": "simulator.kernel.pieces.seats",
    "end_game": "simulator.kernel.pieces.seats",
    "ask_all": "simulator.kernel.pieces.seats",
    "count_asked": "simulator.kernel.pieces.seats",
    "add_cards": "simulator.kernel.pieces.cards",
    "remove_at": "simulator.kernel.pieces.cards",
    "find_card": "simulator.kernel.pieces.cards",
    "sort": "simulator.kernel.pieces.cards",
    "shuffle_by_card": "simulator.kernel.pieces.cards",
    "draw_from_bag": "simulator.kernel.pieces.cards",
    "roll_dice": "simulator.kernel.pieces.cards",
    "share_of": "simulator.kernel.pieces.cards",
    # for games
    "rule": "simulator.kernel.jit.compile",
    "game_types": "simulator.kernel.jit.signatures",
    "roll": "simulator.kernel.play.rng",
    "shuffle": "simulator.kernel.play.rng",
    "log": "simulator.kernel.pieces.log",
    "record": "simulator.kernel.play.records",
    "common_fields": "simulator.game.state",
    "Figures": "simulator.game.rules.figures",
    "fill": "simulator.game.rules.record",
    "Column": "simulator.game.columns",
    "outcome_of": "simulator.game.columns",
    "Facts": "simulator.game.facts",
    "Choice": "simulator.game.facts",
    "Secret": "simulator.game.facts",
    "Scene": "simulator.game.facts",
    "UNKNOWN": "simulator.game.facts",
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
    "NOT_CHOSEN",
    "NOT_COUNTED",
    "UNKNOWN",
    "WIN",
    "Argument",
    "Chart",
    "Choice",
    "Claim",
    "Column",
    "Facts",
    "Figures",
    "Finding",
    "Lookahead",
    "Narrator",
    "Nudge",
    "Op",
    "PlacedLine",
    "Question",
    "Result",
    "Scene",
    "Secret",
    "Term",
    "View",
    "Vocabulary",
    "Wording",
    "a",
    "add_cards",
    "ask_all",
    "below",
    "choose_type",
    "column",
    "common_fields",
    "count_asked",
    "counted",
    "described",
    "draw_from_bag",
    "end_game",
    "events",
    "fill",
    "find_card",
    "gain",
    "game_types",
    "hand",
    "index_of",
    "listed",
    "log",
    "names",
    "next_seat",
    "next_step",
    "no_tables",
    "numbered",
    "outcome_of",
    "packed",
    "pile",
    "push",
    "record",
    "remove_at",
    "roll",
    "roll_dice",
    "rule",
    "seat_after",
    "secret",
    "share_of",
    "shuffle",
    "shuffle_by_card",
    "sort",
    "strategy",
    "streams",
]


def __getattr__(name: str) -> Any:
    if name in PIECES and (placeholder := piece(name)):  # a game.py is being loaded, without the compiler
        return placeholder
    if name not in _HOMES:
        refuse(name)
        raise AttributeError(f"module 'digsite.kit' has no attribute {name!r}")
    return getattr(import_module(f"digsite.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
