"""Names of places and cards in the answers."""

from digsite.analyses import sentences
from digsite.simulator.game.wording import name_in_words

MANY = {"pottery": "pottery", "weapon": "weapons", "tablet": "tablets", "statuette": "statuettes", "mummy": "mummies"}
_PLACES = {"harbour": "Harbour Master's Office", "black_market": "Black Market", "small_temple": "Small Temple"}


def name_of(place: str) -> str:
    """Return a place's name as players say it."""
    return _PLACES.get(place) or sentences.sentence(name_in_words(place))


def the(place: str) -> str:
    """Return a name of `name_of` as part of a sentence."""
    return "a ship" if place == "Ship" else f"the {place}"
