"""What never changes during a game of Arnak: every card, tile and assistant, wherever it lies."""

from typing import Any

from digsite.simulator.games.arnak.rules import (
    ARTIFACTS,
    BASICS,
    CAMPS,
    FIRST_ARTIFACT,
    FIRST_BASIC,
    FIRST_FEAR,
    GUARDIANS,
    ITEMS,
    TILES,
    WORD,
)
from digsite.simulator.games.arnak.state import NO_CARD

FROM_THE_BOX = {"idol": "idols"}  # tokens are not limited


def cards_of(words: Any) -> list[int]:
    """The cards of a set."""
    return [word * WORD + bit for word, bits in enumerate(words.tolist()) for bit in range(WORD) if bits >> bit & 1]


def places_of_cards(rules: Any, state: Any) -> list[int]:
    """Every card once for each place where it lies."""
    found = cards_of(state.exile) + cards_of(state.rival_cards)
    fear = int(state.fear_deck)
    found += [FIRST_BASIC + bit for bit in range(WORD) if fear >> bit & 1]
    found += state.item_deck[: state.items_left].tolist() + state.artifact_deck[: state.artifacts_left].tolist()
    found += [card for row in (state.row_items, state.row_artifacts) for card in row.tolist() if card != NO_CARD]
    found += [card for card in state.limbo.tolist() if card != NO_CARD]
    for seat in range(rules.seats):
        found += cards_of(state.hand[seat]) + cards_of(state.play[seat])
        found += state.deck[seat, : state.deck_left[seat]].tolist()
    return found


def inventory(rules: Any, state: Any) -> dict[str, Any]:
    """Every component that is not where it should be, and what is counted."""
    cards = sorted(places_of_cards(rules, state))
    expected = [*range(ITEMS), *range(FIRST_ARTIFACT, FIRST_ARTIFACT + ARTIFACTS)]
    expected += [
        *range(FIRST_BASIC, FIRST_BASIC + BASICS * rules.seats),
        *range(FIRST_FEAR, FIRST_FEAR + rules.fear_cards),
    ]
    tiles = state.tiles_1[: state.tiles_left[0]].tolist() + state.tiles_2[: state.tiles_left[1]].tolist()
    tiles += [tile for tile in state.tile.tolist() if 0 <= tile < TILES]
    guardians = state.guardian_stack[: state.guardians_left].tolist() + [g for g in state.guardian.tolist() if g >= 0]
    guardians += [g for bits in state.overcome.tolist() for g in range(GUARDIANS) if bits >> g & 1]
    assistants = [a for a, seat in enumerate(state.employer.tolist()) if seat >= 0]
    assistants += state.rescue[: state.rescue_left].tolist()
    for stack, left in zip(state.supply, state.supply_left, strict=True):
        assistants += stack[:left].tolist()
    found: dict[str, Any] = {
        "cards all once": cards == sorted(expected),
        "tiles all once": sorted(tiles) == list(range(TILES)),
        "guardians all once": sorted(guardians) == list(range(GUARDIANS)),
        "assistants at most once": len(set(assistants)) == len(assistants),
        "fear tiles": int(state.fear_tiles.sum()) + int(state.fear_tiles_left),
        "temple tiles": int(state.stack_left.sum()) + int(state.temple_tiles.sum()),
        "idols": _idols(state),
        "nobody owes tokens": bool((state.resources >= 0).all()),
        "tokens spent are not below zero": _none_from_nowhere(rules, state),
    }
    return found


def _idols(state: Any) -> int:
    """Idols of sites, crates and slots, of the rival, and those paid for research; level 2 has two on a site."""
    on_sites = sum((2 if site >= CAMPS + 8 else 1) for site, face in enumerate(state.idol.tolist()) if face >= 0)
    slotted = sum(int(bits).bit_count() for bits in state.slots.tolist())
    of_rival = int(state.rival_faces).bit_count() + int(state.rival_again)
    return on_sites + int(state.crates.sum()) + slotted + of_rival + int(state.idols_paid.sum())


def _none_from_nowhere(rules: Any, state: Any) -> bool:
    """Nobody holds more tokens than the starting ones and those gained."""
    had = rules.start[: rules.seats].astype(int) + state.gained[: rules.seats]
    return bool((state.resources[: rules.seats] <= had).all())
