"""How Lost Cities is played: set-up, options, moves, scoring, and the view from one seat."""

from simulator.games.lost_cities.columns import OUTCOME
from simulator.games.lost_cities.rules import CARD_VALUES, STONES, Rules
from simulator.games.lost_cities.state import (
    ACTION_STRIDE,
    CARDS,
    DECK,
    DECLINE,
    MAX_SEATS,
    NO_PILE,
    PATHS,
    PILE,
    Action,
    Decision,
    Direction,
    EndReason,
    Event,
    State,
    Stream,
    Tile,
)
from simulator.kernel.bits import popcount
from simulator.kernel.compile import game_types, rule
from simulator.kernel.events import log
from simulator.kernel.rng import below, shuffle

TYPES = game_types(Rules, State, OUTCOME, MAX_SEATS)
ALL_CARDS = (1 << CARDS) - 1


# ------------------------------------------------------------------------------------------------ hands


@rule
def add_to_hand(state, seat, card):
    """Put a card into the hand."""
    bit = 1 << int(card)  # with the JIT off a small number could not hold the bit
    state.twice[seat] |= state.held[seat] & bit
    state.held[seat] |= bit


@rule
def remove_from_hand(state, seat, card):
    """Take one copy of a card out of the hand; the table no longer knows it to be there."""
    bit = 1 << int(card)
    state.held[seat] &= ~bit | state.twice[seat]
    state.twice[seat] &= ~bit
    state.shown[seat, card] -= state.shown[seat, card] > 0


@rule
def lowest(cards):
    """The lowest card of a set that is not empty."""
    return popcount((cards & -cards) - 1)


@rule
def from_to(first, end):
    """The set of all cards from the first up to, but not with, the end."""
    return (1 << int(end)) - (1 << int(first))


@rule
def count_held(state, seat, cards):
    """How many cards of a set lie in the hand."""
    return popcount(state.held[seat] & cards) + popcount(state.twice[seat] & cards)


# ------------------------------------------------------------------------------------------------ an expedition's start


@rule
def tell_hand(state, seat, events):
    """Log every card of a hand, the lowest first."""
    for card in range(CARDS):
        for _ in range((state.held[seat] >> card & 1) + (state.twice[seat] >> card & 1)):
            log(events, Event.HAND, seat, card, 0, 0)


@rule
def deal_cards(rules, state, events):
    """All cards are shuffled, some removed unseen (two players), and a hand dealt to each; the rest is the pile."""
    cards = CARDS * rules.cards_copies
    for i in range(cards):
        state.deck[i] = i % CARDS
    shuffle(state, Stream.CARDS_1 + state.expedition, state.deck, 0, cards)
    for seat in range(rules.seats):
        state.held[seat] = state.twice[seat] = 0
        for card in range(CARDS):
            state.shown[seat, card] = 0
        for _ in range(rules.cards_hand):
            cards -= 1
            add_to_hand(state, seat, state.deck[cards])
        if events.shape[0] > 0:
            tell_hand(state, seat, events)
    state.pile = cards - rules.cards_removed


@rule
def lay_tiles(rules, state, events):
    """The event tiles are laid, face up, on the event spaces and shuffled there."""
    for path in range(PATHS):
        for stone in range(STONES + 1):
            state.tile[path, stone] = Tile.NONE
    artifacts, arrows = rules.tiles_artifact, rules.tiles_arrow
    for space in range(rules.spaces):
        kind = int(rules.tiles_victory[space - artifacts - arrows])
        if space < artifacts:
            kind = Tile.ARTIFACT.value
        elif space < artifacts + arrows:
            kind = Tile.ARROW.value
        state.tile[rules.space_colour[space], rules.space_stone[space]] = kind
    for space in range(rules.spaces - 1, 0, -1):
        other = below(state, Stream.TILES_1 + state.expedition, space + 1)
        path, stone = rules.space_colour[space], rules.space_stone[space]
        other_path, other_stone = rules.space_colour[other], rules.space_stone[other]
        kind = state.tile[path, stone]
        state.tile[path, stone] = state.tile[other_path, other_stone]
        state.tile[other_path, other_stone] = kind
    if events.shape[0] > 0:
        for space in range(rules.spaces):
            path, stone = rules.space_colour[space], rules.space_stone[space]
            log(events, Event.TILE, -1, path, stone, state.tile[path, stone])


