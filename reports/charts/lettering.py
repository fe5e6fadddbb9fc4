"""Words and numbers on charts: their width, their line breaks, their decimals."""

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from digsite.analyses.stats.estimate import decimals

_BREAKS = re.compile(r"[^\s\-_/:]*[\-_/:]|[^\s\-_/:]+")


def decimals_for(values: Iterable[float], half_widths: Iterable[float], percent: bool) -> int:
    """Return how many decimals figures deserve: those that their typical interval supports, else three digits."""
    factor = 100 if percent else 1
    widths = sorted(width * factor for width in half_widths if 0 < width < math.inf)
    if widths:
        # the rule of `Estimate.text`, so that a chart and a sentence show the same figure
        return min(decimals(widths[len(widths) // 2]), 2 if percent else 3)
    sizes = [abs(value) * factor for value in values]
    if percent:
        return 1
    if all(size == round(size) for size in sizes):
        return 0
    return min(max(2 - math.floor(math.log10(max(sizes))), 0), 3)


@lru_cache(maxsize=4096)
def width(text: str, size: float, bold: bool = False) -> float:
    """Return the width in px of a line of text in the chart's font, the widest that a reader may have."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family="DejaVu Sans", size=size, weight="bold" if bold else "normal")
    return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def wrap(text: str, room: float, size: float, lines: int = 3, bold: bool = False) -> str:
    """Return the text in lines that fit the room, broken at spaces and hyphens; an ellipsis cuts the excess."""
    made, line = [], ""
    for piece, spaced in _pieces(text):
        longer = f"{line} {piece}" if line and spaced else line + piece
        if line and width(longer, size, bold) > room:
            made.append(line)
            line = piece
        else:
            line = longer
    made.append(line)
    cut = [_cut(line, room, size, bold) for line in made[:lines]]
    if len(made) > lines and not cut[-1].endswith("…"):
        cut[-1] = _cut(cut[-1] + "…", room, size, bold)
    return "\n".join(cut)


def _pieces(text: str) -> list[tuple[str, bool]]:
    """Return the parts between which a line may break, each with whether a space precedes it."""
    pieces: list[tuple[str, bool]] = []
    for word in text.split():
        if word.startswith("%") and pieces:  # no line breaks between a figure and its unit
            figure, spaced = pieces.pop()
            pieces.append((f"{figure} {word}", spaced))
            continue
        for at, part in enumerate(_BREAKS.findall(word) or [word]):
            pieces.append((part, at == 0))
    return pieces


def _cut(line: str, room: float, size: float, bold: bool) -> str:
    if width(line, size, bold) <= room:
        return line
    while len(line) > 2 and width(line.rstrip("…") + "…", size, bold) > room:
        line = line.rstrip("…")[:-1]
    return line.rstrip("…") + "…"


def spread(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Return centres for labels, as near as possible to the wanted ones, without overlap."""

    def block(members: list[int]) -> tuple[list[int], float]:
        half = sum(sizes[i] for i in members) / 2
        centre = min(_centre(members, wanted, sizes), high - half)
        return members, max(centre, low + half)

    blocks: list[tuple[list[int], float]] = []  # labels in order, and the centre of their block
    for at in sorted(range(len(wanted)), key=lambda at: wanted[at]):
        blocks.append(block([at]))
        while len(blocks) > 1 and _overlap(blocks[-2], blocks[-1], sizes):
            (lower, _), (upper, _) = blocks.pop(-2), blocks.pop(-1)
            blocks.append(block(lower + upper))
    placed = [0.0] * len(wanted)
    for members, centre in blocks:
        start = centre - sum(sizes[i] for i in members) / 2
        for i in members:
            placed[i] = start + sizes[i] / 2
            start += sizes[i]
    return placed


def _overlap(lower: tuple[list[int], float], upper: tuple[list[int], float], sizes: Sequence[float]) -> bool:
    reach = (sum(sizes[i] for i in lower[0]) + sum(sizes[i] for i in upper[0])) / 2
    return upper[1] - lower[1] < reach - 1e-9


def _centre(members: Sequence[int], wanted: Sequence[float], sizes: Sequence[float]) -> float:
    """Return the best centre of a block of labels: on average its labels are where they are wanted."""
    start, misses = 0.0, 0.0
    for i in members:
        misses += wanted[i] - (start + sizes[i] / 2)
        start += sizes[i]
    return misses / len(members) + start / 2
