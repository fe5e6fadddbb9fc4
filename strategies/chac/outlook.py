"""The outlook of an adventurer: what a place is worth, by the best plan from there.

Plans are few and known by their lengths: round the lava room or across it, past the alcoves, by river, by bridge or the
long way, and how often to search on the way. A plan is worth the chance to get out times what it brings out. For the
chance the exact odds are taken at the places where the boulder comes closest; the worst of them stands for the way.
Only what the seat may know is read: its own clues and peeks, what lies open, the boulder, the walls.
"""

import numpy as np

from simulator.games.chac.odds import HANDS, LEVELS, MAX_LATE, MAX_ROOM
from simulator.games.chac.rules import (
    BRIDGE,
    ENTRANCE,
    LAVA,
    LAVA_SIDE,
    MAX_COLUMNS,
    MAX_TURN_DICE,
    OUTSIDE,
    RIVER,
    SMALL_ALCOVES,
    WALLS,
    ZONES,
)
from simulator.games.chac.state import LAVA_DECK, RIVER_DECK, Slab
from simulator.kernel.compile import rule
from strategies.chac.lava import best_column, safety
from strategies.chac.mind import (
    ACTIONS,
    BY_BRIDGE,
    BY_LAVA,
    BY_RIVER,
    CAP,
    CARDS,
    CLOCK,
    CLUES,
    CRUSHED,
    DRY,
    EXIT,
    FAR,
    FIND,
    FORCES,
    FRESH,
    GAIN,
    HOLD,
    IN_WALLS,
    KNOWN,
    LEVEL,
    MAPPED,
    MIND,
    NOTHING,
    PRIZE,
    READ,
    REAL,
    ROW,
    RULES,
    SAFE,
    SHARE,
    STAKE,
    STATE,
    STYLE,
    SWIMS,
    TRUST,
    UNREAD,
    WALK,
    WALL_TURNS,
    WAYS,
    WHOLE,
    Weight,
)
from strategies.chac.odds import falls, opens
from strategies.chac.pack import utility

STEP_COST = 0.005  # of two equally good ways the shorter one is better
ROW_COST = 0.002  # one goes through the walls room first and aside later, as walls push back who went aside
STRIDE = 4  # actions of a usual turn
SOON = 6  # spaces that the boulder may come in a turn, and one more
DIVE_STEPS = 3  # a corridor space between the lava room and the bridge with so many neighbours is a place to dive
MASKED_WALK = 6  # actions that a crossing takes before one has seen the slabs
MASKED_FINDS = 2  # treasures on such a crossing
TIME_ENOUGH = 0.9  # who can search the river with so much of the chance to get there does not think of less
A_CHASE = 0.98  # a chance below which the boulder is near enough to look at the way in between
DREAM = 12.0  # no plan finds more on its way
LAVA_FINDS = 2  # treasures a plan counts on in the lava room
RIVER_FINDS = 3  # treasures a plan counts on in the river
TRUST_IN_WAITING = 0.65  # what holds of a plan to wait in the walls room until the boulder is past
TRUST_IN_LEAVING = 0.97  # and of one to follow when it is past already
TRUST_IN_IDLING = 0.9  # share of what idle actions find on average that a plan counts on
FADING = 0.75  # each further card improves a full load by so much of what the one before did
MOST_IDLE = 16  # idle actions a plan counts on
ALCOVE_FINDS = 2  # alcoves a plan counts on
ROLLS = 2  # rolls that a plan sets aside for a lock
SOUND_PLANKS = 3  # with so many the long way is not worth a thought
LONGEST_GAP = 12  # spaces
LONGEST_WAIT = 12  # turns


# [present level, level]: how many actions at the present load level take as long as one at another, if that is higher
PACE = np.array([[max(1.0, (7.0 - one) / max(7.0 - other, 1.0)) for other in range(LEVELS)] for one in range(LEVELS)])


@rule
def considers(mind, way):
    """Whether a shortcut is considered on this trip."""
    return np.int64(mind[WAYS]) & way != 0