@rule
def clear_board(rules, state):
    """Everybody takes back explorers, columns and discard piles are cleared, artifact tiles returned."""
    state.crossed = state.idle_turns = 0
    state.fresh_discard = NO_PILE
    for card in range(CARDS):
        state.played[card] = 0
    for path in range(PATHS):
        state.discard_size[path] = 0
    for seat in range(rules.seats):
        state.artifact_tiles[seat] = 0
        state.researchers_left[seat] = rules.explorers_researchers
        state.adventurers_left[seat] = rules.explorers_adventurers
        for path in range(PATHS):
            state.column_size[seat, path] = state.stone[seat, path] = 0
            state.direction[seat, path] = Direction.OPEN
            state.researcher[seat, path] = False


@rule
def begin_expedition(rules, state, events):
    """Board cleared, tiles laid, cards dealt; the seat that is next to move starts."""
    log(events, Event.EXPEDITION, state.seat, state.expedition, 0, 0)
    clear_board(rules, state)
    lay_tiles(rules, state, events)
    deal_cards(rules, state, events)
    state.decision = Decision.PLAY


# ------------------------------------------------------------------------------------------------ scoring


@rule
def score_seat(rules, state, seat, events):
    """Explorers earn their stones, the researcher its multiple; the total never ends below the floor."""
    positive = negative = 0
    for path in range(PATHS):
        stone = state.stone[seat, path]
        points = int(rules.stone_points[stone])
        if state.researcher[seat, path]:
            points *= int(rules.researcher_factor)
            state.researcher_points[seat] += points
        if points > 0:
            positive += points
        else:
            negative += points
        if state.direction[seat, path] == Direction.DOWN:
            state.descending[seat] += 1
        state.furthest[seat, path] = max(state.furthest[seat, path], stone)
    state.positive[seat] += positive
    state.negative[seat] += negative
    total = state.points[seat] + positive + negative
    if total < rules.score_floor:
        state.relief[seat] += rules.score_floor - total
        total = rules.score_floor
    state.points[seat] = total
    state.points_after[seat, state.expedition] = total
    state.tokens[seat] += state.artifact_tiles[seat]
    log(events, Event.SCORE, seat, positive, negative, total)


@rule
def end_expedition(rules, state, reason, events):
    """Score every seat; start the next expedition with the seat that would have moved next, or end the game."""
    expedition = state.expedition
    state.turns += 1
    state.expedition_turns[expedition] += 1
    state.expedition_end[expedition] = reason
    state.ended_by[expedition] = state.seat + 1
    log(events, Event.EXPEDITION_END, state.seat, expedition, reason, state.expedition_turns[expedition])
    for seat in range(rules.seats):
        score_seat(rules, state, seat, events)
    state.seat = (state.seat + 1) % rules.seats
    if expedition + 1 < rules.expeditions:
        state.expedition += 1
        begin_expedition(rules, state, events)
        return
    state.over = True
    state.end_reason = reason
    for seat in range(rules.seats):
        points = artifact_payment(rules, state, seat)
        log(events, Event.ARTIFACT_PAY, seat, state.tokens[seat], points, state.points[seat] + points)


@rule
def artifact_payment(rules, state, seat):
    """The artifact track's points for the seat's tokens; too few cost points, to the floor if the rules say so."""
    points = rules.artifact_points[state.tokens[seat]]
    if rules.score_floor_covers_artifacts and state.points[seat] + points < rules.score_floor:
        points = rules.score_floor - state.points[seat]
    return points


# ------------------------------------------------------------------------------------------------ playing a card


@rule
def fitting_cards(rules, state, seat, path):
    """A card goes on a column if it is equal or higher; with descending paths, if it keeps the path's direction."""
    first = path * CARD_VALUES
    top = first + state.column_top[seat, path]
    rising = from_to(top, first + CARD_VALUES)
    if not rules.play_descending_paths:
        return rising
    falling = from_to(first, top + 1)
    direction = state.direction[seat, path]
    if direction == Direction.OPEN:
        return rising | falling
    return falling if direction == Direction.DOWN else rising


