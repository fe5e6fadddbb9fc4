"""The checks of a game and of strategies, by the names that users type; each names its function, which is loaded when it runs."""

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.simulator.lab.battery.problems import Problem
    from digsite.simulator.lab.battery.subject import Subject

COMPILES = "compiles"  # before any other check


@dataclass(frozen=True)
class Entry:
    """A check by its name.

    about:    what holds where it passes.
    function: its module and name in `checks`.
    tables:   whether the function looks at a table at a time, all of them, the smallest and the largest, or the largest; or
              at the game, with all its tables.
    slow:     whether a quick check leaves it out.
    first:    whether there is no point in going on where almost every game fails it.
    """

    name: str
    about: str
    function: str
    tables: Literal["each", "ends", "largest", "game"] = "each"
    slow: bool = False
    first: bool = False

    def run(self, subjects: "Sequence[Subject]") -> "Iterator[Problem]":
        """Yield what is wrong at the tables of a game."""
        module, _, name = self.function.partition(".")
        check = getattr(import_module(f"digsite.simulator.lab.battery.checks.{module}"), name)
        if self.tables == "game":
            yield from check(subjects)
            return
        chosen = {"each": subjects, "ends": dict.fromkeys([subjects[0], subjects[-1]]), "largest": subjects[-1:]}
        for subject in chosen[self.tables]:
            yield from check(subject)


OF_A_GAME = (
    Entry("options", "every option that is listed can be applied", "options.check_options"),
    Entry("ends", "every game ends", "rows.check_ends", first=True),
    Entry("inventory", "what is conserved stays in the game", "options.check_inventory"),
    Entry("scores", "scores are the sum of their parts", "rows.check_scores"),
    Entry("records", "records, variants and columns are well formed", "records.check_records", "game"),
    Entry("memory", "records are small", "records.check_memory", "game"),
    Entry("threads", "the same rows for any threads and seats", "rows.check_threads"),
    Entry("replays", "a replay is the same game, and can be narrated", "rows.check_replays"),
    Entry("plain-python", "compiled code plays like plain Python", "plain.check_plain_python", "game"),
    Entry("sight", "what is hidden stays hidden", "sight.check_sight"),
    Entry("facts", "what a seat is shown is all it may see", "facts.check_facts"),
    Entry("strategies", "strategies only read, and only what they see", "choices.check_strategies"),
    Entry("nudges", "nudges come from the box and show nothing", "nudges.check_every_nudge", "game"),
    Entry("look-ahead", "looking ahead reads only what a seat sees", "lookahead.check_lookahead", "largest", slow=True),
    Entry("learned", "learned players read only what a seat sees", "learned.check_learned", "largest", slow=True),
    Entry("figures", "figures within their bounds can be played", "figures.check_figures", "game"),
    Entry("coverage", "all that has a name occurs", "coverage.check_coverage", "game"),
)
OF_STRATEGIES = (
    Entry("choices", "every choice is an option, the same if asked twice", "plugins.check_own_choices"),
    Entry("sight", "no choice depends on what is hidden", "plugins.check_own_eyes"),
    Entry("threads", "the same rows for any threads and seats", "rows.check_threads"),
    Entry("plain-python", "compiled code plays like plain Python", "plain.check_plain_python", "game"),
    Entry("weights", "every weight can be at its bounds", "plugins.check_weights", "ends"),
    Entry("figures", "figures within their bounds can be played", "figures.check_figures", "game"),
)
