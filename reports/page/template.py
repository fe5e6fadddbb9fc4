"""The page's template, and how texts are written into it."""

import re
from pathlib import Path
from typing import Any

from digsite.simulator.commands import Command

TEMPLATES = Path(__file__).parent / "templates"
_UNIT = re.compile(r"(?<=\d) (?=%)|(?<=\bp) (?=[<=] \d)|(?<=\bp [<=]) (?=\d)")


def page_template() -> Any:
    """Return the template of the page."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_tied,
    )
    environment.filters["code"] = _code
    environment.filters["breakable"] = _breakable
    environment.globals["command"] = Command
    return environment.get_template("report.html")


def _tied(value: Any) -> Any:
    """Return a text in which no line breaks between a figure and its unit, or inside *p < 0.001*."""
    return _UNIT.sub("\u00a0", value) if type(value) is str else value


def _code(text: str) -> Any:
    """Return a sentence with its backticked parts as code."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(_tied(text)))))


def _breakable(word: str) -> Any:
    """Return a word of a command that may break after its commas."""
    from markupsafe import Markup, escape

    return Markup(str(escape(word)).replace(",", ",<wbr>"))
