"""Sanity of the plain Archaeology twin itself: worked examples of the rulebook and random games."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.games.archaeology.twin import (
    EVERYONE,
    MAP,
    SANDSTORM,
    THIEF,
    TYPES,
    VARIANTS,
    Cards,
    Figures,
    Game,
    Luck,
    beginners_luck,
    fierce_weather,
    long_expedition,
    shuffled_luck,
)

POT, SCRAP, COIN, CUP, TALISMAN = "pot_shard", "parchment_scrap", "coin", "broken_cup", "talisman"
MASK, TABLET, PENDANT = "pharaohs_mask", "broken_tablet", "broken_pendant"
MONUMENTS = list(Figures().monuments)


def stacked(
    hands: list[list[str]],
    dig_site: list[str],
    market: list[str] | None = None,
    monument: str = "great-pyramid",
    chambers: list[list[str]] | None = None,
    pile: list[str] | None = None,
    drawn: list[str] | None = None,
    **changes: object,
) -> Game:
    """A game with a table of our own; ``drawn`` is what thief, Mine and Sphinx bring, in this order."""
    figures = replace(Figures(), **changes)
    script = list(drawn or [])

    def one(_cards: Cards) -> str:
        return script.pop(0)

    def some(cards: Cards) -> list[str]:
        return [script.pop(0) for _ in range(min(figures.sphinx_reveal, cards.total()))]

    if chambers is None:
        chambers = [[] for _ in figures.monuments[monument].chambers]
    luck = Luck(monument, hands, market or [], chambers, pile or [], dig_site, one, one, some)
    return Game(figures, len(hands), luck)


def play(game: Game, *options: tuple) -> None:
    for option in options:
        game.apply(option)


def kinds(game: Game) -> set[str]:
    return {option[0] for option in game.options()}


# ------------------------------------------------------------------------------------------------ setting up


@pytest.mark.parametrize("monument", MONUMENTS)
@pytest.mark.parametrize(("seats", "size"), [(2, 50), (3, 47), (4, 56), (5, 59)])
def test_deal_leaves_the_dig_site_of_the_rulebook(seats: int, size: int, monument: str) -> None:
    luck = shuffled_luck(Figures(), seats, monument, random.Random(1))
    assert len(luck.dig_site) == size
    assert [len(hand) for hand in luck.hands] == [4] * seats
    assert len(luck.market) == 5
    assert sum(map(len, luck.chambers)) + len(luck.pile) == 15
    everything = Counter(luck.dig_site + luck.market + luck.pile)
    for heap in [*luck.hands, *luck.chambers]:
        everything.update(heap)
    assert everything[MAP] == luck.dig_site.count(MAP) == 6
    assert everything[TABLET] == (12 if seats >= 4 else 0)
    assert everything[PENDANT] == (5 if seats == 5 else 0)
    assert everything[THIEF] == 2 * seats
    assert everything[SANDSTORM] == {2: 6, 3: 5, 4: 4, 5: 4}[seats]


def test_85_treasures() -> None:
    assert sum(Figures().copies.values()) == 85
    assert set(Figures().copies) == set(TYPES)


def test_variants() -> None:
    figures = long_expedition(Figures())
    assert figures.thieves == {2: 5, 3: 7, 4: 8, 5: 10}
    assert figures.in_play[TABLET] == EVERYONE
    assert figures.in_play[PENDANT] == (2, 3, 5)
    assert figures.sandstorms == Figures().sandstorms
    assert len(shuffled_luck(figures, 2, "mine", random.Random(1)).dig_site) == 50 + 12 + 5 + 1

    figures = fierce_weather(Figures())
    assert set(figures.sandstorms.values()) == {6}
    assert figures.tent_uses == 2


def test_beginners_luck() -> None:
    hands = [[TALISMAN, POT], [SCRAP, COIN], [POT, POT, POT], [MASK]]
    figures = beginners_luck(Figures())
    assert stacked(hands, [COIN], first_player=figures.first_player).seat == 1
    assert stacked(hands, [COIN]).seat == 0


def test_what_is_not_in_the_game_cannot_be_dealt() -> None:
    with pytest.raises(ValueError, match="not in the game"):
        stacked([[TABLET], []], [COIN])
    with pytest.raises(ValueError, match="not in the game"):
        stacked([[MASK], [MASK] * 4], [COIN])
    with pytest.raises(ValueError, match="dig site only"):
        stacked([[THIEF], []], [COIN])
    with pytest.raises(ValueError, match="not a game for"):
        stacked([[COIN]], [COIN])
    with pytest.raises(ValueError, match="pile"):
        stacked([[], []], [COIN], pile=[POT])


# ------------------------------------------------------------------------------------------- digging, thieves


def test_treasure_goes_to_the_hand() -> None:
    game = stacked([[POT], [COIN]], [MASK, CUP])
    assert game.hands == [{POT: 1, MASK: 1}, {COIN: 1}]
    assert (game.seat, game.decision, game.dig_site) == (0, "act", [CUP])
    assert (game.turns_begun, game.turns_finished) == (1, 0)
    assert game.options() == {("end",), ("sell", POT, 1), ("sell", MASK, 1)}
    play(game, ("end",))
    assert (game.seat, game.turns_begun, game.turns_finished) == (1, 2, 1)
    assert game.hands[1] == {COIN: 1, CUP: 1}


def test_thief() -> None:
    game = stacked([[POT], [COIN, TALISMAN], [], [CUP]], [THIEF, COIN], drawn=[TALISMAN])
    assert game.decision == "victim"
    assert game.options() == {("rob", 1), ("rob", 3)}
    with pytest.raises(ValueError, match="may not"):
        game.apply(("rob", 2))
    play(game, ("rob", 1))
    assert game.hands == [{POT: 1, TALISMAN: 1}, {COIN: 1}, {}, {CUP: 1}]
    assert game.decision == "act"
    assert game.discarded == {THIEF: 1}
    robber, victim = game.players[0], game.players[1]
    assert (robber.theft_cards_won, robber.theft_value_won) == (1, 3)
    assert (victim.theft_cards_lost, victim.theft_value_lost) == (1, 3)


def test_thief_with_nobody_to_rob_is_simply_discarded() -> None:
    game = stacked([[POT], []], [THIEF, COIN])
    assert (game.seat, game.decision) == (0, "act")
    assert game.hands == [{POT: 1}, {}]

    game = stacked([[], []], [THIEF, THIEF, COIN])  # nobody can do anything before the coin
    assert (game.seat, game.decision, game.turns_begun) == (0, "act", 3)
    play(game, ("sell", COIN, 1))
    assert game.over
    assert game.turns_finished == 3

    game = stacked([[], []], [THIEF])
    assert game.over
    assert game.turns_finished == 1
    assert game.options() == set()


# ------------------------------------------------------------------------------------------------- sandstorms


def test_rulebook_example_adele_ben_christopher_daria_in_the_storm() -> None:
    hands = [[SCRAP, SCRAP, COIN, MASK, MASK, MASK], [POT, POT, COIN, COIN, CUP], [POT, CUP, CUP], [TALISMAN]]
    game = stacked(hands, [SANDSTORM, COIN, COIN], tent_uses=0)
    assert (game.seat, game.decision) == (0, "lose")
    assert game.options() == {("lose", SCRAP), ("lose", COIN), ("lose", MASK)}
    play(game, ("lose", SCRAP))
    assert game.market == {SCRAP: 1}  # at once
    play(game, ("lose", SCRAP))
    assert game.options() == {("lose", COIN), ("lose", MASK)}
    play(game, ("lose", COIN))
    assert (game.seat, game.decision) == (1, "lose")
    play(game, ("lose", POT), ("lose", POT))
    assert (game.seat, game.decision) == (2, "lose")
    play(game, ("lose", CUP))
    assert (game.seat, game.decision) == (0, "act")  # Daria loses nothing; Adele has dug again
    assert game.hands == [{MASK: 3, COIN: 1}, {COIN: 2, CUP: 1}, {POT: 1, CUP: 1}, {TALISMAN: 1}]
    assert game.market == {SCRAP: 2, COIN: 1, POT: 2, CUP: 1}
    assert [player.storm_cards for player in game.players] == [3, 2, 1, 0]
    assert [player.storm_value for player in game.players] == [4, 2, 2, 0]
    assert game.discarded == {SANDSTORM: 1}
    assert game.turns_begun == 1


def test_tents_are_asked_from_the_left_and_cards_are_lost_from_the_digger() -> None:
    hands = [[POT] * 2, [COIN] * 2, [SCRAP] * 3, [CUP]]
    game = stacked(hands, [COIN, SANDSTORM, SANDSTORM, TALISMAN])
    play(game, ("end",))
    assert (game.seat, game.decision) == (2, "tent")
    play(game, ("tent", True))
    assert (game.seat, game.decision) == (0, "tent")  # the last seat would lose nothing
    play(game, ("tent", False))
    assert (game.seat, game.decision) == (1, "tent")
    play(game, ("tent", False))
    assert game.tents == [1, 1, 0, 1]
    assert (game.seat, game.decision) == (1, "lose")
    play(game, ("lose", COIN))
    assert (game.seat, game.options()) == (0, {("lose", POT), ("lose", COIN)})
    play(game, ("lose", POT))
    # the second storm: seat 0 still has 2 cards, seat 1 only 1, seat 2 has no tent any more
    assert (game.seat, game.decision) == (0, "tent")
    play(game, ("tent", True))
    assert (game.seat, game.options()) == (2, {("lose", SCRAP)})
    play(game, ("lose", SCRAP))
    assert (game.seat, game.decision) == (1, "act")
    assert game.tents == [0, 1, 0, 1]
    assert game.hands == [{POT: 1, COIN: 1}, {COIN: 1, TALISMAN: 1}, {SCRAP: 2}, {CUP: 1}]
    assert game.market == {COIN: 1, POT: 1, SCRAP: 1}


def test_fierce_weather_tents_work_twice() -> None:
    game = stacked([[POT] * 2, []], [SANDSTORM, SANDSTORM, SANDSTORM, COIN], tent_uses=2)
    play(game, ("tent", True), ("tent", True))
    assert game.tents[0] == 0
    assert game.decision == "lose"
    play(game, ("lose", POT))
    assert game.hands[0] == {POT: 1, COIN: 1}


def test_storm_on_the_bottom_of_the_dig_site() -> None:
    game = stacked([[POT] * 2, [COIN]], [SANDSTORM])
    play(game, ("tent", False), ("lose", POT))
    assert (game.seat, game.decision, game.end_phase) == (0, "act", False)
    play(game, ("end",))
    assert game.end_phase
    assert game.passes == 0  # an ordinary turn

    game = stacked([[POT], [COIN]], [SANDSTORM], storm_divisor=1, tent_uses=0)
    play(game, ("lose", POT), ("lose", COIN))
    assert game.over


# ---------------------------------------------------------------------------------------------------- trading


def test_rulebook_example_adele_trades_four_for_four() -> None:
    game = stacked([[SCRAP, SCRAP], [MASK]], [COIN, CUP], market=[TALISMAN, POT, MASK])
    play(game, ("offer", SCRAP))
    assert game.decision == "offer"
    assert game.offered == {SCRAP: 1}
    assert game.hands[0] == {SCRAP: 1, COIN: 1}
    assert game.options() == {("offer", SCRAP), ("offer", COIN), ("take", POT)}
    play(game, ("offer", COIN), ("offer", SCRAP))
    assert game.options() == {("take", TALISMAN), ("take", POT), ("take", MASK)}
    play(game, ("take", TALISMAN))
    assert game.decision == "take"
    assert game.options() == {("take", POT), ("done",)}
    play(game, ("take", POT))
    assert game.decision == "act"  # nothing more to be had for 0
    assert game.hands[0] == {TALISMAN: 1, POT: 1}
    assert game.market == {SCRAP: 2, COIN: 1, MASK: 1}
    assert game.offered == {}
    player = game.players[0]
    assert (player.trades, player.trade_value_lost) == (1, 0)
    assert player.trade_worth_gain == (3 + 1) - (2 + 2)


def test_the_difference_is_lost_and_trades_are_numbered() -> None:
    game = stacked([[TALISMAN], []], [MASK], market=[POT, COIN, SCRAP], trades_per_turn=2)
    play(game, ("offer", TALISMAN), ("take", COIN), ("done",))
    assert game.hands[0] == {MASK: 1, COIN: 1}
    assert game.players[0].trade_value_lost == 1
    assert game.players[0].trade_worth_gain == -1
    play(game, ("offer", COIN), ("take", POT), ("take", SCRAP))
    assert game.trades_this_turn == 2
    assert kinds(game) == {"end", "sell"}
    assert game.players[0].trades == 2


def test_a_trade_is_opened_only_if_something_can_be_taken() -> None:
    game = stacked([[POT, POT], []], [POT], market=[MASK])
    assert kinds(game) == {"end", "sell"}  # 3 do not pay for a mask
    game = stacked([[POT, POT, POT], []], [POT], market=[MASK])
    play(game, ("offer", POT))
    for offers in (2, 3, 4):
        assert game.options() == {("offer", POT)}
        play(game, ("offer", POT))
        assert game.offered == {POT: offers}
    assert game.options() == {("take", MASK)}
    play(game, ("take", MASK))
    assert game.hands[0] == {MASK: 1}

    game = stacked([[POT, COIN], []], [COIN], market=[COIN])  # the coin on offer may be had for coins? no
    assert kinds(game) == {"end", "sell"}
    game = stacked([[POT, POT], []], [COIN], market=[COIN])
    assert {option for option in game.options() if option[0] == "offer"} == {("offer", POT)}
    play(game, ("offer", POT))
    assert game.options() == {("offer", POT)}


# ---------------------------------------------------------------------------------------------------- selling


def test_sets_are_no_larger_than_their_prices() -> None:
    game = stacked([[TALISMAN] * 6 + [CUP] * 3, [POT]], [COIN, COIN])
    sales = {option[1:] for option in game.options() if option[0] == "sell"}
    assert sales == {(TALISMAN, size) for size in range(1, 6)} | {(CUP, 1), (CUP, 2), (COIN, 1)}
    play(game, ("sell", TALISMAN, 5))
    assert game.money == [45, 0]
    assert ("sell", TALISMAN, 1) in game.options()
    with pytest.raises(ValueError, match="may not"):
        game.apply(("sell", TALISMAN, 2))


def test_rulebook_example_adele_scores_72() -> None:
    game = stacked([[TALISMAN] * 6 + [COIN] * 4, []], [COIN])
    play(game, ("sell", TALISMAN, 4), ("sell", TALISMAN, 2), ("sell", COIN, 5))
    assert game.over
    account = game.final()[0]
    assert account["score"] == 72
    assert account["rank"] == 1
    assert account["sets"] == {(TALISMAN, 4): 1, (TALISMAN, 2): 1, (COIN, 5): 1}
    assert account["cards_sold"] == 11
    with pytest.raises(ValueError, match="may not"):
        game.apply(("end",))


def test_tie_goes_to_fewer_cards_sold() -> None:
    game = stacked([[POT] * 3, [TALISMAN], [SCRAP, SCRAP]], [POT])
    with pytest.raises(ValueError, match="not over"):
        game.final()
    play(game, *[("sell", POT, 1)] * 4, ("sell", TALISMAN, 1), ("sell", SCRAP, 2))
    assert [account["score"] for account in game.final()] == [4, 3, 2]
    assert [account["rank"] for account in game.final()] == [1, 2, 3]

    game = stacked([[POT] * 2, [TALISMAN], [SCRAP] * 3], [POT])
    play(game, ("sell", POT, 3), ("sell", TALISMAN, 1), ("sell", SCRAP, 3))
    assert [account["score"] for account in game.final()] == [3, 3, 3]
    assert [account["rank"] for account in game.final()] == [2, 1, 2]


def test_worth_is_the_best_split() -> None:
    figures = Figures()
    assert figures.worth(Counter()) == 0
    assert figures.worth(Counter({POT: 6})) == 16
    assert figures.worth(Counter({TALISMAN: 6})) == 48
    assert figures.worth(Counter({TALISMAN: 7})) == 55
    assert figures.worth(Counter({SCRAP: 9, CUP: 3, MAP: 2})) == 21 + 14 + 6
    assert figures.worth(Counter({COIN: 8})) == 42


# -------------------------------------------------------------------------------------------------- monuments


def explorations(game: Game) -> set[int]:
    return {option[1] for option in game.options() if option[0] == "explore"}


def test_great_pyramid() -> None:
    chambers = [[POT] * 2, [SCRAP] * 5, [COIN] * 8]
    game = stacked([[MAP, MAP], []], [MAP, POT, POT], chambers=chambers)
    assert explorations(game) == {0, 1, 2}
    play(game, ("explore", 1))
    assert game.hands[0] == {MAP: 1, SCRAP: 5}
    assert game.chambers == [{POT: 2}, {}, {COIN: 8}]
    assert explorations(game) == set()  # only once per turn
    play(game, ("end",), ("end",))
    assert explorations(game) == {0}
    player = game.players[0]
    assert (player.maps_used, player.monument_cards, player.monument_value) == (2, 5, 5)


def test_temple_shows_a_chamber_after_each_sale() -> None:
    game = stacked([[MAP, MAP], []], [POT, POT], monument="temple", chambers=[[COIN] * 5, [CUP] * 5, []])
    assert explorations(game) == {0, 1}
    play(game, ("sell", POT, 1))
    assert (game.seat, game.decision) == (0, "peek")
    assert game.options() == {("look", 0), ("look", 1), ("decline",)}
    play(game, ("look", 1))
    assert game.chambers[1] == {CUP: 5}
    play(game, ("explore", 0))
    assert game.hands[0] == {COIN: 5}
    play(game, ("sell", COIN, 5))
    assert game.options() == {("look", 1), ("decline",)}  # before the turn ends by itself
    play(game, ("decline",))
    assert (game.seat, game.decision) == (1, "act")
    play(game, ("sell", POT, 1))
    assert game.over  # no look any more


def test_tomb() -> None:
    chambers = [[POT, POT, CUP], [MASK]]
    game = stacked([[MAP, MAP, MAP], []], [MAP], monument="tomb", chambers=chambers, explorations_per_turn=3)
    play(game, ("explore", 0))
    assert game.decision == "keep"
    assert game.hands[0] == {MAP: 3}
    assert game.options() == {("keep", POT), ("keep", CUP)}
    play(game, ("keep", CUP))
    assert game.options() == {("keep", POT)}
    play(game, ("keep", POT))
    assert game.decision == "act"
    play(game, ("explore", 1), ("keep", MASK))
    assert game.decision == "act"  # the last card is all
    assert explorations(game) == {0}
    play(game, ("explore", 0), ("keep", POT))
    assert explorations(game) == set()
    assert game.hands[0] == {MAP: 1, CUP: 1, POT: 2, MASK: 1}
    assert game.players[0].monument_value == 2 + 1 + 4 + 1


def test_mine_stop_bust_and_emptied() -> None:
    chamber = [COIN, COIN, TALISMAN, POT]
    drawn = [COIN, TALISMAN, POT, COIN, COIN, TALISMAN, COIN, TALISMAN]
    hand = [MAP] * 5
    game = stacked([hand, []], [MAP], monument="mine", chambers=[chamber], drawn=drawn, explorations_per_turn=9)
    play(game, ("explore", 0))
    assert game.decision == "mine"
    assert game.drawn == {COIN: 1}
    assert game.chambers == [{COIN: 1, TALISMAN: 1, POT: 1}]
    play(game, ("draw",))  # 5 is not too much
    assert game.options() == {("draw",), ("stop",)}
    play(game, ("draw",))
    assert game.decision == "act"
    assert game.drawn == {}
    assert game.chambers == [Counter(chamber)]
    assert game.hands[0] == {MAP: 5}
    play(game, ("explore", 0), ("draw",), ("draw",))  # 2 + 2 + 3
    assert game.hands[0] == {MAP: 4}
    assert game.players[0].monument_cards == 0
    play(game, ("explore", 0), ("stop",))
    assert game.hands[0] == {MAP: 3, COIN: 1}
    game.luck.mine_draw = lambda cards: min(cards, key=TYPES.index)
    play(game, ("explore", 0), ("draw",), ("draw",))  # 1 + 2 + 3
    assert game.hands[0] == {MAP: 2, COIN: 1}
    game.chambers = [Counter({POT: 1, TALISMAN: 1})]
    play(game, ("explore", 0), ("draw",))
    assert game.decision == "act"  # the chamber is empty: stops by itself
    assert game.chambers == [{}]
    assert game.hands[0] == {MAP: 1, COIN: 1, POT: 1, TALISMAN: 1}
    assert explorations(game) == set()


def test_sphinx() -> None:
    chamber = [POT, POT, SCRAP, COIN, COIN, CUP, MASK]
    drawn = [POT, COIN, CUP, COIN, MASK] + [POT, POT, SCRAP, CUP]
    game = stacked([[MAP], []], [MAP], monument="sphinx", chambers=[chamber], drawn=drawn, explorations_per_turn=9)
    play(game, ("explore", 0))
    assert game.decision == "name"
    assert len(game.options()) == 15  # 6 types: no maps, no tablets, no pendants with two players
    assert ("name", POT, SCRAP) in game.options()
    assert ("name", SCRAP, POT) not in game.options()
    play(game, ("name", COIN, MASK))
    assert game.hands[0] == {MAP: 1, COIN: 2, MASK: 1}
    assert game.chambers == [{POT: 2, SCRAP: 1, CUP: 1}]
    play(game, ("explore", 0), ("name", COIN, TALISMAN))
    assert game.chambers == [{POT: 2, SCRAP: 1, CUP: 1}]
    player = game.players[0]
    assert (player.maps_used, player.monument_cards, player.monument_value) == (2, 3, 8)


@pytest.mark.parametrize("reopen", [True, False])
def test_buried_ruins(reopen: bool) -> None:
    game = stacked(
        [[MAP], [MAP, MAP]],
        [POT, SANDSTORM, POT, SANDSTORM, POT],
        monument="buried-ruins",
        chambers=[[COIN], [CUP], [MASK]],
        pile=[SCRAP, TALISMAN, POT, SCRAP, SCRAP],
        tent_uses=0,
        ruins_reopen=reopen,
    )
    play(game, ("explore", 1))
    assert game.hands[0] == {POT: 1, CUP: 1}
    assert explorations(game) == set()
    play(game, ("end",))  # the storm comes, seat 1 loses a card first, then seat 0
    assert (game.seat, game.decision) == (1, "lose")
    if reopen:
        assert game.chambers == [{COIN: 1, SCRAP: 1}, {TALISMAN: 1}, {MASK: 1, POT: 1}]
        assert game.pile == [SCRAP, SCRAP]
    else:
        assert game.chambers == [{COIN: 1, SCRAP: 1}, {}, {MASK: 1, TALISMAN: 1}]
        assert game.pile == [POT, SCRAP, SCRAP]
    play(game, ("lose", MAP), ("lose", CUP))
    assert explorations(game) == ({0, 1, 2} if reopen else {0, 2})
    play(game, ("explore", 2), ("end",))
    assert (game.seat, game.decision) == (1, "lose")  # seat 0 drew the storm but has a single card
    play(game, ("lose", POT))
    if reopen:  # the pile has run out
        assert game.chambers == [{COIN: 1, SCRAP: 2}, {TALISMAN: 1, SCRAP: 1}, {}]
        assert game.pile == []
    else:
        assert game.chambers == [{COIN: 1, SCRAP: 1, POT: 1}, {}, {}]
        assert game.pile == [SCRAP, SCRAP]


# -------------------------------------------------------------------------------------------- ending the game


def test_all_pass_then_the_first_who_passed_must_sell() -> None:
    game = stacked([[COIN], [COIN, COIN], [], [CUP]], [POT], market=[SCRAP])
    play(game, ("end",))  # an ordinary turn: the last card was dug in it
    assert (game.seat, game.end_phase, game.passes) == (1, True, 0)
    play(game, ("end",))
    assert game.seat == 3  # an empty hand is skipped
    play(game, ("end",))
    assert (game.seat, game.passes) == (0, 2)
    assert ("end",) in game.options()
    play(game, ("end",))
    assert (game.seat, game.passes) == (1, 3)
    assert kinds(game) == {"sell", "offer"}
    play(game, ("offer", COIN), ("take", SCRAP))
    assert kinds(game) == {"sell"}  # a trade is not a sale
    play(game, ("sell", SCRAP, 1))
    assert ("end",) in game.options()
    play(game, ("end",))
    assert (game.seat, game.passes) == (3, 0)
    assert ("end",) in game.options()
    assert game.turns_begun == 6
    assert (game.end_phase_turns, game.forced_sales, game.stall_guard) == (5, 1, 0)


def test_a_trade_breaks_the_run_of_passes() -> None:
    game = stacked([[COIN], [COIN]], [POT], market=[SCRAP])
    play(game, ("end",), ("end",), ("offer", POT), ("take", SCRAP), ("end",))
    assert (game.seat, game.passes, game.turns_without_sale) == (1, 0, 2)
    play(game, ("end",), ("end",))
    assert kinds(game) >= {"sell"}
    assert ("end",) not in game.options()


def test_stall_guard() -> None:
    game = stacked([[COIN], [COIN]], [POT], market=[SCRAP], stall_turns=3)
    play(game, ("end",), ("end",), ("offer", POT), ("take", SCRAP), ("end",), ("end",))
    assert (game.seat, game.turns_without_sale, game.passes) == (0, 3, 1)
    assert ("end",) not in game.options()
    play(game, ("sell", SCRAP, 1), ("end",))
    assert ("end",) in game.options()
    assert (game.stall_guard, game.forced_sales, game.turns_without_sale) == (1, 0, 0)

    game = stacked([[COIN], [COIN]], [POT], stall_turns=2)
    play(game, ("end",), ("end",), ("end",))
    assert ("end",) not in game.options()
    assert (game.stall_guard, game.forced_sales) == (0, 1)  # the pass rule comes first


def test_forced_seat_may_lose_its_last_card_in_the_mine() -> None:
    mine = [[MASK, MASK]]
    game = stacked([[MAP], [COIN]], [POT], monument="mine", chambers=mine, drawn=[MASK, MASK])
    play(game, ("sell", POT, 1), ("end",), ("end",), ("end",))
    assert (game.seat, game.decision) == (1, "act")
    play(game, ("sell", COIN, 1))
    assert game.seat == 0
    play(game, ("end",))
    assert game.seat == 0  # alone: its own pass was all passes
    assert game.options() == {("sell", MAP, 1), ("explore", 0)}
    play(game, ("explore", 0), ("draw",))
    assert game.over
    assert [account["score"] for account in game.final()] == [1, 2]
    assert game.chambers == [{MASK: 2}]


# ----------------------------------------------------------------------------------------------- random games


def all_cards(game: Game) -> Counter[str]:
    """Every card that was dealt, wherever it is now."""
    cards = game.market + game.offered + game.drawn + Counter(game.pile) + Counter(game.dig_site)
    for heap in [*game.hands, *game.chambers]:
        cards += heap
    cards += game.discarded
    for player in game.players:
        cards[MAP] += player.maps_used
        for (card, size), count in player.sets.items():
            cards[card] += size * count
    return cards


def dealt_cards(luck: Luck) -> Counter[str]:
    cards = Counter(luck.market + luck.pile + luck.dig_site)
    for heap in [*luck.hands, *luck.chambers]:
        cards.update(heap)
    return cards


def choose(game: Game, rng: random.Random, hoarding: bool) -> tuple:
    """Anything; a hoarder keeps cards to explore with and sells rarely."""
    options = sorted(game.options(), key=repr)
    explore = [option for option in options if option[0] == "explore"]
    keep = [option for option in options if option[0] != "sell"]
    if explore and rng.random() < 0.7:
        return rng.choice(explore)
    if hoarding and keep and rng.random() < 0.9:
        return rng.choice(keep)
    return rng.choice(options)


READINGS: list[tuple[tuple[str, ...], dict]] = [
    ((), {}),
    (("long-expedition",), {"stall_turns": 3}),
    (("fierce-weather",), {"ruins_reopen": False, "trades_per_turn": 2}),
    (("beginners-luck", "fierce-weather"), {"explorations_per_turn": 2, "tomb_keep": 3}),
    (("long-expedition", "fierce-weather", "beginners-luck"), {"storm_divisor": 3, "sphinx_names": 3}),
    ((), {"storm_divisor": 1, "trades_per_turn": 0, "mine_limit": 7, "sphinx_reveal": 3}),
]


@pytest.mark.parametrize("reading", range(len(READINGS)))
@pytest.mark.parametrize("seats", EVERYONE)
@pytest.mark.parametrize("monument", MONUMENTS)
def test_random_games_end_and_add_up(monument: str, seats: int, reading: int) -> None:
    variants, changes = READINGS[reading]
    figures = Figures()
    for variant in variants:
        figures = VARIANTS[variant](figures)
    figures = replace(figures, **changes)
    for seed in range(2):
        rng = random.Random(f"{monument} {seats} {reading} {seed}")
        luck = shuffled_luck(figures, seats, monument, rng)
        dealt = dealt_cards(luck)
        game = Game(figures, seats, luck)
        with pytest.raises(ValueError, match="may not"):
            game.apply(("dance",))
        while not game.over:
            game.apply(choose(game, rng, hoarding=seed > 0))
            assert all_cards(game) == dealt
            assert all(0 <= uses <= figures.tent_uses for uses in game.tents)
            if game.decision == "act":
                assert game.seat == game.on_turn
                assert game.hands[game.seat]
                assert not game.offered
                assert not game.drawn
        assert game.decision == ""
        assert game.dig_site == []
        assert not any(game.hands)
        assert game.turns_begun == game.turns_finished
        final = game.final()
        assert min(account["rank"] for account in final) == 1
        total: Counter[str] = Counter()
        for account in final:
            total.update({key: value for key, value in account.items() if key != "sets"})
            prices = [figures.prices[card][size - 1] * n for (card, size), n in account["sets"].items()]
            assert account["score"] == sum(prices)
            assert account["trade_value_lost"] >= 0
            assert (account["trades"] == 0) <= (account["trade_worth_gain"] == 0)
        assert total["theft_cards_lost"] == total["theft_cards_won"] <= figures.thieves[seats]
        assert total["theft_value_lost"] == total["theft_value_won"]
        assert total["monument_cards"] <= 15
        assert total["maps_used"] <= 6
        assert total["end_phase_turns"] == game.end_phase_turns
        left = game.market.total() + sum(chamber.total() for chamber in game.chambers) + len(game.pile)
        treasures = dealt.total() - dealt[THIEF] - dealt[SANDSTORM]
        assert total["cards_sold"] + total["maps_used"] + left == treasures
        assert game.discarded == {THIEF: dealt[THIEF], SANDSTORM: dealt[SANDSTORM]}


def test_random_games_come_by_every_decision() -> None:
    seen: Counter[str] = Counter()
    guarded = 0
    for number in range(48):
        rng = random.Random(number)
        seats = 2 + number % 4
        figures = replace(Figures(), stall_turns=4)
        game = Game(figures, seats, shuffled_luck(figures, seats, MONUMENTS[number % 6], rng))
        while not game.over:
            seen[game.decision] += 1
            game.apply(choose(game, rng, hoarding=True))
        guarded += game.stall_guard
    assert set(seen) == {"victim", "tent", "lose", "act", "offer", "take", "peek", "keep", "mine", "name"}
    assert min(seen.values()) >= 10
    assert guarded > 0

    game = stacked([[POT] * 2, [COIN]], [POT])
    while not game.over:  # everybody passes whenever he may
        game.apply(("end",) if ("end",) in game.options() else min(game.options()))
    assert game.forced_sales == 4
    assert game.money == [3, 2]
