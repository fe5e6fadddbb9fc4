"""Questions about the Temple of Chac, and the labels of their columns."""

from digsite.analyses.question import Question, Term

QUESTIONS = (
    Question("boulder", "the boulder's way and the turn of sealing, simulated beside exact",
        design="`boulder.advances_on`, `boulder.dice` and `boulder.head_start` set how much time there is.",
    ),
    Question("bridge", "planks broken and collapses by load, simulated beside exact; sabotage",
        design="`bridge.planks` and `load.levels` set how many can cross, and with how much.",
    ),
    Question(
        "routes", "escapes, value and wins by route and ability; deaths; what one more card goes with",
        worth=(
            "card", "no-search=4", "no-search=6", "space", "clue", "sprint", "stamina", "linguistics", "swimming", "lock-picking", "leap",
        ),
        design="What lies on a way (`treasure.lava`, `treasure.river`, `treasure.vault`) has to pay for its danger.",
    ),
)  # fmt: skip

TERMS = {
    "ahead": Term(axis="spaces ahead of the boulder"),
    "alive": Term("survival", "share alive after the roll", "share"),
    "broken": Term("planks broken"),
    "cards_found": Term("cards found"),
    "collapsed": Term("collapses", "share of collapses", "share"),
    "escaped": Term("escape", "share who escape", "share"),
    "fell": Term("share killed by the bridge", unit="share"),
    "harmed": Term("share that break a plank", unit="share"),
    "load": Term(axis="total load level on the bridge"),
    "out": Term("escape", "share who escape", "share"),
    "route_lava": Term("through the lava room"),
    "score": Term("value brought out"),
    "sealed_by": Term("sealing", "chance that the exit is sealed by then", "share"),
    "sealing": Term("share of games sealed this turn", unit="share"),
    "space": Term("corridor space"),
}
