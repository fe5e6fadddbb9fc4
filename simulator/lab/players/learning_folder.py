"""A training on disk: its question, its rounds, and the network as it is by now.

FOLDER/search.json    the question and the command
FOLDER/rounds.jsonl   a line for each round
FOLDER/network.npz    everything that learning needs to go on
FOLDER/player.npz     the player
"""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from digsite.simulator.errors import DigsiteError
from digsite.simulator.lab.players.learner import Learner
from digsite.simulator.lab.players.search_log import saved_manifest
from digsite.simulator.runs import atomic_files
from digsite.simulator.runs.folder.manifest import SEARCH
from digsite.simulator.runs.folder.store import check_free
from digsite.strategies.learned.file import PLAYER, LearnedPlayer

ROUNDS, NETWORK = "rounds.jsonl", "network.npz"


class LearningFolder:
    """The folder of a training; the same training resumes where it stopped."""

    def __init__(self, folder: Path, asked: dict[str, Any], about: dict[str, Any], resume: bool):
        """Open the folder; `asked` decides the result, apart from how long it learns; `about` is the command and the provenance."""
        self.folder = folder
        self.manifest: dict[str, Any] = {"asked": json.loads(json.dumps(asked)), **about}
        if resume:
            saved_manifest(folder, self.manifest, "training")
        else:
            check_free(folder, self.manifest)
            folder.mkdir(parents=True, exist_ok=True)
            for name in (ROUNDS, NETWORK):
                atomic_files.remove(folder / name)
        atomic_files.remove_temporary_files(folder)
        atomic_files.write_json(folder / SEARCH, self.manifest)
        self.rounds: list[dict[str, Any]] = self._read_rounds() if resume else []

    def _read_rounds(self) -> list[dict[str, Any]]:
        path, found = self.folder / ROUNDS, list[dict[str, Any]]()
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        for line in text.splitlines():
            try:
                data = atomic_files.parse_json(line)
            except ValueError:
                break
            if not isinstance(data, dict) or not {"games", "seconds", "played", "decisions"} <= data.keys():
                break
            found.append(data)
        return found

    def take_up(self, learner: Learner) -> None:
        """Give a learner the network that is saved; rounds after it are forgotten."""
        path = self.folder / NETWORK
        if not path.is_file():
            self.rounds = []
            return
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as saved:
                learner.take_up({name: saved[name] for name in saved.files})
        except (OSError, ValueError, KeyError, IndexError, EOFError, zipfile.BadZipFile) as problem:
            raise DigsiteError(f"{path} is damaged; delete the folder and train again.") from problem
        if len(self.rounds) < learner.rounds:
            raise DigsiteError(f"{self.folder / ROUNDS} is damaged; delete the folder and train again.")
        self.rounds = self.rounds[: learner.rounds]

    def save(self, learner: Learner, player: LearnedPlayer) -> None:
        """Save the network, the player, and the rounds so far."""
        lines = "".join(json.dumps(it) + "\n" for it in self.rounds)
        atomic_files.write_text(self.folder / ROUNDS, lines)
        written = io.BytesIO()
        np.savez(written, **learner.to_arrays())  # type: ignore[arg-type]
        atomic_files.write_bytes(self.folder / NETWORK, written.getvalue())
        atomic_files.write_bytes(self.folder / PLAYER, player.to_bytes())
