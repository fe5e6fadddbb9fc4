"""What a game declares of itself: records that are small and begin alike, variants that build, columns with one name."""

from collections.abc import Iterator, Sequence

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.game import Game
from digsite.simulator.game.state import common_fields
from digsite.simulator.lab.battery.problems import Problem
from digsite.simulator.lab.battery.subject import Subject
from digsite.strategies.minds import minds_of
from digsite.strategies.registry import strategies_of
from digsite.strategies.search import KNOBS

# A search copies the state at every step it looks ahead, and a copy of so many bytes costs about 40 ns at the most.
STATE_BYTES = 2_048
RULES_BYTES = 16_384
MOST_BYTES = 1_048_576  # of a state or of rules: more is a mistake


def check_memory(subjects: Sequence[Subject]) -> Iterator[Problem]:
    """Records are small, so that games are quick to play and to look ahead in."""
    game = subjects[0].game
    minds = minds_of(game.id)
    sizes = {"State": game.records.state, "Rules": game.records.rules, "Notes": minds.notes, "Tables": minds.tables}
    bounds = {"State": STATE_BYTES, "Rules": RULES_BYTES}  # tables are never copied, and notes are the players'
    sizes_text = ", ".join(f"{name} {kind.itemsize:,}" for name, kind in sizes.items() if kind.itemsize > 1)
    yield Problem(f"bytes: {sizes_text}", weight="remark")
    for name, bound in bounds.items():
        kind = sizes[name]
        if kind.itemsize > MOST_BYTES:
            yield Problem(f"{name} has {kind.itemsize:,} bytes; at most {MOST_BYTES:,} are sensible.", place=name)
        elif kind.itemsize > bound:
            yield Problem(
                f"{name} has {kind.itemsize:,} bytes; beyond {bound:,} looking ahead becomes slow. Use smaller "
                "integers, or less room.",
                place=name,
                weight="note",
            )


def check_records(subjects: Sequence[Subject]) -> Iterator[Problem]:
    """The state begins with the fields that all games have, and what is declared can be used."""
    game = subjects[0].game
    yield from check_common_fields(game)
    yield from check_variants(game)
    yield from check_columns(game)
    yield from check_weights(game)


def check_common_fields(game: Game) -> Iterator[Problem]:
    """A state begins with the fields that all games have."""
    state = game.records.state
    common = np.dtype(common_fields(int(game.records.streams["NOISE"]) + game.max_seats))
    names = common.names or ()
    if (state.names or ())[: len(names)] != names or any(state[name] != common[name] for name in names):
        yield Problem(
            "State must begin with *common_fields(STREAMS), where STREAMS is the number of streams before NOISE plus "
            f"{game.max_seats} seats.",
            place="State",
        )


def check_variants(game: Game) -> Iterator[Problem]:
    """Every variant builds for every player count it is for, and changes a figure; alternatives are allowed values."""
    for variant in game.figures.variants.values():
        for seats in variant.players or game.players:
            try:
                changed = game.figures.with_variants([variant.name], seats)
                game.build_rules(changed, seats)
            except WrongUse as problem:
                yield Problem(
                    f"The variant {variant.name!r} cannot be played with {seats}: {problem}", place="rules.toml"
                )
                continue
            if changed.values() == game.figures.values():
                yield Problem(f"The variant {variant.name!r} changes no figure.", place="rules.toml", kind=variant.name)
    for figure in game.figures.unconfirmed():
        for other in figure.alternatives:
            if other == figure.value:
                yield Problem(f"{figure.key} is its own alternative.", place="rules.toml", kind=figure.key)


def check_columns(game: Game) -> Iterator[Problem]:
    """Every column is explained and named once, and what is shown on the way is a column."""
    headings = [heading for column in game.columns for heading, _ in column.headings(game.max_seats)]
    if twice := sorted({heading for heading in headings if headings.count(heading) > 1}):
        yield Problem(f"Two columns are called {twice[0]}; give one of them another name.", place="columns.py")
    for column in game.columns:
        if not column.about:
            yield Problem(f"The column {column.name} does not say what it is.", place="columns.py", kind=column.name)
    if wrong := sorted(set(game.checkpoints) - {column.name for column in game.own_columns}):
        yield Problem(f"There is no column {wrong[0]!r}, which CHECKPOINTS names.", place="columns.py")


def check_weights(game: Game) -> Iterator[Problem]:
    """No weight of a strategy is named like a knob of look-ahead players."""
    for strategy in strategies_of(game.id).values():
        for name in sorted(set(strategy.weights) & set(KNOBS)):
            yield Problem(
                f"The weight {name} of {strategy.name!r} has the name of a knob of look-ahead players; rename it.",
                place="strategies.toml",
                kind=f"{strategy.name} {name}",
            )
