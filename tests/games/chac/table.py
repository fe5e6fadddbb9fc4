"""A table to try single rules at: a position is set up by hand, dice are loaded, one decision is taken."""

import numpy as np

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.narrate import ADVENTURERS
from digsite.simulator.games.chac.options import MAX_OPTIONS
from digsite.simulator.games.chac.rules import ALCOVES, BRIDGE, ENTRANCE, LAVA, NOWHERE, OUTSIDE, SPACES
from digsite.simulator.games.chac.state import Decision, Event, Phase, Status, Stream
from digsite.simulator.kernel.play.events import SILENT, buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import mix, open_streams
from tests.games.chac.spoken import DECKS, KINDS, cards_of, option_words, space_name

SPACE = {space_name(space): space for space in range(SPACES - 1)}
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Table:
    """A game under way, with words for spaces, cards and options.

    The rules are the same on every board; the spaces that tests name are those of the wide temple.
    """

    def __init__(self, seats: int = 2, variants=(), entered: bool = True, seed: int = 1, **figures):
        self.game = find_game("chac")
        changes = {"boulder.head_start": 0} | {key.replace("__", "."): value for key, value in figures.items()}
        chosen = self.game.figures.with_variants(["wide-temple", *variants], seats).replace(changes)
        self.rules = self.game.build_rules(chosen, seats)[0]
        self.kernels = self.game.kernels
        self.box = record(self.game.records.state)
        self.state = self.box[0]
        self.options = np.zeros(MAX_OPTIONS, np.int32)
        self.buffer = buffer(5000)
        open_streams(self.state, seed, 0)
        self.kernels.setup(self.rules, self.state, self.buffer)
        if entered:
            for seat in range(seats):
                self.adventurers(seat, "Trevor Griffith", "Arely Tamay")
                self.take("first", "Trevor Griffith")

    # ------------------------------------------------------------------ positions

    def adventurers(self, seat: int, first: str, second: str = "Arely Tamay") -> None:
        self.state.adventurer[seat] = [ADVENTURERS.index(first), ADVENTURERS.index(second)]
        self.state.ability_used[seat] = 0

    def put(self, seat: int, space: str, actions: int | None = None) -> None:
        """Place a seat's figure; with actions, it is this seat's turn to act."""
        self.state.space[seat] = SPACE[space]
        if actions is not None:
            self.to_act(seat, actions)

    def to_act(self, seat: int, actions: int) -> None:
        state = self.state
        state.phase, state.decision = Phase.ACTING, Decision.ACT
        state.seat, state.done = seat, (seat - state.keeper) % self.rules.seats
        for other in range(self.rules.seats):
            state.actions[other] = 0
        state.actions[seat] = actions

    def give(self, seat: int, *cards: str, deck: str = "zone 1") -> None:
        """Hand cards of these kinds from a deck (or from the alcoves) to a seat."""
        state = self.state
        for card in cards:
            kind = KINDS.index(card)
            state.kind_held[seat, kind] += 1
            state.cards[seat] += 1
            if card in ("alcove", "vault"):
                free = [
                    a for a in range(ALCOVES) if state.alcove_owner[a] < 0 and (a == ALCOVES - 1) == (card == "vault")
                ]
                state.alcove_owner[free[0]] = seat
            else:
                state.carried[seat, DECKS.index(deck), kind] += 1

    def stack(self, deck: str, *kinds: str) -> None:
        """Put cards of these kinds on top of a deck, the first to be drawn first."""
        at = DECKS.index(deck)
        row = list(self.state.deck[at, : self.state.deck_left[at]])
        for kind in reversed(kinds):
            row.remove(KINDS.index(kind))
            row.append(KINDS.index(kind))
        self.state.deck[at, : len(row)] = row

    def traps(self, *spaces: str) -> None:
        self.state.trap[:] = [SPACE[space] - LAVA for space in spaces]

    def load(self, stream: Stream, *faces: int) -> None:
        """Make the next dice of a stream show these faces."""
        mixed = getattr(mix, "py_func", mix)
        start = 0
        with np.errstate(over="ignore"):
            while True:
                states = np.arange(start, start + 1_000_000, dtype=np.uint64)
                left, rolled = states, states
                for face in faces:
                    rolled = rolled + GOLDEN
                    fits = ((mixed(rolled) >> np.uint64(32)) * np.uint64(6) >> np.uint64(32)) == np.uint64(face - 1)
                    left, rolled = left[fits], rolled[fits]
                if len(left):
                    self.state.stream[stream] = left[0]
                    return
                start += 1_000_000

    # ------------------------------------------------------------------ decisions

    def choices(self) -> list[tuple]:
        """The options of the decision now due, as words."""
        n = self.kernels.legal(self.rules, self.state, self.options)
        return [option_words(self.state, option) for option in self.options[:n]]

    def take(self, *words) -> None:
        """Take the option of these words and forget the events before it."""
        choices = self.choices()
        assert words in choices, f"{words} is not among {choices}"
        self.buffer[0, 0] = 0
        self.kernels.apply(self.rules, self.state, int(self.options[choices.index(words)]), self.buffer)

    def finish_turn(self) -> None:
        """Everybody stops until the next turn begins (or the game is over)."""
        turn = self.state.turn
        while not self.state.over and self.state.turn == turn:
            refusals = {Decision.ACT: "stop", Decision.LOAD: "keep", Decision.REPLACEMENT: "wait"} | {
                Decision.STAMINA: "spare"
            }
            self.take(refusals[Decision(self.state.decision)])

    # ------------------------------------------------------------------ looking

    @property
    def decision(self) -> str:
        return Decision(self.state.decision).name

    def at(self, seat: int) -> str:
        return space_name(int(self.state.space[seat]))

    def cards(self, seat: int) -> list[str]:
        return [kind for _deck, kind in cards_of(self.state, seat)]

    def status(self, seat: int) -> str:
        return Status(self.state.status[seat]).name.lower()

    def events(self, kind: Event) -> list[tuple[int, ...]]:
        """What happened since the last decision: (seat, a, b, c) of each event of a kind."""
        rows = self.buffer[1 : self.buffer[0, 0] + 1]
        return [tuple(map(int, row[1:])) for row in rows if row[0] == kind]


__all__ = ["BRIDGE", "ENTRANCE", "NOWHERE", "OUTSIDE", "SILENT", "SPACE", "Table"]
