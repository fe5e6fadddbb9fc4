"""The steps that effects of Lost Ruins of Arnak consist of."""

from enum import IntEnum

from digsite.simulator.game.rules.ops import Argument, Op, Vocabulary
from digsite.simulator.game.rules.shapes import Amounts, Flags, Number, Truth, Word

RESOURCES = ("coin", "compass", "tablet", "arrowhead", "jewel")
ICONS = ("boot", "car", "ship", "plane")  # travel icons, each also an amount of a cost
COSTS = (*RESOURCES, "card", "idol", *ICONS)  # a card is used up from hand, an idol comes from the crates
LEVELS = ("camp", "level-1", "level-2")
KINDS = ("item", "artifact")
DESTINATIONS = ("deck-bottom", "deck-top", "hand", "play")
SOURCES = ("row", "exile")
WHO = ("any", "unoccupied", "own")
WHERE = ("own", "no-other-player")
PER = ("idol", "guardian", "archaeologist")
TOKENS = ("any", "notebook")
SIDES = ("silver", "gold")
MOST = 9


class Code(IntEnum):
    """The op-codes of this game; those from `FIRST_INTERNAL` on are steps of main actions and cannot be written."""

    GAIN = 8
    GAIN_PER = 9
    FEAR = 10
    DRAW = 11
    DRAW_KEEP = 12
    DISCARD = 13
    EXILE = 14
    UPGRADE = 15
    REFRESH = 16
    TRAVEL = 17
    SEND = 18
    RELOCATE = 19
    ACTIVATE = 20
    ACTIVATE_STACK_TOP = 21
    OVERCOME = 22
    MOVE_GUARDIAN = 23
    BUY = 24
    TAKE_CARD = 25
    EXILE_ROW_CARD = 26
    RESEARCH = 27
    RECALL = 28
    ALL_TRAVEL_PLANE = 29
    NO_GUARDIAN_FEAR = 30
    USE_SUPPLY_ASSISTANT = 31
    SWAP_ASSISTANT = 32
    UNSLOT_IDOL = 33
    RECRUIT_ASSISTANT = 34
    UPGRADE_ASSISTANT = 35
    RESCUE_ASSISTANT = 36


FIRST_INTERNAL = 64


class Internal(IntEnum):
    """Steps of main actions, laid out by `rules.build`: the first four for each site, whose number is their argument."""

    TAKE_IDOL = FIRST_INTERNAL
    REVEAL_SITE = FIRST_INTERNAL + 1
    AWAKEN_GUARDIAN = FIRST_INTERNAL + 2
    ACTIVATE_AGAIN = FIRST_INTERNAL + 3
    RESOLVE = FIRST_INTERNAL + 4
    REWARD = FIRST_INTERNAL + 5


SITE_STEPS = 4


_ONE = Argument(Number((1, MOST)), 1)
_LEVELS = Argument(Flags(LEVELS))
_TRAVEL = Argument(Amounts(ICONS, (0, 2)), {})
_SITES = ("camps.effect", "tiles.effect")
_ROWS = tuple(f"research.{board}.rows.{token}_effect" for board in ("bird", "snake") for token in ("glass", "notebook"))

