"""Repeating an experiment with other line-ups, on deals of their own."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.lab.probes.line_ups import line_ups_of, weights_of
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import names
from digsite.simulator.play.plan import Plan
from digsite.strategies.registry import RANDOM, field_of

_USE = 4211  # keeps their deals apart from those of the experiment
MOST = 40


def other_line_ups(
    plan: Plan, asked: int | str | Iterable[str], other_seats: Sequence[str], margin: str
) -> list[list[str]]:
    """Return the line-ups that a user asks for: a number of them, or each of some strategies in all seats."""
    texts = [str(asked)] if isinstance(asked, int) else names("line_ups", asked)
    if not texts:
        return []
    if other_seats:
        raise WrongUse(OPTIONS["line_ups"], " are those of both sides; leave ", OPTIONS["against_seats"], " out.")
    if margin.strip():
        raise WrongUse(
            OPTIONS["line_ups"],
            " are compared with a number of games set in advance; leave ",
            OPTIONS["margin"],
            " out.",
        )
    if plan.thinking:
        raise WrongUse(OPTIONS["line_ups"], " are of strategies that do not look ahead.")
    if len(texts) > 1 or not texts[0].isdigit():
        return [[name] * plan.seats for name in unique_names("strategy", texts)]
    many = int(texts[0])
    if not 2 <= many <= MOST:
        raise WrongUse(OPTIONS["line_ups"], f" must be 2 to {MOST}, or names of strategies; {many} is not.")
    own = list(dict.fromkeys(plan.players))
    pool = own + [name for name in field_of(plan.game_id) if name not in own and name != RANDOM]
    return line_ups_of(plan, pool, draws=max(many - len(pool), 0))[:many]


def line_up_plan(plan: Plan, players: Sequence[str], number: int) -> Plan:
    """Return the plan of one side with another line-up, the deals of which are those of the same number only."""
    weights = weights_of(plan, [players])
    return replace(
        plan,
        players=list(players),
        weights=[weights[name] for name in players],
        seed=luck_from(plan.seed, _USE, number) >> 33,
    )
