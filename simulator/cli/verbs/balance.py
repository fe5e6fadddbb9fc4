"""`digsite balance`: the smallest change of the rules that meets targets."""

from pathlib import Path
from typing import Annotated

from digsite.simulator.cli.options import Full, GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb
from digsite.simulator.cli.results import print_experiment

MOST_CHANGES = 2


@verb()
def balance(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    target: Annotated[list[str], given("target")] = [],  # noqa: B006
    contract: Annotated[Path | None, given("contract", help="A contract whose promises are targets, too.")] = None,
    vary: Annotated[str, given("vary")] = "",
    keep: Annotated[str, given("keep")] = "",
    most_changes: Annotated[int, given("most_changes")] = MOST_CHANGES,
    games: Annotated[int | None, Games("Games of the search; 300k by default.")] = None,
    minutes: Annotated[float | None, given("minutes", help="End the search after N minutes.")] = None,
    validate: Annotated[
        int | None,
        given(
            "validate", help="Games of each proposal on fresh seeds, at most; 100,000, or 400 for look-ahead players."
        ),
    ] = None,
    check_with: Annotated[str, given("check_with", help="Repeat the proof with look-ahead players (+8).")] = "",
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the smallest change of the rules that meets targets, such as even seats or shorter games.

    Each proposal is proved on fresh seeds. The folder has rules to play it with and a variant to paste.
    """
    from digsite.simulator.lab.balancing.balance import balance as play

    shown = play(
        game, games, target=target, contract=contract, vary=vary, keep=keep, most_changes=most_changes,
        minutes=minutes, validate=validate, check_with=check_with, **plan, **how,
    )  # fmt: skip
    print_experiment(shown, as_json, quiet, full)
