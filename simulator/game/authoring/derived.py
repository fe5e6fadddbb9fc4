"""The functions of the kernel contract, written as text from what a game.py has and compiled with the contract's signatures."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from digsite.simulator.game.authoring.copying import copied_lines
from digsite.simulator.game.authoring.declarations import FINAL, NO_SIDE
from digsite.simulator.game.authoring.records import MILESTONES_PASSED, SCORE_AFTER
from digsite.simulator.game.authoring.source import arguments_of

if TYPE_CHECKING:
    from digsite.simulator.game.authoring.game import AuthoredGame

_DEFAULTS = {
    "tiebreak": "def tiebreak(rules, state, seat):\n    return 0\n",
    "legal": "def legal(rules, state, options):\n    for action in range({actions}):\n        options[action] = action\n    return {actions}\n",
}
_ONE_BY_ONE = """
def derived_setup(rules, state, events):
    setup(rules, state, events)

def derived_apply(rules, state, option, events):
    apply(rules, state, option, events)
    derived_close(rules, state, events)
"""
_ALL_AT_ONCE = """
def derived_setup(rules, state, events):
    forget_choices(rules, state)
    setup(rules, state, events)
    if count_asked(rules, state) == 0 and not state.over:
        ask_all(rules, state)
    ask_next(rules, state)

def derived_apply(rules, state, option, events):
    state.choice[state.seat] = option
    if ask_next(rules, state):
        return
    state.turns += 1
    resolve(rules, state, events)
    forget_choices(rules, state)
    if not state.over:
        ask_next(rules, state)
    derived_close(rules, state, events)
"""
_COMMON = """
def derived_close(rules, state, events):
    {milestones}
    if state.over and events.shape[0] > 0:
        for seat in range(rules.seats):
            {side}
            log(events, {final}, seat, score(rules, state, seat), tiebreak(rules, state, seat), first + 1)

def derived_legal(rules, state, options):
    return legal(rules, state, options)

def derived_score(rules, state, outcome):
    {per_game}
    for seat in range(rules.seats):
        outcome.score[seat] = score(rules, state, seat)
        outcome.tiebreak[seat] = tiebreak(rules, state, seat)
        {per_seat}
    {measure}

def derived_redeal(rules, state, seat):
    {redeal}

def derived_shuffle_unseen(rules, state, seat):
    {unseen}
"""
_MILESTONES = """derived_reached = milestone(rules, state)
    while state.{passed} < derived_reached and state.{passed} < {count}:
        for seat in range(rules.seats):
            state.{score}[seat, state.{passed}] = score(rules, state, seat)
        state.{passed} += 1"""
_NUDGES = """
def derived_own_turn(rules, state):
    return {own_turn}

def derived_held(rules, state, seat, which):
    {held}
    return -1

def derived_nudge(rules, state, seat, which, amount, chance, events):
    {nudge}
    return False
"""
_STRATEGY = """
def derived_choose_{name}(rules, state, seat, options, n, weights, mind):
    return place_of(options, n, {name}({arguments}))
"""
_WORTH = """
def derived_worth(rules, state, seat):
    return float(worth(rules, state, seat))
