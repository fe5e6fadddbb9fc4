"""The plain twin of The Adventurers: The Temple of Chac against worked examples of the rulebook."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.games.chac.twin import ABILITIES, DECKS, Board, Card, Game

RULES = Path(__file__).parents[3] / "simulator" / "games" / "chac" / "rules.toml"
ROLLS = ("actions", "boulder", "bridge", "lock", "river", "casket")
KINDS = ("casket", "1", "2", "3", "4", "5")
WALL_CARDS = ("blank", "left", "right", "both")


def printed_figures() -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Every figure by its dotted key, and what each variant sets."""
    tree = tomllib.loads(RULES.read_text())
    variants = {name: variant["set"] for name, variant in tree.pop("variants").items()}
    figures: dict[str, Any] = {}

    def collect(path: str, table: dict[str, Any]) -> None:
        for key, entry in table.items():
            if isinstance(entry, dict):
                if "value" in entry:
                    figures[path + key] = entry["value"]
                collect(f"{path}{key}.", entry)

    collect("", tree)
    return figures, variants


PRINTED, VARIANTS = printed_figures()
WIDE = PRINTED | VARIANTS["wide-temple"]  # the board whose spaces the tests name


def any_luck(figures: dict[str, Any], seats: int, rng: random.Random) -> dict[str, Any]:
    """A shuffled set-up."""

    def shuffled(kinds: tuple[str, ...], counts: list[int]) -> list[str]:
        cards = [kind for kind, count in zip(kinds, counts, strict=True) for _ in range(count)]
        rng.shuffle(cards)
        return cards

    names = list(ABILITIES)
    rng.shuffle(names)
    treasure = {"lava": figures["treasure.lava"], "river": figures["treasure.river"]}
    slabs = [f"L{column}{row}" for column in range(1, 5) for row in range(1, 5)]
    return {
        "adventurers": [names[2 * seat : 2 * seat + 2] for seat in range(seats)],
        "decks": {deck: shuffled(KINDS, treasure.get(deck, figures["treasure.walls"])) for deck in DECKS},
        "traps": rng.sample([slab for slab in slabs if slab not in ("L11", "L14")], 4),
        "wall cards": shuffled(WALL_CARDS, figures["walls.cards"]),
    }


def table(
    name: str,
    space: str,
    cards: int = 0,
    rolls: dict[str, list[int]] | None = None,
    other: tuple[str, str] = ("Puccio Cortese", "Tatiana Bregovic"),
    changes: dict[str, Any] | None = None,
    walls: tuple[str, ...] = (),
    traps: tuple[str, ...] = ("L22", "L23", "L32", "L33"),
) -> Game:
    """Two players, no head start; seat 0 stands on ``space`` and is about to act (Stamina: to load)."""
    figures = WIDE | {"boulder.head_start": 0} | (changes or {})
    luck = any_luck(figures, 2, random.Random(1))
    luck["adventurers"] = [[name, "Markus Bassler"], list(other)]
    luck["traps"] = list(traps)
    luck["wall cards"] = [*walls, *["blank"] * 18]
    dice = {roll: [] for roll in ROLLS} | {"actions": [6] * 100, "boulder": [1] * 100} | (rolls or {})
    game = Game(figures, 2, luck, dice)
    game.apply(("first", name))
    player = game.players[0]
    player.space = space
    for at in range(cards):
        player.cards.append(Card("zone 1" if at < 10 else "zone 2", "3"))
    game.apply(("first", other[0]))
    if cards:
        game.apply(("keep",))
    return game


def pass_until(game: Game, decision: str, seat: int, turn: int = 0) -> None:
    """Everybody passes until this decision."""
    passes = {"LOAD": ("keep",), "ACT": ("stop",), "REPLACEMENT": ("wait",)}
    while (game.decision, game.seat) != (decision, seat) or game.turn < turn:
        game.apply(passes[str(game.decision)])


def targets(game: Game, word: str) -> set[str]:
    return {option[1] for option in game.options() if option[0] == word}


# ---------------------------------------------------------------------------------------------- the board


