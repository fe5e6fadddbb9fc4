"""The worth of exploring the monument, as far as the seat can know."""

from digsite.simulator.games.archaeology.options import Action, action_of, what_of
from digsite.simulator.games.archaeology.rules import KINDS, MAX_CHAMBERS
from digsite.simulator.games.archaeology.state import Card, Monument
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.archaeology.values import AHEAD, digs_left, gain_by, mean_gain

TOMB_PICK = 1.7  # the best cards of a chamber against an average card
MINE_HAUL = 1.5  # cards that an exploration of the Mine yields, busts included
TOGETHER = 1.15  # several cards at once complete sets more often than one by one


@rule
def cards_known(state, seat, chamber):
    """Return how many cards the seat knows to be in a chamber."""
    known = 0
    for kind in range(KINDS):
        known += int(state.chamber_known[seat, chamber, kind])
    return known


@rule
def chance_in_chamber(state, seat, notes, chamber, kind, known):
    """Return the chance that a card drawn from the chamber is of this treasure: known cards, and the unseen mix."""
    size = int(state.chamber_size[chamber])
    if size == 0 or kind == Card.MAP:
        return 0.0
    here = int(state.chamber_known[seat, chamber, kind])
    pool = max(notes.all_unseen - notes.unseen[Card.MAP] - known, 1.0)
    others = max(notes.unseen[kind] - here, 0.0)
    return (here + (size - known) * others / pool) / size


@rule
def seen_gain(state, seat, notes, chamber, face_up):
    """Return what the cards that the seat knows to be in a chamber would add to its hand."""
    gain = 0.0
    for kind in range(KINDS):
        cards = int(state.chamber[chamber, kind]) if face_up else int(state.chamber_known[seat, chamber, kind])
        if cards > 0:
            held = int(state.hand[seat, kind])
            gain += gain_by(notes, kind, held, min(cards, AHEAD))
    return gain


@rule
def sphinx_gain(rules, state, seat, notes):
    """Return the expected gain at the Sphinx from the two best treasures among the revealed cards."""
    best = second = 0.0
    known = cards_known(state, seat, 0)
    for kind in range(KINDS):
        held = state.hand[seat, kind]
        gain = chance_in_chamber(state, seat, notes, 0, kind, known) * gain_by(notes, kind, held, 1)
        if gain > best:
            best, second = gain, best
        elif gain > second:
            second = gain
    return (best + second) * min(int(rules.sphinx_reveal), int(state.chamber_size[0])) * TOGETHER


@rule
def chamber_gain(rules, state, seat, notes, chamber, average):
    """Return the expected gain of exploring a chamber; `average` is the gain by an unknown treasure."""
    size = int(state.chamber_size[chamber])
    if size == 0:
        return 0.0
    if state.monument == Monument.BURIED_RUINS:
        return seen_gain(state, seat, notes, chamber, True)
    if state.monument == Monument.TOMB:
        kept = min(int(rules.tomb_keep), size)
        return kept * average * (1.0 + (TOMB_PICK - 1.0) * (size - kept) / size)
    if state.monument == Monument.MINE:
        return average * MINE_HAUL
    if state.monument == Monument.SPHINX:
        return sphinx_gain(rules, state, seat, notes)
    if cards_known(state, seat, chamber) == size:
        return seen_gain(state, seat, notes, chamber, False)
    return size * average * TOGETHER


@rule
def best_gain_per_map(rules, state, seat, notes, average):
    """Return the most that one map can earn at any chamber still to be explored."""
    best = 0.0
    for chamber in range(MAX_CHAMBERS):
        if state.chamber_size[chamber] > 0:
            gain = chamber_gain(rules, state, seat, notes, chamber, average)
            best = max(best, gain / rules.chamber_maps[state.monument, chamber])
    return best


@rule
def fewest_maps(rules, state):
    """Return the maps needed for the cheapest chamber with cards."""
    fewest = 99
    for chamber in range(MAX_CHAMBERS):
        if state.chamber_size[chamber] > 0:
            fewest = min(fewest, int(rules.chamber_maps[state.monument, chamber]))
    return fewest


@rule
def fill_map_values(rules, state, seat, notes, trust):
    """Value maps by what the monument yields, times the trust in getting there; at least by their currency."""
    held = int(state.hand[seat, Card.MAP])
    notes.mean_gain = mean_gain(state, seat, notes)
    notes.best_per_map = best_gain_per_map(rules, state, seat, notes, notes.mean_gain)
    per_map = trust * notes.best_per_map
    needed = fewest_maps(rules, state)
    too_few = 0.6 * min(digs_left(rules, state), 1.0)  # late in the game the missing ones will not come
    for maps in range(1, held + max(min(int(state.market[Card.MAP]), AHEAD), 1) + 1):  # a thief may add one
        enough = 1.0 if maps >= needed else too_few
        notes.values[Card.MAP, maps] = max(notes.values[Card.MAP, maps], maps * per_map * enough)


@rule
def best_exploration(rules, state, seat, notes, options, n, want, ripe):
    """Return the exploration to make now, -1 if it is better to wait.

    `want` is the share of the best gain per map that a chamber must reach to be taken, `ripe` the money per map while
    chambers still grow; both fall to 0 late in the game, when there is nothing left to wait for.
    """
    best = -1
    most = 0.0
    early = min(digs_left(rules, state) / 4.0, 1.0)
    goal = early * want * notes.best_per_map
    if state.monument == Monument.BURIED_RUINS and state.pile_left > 0:
        goal = max(goal, early * ripe)
    for index in range(n):
        if action_of(options[index]) != Action.EXPLORE:
            continue
        chamber = what_of(options[index])
        maps = int(rules.chamber_maps[state.monument, chamber])
        gain = chamber_gain(rules, state, seat, notes, chamber, notes.mean_gain)
        if gain / maps >= goal and gain > most:
            best, most = index, gain
    return best
