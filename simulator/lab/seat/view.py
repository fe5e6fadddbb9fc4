"""A game as one seat sees it, as plain data. Facts and options are read from a state in which whatever the seat cannot see is dealt
anew, so that nothing hidden can be among them; of the events each seat keeps those it may know.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.game.facts import Choice, Facts, Scene, shown_facts, without_secrets
from digsite.simulator.game.narration import list_events
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.kernel.play.events import FIELDS

if TYPE_CHECKING:
    from digsite.simulator.game.rules.figures import Figures
    from digsite.simulator.play.stepping import SteppedGame


def facts_in(game: Any) -> Facts:
    """Return what a game shows; of one without a table only what an option is."""
    if game.facts is not None:
        found: Facts = game.facts
        return found
    decisions = {int(it): name_in_words(it.name).capitalize() for it in game.records.decisions}
    actions = {int(it): name_in_words(it.name).capitalize() for it in game.home.rules.get("options", "Action", ())}

    def option(scene: Scene, number: int) -> Choice:
        decision = int(scene.state.decision)
        words = game.option_words(decision, number) or actions.get(number, f"option {number}")
        return Choice(decisions.get(decision, "Choose"), words)

    return Facts({}, {}, {}, option)


@dataclass
class SeatView:
    """What one seat is shown of a game.

    seen: the events so far, less what the seat may not know.
    """

    game: "SteppedGame"
    facts: Facts
    figures: "Figures"
    players: list[str]
    seat: int
    seen: list[np.ndarray] = field(default_factory=list)
    events: int = 0

    def scene(self, state: Any = None) -> Scene:
        """Return the present scene, or that of a state."""
        shown = self.game.seen_from(self.seat) if state is None else state
        return Scene(self.game.rules, shown, self.seat, self.figures, self.players, self.facts.words)

    def follow(self) -> None:
        """Note the events that have come since."""
        logged = self.game.logged
        while self.seen and self.events > len(logged):  # the game has gone back
            self.events -= len(self.seen.pop())
        if self.events < len(logged):
            scene, kinds = self.scene(self.game.state), self._kinds()
            self.seen.append(without_secrets(logged[self.events :], kinds, self.facts.secrets, scene))
            self.events = len(logged)

    def log(self) -> list[str]:
        """Return what has happened, in words, line by line."""
        game = self.game.table.game
        events = np.concatenate(self.seen) if self.seen else np.zeros((0, FIELDS), np.int32)
        if game.facts is None and game.hides:  # it does not say what is secret: only what kinds of things happen
            return self._kinds_of(events)
        over = bool(self.game.state.over)
        return [
            line.rstrip()
            for line in (
                game.narrate(events, self.players, self.figures)
                if over
                else game.narrate_so_far(events, self.players, self.figures)
            )
        ]

    def shown(self) -> dict[str, Any]:
        """Return the facts that the seat sees."""
        return shown_facts(self.facts, self.scene())

    def options(self) -> list[dict[str, Any]]:
        """Return the options of the decision now due, with their ids; they are grouped by kind, in order."""
        scene = self.scene()
        named = [self.facts.option(scene, int(option)) for option in self.game.options]
        kinds = list(dict.fromkeys(it.kind for it in named))
        found = [{"id": at, "kind": it.kind, "words": it.words or it.kind} for at, it in enumerate(named)]
        return sorted(found, key=lambda it: kinds.index(str(it["kind"])))

    def _kinds(self) -> dict[int, Any]:
        game = self.game.table.game
        return {int(kind): game.events[kind.name.lower()] for kind in game.records.events}

    def _kinds_of(self, events: np.ndarray) -> list[str]:
        kinds, game = self._kinds(), self.game.table.game
        nameless = {number: type(kind)(kind.name, kind.about, ()) for number, kind in kinds.items()}
        return list(list_events(game.title, nameless, events, self.players))