def test_board_of_the_defaults() -> None:
    board = Board(PRINTED)
    assert (board.corner_a, board.corner_b, board.vault) == ("C10", "C15", "C32")
    assert (board.near_end, board.far_end, board.landing, board.last) == ("C26", "C34", "C34", "C41")
    assert board.dives == ["C21", "C22", "C23"]
    assert board.steps["ENT"].keys() == {"W12", "W13"}
    assert board.steps["W41"].keys() == {"W31", "W42", "C04"}
    assert board.steps["C23"].keys() == {"C22", "C24", "R3"}
    assert board.river == [f"R{number}" for number in range(1, 9)]
    assert board.steps["BR"].keys() == {"C26", "C34"}


def test_board_of_the_wide_temple() -> None:
    board = Board(WIDE)
    assert (board.corner_a, board.corner_b, board.vault) == ("C12", "C17", "C32")
    assert (board.near_end, board.far_end, board.landing, board.last) == ("C28", "C34", "C36", "C41")
    assert board.alcove_side == ["C13", "C14", "C15", "C16"]
    assert board.dives == ["C23", "C24", "C25"]
    assert board.steps["ENT"].keys() == {"W13", "W14"}
    assert board.steps["W13"].keys() == {"W12", "W14", "W23"}
    assert board.steps["W41"].keys() == {"W31", "W42", "C06"}
    assert board.steps["C01"].keys() == {"C00", "C02", "W46"}
    assert board.steps["C11"].keys() == {"C10", "C12", "L11"}
    assert board.steps["C16"].keys() == {"C15", "C17", "L14"}
    assert board.steps["C21"].keys() == {"C20", "C22", "L44"}
    assert board.steps["R3"].keys() == {"R4"}
    assert board.steps["R6"].keys() == set()
    assert board.steps["BR"].keys() == {"C28", "C34"}
    assert board.steps["C41"].keys() == {"C40", "OUT"}


def test_leaps_of_the_wide_temple() -> None:
    leaps = Board(WIDE).leaps
    assert leaps["ENT"] == {"W12", "W15"}
    assert leaps["W41"] == {"W32", "C05", "C07"}
    assert leaps["C11"] == {"L21", "C13"}
    assert leaps["C12"] == {"L11"}
    assert leaps["C22"] == {"L44", "C24"}
    assert leaps["C23"] == {"C21", "R2"}
    assert leaps["C26"] == {"R3"}
    assert leaps["C27"] == {"BR"}
    assert leaps["C28"] == {"C30"}
    assert leaps["BR"] == {"C27", "C29", "C33", "C35"}
    assert leaps["C33"] == {"BR"}
    assert leaps["C35"] == {"BR"}
    assert leaps["C41"] == set()
    assert leaps["R2"] == {"R4"}
    assert leaps["R4"] == {"R6"}
    assert leaps["R5"] == leaps["R6"] == set()


def test_head_start_shifts_the_corridor_and_readings_close_ways() -> None:
    board = Board(WIDE | {"boulder.head_start": 3})
    assert board.steps["W46"].keys() == {"W36", "W45", "C04"}
    assert board.last == "C44"
    changes = {
        "boulder.head_start": 0,
        "walls.reentry": False,
        "bridge.both_ways": False,
        "river.bank": "near",
    }
    board = Board(WIDE | changes | {"lava.first_side_open": False})
    assert board.steps["C01"].keys() == {"C00", "C02"}
    assert "C01" in board.steps["W46"]
    assert "BR" not in board.steps["C34"]
    assert "C34" in board.steps["BR"]
    assert board.leaps["C33"] == set()
    assert board.landing == "C26"
    assert board.steps["C11"].keys() == {"C10", "C12"}
    assert "C11" in board.beside_lava


# -------------------------------------------------------------------------------------- loads and actions


@pytest.mark.parametrize(("cards", "actions"), [(0, 4), (3, 4), (4, 3), (7, 2), (9, 2), (10, 0), (13, 0)])
def test_rulebook_example_of_actions(cards: int, actions: int) -> None:
    game = table("Arely Tamay", "W41", cards, {"actions": [1, 2, 3, 4, 4]})
    assert game.decision == "ACT"
    if actions:
        assert game.seat == 0
        assert game.snapshot()["actions"] == [actions, 0]
    else:
        assert game.seat == 1


