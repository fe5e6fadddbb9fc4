"""Arguments that a folder keeps: the game and the plug-ins of the run or experiment in it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.texts import read_text
from digsite.simulator.game_files import GameFiles, are_game_files
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import PlanArguments, plugin_list
from digsite.simulator.play.seating import BALANCED, kind_of
from digsite.simulator.runs import atomic_files, storage
from digsite.simulator.runs.folder.manifest import ARMS, EXPERIMENT, MANIFEST, SEARCH
from digsite.simulator.runs.folder.plugin_texts import check_allowed
from digsite.simulator.trust import allow
from digsite.strategies.plugins.load import Source, sources_of


def with_saved_plugins(folder: Path, arguments: PlanArguments, kept: Mapping[str, Any], trusted: bool) -> PlanArguments:
    """Return the arguments with the plug-ins that the folder keeps; refuse code the user has not allowed."""
    plugins = kept.get("plugins") or []
    sources = sources_of(plugins) if isinstance(plugins, list) else []  # 0.1 saved hashes
    given = [_saved_plugin(folder, plugin, sources) for plugin in plugin_list(arguments.get("plugins"))]
    game = saved_game(kept)
    check_allowed(folder, [*([game] if game else []), *sources], trusted)
    return {**arguments, "plugins": [*sources, *(plugin for plugin in given if plugin not in sources)]}


def with_saved_seating(folder: Path, arguments: PlanArguments, kept: Mapping[str, Any]) -> PlanArguments:
    """Return the arguments with the seating of the run, the arms or the search in the folder, unless they name another.

    What was begun before there was a choice was cyclic, or as typed.
    """
    if arguments.get("seating"):
        return arguments
    if storage.is_file(folder / SEARCH):
        asked = atomic_files.read_json(folder / SEARCH, f"{SEARCH} of {folder}").get("asked")
        return {**arguments, "seating": kind_of({"rotate": True, **(asked if isinstance(asked, dict) else {})})}
    if not isinstance(kept.get(ARMS), dict):
        return {**arguments, "seating": kind_of(kept)} if {"seating", "rotate"} & set(kept) else arguments
    plans = [read_saved_plan(folder / ARMS / name) for name in kept[ARMS]]
    kinds = {kind_of(plan) for plan in plans if {"seating", "rotate"} & set(plan)}
    return {**arguments, "seating": BALANCED if BALANCED in kinds else min(kinds)} if kinds else arguments


def saved_game(kept: Mapping[str, Any]) -> GameFiles | None:
    """Return the files of the user's game that a run or an experiment keeps; None for one of digsite's."""
    name, texts = kept.get("game"), kept.get("game_files")
    if not texts:
        return None
    if not are_game_files(name, texts):
        raise DigsiteError("The saved game is damaged: it is not what digsite writes there. Play the games again.")
    return GameFiles(str(name), texts)


def read_saved_plan(folder: Path) -> Mapping[str, Any]:
    """Return the plan of the run in a folder, or the experiment's question; problems with either are reported later."""
    for name, what in ((EXPERIMENT, EXPERIMENT), (MANIFEST, "manifest"), (SEARCH, SEARCH)):
        if storage.is_file(folder / name):
            found = atomic_files.read_json(folder / name, f"The {what} of {folder}")
            kept = found.get("plan", found)
            return {"own_game": found.get("own_game"), **kept} if isinstance(kept, dict) else {}
    return {}


def _saved_plugin(folder: Path, plugin: Path | str | Source, kept: list[Source]) -> Path | str | Source:
    """Return the run's saved text, even if the file is gone; refuse a file that has changed."""
    own = plugin if isinstance(plugin, Source) else None
    path = Path(own.file if own else plugin)  # type: ignore[arg-type]
    same = [source for source in kept if Path(source.file).name == path.name]
    if not same or own in kept:
        return plugin
    text = own.text if own else read_text(path, "The plug-in") if path.is_file() else same[0].text
    for source in same:
        if source.text == text:
            if path.is_file():
                allow([source])  # the user names this very text
            return source
    raise WrongUse(
        f"The plug-in {path} has changed since {folder} was begun (its hash was {same[0].hash}, now "
        f"{Source(str(path), text).hash}). Put the old text back, it is in the folder's plugins, or start again with "
        "another ",
        OPTIONS["out"],
        ".",
    )
