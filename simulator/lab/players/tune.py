"""Tuning: better weights for a strategy against a field of rivals, found by CMA-ES and tested on fresh seeds."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from digsite.analyses.experiments.tune import MEASURED
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unique_names, unknown
from digsite.simulator.lab.common.progress import Count
from digsite.simulator.lab.common.running import Arguments, announce_compiling, split_arguments
from digsite.simulator.lab.common.stores import writing
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_names, arm_plan, in_small_parts
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.lab.players.cma import (
    EACH,
    Arena,
    Generation,
    Limits,
    Search,
    SearchResult,
    SearchSpace,
    fields_of,
    recent_gain,
)
from digsite.simulator.lab.players.search_log import SearchFolder
from digsite.simulator.lab.reporting.files import write_json
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import minutes_of, names, text_of, whole_number
from digsite.simulator.play.backends import On
from digsite.simulator.play.plan import PlanArguments, check_moves, moving, plugin_sources, rivals_at, seating_of
from digsite.simulator.play.repeat import options_of
from digsite.simulator.play.seating import CYCLIC
from digsite.simulator.runs import atomic_files
from digsite.simulator.runs.folder.experiment_store import Design
from digsite.simulator.runs.provenance import provenance, saved_code
from digsite.strategies.naming import plain_name
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.registry import Player, field_of, line_up
from digsite.strategies.weights_file import weights_text

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.play.plan import Plan
    from digsite.strategies.registry import Strategy

MINUTES = 5.0  # without a limit from the user
VALIDATE = 10_000
LOOKAHEAD_VALIDATE = 400  # where rivals look ahead
PUT_BACK = 0.4  # of these, for each weight that is put back
TUNED = "tuned.toml"
STYLE = "style"


def tune(
    game: Path | str,
    strategy: str,
    games: int | None = None,
    *,
    against: str | Iterable[str] = (),
    free: str | Iterable[str] = (),
    minutes: float | None = None,
    each: int = EACH,
    validate: int | None = None,
    **arguments: Unpack[Arguments],
) -> ExperimentResult:
    """Find better weights for a strategy, and test them on fresh seeds.

    strategy:  the strategy to tune, "rusher"; "rusher:tempo=7" and "rusher@tuned.toml" start with other weights.
    games:     start no new generation after this many games.
    against:   the rivals, ["cautious", "rusher:tempo=7"] or "cautious,rusher:tempo=7"; by default all others but random.
    free:      weights of its style that may change too; "style" for all of them.
    minutes:   end the search after this many minutes; 5 unless `games` is given.
    each:      games of each candidate in a generation; fewer make more generations, each with less evidence.
    validate:  games on fresh seeds with the original weights, and as many with the tuned ones; 10,000, or 400 if rivals
               look ahead.

    The other arguments are those of `simulate`, without `seats` and `events`. The search ends earlier if it stops
    improving. All is saved in `out`, by default runs/GAME-tune-STRATEGY-PLAYERSp-SEED; its tuned.toml has the weights,
    which "rusher@FOLDER/tuned.toml" plays with.

    Example::

        shown = tune("archaeology", "merchant", 20_000, against="hoarder,banker", validate=400, seed=1)
        shown.result.tables["weights"]
    """
    decides, running = split_arguments(tune, **arguments)
    if decides.get("seats"):
        raise WrongUse("Tuning makes its own line-ups; name the rivals with against, not with seats.")
    check_moves(decides, "Tuning")
    found = running.game(game)
    limits = Limits(None if games is None else whole_number("games", games, least=1), minutes_of(minutes))
    if games is None and minutes is None:
        limits = Limits(minutes=MINUTES)
    seats = players_of(found, decides)
    strategy = text_of("strategy", strategy).strip()
    loaded = load_plugins(plugin_sources(decides.get("plugins", ())))
    player = line_up(found.id, [strategy], loaded, seats=seats)[0]
    if player.search:
        raise WrongUse(
            f"{strategy} looks ahead; tune it as {plain_name(strategy)}, and let it look ahead when it plays."
        )
    rivals = names("against", against) or _others(found.id, player.strategy, loaded)
    space = space_of(player, unique_names("weight", names("free", free)))
    tables = fields_of(rivals, seats)
    slow = any(rival.search for rival in line_up(found.id, rivals, loaded, seats=seats))
    usual = LOOKAHEAD_VALIDATE if slow else VALIDATE
    size, count = (
        whole_number("validate", usual if validate is None else validate, least=1),
        whole_number("each", each, least=1),
    )
    plans = field_plans(found.id, strategy, tables, size, decides)
    first = plans[0]
    decides = {**decides, "seed": first.seed, "players": seats}
    running.progress.starting(
        f"{found.title}: {len(space.bounds)} weights of {strategy} against {', '.join(rivals)}, {seats} players, seed {first.seed}."
    )
    asked = {
        "game": found.name, "strategy": strategy, "against": rivals, "free": list(space.bounds), "seed": first.seed,
        "each": count, "validate": size, "players": seats, "variants": first.variants, "settings": first.settings,
        "plans": [plan.fingerprint() for plan in plans],
    } | search_seating(decides)  # fmt: skip
    options = {**options_of(decides), "against": rivals, "free": names("free", free), "validate": size}
    options |= {"each": None if count == EACH else count}

    def command(games: int | None, minutes: float | None) -> str:
        return str(Command("tune", found.called, strategy, **options, games=games, minutes=minutes))

    about = {"command": command(limits.games, limits.minutes), **provenance(found)}
    about |= {"seed": first.seed, **saved_code(first)}
    folder = running.folder(f"{found.name}-tune-{player.strategy.name}-{seats}p-{first.seed}")
    with running.connected() as (running, on), writing("search", folder):
        announce_compiling(found, running.progress, on)
        kept: SearchFolder[Generation] = SearchFolder(folder, asked, about, running.resume)
        search = Search(space, arena_of(plans, on, 1), first.seed, each=count)
        result = kept.run(search, limits, running.progress, _stands)
        running.progress.starting(
            f"{result.games:,} games in {len(result.course)} generations, until {_because(result.ended)}; now on fresh luck."
        )
        design = _design(strategy, tables, space, result, plans, search.cost)
        again = replace(running, resume=kept.confirming)
        experiment = ExperimentPlay(design, folder, again, kept.command, anew=True).play()
        if not (folder / MEASURED).is_file():
            with kept.stoppable():
                measured = _put_back(space, result, plans, size, on, running.progress)
            write_json(folder / MEASURED, measured)
        answer = write_result(experiment, progress=running.progress)
        written = _file(found, player, answer, result, space, plans, command(result.games or limits.games, None), about)
        atomic_files.write_text(folder / TUNED, written)
    return answer


def players_of(game: "Game", decides: PlanArguments) -> int:
    """Return the number of players; refuse a single one, who has no rival."""
    return rivals_at(game, decides.get("players"), "Tuning needs an opponent")


def _others(game: str, chosen: "Strategy", loaded: Sequence["Strategy"]) -> list[str]:
    return [name for name in field_of(game, loaded) if name != chosen.name] or [chosen.name]


def space_of(player: Player, free: Sequence[str]) -> SearchSpace:
    """Return the weights that may change: all but those of the style, plus those that `free` names."""
    known, label = player.strategy.weights, player.strategy.name
    for name in free:
        if name != STYLE and name not in known:
            raise unknown(f"weight of {label}", name, [STYLE, *known])
    held = () if STYLE in free else tuple(name for name in player.strategy.style if name not in free)
    own = dict(zip(known, player.weights, strict=True))
    bounds = {name: weight.bounds.holding(own[name]) for name, weight in known.items() if name not in held}
    if not known:
        raise WrongUse(f"{label} has no weights to tune.")
    if not bounds:
        raise WrongUse(f"All weights of {label} make its style; free them with ", OPTIONS["free"].given(STYLE), ".")
    return SearchSpace(tuple(known), player.weights, bounds)


def field_plans(
    game: str, strategy: str, tables: Sequence[Sequence[str]], games: int, decides: PlanArguments
) -> "list[Plan]":
    """Return the plan of each table with the strategy in the first place; `games` are those of all together."""
    plans: list[Plan] = []
    for table in tables:
        seed = plans[0].seed if plans else decides.get("seed")
        sitting: PlanArguments = {
            **decides, "seed": seed, "players": len(table) + 1, "seats": [strategy, *table],
        }  # fmt: skip
        plans.append(in_small_parts(moving(arm_plan(game, -(-games // len(tables)), **sitting))))
    return plans


def search_seating(decides: PlanArguments) -> dict[str, str]:
    """Return what a search saves of its seating: nothing if cyclic, as all were at first."""
    kind = seating_of(decides.get("seating"))
    return {} if kind == CYCLIC else {"seating": kind}


def arena_of(plans: "Sequence[Plan]", on: On, use: int) -> Arena:
    """Return the tables of plans, on different luck for each use."""
    return Arena([replace(plan, seed=luck_from(plan.seed, use) % 2**62) for plan in plans], on)


def _stands(search: Search) -> str:
    """Return the state of the search in a line."""
    games = sum(made.games for made in search.course) + search.played
    if not search.course:
        return f"generation 1: {search.played:,} of {search.cost:,} games"
    last = search.course[-1]
    return (
        f"generation {len(search.course)}, {games:,} games: the best so far wins {100 * last.middle:.1f} %, "
        f"lately {100 * recent_gain(search.course):+.1f} points compared with the original weights"
    )


def _because(ended: str) -> str:
    return {"games": "the games were spent", "minutes": "the time was up"}.get(ended, ended)


def _design(
    strategy: str,
    tables: Sequence[Sequence[str]],
    space: SearchSpace,
    result: SearchResult,
    plans: "Sequence[Plan]",
    cost: int,
) -> Design:
    """Return each table with the original and with the tuned weights, on the same luck from fresh seeds."""
    tuned = f"{plain_name(strategy)}@{TUNED}"
    labels = [", ".join(table) for table in tables]
    arms: dict[str, Plan] = {}
    for side, weights, label in (("own", space.start, strategy), ("tuned", result.weights, tuned)):
        for name, plan in zip(arm_names(f"{side} {table}" for table in labels), plans, strict=True):
            players, theirs = [label, *plan.players[1:]], [list(weights), *plan.weights[1:]]
            arms[name] = replace(plan, players=players, weights=theirs)
    question = {
        "strategy": strategy, "tables": labels, "weights": list(space.names), "free": list(space.bounds),
        "own": list(space.start), "tuned": list(result.weights), "generations": len(result.course),
        "games": result.games, "games_of_a_generation": cost, "ended": _because(result.ended),
    }  # fmt: skip
    return Design("tune", question, arms)


def _put_back(
    space: SearchSpace, result: SearchResult, plans: "Sequence[Plan]", size: int, on: On, progress: "Progress"
) -> dict[str, Any]:
    """Return the loss for each deal when one weight alone is put back to its original value, on fresh seeds."""
    changed = [at for at, (own, tuned) in enumerate(zip(space.start, result.weights, strict=True)) if own != tuned]
    if changed:
        progress.starting(f"Which of {len(changed)} changed weights matter ...")
    candidates = [result.weights]
    for at in changed:
        back = list(result.weights)
        back[at] = space.start[at]
        candidates.append(tuple(back))
    arena = arena_of(plans, on, 2)
    games = arena.games(max(int(size * PUT_BACK), 1))
    count = Count(progress, games * len(plans) * len(candidates), what="Putting weights back")
    won = arena.shares(candidates, 0, games, count).mean(axis=1)
    lost = {space.names[at]: (won[0] - back).tolist() for at, back in zip(changed, won[1:], strict=True)}
    return {"games": int(won.shape[1] * arena.seats * len(plans)), "lost": lost}


def _file(
    game: "Game", player: Player, answer: ExperimentResult, result: SearchResult, space: SearchSpace, plans: "Sequence[Plan]", command: str,
    about: dict[str, Any],
) -> str:  # fmt: skip
    """Return the text of the weights file: the tuned weights if they win more, else the original ones, as it says."""
    gain = answer.result.tables["gain"].row(-1, named=True)
    weights = result.weights if gain["better"] else space.start
    plan = plans[0]
    usual, figures = game.figures.values(), {}
    for key, value in plan.rules.items():
        if value != usual.get(key):
            figures[key] = value
    said = "tuned" if gain["better"] else "as they were, since nothing was gained by tuning"
    return weights_text(
        f"Weights of {player.strategy.name} for {game.title}, {said}.",
        {"game": game.name, "strategy": player.strategy.name},
        weights=dict(zip(space.names, weights, strict=True)),
        found={
            "players": plan.seats, "against": [", ".join(table.players[1:]) for table in plans], "began_with": player.label,
            "held": [name for name in space.names if name not in space.bounds], "seed": plan.seed,
            "gained": bool(gain["better"]),
            **{name: round(gain[name], 5) for name in ("own", "tuned", "gain", "gain_low", "gain_high")},
            "games_on_fresh_luck": gain["games"], "games_of_the_search": result.games,
        },
        rules={"variants": plan.variants, "settings": plan.settings, "figures": figures},
        provenance={"command": command, "sources": about["sources"], **about["versions"]},
    )  # fmt: skip
