"""What Lost Ruins of Arnak shows to a seat: the table of public facts, its own cards, and options in words."""

from collections.abc import Iterator
from typing import Any

from digsite.simulator.game.facts import Choice, Facts, Scene, Secret
from digsite.simulator.game.wording import counted, name_in_words, ordinal
from digsite.simulator.games.arnak.narrate import ArnakNarrator
from digsite.simulator.games.arnak.ops import ICONS, RESOURCES
from digsite.simulator.games.arnak.options import (
    Action,
    action_of,
    card_of,
    discount_of,
    first_of,
    icon_of,
    second_of,
    site_of,
    space_of,
    stack_of,
    token_of,
    track_space_of,
    what_of,
)
from digsite.simulator.games.arnak.rules import CAMPS, GUARDIANS, SITES, STACKS, WORD, WORDS
from digsite.simulator.games.arnak.state import NO_CARD, NOBODY, RIVAL, SUPPLY_STACKS, UNDISCOVERED, Decision

_TOKENS = ("magnifying glass", "notebook")
_KINDS = {
    Action.END: "End the turn", Action.PASS: "Pass for this round", Action.PLAY: "Play a card",
    Action.PLAY_AND_PASS: "Play a card and pass", Action.ASSISTANT: "Use an assistant", Action.BOON: "Use a boon",
    Action.IDOL: "Put an idol into a slot", Action.DIG: "Dig", Action.DISCOVER: "Discover", Action.OVERCOME: "Overcome",
    Action.BUY: "Buy", Action.RESEARCH: "Research", Action.TEMPLE: "Take a temple tile", Action.DECLINE: "Decline",
    Action.ACCEPT: "Accept", Action.CHOOSE: "Choose", Action.EXILE: "Exile", Action.USE_UP: "Use up",
    Action.UPGRADE: "Upgrade", Action.REFRESH: "Refresh", Action.RECRUIT: "Recruit", Action.PROMOTE: "Turn to gold",
    Action.USE_SUPPLY: "Use from the supply", Action.SWAP: "Exchange", Action.ACTIVATE: "Activate",
    Action.RELOCATE: "Relocate", Action.MOVE_GUARDIAN: "Move a guardian", Action.RECALL: "Call home",
    Action.UNSLOT: "Take an idol out", Action.TAKE: "Take", Action.PAY_ICON: "Pay with", Action.PAY_DISCOUNT: "Pay with",
    Action.PAY_CARD: "Pay with", Action.HIRE_PILOT: "Hire a pilot", Action.DRAW: "Draw", Action.KEEP: "Keep",
    Action.RETURN: "Put back on the deck", Action.BONUS_FIRST: "Bonus tile", Action.BONUS_LAST: "Bonus tile",
    Action.DISCARD: "Discard",
}  # fmt: skip
_CARDS = (
    Action.PLAY, Action.PLAY_AND_PASS, Action.BUY, Action.TAKE, Action.EXILE, Action.USE_UP, Action.DISCARD, Action.KEEP,
    Action.RETURN,
)  # fmt: skip
_ASSISTANTS = (Action.ASSISTANT, Action.REFRESH, Action.RECRUIT, Action.PROMOTE, Action.USE_SUPPLY)
_SITES = (Action.DISCOVER, Action.ACTIVATE)
_PLACES = (Action.DIG, Action.RECALL)


def _cards_of(words: Any) -> Iterator[int]:
    for word in range(WORDS):
        bits = int(words[word])
        yield from (word * WORD + bit for bit in range(WORD) if bits >> bit & 1)


def _count(words: Any) -> int:
    return sum(1 for _ in _cards_of(words))


def _named(scene: Scene, words: Any) -> list[str]:
    return [scene.words.card(card) for card in _cards_of(words)]


def _resources(scene: Scene, seat: int) -> list[str]:
    return [f"{int(n)} {name}" for name, n in zip(RESOURCES, scene.state.resources[seat], strict=True) if n]


