"""The files of a user's game as texts: what a run saves, what the user allows to run, and what tells versions apart.

They are the Python files below the game's folder and the TOML files that digsite or these name. Tests, runs, other games
and hidden folders do not belong to it.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from digsite.simulator.errors import WrongUse, short_message, shorten_name

RULES_FILE = "rules.toml"
MOST_BYTES = 1_000_000
MOST_FILES = 500
_MOST_NAMED = 3  # files in a sentence
_DATA = (RULES_FILE, "components.toml", "events.toml", "strategies.toml", "strength.toml")
_OF_OTHERS = (
    RULES_FILE,
    "manifest.json",
    "experiment.json",
    "search.json",
    "pyvenv.cfg",
)  # their folders are not the game's
_PATH = re.compile(r"(\w[\w -]*/){0,20}\w[\w. -]*\.(py|toml)")
_WORDS = re.compile(r"questions(/|\.py$)|narrate\.py$")
_IMPORTED = r"^\s*(from|import)\b.*\b{}\b"
_NAME = re.compile(r"[a-z][a-z0-9-]{0,79}")


@dataclass(frozen=True, eq=False)
class GameFiles:
    """The files of one version of a user's game.

    name:  what the game is called.
    texts: each file's text by its path within the game's folder.
    """

    name: str
    texts: Mapping[str, str]

    @classmethod
    def read(cls, folder: Path, name: str) -> "GameFiles":
        """Return the files of the game in a folder; raise a WrongUse that names one that cannot be saved."""
        code: dict[str, str] = {}
        data: dict[str, Path] = {}
        for number, path in enumerate(_walk(folder), 1):
            if number > MOST_FILES:
                raise WrongUse(
                    f"{folder} holds more than {MOST_FILES} files of code and data; move the game to a folder of its own."
                )
            place = path.relative_to(folder).as_posix()
            if path.suffix == ".py":
                code[place] = _text(path)
            else:
                data[place] = path
        all_code = "\n".join(code.values())
        texts = code | {
            place: _text(path) for place, path in data.items() if path.name in _DATA or path.name in all_code
        }
        files = cls(name, dict(sorted(texts.items())))
        if strange := next((place for place in texts if not _PATH.fullmatch(place)), ""):
            raise WrongUse(
                f"A run cannot save {folder / strange}: rename it to letters, digits, dashes and underscores."
            )
        if files.size > MOST_BYTES:
            largest = max(files.texts, key=lambda place: len(files.texts[place].encode()))
            raise WrongUse(
                f"The files of {folder} have {files.size:,} bytes, and a run saves at most {MOST_BYTES:,} with its games. "
                f"The largest is {largest}; move what the game does not need out of its folder."
            )
        return files

    @property
    def size(self) -> int:
        """Return the bytes of all texts together."""
        return sum(len(text.encode()) for text in self.texts.values())

    @property
    def file(self) -> str:
        """Return the name under which it is listed where it is allowed."""
        return f"game {self.name}"

    @cached_property
    def key(self) -> str:
        """Return the hash by which the game is allowed: of all its texts."""
        return hashlib.sha256(json.dumps(self.texts, sort_keys=True).encode()).hexdigest()

    @property
    def hash(self) -> str:
        """Return a short hash of all texts."""
        return self.key[:16]

    @property
    def called(self) -> str:
        """Return the game as a sentence names it: the game pig (game.py, hash 0123456789abcdef)."""
        code = [place for place in self.texts if place.endswith(".py")]
        more = [f"{len(code) - _MOST_NAMED} more files"] if len(code) > _MOST_NAMED else []
        return f"the game {self.name} ({', '.join([*code[:_MOST_NAMED], *more])}, hash {self.hash})"

    @property
    def deciding(self) -> "GameFiles":
        """Return those that can decide a game: all but narration and questions."""
        return GameFiles(self.name, {place: text for place, text in self.texts.items() if not _WORDS.match(place)})

    @property
    def compiled(self) -> list[str]:
        """Return the paths of those that compiled code can depend on: the constants it imports or reads become part of it.

        That is all code that decides, narration and questions where it imports them, and tables of the game's own that it
        names. The tables that digsite reads reach compiled code as records.
        """
        paths = [path for path in self.deciding.texts if path.endswith(".py")]
        code = "\n".join(self.texts[path] for path in paths)
        words = {
            path: _IMPORTED.format(path.partition("/")[0].removesuffix(".py"))
            for path in self.texts
            if _WORDS.match(path)
        }
        paths += [path for path, imported in words.items() if re.search(imported, code, re.MULTILINE)]
        return sorted(paths + [path for path in self.texts if _is_own_table(path) and Path(path).name in code])

    def changed_to(self, other: "GameFiles") -> list[str]:
        """Return the files that another version has otherwise, has not, or has besides."""
        return sorted(
            place for place in {**self.texts, **other.texts} if self.texts.get(place) != other.texts.get(place)
        )


def are_game_files(name: Any, texts: Any) -> bool:
    """Return whether plain data, which may come from anywhere, is what a run saves of a game."""
    if not isinstance(name, str) or not _NAME.fullmatch(name) or not isinstance(texts, dict):
        return False
    if RULES_FILE not in texts or len(texts) > MOST_FILES:
        return False
    fine = all(_PATH.fullmatch(str(place)) and _is_text(text) for place, text in texts.items())
    return fine and sum(len(text) for text in texts.values()) <= MOST_BYTES


def _is_own_table(path: str) -> bool:
    return path.endswith(".toml") and Path(path).name not in _DATA


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value and value.encode(errors="replace").decode() == value


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the Python and TOML files below a folder that may belong to its game."""
    for here, folders, names in os.walk(folder, followlinks=True):
        if Path(here) != folder and any(name in _OF_OTHERS for name in names):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")) and name != "tests")
        for name in sorted(names):
            path = Path(here, name)
            if path.suffix in (".py", ".toml") and not name.startswith((".", "test_", "conftest.")) and path.is_file():
                yield path


def _text(path: Path) -> str:
    """Return the text of a file, with the line ends of this project."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise WrongUse(f"{shorten_name(path)} cannot be read: {short_message(problem)}.") from problem
    except UnicodeDecodeError as problem:
        raise WrongUse(f"{path} is not a text in UTF-8; save it as one.") from problem
    if not _is_text(text):
        raise WrongUse(f"{path} holds a zero byte, which no text does; remove it.")
    return text
