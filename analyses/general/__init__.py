"""The questions for any game, and the labels of their columns."""

from digsite.analyses.question import Question, Term

QUESTIONS = (
    Question(
        "seats",
        "win rate and score by seat against the fair share, apart from strategy",
        2,
        tests=True,
        all_games=True,
    ),
    Question(
        "strategies",
        "win rate by strategy and seat, head to head, best replies",
        2,
        tests=True,
        joined="choices",
        all_games=True,
    ),
    Question(
        "luck",
        "what decides who wins: strategy, seat, opening deal or chance after it",
        2,
        probe="luck",
        all_games=True,
    ),
    Question("scores", "distributions of scores, margins, close games and ties", all_games=True),
    Question("sources", "what points come from, winners against losers", all_games=True),
    Question("length", "turns and decisions of a game, and how games end", all_games=True),
    Question(
        "timeline",
        "win chance by lead along the way, lead changes, when games are decided",
        least_seats=2,
        chances=True,
    ),
)

TERMS = {  # {points} is the unit of the game's scores
    "win": Term("win rate", "share of wins", "share"),
    "share": Term("share", "share of games", "share"),
    "ahead": Term("share of meetings", unit="share"),
    "led": Term("share of games with a leader", unit="share"),
    "share_of_gap": Term(unit="share"),
    "share_of_score": Term(unit="share"),
    "above_fair": Term(unit="difference"),
    "score": Term(axis="mean score"),
    "gap": Term(axis="{points} more"),
    "points": Term("{points}"),
    "lead": Term(axis="{points} ahead of the best rival"),
    "margin": Term(axis="{points} ahead of the second"),
    "behind_by": Term(axis="{points} behind the leader, at least"),
}