def test_dropping_and_stamina() -> None:
    game = table("Bill Baker", "W41", rolls={"actions": [1, 2, 3, 4, 4] * 3})
    assert (game.decision, game.seat) == ("LOAD", 0)
    assert game.options() == {("keep",), ("stamina",)}
    game.apply(("stamina",))
    assert game.snapshot()["actions"] == [5, 0]
    game.players[0].cards = [Card("lava", "3"), Card("zone 2", "3"), Card("alcove", "alcove", 2)]
    game.alcoves[2] = 0
    pass_until(game, "LOAD", 0)
    assert game.options() == {("keep",), ("drop", "3"), ("drop", "alcove")}
    game.apply(("drop", "3"))
    assert game.snapshot()["cards"][0] == [("alcove", "alcove"), ("lava", "3")]
    game.apply(("drop", "alcove"))
    assert game.alcoves[2] == "lost"
    game.apply(("drop", "3"))
    assert game.decision == "ACT"  # nothing left to decide
    with pytest.raises(ValueError, match="may not"):
        game.apply(("drop", "3"))


# --------------------------------------------------------------------------------------------- walls room


def test_rulebook_example_search_decipher_and_out() -> None:
    game = table("Lea Rice", "W43", rolls={"actions": [6, 6, 6, 1, 1] * 2})
    top = game.decks["zone 4"][0]
    assert targets(game, "step") == {"W42", "W44", "W33", "C04"}
    assert targets(game, "sprint") == {"W42", "W44", "W33", "C04"}
    game.apply(("search",))
    assert game.snapshot()["cards"][0] == [("zone 4", top)]
    game.apply(("decipher",))
    assert game.snapshot()["known traps"] == [[4], []]
    assert ("decipher",) not in game.options()
    game.apply(("step", "C04"))
    assert game.snapshot()["actions"][0] == 0
    assert game.seat == 0  # a sprint is still possible
    game.apply(("sprint", "C05"))
    assert game.seat == 1


def test_walls_push_and_then_crush() -> None:
    game = table("Nicole Lager", "W41", walls=("left", "left", "right", "both", "blank", "both"))
    pass_until(game, "ACT", 0, turn=2)
    assert game.snapshot()["walls"] == (2, 1)
    assert game.players[0].space == "W43"
    assert targets(game, "step") == {"W44", "W33", "C04"}
    assert targets(game, "leap") == {"W34", "C03", "C05"}
    pass_until(game, "ACT", 1, turn=3)
    assert game.players[0].status == "waiting"
    assert game.walls_met
    assert game.options() == {("stop",)}  # in the entrance, for good

    strict = table("Nicole Lager", "W41", walls=("left", "left", "right"), changes={"walls.pushes": False})
    pass_until(strict, "ACT", 1, turn=2)
    assert strict.players[0].status == "waiting"


# ------------------------------------------------------------------------------------------------ alcoves


def test_rulebook_example_alcove() -> None:
    game = table("Lea Rice", "C13", rolls={"actions": [6, 6, 6, 1, 1] * 2, "lock": [2, 3, 5, 5, 4, 1, 4, 2]})
    game.apply(("pick",))
    assert (game.decision, game.snapshot()["dice"]) == ("LOCK", (2, 3, 4, 5, 5))
    assert ("force",) not in game.options()
    assert len(game.options()) == 1 + 23  # leave, and the subsets of 2, 3, 4 and two 5
    game.apply(("reroll", (4, 5, 5)))
    assert game.snapshot()["cards"][0] == [("alcove", "alcove")]
    assert game.snapshot()["alcoves"] == [0, None, None, None, None]
    assert ("pick",) not in game.options()
    game.apply(("step", "C14"))
    assert game.players[0].actions == 0