def _assistants(scene: Scene, seat: int) -> list[str]:
    state = scene.state
    return [
        scene.words.assistant(it) + (", exhausted" if int(state.exhausted) >> it & 1 else "")
        for it, employer in enumerate(state.employer)
        if employer == seat
    ]


def _guardians(scene: Scene, seat: int) -> list[str]:
    state = scene.state
    return [
        scene.words.guardian(it) + ("" if int(state.boons[seat]) >> it & 1 else ", boon used")
        for it in range(GUARDIANS)
        if int(state.overcome[seat]) >> it & 1
    ]


def _idols(scene: Scene, seat: int) -> str:
    state = scene.state
    return f"{int(state.crates[seat])} in crates, {int(state.slots[seat]).bit_count()} in slots"


def _track(scene: Scene, seat: int) -> list[str]:
    """Return the rows that the research tokens have reached."""
    rules, state = scene.rules, scene.state
    shown = []
    for name, space in zip(_TOKENS, state.token[seat], strict=True):
        shown.append(f"{name}: " + ("start" if space < 0 else f"row {int(rules.space_row[space])}"))
    return shown


def _temple(scene: Scene, seat: int) -> int:
    return int(sum(scene.state.temple_tiles[seat]))


def _status(scene: Scene, seat: int) -> str:
    return "has passed" if int(scene.state.passed) >> seat & 1 else "in the round"


def _fear(scene: Scene, seat: int) -> int:
    return int(scene.state.fear_tiles[seat])


def _row(scene: Scene, cards: Any) -> list[str]:
    return [f"{scene.words.card(int(it))} ({int(scene.rules.card_cost[it])})" for it in cards if it != NO_CARD]


def _site(scene: Scene, site: int) -> str:
    """Return who and what is at a site; empty if nothing is to be said."""
    state, words, said = scene.state, scene.words, []
    for at, seat in enumerate(state.occupant[site]):
        if seat != NOBODY:
            said.append("the rival" if seat == RIVAL else scene.named(int(seat)))
        elif site < CAMPS and at == 1 and int(state.blocked) >> site & 1:
            said.append("second space blocked")
    if site >= CAMPS and state.guardian[site] != NOBODY:
        said.append(words.guardian(int(state.guardian[site])))
    if site >= CAMPS and state.tile[site] == UNDISCOVERED:
        said.append("undiscovered")
    return f"{words.site(site)}: {', '.join(said)}" if said else words.site(site)


def _island(scene: Scene) -> list[str]:
    found = [site for site in range(SITES) if site < CAMPS or scene.state.tile[site] != UNDISCOVERED]
    return [_site(scene, site) for site in found]


def _supply(scene: Scene) -> list[str]:
    state = scene.state
    return [
        scene.words.assistant(int(state.supply[stack, state.supply_left[stack] - 1]))
        for stack in range(SUPPLY_STACKS)
        if state.supply_left[stack]
    ]


def _temple_stacks(scene: Scene) -> list[str]:
    rules, left = scene.rules, scene.state.stack_left
    return [f"{int(rules.stack_points[it])} points: {int(left[it])} left" for it in range(STACKS) if left[it]]


def _limbo(scene: Scene) -> list[str]:
    state = scene.state
    if state.on_turn != scene.viewer:
        return []
    return [scene.words.card(int(it)) for it in state.limbo if it != NO_CARD]


def _travel(scene: Scene) -> list[str]:
    return [counted(int(n), ICONS[icon]) for icon, n in enumerate(scene.state.pool) if n]


def _place(scene: Scene, place: int) -> str:
    return f"{scene.words.site(site_of(place))}{', second space' if space_of(place) else ''}"


def _bonus(scene: Scene, face: int) -> str:
    return f"“{scene.words.effect_of('bonus_tiles', face)}”"


