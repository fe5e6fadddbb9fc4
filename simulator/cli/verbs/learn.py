"""`digsite learn`: a player for a game that has none."""

from typing import Annotated

from digsite.simulator.cli.console import print_note, print_sentence, print_table
from digsite.simulator.cli.options import GameName, Games, Json, PlanOptions, PlayOptions, Quiet, given, verb


@verb(without=["seats", "plugins"])
def learn(
    game: GameName,
    plan: PlanOptions,
    how: PlayOptions,
    games: Annotated[int | None, Games("End after N games of self-play: the same N gives the same player.")] = None,
    minutes: Annotated[float | None, given("minutes", help="Learn for N minutes; 5 unless --games is given.")] = None,
    validate: Annotated[int | None, given("validate", help="Games against random+32 at the end; default 60.")] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Train a player by self-play, for any game, your own too.

    It is better than random within minutes, in many games far better, and no match for a strategy written with thought.
    learned@FOLDER plays it in line-ups, tournaments and reports; learned@FOLDER+8 looks ahead as well.
    """
    from digsite.simulator.lab.players.learn import learn as train
    from digsite.simulator.lab.reporting.files import as_json as as_text

    made = train(game, games, minutes=minutes, validate=validate, **plan, **how)
    if as_json:
        data = {
            "player": made.player, "games": made.games, "rounds": made.rounds, "strength": [it.to_dict() for it in made.strength],
            "curve": made.curve, "sentences": made.sentences,
        }  # fmt: skip
        print(as_text(data))
        return
    headings = ("against", "games", "wins %", "from", "to", "lead", "us/decision", "rival's")
    rows = [
        (it.rival, it.games, round(100 * it.won, 1), round(100 * it.low, 1), round(100 * it.high, 1), round(it.lead, 2),
         _micros(it.micros), _micros(it.rival_micros))
        for it in made.strength
    ]  # fmt: skip
    print_table(headings, rows)
    for sentence in made.sentences:
        print_sentence(sentence)
    print_note(f"The player, its curve and its record are in {made.folder}", quiet)


def _micros(value: float | None) -> float | None:
    return None if value is None else round(value, 2)
