"""What the Temple of Chac shows to a seat: the table of public facts, its own cards, and options in words."""

from typing import Any

from digsite.simulator.game.facts import Choice, Facts, Scene, Secret
from digsite.simulator.game.wording import counted, listed
from digsite.simulator.games.chac.narrate import ADVENTURERS, ChacNarrator
from digsite.simulator.games.chac.options import (
    FORCE,
    KEEP,
    LEAVE,
    STAMINA,
    USE,
    WAIT,
    Action,
    Rescue,
    action_of,
    what_of,
)
from digsite.simulator.games.chac.rules import CARD_KINDS, DECKS, KINDS, LAVA, LAVA_SPACES, ZONES
from digsite.simulator.games.chac.state import (
    LAVA_DECK,
    LOCK_DICE,
    LOST_TREASURE,
    Ability,
    Decision,
    Phase,
    Slab,
    Status,
    WallCard,
)

_DECK_NAMES = (*(f"zone {zone + 1}" for zone in range(ZONES)), "lava room", "river")
_ACTS = {
    Action.STOP: "Stop", Action.STEP: "Step", Action.SPRINT: "Sprint", Action.LEAP: "Leap", Action.SEARCH: "Search",
    Action.DECIPHER: "Decipher the clue", Action.PICK: "Work the lock", Action.PEEK: "Read the glyph",
    Action.HOP: "Hop on the bridge", Action.STAMINA: "Use Stamina",
}  # fmt: skip


def _adventurer(number_: int) -> str:
    return f"{ADVENTURERS[number_]} ({Ability(number_ >> 1).name.replace('_', ' ').title()})"


def _who(scene: Scene, seat: int) -> str:
    state = scene.state
    second = int(state.second[seat])
    used = ", ability used" if state.ability_used[seat, second] else ""
    return f"{_adventurer(int(state.adventurer[seat, second]))}{used}"


def _where(scene: Scene, seat: int) -> str:
    state = scene.state
    status = Status(int(state.status[seat]))
    if status == Status.INSIDE:
        return (
            "not yet inside"
            if state.phase == Phase.ENTERING and not state.turn
            else scene.words.place(int(state.space[seat]))
        )
    return {Status.WAITING: "waiting to come down", Status.ESCAPED: "out", Status.LOST: "lost"}[status]


def _held_back(scene: Scene, seat: int) -> str:
    return "nobody" if scene.state.second[seat] else _adventurer(int(scene.state.adventurer[seat, 1]))


def _loot(scene: Scene, seat: int) -> list[str]:
    """Return how many cards of each deck the seat carries, and its alcove treasures: all see their backs."""
    state = scene.state
    counts = [(_DECK_NAMES[deck], int(state.carried[seat, deck].sum())) for deck in range(DECKS)]
    alcoves = [
        scene.words.card(kind) for kind in range(KINDS, CARD_KINDS) for _ in range(int(state.kind_held[seat, kind]))
    ]
    return [f"{n} from {'the ' * (at >= LAVA_DECK)}{name}" for at, (name, n) in enumerate(counts) if n] + alcoves


def _hand(scene: Scene) -> list[str]:
    held = scene.state.kind_held[scene.viewer]
    return [scene.words.card(kind) for kind in range(CARD_KINDS) for _ in range(int(held[kind]))]


def _clues(scene: Scene) -> list[str]:
    """Return what the viewer knows of traps: the clues it deciphered, and the slabs it looked under."""
    state, place = scene.state, scene.words.place
    read = int(state.deciphered[scene.viewer])
    if not state.unmasked:
        known = [f"clue of zone {zone + 1} deciphered" for zone in range(ZONES) if read >> zone & 1]
    else:
        known = [
            f"zone {zone + 1}: {place(LAVA + int(state.trap[zone]))} is trapped"
            for zone in range(ZONES)
            if read >> zone & 1
        ]
    traps = {int(trap) for trap in state.trap}
    peeked = [slab for slab in range(LAVA_SPACES) if int(state.peeked[scene.viewer]) >> slab & 1]
    return known + [f"{place(LAVA + slab)} is {'trapped' if slab in traps else 'safe'}" for slab in peeked]


def _slabs(scene: Scene) -> list[str]:
    return [
        f"{scene.words.place(LAVA + slab)}: {Slab(int(state)).name.lower()}"
        for slab, state in enumerate(scene.state.slab)
        if state not in (Slab.HIDDEN, Slab.SUN)
    ]


