"""What a person types: an option by its number or its letters, or a command."""

from collections.abc import Mapping, Sequence
from typing import Any

COMMANDS = {
    "?": "this help",
    "h": "a hint: what the strategy would do, then the chances of each option",
    "u": "undo your last choice; the game then counts as practice",
    "t": "the whole table",
    "l": "the whole log",
    "p": "report a problem with the rules",
    "q": "quit; the game is saved",
}


def read_answer(text: str, options: Sequence[Mapping[str, Any]]) -> tuple[int | None, str]:
    """Return the place of the option that is meant, or None and why none is.

    >>> options = [{"kind": "Discard", "words": "red 5"}, {"kind": "Discard", "words": "red 7"}]
    >>> read_answer("2", options), read_answer("7", options)
    ((1, ''), (None, 'There are options 1 to 2; 7 is none of them.'))
    >>> read_answer("red 7", options)[0], read_answer("dis", options)[1]
    (1, 'dis could be 1 (red 5) or 2 (red 7); type more of it, or the number.')
    """
    text = text.strip().lower()
    if text.lstrip("-").isdigit():
        number = int(text)
        if 1 <= number <= len(options):
            return number - 1, ""
        return None, f"There are options 1 to {len(options)}; {text} is none of them."
    names = [f"{it['kind']} {it['words']}".lower() for it in options]
    exact = [at for at, it in enumerate(options) if text in (it["words"].lower(), it["kind"].lower())]
    starts = [
        at for at, name in enumerate(names) if name.startswith(text) or options[at]["words"].lower().startswith(text)
    ]
    found = exact if len(exact) == 1 else starts or [at for at, name in enumerate(names) if text in name]
    if len(found) == 1:
        return found[0], ""
    if not found:
        return None, f"No option begins with {text!r}; type a number from 1 to {len(options)}, or ? for help."
    some = " or ".join(f"{at + 1} ({options[at]['words']})" for at in found[:3])
    more = f" or {len(found) - 3} more" if len(found) > 3 else ""
    return None, f"{text} could be {some}{more}; type more of it, or the number."
