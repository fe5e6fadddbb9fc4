"""The columns that the Temple of Chac measures."""

from digsite.simulator.game.columns import Column, outcome_of
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.games.chac.state import CHECKPOINT_TURNS, MAX_SEATS, TIMELINE, Ability, Cause, Room

_ABILITIES = tuple(name_in_words(ability.name.lower()) for ability in Ability)
_CAUSES = ("none", *(name_in_words(cause.name.lower()) for cause in list(Cause)[1:]))
_ROOMS = tuple(room.name.lower() for room in Room)
_SUNS = ("a", "b")

COLUMNS = (
    Column("value_walls", "i2", "value brought out of the walls room's treasure, caskets rolled", part_of_score="the walls room"),
    Column("value_lava", "i2", "value brought out of the lava room's treasure, caskets rolled", part_of_score="the lava room"),
    Column("value_river", "i2", "value brought out of the river's treasure, caskets rolled", part_of_score="the river"),
    Column("value_alcoves", "i2", "value brought out of the four small alcoves", part_of_score="the alcoves"),
    Column("value_vault", "i2", "value brought out of the alcove that faces the waterfall", part_of_score="the vault"),
    Column("cards", "i1", "treasure cards brought out, by room", labels=_ROOMS),
    Column("found", "i2", "treasure cards taken by both adventurers, by room, kept or not", labels=_ROOMS),
    Column("caskets", "i1", "caskets brought out"),
    Column("escaped", "i1", "who left the temple alive", choices=("nobody", "first", "second")),
    Column("escape_turn", "i2", "turn of the escape (0: none)"),
    Column("ability_first", "i1", "ability of the adventurer who entered first", choices=_ABILITIES),
    Column("ability_second", "i1", "ability of the adventurer held back", choices=_ABILITIES),
    Column("ability_used_first", "i1", "whether the first adventurer used the ability", unit="share"),
    Column("ability_used_second", "i1", "whether the second adventurer used the ability", unit="share"),
    Column("death_first", "i1", "what killed the first adventurer", choices=_CAUSES),
    Column("death_second", "i1", "what killed the second adventurer", choices=_CAUSES),
    Column("death_turn_first", "i2", "turn of the first adventurer's death (0: none)"),
    Column("death_turn_second", "i2", "turn of the second adventurer's death (0: none)"),
    Column("second_turn", "i2", "turn the second adventurer came in (0: never)"),
    Column("route_lava", "i1", "the seat's last adventurer set foot in the lava room, a fatal slab included", unit="share"),
    Column("route_river", "i1", "the seat's last adventurer was in the river", unit="share"),
    Column("route_bridge", "i1", "the seat's last adventurer stepped onto the bridge", unit="share"),
    Column("route_long_way", "i1", "the seat's last adventurer stood between the bridge's ends in the corridor", unit="share"),
    Column("bridge_load", "i1", "load level of the last adventurer's last step onto the bridge (0: none)"),
    Column("hops", "i2", "hops on the bridge"),
    Column("clues", "i1", "clues deciphered"),
    Column("slabs_flipped", "i1", "lava slabs flipped, the fatal one included"),
    Column("lock_rolls", "i2", "rolls at alcoves"),
    Column("dropped", "i2", "cards dropped to lighten the load"),
    Column("sacrificed", "i2", "cards let go in the river"),
    Column(
        "value_after", "i2", "value carried, or brought out, at the end of that turn, caskets uncounted",
        labels=tuple(map(str, CHECKPOINT_TURNS)), label_words=tuple(f"turn {turn}" for turn in CHECKPOINT_TURNS),
    ),
    Column("rounds", "i2", "game turns, each with all six phases", "game"),
    Column("escapes", "i1", "players who got out", "game", headline=True),
    Column(
        "boulder", "i1", "corridor space of the boulder after that turn (0 its start; -1: the game was over)", "game",
        labels=tuple(str(turn + 1) for turn in range(TIMELINE)),
    ),
    Column("boulder_end", "i1", "corridor space of the boulder at the end", "game"),
    Column("walls_met", "i2", "turn the walls met (0: never)", "game"),
    Column("planks_left", "i1", "planks left of the bridge", "game", headline=True),
    Column("sun_turn", "i2", "turn the Sun opened (0: never)", "game", labels=_SUNS),
    Column("unmasked_turn", "i2", "turn the lava room came to light (0: never)", "game"),
    Column("alcoves_opened", "i1", "small alcoves opened", "game"),
    Column("vault_opened", "i1", "whether the alcove that faces the waterfall was opened", "game", unit="share"),
)  # fmt: skip

OUTCOME = outcome_of(COLUMNS, MAX_SEATS)
CHECKPOINTS = ("value_after",)  # labelled per-seat columns that hold the score during the game
