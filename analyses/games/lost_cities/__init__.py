"""Questions of Lost Cities, and what the columns of their tables are called."""

from analyses.topic import Question, Term

QUESTIONS = (
    Question("artifacts", "points and win share by number of artifacts, value of the next one", worth=("token",)),
    Question(
        "paths",
        "opening cards, number of paths, stones reached, what the researcher is worth",
        tests=True,
        worth=("researcher", "step", "card"),
    ),
    Question("bridges", "how expeditions end and who gains from ending them", least_seats=2),
)

TERMS = {
    "in_red": Term("share of paths on a negative stone", unit="share"),
    "opening": Term("opening card"),
    "points": Term(axis="points of the path"),
    "score_change": Term(axis="points more"),
    "to": Term(axis="artifact number"),
}