# `starts` does not include the effect of an artifact bought in the middle of an effect: artifacts can be bought
# through one another. The kernel offers such an effect only if there is room for it (`has_room` in moves/legal.py).
OPS = Vocabulary(
    {
        Code.GAIN: Op("gain {amounts}", amounts=RESOURCES),
        Code.GAIN_PER: Op(
            "gain 1 {resource} for each {per:idol=idol you own|guardian=guardian on sites you occupy or overcome by you|"
            "archaeologist=archaeologist of yours on the island}{max:, at most *}",
            {"resource": Argument(Word(RESOURCES)), "per": Argument(Word(PER)), "max": Argument(Number((0, 99)), 0)},
        ),
        Code.FEAR: Op("gain {n:Fear card}", {"n": _ONE}),
        Code.DRAW: Op("draw {n:card}{from:bottom= from the bottom of the deck}", {"n": _ONE, "from": Argument(Word(("top", "bottom")), "top")}),
        Code.DRAW_KEEP: Op(
            "draw up to {max:card}{from:bottom= from the bottom of the deck}, keep 1{return_top:, may return * to the top}, use up the rest",
            {
                "from": Argument(Word(("top", "bottom")), "top"),
                "max": Argument(Number((1, 3))),
                "return_top": Argument(Number((0, 1)), 0),
            },
        ),
        Code.DISCARD: Op("use up {n:hand card}", {"n": _ONE}),
        Code.EXILE: Op("you may exile {n:card}", {"n": _ONE}),
        Code.UPGRADE: Op("you may upgrade {n:resource}", {"n": _ONE}),
        Code.REFRESH: Op("you may refresh {n:assistant}", {"n": _ONE}),
        Code.TRAVEL: Op("travel value {icons}", {"icons": Argument(Amounts(ICONS, (0, 2)))}),
        Code.SEND: Op(
            "send an archaeologist{levels: to a * site}{travel_free: without travel cost}{discount: with a discount of *}"
            "{compass: and of * compasses to discover}{activations:, activating the site up to * times}",
            {
                "discount": _TRAVEL,
                "compass": Argument(Number((0, MOST)), 0),
                "levels": Argument(Flags(LEVELS), list(LEVELS)),
                "travel_free": Argument(Truth(), False),
                "activations": Argument(Number((1, 2)), 1),
            },
            starts=(("idols.effect",), _SITES, ("camps.effect", "tiles.effect")),
        ),
        Code.RELOCATE: Op("relocate an archaeologist to a {to} site and activate it", {"to": _LEVELS}, starts=(_SITES,)),
        Code.ACTIVATE: Op(
            "activate {n} {who:unoccupied=unoccupied |own=occupied }{levels} site{level2_cost: (* for level 2)}",
            {
                "n": _ONE,
                "levels": _LEVELS,
                "who": Argument(Word(WHO), "any"),
                "level2_cost": Argument(Amounts(RESOURCES), {}),
            },
            starts=(_SITES,),
            times="n",
        ),
        Code.ACTIVATE_STACK_TOP: Op(
            "activate the top level {level} tile of its stack, then put it under the stack",
            {"level": Argument(Number((1, 2)))},
            starts=(("tiles.effect",),),
        ),
        Code.OVERCOME: Op(
            "overcome a guardian {where:own=on your site|no-other-player=on a site without other players} without its cost",
            {"where": Argument(Word(WHERE), "own")},
        ),
        Code.MOVE_GUARDIAN: Op(
            "move a guardian from your site to an unoccupied {to} site and activate that site", {"to": _LEVELS}, starts=(_SITES,)
        ),
        Code.BUY: Op(
            "buy {kinds} with a discount of {discount}{deck_top: or the top card of the deck}",
            {
                "kinds": Argument(Flags(KINDS)),
                "discount": Argument(Number((0, MOST)), 0),
                "deck_top": Argument(Truth(), False),
            },
        ),
        Code.TAKE_CARD: Op(
            "take {kind:item=an item|artifact=an artifact} from {from:row=the row|exile=exile} for free to "
            "{to:deck-bottom=the bottom of the deck|deck-top=the top of the deck|hand=hand|play=play}",
            {"kind": Argument(Word(KINDS)), "from": Argument(Word(SOURCES), "row"), "to": Argument(Word(DESTINATIONS), "deck-bottom")},
        ),
        Code.EXILE_ROW_CARD: Op("exile the rightmost item of the row"),
        Code.RESEARCH: Op(
            "research{token:notebook= with the notebook}{free: for free}{discount: with a discount of *}{other: or of *}",
            {
                "token": Argument(Word(TOKENS), "any"),
                "free": Argument(Truth(), False),
                "discount": Argument(Amounts(RESOURCES), {}),
                "other": Argument(Amounts(RESOURCES), {}),
            },
            starts=(("bonus_tiles.effect",), _ROWS),
        ),
        Code.RECALL: Op("return an archaeologist to your board"),
        Code.ALL_TRAVEL_PLANE: Op("all your travel icons are planes this round"),
        Code.NO_GUARDIAN_FEAR: Op("no Fear from guardians this round"),
        Code.USE_SUPPLY_ASSISTANT: Op(
            "use the {side} side of an assistant on the supply board",
            {"side": Argument(Word(SIDES))},
            starts=(("assistants.silver", "assistants.gold"),),
        ),
        Code.SWAP_ASSISTANT: Op("exchange an assistant for one on the supply board"),
        Code.UNSLOT_IDOL: Op("return an idol from a slot to the crates"),
        Code.RECRUIT_ASSISTANT: Op("recruit an assistant"),
        Code.UPGRADE_ASSISTANT: Op("upgrade an assistant to gold"),
        Code.RESCUE_ASSISTANT: Op("rescue an assistant from the research track, exhausted"),
    },
    costs=COSTS,
    rows=384,
    depth=12,
    nouns={"compass": ("compass", "compasses")},
)  # fmt: skip
