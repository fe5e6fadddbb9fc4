"""The pages' common frame: its navigation has every page of the table."""

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response


@dataclass(frozen=True)
class PageFile:
    """A page: its address, its title in the navigation, and its template."""

    path: str
    title: str
    template: str


PAGES = (
    PageFile("/lab", "Lab", "lab.html"),
    PageFile("/watch", "Watch a game", "watch.html"),
    PageFile("/seat", "Take a seat", "seat.html"),
)


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("digsite.simulator.web", "pages"), autoescape=True, undefined=StrictUndefined
    )


def shown(page: PageFile) -> Callable[[Request], Awaitable[Response]]:
    """Return the route that answers with a page."""
    html = _templates().get_template(page.template).render(page=page, pages=PAGES, cores=os.cpu_count() or 1)

    async def answer(_request: Request) -> Response:
        return HTMLResponse(html)

    return answer