def _walls(scene: Scene) -> str:
    state = scene.state
    if state.walls_closed:
        return "met"
    turned = [WallCard(int(it)).name.lower() for it in state.wall_card[: state.walls_turned]]
    return f"left {int(state.left_wall)}, right {int(state.right_wall)} in; {counted(len(turned), 'card')} turned"


def _decks(scene: Scene) -> list[str]:
    return [f"{name}: {int(left)}" for name, left in zip(_DECK_NAMES, scene.state.deck_left, strict=True)]


def _alcoves(scene: Scene) -> list[str]:
    def owner(it: int) -> str:
        return "in place" if it < 0 else "lost" if it == LOST_TREASURE else scene.named(it)

    names = ("first", "second", "third", "fourth", "vault")
    return [f"{name}: {owner(int(it))}" for name, it in zip(names, scene.state.alcove_owner, strict=True)]


def _dice(scene: Scene) -> str:
    dice = [int(it) for it in scene.state.action_dice if it]
    return " ".join(map(str, dice)) if dice else "not rolled"


def _lock(scene: Scene, option: int) -> str:
    if option == LEAVE:
        return "give up"
    if option == FORCE:
        return "force it by Lock Picking"
    dice = [str(int(scene.state.dice[at])) for at in range(LOCK_DICE) if option >> at & 1]
    return f"reroll {listed(dice)}"


def _option(scene: Scene, option: int) -> Choice:
    state, words = scene.state, scene.words
    match Decision(int(state.decision)):
        case Decision.FIRST:
            return Choice("Enter first", _adventurer(int(state.adventurer[state.seat, option])))
        case Decision.LOAD:
            if option in (KEEP, STAMINA):
                return Choice("Load", "keep the rest" + (" and use Stamina" if option == STAMINA else ""))
            return Choice("Drop", words.card(option))
        case Decision.LOCK:
            return Choice("The lock", f"{_lock(scene, option)} (dice {' '.join(str(int(it)) for it in state.dice)})")
        case Decision.RIVER:
            rescue = {Rescue.FALL: "fall", Rescue.PAY: "let go of treasure", Rescue.SWIM: "swim past a fatal die"}
            return Choice("At the waterfall", rescue[Rescue(option)])
        case Decision.SACRIFICE:
            return Choice("Let go of", words.card(option))
        case Decision.REPLACEMENT:
            where = "wait" if option == WAIT else f"come down at Sun {'AB'[option - 1]}"
            return Choice("Second adventurer", where)
        case Decision.STAMINA:
            return Choice("Stamina", "use it" if option == USE else "save it")
    action, space = Action(action_of(option)), what_of(option)
    goes = action in (Action.STEP, Action.SPRINT, Action.LEAP, Action.PEEK)
    return Choice(
        _ACTS[action],
        f"to {words.place(space)}" if goes and action != Action.PEEK else words.place(space) if goes else "",
    )


def _words(scene: Scene) -> Any:
    return ChacNarrator(scene.players, scene.figures)


FACTS = Facts(
    of_seats={
        "adventurer": _who, "place": _where, "held back": _held_back, "cards": _loot,
        "cards carried": lambda scene, seat: scene.state.cards[seat],
        "load level": lambda scene, seat: scene.state.load_level[seat],
        "actions": lambda scene, seat: scene.state.actions[seat],
    },
    of_table={
        "boulder": lambda scene: f"corridor {int(scene.state.boulder)}", "turn": lambda scene: scene.state.turn,
        "action dice": _dice, "walls": _walls, "bridge": lambda scene: counted(int(scene.state.planks), "plank"),
        "suns open": lambda scene: [f"Sun {'AB'[sun]}" for sun in range(2) if scene.state.sun_open[sun]],
        "lava room": _slabs, "cards left": _decks, "alcoves": _alcoves,
    },
    of_hand={
        "treasure": _hand,
        "worth without caskets": lambda scene: _worth(scene),
        "known of traps": _clues,
    },
    option=_option,
    secrets={
        "search": Secret(("card_kind",)), "decipher": Secret(("trapped_space",)), "peek": Secret(("trapped",)),
        "escape": Secret(("value", "caskets")),
    },
    words=_words,
)  # fmt: skip


def _worth(scene: Scene) -> int:
    held, figures = scene.state.kind_held[scene.viewer], scene.figures
    own = (*range(KINDS), figures["treasure.alcove"], figures["treasure.vault"])
    return sum(int(n) * int(worth) for n, worth in zip(held, own, strict=True))
