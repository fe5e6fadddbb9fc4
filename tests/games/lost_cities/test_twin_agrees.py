"""The kernel and the plain twin play the same games: after every decision they must show the same table.

Both get the same shuffles (the kernel's, handed to the twin as deals) and the same choices. Players are
either uniformly random or climb, which brings them over bridges and into lost cities.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.games import find_game
from digsite.simulator.games.lost_cities.options import DECLINE, PILE, Action, option_of
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, CARDS, COLOURS
from digsite.simulator.games.lost_cities.state import Decision, EndReason, Tile
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from tests.conformance.scoring import OF_SIDES
from tests.conformance.twins import KernelSide, as_row, by_strategies
from tests.games.lost_cities import twin
from tests.games.lost_cities.hands import read_hand

GAME = find_game("lost-cities")
DECISIONS = [{Decision.PLAY: "play", Decision.STEP: "step", Decision.DRAW: "draw"}[kind] for kind in Decision]
ENDS = {"bridge": EndReason.BRIDGE, "pile": EndReason.DRAW_PILE, "stall": EndReason.STALL}
TILES: dict[int, twin.Tile] = {points: ("victory", points) for points in range(1, 100)}
TILES |= {Tile.ARTIFACT.value: ("artifact", 0), Tile.ARROW.value: ("arrow", 0)}


# ------------------------------------------------------------------------------------------------ translation


def twin_figures(figures: Figures, seats: int) -> twin.Figures:
    """The same figures in the twin's words."""
    return twin.Figures(
        copies=figures["cards.copies"],
        hand=figures["cards.hand"],
        removed={seats: figures["cards.removed"][seats - 2]},
        adventurers=figures["explorers.adventurers"],
        researchers=figures["explorers.researchers"],
        stones=tuple(figures["stones.values"]),
        bridge_after=figures["stones.bridge_after"],
        researcher_factor=figures["researcher.factor"],
        event_spaces=tuple(tuple(figures[f"event_spaces.{colour}"]) for colour in COLOURS),
        artifact_tiles=figures["tiles.artifact"],
        arrow_tiles=figures["tiles.arrow"],
        victory_tiles=tuple(figures["tiles.victory"]),
        artifact_track=tuple(figures[f"artifacts.{figures['artifacts.track']}"]),
        expeditions=figures["expeditions"],
        pieces_to_end=figures["ends.pieces_over_bridge"],
        stall_turns=figures["ends.stall_turns"],
        floor=figures["score.floor"],
        floor_on=figures["score.floor_on"],
        floor_on_artifacts=figures["score.floor_covers_artifacts"],
        may_draw_own_fresh_discard=figures["play.may_draw_own_fresh_discard"],
        must_open_with_lowest=figures["play.must_open_with_lowest"],
        arrow_optional=figures["play.arrow_optional"],
        descending_paths=figures["play.descending_paths"],
    )


def card_of(number: int) -> twin.Card:
    return divmod(number, CARD_VALUES)


def _play_words() -> dict[int, twin.Option]:
    words: dict[int, twin.Option] = {}
    for number in range(len(COLOURS) * CARD_VALUES):
        colour, value = card_of(number)
        words[option_of(Action.OPEN_ADVENTURER, number)] = ("open", colour, value, "adventurer")
        words[option_of(Action.OPEN_RESEARCHER, number)] = ("open", colour, value, "researcher")
        words[option_of(Action.ADVANCE, number)] = ("advance", colour, value)
        words[option_of(Action.DISCARD, number)] = ("discard", colour, value)
    return words


OPTION_WORDS: dict[str, dict[int, twin.Option]] = {
    "play": _play_words(),
    "step": {DECLINE: ("decline",)} | {path: ("step", path) for path in range(len(COLOURS))},
    "draw": {PILE: ("pile",)} | {path: ("take", path) for path in range(len(COLOURS))},
}


# --------------------------------------------------------------------------------------------- the two tables