def test_lock_picking_forces_one_missing_number() -> None:
    game = table("Len Tso Yau", "C32", rolls={"actions": [6, 1, 1, 1, 1] * 2, "lock": [1, 2, 3, 5, 6]})
    game.apply(("pick",))
    assert game.options() == {("leave",), ("force",)}
    game.apply(("force",))
    assert game.snapshot()["cards"][0] == [("vault", "vault")]
    assert game.seat == 1

    hopeless = table("Len Tso Yau", "C32", rolls={"actions": [6, 1, 1, 1, 1] * 2, "lock": [1, 2, 3, 6, 6]})
    hopeless.apply(("pick",))
    assert hopeless.seat == 1
    assert hopeless.alcoves[4] is None


# ---------------------------------------------------------------------------------------------- lava room


def test_rulebook_example_lava() -> None:
    game = table("Trevor Griffith", "C10", rolls={"actions": [6, 6, 1, 1, 1] * 2})
    assert targets(game, "peek") == {"L21"}
    game.apply(("step", "L21"))
    assert game.slabs["L21"] == "treasure"
    assert targets(game, "peek") == {"L22", "L31"}  # not the Sun
    game.apply(("search",))
    assert game.slabs["L21"] == "empty"
    assert game.options() == {("stop",), ("peek", "L22"), ("peek", "L31")}
    game.apply(("peek", "L22"))
    assert game.players[0].peeked == {"L22": True}
    assert game.seat == 1


def test_a_trapped_slab_kills_and_is_gone() -> None:
    game = table("Lea Rice", "L21", cards=2)
    game.apply(("step", "L22"))
    assert game.slabs["L22"] == "collapsed"
    assert game.snapshot()["status"] == ["waiting", "inside"]
    assert game.snapshot()["cards"][0] == []
    assert len(game.discard_pile) == 2
    assert game.seat == 1
    game.players[1].space = "L12"
    pass_until(game, "ACT", 1, turn=2)
    assert "L22" not in targets(game, "step")


# -------------------------------------------------------------------------------------------------- river


def test_rulebook_example_river_search() -> None:
    game = table("Puccio Cortese", "R1", rolls={"actions": [6, 6, 6, 1, 1] * 2}, other=("Lea Rice", "Bill Baker"))
    assert game.options() == {("stop",), ("step", "R2"), ("search",)}
    game.apply(("search",))
    assert game.options() == {("stop",), ("step", "R2")}
    game.apply(("step", "R2"))
    game.apply(("search",))
    assert len(game.players[0].cards) == 2
    pass_until(game, "LOAD", 0)
    pass_until(game, "ACT", 0)
    assert game.options() == {("stop",), ("step", "R3")}


def test_rulebook_example_river_exit_fails() -> None:
    game = table("Martin Fletcher", "R6", cards=9, rolls={"river": [1, 5, 1, 6, 4, 1]})
    assert (game.decision, game.seat, game.snapshot()["fatal"]) == ("RIVER", 0, 2)
    assert game.options() == {("fall",), ("pay",)}
    game.apply(("pay",))
    for _ in range(6):
        assert game.options() == {("give", "3")}
        game.apply(("give", "3"))
    assert game.players[0].status == "waiting"
    assert len(game.discard_pile) == 9
    assert (game.decision, game.seat) == ("ACT", 1)


def test_swimming_and_landing() -> None:
    other = ("Lea Rice", "Bill Baker")
    game = table("Puccio Cortese", "R6", cards=3, rolls={"river": [1, 1, 3]}, other=other)
    assert game.options() == {("fall",), ("swim",)}  # three cards pay for one die only
    game.apply(("swim",))
    assert game.options() == {("fall",), ("pay",)}
    game.apply(("pay",))  # all three go without asking
    assert game.players[0].cards == []
    assert (game.decision, game.players[0].space, game.players[0].actions) == ("ACT", "C36", 4)

    idle = table("Puccio Cortese", "R6", rolls={"actions": [1] * 5 + [6] * 5}, other=other)
    assert (idle.decision, idle.seat) == ("ACT", 1)  # the sprinter may move; the swimmer may not


def test_current_level_counts_this_turns_cards_at_the_waterfall() -> None:
    game = table("Lea Rice", "R5", cards=3, rolls={"river": [6, 6, 6]})
    game.apply(("search",))
    game.apply(("step", "R6"))
    assert game.rolls["river"] == []
    assert game.players[0].space == "C36"
    assert game.players[0].actions == 2


