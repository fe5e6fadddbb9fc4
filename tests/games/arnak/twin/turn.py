"""A turn of the plain twin: one main action, and free actions before, during and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.arnak.twin import actions
from tests.games.arnak.twin.effects import carry_out
from tests.games.arnak.twin.payment import can_pay_resources, pay

if TYPE_CHECKING:
    from tests.games.arnak.twin.game import Game, Option, Play
    from tests.games.arnak.twin.table import Player

END, PASS = ("END",), ("PASS",)


def take_turn(game: Game, player: Player) -> Play:
    """Free actions, a main action, free actions, until the player ends the turn."""
    game.on_turn = player.seat
    game.main_done = False
    game.turns += 1
    player.tallies["turns_in", game.round] += 1
    while True:
        free = free_actions(game, player)
        own = {END} if game.main_done else main_actions(game, player)
        choice = yield from game.ask(player, "ACT", own | free)
        if choice == END:
            break
        if choice in free:
            yield from take_free_action(game, player, choice)
        else:
            game.main_done = game.in_main_action = True
            yield from take_main_action(game, player, choice)
            game.in_main_action = False
    game.pool.clear()
    game.refill_row()


# ----------------------------------------------------------------------------------------------------- free actions


def free_actions(game: Game, player: Player) -> set[Option]:
    cards = [card for card in player.hand if game.box.cards[card].action == "free"]
    options: set[Option] = {("PLAY", card) for card in cards if _affords(game, player, card)}
    options |= {("ASSISTANT", number) for number in _ready(game, player, "free")}
    options |= {("BOON", guardian) for guardian in player.boons}
    if player.crates and not all(player.slots):
        options |= {("IDOL", effect) for effect in range(len(game.box.slots))}
    return options


def take_free_action(game: Game, player: Player, choice: Option) -> Play:
    """Nothing can come between the steps of a free action."""
    during, game.in_main_action = game.in_main_action, False
    word, what = choice
    if word == "PLAY":
        yield from _play_card(game, player, what)
    elif word == "ASSISTANT":
        yield from _use_assistant(game, player, what)
    elif word == "BOON":
        player.boons.remove(what)
        yield from carry_out(game, player, game.box.boons[what])
    else:
        player.crates -= 1
        player.slots[player.slots.index(False)] = True
        yield from carry_out(game, player, game.box.slots[what])
    game.in_main_action = during


def _ready(game: Game, player: Player, action: str) -> list[int]:
    return [
        number
        for number, who in player.assistants.items()
        if not who.exhausted and game.box.assistants[number]["action"] == action
    ]


def _use_assistant(game: Game, player: Player, number: int) -> Play:
    assistant = player.assistants[number]
    assistant.exhausted = True
    player.tallies["assistant_uses"] += 1
    yield from carry_out(game, player, game.box.assistants[number]["gold" if assistant.gold else "silver"])


def _affords(game: Game, player: Player, card: int) -> bool:
    """Artifacts cost a tablet when they are played from hand."""
    if game.box.cards[card].kind != "artifact":
        return True
    return can_pay_resources(player, game.figures["artifacts_in_hand.cost"])


def _play_card(game: Game, player: Player, number: int, passing: bool = False) -> Play:
    card = game.box.cards[number]
    if card.kind == "artifact":
        yield from pay(game, player, game.figures["artifacts_in_hand.cost"])
    player.hand.remove(number)
    player.played.add(number)
    if card.exile:
        game.send_to_exile(player, number)
    else:
        player.play.add(number)
    yield from carry_out(game, player, card.pass_effect if passing else card.effect)


# ----------------------------------------------------------------------------------------------------- main actions


def main_actions(game: Game, player: Player) -> set[Option]:
    options: set[Option] = {PASS}
    for number in player.hand:
        card = game.box.cards[number]
        if not _affords(game, player, number):
            continue
        if card.action == "main":
            options.add(("PLAY", number))
        if card.pass_effect:
            options.add(("PLAY_AND_PASS", number))
    options |= {("ASSISTANT", number) for number in _ready(game, player, "main")}
    options |= actions.sending(game, player)
    options |= actions.overcoming(game, player)
    options |= actions.buying(game, player)
    options |= actions.researching(game, player)
    return options


def take_main_action(game: Game, player: Player, choice: Option) -> Play:
    word = choice[0]
    if word == "PASS":
        actions.pass_round(game, player)
    elif word == "PLAY":
        yield from _play_card(game, player, choice[1])
    elif word == "PLAY_AND_PASS":
        actions.pass_round(game, player)
        yield from _play_card(game, player, choice[1], passing=True)
    elif word == "ASSISTANT":
        yield from _use_assistant(game, player, choice[1])
    elif word in ("DIG", "DISCOVER"):
        yield from actions.send(game, player, choice)
    elif word == "OVERCOME":
        yield from actions.overcome(game, player, choice[1])
    elif word == "BUY":
        yield from actions.buy(game, player, choice[1])
    else:
        yield from actions.research(game, player, choice)