class KernelTable(KernelSide):
    """The kernel's game, as the twin looks at it."""

    def __init__(self, figures: Figures, seats: int, seed: int, luck: int = 0) -> None:
        super().__init__(GAME, figures, seats, seed, luck)
        self.removed = int(self.rules.cards_removed)

    def decision(self) -> str:
        return DECISIONS[self["decision"]]

    def options(self) -> dict[twin.Option, int]:
        return self.options_by(OPTION_WORDS[self.decision()].__getitem__)

    def deal(self, _expedition: int) -> tuple[list[twin.Card], dict[twin.Space, twin.Tile]]:
        """The shuffle just made, as the twin takes it: hands seat by seat, then the pile from its top."""
        hands = [card for seat in range(self.seats) for card in read_hand(self, seat)]
        pile = self["deck"][self.removed : self.removed + self["pile"]][::-1]
        deck = [card_of(number) for number in [*hands, *pile.tolist()]]
        return deck, self.tiles()

    def tiles(self) -> dict[twin.Space, twin.Tile]:
        spaces = enumerate(self["tile"].tolist())
        return {(path, at): TILES[tile] for path, row in spaces for at, tile in enumerate(row) if tile}

    def picture(self) -> dict:
        """All that lies on the table."""
        seats, field = self.seats, self.field
        piles, pile_sizes = field["discard"][0].tolist(), field["discard_size"][0].tolist()
        sizes = field["column_size"][0, :seats].tolist()
        return {
            "hands": [read_hand(self, seat) for seat in range(seats)],
            "column sizes": sizes,
            "column tops": _where(field["column_top"][0, :seats].tolist(), sizes),
            "column firsts": _where(field["column_first"][0, :seats].tolist(), sizes),
            "stones": field["stone"][0, :seats].tolist(),
            "researchers": field["researcher"][0, :seats].tolist(),
            "tiles": self.tiles(),
            "points": field["points"][0, :seats].tolist(),
            "artifact tiles": field["artifact_tiles"][0, :seats].tolist(),
            "tokens": field["tokens"][0, :seats].tolist(),
            "discards": [pile[:size] for pile, size in zip(piles, pile_sizes, strict=True)],
            "pile": (field["pile"][0], card_of(int(field["deck"][0, self.removed + field["pile"][0] - 1]))),
            "played": np.repeat(np.arange(CARDS), field["played"][0]).tolist(),
            "crossed": field["crossed"][0],
            "turns": field["turns"][0],
        }


def _where(values: list[list[int]], sizes: list[list[int]]) -> list[list[int]]:
    """The values of columns that hold a card, -1 for the empty ones."""
    rows = zip(values, sizes, strict=True)
    return [[v if size else -1 for v, size in zip(row, counts, strict=True)] for row, counts in rows]