# ------------------------------------------------------------------------------------------------- bridge


def test_rulebook_example_bridge() -> None:
    game = table("Nicole Lager", "C28", cards=9, rolls={"bridge": [1, 2, 3, 4, 6, 4, 3]})
    game.apply(("step", "BR"))
    assert game.planks == 2
    assert game.players[0].space == "BR"
    game.apply(("hop",))
    assert game.planks == 1
    assert targets(game, "step") == {"C28", "C34"}
    assert targets(game, "leap") == {"C27", "C29", "C33", "C35"}


def test_two_on_the_bridge_weigh_together() -> None:
    for all_fall, status in ((True, ["lost", "lost"]), (False, ["waiting", "inside"])):
        changes = {"bridge.all_fall": all_fall, "ends.waits_for_replacements": False}
        game = table("Nicole Lager", "C28", rolls={"bridge": [3] * 5}, changes=changes)
        game.players[1].space = "BR"
        game.apply(("step", "BR"))
        assert game.planks == 0
        assert game.snapshot()["status"] == status
        if not all_fall:
            assert targets(game, "step") == {"C28", "C34"}


# ------------------------------------------------------------------------- boulder, replacements, the end


def test_boulder_rolls_over_people_opens_suns_and_blocks() -> None:
    game = table("Lea Rice", "C13", rolls={"boulder": [1, 2, 6] + [1] * 90})
    game.boulder = 11
    game.players[1].space = "C11"
    pass_until(game, "REPLACEMENT", 0)
    assert game.turn == 2
    assert game.boulder == 13
    assert game.suns == {"A": True, "B": False}
    assert game.players[1].status == "inside"  # behind it
    assert game.options() == {("wait",), ("enter", "A")}
    game.apply(("enter", "A"))
    assert game.snapshot()["space"] == ["L11", "C11"]
    assert game.snapshot()["status"] == ["inside", "inside"]
    pass_until(game, "ACT", 0)
    assert targets(game, "step") == {"C11", "L12", "L21"}  # the boulder is on C13
    game.players[1].space = "C12"
    pass_until(game, "ACT", 1)
    assert targets(game, "step") == {"C11"}


def test_boulder_example_three_of_five_with_the_revised_face() -> None:
    game = table("Lea Rice", "C40", rolls={"boulder": [1] * 10 + [1, 2, 3, 4, 5]}, changes=VARIANTS["revised-boulder"])
    pass_until(game, "ACT", 0, turn=6)
    assert game.boulder == 3


def test_sealed_exit_ends_the_game() -> None:
    game = table("Lea Rice", "C41", cards=2, rolls={"boulder": [6]})
    game.boulder = 40
    game.apply(("step", "OUT"))
    assert game.seat == 1
    game.apply(("stop",))
    assert game.over
    assert game.options() == set()
    assert game.end_reason == "exit sealed"
    assert game.snapshot()["status"] == ["escaped", "lost"]
    assert game.snapshot()["scores"] == [6, 0]
    assert game.snapshot()["winners"] == [0]
    with pytest.raises(ValueError, match="over"):
        game.apply(("stop",))


def test_score_caskets_and_ties() -> None:
    for breaks, winners in ((False, [0, 1]), (True, [1])):
        game = table("Lea Rice", "C41", rolls={"casket": [4, 1]}, changes={"ends.vault_breaks_ties": breaks})
        game.players[0].cards = [Card("river", "casket"), Card("zone 1", "casket"), Card("lava", "1")]
        game.players[1].cards = [Card("vault", "vault", 4)]
        game.alcoves[4] = 1
        game.players[1].space = "C41"
        game.apply(("step", "OUT"))
        game.apply(("step", "OUT"))
        assert game.over
        assert game.end_reason == "nobody inside"
        assert game.scores == [6, 6]
        assert game.winners == winners


def test_nobody_out_nobody_wins() -> None:
    game = table("Lea Rice", "L21", changes={"ends.waits_for_replacements": False})
    game.apply(("step", "L22"))
    game.players[1].space = "C01"
    game.rolls["boulder"][:] = [6]
    game.apply(("stop",))
    assert game.over  # no Sun is open yet, and the temple is empty
    assert game.winners == []


