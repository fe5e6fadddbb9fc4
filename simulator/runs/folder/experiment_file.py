"""The description of an experiment on disk, experiment.json, and its fingerprint."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from digsite.simulator.commands import resuming, words_of
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.play.plan import short_hash
from digsite.simulator.runs import atomic_files, storage
from digsite.simulator.runs.folder.manifest import EXPERIMENT

FORMAT = 1
ASKED = ("kind", "game", "seed", "games", "question", "arms")


def fingerprint_of(manifest: Mapping[str, Any], command: bool = True) -> str:
    """Return a short hash of an experiment's question and its command; digsite 0.1 left the command out."""
    return short_hash({name: manifest.get(name) for name in (*ASKED, *["command"] * command)})


def command_of(folder: Path) -> list[str]:
    """Return the words of the command that started an experiment, which its fingerprint covers."""
    found = read_experiment(folder)
    if found["fingerprint"] != fingerprint_of(found):
        raise WrongUse(
            f"{folder / EXPERIMENT} comes from an older digsite, which did not protect its command. Repeat the whole command with ",
            resuming(folder),
            ".",
        )
    if words := words_of(found["command"]):
        return words
    raise DigsiteError(
        f"{folder / EXPERIMENT} is damaged: its command is not one of digsite. Put the old text back, or start another experiment."
    )


def _is_plain(name: str) -> bool:
    """Return whether an arm's name stays within the experiment's folder."""
    return Path(name).name == name


def read_experiment(folder: Path) -> dict[str, Any]:
    """Return the description of an experiment; raise an error that says why if the folder holds none."""
    path = folder / EXPERIMENT
    if not storage.is_file(path):
        raise WrongUse(f"{folder} is not an experiment: it has no {EXPERIMENT}.")
    manifest = atomic_files.read_json(path, f"{EXPERIMENT} of {folder}")
    if not {"kind", "question", "arms", "format"} <= set(manifest):
        raise WrongUse(f"{path} does not describe a digsite experiment.")
    arms = manifest["arms"]
    shaped = isinstance(manifest["question"], dict) and isinstance(arms, dict) and arms
    if not shaped or not {"complete", "command", "game"} <= set(manifest) or not all(map(_is_plain, arms)):
        raise DigsiteError(f"{path} is damaged: it does not say what was asked of which arms.")
    if manifest["format"] != FORMAT:
        raise WrongUse(
            f"{folder} is an experiment of format {manifest['format']}; this digsite reads format {FORMAT}. "
            f"Repeat it with the command in its {EXPERIMENT}."
        )
    if manifest.get("fingerprint") not in (fingerprint_of(manifest), fingerprint_of(manifest, command=False)):
        raise DigsiteError(
            f"{path} was edited: what it asks is not what was played. Put the old text back, or start another experiment."
        )
    return manifest