@rule(NOTHING(RULES, MIND, WHOLE, REAL))
def carry(rules, mind, cards, stake):
    """Go on with so many cards of this worth."""
    mind[CARDS] = cards
    mind[LEVEL] = rules.level[cards]
    mind[ROW] = mind[CLOCK] * LEVELS + mind[LEVEL]
    mind[STAKE] = stake
    mind[PRIZE] = utility(stake, mind)


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE))
def run(rules, state, mind, index, need):
    """Chance to leave corridor space `index` with the `need`-th action before the boulder gets there."""
    late = need - np.int64(mind[ACTIONS])
    room = index - state.boulder
    if late <= 0:
        return 1.0
    if room <= 0:
        return 0.0
    return np.float64(rules.in_time[np.int64(mind[ROW]), min(late, MAX_LATE - 1), min(room, MAX_ROOM - 1)])


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE))
def exposed(rules, state, mind, at, steps, until):
    """Chance to stay ahead of the boulder from one corridor space to another, the last left with one more action.

    Looked at where the walk begins, where this turn's actions and the next ones end, and where it ends itself.
    """
    actions = np.int64(mind[ACTIONS])
    chance = min(mind[CAP], run(rules, state, mind, until, steps + until - at + 1))
    if steps + 1 > actions:
        chance = min(chance, run(rules, state, mind, at, steps + 1))
    rest = at + max(actions - steps, 0)
    if at < rest < until:
        chance = min(chance, run(rules, state, mind, rest, steps + rest - at + 1))
    rest += STRIDE
    if rest + STRIDE < until:
        chance = min(chance, run(rules, state, mind, rest, steps + rest - at + 1))
    return chance


@rule(WHOLE(RULES, STATE, MIND, WHOLE))
def turns_until_past(rules, state, mind, at):
    """Turns until the boulder has rolled past a corridor space, on average."""
    spaces = 6.0 * (at + 1 - state.boulder)
    turn = np.int64(mind[CLOCK]) // 2
    turns = 0
    while spaces > 0.0 and turns < LONGEST_WAIT:
        spaces -= rules.boulder_dice_on_turn[min(turn, MAX_TURN_DICE)] * max(7 - rules.boulder_advances_on, 0)
        turn += 1
        turns += 1
    return turns


@rule(WHOLE(RULES, STATE, MIND, WHOLE, WHOLE))
def waiting(rules, state, mind, at, steps):
    """Actions lost behind the boulder until it has rolled past a corridor space that is `steps` actions away."""
    turns = turns_until_past(rules, state, mind, at)
    if turns == 0:
        return 0
    if np.int64(mind[CLOCK]) % 2 == 0:
        turns -= 1  # it rolls before the next turn's actions
    passing = np.int64(mind[ACTIONS] + turns * rules.dice_actions * (7.0 - mind[LEVEL]) / 6.0)
    return max(passing - steps, 0)


@rule
def may_follow(state, at):
    """Whether the boulder is near enough to think of letting it pass."""
    return at - state.boulder < LONGEST_GAP


