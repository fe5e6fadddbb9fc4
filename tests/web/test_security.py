"""Only this computer's browser, with the token of the printed address and from the lab's own pages, is answered."""

import re
import socket

import pytest

from digsite.simulator.web.seat_routes import SEAT_ROUTES
from digsite.simulator.web.security import MOST_BODY
from digsite.simulator.web.server import loopback
from digsite.simulator.web.shell import PAGES
from digsite.simulator.web.watch_routes import WATCH_ROUTES
from tests.web.serving import LINE_UP, PORT, begun, client, setting

PATHS = (
    "/",
    *(page.path for page in PAGES),
    "/static/lab.js",
    "/static/seat.js",
    "/static/watch.js",
    "/api/games",
    "/api/game?name=archaeology&seats=4",
    "/api/stream?page=page-12345678",
)
OF_GAMES = (*(f"/api/seat/{name}" for name in SEAT_ROUTES), *(f"/api/watch/{name}" for name in WATCH_ROUTES))
POSTS = ("/api/ask", "/api/stop", "/api/commands", "/api/compare", "/api/keep", *OF_GAMES)


@pytest.fixture(scope="module")
def begin():
    return begun()


@pytest.fixture(scope="module")
def lab(begin):
    with client(begin) as made:
        yield made


@pytest.fixture
def stranger(begin):
    with client(begin, cookie=False) as made:
        yield made


@pytest.mark.parametrize("path", PATHS)
def test_without_the_cookie_nothing_is_answered(stranger, path):
    answer = stranger.get(path)
    assert answer.status_code == 403
    assert "archaeology" not in answer.text.lower()
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("path", POSTS)
def test_without_the_cookie_nothing_is_done(stranger, path):
    assert stranger.post(path, json={"page": "page-12345678", "setting": setting()}).status_code == 403


def test_the_token_gives_a_strict_cookie_and_leaves_the_address(stranger):
    answer = stranger.get(f"/lab?s=1&token={stranger.token}")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert stranger.token not in cookie
    assert stranger.token not in answer.text
    assert 'url=/lab?s=1"' in answer.text
    assert stranger.get("/lab").status_code == 200


@pytest.mark.parametrize("token", ["", "x", "ä", "0" * 43])
def test_a_wrong_token_is_refused(stranger, token):
    assert stranger.get("/lab", params={"token": token}).status_code == 403


@pytest.mark.parametrize("cookie", ["digsite-8377=x", "digsite-8377=", 'digsite-8377="', "a" * 5000, ";;=;"])
def test_a_wrong_cookie_is_refused(stranger, cookie):
    assert stranger.get("/api/games", headers={"cookie": cookie}).status_code == 403


def test_the_page_for_strangers_escapes_the_address(stranger):
    answer = stranger.get('/lab?s="><script>', headers={"sec-fetch-mode": "navigate"})
    assert answer.status_code == 403
    assert "<script" not in answer.text