def _object(scene: Scene, action: Action, what: int) -> str:
    """Return the object of an option in words."""
    words, state = scene.words, scene.state
    if action in _CARDS:
        return str(words.card(what))
    if action in _ASSISTANTS:
        return str(words.assistant(what))
    if action in _SITES:
        return str(words.site(what))
    if action in _PLACES:
        return _place(scene, what)
    match action:
        case Action.BOON:
            return f"“{words.boon(what)}”"
        case Action.IDOL:
            return f"“{words.effect_of('slots', what)}”"
        case Action.OVERCOME:
            return f"{words.guardian(int(state.guardian[what]))} at {words.site(what)}"
        case Action.RESEARCH:
            space = track_space_of(what)
            way = ", with the other discount" if discount_of(what) else ""
            return f"{_TOKENS[token_of(what)]} to {words.space(int(scene.rules.space_row[space]), space)}{way}"
        case Action.TEMPLE:
            return f"{int(scene.rules.stack_points[stack_of(what)])} points{', with the other discount' if discount_of(what) else ''}"
        case Action.CHOOSE:
            return f"the {ordinal(what + 1)} effect"
        case Action.ACCEPT:
            return "and resolve the effect for those who pass" if what else ""
        case Action.UPGRADE:
            return f"a {RESOURCES[what]} to a {RESOURCES[what + 1]}"
        case Action.SWAP:
            return f"{words.assistant(first_of(what))} for {words.assistant(second_of(what))}"
        case Action.RELOCATE:
            return f"{_place(scene, first_of(what))} to {_place(scene, second_of(what))}"
        case Action.MOVE_GUARDIAN:
            return f"{words.site(first_of(what))} to {words.site(second_of(what))}"
        case Action.UNSLOT:
            return f"of slot {what + 1}"
        case Action.PAY_ICON | Action.PAY_DISCOUNT:
            return f"{ICONS[what]}{' of the discount' if action == Action.PAY_DISCOUNT else ''}"
        case Action.PAY_CARD:
            return f"{words.card(card_of(what))} as {ICONS[icon_of(what)]}"
        case Action.DRAW:
            return counted(what, "card") if what else ""
        case Action.BONUS_FIRST | Action.BONUS_LAST:
            return f"{_bonus(scene, what)} {'before' if action == Action.BONUS_FIRST else 'after'} the row's effect"
    return ""


def _option(scene: Scene, option: int) -> Choice:
    action, what = Action(action_of(option)), what_of(option)
    decision = Decision(int(scene.state.decision))
    kind = _KINDS[action]
    if action in (Action.ACCEPT, Action.DECLINE) and decision != Decision.ACT:
        kind = f"{kind}: {name_in_words(decision.name.lower())}"
    return Choice(kind, _object(scene, action, what))


def _words(scene: Scene) -> Any:
    """Return the narrator, which knows the names of things, with the tiles and gold sides that lie open now."""
    made, state = ArnakNarrator(scene.players, scene.figures), scene.state
    made.tiles = {site: int(state.tile[site]) for site in range(CAMPS, SITES) if state.tile[site] != UNDISCOVERED}
    made.gold = {it for it in range(len(state.employer)) if int(state.gold) >> it & 1}
    return made


FACTS = Facts(
    of_seats={
        "resources": _resources, "idols": _idols, "research": _track, "temple tiles": _temple,
        "guardians": _guardians, "assistants": _assistants, "fear tiles": _fear, "round": _status,
        "cards in hand": lambda scene, seat: _count(scene.state.hand[seat]),
        "cards in deck": lambda scene, seat: scene.state.deck_left[seat],
        "played": lambda scene, seat: _named(scene, scene.state.play[seat]),
    },
    of_table={
        "round": lambda scene: f"{int(scene.state.round_number)} of {int(scene.rules.rounds)}",
        "items": lambda scene: _row(scene, scene.state.row_items),
        "artifacts": lambda scene: _row(scene, scene.state.row_artifacts),
        "island": _island, "travel icons at hand": _travel, "supply board": _supply, "temple tiles": _temple_stacks,
        "fear cards left": lambda scene: int(scene.state.fear_deck).bit_count(),
    },
    of_hand={"hand": lambda scene: _named(scene, scene.state.hand[scene.viewer]), "drawn": _limbo},
    option=_option,
    secrets={"draw": Secret(("card",)), "keep": Secret(("card",)), "return": Secret(("card",))},
    words=_words,
)  # fmt: skip