@rule
def slower(mind, actions, level):
    """So many actions at a load level, counted as actions at the present one."""
    return np.int64(actions * PACE[np.int64(mind[LEVEL]), level] + 0.5)


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE, REAL))
def swim_with(rules, state, mind, space, steps, found, chance):
    """Outlook from a river space reached with the `steps`-th action, for so many searches on the way."""
    cards = np.int64(mind[CARDS]) + found
    level = np.int64(rules.level[cards])
    last, landing = np.int64(rules.last_space), np.int64(rules.landing)
    out = steps + slower(mind, rules.last_river_space - space + 1 + found, level)
    walk = last + 1 - landing
    kept = rules.leaves_river[level, min(cards, HANDS - 1), np.int64(mind[SWIMS])] * mind[STYLE + Weight.RIVER]
    if landing <= rules.near_end and considers(mind, BY_BRIDGE) and state.planks > 0:  # swimmers land on the near bank
        walk -= rules.far_end - rules.near_end - 2
        kept *= 1.0 - falls(level, state.planks)
    home = out + slower(mind, walk, level)
    dry = min(run(rules, state, mind, landing, out + 1), run(rules, state, mind, last, home))
    if dry < A_CHASE:  # to the exit
        half = (last - landing) // 2
        dry = min(dry, run(rules, state, mind, landing + half, out + half + 1))
    stake = mind[STAKE] + found * rules.deck_worth[RIVER_DECK]
    mind[DRY] = dry
    return min(chance, dry) * kept * utility(stake, mind) - STEP_COST * home


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE, REAL))
def swim(rules, state, mind, space, steps, fresh, chance):
    """Best outlook from a river space: search as often as possible, not at all, or something between."""
    spots = min(rules.last_river_space - space - 1 + fresh, np.int64(mind[SHARE]), RIVER_FINDS)
    spots = max(min(spots, np.int64(mind[STYLE + Weight.CARDS_RIVER] - mind[CARDS])), 0)
    most = swim_with(rules, state, mind, space, steps, spots, chance)
    if spots == 0 or mind[DRY] > min(chance, 1.0) * TIME_ENOUGH:
        return most
    none = swim_with(rules, state, mind, space, steps, 0, chance)
    if spots == 1:
        return max(most, none)
    between = spots - 1 if most > none else 1
    return max(most, none, swim_with(rules, state, mind, space, steps, between, chance))


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE))
def by_bridge(rules, state, mind, at, steps, sheltered):
    """Outlook over the bridge: ahead of the boulder, or behind it to overtake it on the far side."""
    near = np.int64(rules.near_end)
    last = np.int64(rules.last_space)
    ahead = state.boulder < at
    crossed = steps + last + 1 - at - (rules.far_end - near) + 2
    prize = mind[PRIZE] * (1.0 - falls(np.int64(mind[LEVEL]), state.planks))
    best = -FAR
    if ahead:
        chance = exposed(rules, state, mind, at, steps, near)
        best = min(chance, run(rules, state, mind, last, crossed)) * prize - STEP_COST * crossed
    if not ahead or (sheltered and may_follow(state, at) and mind[TRUST] * prize > best):
        walk = steps + near - at
        lost = waiting(rules, state, mind, near, walk)
        chance = min(mind[CAP], run(rules, state, mind, np.int64(rules.far_end), walk + lost + 3))
        chance = min(chance, run(rules, state, mind, last, crossed + lost))
        best = max(best, chance * prize * mind[TRUST] - STEP_COST * crossed)
    return best


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE, WHOLE))
def by_river(rules, state, mind, at, steps, dive, sheltered):
    """Outlook down the river from a place to dive: ahead of the boulder, or behind it to land before it comes."""
    ahead = state.boulder < at
    space = RIVER + dive - np.int64(rules.first_dive)
    dived = steps + dive - at + 1
    best = -FAR
    if ahead:
        chance = exposed(rules, state, mind, at, steps, dive)
        best = swim(rules, state, mind, space, dived, 1, chance)
    if not ahead or (sheltered and may_follow(state, at) and mind[TRUST] * utility(mind[STAKE] + DREAM, mind) > best):
        lost = waiting(rules, state, mind, dive, dived - 1)
        value = swim(rules, state, mind, space, dived + lost, 1, mind[CAP]) + STEP_COST * lost
        best = max(best, value * mind[TRUST] if value > 0.0 else value)
    return best


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE))
def from_corridor(rules, state, mind, at, steps, sheltered):
    """Best outlook from corridor space `at`, reached after `steps` actions, without the lava room.

    A sheltered adventurer may let the boulder pass and follow it; only a bridge or a river overtakes it then.
    """
    last = np.int64(rules.last_space)
    whole = steps + last + 1 - at
    best = -STEP_COST * whole
    dive = max(at, np.int64(rules.first_dive))
    if considers(mind, BY_RIVER) and dive < rules.near_end and rules.steps[dive] == DIVE_STEPS and rules.landing > at:
        best = max(best, by_river(rules, state, mind, at, steps, dive, sheltered))
    if best >= mind[CAP] * mind[PRIZE]:  # no way without finds can be better
        return best
    bridge = considers(mind, BY_BRIDGE) and at <= rules.near_end and state.planks > 0
    if bridge:
        best = max(best, by_bridge(rules, state, mind, at, steps, sheltered))
    if state.boulder < at and (not bridge or state.planks < SOUND_PLANKS):
        best = max(best, exposed(rules, state, mind, at, steps, last) * mind[PRIZE] - STEP_COST * whole)
    return best


@rule
def crossing(rules, state, mind, at):
    """A way over the slabs: corridor spaces where it begins and ends, actions, treasures, chance to survive it.

    While the room is masked only the number of clues tells how dangerous it is. Without a map of the slabs there is no
    way over them.
    """
    after = np.int64(rules.opens_sun_b) + 1
    if not state.unmasked:
        entry = max(at, np.int64(rules.opens_sun_a) - LAVA_SIDE)
        return entry, after + LAVA_SIDE - 1, MASKED_WALK, MASKED_FINDS, safety(np.int64(mind[CLUES]))
    column = best_column(rules, at, mind) if mind[MAPPED] > 0.0 else -1
    if column < 0:
        return at, after, 0, 0, 0.0
    entry = np.int64(rules.opens_sun_a) - 1 - column
    walk, finds = 1 + np.int64(mind[WALK + column]), np.int64(mind[FIND + column])
    safe = mind[HOLD + column] * mind[SAFE + column]
    if mind[CLUES] > mind[KNOWN]:
        safe = min(1.0, safe * safety(np.int64(mind[CLUES])) / safety(np.int64(mind[KNOWN])))
    return entry, after + np.int64(mind[EXIT + column]), walk, finds, safe


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE))
def out_of_lava(rules, state, mind, end, steps, finds):
    """Best outlook over the slabs to the corridor, with so many treasures to pick up on the way."""
    cards, stake = np.int64(mind[CARDS]), mind[STAKE]
    finds = min(
        finds, LAVA_FINDS, np.int64(state.deck_left[LAVA_DECK]), np.int64(mind[STYLE + Weight.CARDS_LAVA]) - cards
    )
    best = from_corridor(rules, state, mind, end, steps, 1)
    if finds > 0:
        carry(rules, mind, cards + finds, stake + finds * rules.deck_worth[LAVA_DECK])
        best = max(best, from_corridor(rules, state, mind, end, steps + finds, 1))
        carry(rules, mind, cards, stake)
    return best