class TwinTable(twin.Game):
    """The twin, which also notes what the kernel's columns ask and the twin's account leaves out."""

    def __init__(self, figures: twin.Figures, seats: int, deals: twin.Deals) -> None:
        self.furthest = [[0] * len(COLOURS) for _ in range(seats)]
        self.descending = [0] * seats
        self.discards_taken = [0] * seats
        self.ended_by: list[int] = []
        super().__init__(figures, seats, deals)

    def apply(self, option: twin.Option) -> None:
        seat, ended = self.seat, len(self.end_reasons)
        self.discards_taken[seat] += option[0] == "take"
        super().apply(option)
        if len(self.end_reasons) > ended:
            self.ended_by.append(seat + 1)

    def _score_expedition(self, player: twin.Player) -> None:
        seat = next(at for at, other in enumerate(self.players) if other is player)
        for colour, explorer in enumerate(player.explorers):
            if explorer is not None:
                self.furthest[seat][colour] = max(self.furthest[seat][colour], explorer[0])
                values = [value for _colour, value in player.columns[colour]]
                self.descending[seat] += values[-1] < values[0]
        super()._score_expedition(player)

    def row(self, decisions: int) -> dict[str, Any]:
        """What a run records of the game, every column of it; seats and expeditions that there are not count 0."""
        accounts, played = self.final(), len(self.end_reasons)
        best = [seat for seat, account in enumerate(accounts, 1) if account["rank"] == 1]
        parts = {name: _padded([account["parts"][name] for account in accounts], 4) for name in accounts[0]["parts"]}
        later = [0] * (3 - played)
        return parts | {
            "winner": best[0] if len(best) == 1 else 0,
            "winners": len(best),
            "turns": self.turns,
            "decisions": decisions,
            "end_reason": ENDS[self.end_reasons[-1]],
            "score": _padded([account["score"] for account in accounts], 4),
            "rank": _padded([account["rank"] for account in accounts], 4),
            "tiebreak": _padded([account["artifacts"] for account in accounts], 4),
            "contends": _padded([1] * self.seats, 4),
            "artifacts": _padded([account["artifacts"] for account in accounts], 4),
            "researcher_points": _padded([account["researcher_points"] for account in accounts], 4),
            "paths_opened": _padded([account["paths_opened"] for account in accounts], 4),
            "descending": _padded(self.descending, 4),
            "crossings": _padded([account["bridge_crossings"] for account in accounts], 4),
            "discards_taken": _padded(self.discards_taken, 4),
            "furthest": _padded(self.furthest, 4, [0] * len(COLOURS)),
            "points_after": _padded([[*scores, *later] for scores in zip(*self.scores_after, strict=True)], 4, [0] * 3),
            "expedition_end": [1 + ENDS[reason] for reason in self.end_reasons] + later,
            "expedition_turns": self.expedition_turns + later,
            "ended_by": self.ended_by + later,
            "stalls": self.end_reasons.count("stall"),
        }

    def picture(self) -> dict:
        players = self.players
        return {
            "hands": [sorted(11 * c + v for (c, v), n in p.hand.items() for _ in range(n)) for p in players],
            "column sizes": [[len(column) for column in p.columns] for p in players],
            "column tops": [[column[-1][1] if column else -1 for column in p.columns] for p in players],
            "column firsts": [[column[0][1] if column else -1 for column in p.columns] for p in players],
            "stones": [[e[0] if e else 0 for e in p.explorers] for p in players],
            "researchers": [[int(e[1]) if e else 0 for e in p.explorers] for p in players],
            "tiles": self.tiles,
            "points": [p.points for p in players],
            "artifact tiles": [p.artifact_tiles for p in players],
            "tokens": [p.tokens for p in players],
            "discards": [[value for _colour, value in pile] for pile in self.discards],
            "pile": (len(self.pile), self.pile[0]),
            "played": sorted(11 * c + v for p in players for column in p.columns for c, v in column),
            "crossed": self.crossed,
            "turns": self.turns,
        }


def _padded(entries: list, size: int, empty: Any = 0) -> list:
    return entries + [empty] * (size - len(entries))


# ---------------------------------------------------------------------------------------------------- choices


def any_choice(_game: twin.Game, options: list[twin.Option], rng: random.Random) -> twin.Option:
    """Any option with the same chance."""
    return rng.choice(options)


def climbing_choice(game: twin.Game, options: list[twin.Option], rng: random.Random) -> twin.Option:
    """Goes on in the smallest steps in hand, opens low (or high), and takes a discard only to climb."""
    if rng.random() < 0.1:
        return rng.choice(options)
    columns = game.players[game.seat].columns
    advances = [o for o in options if o[0] == "advance"]
    if advances:
        return min(advances, key=lambda o: abs(o[2] - columns[o[1]][-1][1]))
    ends = range(3) if not game.figures.descending_paths else (0, 1, 2, 8, 9, 10)
    openings = [o for o in options if o[0] == "open" and o[2] in ends]
    steps = [o for o in options if o[0] == "step"]
    if openings or steps:
        return rng.choice(openings or steps)
    for option in options:
        if option[0] == "take" and columns[option[1]]:
            gap = abs(game.discards[option[1]][-1][1] - columns[option[1]][-1][1])
            if gap <= 2:
                return option
    return ("pile",) if game.decision == "draw" else rng.choice(options)


