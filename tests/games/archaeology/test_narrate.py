"""A game told in English."""

from collections import Counter

import numpy as np
import pytest

from digsite.simulator.games.archaeology.narrate import ArchaeologyNarrator
from digsite.simulator.games.archaeology.options import MAX_OPTIONS
from digsite.simulator.games.archaeology.rules import KINDS, MONUMENTS
from digsite.simulator.games.archaeology.state import Event, Monument, State, Stream
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import below, open_streams
from tests.games.archaeology.positions import GAME, Position

PLAYERS = ["Adele", "Ben", "Christopher", "Daria", "Eve"]


def told(table: Position) -> str:
    """The last decision in words."""
    return "\n".join(GAME.narrate(table._events[1 : table._events[0, 0] + 1], PLAYERS[: table.seats], table.figures))


def story(table: Position, *words: str) -> str:
    """Several decisions in words."""
    rows = []
    for word in words:
        table.play(word)
        rows.append(table._events[1 : table._events[0, 0] + 1].copy())
    return "\n".join(GAME.narrate(np.vstack(rows), PLAYERS[: table.seats], table.figures))


def test_a_sale_tells_the_price():
    table = Position(2).hands("talisman 4, coin", "coin").acting(1).play("sell talisman 4")
    assert "sells four Talismans for $32" in told(table)


def test_a_trade_is_told_in_one_sentence_with_its_trading_value():
    table = Position(2).hands("coin", "coin").market("broken_cup").acting(1)
    text = story(table, "offer coin", "take broken_cup")
    assert text == "trades a Coin for a Broken Cup (trading value 2); sold now, the hand would bring as much as before."


def test_a_trade_tells_what_is_lost_and_what_the_hand_gains():
    table = Position(2).hands("talisman, broken_cup", "coin").market("broken_cup").acting(1)
    text = story(table, "offer talisman", "take broken_cup")
    assert "for a Broken Cup (trading value 3 for 2, the rest is lost); sold now, the hand would bring $7 more." in text


def test_the_mine_tells_why_everything_is_lost():
    table = Position(2, "mine").hands("map", "coin").chamber(1, "pharaohs_mask 15").acting(1)
    assert "8 is too much, and both go back" in story(table, "explore 1", "draw")


def test_a_sphinx_that_gives_nothing_says_so():
    table = Position(2, "sphinx").hands("map", "coin").chamber(1, "coin 15").acting(1)
    text = story(table, "explore 1", "name broken_cup talisman")
    assert "a Coin: nothing that was named, so all go back and the map is spent in vain." in text
    table = Position(2, "sphinx").hands("map", "coin").chamber(1, "coin 15").acting(1)
    text = story(table, "explore 1", "name coin talisman")
    assert "in vain" not in text
    assert "Comes out with five Coins." in text


def test_a_used_tent_and_an_unused_one_are_told_apart():
    table = Position(2).hands("coin 4", "coin 2").digging(1, "sandstorm", "coin", "coin")
    text = story(table, "keep tent", "use tent", "lose coin")
    assert "Ben does not use the tent." in text
    assert "Adele uses the tent and saves two cards." in text
    assert "Ben loses a Coin to the marketplace." in text
    table = Position(2, variants=["fierce-weather"]).hands("coin 4", "coin").digging(1, "sandstorm", "coin", "coin")
    assert "Adele uses the tent (one more use left) and saves two cards." in story(table, "use tent")


def test_a_storm_that_takes_nothing_says_so():
    table = Position(2).hands("coin", "coin").digging(1, "sandstorm", "coin", "coin")
    assert "Nobody holds enough cards to lose any. Adele digs again and finds a Coin" in told(table)


def test_a_player_who_must_sell_hears_why():
    table = Position(2).hands("coin", "coin 2").digging(1, "coin")
    text = story(table, "end", "end", "end")
    assert "Ben has to sell a card, since everybody has passed in a row." in text
    table = Position(2, settings=["end_phase.stall_turns=1"]).hands("coin", "coin 2").digging(1, "coin")
    assert "Adele has to sell a card, since nobody has sold anything for a long time." in story(table, "end", "end")


@pytest.mark.parametrize(
    ("hands", "sales", "last"),
    [
        (("talisman", "coin"), ("sell talisman 1", "sell coin 1"), "Adele wins by $1."),
        (("pot_shard 2", "coin"), ("sell pot_shard 2", "sell coin 1"), "Ben wins the tie with fewer cards sold: one against two."),
        (("coin", "broken_cup"), ("sell coin 1", "sell broken_cup 1"), "Adele and Ben share the win, level in money and in cards sold."),
    ],
)  # fmt: skip
def test_the_end_tells_why_the_game_is_over_and_what_the_winner_won_by(hands, sales, last):
    table = Position(2).hands(*hands).acting(1)
    table.state.money[:2] = table.state.cards_sold[:2] = 0
    table.dig_site()
    lines = story(table, *sales).split("\n")
    assert lines[-1] == last
    assert "The dig site is used up and nobody holds a card any more: the game is over." in lines