@rule(NOTHING(RULES, MIND, WHOLE))
def hope(rules, mind, idle):
    """Count on what so many idle actions in the walls room will find: up to a full light load, then better cards."""
    cards, stake = np.int64(mind[CARDS]), mind[STAKE]
    gain = mind[GAIN]
    for _ in range(min(idle, MOST_IDLE)):
        if cards >= mind[STYLE + Weight.CARDS_WALLS]:
            break
        if rules.level[cards + 1] == rules.level[0]:
            cards += 1
            stake += rules.deck_worth[0] * TRUST_IN_IDLING
        else:
            stake += gain * TRUST_IN_IDLING
            gain *= FADING
    carry(rules, mind, cards, stake)


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, REAL))
def follow_across(rules, state, mind, entry, end, entered, walk, finds, safe):
    """Outlook over the slabs after the boulder has rolled past; who waits in the walls room searches and deciphers."""
    cards, stake, trust = np.int64(mind[CARDS]), mind[STAKE], mind[TRUST]
    stay = trust / max(mind[STYLE + Weight.PATIENCE], 0.01)
    if mind[IN_WALLS] > 0.0:
        stay *= TRUST_IN_WAITING if state.boulder < mind[IN_WALLS] else TRUST_IN_LEAVING
    lost = waiting(rules, state, mind, entry, entered)
    if lost > 0 and mind[IN_WALLS] > 0.0:
        read = min(lost, np.int64(mind[UNREAD]))
        clues = np.int64(mind[CLUES])
        if read > 0:
            safe = min(1.0, safe * safety(clues + read) / safety(clues))
        hope(rules, mind, lost - max(read, 0))
    mind[TRUST] = mind[STYLE + Weight.PATIENCE]
    value = out_of_lava(rules, state, mind, end, entered + lost + walk - 1, finds) + STEP_COST * lost
    mind[TRUST] = trust
    if mind[STAKE] != stake:
        carry(rules, mind, cards, stake)
    return value * stay * safe if value > 0.0 else value


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE, REAL))
def across_lava(rules, state, mind, at, steps, sheltered, best):
    """Best outlook from a corridor space before the lava room by way of its slabs, if it is better than another."""
    entry, end, walk, finds, safe = crossing(rules, state, mind, at)
    if safe <= 0.0:
        return best
    boulder = np.int64(state.boulder)
    entered = steps + entry - at + 1
    dream = utility(mind[STAKE] + DREAM, mind)
    cap = mind[CAP]
    if (boulder >= entry or boulder < at) and safe * dream > best:
        if boulder < at:
            mind[CAP] = exposed(rules, state, mind, at, steps, entry)
        value = out_of_lava(rules, state, mind, end, entered + walk - 1, finds)
        best = max(best, value * safe if value > 0.0 else value)
        mind[CAP] = cap
    if boulder < entry and (boulder >= at or (sheltered and may_follow(state, at))) and mind[TRUST] * dream > best:
        best = max(best, follow_across(rules, state, mind, entry, end, entered, walk, finds, safe))
    return best


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE))
def past_alcoves(rules, state, mind, at, steps):
    """Best outlook from a corridor space ahead of the boulder when locks are worked on the way."""
    cards, stake, cap = np.int64(mind[CARDS]), mind[STAKE], mind[CAP]
    chance = opens(np.int64(rules.alcoves_numbers), np.int64(rules.alcoves_numbers), ROLLS, np.int64(mind[FORCES]))
    gain = chance * rules.treasure_alcove * mind[STYLE + Weight.ALCOVES]
    first = np.int64(rules.opens_sun_a) + 1
    best = -FAR
    opened = 0
    for alcove in range(SMALL_ALCOVES):
        space = first + alcove
        if state.alcove_owner[alcove] >= 0 or space < at or cards + opened >= mind[STYLE + Weight.CARDS_ALCOVES]:
            continue
        if opened == 0:
            mind[CAP] = exposed(rules, state, mind, at, steps, space)
        opened += 1
        carry(rules, mind, cards + opened, stake + opened * gain)
        value = from_corridor(rules, state, mind, space, steps + space - at + ROLLS * opened, 0)
        if value <= best or opened == ALCOVE_FINDS:
            best = max(best, value)
            break
        best = value
    mind[CAP] = cap
    if opened > 0:
        carry(rules, mind, cards, stake)
    return best


