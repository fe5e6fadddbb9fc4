"""Learning: a player for any game, trained by self-play from the game's own State, and measured against random players."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from digsite.simulator.commands import Command, resuming
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import SAME, Interrupted
from digsite.simulator.lab.common.running import Arguments, Running, announce_compiling, split_arguments
from digsite.simulator.lab.common.stores import writing
from digsite.simulator.lab.experiments.arms import arm_plan
from digsite.simulator.lab.players.learned_strength import Measured, measure, picture, sentences
from digsite.simulator.lab.players.learner import Learner
from digsite.simulator.lab.players.learning_folder import LearningFolder
from digsite.simulator.lab.players.self_play import Batch, SelfPlayTable, encoding_of
from digsite.simulator.lab.reporting.files import write_json
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import minutes_of, whole_number
from digsite.simulator.play.plan import PlanArguments
from digsite.simulator.play.repeat import options_of
from digsite.simulator.runs.provenance import provenance, saved_code
from digsite.strategies.learned.file import PLAYER, LearnedPlayer, rules_hash, state_hash
from digsite.strategies.learned.layout import (
    FORMAT,
)
from digsite.strategies.registry import RANDOM

if TYPE_CHECKING:
    import numpy as np

    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.play.plan import Plan

MINUTES = 5.0  # without a limit from the user
VALIDATE = 40
CHECKED_DECISIONS, CURVE_DECISIONS = 400_000, 4_000  # of the games against random players, at the end and on the way
SPACING = 1.2  # games so far, by those at the point before
TESTED_PART = 0.15  # of the decisions so far, at the most, for the curve
BEGUN_GAMES = 200  # random ones, which say how far apart scores are
SAVED_EVERY = 20.0  # seconds
MOST_BEGUN_STATES = 100_000
STRENGTH = "strength.json"


@dataclass(frozen=True)
class LearnedResult:
    """A trained player.

    folder:   of the training; `file` is the player in it.
    games:    of self-play, in `rounds`.
    curve:    for some rounds: the games so far, the wins and the lead against random players.
    strength: how it does against random players, and against those that look ahead.
    """

    folder: Path
    file: Path
    games: int
    rounds: int
    curve: list[dict[str, Any]]
    strength: list[Measured]

    @property
    def player(self) -> str:
        """Return its name in line-ups: learned@FOLDER/player.npz."""
        return f"learned@{self.file}"

    @property
    def sentences(self) -> list[str]:
        """Return what it is and how strong, in sentences."""
        return sentences(self.player, self.games, self.strength)


def learn(
    game: Path | str,
    games: int | None = None,
    *,
    minutes: float | None = None,
    validate: int | None = None,
    **arguments: Unpack[Arguments],
) -> LearnedResult:
    """Train a player for a game by self-play: better than random within minutes, not a good player.

    games:    end with the first round after this many games of self-play; the same number gives the same player.
    minutes:  start no new round after this many minutes; 5 unless `games` is given.
    validate: games against random players that look ahead, random+32, at the end; 40 by default.

    The other arguments are those of `simulate`, without `seats`, `rotate` and `events`. All is saved in `out`, by default
    runs/GAME-learn-PLAYERSp-SEED; "learned@FOLDER" plays with its player.npz.

    Example::

        made = learn("lost-cities", 2_000, players=2, validate=4, seed=1)
        made.player, made.sentences
    """
    decides, running = split_arguments(learn, **arguments)
    if decides.get("seats"):
        raise WrongUse("A learner plays itself in all seats; leave ", OPTIONS["seats"], " out.")
    if decides.get("plugins"):
        raise WrongUse("A learner plays itself; leave ", OPTIONS["plugins"], " out.")
    found = running.game(game)
    most = None if games is None else whole_number("games", games, least=1)
    least = minutes_of(minutes)
    if most is None and least is None:
        least = MINUTES
    checked = whole_number("validate", VALIDATE if validate is None else validate, least=1)
    seats = decides.get("players") or min(max(found.players[0], 2), found.players[-1])
    asked_limits = {"games": most, "minutes": minutes, "validate": validate}
    return train(found, {**decides, "players": seats}, most, least, checked, running, asked_limits)


def train(
    found: "Game",
    decides: PlanArguments,
    games: int | None,
    minutes: float | None,
    validate: int,
    running: Running,
    limits: dict[str, Any] | None = None,
) -> LearnedResult:
    """Train a player in the folder of `running`, and measure it.

    limits: what the user asked for of games, minutes and validation, for the command that repeats it.
    """
    plan = _plan(found, decides)
    decides, seats = {**decides, "seed": plan.seed}, plan.seats
    running.progress.starting(f"{found.title}: a player learns by playing itself, {plan.table}, seed {plan.seed}.")
    asked = {
        "game": found.name, "players": seats, "seed": plan.seed, "variants": plan.variants, "settings": plan.settings,
        "plans": [plan.fingerprint()],
    }  # fmt: skip
    limits = limits or {"games": games, "minutes": minutes, "validate": validate}
    command = str(Command("learn", found.called, **options_of(decides), **limits))
    about = {"command": command, **provenance(found), "seed": plan.seed, **saved_code(plan)}
    folder = running.folder(f"{found.name}-learn-{seats}p-{plan.seed}")
    with writing("training", folder):
        announce_compiling(found, running.progress)
        kept = LearningFolder(folder, asked, about, running.resume)
        training = Training(found, plan, kept, running.progress)
        try:
            training.run(games, minutes)
            strength = measure(training.player(), found, plan, training.checked_games, validate, running.progress)
        except KeyboardInterrupt as stop:
            if training.whole:
                training.save()
            said = f"{training.saved_games:,} games are saved in {folder}; continue with "
            raise Interrupted(said, SAME, " and ", resuming(folder)) from stop
        training.save(strength=[it.told for it in strength])
        write_json(folder / STRENGTH, [it.to_dict() for it in strength])
        picture(training.curve, found, plan, training.learner.games, folder)
    return LearnedResult(
        folder, folder / PLAYER, training.learner.games, training.learner.rounds, training.curve, strength
    )


def _plan(found: "Game", decides: PlanArguments) -> "Plan":
    """Return a plan of random players: the rules, the seats and the seed."""
    sitting: PlanArguments = {**decides, "seats": [RANDOM]}
    return arm_plan(found.id, 1, **sitting)


class Training:
    """A learner, the folder in which it is saved, and the curve that it has gone."""

    def __init__(self, game: "Game", plan: "Plan", folder: LearningFolder, progress: "Progress"):
        """Begin, or take up what the folder holds."""
        self.game, self.plan, self.folder, self.progress = game, plan, folder, progress
        encoding = encoding_of(game, plan.figures, plan.seats, plan.seed)
        self.learner = Learner(game, plan.figures, plan.seats, plan.seed, encoding)
        folder.take_up(self.learner)
        if not self.learner.rounds:
            self.learner.begin(self._random_ends())
        self._saved, self.saved_games = time.monotonic(), self.learner.games
        self.whole = True  # no round is under way

    def _random_ends(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        table = SelfPlayTable.at(self.game, self.plan.figures, self.plan.seats, self.plan.seed)
        table.hand_out(self.learner.player({}).numbers)
        batch = Batch(MOST_BEGUN_STATES, BEGUN_GAMES, self.plan.seats)
        played, _ = table.note(0, BEGUN_GAMES, batch)
        return batch.ends[:played]

    @property
    def curve(self) -> list[dict[str, Any]]:
        """Return the points of the curve."""
        return [it for it in self.folder.rounds if "won" in it]

    def player(self, **more: Any) -> LearnedPlayer:
        """Return the player as it is by now, with its record."""
        curve = [{name: it[name] for name in ("games", "won", "lead")} for it in self.curve]
        return self.learner.player(
            {
                "format": FORMAT, "game": self.game.name, "version": self.game.version, "state": state_hash(self.game),
                "rules": rules_hash(self.plan.rules), "variants": self.plan.variants, "settings": self.plan.settings,
                "seats": self.plan.seats, "seed": self.plan.seed, "games": self.learner.games, "rounds": self.learner.rounds,
                "words": self.learner.encoding.words, "curve": curve, **more,
            }
        )  # fmt: skip

    def save(self, **more: Any) -> None:
        """Save the network and the player."""
        self.folder.save(self.learner, self.player(**more))
        self._saved, self.saved_games = time.monotonic(), self.learner.games

    def run(self, games: int | None, minutes: float | None) -> None:
        """Learn until so many games are played, or the time is up."""
        spent = self.folder.rounds[-1]["seconds"] if self.folder.rounds else 0.0
        began = time.monotonic() - spent
        ends = None if minutes is None else began + 60 * minutes
        self.progress.counting("Learning", at_most=games is None, ends=ends)
        while not self._over(games, ends):
            self.whole = False
            made = self.learner.play_round()
            if made.games == 0:
                raise WrongUse(f"{self.game.title} cannot be learned: one game has more choices than a round holds.")
            noted: dict[str, Any] = {
                "games": self.learner.games, "played": made.games, "decisions": round(made.decisions, 2), "states": made.states, "spread": round(made.spread, 4), "error": round(made.error, 6),
            }  # fmt: skip
            if self._is_due(made.decisions * made.games):
                noted |= self._point(made.decisions)
                self.progress.standing(_stands(noted))
            self.folder.rounds.append(noted | {"seconds": round(time.monotonic() - began, 2)})
            self.whole = True
            if games is not None:
                self.progress.played(min(self.learner.games, games), games)
            if time.monotonic() - self._saved > SAVED_EVERY:
                self.save()

    def _over(self, games: int | None, ends: float | None) -> bool:
        if games is not None and self.learner.games >= games:
            return True
        return ends is not None and self.learner.rounds > 0 and time.monotonic() >= ends

    @property
    def checked_games(self) -> int:
        """Return how many games against random players are played at the end: fewer where they are long."""
        decisions = self.folder.rounds[-1]["decisions"] if self.folder.rounds else 1.0
        return min(max(int(CHECKED_DECISIONS / max(decisions, 1.0)), 100), 1_000)

    def _is_due(self, decisions: float) -> bool:
        """Return whether a round is a point of the curve: as long as these take but a small part of all decisions."""
        known = self.folder.rounds
        played = sum((it["decisions"] * it["played"] for it in known), decisions)
        tested = sum(it.get("tested", 0.0) for it in known)
        sparse = not self.curve or self.learner.games >= SPACING * self.curve[-1]["games"]
        return bool(sparse and tested <= TESTED_PART * played)

    def _point(self, decisions: float) -> dict[str, Any]:
        """Return how the player does against random ones by now, on luck that no round has."""
        games = min(max(int(CURVE_DECISIONS / max(decisions, 1.0)), 10), 200)
        (made,) = measure(self.player(), self.game, self.plan, games, 0, None)
        return {"won": round(made.won, 4), "lead": round(made.lead, 3), "tested": round(games * decisions, 1)}


def _stands(noted: dict[str, Any]) -> str:
    return (
        f"{noted['games']:,} games: wins {100 * noted['won']:.0f} % against random players, {noted['lead']:+.1f} points"
    )
