"""What Quetzal shows to a seat: the table of public facts, its own hand, and options in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from digsite.simulator.game.facts import Choice, Facts, Scene, Secret
from digsite.simulator.game.wording import counted, name_in_words
from digsite.simulator.games.quetzal.narrate import QuetzalNarrator, card
from digsite.simulator.games.quetzal.options import (
    BUY_DISCOVERY,
    BUY_VP,
    DONE,
    REROLL_ALL,
    colour_of,
    count_of,
    sent_of,
    space_of,
)
from digsite.simulator.games.quetzal.rules import SURROUNDINGS, UPGRADE_NAMES, UPGRADES
from digsite.simulator.games.quetzal.state import (
    AUTOMATON,
    BIDS,
    FIRST_BID,
    NOBODY,
    SOURCES,
    SPACES,
    Colour,
    Decision,
    Meeple,
    Space,
)

_DECK = SOURCES.index("deck")
_MEEPLES = ("adventurer", "archaeologist", "either", "character")
_COLOURS = ("as adventurers", "as archaeologists", "the character alone")


def _kinds(counts: Iterable[int]) -> list[str]:
    """Return cards by kind in words."""
    return [f"{int(n)} x {card(kind)}" if n > 1 else card(kind) for kind, n in enumerate(counts) if n > 0]


def _known(scene: Scene, seat: int) -> list[str]:
    """Return the cards that the viewer knows to be in a rival's hand."""
    if seat == scene.viewer:
        return []
    state, known = scene.state, scene.state.shown[seat].astype(int)
    for secret in state.secrets[: state.secrets_size].tolist():
        if (secret >> 5 & 7, secret >> 8) == (scene.viewer, seat):
            known[secret & 31] += 1
    return _kinds(known)


def _pool(scene: Scene, seat: int) -> list[str]:
    return [f"{int(n)} {_MEEPLES[kind]}" for kind, n in enumerate(scene.state.pool[seat]) if n]


def _upgrades(kinds: Iterable[int]) -> list[str]:
    return [UPGRADE_NAMES[kind] for kind in kinds]


def _owned(scene: Scene, seat: int) -> list[str]:
    return _upgrades(int(it) for it in scene.state.owned[seat] if 0 <= it < len(UPGRADES))


def _board(scene: Scene) -> list[str]:
    """Return who is where; of bids with how many meeples, as what."""
    state, shown = scene.state, []
    for space in range(SPACES):
        holder = int(state.holder[space])
        if holder == NOBODY:
            continue
        who = "the automaton" if holder == AUTOMATON and len(scene.players) == 2 else scene.named(holder)
        more = ""
        if FIRST_BID <= space < FIRST_BID + BIDS:
            bid = space - FIRST_BID
            more = f" with {int(state.bid_size[bid])} {_COLOURS[int(state.bid_colour[bid])]}"
        shown.append(f"{scene.words._space(space)}: {who}{more}")
    return shown


def _surroundings(scene: Scene) -> list[str]:
    state = scene.state
    return [
        f"{name_in_words(place)}: " + (", ".join(card(int(it)) for it in row[:size]) or "nothing")
        for place, row, size in zip(SURROUNDINGS, state.surroundings, state.surroundings_size, strict=True)
    ]


def _village(scene: Scene) -> list[str]:
    return [UPGRADE_NAMES[kind] for kind, n in enumerate(scene.state.village) for _ in range(n)]


def _drawn(scene: Scene) -> list[str]:
    """Return the cards the viewer has drawn and some of which go under the deck."""
    state = scene.state
    mine = state.decision == Decision.UNDER and state.seat == scene.viewer
    return [card(int(it)) for it in state.drawn[: state.drawn_size]] if mine else []


def _option(scene: Scene, option: int) -> Choice:
    decision, state = Decision(int(scene.state.decision)), scene.state
    if option in (BUY_VP, BUY_DISCOVERY):
        return Choice("Buy", "a victory point" if option == BUY_VP else "a discovery point")
    if option == DONE:
        return Choice("Done", "roll those chosen" if decision == Decision.REROLL and state.picked else "no more")
    match decision:
        case Decision.REROLL | Decision.CAMP:
            return Choice(
                "Reroll", "all meeples" if option == REROLL_ALL and decision == Decision.REROLL else _MEEPLES[option]
            )
        case Decision.PLACE:
            return _placing(scene, option)
        case Decision.MEEPLES:
            sent = [(_MEEPLES[meeple], sent_of(option, meeple)) for meeple in Meeple]
            return Choice("Send", ", ".join(f"{n} {name}" for name, n in sent if n))
        case Decision.TEMPLE:
            return Choice("Take from the Temple", card(option))
        case Decision.UNDER:
            return Choice("Put under the deck", card(option))
        case Decision.SELL:
            return Choice("Sell", card(option))
        case Decision.VILLAGE:
            return Choice("Take the upgrade", UPGRADE_NAMES[option])
        case Decision.DELIVER:
            return Choice("Add to the delivery", card(option))
        case Decision.GIVE_UP:
            return Choice("Give up the upgrade", UPGRADE_NAMES[option])
    return Choice("Choose", str(option))


def _placing(scene: Scene, option: int) -> Choice:
    space, colour, count = space_of(option), colour_of(option), count_of(option)
    where = scene.words._space(space)
    if FIRST_BID <= space < FIRST_BID + BIDS:
        sent = "the character alone" if colour == Colour.EITHER else counted(count, _MEEPLES[colour])
        return Choice("Bid", f"{where}: {sent}")
    if space in (Space.CAMP, Space.HARBOUR):
        return Choice("Place", f"{where}: {counted(count, 'meeple')}")
    return Choice("Place", where)


def _words(scene: Scene) -> Any:
    return QuetzalNarrator(scene.players, scene.figures)


def _from_deck(_scene: Scene, numbers: Mapping[str, int]) -> bool:
    return numbers["source"] == _DECK


FACTS = Facts(
    of_seats={
        "points": lambda scene, seat: scene.state.points[seat],
        "coins": lambda scene, seat: scene.state.coins[seat],
        "Discovery track": lambda scene, seat: scene.state.discovery[seat],
        "meeples": _pool, "upgrades": _owned,
        "cards in hand": lambda scene, seat: scene.state.hand_size[seat],
        "known in hand": _known,
        "at the Harbour": lambda scene, seat: scene.state.harbour[seat],
    },
    of_table={
        "round": lambda scene: f"{int(scene.state.rounds_done) + 1} of {int(scene.rules.rounds)}",
        "First Player marker": lambda scene: scene.named(int(scene.state.marker)),
        "placed": _board,
        "Temple": lambda scene: _kinds(scene.state.temple), "surroundings": _surroundings, "Village": _village,
        "deck": lambda scene: counted(int(scene.state.deck_left), "card"),
        "discarded": lambda scene: _kinds(scene.state.discarded),
        "upgrades in the pile": lambda scene: scene.state.pile_left,
    },
    of_hand={"hand": lambda scene: _kinds(scene.state.hand[scene.viewer]), "drawn": _drawn},
    option=_option,
    secrets={
        "take": Secret(("card_kind",), when=_from_deck), "under": Secret(("card_kind",)), "hand": Secret(("card_kind",)),
    },
    words=_words,
)  # fmt: skip