def test_beginners_luck_tells_why_a_player_begins():
    seen = set()
    for luck in range(20):
        lines = told(Position(3, variants=["beginners-luck"], luck=luck)).split("\n")
        (line,) = (line for line in lines if "lowest total trading value" in line)
        seen.add("have the lowest" in line)
        beginner = next(line for line in lines if line.startswith("Turn 1:")).split()[2]
        assert line.endswith("begins.")
        assert beginner in line
    assert seen == {False, True}


@pytest.mark.parametrize("monument", MONUMENTS)
def test_a_whole_game_is_told_from_deal_to_winner(monument):
    seats = 4
    figures = GAME.figures.with_settings([f"monument={monument.replace('_', '-')}"])
    rules = GAME.build_rules(figures, seats)[0]
    state, events, options = record(State)[0], buffer(20_000), np.zeros(MAX_OPTIONS, np.int32)
    open_streams(state, 3, 5)
    GAME.kernels.setup(rules, state, events)
    while not state.over:
        n = GAME.kernels.legal(rules, state, options)
        GAME.kernels.apply(rules, state, int(options[below(state, Stream.NOISE, n)]), events)
    rows = events[1 : events[0, 0] + 1]
    lines = list(GAME.narrate(rows, PLAYERS, figures))
    turns = int((rows[:, 0] == Event.TURN).sum())
    assert sum(line.startswith("Turn ") for line in lines) == turns
    assert any("wins" in line or "share" in line for line in lines[-1:])
    assert not any("  " in line or "_" in line for line in lines)


@pytest.mark.parametrize("monument", MONUMENTS)
def test_the_hands_and_the_marketplace_that_are_told_are_those_of_the_table(monument):
    """The narrator follows the cards by the events alone; after every decision it holds what the table holds."""
    table = Position(3, monument.replace("_", "-"), luck=8)
    rng, narrator = np.random.default_rng(2), ArchaeologyNarrator(PLAYERS[: table.seats], table.figures)
    lines: list[str] = []
    while True:
        lines += narrator.follow(table._events[1 : table._events[0, 0] + 1])
        state = table.state
        for seat in range(3):
            held = [narrator.hands[seat][kind] for kind in range(KINDS)]
            assert held == state.hand[seat].tolist()
        assert [narrator.market[kind] for kind in range(KINDS)] == state.market.tolist()
        assert [narrator.money[seat] for seat in range(3)] == table.money()
        if state.over:
            break
        words = sorted(table.options())
        table.play(words[rng.integers(len(words))])
    turns = [line for line in lines if line.startswith("Turn ")]
    assert all("[Hand: " in line for line in turns)
    assert any("; marketplace: " in line for line in turns)


def test_a_player_without_cards_is_not_passed_over_in_silence():
    narrator = ArchaeologyNarrator(PLAYERS[:3], GAME.figures)
    narrator.dealt, turns = True, [(1, 0), (2, 2), (3, 0), (4, 2)]
    lines = list(narrator.follow(np.array([(Event.TURN, seat, turn, 0, 0) for turn, seat in turns])))
    assert lines == ["Ben holds no cards and has no more turns."]
    narrator = ArchaeologyNarrator(PLAYERS[:3], GAME.figures)
    narrator.dealt, turns = True, [(1, 0), (2, 1), (3, 2), (4, 1), (5, 1)]
    lines = list(narrator.follow(np.array([(Event.TURN, seat, turn, 0, 0) for turn, seat in turns])))
    assert lines == [f"{name} holds no cards and has no more turns." for name in ("Adele", "Christopher")]


def test_a_peek_into_the_temple_tells_what_is_seen():
    table = Position(2, "temple").hands("coin 2", "coin").acting(1)
    narrator = ArchaeologyNarrator(PLAYERS[: table.seats], table.figures)
    narrator.monument = Monument.TEMPLE
    narrator.chambers = {1: Counter({0: 2, 4: 3})}
    list(narrator.follow(table.play("sell coin 1", "look 2")._events[1 : table._events[0, 0] + 1]))
    assert narrator.sentences[0] == "looks into chamber 2 of the Temple and sees two Pot Shards and three Talismans."
