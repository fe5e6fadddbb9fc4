"""Commands of digsite as data: verb, arguments and options, and the line a user types.

Every command that is shown or saved is built here: its options have the names in the table of options, and its words are
quoted for a shell.
"""

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from digsite.simulator.options import OPTIONS, Phrase

PROGRAM = "digsite"


class Command:
    """A command that a user can type.

    >>> print(Command("simulate", "lost-cities", games=40_000, seating="cyclic", settings=["cards.hand=7"], seats=["a", "b"]))
    digsite simulate lost-cities --games 40000 --seats a,b --seating cyclic --set cards.hand=7
    >>> print(Command("simulate", resume="runs/my $1", games=200))
    digsite simulate --resume 'runs/my $1' --games 200
    """

    def __init__(self, verb: str, *arguments: object, **options: Any):
        """Build a command from options by their Python names; they appear in the order of the table.

        Options that are None, False or empty are left out; a list has commas, or repeats the option. `resume` may be the
        folder to resume.
        """
        self.verb, self.arguments = verb, [as_word(word) for word in arguments]
        self.options = {name: options[name] for name in OPTIONS if name in options}
        if unknown := set(options) - set(OPTIONS):
            raise KeyError(*unknown)

    @property
    def words(self) -> list[str]:
        """Return all words, the program's name first."""
        named = [word for name, value in self.options.items() for word in _words(name, value)]
        return [PROGRAM, *self.verb.split(), *self.arguments, *named]

    def __str__(self) -> str:
        """Return the command as a line for a shell."""
        return shlex.join(self.words)


def _words(name: str, value: Any) -> list[str]:
    option = OPTIONS[name]
    if value is None or value is False or value == "":
        return []
    if value is True:
        return [option.typed]
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        entries = list(value)
        if option.repeatable:
            return [word for entry in entries for word in (option.typed, str(entry))]
        return [option.typed, ",".join(map(str, entries))] if entries else []
    return [option.typed, str(value) if option.metavar else as_word(value)]


def as_word(path: object) -> str:
    """Return a path as a word of a command: a leading dash would make it an option.

    >>> as_word("-runs/first"), as_word("runs/first")
    ('./-runs/first', 'runs/first')
    """
    return f"./{path}" if str(path).startswith("-") else str(path)


def shell_word(path: object) -> str:
    """Return a path as typed in a command, quoted where a shell needs it.

    >>> shell_word("runs/my $1"), shell_word("runs/first")
    ("'runs/my $1'", 'runs/first')
    """
    return shlex.quote(as_word(path))


def resuming(folder: object) -> Phrase:
    """Return what to add to a command or call to resume the run in a folder.

    >>> resuming("runs/my $1")
    Phrase(typed="--resume --out 'runs/my $1'", called="resume=True and out='runs/my $1'", options=('resume', 'out'))
    """
    resume, out = OPTIONS["resume"], OPTIONS["out"]
    typed, called = out.given(shell_word(folder)).typed, out.given(str(folder)).called
    return Phrase(f"{resume.typed} {typed}", f"{resume.called} and {called}", (resume.name, out.name))


def words_of(line: object) -> list[str]:
    """Return the words of a saved command without the program's name; none if it is not a digsite command.

    >>> words_of("digsite nudge chac --seed 1"), words_of("rm x"), words_of("digsite 'nudge")
    (['nudge', 'chac', '--seed', '1'], [], [])
    """
    try:
        words = shlex.split(str(line))
    except ValueError:  # an unclosed quotation mark
        return []
    return words[1:] if words[:1] == [PROGRAM] else []


def requoted(line: str) -> str:
    """Return a saved command quoted so that a shell reads only its words.

    >>> requoted("digsite nudge chac --seed 1; rm x")
    "digsite nudge chac --seed '1;' rm x"
    """
    try:
        return shlex.join(shlex.split(line))
    except ValueError:
        return shlex.quote(line)


def verb_of(line: object) -> str:
    """Return the verb of a saved command, or "" if it has none.

    >>> verb_of("digsite nudge chac --seed 1"), verb_of("digsite"), verb_of("digsite $(rm)")
    ('nudge', '', '')
    """
    word = [*str(line).split(), "", ""][1]
    return word if word.isalpha() else ""
