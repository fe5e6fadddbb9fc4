"""Questions about Archaeology, and the labels of their columns."""

from digsite.analyses.question import Question, Term

QUESTIONS = (
    Question(
        "set-values", "what sets really earned by treasure and size, against the printed prices", tests=True,
        worth=(
            "pot-shard", "parchment-scrap", "coin", "broken-cup", "talisman", "pharaohs-mask", "broken-tablet",
            "broken-pendant", "no-trading",
        ),
        design="A treasure is dear or cheap by its price list (such as `talisman.prices`) and its copies (`talisman.copies`).",
    ),
    Question("storms", "losses to storms by hand size, what tents saved, the thieves' swing", worth=("tent",),
        design="`sandstorms.count` and `sandstorms.divisor` set what storms take, `tents.uses` how often one can hide, "
        "`thieves.count` how much is stolen.",
    ),
    Question(
        "monuments", "value per map and per exploration of each monument", tests=True, worth=("map", "no-exploring"),
        design="What a map opens is set by each monument's maps and chambers, such as `temple.maps` and `temple.chambers`.",
    ),
)  # fmt: skip

TERMS = {
    "busts": Term("share of explorations that lose everything", unit="share"),
    "complete": Term("share of sets sold complete", unit="share"),
    "hand": Term(axis="cards in hand"),
    "lost_value": Term(axis="trading value lost"),
    "money_per_card": Term(axis="dollars for a card"),
    "net_thefts": Term(axis="cards stolen less cards lost to thieves"),
    "of_best_split": Term("share of the best split", unit="share"),
    "value_per_map": Term(axis="trading value of the cards for a map"),
}
