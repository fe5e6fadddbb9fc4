"""A new game: a folder with a game of two files and a test, copied from an example."""

import re
from pathlib import Path

from digsite.simulator.errors import DigsiteError, WrongUse, short_message, shorten_name, unknown
from digsite.simulator.game_files import RULES_FILE
from digsite.simulator.games import all_games
from digsite.simulator.home import is_name_of_a_game
from digsite.simulator.options import OPTIONS

BASIC = "basic"  # the example to start from if none is named
_TEST = "test_"
_TITLE = re.compile(r'^title = "(.*)"$', re.MULTILINE)


def examples() -> dict[str, Path]:
    """Return the folders of the example games that digsite comes with, by name."""
    import digsite

    folder = Path(str(digsite.__file__)).parent / "examples"
    return {path.parent.name.replace("_", "-"): path.parent for path in sorted(folder.glob(f"*/{RULES_FILE}"))}


def new_game(name: str, *, like: str = BASIC, out: Path | str = ".") -> Path:
    """Make a folder with a game that plays at once, and return it.

    name: what the folder and the game are called, such as my-game.
    like: the example to start from.
    out:  the folder to make it in.
    """
    known = examples()
    if like not in known:
        raise unknown("example", like, known)
    folder = Path(out).expanduser() / _checked(name)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
        for path in _files(known[like]):
            copied = _named_after(name, path.read_text(encoding="utf-8"), known[like])
            (folder / _new_name(path, name)).write_text(copied, encoding="utf-8", newline="\n")
    except FileExistsError as problem:
        what = f"{shorten_name(folder)} is there already" if folder.exists() else f"{shorten_name(out)} is a file"
        raise WrongUse(f"{what}; choose another name, or another folder with ", OPTIONS["out"], ".") from problem
    except OSError as problem:
        raise DigsiteError(f"{shorten_name(folder)} cannot be written: {short_message(problem)}.") from problem
    return folder


def _checked(name: str) -> str:
    """Return the name of a new game; raise `WrongUse` if no game can have it, or one has it."""
    if not is_name_of_a_game(name):
        simple = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-0123456789")
        hint = f" Try {shorten_name(simple)}." if is_name_of_a_game(simple) else ""
        raise WrongUse(
            f"A game cannot be called {shorten_name(name)!r}: use the letters a to z, digits and dashes, beginning with a letter.{hint}"
        )
    if name.replace("_", "-") in all_games():
        raise WrongUse(f"{name} is the name of a game that digsite has; choose another one.")
    return name


def _files(example: Path) -> list[Path]:
    return [path for path in sorted(example.iterdir()) if path.suffix in (".py", ".toml")]


def _new_name(path: Path, name: str) -> str:
    """Return what a file of an example is called in the new game: its test is named after the game."""
    return f"{_TEST}{name.replace('-', '_')}.py" if path.name.startswith(_TEST) else path.name


def _named_after(name: str, text: str, example: Path) -> str:
    """Return the text of a file with the new game's title."""
    found = _TITLE.search((example / RULES_FILE).read_text(encoding="utf-8"))
    title = name.replace("-", " ").replace("_", " ").title()
    return text.replace(found[1], title) if found else text