CHOICES = {"any": any_choice, "climbing": climbing_choice}
Chooser = Callable[["TwinTable", dict[twin.Option, int]], twin.Option]


def dice(choice: str, seed: int) -> Chooser:
    """Chooses one of these ways, by chance of its own."""
    rng, choose = random.Random(seed), CHOICES[choice]
    return lambda plain, options: choose(plain, sorted(options), rng)


def players(table: KernelTable, names: list[str]) -> Chooser:
    """Chooses as these strategies do."""
    choose = by_strategies(table, names)
    return lambda _plain, options: choose(options)


# -------------------------------------------------------------------------------------------------- agreement


@np.errstate(over="ignore")  # chance wraps around on purpose, which NumPy notes when the JIT is off
def play_both(kernel: KernelTable, figures: Figures, choose: Chooser) -> tuple[TwinTable, Counter[str]]:
    """Play one game on both tables and compare them after every decision."""
    seats = kernel.seats
    plain = TwinTable(twin_figures(figures, seats), seats, kernel.deal)
    seen: Counter[str] = Counter()
    while True:
        where = (seats, plain.turns)
        assert kernel["over"] == plain.over, where
        if plain.over:
            return plain, seen
        assert kernel["seat"] == plain.seat, where
        assert kernel.decision() == plain.decision, where
        assert kernel["expedition"] == plain.expedition, where
        assert kernel.picture() == plain.picture(), where
        options = kernel.options()
        assert options.keys() == plain.options(), where
        option = choose(plain, options)
        seen[_what(plain, option)] += 1
        kernel.apply(options[option])
        plain.apply(option)


def agree(figures: Figures, seats: int, seed: int, choice: str) -> tuple[TwinTable, Counter[str]]:
    """Kernel and twin play the same game and write the same row."""
    kernel = KernelTable(figures, seats, seed)
    plain, seen = play_both(kernel, figures, dice(choice, seed))
    assert kernel.row(seen.total()) == plain.row(seen.total()), (seed, seats)
    return plain, seen


def _what(game: twin.Game, option: twin.Option) -> str:
    if option[0] == "advance":
        explorer = game.explorers[game.seat][option[1]]
        return "home card" if explorer and explorer[0] == game.last_stone else "advance"
    return str(option[0])


# A thin draw pile makes a game short enough to play many of them.
THIN = "cards.removed=80,74,66"
PRINTED_GAMES = {"any": 1, "climbing": 4}
THIN_GAMES = {"base": 10, "short": 40, "descending": 10, "both": 40}
READING_GAMES = 10
VARIANTS: dict[str, tuple[str, ...]] = {
    "base": (),
    "short": ("short",),
    "descending": ("descending-paths",),
    "both": ("short", "descending-paths"),
}
READINGS: dict[str, tuple[str, ...]] = {
    "compulsory arrow": ("play.arrow_optional=false", "tiles.arrow=16", "tiles.artifact=2"),
    "strict opening, full floor": ("play.must_open_with_lowest=true", "score.floor_covers_artifacts=true"),
    "own discard back, short stall": ("play.may_draw_own_fresh_discard=true", "ends.stall_turns=4"),
    "no stall, low floor": ("ends.stall_turns=0", "score.floor=-60", "score.floor_covers_artifacts=true"),
    "a floor under each expedition": ("score.floor_on=expedition",),
    "a low floor under each expedition": (
        "score.floor_on=expedition", "score.floor=-25", "score.floor_covers_artifacts=true",
    ),
    "other pieces and bridge": (
        "explorers.adventurers=2", "explorers.researchers=2", "researcher.factor=3", "stones.bridge_after=4",
        "ends.pieces_over_bridge=7",
    ),
    "other cards and tiles": (
        "cards.copies=1", "cards.hand=5", "cards.removed=30,25,20", "event_spaces.red=1,2,3,8,9",
        "tiles.victory=5,10,15,20,25,30,35", "artifacts.short=-7,3,11",
    ),
    "far bridge": ("ends.pieces_over_bridge=12", "stones.bridge_after=8"),
}  # fmt: skip


