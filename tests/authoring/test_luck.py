"""What decides who wins, in games whose answer can be counted out: every deal, line-up and draw of a toy game."""

from itertools import permutations, product

import numpy as np
import pytest

import digsite
from digsite.analyses.probes import luck
from digsite.analyses.registry import answer
from digsite.analyses.scorecard import scorecard
from digsite.reports.page.report import answers_to_all
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.probes import luck as play
from tests.authoring.games_here import FOLDER

CHOICES = {"wise": lambda coin: True, "foolish": lambda coin: False, "coinless": bool}
BLOCKS = 60


def exact(players, start=0, end=0, skill=0, first=0):
    """The parts by their definition, over all deals (coins), line-ups and draws (cards)."""
    wins = np.zeros((2, 4, len(players) ** 2, 12))
    for d, coins in enumerate(product((0, 1), repeat=2)):
        for at, line_up in enumerate(product(players, repeat=2)):
            for c, cards in enumerate(permutations(range(4), 2)):
                scores = [
                    start * coins[k] + end * cards[k] + skill * CHOICES[line_up[k]](coins[k]) + first * (k == 0)
                    for k in range(2)
                ]
                for k in range(2):
                    wins[k, d, at, c] = 0.5 if scores[0] == scores[1] else float(scores[k] == max(scores))
    off = wins - 0.5

    def explained(*axes):
        return float((off.mean(axis=axes) ** 2).mean()) if axes else float((off**2).mean())

    total, everything, seat = explained(), explained(3), explained(1, 2, 3)
    line_up, deal = explained(1, 3), explained(2, 3)
    parts = {
        "strategy": line_up - seat, "seat": seat, "deal": deal - seat, "fit": everything - line_up - deal + seat,
        "chance": total - everything,
    }  # fmt: skip
    return {name: part / total for name, part in parts.items()}


def measured(tmp_path, players, blocks=BLOCKS, **weights):
    """The parts as the probe of a run measures them."""
    run = digsite.simulate(
        str(FOLDER / "sources"),
        40,
        seats=",".join(players),
        settings=weights,
        seed=5,
        rotate=True,
        out=tmp_path / "run",
    )
    play.play(run, Progress(), 1, blocks)
    return run, luck.shares_in({"luck": luck.read(run).tables})


@pytest.mark.parametrize(
    ("weights", "part"),
    [({"start": 1}, "deal"), ({"end": 1}, "chance"), ({"skill": 1}, "strategy"), ({"first": 1}, "seat")],
)
def test_a_game_with_one_source_is_decided_by_it(tmp_path, weights, part):
    _, shares = measured(tmp_path, ("wise", "foolish"), **weights)
    assert exact(("wise", "foolish"), **weights)[part] == pytest.approx(1)
    assert shares[part].value == pytest.approx(1, abs=0.03)
    assert shares[part].low > 0.9
    assert all(shares[other].low < 0.02 for other in shares if other != part)


@pytest.mark.parametrize("players", [("wise", "foolish"), ("wise", "coinless")])
def test_known_parts_of_a_mixed_game_lie_in_their_intervals(tmp_path, players):
    weights = {"start": 2, "end": 1, "skill": 2, "first": 1}
    _, shares = measured(tmp_path, players, blocks=300, **weights)
    known = exact(players, **weights)
    assert sum(part.value for part in shares.values()) == pytest.approx(1, abs=0.02)
    for name, part in shares.items():
        assert part.low - 0.01 < known[name] < part.high + 0.01, name
        assert part.half_width < 0.06


def test_deal_and_chance_do_not_depend_on_how_alike_the_players_are(tmp_path):
    """The same choice in every seat leaves the proportion of deal and later chance as it is."""
    weights = {"start": 2, "end": 1}
    _, alike = measured(tmp_path / "a", ("wise", "wise"), blocks=200, **weights)
    _, apart = measured(tmp_path / "b", ("wise", "foolish"), blocks=200, **weights)
    assert set(alike) == {"seat", "deal", "chance"}
    assert alike["deal"].value == pytest.approx(apart["deal"].value, abs=0.06)
    assert alike["deal"].value == pytest.approx(exact(("wise",), **weights)["deal"], abs=0.06)


def test_the_answer_the_scorecard_and_a_second_look_agree(tmp_path):
    run, shares = measured(tmp_path, ("wise", "foolish"), skill=1)
    said = answer(run, "luck")
    assert said.findings[0].sentence.startswith("The choice of strategy decides 100 % (")
    assert "among wise and foolish, each equally often in every seat" in said.findings[0].sentence
    assert len(said.charts[0].table) == len(shares)
    line = {line.name: line for line in scorecard(run, answers_to_all(run)).lines}["luck and skill"]
    assert "The choice of strategy decides 100 % (" in line.sentence
    assert line.figures["strategy"]["value"] == shares["strategy"].value


def test_threads_change_nothing(tmp_path):
    run, _ = measured(tmp_path, ("wise", "coinless"), blocks=30, start=1, end=1, skill=1)
    alone = (run.folder / luck.FILE).read_bytes()
    play.play(run, Progress(), 2, 30)
    assert (run.folder / luck.FILE).read_bytes() == alone


def test_where_nothing_differs_there_is_nothing_to_decide(tmp_path):
    run, shares = measured(tmp_path, ("wise", "foolish"))
    assert shares == {}
    assert "nothing to decide" in answer(run, "luck").findings[0].sentence
