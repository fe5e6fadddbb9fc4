"""The Long Descent: one player against a deck of foes, blades and herbs. Get through the deck alive.

A room has four cards. Deal with three of them, one after another; the fourth is part of the next room. A blade takes
its sharpness off what a foe does to you, but from then on it only works on weaker foes; fists always work. The first
herb of a room heals. Instead of entering a room you may flee: its cards are shuffled back into the deck, and you must
enter the next.
"""

from digsite.kit import (
    Wording, add_cards, column, end_game, events, gain, log, names, packed, pile, remove_at, shuffle, streams,
)

BLADE, HERB = 100, 200  # cards: below 100 a foe's strength, then a blade's sharpness, a herb's health
NEW = 99  # the edge of a blade that has not struck yet: it works on any foe
CARDS = {
    kind + number: f"{thing} of {number}"
    for kind, thing in ((0, "a foe"), (BLADE, "a blade"), (HERB, "a herb"))
    for number in range(1, 100)
}

Stream = streams("DECK")
Action = names("FLEE", "FISTS", "STRIKE", "TAKE")
Option = packed(action=Action, card=6)  # what to do, and with which card of the room
EndReason = names("GOT_THROUGH", "DIED")
Event = events(
    ROOM="# Room {number}: {health} health, {cards:card} left in the deck.",
    SHOWS="There is {card:CARDS}.",
    FLEES="{player} flees.",
    FIGHTS="{player} fights {foe:CARDS} with bare hands: {health} health left.",
    STRIKES="{player} strikes {foe:CARDS} with a blade of {sharpness}: {health} health left.",
    ARMS="{player} takes {blade:CARDS}.",
    HEALS="{player} takes {herb:CARDS}: {health} health.",
)

STATE = {
    "deck": 64, "drawn": "number", "cards": "number", "room": "room.cards", "room_size": "number",
    "met": "number", "fled": "number", "healed": "number", "blade": "number", "edge": "number",
    "health": "seats", "beaten": "seats",
    "rooms": "number", "flights": "number", "blows": "number", "strikes": "number",
}
HIDDEN = (pile("deck", "drawn", "cards"),)
PUBLIC = {  # what a person who plays is shown, in words; by default all that is not hidden
    "room": ("cards in the room", CARDS, "room_size"), "rooms": "rooms", "health": "health", "blade": "sharpness of the blade",
    "edge": "blade works on foes below", "healed": "herbs used in this room",
}
COLUMNS = (
    column("beaten", "strength of all foes beaten", part_of_score="foes"),
    column("health", "health at the end", part_of_score="health", headline=True),
    column("rooms", "rooms entered", headline=True),
    column("flights", "rooms fled"),
    column("blows", "foes beaten with bare hands"),
    column("strikes", "foes beaten with a blade"),
)
NUDGES = (gain("health", "a point of health", least=-10, most=20),)
WORDING = Wording(
    turn="card", ends={"got through": "when the player gets through the deck", "died": "when the player dies"}
)


def setup(rules, state, events):
    """Shuffle foes, blades and herbs, and show the first room."""
    size = 0
    for at in range(rules.foes_size):
        size = add_cards(state.deck, size, rules.foes[at], 1)
    for at in range(rules.blades_size):
        size = add_cards(state.deck, size, BLADE + rules.blades[at], 1)
    for at in range(rules.herbs_size):
        size = add_cards(state.deck, size, HERB + rules.herbs[at], 1)
    shuffle(state, Stream.DECK, state.deck, 0, size)
    state.cards = size
    state.health[0] = rules.health
    show_room(rules, state, events)


def show_room(rules, state, events):
    """Turn cards up until the room is full or the deck is empty; an empty room is the way out."""
    while state.room_size < rules.room_cards and state.drawn < state.cards:
        state.room_size = add_cards(state.room, state.room_size, state.deck[state.drawn], 1)
        state.drawn += 1
    state.met, state.healed = 0, 0
    if state.room_size == 0:
        end_game(state, EndReason.GOT_THROUGH)
        return
    log(events, Event.ROOM, -1, state.rooms + 1, state.health[0], state.cards - state.drawn)
    for at in range(state.room_size):
        log(events, Event.SHOWS, -1, state.room[at])


def legal(rules, state, options):
    """Fight a foe with bare hands or with a blade that still works on it; take a blade or a herb; or flee."""
    n = 0
    for at in range(state.room_size):
        card = state.room[at]
        options[n] = Option.of(Action.FISTS if card < BLADE else Action.TAKE, at)
        n += 1
        if card < BLADE and state.blade > 0 and card < state.edge:
            options[n] = Option.of(Action.STRIKE, at)
            n += 1
    if rules.flee and state.met == 0 and not state.fled and state.drawn < state.cards:
        options[n] = Option.of(Action.FLEE, 0)
        n += 1
    return n


