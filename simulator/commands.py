"""Commands of digsite as data: a verb, its arguments and its options, and the words and the line they are typed as.

Whatever shows or keeps a command makes it here, so that its options are called as the table of options calls them, and a
shell reads its words as they are meant.
"""

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from digsite.simulator.options import OPTIONS, Phrase

PROGRAM = "digsite"


class Command:
    """A command that a user can type.

    >>> print(Command("simulate", "lost-cities", games=40_000, rotate=True, settings=["cards.hand=7"], seats=["a", "b"]))
    digsite simulate lost-cities --games 40000 --seats a,b --rotate --set cards.hand=7
    >>> print(Command("simulate", resume="runs/my $1", games=200))
    digsite simulate --resume 'runs/my $1' --games 200
    """

    def __init__(self, verb: str, *arguments: object, **options: Any):
        """The options are called as in Python, and stand in the order of the table.

        What is None, False or empty is left out; a list is typed with commas, or as an option that is given again.
        `resume` may be the folder that is gone on with.
        """
        self.verb, self.arguments = verb, [as_word(word) for word in arguments]
        self.options = {name: options[name] for name in OPTIONS if name in options}
        if unknown := set(options) - set(OPTIONS):
            raise KeyError(*unknown)

    @property
    def words(self) -> list[str]:
        """All words, that of the program first."""
        named = [word for name, value in self.options.items() for word in _words(name, value)]
        return [PROGRAM, *self.verb.split(), *self.arguments, *named]

    def __str__(self) -> str:
        """As a line for a shell."""
        return shlex.join(self.words)


def _words(name: str, value: Any) -> list[str]:
    option = OPTIONS[name]
    if value is None or value is False or value == "":
        return []
    if value is True:
        return [option.typed]
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        entries = list(value)
        if option.again:
            return [word for entry in entries for word in (option.typed, str(entry))]
        return [option.typed, ",".join(map(str, entries))] if entries else []
    return [option.typed, str(value) if option.metavar else as_word(value)]


def as_word(path: object) -> str:
    """A path as a word of a command: one that begins with a dash would be read as an option.

    >>> as_word("-runs/first"), as_word("runs/first")
    ('./-runs/first', 'runs/first')
    """
    return f"./{path}" if str(path).startswith("-") else str(path)


def shell_word(path: object) -> str:
    """A path as one types it in a command, quoted where a shell would read it otherwise.

    >>> shell_word("runs/my $1"), shell_word("runs/first")
    ("'runs/my $1'", 'runs/first')
    """
    return shlex.quote(as_word(path))


def resuming(folder: object) -> Phrase:
    """What goes on with a folder, added to the command or the call that began it.

    >>> resuming("runs/my $1")
    Phrase(typed="--resume --out 'runs/my $1'", called="resume=True and out='runs/my $1'", options=('resume', 'out'))
    """
    resume, out = OPTIONS["resume"], OPTIONS["out"]
    typed, called = out.given(shell_word(folder)).typed, out.given(str(folder)).called
    return Phrase(f"{resume.typed} {typed}", f"{resume.called} and {called}", (resume.name, out.name))


def words_of(line: object) -> list[str]:
    """The words of a command from a file, without that of the program; none if it is no command of digsite.

    >>> words_of("digsite nudge chac --seed 1"), words_of("rm x"), words_of("digsite 'nudge")
    (['nudge', 'chac', '--seed', '1'], [], [])
    """
    try:
        words = shlex.split(str(line))
    except ValueError:  # a quotation mark without its twin
        return []
    return words[1:] if words[:1] == [PROGRAM] else []


def requoted(line: str) -> str:
    """A command from a file so that a shell reads nothing else in it than its words.

    >>> requoted("digsite nudge chac --seed 1; rm x")
    "digsite nudge chac --seed '1;' rm x"
    """
    try:
        return shlex.join(shlex.split(line))
    except ValueError:
        return shlex.quote(line)


def verb_of(line: object) -> str:
    """The verb of a command from a file; nothing where it has none.

    >>> verb_of("digsite nudge chac --seed 1"), verb_of("digsite"), verb_of("digsite $(rm)")
    ('nudge', '', '')
    """
    word = [*str(line).split(), "", ""][1]
    return word if word.isalpha() else ""
