"""What Archaeology shows to a seat: the table of public facts, its own hand, and options in words."""

from collections.abc import Mapping
from typing import Any

from digsite.simulator.game.facts import Choice, Facts, Scene, Secret
from digsite.simulator.game.wording import a, counted, name_in_words, number
from digsite.simulator.games.archaeology.narrate import NAMES
from digsite.simulator.games.archaeology.options import (
    DECLINE,
    Action,
    action_of,
    higher_of,
    lower_of,
    size_of,
    treasure_of,
    what_of,
)
from digsite.simulator.games.archaeology.rules import KINDS, MONUMENTS
from digsite.simulator.games.archaeology.state import Decision, Monument

_OPEN = (Monument.MINE, Monument.SPHINX, Monument.BURIED_RUINS)  # where all see what is found


def _cards(counts: Any) -> list[str]:
    """Return cards by treasure in words: 2 Coins."""
    return [_several(kind, int(counts[kind])) for kind in range(KINDS) if counts[kind] > 0]


def _several(kind: int, n: int) -> str:
    return f"{n} {NAMES[kind][n > 1]}"


def _one(kind: int) -> str:
    return a(NAMES[kind][0])


def _monument(scene: Scene) -> str:
    return name_in_words(MONUMENTS[scene.state.monument]).title()


def _place(scene: Scene, chamber: int) -> str:
    if scene.state.monument in (Monument.MINE, Monument.SPHINX):
        return f"the {_monument(scene)}"
    return f"chamber {chamber + 1}"


def _chambers(scene: Scene) -> list[str]:
    """Return each chamber: how many cards lie there, and those the viewer knows of."""
    state, shown = scene.state, []
    for chamber in range(len(state.chamber)):
        if not (state.chamber_size[chamber] or state.explored[chamber]):
            continue
        is_open = state.monument == Monument.BURIED_RUINS
        known = _cards(state.chamber[chamber] if is_open else state.chamber_known[scene.viewer, chamber])
        seen = f" ({'' if is_open else 'known: '}{', '.join(known)})" if known else ""
        shown.append(f"{_place(scene, chamber)}: {counted(int(state.chamber_size[chamber]), 'card')}{seen}")
    return shown


def _known(scene: Scene, seat: int) -> list[str]:
    """Return the cards that the viewer knows to be in a rival's hand."""
    return [] if seat == scene.viewer else _cards(scene.state.known[scene.viewer, seat])


def _hand(scene: Scene) -> list[str]:
    return _cards(scene.state.hand[scene.viewer])


def _drawn(scene: Scene) -> list[str]:
    return _cards(scene.state.drawn)


def _act(scene: Scene, option: int) -> Choice:
    action, what = Action(action_of(option)), what_of(option)
    if action == Action.SELL:
        kind, size = treasure_of(what), size_of(what)
        return Choice("Sell a set", f"{_several(kind, size)} for ${int(scene.rules.price[kind, size])}")
    if action == Action.EXPLORE:
        return Choice("Explore", _place(scene, what))
    if action == Action.OFFER:
        return Choice("Trade: offer", _with_value(scene, what))
    if action == Action.TAKE:
        return Choice("Trade: take", _with_value(scene, what))
    return Choice("Trade: done", "the rest is lost") if action == Action.DONE else Choice("End the turn", "")


def _with_value(scene: Scene, kind: int) -> str:
    return f"{_one(kind)} (trading value {int(scene.rules.trading_value[kind])})"


def _option(scene: Scene, option: int) -> Choice:
    state = scene.state
    match Decision(int(state.decision)):
        case Decision.VICTIM:
            return Choice("Steal a card", f"from {scene.named(option)}")
        case Decision.TENT:
            return Choice("Sandstorm", "use the tent" if option else "do not use the tent")
        case Decision.LOSE:
            return Choice("Lose to the storm", _one(option))
        case Decision.PEEK:
            return Choice("Look into", "no chamber" if option == DECLINE else _place(scene, option))
        case Decision.KEEP:
            return Choice("Keep", _one(option))
        case Decision.MINE:
            return Choice("The Mine", "draw another card" if option else "stop and take the cards")
        case Decision.NAME:
            return Choice("Name to the Sphinx", f"{NAMES[lower_of(option)][1]} and {NAMES[higher_of(option)][1]}")
    return _act(scene, option)


def _unseen_in_chamber(scene: Scene, _numbers: Mapping[str, int]) -> bool:
    return bool(scene.state.monument != Monument.BURIED_RUINS)


def _found_in_secret(scene: Scene, _numbers: Mapping[str, int]) -> bool:
    return scene.state.monument not in _OPEN


FACTS = Facts(
    of_seats={
        "money": lambda scene, seat: f"${int(scene.state.money[seat])}",
        "cards in hand": lambda scene, seat: scene.state.hand_size[seat],
        "tent": lambda scene, seat: f"{number(int(scene.state.tent[seat]))} left",
        "known in hand": _known,
    },
    of_table={
        "marketplace": lambda scene: _cards(scene.state.market),
        "dig site": lambda scene: counted(int(scene.state.dig_left), "card"),
        "thieves to come": lambda scene: scene.state.thieves_left,
        "sandstorms to come": lambda scene: scene.state.storms_left,
        "monument": _monument, "chambers": _chambers, "drawn at the monument": _drawn,
        "offered in this trade": lambda scene: _cards(scene.state.offered),
        "sold so far": lambda scene: _cards(scene.state.gone),
    },
    of_hand={"hand": _hand},
    option=_option,
    secrets={
        "hand": Secret(("treasure",)), "dig": Secret(("treasure",)), "steal": Secret(("treasure",), ("seat", "victim")),
        "chamber": Secret(("treasure",), (), _unseen_in_chamber), "find": Secret(("treasure",), when=_found_in_secret),
        "trade": Secret(("hand_gain",)),
    },
)  # fmt: skip