"""


def _lines(lines: Sequence[str], indent: int = 4) -> str:
    return ("\n" + " " * indent).join(lines or ["pass"])


def compile_moves(game: "AuthoredGame") -> SimpleNamespace:
    """Return the compiled functions of a game: setup, legal, apply, score, redeal, and what follows from its tables."""
    from digsite.simulator.kernel.jit.compile import inlined, rule
    from digsite.simulator.kernel.jit.signatures import game_types
    from digsite.simulator.kernel.pieces import seats
    from digsite.simulator.kernel.pieces.cards import sort
    from digsite.simulator.kernel.pieces.log import log
    from digsite.simulator.kernel.play.options import place_of
    from digsite.simulator.kernel.play.rng import shuffle

    source, records = game.source, game.records
    _add_defaults(game)
    space = source.compile()
    kit = {"log": log, "place_of": place_of, "shuffle": shuffle, "sort": sort}
    kit |= {name: getattr(seats, name) for name in ("forget_choices", "count_asked", "ask_all", "ask_next")}
    space |= {name: source.of_kit(function) for name, function in kit.items()}
    space["REDEAL"] = int(records.streams["REDEAL"])
    source.add(_text(game))
    space["derived_close"] = inlined(space["derived_close"])
    types = game_types(records.rules, records.state, records.outcome, game.max_seats)
    made = SimpleNamespace(TYPES=types)
    for name in ("setup", "legal", "apply", "score"):
        setattr(made, name, rule(getattr(types, name))(space[f"derived_{name}"]))
    if game.hides:
        made.redeal = rule(types.redeal)(space["derived_redeal"])
    made.shuffle_unseen = rule(types.redeal)(space["derived_shuffle_unseen"])
    made.nudges = SimpleNamespace(
        **{name: rule(getattr(types, name))(space[f"derived_{name}"]) for name in ("own_turn", "held", "nudge")}
    )
    for name in ("setup", "legal", "apply", "score", "redeal"):
        if hasattr(made, name):
            _ready(getattr(made, name))
    return made


def _ready(function: Any) -> Any:
    """Compile or load a function now, so that an error of the compiler names the line it is about."""
    if hasattr(function, "ready"):  # the JIT is on
        function.ready()
    return function


def _add_defaults(game: "AuthoredGame") -> None:
    for name, text in _DEFAULTS.items():
        if not game.source.has(name):
            game.source.add(text.format(actions=game.actions))


def _text(game: "AuthoredGame") -> str:
    source, hidden, records = game.source, game.hidden, game.records
    per_game, per_seat = copied_lines(game.own_columns, records.state)
    side = ["first = seat"]
    if source.has("contends"):
        per_seat.append("outcome.contends[seat] = contends(rules, state, seat)")
    if source.has("side"):
        found = ["for other in range(seat, -1, -1):", "    if side(rules, other) == side(rules, seat):"]
        per_seat += [*found, "        outcome.side[seat] = other"]
        side += [*found, "        first = other"]
    if source.has("contends"):
        side += ["if not contends(rules, state, first):", f"    first = {NO_SIDE}"]
    milestones = _MILESTONES.format(passed=MILESTONES_PASSED, score=SCORE_AFTER, count=len(game.milestones))
    common = _COMMON.format(
        milestones=milestones if game.milestones else "pass", final=int(game.records.events[FINAL]), side=_lines(side, 12), per_game=_lines(per_game),
        per_seat=_lines(per_seat, 8), measure="measure(rules, state, outcome)" if source.has("measure") else "pass",
        redeal=_lines(hidden.redeal_lines(source.has("redeal"))), unseen=_lines(hidden.shuffle_lines()),
    )  # fmt: skip
    return (_ALL_AT_ONCE if source.simultaneous else _ONE_BY_ONE) + common + _nudge_text(game)


def _nudge_text(game: "AuthoredGame") -> str:
    held, nudge = [], []
    for code, made in game.nudge_codes.items():
        field = f"state.{made.field}[seat]"
        held += [f"if which == {code}:", f"    return {field}"]
        nudge += [
            f"if which == {code}:", f"    if {field} + amount < 0:", "        return False", f"    {field} += amount",
            "    return True",
        ]  # fmt: skip
    own_turn = "own_turn(rules, state)" if game.source.has("own_turn") else "state.turns"
    return _NUDGES.format(own_turn=own_turn, held=_lines(held), nudge=_lines(nudge))


def compile_strategy(game: "AuthoredGame", name: str, signature: Any) -> Any:
    """Return a strategy of game.py, compiled for the contract: the index of the option that the function returns."""
    from digsite.simulator.kernel.jit.compile import rule

    function = game.source.strategies[name]
    game.moves  # noqa: B018  # compiles what it calls
    text = _STRATEGY.format(name=function.__name__, arguments=arguments_of(function))
    return _ready(rule(signature)(game.source.add(text)[f"derived_choose_{function.__name__}"]))


def compile_worth(game: "AuthoredGame") -> Any:
    """Return the compiled `worth` of a game: what a position is worth to a seat."""
    from numba import types

    from digsite.simulator.kernel.jit.compile import rule

    kinds = game.moves.TYPES
    made = game.source.add(_WORTH)["derived_worth"]
    return _ready(rule(types.float64(kinds.rules, kinds.state, types.int64))(made))