def choice_words(rules, state, option):
    """What an option is called: what is done, and with which card of the room."""
    action = Action(Option.action(option))
    return action.name.capitalize(), "" if action == Action.FLEE else CARDS[state.room[Option.card(option)]]


def apply(rules, state, option, events):
    """Deal with a card of the room, or flee; then the next room, unless cards of this one are left to deal with."""
    action, at = Option.action(option), Option.card(option)
    state.turns += 1
    if action == Action.FLEE:
        flee(rules, state, events)
        return
    card = state.room[at]
    state.room_size = remove_at(state.room, state.room_size, at)
    state.rooms += state.met == 0
    state.met += 1
    if action == Action.TAKE:
        take(rules, state, card, events)
    else:
        fight(rules, state, card, action == Action.STRIKE, events)
    if state.health[0] == 0:
        end_game(state, EndReason.DIED)
    elif state.room_size == 0 or (state.room_size == rules.room_left and state.drawn < state.cards):
        state.fled = 0
        show_room(rules, state, events)


def flee(rules, state, events):
    """Shuffle the room back into the deck; the next room cannot be fled."""
    for _ in range(state.room_size):
        state.drawn -= 1
        state.room_size -= 1
        state.deck[state.drawn] = state.room[state.room_size]
    shuffle(state, Stream.DECK, state.deck, state.drawn, state.cards)
    state.fled = 1
    state.flights += 1
    log(events, Event.FLEES, 0)
    show_room(rules, state, events)


def fight(rules, state, foe, armed, events):
    """A foe does its strength, less the sharpness of the blade that strikes it."""
    state.health[0] = max(state.health[0] - max(foe - state.blade * armed, 0), 0)
    state.beaten[0] += foe * (state.health[0] > 0)
    state.strikes += armed
    state.blows += not armed
    if armed:
        state.edge = foe if rules.dull else NEW
        log(events, Event.STRIKES, 0, foe, state.blade, state.health[0])
    else:
        log(events, Event.FIGHTS, 0, foe, state.health[0])


def take(rules, state, card, events):
    """A blade replaces the one before. A herb heals, if it is the first of the room."""
    if card < HERB:
        state.blade, state.edge = card - BLADE, NEW
        log(events, Event.ARMS, 0, card)
        return
    if not state.healed:
        state.health[0] = min(state.health[0] + card - HERB, rules.health)
    state.healed = 1
    log(events, Event.HEALS, 0, card, state.health[0])


def score(rules, state, seat):
    """The strength of all foes beaten, and the health that is left."""
    return state.beaten[seat] + state.health[seat]


def contends(rules, state, seat):
    """Only who gets through wins."""
    return state.health[seat] > 0


def conserved(rules, state):
    """All cards are in the deck, in the room, or behind the player."""
    return int(state.cards)


def harm(state, foe):
    """What a foe does at least."""
    return max(foe - state.blade, 0) if foe < state.edge and state.blade > 0 else foe


def danger(rules, state):
    """What the foes of the room do at least, without the worst of them, which can stay behind."""
    total, worst = 0, 0
    for at in range(state.room_size):
        if state.room[at] < BLADE:
            total += harm(state, state.room[at])
            worst = max(worst, harm(state, state.room[at]))
    return total - worst


def gain_of(rules, state, option, wear):
    """What an option gives in health, less what it wastes; each point that a blade's edge falls costs `wear`."""
    action, card = Option.action(option), state.room[Option.card(option)]
    if action == Action.FISTS:
        return float(-card)
    if action == Action.STRIKE:
        return -harm(state, card) - wear * max(min(state.edge, 12) - card, 0) * rules.dull
    if card >= HERB:
        missing = 0 if state.healed else rules.health - state.health[0]
        return float(min(missing, 2 * missing - (card - HERB)))
    return card - BLADE - state.blade * min(state.edge, 12) / 12


def best_of(rules, state, options, n, wear, limit):
    """Flee from a room that is too dangerous; else the option that gives most."""
    best, most = options[0], -1e9
    for at in range(n):
        fleeing = Option.action(options[at]) == Action.FLEE
        if fleeing and danger(rules, state) < limit * state.health[0]:
            continue
        gives = 1e9 if fleeing else gain_of(rules, state, options[at], wear)
        if gives > most:
            best, most = options[at], gives
    return best


def careful(rules, state, options, n, *, wear=0.4, limit=0.6):
    """Spares its blade, and flees before it is too late."""
    return best_of(rules, state, options, n, wear, limit)


def fearless(rules, state, options, n, *, wear=0):
    """Flees from nothing, and strikes whatever is there."""
    return best_of(rules, state, options, n, wear, 1e9)


STRATEGIES = (careful, fearless)
