"""The mistakes of newcomers: copies of a small game, each with one of them, and what is said about it."""

import re
import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
GAME = HERE / "pearls"


@dataclass(frozen=True)
class Mistake:
    """One mistake; see mistakes.toml."""

    name: str
    old: str
    new: str
    says: list[str]
    found: str
    file: str = "game.py"
    line: str = ""
    also: tuple[str, str] | tuple[()] = ()
    around: int = 0

    @property
    def folder(self) -> str:
        """The folder of the game that has it."""
        return re.sub("[^a-z0-9]+", "-", self.name.lower())

    def make(self, house: Path) -> Path:
        """Write the game that has it."""
        made = house / self.folder
        shutil.copytree(GAME, made, ignore=shutil.ignore_patterns("__pycache__"))
        text = (made / self.file).read_text()
        for old, new in ((self.old, self.new), *([self.also] if self.also else [])):
            assert text.count(old) >= 1, (self.name, old)
            text = text.replace(old, new, 1)
        (made / self.file).write_text(text)
        return made

    def fits(self, told: str, made: Path) -> str:
        """What is wrong with a sentence; an empty text if it is right."""
        missing = [word for word in self.says if word not in told]
        if missing:
            return f"without {missing}: {told}"
        if str(made / self.file) not in told:
            return f"without the file: {told}"
        found = re.search(r", line (\d+)", told)
        if not self.line:
            return f"with a line: {told}" if found and "TOML" not in told else ""
        lines = (made / self.file).read_text().splitlines()
        wanted = [at for at, line in enumerate(lines, 1) if self.line in line]
        assert wanted, (self.name, self.line)
        if not found and "TOML" in told:  # in the words of Python's reader
            found = re.search(r"at line (\d+)", told)
        if not found:
            return f"without a line: {told}"
        near = min(abs(int(found[1]) - at) for at in wanted)
        return "" if near <= self.around else f"on another line than {wanted}: {told}"


MISTAKES = [Mistake(**it) for it in tomllib.loads((HERE / "mistakes.toml").read_text())["mistake"]]
