"""The manifest of a run: what it says, read with care, since anything may have been edited."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game_files import are_game_files
from digsite.simulator.play.plan import FORMAT, short_hash
from digsite.simulator.play.seating import SEATINGS
from digsite.simulator.runs import atomic_files, storage
from digsite.simulator.runs.folder.parts import read_description
from digsite.simulator.runs.plan_diff import difference

MANIFEST = "manifest.json"
EXPERIMENT = "experiment.json"
SEARCH = "search.json"  # what a search is looking for, before there is an experiment with its result
ARMS = "arms"
MUST_AGREE = {"plan": "the command", "versions": "the packages", "sources": "digsite's sources"}
_PART = re.compile(r"(games|events)/part-\d+\.parquet")
_EXTENSIBLE = ("games", "events")  # entries of a plan that no part but the last depends on
_NOT_OF_A_PART = (*_EXTENSIBLE, "rules_file")  # whose figures, and what is known about them, are other entries
_LEAST = {"games": 1, "events": 0, "part_games": 1, "game_version": 0, "seed": 0}  # whole numbers of a plan
_TEXTS = ("players", "variants", "settings")  # lists of texts in it
_FORMS: dict[str, Any] = {
    "game": str, "rotate": bool, "rules": dict, "nudge": dict, "weights": list, "thinking": list,
    "plugins": list | dict,  # 0.1 saved hashes by name
    "game_files": dict, "learned": dict,
}  # fmt: skip


def entries_of_parts(plan: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a plan that every part has; what is too long for them, such as a user's game, has its hash."""
    kept = {name: value for name, value in plan.items() if name not in _NOT_OF_A_PART}
    texts, learned = kept.pop("game_files", None), kept.pop("learned", None)
    kept |= {"game_hash": short_hash(texts)} if texts else {}
    return kept | ({"learned_hash": short_hash(learned)} if learned else {})


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return a run's manifest; raise an error that says why if the folder is not a run."""
    path = folder / MANIFEST
    if not storage.is_file(path):
        if storage.is_file(folder / EXPERIMENT):
            raise WrongUse(f"{folder} is not a run but an experiment; each folder in {folder / ARMS} is a run.")
        raise WrongUse(f"{folder} is not a run: it has no {MANIFEST}.")
    manifest = atomic_files.read_json(path, f"The manifest of {folder}")
    if "plan" not in manifest or "parts" not in manifest:
        raise WrongUse(f"{path} is not the manifest of a digsite run.")
    if manifest.get("format") != FORMAT:
        raise WrongUse(
            f"{folder} is a run of format {manifest.get('format')}; this digsite reads format {FORMAT}. "
            "Repeat the run with the command in its manifest."
        )
    if not _is_shaped(manifest):
        raise DigsiteError(
            f"{path} is damaged: it does not say what was played into which parts. Put an old copy of it back, or delete the "
            "folder and play again."
        )
    if wrong := _not_in_form(manifest["plan"]):
        raise DigsiteError(
            f"{path} is damaged: the entry {wrong!r} of its plan is not what digsite writes there. Put an old copy of it back, "
            "or delete the folder and play again."
        )
    if manifest.get("fingerprint") != short_hash(manifest["plan"]):
        raise edit_error(folder, _what_was_edited(folder, manifest))
    return manifest


def edit_error(folder: Path, what: str) -> DigsiteError:
    """Return the error that says what was edited in a manifest."""
    return DigsiteError(
        f"{folder / MANIFEST} was edited: its plan is not the one that was played{what}. Put the old text back, or start "
        "another run."
    )


def _is_shaped(manifest: dict[str, Any]) -> bool:
    """Return whether a manifest has every entry that a run reads, each of the right type."""
    plan, parts = manifest["plan"], manifest["parts"]
    if not isinstance(plan, dict) or not isinstance(parts, dict) or not isinstance(manifest.get("complete"), bool):
        return False
    return all(
        _PART.fullmatch(name) and isinstance(known, dict) and type(known.get("rows")) is int and known.get("sha256")
        for name, known in parts.items()
    )


def _not_in_form(plan: dict[str, Any]) -> str:
    """Return the first entry of a plan with the wrong type or range; empty if there is none."""
    if plan.get("game_files") and not are_game_files(plan.get("game"), plan["game_files"]):
        return "game_files"
    return next((name for name, value in plan.items() if not _is_in_form(name, value)), "")


def _is_in_form(name: str, value: Any) -> bool:
    if name in _LEAST:
        return type(value) is int and value >= _LEAST[name]
    if name in _TEXTS:
        return isinstance(value, list) and all(isinstance(text, str) for text in value)
    if name == "provenance":
        return isinstance(value, dict) and all(_is_provenance(known) for known in value.values())
    if name == "seating":
        return value in SEATINGS
    if name == "rules_file":
        return _is_text_file(value)
    return isinstance(value, _FORMS.get(name, object))


def _is_text_file(known: Any) -> bool:
    """Return whether a value is a file's bare name, which a copy in the run folder can have, and its text."""
    if not isinstance(known, dict) or set(known) != {"file", "text"}:
        return False
    name, text = known["file"], known["text"]
    named = isinstance(name, str) and name.isprintable() and name == Path(name).name not in ("", "..")
    return named and isinstance(text, str)


def _is_provenance(known: Any) -> bool:
    """Return whether a value has the form of a figure's provenance in a plan."""
    kinds = {"source": str, "confirmed": bool, "alternatives": list}
    return (
        isinstance(known, dict)
        and set(known) == set(kinds)
        and all(isinstance(known[name], kind) for name, kind in kinds.items())
    )


def _what_was_edited(folder: Path, manifest: dict[str, Any]) -> str:
    """Return what was edited in a plan, as far as an existing part shows."""
    with suppress(*storage.failures(), ValueError, StopIteration):
        part, known = next(iter(manifest["parts"].items()))
        if (copy := storage.local_copy(folder / part, str(known["sha256"]))).is_file():
            changed = manifest_difference(read_description(copy), manifest)
            return f" ({changed or 'the number of games or events'})"
    return ""


def manifest_difference(text: str, manifest: dict[str, Any]) -> str:
    """Return in words how a manifest and a part's metadata differ; empty if they agree."""
    try:
        played = atomic_files.parse_json(text)
        plan = dict(played["plan"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return "a part does not say what was played"
    if isinstance(manifest["plan"].get("plugins"), dict):  # 0.1 saved hashes, which cannot be compared with texts
        plan["plugins"] = manifest["plan"]["plugins"]
    before, now = _described(played, plan), _described(manifest, manifest["plan"])
    return "" if before == now else difference(before, now) or "the plan"


def _described(known: dict[str, Any], plan: dict[str, Any]) -> dict[str, Any]:
    """Return the entries that a part and its manifest both have."""
    return {name: known.get(name) for name in ("versions", "sources")} | entries_of_parts(plan)
