"""Sanity of the plain Lost Cities twin itself: worked examples of the rulebook and random games."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.games.lost_cities.twin import SHORT_TRACK, Card, Figures, Game, Space, Tile, full_deck, shuffled_deals

ONE = Figures(expeditions=1, artifact_track=SHORT_TRACK)
BLUE, GREEN, RED = 0, 1, 2


def stacked(
    first: list[Card],
    tiles: dict[Space, Tile] | None = None,
    figures: Figures = ONE,
    pile: int | None = None,
    **changes: object,
) -> Game:
    """A two-player game: seat 0 is dealt the cards ``first``, the rest of the deck follows in order.

    A hand not filled by ``first`` is filled from the top of the deck (yellow 10 downwards).
    """
    figures = Figures(**{**vars(figures), **changes})
    rest = full_deck(figures)
    for card in first:
        rest.remove(card)
    deck = list(first)
    while len(deck) < figures.hand:
        deck.append(rest.pop())
    deck += rest
    if pile is not None:
        deck = deck[: 2 * figures.hand + pile]
    return Game(figures, 2, lambda _expedition: (deck, tiles or {}))


def place(game: Game, seat: int, colour: int, stone: int, researcher: bool = False, value: int = 0) -> None:
    """Put an explorer somewhere on a path, as if cards had brought it there."""
    game.players[seat].explorers[colour] = (stone, researcher)
    game.players[seat].columns[colour] = [(colour, value)]


def pass_turn(game: Game) -> None:
    """Discard something and draw from the pile."""
    game.apply(min(option for option in game.options() if option[0] == "discard"))
    game.apply(("pile",))


@pytest.mark.parametrize(("seats", "pile"), [(2, 64), (3, 86), (4, 78)])
def test_deal_leaves_the_printed_pile(seats: int, pile: int) -> None:
    game = Game(Figures(), seats, shuffled_deals(Figures(), seats, random.Random(1)))
    assert len(game.pile) == pile
    assert [hand.total() for hand in game.hands] == [8] * seats
    kinds = Counter(kind for kind, _points in game.tiles.values())
    assert kinds == {"artifact": 9, "arrow": 9, "victory": 7}


def test_red_four_then_seven_leaves_no_use_for_three() -> None:
    game = stacked([(RED, 4), (RED, 7), (RED, 7), (RED, 3)])
    assert ("open", RED, 7, "adventurer") in game.options()  # lowest is advice
    game.apply(("open", RED, 4, "adventurer"))
    assert game.explorers[0][RED] == (1, False)
    game.apply(("pile",))
    pass_turn(game)
    assert ("advance", RED, 3) not in game.options()
    with pytest.raises(ValueError, match="may not"):
        game.apply(("advance", RED, 3))
    game.apply(("advance", RED, 7))
    game.apply(("pile",))
    pass_turn(game)
    game.apply(("advance", RED, 7))  # an equal card
    assert game.explorers[0][RED] == (3, False)
    assert game.columns[0][RED] == [(RED, 4), (RED, 7), (RED, 7)]


def test_researcher_counts_double_and_the_floor_gives_back() -> None:
    game = stacked([(BLUE, 0)], pile=1)
    game.apply(("open", BLUE, 0, "researcher"))
    assert not game.over
    game.apply(("pile",))
    assert game.over
    assert game.end_reasons == ["pile"]
    assert game.expedition_turns == [1]
    mine = game.final()[0]
    assert mine["parts"]["stones_negative"] == -40
    assert mine["parts"]["floor_relief"] == 40
    assert mine["researcher_points"] == -40
    assert mine["score"] == -20  # no artifact in the short game, and the floor does not cover it
    assert game.options() == set()
    with pytest.raises(ValueError, match="may not"):
        game.apply(("pile",))

    game = stacked([(BLUE, 0)], pile=1, floor_on_artifacts=True)
    game.apply(("open", BLUE, 0, "researcher"))
    game.apply(("pile",))
    assert [account["score"] for account in game.final()] == [0, 0]
    assert [account["rank"] for account in game.final()] == [1, 1]


def test_rulebook_example_arrow_on_blue_15_leads_to_15_points_on_blue_30() -> None:
    game = stacked([(BLUE, 5)], {(BLUE, 6): ("arrow", 0), (BLUE, 7): ("victory", 15)})
    place(game, 0, BLUE, 5, researcher=True)
    place(game, 0, RED, 1)
    game.apply(("advance", BLUE, 5))
    assert game.decision == "step"
    assert game.seat == 0
    assert game.options() == {("step", BLUE), ("step", RED), ("decline",)}
    game.apply(("step", BLUE))
    assert game.explorers[0][BLUE] == (7, True)
    assert game.points == [15, 0]  # at once, and not doubled
    assert game.tiles[(BLUE, 6)] == ("arrow", 0)
    assert game.tiles[(BLUE, 7)] == ("victory", 15)
    assert game.crossed == 1
    assert game.decision == "draw"


def test_tiles_chain_and_the_artifact_leaves_the_board() -> None:
    tiles: dict[Space, Tile] = {(BLUE, 2): ("arrow", 0), (RED, 2): ("arrow", 0), (RED, 3): ("artifact", 0)}
    game = stacked([(BLUE, 5)], tiles, arrow_optional=False)
    place(game, 0, BLUE, 1)
    place(game, 0, RED, 1)
    game.apply(("advance", BLUE, 5))
    assert game.options() == {("step", BLUE), ("step", RED)}
    game.apply(("step", RED))
    assert game.decision == "step"
    game.apply(("step", RED))
    assert game.decision == "draw"
    assert game.artifact_tiles == [1, 0]
    assert (RED, 3) not in game.tiles


def test_card_for_an_explorer_at_home_moves_any_other() -> None:
    game = stacked([(BLUE, 5)], {(RED, 4): ("artifact", 0)}, arrow_optional=False)
    place(game, 0, BLUE, 9)
    place(game, 0, RED, 3)
    game.apply(("advance", BLUE, 5))
    assert game.options() == {("step", RED), ("decline",)}
    game.apply(("step", RED))
    assert game.explorers[0][RED] == (4, False)
    assert game.artifact_tiles == [1, 0]

    alone = stacked([(BLUE, 5)])
    place(alone, 0, BLUE, 9)
    alone.apply(("advance", BLUE, 5))
    assert alone.decision == "draw"


def test_arrow_on_the_last_stone_with_nobody_to_move() -> None:
    game = stacked([(BLUE, 5)], {(BLUE, 9): ("arrow", 0)}, arrow_optional=False)
    place(game, 0, BLUE, 8)
    game.apply(("advance", BLUE, 5))
    assert game.explorers[0][BLUE] == (9, False)
    assert game.decision == "draw"


def test_fifth_bridge_crossing_ends_at_once_without_its_tile() -> None:
    game = stacked([(BLUE, 5)], {(BLUE, 7): ("victory", 15)}, expeditions=2)
    game.crossed = 4
    place(game, 0, BLUE, 6, researcher=True)
    place(game, 0, RED, 2)
    place(game, 1, RED, 3)
    game.apply(("advance", BLUE, 5))
    assert game.end_reasons == ["bridge"]
    assert game.turns == 1
    assert game.scores_after == [[2 * 30 - 15, 0]]
    assert game.expedition == 1
    assert game.seat == 1  # who would have moved next
    assert game.decision == "play"
    assert game.crossed == 0
    assert game.explorers[0] == [None] * 5
    assert game.players[0].tile_points == 0
    assert game.players[0].bridge_crossings == 1


def test_one_s_own_fresh_discard_stays() -> None:
    game = stacked([(BLUE, 5), (RED, 3)])
    game.apply(("discard", BLUE, 5))
    assert game.options() == {("pile",)}
    game.apply(("pile",))
    game.apply(min(option for option in game.options() if option[:2] == ("discard", BLUE)))
    assert game.options() == {("pile",)}  # the same pile, now under the other's card
    game.apply(("pile",))
    game.apply(("discard", RED, 3))
    assert game.options() == {("pile",), ("take", BLUE)}

    lenient = stacked([(BLUE, 5)], may_draw_own_fresh_discard=True)
    lenient.apply(("discard", BLUE, 5))
    lenient.apply(("take", BLUE))
    assert lenient.hands[0][(BLUE, 5)] == 1
    assert lenient.seat == 1


def test_stall_guard() -> None:
    game = stacked([(BLUE, 5)], may_draw_own_fresh_discard=True, stall_turns=3)
    for pick in ("take", "take", "pile", "take", "take", "take"):
        assert not game.over
        discard = min(option for option in game.options() if option[0] == "discard")
        game.apply(discard)
        game.apply(("pile",) if pick == "pile" else ("take", discard[1]))
    assert game.over
    assert game.end_reasons == ["stall"]
    assert game.turns == 6


def test_variant_a_path_may_run_down() -> None:
    cards = [(RED, 7), (RED, 9), (RED, 4)]
    game = stacked(cards, descending_paths=True)

    def advances(*played: int) -> set[int]:
        game.players[0].explorers[RED] = (len(played), False)
        game.players[0].columns[RED] = [(RED, value) for value in played]
        return {option[2] for option in game.options() if option[:2] == ("advance", RED)}

    assert advances(7) == {4, 7, 9}
    assert advances(7, 7) == {4, 7, 9}
    assert advances(7, 8) == {9}
    assert advances(8, 7) == {4, 7}
    assert advances(8, 8, 7) == {4, 7}

    def openings(**changes: object) -> set[int]:
        fresh = stacked(cards, **changes)
        return {option[2] for option in fresh.options() if option[:2] == ("open", RED)}

    assert openings() == {4, 7, 9}
    assert openings(must_open_with_lowest=True) == {4}
    assert openings(must_open_with_lowest=True, descending_paths=True) == {4, 9}


def test_only_one_researcher_and_four_adventurers() -> None:
    game = stacked([(BLUE, 5)])
    for colour in (1, 2, 3):
        place(game, 0, colour, 1)
    assert {o[3] for o in game.options() if o[0] == "open"} == {"adventurer", "researcher"}
    place(game, 0, 4, 1)
    assert {o[3] for o in game.options() if o[0] == "open"} == {"researcher"}
    place(game, 0, 4, 1, researcher=True)
    assert {o[3] for o in game.options() if o[0] == "open"} == {"adventurer"}


@pytest.mark.parametrize(("tokens", "paid"), [(0, -25), (4, -5), (6, 30), (9, 70), (10, 100), (14, 100)])
def test_artifacts_are_paid_by_the_long_track_and_break_ties(tokens: int, paid: int) -> None:
    game = stacked([(BLUE, 0)], figures=Figures(expeditions=1), pile=1)
    game.players[0].artifact_tiles = tokens
    game.players[1].tokens = 20
    game.players[0].points, game.players[0].tile_points = 200, 200
    game.players[1].points, game.players[1].tile_points = 100 + paid, 100 + paid  # the same total
    pass_turn(game)
    first, second = game.final()
    assert first["parts"]["artifact_points"] == paid
    assert first["artifacts"] == tokens
    assert first["score"] == second["score"] == 200 + paid
    assert (first["rank"], second["rank"]) == (2, 1)


READINGS = [
    {},
    {"expeditions": 1, "artifact_track": SHORT_TRACK},
    {"descending_paths": True, "arrow_optional": False},
    {"must_open_with_lowest": True, "may_draw_own_fresh_discard": True, "stall_turns": 6},
    {"floor_on_artifacts": True, "must_open_with_lowest": True, "descending_paths": True, "stall_turns": 2},
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("reading", range(len(READINGS)))
def test_random_games_end_with_scores_that_are_their_parts(seats: int, reading: int) -> None:
    figures = Figures(**READINGS[reading])
    for seed in range(4):
        rng = random.Random(1000 * seats + 10 * reading + seed)
        game = Game(figures, seats, shuffled_deals(figures, seats, rng), starter=seed % seats)
        cards = 110 - figures.removed[seats]
        while not game.over:
            options = sorted(game.options())
            assert options
            moves = [option for option in options if option[0] != "discard"]
            game.apply(rng.choice(moves if moves and rng.random() < 0.7 else options))
            in_hands = sum(hand.total() for hand in game.hands)
            in_columns = sum(len(column) for columns in game.columns for column in columns)
            assert in_hands + in_columns + sum(map(len, game.discards)) + len(game.pile) == cards
            if game.decision == "play":
                assert all(hand.total() == figures.hand for hand in game.hands)
        final = game.final()
        records = (game.end_reasons, game.expedition_turns, game.scores_after)
        assert [len(record) for record in records] == [figures.expeditions] * 3
        assert sum(game.expedition_turns) == game.turns
        assert set(game.end_reasons) <= {"bridge", "pile", "stall"}
        assert sum(account["artifacts"] for account in final) <= 9 * figures.expeditions
        for account, before in zip(final, game.scores_after[-1], strict=True):
            parts = account["parts"]
            assert account["score"] == sum(parts.values())
            assert before >= 0
            assert parts["stones_positive"] >= 0 >= parts["stones_negative"]
            if not figures.floor_on_artifacts:
                assert account["score"] == before + parts["artifact_points"]
            assert account["score"] % 5 == 0
        assert min(account["rank"] for account in final) == 1


def climbing_choice(game: Game, rng: random.Random) -> tuple:
    """A player who goes up in the smallest steps in hand, opens low, and takes a discard only to climb."""
    options = sorted(game.options())
    if rng.random() < 0.1:
        return rng.choice(options)
    player = game.players[game.seat]
    advances = [o for o in options if o[0] == "advance"]
    openings = [o for o in options if o[0] == "open" and o[2] <= 2]
    steps = [o for o in options if o[0] == "step"]
    if advances:
        return min(advances, key=lambda o: o[2] - player.columns[o[1]][-1][1])
    if openings or steps:
        return rng.choice(openings or steps)
    for option in options:
        if option[0] == "take" and player.columns[option[1]]:
            gap = game.discards[option[1]][-1][1] - player.columns[option[1]][-1][1]
            if 0 <= gap <= 2:
                return option
    return ("pile",) if game.decision == "draw" else rng.choice(options)


def test_climbing_players_reach_bridges_and_lost_cities() -> None:
    """Random play hardly gets anywhere; players who climb also cross bridges and play cards from home."""
    ends: Counter[str] = Counter()
    home_cards = 0
    for seed in range(24):
        rng = random.Random(seed)
        seats = 2 + seed % 3
        figures = Figures(pieces_to_end=5 + seed % 4)
        game = Game(figures, seats, shuffled_deals(figures, seats, rng))
        while not game.over:
            option = climbing_choice(game, rng)
            if option[0] == "advance":
                explorer = game.explorers[game.seat][option[1]]
                home_cards += explorer is not None and explorer[0] == 9
            game.apply(option)
        ends.update(game.end_reasons)
        assert all(account["score"] == sum(account["parts"].values()) for account in game.final())
        crossings = sum(account["bridge_crossings"] for account in game.final())
        assert crossings >= figures.pieces_to_end * game.end_reasons.count("bridge")
    assert home_cards > 0
    assert ends["bridge"] > 0
    assert ends["pile"] > 0
