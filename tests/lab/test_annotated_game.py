"""Swings and kingmaking moves where the truth is planted: worlds come from chances that the test lays down."""

from types import SimpleNamespace

import numpy as np
import pytest

from digsite.simulator.game.narration import PlacedLine
from digsite.simulator.game.wording import Wording
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.winchance.annotated_game import AnnotatedGame
from digsite.simulator.lab.winchance.viewpoint import Viewpoint, ViewpointSettings
from tests.analyses.test_chances import table_of


class Planted:
    """Worlds in which each option leads to these chances."""

    def __init__(self, chances_by_option, chances_by_point=()):
        self.by_option, self.by_point = np.array(chances_by_option), np.array(chances_by_point)

    def _drawn(self, chances, worlds, luck):
        """The same draw decides a world for all options; the winner is whoever's part of the line it falls in."""
        draws = np.random.default_rng(luck).random(worlds)
        return np.stack([np.eye(len(row))[np.searchsorted(np.cumsum(row)[:-1], draws)] for row in chances])

    def wins_by_option(self, _moment, options, worlds, luck):
        return self._drawn(self.by_option[options], worlds, luck)

    def option_events(self, _moment, option):
        return np.array([[0, 1, option, 0, 0]])

    def wins(self, moments, worlds, lucks, _seat):
        return np.stack([
            self._drawn(self.by_point[moment.decision : moment.decision + 1], worlds, luck)[0]
            for moment, luck in zip(moments, lucks, strict=True)
        ])  # fmt: skip


def narrated(events, _players, _figures):
    """A line for each event, and one that closes the game wherever it breaks off."""
    what = ("Takes blue 4 from the discards.", "Draws the last card.")
    played = [f" {at}. Seat 1 plays red 3: one step. {what[int(event[2])]}" for at, event in enumerate(events)]
    return ["Round 1 of 2: it starts.", *played, f"Seat {int(events[:, 2].sum())} wins after {len(events)} events."]


def followed(planted, table, options=2, worlds=400):
    """A game of two decisions, each a point; seat 1 takes the first of its options."""
    moments = [
        SimpleNamespace(game=0, decision=at, turn=at, seat=0, taken=0, options=np.arange(options), events=at)
        for at in range(2)
    ]
    seats = table["seat"].n_unique()
    run = SimpleNamespace(
        plan=SimpleNamespace(seats=seats, figures=None), game=SimpleNamespace(narrate=narrated, wording=Wording())
    )
    played = SimpleNamespace(
        moments=moments, events=np.zeros((2, 5), np.int32), wins=table.filter(table["point"] == 2)["chance"].to_numpy()
    )
    settings = ViewpointSettings(Viewpoint((), "as planted"), worlds, 0, 1, Progress())
    players = [f"Seat {seat + 1}" for seat in range(seats)]
    made = AnnotatedGame(run, 0, settings, table, players, moments, planted, played)
    made.__dict__["lines"] = [[PlacedLine("It starts.", chapter="round 1 of 2")], ["first"]]
    made.__dict__["lines"].append([PlacedLine("On it goes.", chapter="round 2 of 2"), "second"])
    return made


THREE = [(0.2, 0.5, 0.3), (0.2, 0.5, 0.3), (0, 1, 0)]


def test_a_move_that_decides_between_the_others_is_kingmaking():
    made = followed(Planted([(0.2, 0.6, 0.2), (0.2, 0.3, 0.5)]), table_of(THREE)).kingmaking
    assert len(made) == 2
    assert (made[0].mover, made[0].seat) in {(1, 2), (1, 3)}
    assert abs(made[0].change) == pytest.approx(0.3, abs=0.08)
    assert abs(made[0].own) + made[0].own_reach < 0.05


def test_a_kingmaking_move_is_told_with_the_option_it_is_set_against():
    made = followed(Planted([(0.2, 0.6, 0.2), (0.2, 0.3, 0.5)], THREE), table_of(THREE))
    assert {(move.does, move.instead) for move in made.kingmaking} == {
        ("takes blue 4 from the discards", "draws the last card")
    }
    told = next(sentence for sentence in made.sentences if sentence.startswith("Kingmaking"))
    assert "what Seat 1 does (takes blue 4 from the discards) instead of another option (draws the last card)" in told
    assert "percentage points more likely to win" in told or "percentage points less likely to win" in told


def test_swings_and_moves_say_in_which_part_of_the_narration_they_are():
    made = followed(Planted([(0.2, 0.6, 0.2), (0.2, 0.3, 0.5)], THREE), table_of(THREE))
    assert [made.place(point) for point in range(2)] == ["round 1 of 2", "round 2 of 2"]
    assert any("after one turn, in round 2 of 2" in sentence for sentence in made.sentences)


@pytest.mark.parametrize(
    "other",
    [
        (0.2, 0.6, 0.2),  # the same
        (0.2, 0.55, 0.25),  # a little
        (0.2, 0.47, 0.33),  # more than ten points, or perhaps less
        (0.0, 0.3, 0.7),  # the mover's own chance is at stake
    ],
)
def test_other_moves_are_not(other):
    assert followed(Planted([(0.2, 0.6, 0.2), other]), table_of(THREE)).kingmaking == []


def test_two_players_have_no_king_to_make():
    table = table_of([(0.5, 0.5), (0.6, 0.4), (1, 0)])
    assert followed(Planted([(0.6, 0.4), (0.1, 0.9)]), table).kingmaking == []


FALLING = [(0.7, 0.3), (0.4, 0.6), (0.4, 0.6)]


def test_a_swing_that_a_better_option_would_have_spared_came_by_choice():
    planted = Planted([(0.4, 0.6), (0.65, 0.35)], FALLING)
    first = followed(planted, table_of([*FALLING[:2], (0, 1)])).swings[0]
    assert first.swing.seat == 1
    assert (first.by, first.mover) == ("choice", 1)
    assert first.gain == pytest.approx(0.25, abs=0.08)


def test_a_swing_without_a_better_option_came_by_luck():
    planted = Planted([(0.4, 0.6), (0.4, 0.6)], FALLING)
    made = followed(planted, table_of([*FALLING[:2], (0, 1)]))
    assert [judged.by for judged in made.swings] == ["luck", "luck"]
    assert "by luck or by what came to light: nobody who decided had an option" in "".join(made.sentences)


def test_a_seat_that_gains_does_not_lose_by_choice():
    """It could have gained even more: that is a chance it missed, and no reason for the swing in its favour."""
    rising = [(0.3, 0.7), (0.6, 0.4), (0.6, 0.4)]
    planted = Planted([(0.6, 0.4), (0.9, 0.1)], rising)
    made = followed(planted, table_of([*rising[:2], (1, 0)]))
    assert made.swings[0].by == "missed chance"
    assert "with a missed chance in it: another option would have given Seat 1" in "".join(made.sentences)


def test_noise_alone_makes_no_swing():
    """The table says there was one; new worlds do not confirm it."""
    even = [(0.5, 0.5), (0.5, 0.5)]
    made = followed(Planted([(0.5, 0.5)] * 2, even), table_of([(0.42, 0.58), (0.58, 0.42), (0.5, 0.5)]))
    assert made.swings == []