@rule
def openers(rules, state, seat):
    """Any card opens a path; under the strict reading only the lowest of its colour (or highest, if paths descend)."""
    held = int(state.held[seat])
    if not rules.play_must_open_with_lowest:
        return held
    allowed = 0
    for path in range(PATHS):
        colour = held & from_to(path * CARD_VALUES, (path + 1) * CARD_VALUES)
        allowed |= colour & -colour
        if rules.play_descending_paths and colour > 0:
            while colour & (colour - 1):
                colour &= colour - 1
            allowed |= colour
    return allowed


@rule
def list_plays(rules, state, options):
    """Every distinct card may open its path, go on its column, or be discarded."""
    seat = state.seat
    advancing = begun = 0
    for path in range(PATHS):
        open_now = -int(state.stone[seat, path] > 0)  # all bits or none
        advancing |= fitting_cards(rules, state, seat, path) & open_now
        begun |= from_to(path * CARD_VALUES, (path + 1) * CARD_VALUES) & open_now
    opening = openers(rules, state, seat) & ~begun
    adventuring = opening & -int(state.adventurers_left[seat] > 0)
    researching = opening & -int(state.researchers_left[seat] > 0)
    n = 0
    cards = int(state.held[seat])
    while cards > 0:  # what is in a hand cannot be foreseen, so an option is written first and kept if it counts
        card = lowest(cards)
        cards &= cards - 1
        options[n] = Action.ADVANCE * ACTION_STRIDE + card
        n += advancing >> card & 1
        options[n] = Action.OPEN_ADVENTURER * ACTION_STRIDE + card
        n += adventuring >> card & 1
        options[n] = Action.OPEN_RESEARCHER * ACTION_STRIDE + card
        n += researching >> card & 1
        options[n] = Action.DISCARD * ACTION_STRIDE + card
        n += 1
    return n


@rule
def lay_on_column(state, seat, path, value):
    """The card goes face up on the column; the first different one settles the path's direction."""
    size = state.column_size[seat, path]
    if size == 0:
        state.column_first[seat, path] = value
    elif state.direction[seat, path] == Direction.OPEN:
        top = state.column_top[seat, path]
        if value > top:
            state.direction[seat, path] = Direction.UP
        elif value < top:
            state.direction[seat, path] = Direction.DOWN
    state.column_size[seat, path] = size + 1
    state.column_top[seat, path] = value
    state.played[path * CARD_VALUES + value] += 1


@rule
def open_path(rules, state, card, researcher, events):
    """A first card of a colour puts an explorer of the player's choice on the first stone."""
    seat = state.seat
    path = card // CARD_VALUES
    lay_on_column(state, seat, path, card - path * CARD_VALUES)
    state.researcher[seat, path] = researcher
    if researcher:
        state.researchers_left[seat] -= 1
    else:
        state.adventurers_left[seat] -= 1
    state.paths_opened[seat] += 1
    log(events, Event.OPEN, seat, card, researcher, 0)
    move_explorer(rules, state, path, events)


@rule
def advance_path(rules, state, card, events):
    """A card on an own column moves its explorer on; if that one is home, any other own explorer may move."""
    seat = state.seat
    path = card // CARD_VALUES
    lay_on_column(state, seat, path, card - path * CARD_VALUES)
    if state.stone[seat, path] < STONES:
        log(events, Event.ADVANCE, seat, card, state.stone[seat, path] + 1, 0)
        move_explorer(rules, state, path, events)
    else:
        log(events, Event.HOME_CARD, seat, card, 0, 0)
        offer_step(state, True)


@rule
def discard(state, card, events):
    """The card goes face up on the discard pile of its colour."""
    path = card // CARD_VALUES
    state.discard[path, state.discard_size[path]] = card - path * CARD_VALUES
    state.discard_size[path] += 1
    state.fresh_discard = path
    log(events, Event.DISCARD, state.seat, card, 0, 0)
    state.decision = Decision.DRAW


# ------------------------------------------------------------------------------------------------ explorers and tiles


@rule
def offer_step(state, optional):
    """Any one own explorer on a path may step forward, unless all are home; then it is time to draw."""
    for path in range(PATHS):
        stone = state.stone[state.seat, path]
        if 0 < stone < STONES:
            state.decision = Decision.STEP
            state.step_optional = optional
            return
    state.decision = Decision.DRAW


