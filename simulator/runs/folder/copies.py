"""Readable copies of a plan's texts in its folder: plug-ins, the rules file, a user's game. The manifest decides."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from digsite.simulator.errors import WrongUse
from digsite.simulator.runs import addresses, atomic_files, storage
from digsite.strategies.plugins.load import Source

if TYPE_CHECKING:
    from digsite.simulator.play.plan import Plan

PLUGINS, RULES, GAME = COPIES = "plugins", "rules", "game"  # their folders


def plugin_files(sources: Sequence[Source]) -> dict[str, Source]:
    """Return plug-ins by the name of their copy in a run folder."""
    kept: dict[str, Source] = {}
    for source in sources:
        stem, twins = Path(source.file).stem, 1
        name = f"{PLUGINS}/{stem}.py"
        while name in kept:
            twins += 1
            name = f"{PLUGINS}/{stem}-{twins}.py"
        kept[name] = source
    return kept


def text_copies(plan: "Plan") -> dict[str, str]:
    """Return the texts of a plan's plug-ins and rules file by the names of their copies."""
    texts = {name: source.text for name, source in plugin_files(plan.sources).items()}
    return texts | ({f"{RULES}/{kept['file']}": kept["text"]} if (kept := plan.rules_file) else {})


def rules_copy(folder: Path, plan: "Plan") -> Path | None:
    """Return the copy of a run's rules file as a command can name it; None without one, or if the folder is remote."""
    return folder / RULES / plan.rules_file["file"] if plan.rules_file and not addresses.is_remote(folder) else None


def game_copies(plan: "Plan") -> dict[str, str]:
    """Return the texts of a user's game by the names of their copies."""
    return {f"{GAME}/{place}": text for place, text in plan.game_files.items()}


def write_copies(folder: Path, texts: Mapping[str, str]) -> None:
    """Write the copies that are not there; refuse one that was edited, since it is not what would play."""
    for name, text in texts.items():
        path = folder / name
        if storage.is_file(path):
            if storage.read(path).decode(errors="replace") == text:
                continue
            raise WrongUse(
                f"{path} was changed: the run is played by the text in its manifest. Remove the file to have it restored, or "
                "start another run with the changed one."
            )
        storage.make_folder(path.parent)
        atomic_files.write_text(path, text)
