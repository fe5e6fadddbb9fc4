"""Questions about Quetzal, and the labels of their columns."""

from digsite.analyses.question import Question, Term

QUESTIONS = (
    Question(
        "deliveries", "what sets earn by type and size against their print, where and in which round they are delivered",
        worth=("pottery", "weapon", "tablet", "statuette", "mummy"),
        design="What a set pays is set by its list (such as `artifacts.pottery.points`), how many go at once by `harbour.cards` and "
        "`ships.cards`.",
    ),
    Question(
        "places", "what meeples and coins bring where, bids won and lost, trips for nothing, the automaton's part",
        worth=(
            "no-stela", "no-temple", "no-surroundings", "no-black-market", "no-village", "no-harbour", "no-ships", "coins",
        ),
        design="The price of a place (`temple.cost`, `stela.cost`, `harbour.cost`, `village.cost`) decides what is fought over.",
    ),
    Question(
        "upgrades", "how often each upgrade is gained, early and late, and what goes with it",
        worth=(
            "reroll-two", "reroll-all", "tablet-coins", "temple-discount", "mixed-delivery", "extra-delivery",
            "coins-to-vp", "coins-to-discovery", "pottery-three", "weapon-three", "temple-extra-draw",
        ),
        design="An upgrade that is too strong can come later (`discovery.track`) or in fewer copies (such as "
        "`upgrades.reroll_two.copies`).",
    ),
    Question("meeples", "how meeples land beside the exact odds, and what a bad roll goes with", worth=("on-its-side",),
        design="What a bad roll costs can be softened by `meeples.standing` and `camp.coins`.",
    ),
)  # fmt: skip

TERMS = {
    "cards": Term(axis="cards"),
    "coins": Term(axis="coins paid in a game"),
    "empty": Term("share of seats with a trip for nothing", unit="share"),
    "face": Term("side"),
    "flexible": Term("flexible meeples of the game", axis="flexible meeples rolled in the game"),
    "lost": Term("bids lost", axis="bids outbid in a game"),
    "meeples": Term(axis="meeples in a game"),
    "earned": Term(axis="points for a card"),
    "points": Term(axis="points"),
    "points_per_card": Term(axis="points for a card"),
    "points_per_coin": Term(axis="points for a coin"),
    "points_per_meeple": Term(axis="points for a meeple"),
    "sets": Term(axis="sets delivered in a game"),
    "bids": Term(axis="bids of a player in a game"),
    "won": Term("bids won", axis="bids won in a game"),
}