@rule
def move_explorer(rules, state, path, events):
    """One step on; the explorer that is the last allowed over a bridge ends the expedition, its tile unused."""
    seat = state.seat
    stone = state.stone[seat, path] + 1
    state.stone[seat, path] = stone
    if stone == rules.stones_bridge_after + 1:
        state.crossed += 1
        state.crossings[seat] += 1
        log(events, Event.CROSS, seat, path, state.crossed, 0)
        if state.crossed >= rules.ends_pieces_over_bridge:
            end_expedition(rules, state, EndReason.BRIDGE, events)
            return
    find_tile(rules, state, path, stone, events)


@rule
def find_tile(rules, state, path, stone, events):
    """Artifact: taken away. Victory points: paid, the tile stays. Arrow: a step is offered, the tile stays."""
    seat = state.seat
    tile = state.tile[path, stone]
    state.decision = Decision.DRAW
    if tile == Tile.ARTIFACT:
        state.tile[path, stone] = Tile.NONE
        state.artifact_tiles[seat] += 1
        log(events, Event.ARTIFACT, seat, path, stone, state.artifact_tiles[seat])
    elif tile == Tile.ARROW:
        log(events, Event.ARROW, seat, path, stone, 0)
        offer_step(state, rules.play_arrow_optional)
    elif tile > 0:
        state.points[seat] += tile
        state.tile_points[seat] += tile
        log(events, Event.VICTORY, seat, path, stone, tile)


@rule
def list_steps(rules, state, options):
    """Every own explorer on a path and not yet home; and nobody, where the move is a 'may'."""
    seat = state.seat
    n = 0
    for path in range(PATHS):
        if 0 < state.stone[seat, path] < STONES:
            options[n] = path
            n += 1
    if state.step_optional:
        options[n] = DECLINE
        n += 1
    return n


@rule
def take_step(rules, state, path, events):
    """The chosen explorer moves, and what it finds acts too."""
    if path == DECLINE:
        log(events, Event.DECLINE, state.seat, 0, 0, 0)
        state.decision = Decision.DRAW
        return
    log(events, Event.STEP, state.seat, path, state.stone[state.seat, path] + 1, 0)
    move_explorer(rules, state, path, events)


# ------------------------------------------------------------------------------------------------ drawing


@rule
def list_draws(rules, state, options):
    """The draw pile, or the top of any discard pile but the one just discarded to."""
    n = 0
    for path in range(PATHS):
        fresh = path == state.fresh_discard and not rules.play_may_draw_own_fresh_discard
        options[n] = path
        n += (state.discard_size[path] > 0) & (not fresh)
    options[n] = PILE
    return n + 1


@rule
def draw(rules, state, source, events):
    """Draw and end the turn; the last card of the draw pile ends the expedition."""
    seat = state.seat
    state.fresh_discard = NO_PILE
    if source == PILE:
        state.pile -= 1
        card = state.deck[rules.cards_removed + state.pile]
        state.idle_turns = 0
        log(events, Event.DRAW, seat, card, state.pile, 0)
    else:
        state.discard_size[source] -= 1
        card = source * CARD_VALUES + state.discard[source, state.discard_size[source]]
        state.shown[seat, card] += 1
        state.discards_taken[seat] += 1
        state.idle_turns += 1
        log(events, Event.TAKE, seat, card, 0, 0)
    add_to_hand(state, seat, card)
    if state.pile == 0:
        end_expedition(rules, state, EndReason.DRAW_PILE, events)
    elif rules.ends_stall_turns > 0 and state.idle_turns >= rules.ends_stall_turns:
        end_expedition(rules, state, EndReason.STALL, events)
    else:
        state.turns += 1
        state.expedition_turns[state.expedition] += 1
        state.seat = (seat + 1) % rules.seats
        state.decision = Decision.PLAY


# ------------------------------------------------------------------------------------------------ the contract


@rule(TYPES.setup)
def setup(rules, state, events):
    """Seat 1 starts the first expedition."""
    begin_expedition(rules, state, events)


