"""Labels and units of the columns of a game's tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from digsite.analyses.question import Term
from digsite.analyses.registry import topics_of
from digsite.simulator.game.wording import name_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.simulator.game.columns import Unit
    from digsite.simulator.game.game import Game

_UNCONFIRMED = {"seat_1_change": Term("change of seat 1's win rate", unit="difference")}  # for sweep --unconfirmed


class Terms:
    """The terms of tables by column; a column without one is labelled by its name and holds plain numbers."""

    def __init__(self, known: Mapping[str, Term]):
        """Store `known`, the declared terms."""
        self._known = known

    @classmethod
    def of(cls, game: Game, question: str = "") -> Terms:
        """Return the terms of a game's columns and of the general tables, and of its tables for its own questions."""
        general, *own = topics_of(game.id)
        known = {column.name: Term(column.words, column.axis, column.unit) for column in game.own_columns}
        known |= {name: _counted_in(game, term) for name, term in general.TERMS.items()}
        known |= _UNCONFIRMED
        for topic in own:
            known |= topic.TERMS if question in {asked.name for asked in topic.QUESTIONS} else {}
        return cls(known)

    def words(self, column: str) -> str:
        """Return a column's label in a title."""
        return self._term(column).words or name_in_words(column)

    def heading(self, column: str) -> str:
        """Return a column's table heading, where its label differs from its name."""
        return self._term(column).words

    def axis(self, column: str) -> str:
        """Return a column's label on an axis."""
        return self._term(column).axis or self.words(column)

    def unit(self, column: str) -> Unit:
        """Return a column's unit; `x_exact` has that of `x`, and `x_change` is a difference of it."""
        whole = column.removesuffix("_change").removesuffix("_caused").removesuffix("_observed")
        if whole != column and self.unit(whole) == "share":
            return "difference"
        return self._term(column.removesuffix("_exact")).unit

    def _term(self, column: str) -> Term:
        return self._known.get(column, Term())


def _counted_in(game: Game, term: Term) -> Term:
    """Return a general term in the unit of the game's scores."""
    points = game.wording.points
    return replace(term, words=term.words.format(points=points), axis=term.axis.format(points=points))