def figures_for(variants: tuple[str, ...], settings: tuple[str, ...], seats: int) -> Figures:
    return GAME.figures.with_variants(variants, seats).with_settings(settings)


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_kernel_and_twin_agree(variant: str, seats: int, choice: str) -> None:
    """The game as printed, with every variant."""
    figures = figures_for(VARIANTS[variant], (), seats)
    for seed in range(PRINTED_GAMES[choice]):
        agree(figures, seats, 1_000 * seats + seed, choice)


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_kernel_and_twin_agree_with_a_thin_pile(variant: str, seats: int, choice: str) -> None:
    """Many games made short by a thin draw pile."""
    figures = figures_for(VARIANTS[variant], (THIN,), seats)
    for seed in range(THIN_GAMES[variant]):
        agree(figures, seats, 50_000 + 1_000 * seats + seed, choice)


@pytest.mark.verify
@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_kernel_and_twin_agree_in_hundreds_of_games(variant: str, seats: int, choice: str) -> None:
    figures = figures_for(VARIANTS[variant], (THIN,), seats)
    for seed in range(10 * THIN_GAMES[variant]):
        agree(figures, seats, 600_000 + 1_000 * seats + seed, choice)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("reading", READINGS)
def test_kernel_and_twin_agree_under_other_figures(reading: str, descending: bool) -> None:
    """Other readings of the rules and other figures."""
    variants = ("short", "descending-paths") if descending else ("short",)
    for seats in (2, 3, 4):
        figures = figures_for(variants, (THIN, *READINGS[reading]), seats)
        for seed in range(READING_GAMES):
            agree(figures, seats, 90_000 + 1_000 * seats + seed, ("climbing", "any")[seed % 2])


LINE_UPS = [["random"] * 2, ["rusher", "collector"], ["cautious", "random", "opportunist"], ["rusher", "collector"] * 2]


@pytest.mark.parametrize("variants", [(), ("descending-paths",)], ids=["base", "descending"])
@pytest.mark.parametrize("names", LINE_UPS, ids="-".join)
def test_the_rows_of_a_run_are_those_the_twin_writes(names: list[str], variants: tuple[str, ...]) -> None:
    """The real players in the real loop; the twin follows them decision by decision."""
    seats = len(names)
    figures = figures_for(variants, (THIN,), seats)
    plan = make_plan(
        "lost-cities", 3, seats=names, variants=variants, settings=[THIN], seed=17, events=0, seating="fixed"
    )
    for game, row in enumerate(np.concatenate([batch.rows for batch in batches(plan)])):
        kernel = KernelTable(figures, seats, 17, luck=game)
        plain, seen = play_both(kernel, figures, players(kernel, names))
        assert as_row(row) == plain.row(seen.total())


def test_a_row_has_no_column_that_the_twin_does_not_write() -> None:
    kernel = KernelTable(figures_for((), (THIN,), 3), 3, 1)
    plain, _seen = play_both(kernel, figures_for((), (THIN,), 3), dice("climbing", 1))
    assert plain.row(0).keys() == set(GAME.records.outcome.names) - OF_SIDES


def test_the_games_compared_reach_every_corner_of_the_rules() -> None:
    """Climbing players cross bridges, end expeditions by them and by the pile, and play cards from home."""
    figures = figures_for((), (), 4)
    seen: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(6):
        game, what = agree(figures, 4, 200_000 + seed, "climbing")
        seen += what
        ends.update(game.end_reasons)
    far = figures_for((), ("ends.pieces_over_bridge=20",), 4)
    for seed in range(6):
        game, what = agree(far, 4, 300_000 + seed, "climbing")
        seen += what
        ends.update(game.end_reasons)
    stalling = figures_for((), ("ends.stall_turns=2",), 4)
    ends.update(agree(stalling, 4, 400_000, "any")[0].end_reasons)
    assert {"open", "advance", "home card", "discard", "step", "decline", "pile", "take"} <= seen.keys()
    assert {"bridge", "pile", "stall"} <= ends.keys()