@rule
def hold_back(rules, state, mind, at, steps):
    """Behind the boulder this turn's actions lead no further than up to it, unless a way branches off before."""
    branch = rules.first_dive if at >= rules.opens_sun_a else rules.opens_sun_a - LAVA_SIDE
    if state.boulder <= branch:
        mind[ACTIONS] = min(mind[ACTIONS], steps + max(state.boulder - 1 - at, 0))


@rule(REAL(RULES, STATE, MIND, WHOLE, WHOLE, WHOLE))
def along(rules, state, mind, at, steps, sheltered):
    """Best outlook from a corridor space, round the lava room or across it."""
    if state.boulder >= at:
        hold_back(rules, state, mind, at, steps)
    best = from_corridor(rules, state, mind, at, steps, sheltered)
    if considers(mind, BY_LAVA) and at < rules.opens_sun_a:
        best = across_lava(rules, state, mind, at, steps, sheltered, best)
    if mind[CARDS] < mind[STYLE + Weight.CARDS_ALCOVES] and state.boulder < at < rules.opens_sun_b:
        best = max(best, past_alcoves(rules, state, mind, at, steps))
    return best


@rule(REAL(RULES, STATE, MIND, WHOLE))
def out_of_walls(rules, state, mind, space):
    """Best outlook from the walls room or the entrance; whoever is still inside may be crushed this turn."""
    first = np.int64(state.left_wall)
    if space == ENTRANCE:
        if state.walls_closed:
            return -FAR
        down = ZONES + 1
        zone = 0
        column = max((np.int64(rules.walls_columns) - 1) // 2, first)
    else:
        zone = (space - WALLS) // MAX_COLUMNS
        down = ZONES - zone
        column = (space - WALLS) % MAX_COLUMNS
    exit_space = np.int64(rules.first_exit) + rules.walls_columns - 1 - column
    if state.boulder + SOON >= exit_space:  # walk inside the room as far as the left wall lets one
        down += column - first
        exit_space += column - first
    if state.boulder < exit_space:
        stuck = min(turns_until_past(rules, state, mind, exit_space), WALL_TURNS) - 1
        mind[TRUST] *= 1.0 - mind[CRUSHED + max(stuck, 0)]
    mind[IN_WALLS] = exit_space
    mind[UNREAD] = 0.0
    for later in range(zone, ZONES):
        mind[UNREAD] += not np.int64(mind[READ]) >> later & 1
    value = along(rules, state, mind, exit_space, down, 1) - ROW_COST * (down if space == ENTRANCE else ZONES - zone)
    if value > 0.0 and down > mind[ACTIONS] and np.int64(mind[CLOCK]) % 2 == 0:
        value *= 1.0 - mind[CRUSHED]
    return value


@rule(REAL(RULES, STATE, MIND, WHOLE))
def outlook(rules, state, mind, space):
    """What a space is worth on the trip in mind."""
    mind[CAP] = 1.0
    mind[TRUST] = mind[STYLE + Weight.PATIENCE]
    mind[IN_WALLS] = 0.0
    if space == OUTSIDE:
        return mind[PRIZE]
    if space == BRIDGE:
        return from_corridor(rules, state, mind, np.int64(rules.far_end), 1, 1)
    if RIVER <= space < BRIDGE:
        return swim(rules, state, mind, space, 0, np.int64(mind[FRESH]), 1.0)
    if LAVA <= space < WALLS:
        slab = space - LAVA
        if mind[WALK + slab] >= FAR:
            return -FAR
        end = rules.opens_sun_b + 1 + np.int64(mind[EXIT + slab])
        walk, finds = np.int64(mind[WALK + slab]), np.int64(mind[FIND + slab])
        if state.slab[slab] <= Slab.TREASURE:
            finds += np.int64(mind[FRESH])
        value = out_of_lava(rules, state, mind, end, walk, finds)
        return value * mind[SAFE + slab] if value > 0.0 else value
    if space < LAVA:
        return along(rules, state, mind, space, 0, 0)
    return out_of_walls(rules, state, mind, space)
