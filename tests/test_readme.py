"""The README and the documentation name every game as it is."""

import re
from pathlib import Path

from digsite.analyses.general import QUESTIONS
from digsite.analyses.registry import questions_for
from digsite.simulator.games import all_games

ROOT = Path(__file__).resolve().parents[1]


def test_the_table_of_games_is_up_to_date():
    rows = re.findall(r"(?m)^\| `([\w-]+)` (.+?) \| ([\d-]+) \| (.*?) \| (.*?) \|$", (ROOT / "README.md").read_text())
    general = {question.name for question in QUESTIONS}
    found = [
        (
            game.id,
            game.title,
            f"{game.players[0]}-{game.players[-1]}",
            ", ".join(f"`{name}`" for name in game.figures.variants),
            ", ".join(q.name.replace("-", " ") for q in questions_for(game.id) if q.name not in general),
        )
        for game in all_games().values()
    ]
    assert sorted(rows) == sorted(found)


def test_every_game_has_a_page():
    assert {game.id for game in all_games().values()} == {path.stem for path in (ROOT / "docs/games").glob("*.md")}
