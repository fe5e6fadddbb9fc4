"""The files that pages load: those of the package, read once. No path of a request ever reaches the file system."""

from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}


class StaticFiles:
    """The package's files by their names."""

    def __init__(self) -> None:
        """Read all files."""
        self._files = dict(_below(files("digsite.simulator.web").joinpath("static")))

    async def answer(self, request: Request) -> Response:
        """Answer with the file of a name."""
        name = request.path_params["name"]
        if name not in self._files:
            return PlainTextResponse("There is no such file.", 404)
        kind = KINDS[name[name.rindex(".") :]]
        return Response(self._files[name], media_type=kind)


def _below(folder: Traversable, before: str = "") -> list[tuple[str, bytes]]:
    found = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _below(entry, f"{before}{entry.name}/")
        elif entry.name[entry.name.rfind(".") :] in KINDS:
            found.append((before + entry.name, entry.read_bytes()))
    return found
