"""Who played, and how strong the players are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from digsite.analyses.scorecard import measured_strengths
from digsite.analyses.sentences import split_estimate
from digsite.analyses.stats import Estimate
from digsite.reports.charts.style import Colours
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.run import Run
from digsite.strategies.learned.record import LearnedStrength, learned_strengths
from digsite.strategies.strength import Strength


@dataclass(frozen=True)
class SeatedStrategy:
    """A strategy that played."""

    name: str
    token: str
    who: str  # the mark of its lines, dots and bars in charts
    about: str


def strengths_of(run: Run, runs: Sequence[Run | Experiment]) -> dict[str, list[str]]:
    """Return how strong the players of a run are, from the report's strength experiments, else as measured in advance."""
    from digsite.analyses.experiments.kinds import kind_of
    from digsite.analyses.experiments.strength import sentences

    found: dict[str, list[str]] = {}
    for other in runs:
        same = all(
            getattr(other.plan, name) == getattr(run.plan, name) for name in ("game", "game_files", "rules", "seats")
        )
        if isinstance(other, Experiment) and kind_of(other).measures == "strength" and same:
            other.check(by_clock=kind_of(other).by_clock)
            for strategy, sentence in sentences(other).items():
                found.setdefault(strategy, []).append(sentence)
    for strategy, strength in measured_strengths(run).items():
        found.setdefault(strategy, [_strength_sentence(strength)])
    for strategy, measured in learned_strengths(run.plan).items():
        found.setdefault(strategy, []).extend(_learned_sentence(it) for it in measured)
    return found


def _learned_sentence(measured: LearnedStrength) -> str:
    won, span = split_estimate(Estimate(measured.won, measured.low, measured.high, measured.games), percent=True)
    return f"It won {won} against {measured.rival} {span}; {100 * measured.fair:.3g} % would be fair."


def _strength_sentence(measured: Strength) -> str:
    won, span = split_estimate(Estimate(measured.win, measured.low, measured.high, measured.games), percent=True)
    return f"{measured.lookahead_name} won {won} against it {span}; {100 / measured.players:.3g} % would be fair."


def seated_strategies(
    game: str, labels: Iterable[str], colours: Colours, strengths: Mapping[str, Sequence[str]]
) -> list[SeatedStrategy]:
    """Return who played, and their strength where it was measured."""
    from digsite.strategies.naming import plain_name
    from digsite.strategies.registry import LEARNED, all_strategies, learned_strategy

    known = {LEARNED: learned_strategy(game), **all_strategies(game)}
    players = []
    for label in dict.fromkeys(labels):
        look = colours.strategy(label)
        made = known.get(plain_name(label))
        about = [made.about if made else "A plug-in's strategy.", *strengths.get(label, [])]
        players.append(
            SeatedStrategy(label, look.token if look else "accent", look.who if look else "", " ".join(about))
        )
    return players
