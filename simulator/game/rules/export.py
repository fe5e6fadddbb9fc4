"""A game's figures as a rules file to edit and read back."""

from itertools import groupby

from digsite.simulator.game.rules.components import ComponentTable
from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.wording import toml


def to_toml(figures: Figures) -> str:
    """Return the figures as a rules file to edit and read back."""
    lines = ["[game]", f"id = {toml(figures.head['id'])}"]
    for table, group in groupby(figures, key=lambda figure: figure.field_of.rpartition(".")[0]):
        if table:
            lines += _table_lines(figures, figures.tables[table])
            list(group)
            continue
        for figure in group:
            if figure.key not in figures.tables:
                lines += ["", f"[{figure.key}]{_comment(figure.about)}", *_figure_lines(figure)]
    return "\n".join(lines) + "\n"


def _comment(about: str) -> str:
    return f"  # {' '.join(about.split())}"


def _figure_lines(figure: Figure) -> list[str]:
    lines = [f"{name} = {toml(getattr(figure, name))}" for name in ("value", "source", "confirmed")]
    return lines + ([f"alternatives = {toml(figure.alternatives)}"] if figure.alternatives else [])


def _table_lines(figures: Figures, table: ComponentTable) -> list[str]:
    """Return the lines of a table of components: the most common source first, others with their values."""
    cells = [figures.by_key[table.key(row, name)] for row in table.rows for name in table.fields]
    notes = [(cell.source, cell.confirmed) for cell in cells if not cell.alternatives]
    source, confirmed = max(notes, key=notes.count, default=("", True))
    lines = ["", f"[{table.name}]{_comment(table.about)}"]
    if table.name in figures.by_key:
        lines.append(f"value = {toml(figures[table.name])}")
    lines += [f"source = {toml(source)}", f"confirmed = {toml(confirmed)}"]
    for row in table.rows:
        lines += ["", f"[{table.name}.{row}]"]
        for name in table.fields:
            cell = figures.by_key[table.key(row, name)]
            alike = (cell.source, cell.confirmed) == (source, confirmed) and not cell.alternatives
            lines.append(f"{name} = {toml(cell.value) if alike else _inline(cell)}")
    return lines


def _inline(figure: Figure) -> str:
    noted = {"value": figure.value, "source": figure.source, "confirmed": figure.confirmed}
    return toml(noted | ({"alternatives": figure.alternatives} if figure.alternatives else {}))
