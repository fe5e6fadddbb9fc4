"""Questions about Lost Cities, and the labels of their columns."""

from digsite.analyses.question import Question, Term

QUESTIONS = (
    Question(
        "artifacts",
        "points and win rate by number of artifacts, value of the next one",
        worth=("token",),
        design="How much collecting pays is set by the artifact track (`artifacts.long`, `artifacts.short`) and by the number of "
        "tokens (`tiles.artifact`).",
    ),
    Question(
        "paths",
        "opening cards, number of paths, stones reached, what the researcher is worth",
        tests=True,
        worth=("researcher", "step", "card"),
        design="The stones (`stones.values`), the researcher (`researcher.factor`) and the hand (`cards.hand`) decide how many "
        "paths are worth opening.",
    ),
    Question(
        "bridges",
        "how expeditions end and who gains from ending them",
        least_seats=2,
        design="`ends.pieces_over_bridge` sets how soon one player can end an expedition for all, `stones.bridge_after` how far "
        "that is.",
    ),
)

TERMS = {
    "in_red": Term("share of paths on a negative stone", unit="share"),
    "opening": Term("opening card"),
    "points": Term(axis="points of the path"),
    "score_change": Term(axis="points more"),
    "to": Term(axis="artifact number"),
}