@rule(TYPES.legal)
def legal(rules, state, options):
    """All options of the decision now due."""
    if state.decision == Decision.PLAY:
        return list_plays(rules, state, options)
    if state.decision == Decision.STEP:
        return list_steps(rules, state, options)
    return list_draws(rules, state, options)


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Carry out one option and move on to the next decision."""
    if state.decision == Decision.STEP:
        take_step(rules, state, option, events)
        return
    if state.decision == Decision.DRAW:
        draw(rules, state, option, events)
        return
    action = option // ACTION_STRIDE
    card = option - action * ACTION_STRIDE
    remove_from_hand(state, state.seat, card)
    if action == Action.DISCARD:
        discard(state, card, events)
    elif action == Action.ADVANCE:
        advance_path(rules, state, card, events)
    else:
        open_path(rules, state, card, action == Action.OPEN_RESEARCHER, events)


@rule(TYPES.score)
def score(rules, state, outcome):
    """Points so far and the artifact track; ties go to more artifacts."""
    for seat in range(rules.seats):
        before = state.points[seat]
        paid = artifact_payment(rules, state, seat)
        outcome.score[seat] = before + paid
        outcome.tiebreak[seat] = state.tokens[seat]
        outcome.stones_positive[seat] = state.positive[seat]
        outcome.stones_negative[seat] = state.negative[seat]
        outcome.tiles[seat] = state.tile_points[seat]
        owed = rules.artifact_points[state.tokens[seat]]
        outcome.artifact_points[seat] = owed
        outcome.floor_relief[seat] = state.relief[seat] + paid - owed
        outcome.artifacts[seat] = state.tokens[seat]
        outcome.researcher_points[seat] = state.researcher_points[seat]
        outcome.paths_opened[seat] = state.paths_opened[seat]
        outcome.descending[seat] = state.descending[seat]
        outcome.crossings[seat] = state.crossings[seat]
        outcome.discards_taken[seat] = state.discards_taken[seat]
        for path in range(PATHS):
            outcome.furthest[seat, path] = state.furthest[seat, path]
        for expedition in range(rules.expeditions):
            outcome.points_after[seat, expedition] = state.points_after[seat, expedition]
    for expedition in range(rules.expeditions):
        outcome.expedition_end[expedition] = state.expedition_end[expedition] + 1
        outcome.expedition_turns[expedition] = state.expedition_turns[expedition]
        outcome.ended_by[expedition] = state.ended_by[expedition]
        if state.expedition_end[expedition] == EndReason.STALL:
            outcome.stalls += 1


@rule
def hand_due(rules, state, seat):
    """Cards a seat holds now: a full hand, less the one played by the seat that is still to draw."""
    drawing = seat == state.seat and state.decision != Decision.PLAY
    return rules.cards_hand - drawing


@rule
def keep_shown(state, seat):
    """Leave only those cards in a hand that all saw being taken."""
    state.held[seat] = state.twice[seat] = 0
    for card in range(CARDS):
        for _ in range(state.shown[seat, card]):
            add_to_hand(state, seat, card)


@rule
def count_unseen(rules, state, seat):
    """Count every card that the seat cannot place: removed, in the draw pile, or in a rival's hand and never shown."""
    for at in range(rules.cards_removed + state.pile):
        state.unseen[state.deck[at]] += 1
    for rival in range(rules.seats):
        if rival != seat:
            for card in range(CARDS):
                dealt = (state.held[rival] >> card & 1) + (state.twice[rival] >> card & 1)
                state.unseen[card] += dealt - state.shown[rival, card]
            keep_shown(state, rival)


@rule
def stack_unseen(state):
    """Lay the unseen cards down in order, whatever order they had; gives their number."""
    cards = 0
    for card in range(CARDS):
        for _ in range(state.unseen[card]):
            state.deck[cards] = card
            cards += 1
        state.unseen[card] = 0
    for at in range(cards, DECK):
        state.deck[at] = 0  # what was drawn from there is nobody's business any more
    return cards


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Shuffle the removed cards, the draw pile and rivals' hands anew; cards seen taken from a pile stay in hand."""
    count_unseen(rules, state, seat)
    unseen = stack_unseen(state)
    shuffle(state, Stream.REDEAL, state.deck, 0, unseen)
    for rival in range(rules.seats):
        if rival == seat:
            continue
        while count_held(state, rival, ALL_CARDS) < hand_due(rules, state, rival):
            unseen -= 1
            add_to_hand(state, rival, state.deck[unseen])
            state.deck[unseen] = 0