# ------------------------------------------------------------------------------------------- random games


READINGS: dict[str, dict[str, Any]] = {
    "printed": {},
    **VARIANTS,
    "closed ways": {"walls.reentry": False, "bridge.both_ways": False, "lava.alcove_side_open": False},
    "harsh": {"walls.pushes": False, "lava.collapsed_gone": False, "ends.waits_for_replacements": False},
    "light": {
        "bridge.all_fall": False,
        "bridge.counts_new_cards": False,
        "load.floor": 2,
        "boulder.head_start": 4,
    },
    "small board": {"walls.columns": 5, "river.spaces": 4, "river.entries": 2, "corridor.river_to_bridge": 0},
    "large board": {
        "walls.columns": 4,
        "river.spaces": 8,
        "bridge.detour": 10,
        "corridor.bridge_to_exit": 10,
    },
    "near bank": {
        "river.bank": "near",
        "river.landing": 0,
        "ends.vault_breaks_ties": True,
        "sprint.may_dive": False,
    },
}


def cards_everywhere(game: Game) -> int:
    held = sum(len(player.cards) for player in game.players)
    closed = sum(alcove is None for alcove in game.alcoves)
    return held + closed + len(game.discard_pile) + sum(map(len, game.decks.values()))


def forward(game: Game, rng: random.Random) -> tuple:
    """Mostly runs for the exit, so that games see the whole board."""
    options = sorted(game.options(), key=repr)
    if rng.random() < 0.35:
        return rng.choice(options)
    names = [
        *game.board.walls_room,
        *game.board.corridor,
        *game.board.lava_room,
        *game.board.river,
        "BR",
        "OUT",
    ]
    ways = [option for option in options if option[0] in ("step", "leap", "sprint")]
    if ways and game.decision == "ACT":
        return max(ways, key=lambda option: (option[1][0] in "OCRB", names.index(option[1]), rng.random()))
    return rng.choice(options)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("reading", READINGS)
def test_random_games_end(reading: str, seats: int) -> None:
    figures = PRINTED | READINGS[reading]
    for seed in range(4):
        rng = random.Random(f"{reading} {seats} {seed}")
        rolls = {name: [rng.randint(1, 6) for _ in range(3000)] for name in ROLLS}
        game = Game(figures, seats, any_luck(figures, seats, rng), rolls)
        while not game.over:
            options = game.options()
            assert options
            assert game.decision is not None
            game.apply(forward(game, rng) if seed % 2 else rng.choice(sorted(options, key=repr)))
            assert cards_everywhere(game) == 65
            assert 0 <= game.planks <= 5
            assert game.turn < 60
            for player in game.players:
                assert player.inside == (player.space not in ("-", "OUT"))
        final = game.snapshot()
        assert final["decision"] is None
        assert set(final["status"]) <= {"escaped", "lost"}
        escaped = {seat for seat, status in enumerate(final["status"]) if status == "escaped"}
        assert set(final["winners"]) <= escaped
        assert bool(final["winners"]) == bool(escaped)


def test_running_players_see_all_of_the_rules() -> None:
    seen: Counter[str] = Counter()
    for seed in range(150):
        rng = random.Random(seed)
        rolls = {name: [rng.randint(1, 6) for _ in range(3000)] for name in ROLLS}
        figures = PRINTED | VARIANTS["slow-boulder"]
        game = Game(figures, 4, any_luck(figures, 4, rng), rolls)
        while not game.over:
            option = forward(game, rng)
            seen[f"{game.decision} {option[0]}"] += 1
            game.apply(option)
        seen[str(game.end_reason)] += 1
        seen.update(game.snapshot()["status"])
    wanted = {
        "LOAD drop",
        "LOAD stamina",
        "ACT leap",
        "ACT sprint",
        "ACT peek",
        "ACT hop",
        "ACT pick",
        "LOCK reroll",
    }
    wanted |= {
        "LOCK force",
        "RIVER swim",
        "RIVER fall",
        "REPLACEMENT enter",
        "exit sealed",
        "nobody inside",
        "escaped",
    }
    assert wanted <= seen.keys()
