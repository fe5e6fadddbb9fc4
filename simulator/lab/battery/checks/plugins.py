"""Strategies of users: whatever they are handed and shown, they pick an option by what their seat sees."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from digsite.simulator.lab.battery.checks.choices import check_eyes, check_traces
from digsite.simulator.lab.battery.checks.sight import hides
from digsite.simulator.lab.battery.problems import Problem
from digsite.simulator.lab.battery.subject import Subject

_GUESS = " In play it is handed a sampled deal there, so it chooses by a guess."


def check_own_choices(subject: Subject) -> Iterator[Problem]:
    """A user's strategies pick an option that is there, the same when asked twice."""
    yield from check_traces(subject, [plugin.name for plugin in subject.plugins])


def check_own_eyes(subject: Subject) -> Iterator[Problem]:
    """A user's strategies do not choose by what is hidden, even if they are shown it."""
    if not hides(subject):
        yield Problem("nothing is declared hidden", weight="remark")
        return
    shown = _shown(subject)
    for problem in check_eyes(subject, lambda table: shown.get(table.label)):
        yield replace(problem, sentence=problem.sentence + _GUESS)


def _shown(subject: Subject) -> Mapping[str, Any]:
    """Return the plug-ins as strategies that are shown all."""
    from digsite.strategies.plugins.guard import guarded_strategy

    return {
        plugin.name: guarded_strategy(subject.game, plugin, blind=False)
        for plugin in subject.plugins
        if plugin.choose()
    }


def check_weights(subject: Subject) -> Iterator[Problem]:
    """A user's strategies play with each weight at the ends of its bounds."""
    for plugin in subject.plugins:
        for name, weight in plugin.weights.items():
            for value in (weight.bounds.least, weight.bounds.most):
                players = [f"{plugin.name}:{name}={value:g}"] * subject.seats
                for _ in subject.played([players], subject.effort.some(5)):
                    subject.watch.step()
    if not any(plugin.weights for plugin in subject.plugins):
        yield Problem("it has no weights", weight="remark")