def test_a_path_of_slashes_leads_nowhere_else(stranger):
    answer = stranger.get(f"http://127.0.0.1:{PORT}//evil.example/?token={stranger.token}")
    assert "//evil" not in answer.text


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8377", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:8377", ""]
)
def test_a_foreign_host_is_refused(lab, host):
    assert lab.get("/api/games", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8377", "localhost:8377", "LOCALHOST:8377", "[::1]:8377"])
def test_this_computer_is_known_by_its_names(lab, begin, host):
    assert lab.get("/api/games", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://127.0.0.1:8377", "null", "http://127.0.0.1:1", "http://localhost"]
)
@pytest.mark.parametrize("path", ["/api/ask", "/api/keep", "/api/seat/begin", "/api/watch/begin"])
def test_a_foreign_origin_is_refused(lab, origin, path):
    data = {"page": "page-12345678", "setting": setting()}
    assert lab.post(path, json=data, headers={"origin": origin}).status_code == 403


def test_a_foreign_page_may_link_here_and_read_nothing(lab):
    foreign = {"sec-fetch-site": "cross-site"}
    assert lab.get("/api/games", headers=foreign | {"sec-fetch-mode": "no-cors"}).status_code == 403
    assert lab.get("/api/games", headers={"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}).status_code == 403
    assert lab.get("/lab", headers=foreign | {"sec-fetch-mode": "navigate"}).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(lab, method):
    assert lab.request(method, "/api/games").status_code == 405


def test_only_json_of_a_known_length_is_read(lab):
    assert lab.post("/api/ask", content="{}", headers={"content-type": "text/plain"}).status_code == 415
    assert lab.post("/api/ask", data={"a": "b"}).status_code == 415
    big = b" " * (MOST_BODY + 1)
    assert lab.post("/api/ask", content=big, headers={"content-type": "application/json"}).status_code == 413
    assert lab.post("/api/ask", content=iter([b"{}"]), headers={"content-type": "application/json"}).status_code == 413


@pytest.mark.parametrize("path", OF_GAMES)
def test_games_of_pages_are_guarded_like_the_rest(lab, path):
    data = {
        "page": "page-12345678",
        "table": "no such",
        "watch": "no such",
        "setting": {"game": "../x", "seats": ["a"]},
    }
    known = lab.post(path, json=data)
    assert known.status_code == 400, known.text
    assert known.json()["sentence"]
    assert known.headers["content-security-policy"].startswith("default-src 'none'")
    assert lab.post(path, json=data, headers={"host": "evil.example"}).status_code == 403
    assert lab.post(path, json=data, headers={"origin": "http://evil.example"}).status_code == 403
    foreign = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"}
    assert lab.post(path, json=data, headers=foreign).status_code == 403
    assert lab.post(path, content="{}", headers={"content-type": "text/plain"}).status_code == 415
    assert lab.get(path).status_code == 405


@pytest.mark.parametrize("path", [*(page.path for page in PAGES), "/static/lab.css", "/api/games", "/nothing"])
def test_every_answer_has_the_strict_headers(lab, path):
    headers = lab.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "data:" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.title)
def test_the_pages_have_no_inline_script_or_style(lab, page):
    html = lab.get(page.path).text
    assert "<script>" not in html
    assert " style=" not in html
    assert not re.search(r"\son\w+\s*=", html)


@pytest.mark.parametrize(
    "name",
    ["../pages/lab.html", "..%2fpages%2flab.html", "%2e%2e/app.py", "/etc/passwd", "..\\app.py", "fonts/../../app.py", "", "lab", "fonts", "x%00"],
)  # fmt: skip
def test_nothing_but_the_package_s_static_files_is_served(lab, name):
    assert lab.get(f"/static/{name}").status_code == 404


def test_the_fonts_come_with_their_licence(lab):
    assert lab.get("/static/fonts/inter.woff2").content[:4] == b"wOF2"
    assert "SIL OPEN FONT LICENSE" in lab.get("/static/fonts/OFL.txt").text


# ------------------------------------------------------------------------------------ what was not named at the start


@pytest.mark.parametrize(
    ("game", "seats", "told"),
    [
        ("digsite/examples/basic", ["random"] * 4, "There is no game"),
        ("/tmp", ["random"] * 4, "There is no game"),
        ("archaeology", ["hoarder@/etc/passwd", *LINE_UP[1:]], "were not named"),
        ("archaeology", ["hoarder@tuned.toml", *LINE_UP[1:]], "were not named"),
        ("archaeology", ["mine.py", *LINE_UP[1:]], "There is no"),
        (3, ["random"] * 4, "There is no game"),
    ],
)
def test_a_page_can_use_no_file_that_was_not_named_at_the_start(lab, game, seats, told):
    answer = lab.post("/api/ask", json={"page": "page-12345678", "setting": setting(game, seats)})
    assert answer.status_code == 400
    assert told in answer.json()["sentence"]


@pytest.mark.parametrize("body", ["[]", "3", "{", "null", '{"page": 3}', '{"page": "../../x"}', "[" * 5000])
def test_damaged_questions_are_refused_with_a_sentence(lab, body):
    answer = lab.post("/api/ask", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["sentence"]


def test_it_listens_to_this_computer_alone_and_takes_another_port_if_one_is_taken():
    first = loopback(0)
    try:
        assert {one.getsockname()[0] for one in first} <= {"127.0.0.1", "::1"}
    finally:
        for one in first:
            one.close()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(Exception, match="--port"):
            loopback(other.getsockname()[1])
