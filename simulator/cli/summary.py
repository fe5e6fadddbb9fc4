"""A balance summary of a run: who wins from which seat, with which strategy, and how games end."""

from typing import TYPE_CHECKING, Any

from digsite.simulator.cli.console import print_note, print_sentence, print_table
from digsite.simulator.cli.results import print_answer
from digsite.simulator.lab.reporting.files import as_json as as_text

if TYPE_CHECKING:
    import polars as pl

    from digsite.simulator.runs.run import Run


def print_summary(run: "Run", as_json: bool = False) -> None:
    """Print the summary as tables, or as one JSON object."""
    from digsite.analyses.summary import answer, endings_text, notes, summarise
    from digsite.analyses.unfinished import unfinished_warning

    tables = summarise(run)
    if warning := unfinished_warning([run]):
        print_note(f"Warning: {warning}")
    if as_json:
        data: dict[str, Any] = {"answer": answer(run, tables)} | {
            name: table.to_dicts() for name, table in tables.items()
        }
        data["seats"] = [row | {"seat": int(row["seat"])} for row in data["seats"]]
        data["endings"] = [  # whatever the game calls its turns
            dict(zip(("game_ended_by", "games", "mean_turns", "share"), row, strict=True))
            for row in tables["endings"].rows()
        ]
        print(as_text({"run": str(run.folder), "games": run.rows, "seed": run.plan.seed} | data))
        return
    for name in ("seats", "strategies"):
        print_table(tables[name].columns, [_text(tables[name], row) for row in tables[name].iter_rows(named=True)])
    print_sentence(f"{endings_text(tables['endings'])}.")
    for remark in notes(run):
        print_sentence(f"({remark})")
    print_answer(answer(run, tables))


def _text(table: "pl.DataFrame", row: dict[str, Any]) -> list[str]:
    """Return a row as text: shares in per cent, means to a tenth, a missing bound as a dash."""
    from digsite.analyses.summary import SHARES

    texts = []
    for name in table.columns:
        value = row[name]
        if value is None:
            value = "-"
        elif name in SHARES:
            value = f"{100 * value:.2f} %"
        elif table[name].dtype.is_float():
            value = f"{value:,.1f}"
        texts.append(value)
    return texts
