"""Who may talk to the lab: this computer's browser, with the token of the address that was printed, from the lab's own pages."""

import secrets
from collections.abc import Iterable
from html import escape
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 64_000  # bytes of a request
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_CLOSED = "This is a lab of somebody at this computer. Open it with the address that its terminal shows."
_ARRIVED = (
    '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={}">'
    '<link rel="icon" href="/static/icon.svg"><title>digsite</title></html>'
)
_STRANGE = (
    '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>digsite</title>'
    '<p>{} If you have opened it before, <a href="{}">continue</a>.</p></html>'
)


class Keys:
    """The token of the printed address, and the cookie that a browser gets for it."""

    def __init__(self, port: int):
        """Draw both anew; browsers share cookies between the ports of a host, so its name has the port."""
        self.token, self._cookie, self.name = secrets.token_urlsafe(32), secrets.token_urlsafe(32), f"digsite-{port}"

    def has_token(self, token: str) -> bool:
        """Return whether this is the token."""
        return secrets.compare_digest(token.encode(), self.token.encode())

    def has_cookie(self, headers: Headers) -> bool:
        """Return whether a request brings the cookie."""
        jar = SimpleCookie()
        try:
            jar.load(headers.get("cookie", ""))
        except CookieError:
            return False
        return self.name in jar and secrets.compare_digest(jar[self.name].value.encode(), self._cookie.encode())

    @property
    def cookie(self) -> str:
        """Return the header that sets the cookie."""
        return f"{self.name}={self._cookie}; HttpOnly; SameSite=Strict; Path=/"


def hosts(port: int) -> frozenset[str]:
    """Return the names by which this computer may call itself: any other comes from a foreign page."""
    return frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]"))


class Guard:
    """Lets requests through that come from the lab's own pages in a browser with the cookie, and no others."""

    def __init__(self, app: ASGIApp, keys: Keys, known: Iterable[str]):
        """Guard an app by these keys; it is known by these hosts."""
        self._app, self._keys, self._hosts = app, keys, frozenset(known)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        answer = self._refusal(Request(scope))
        await (answer or self._app)(scope, receive, with_headers)

    def _refusal(self, request: Request) -> Response | None:
        """Return the answer to a request that is not let through: a refusal, or the way in."""
        headers = request.headers
        if headers.get("host", "").lower() not in self._hosts:
            return PlainTextResponse("Foreign host.", 403)
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{host}" for host in self._hosts}:
            return PlainTextResponse("Foreign origin.", 403)
        if request.method not in ("GET", "HEAD", "POST"):
            return PlainTextResponse("No such method.", 405)
        if request.method == "POST" and (wrong := _wrong_body(headers)):
            return wrong
        token = request.query_params.get("token")
        if token is not None and request.method == "GET" and self._keys.has_token(token):
            # A page of our own goes on: after a redirect a browser may not send a strict cookie.
            answer = HTMLResponse(_ARRIVED.format(escape(_without_token(request))))
            answer.headers["Set-Cookie"] = self._keys.cookie
            return answer
        if self._keys.has_cookie(headers):
            foreign = headers.get("sec-fetch-site") in ("cross-site", "same-site")
            if foreign and headers.get("sec-fetch-mode") != "navigate":
                return PlainTextResponse("Foreign page.", 403)
            return None
        if request.method == "GET" and headers.get("sec-fetch-mode") == "navigate":
            return HTMLResponse(_STRANGE.format(_CLOSED, escape(_without_token(request))), 403)
        return PlainTextResponse(_CLOSED, 403)


def _wrong_body(headers: Headers) -> Response | None:
    """Return the refusal of a body that no page of ours sends."""
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return PlainTextResponse("Only JSON is read.", 415)
    length = headers.get("content-length", "")
    if not length.isdigit() or int(length) > MOST_BODY:
        return PlainTextResponse("Too much, or of unknown length.", 413)
    return None


def _without_token(request: Request) -> str:
    """Return where a request goes, without its token."""
    path = "/" + request.url.path.lstrip("/\\")
    asked = request.url.remove_query_params("token").query
    return f"{path}?{asked}" if asked else path
