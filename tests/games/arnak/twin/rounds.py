"""The course of the game in the plain twin: rounds, and what happens between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.arnak.twin import chance, rival
from tests.games.arnak.twin.game import DECLINE
from tests.games.arnak.twin.payment import put_into_play
from tests.games.arnak.twin.scoring import points_of
from tests.games.arnak.twin.turn import take_turn

if TYPE_CHECKING:
    from tests.games.arnak.twin.game import Game, Play
    from tests.games.arnak.twin.table import Player


def play(game: Game) -> Play:
    """All rounds."""
    last = game.figures["rounds"]
    while True:
        for player in game.players:
            draw_hand(game, player)
        yield from take_turns(game)
        for player in clockwise(game):
            come_home(game, player)
        for place in game.placed("rival"):
            del game.occupant[place]
        for player in game.players:
            player.score_after.append(sum(points_of(game, player).values()))
        if game.round == last:
            return
        for player in clockwise(game):
            yield from put_away(game, player)
        set_up_next_round(game)


def clockwise(game: Game) -> list[Player]:
    """All players, from the start player on."""
    return [game.players[(game.start_seat + at) % game.seats] for at in range(game.seats)]


def draw_hand(game: Game, player: Player) -> None:
    while player.deck and len(player.hand) < game.figures["hand"]:
        player.hand.add(player.draw())


def take_turns(game: Game) -> Play:
    """Clockwise, until all have passed; a solo rival goes first and takes turns with the player."""
    if game.rival is not None:
        rival.shuffle_stack(game)
    order = clockwise(game)
    while not all(player.passed for player in game.players) or (game.rival and game.rival.stack):
        if game.rival and game.rival.stack:
            rival.take_turn(game)
        for player in order:
            if not player.passed:
                yield from take_turn(game, player)


def come_home(game: Game, player: Player) -> None:
    """Archaeologists return, with a Fear card from each site with a guardian."""
    for site, space in game.placed(player.seat):
        del game.occupant[site, space]
        if site in game.guardian and not player.masked:
            game.give_fear(player)


def put_away(game: Game, player: Player) -> Play:
    """Each card left in hand is discarded or kept."""
    while player.hand:
        options = {("DISCARD", card) for card in game.distinct(player.hand)} | {DECLINE}
        choice = yield from game.ask(player, "LEFT_OVER", options)
        if choice == DECLINE:
            return
        put_into_play(player, choice[1])


def set_up_next_round(game: Game) -> None:
    for player in game.players:
        cards = sorted(player.play)
        game.luck.shuffle(chance.DECK + player.seat, cards)
        player.deck = cards + player.deck
        player.play = set()
        for assistant in player.assistants.values():
            assistant.exhausted = False
        player.passed = player.planes = player.masked = False
    game.passed = 0
    game.move_staff()
    game.start_seat = (game.start_seat + 1) % game.seats
