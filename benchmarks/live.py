"""How fast the live lab answers, in seconds of one core's work: python benchmarks/live.py.

First answers after 200 games with warm kernels, also as a page waits for them, 20,000 games of Archaeology, and how long a stop takes. On idle cores the
wall clock shows less than this for more than one thread. Compare figures of one run of this program only.
"""

import http.client
import json
import statistics
import threading
import time
from dataclasses import replace

from digsite.simulator.lab.live.explorer import Explorer
from digsite.simulator.lab.live.growth import Stop, Stopped
from digsite.simulator.lab.live.setting import Setting
from digsite.simulator.lab.live.start import start
from digsite.simulator.play.plan import game_of, seat_texts
from digsite.simulator.web.server import LabServer

REPEATS = 7
GAMES = (
    ("archaeology", 4, "setup.market", 4, 0.150),
    ("lost-cities", 4, "cards.hand", 9, 0.150),
    ("quetzal", 4, "harbour.per_player", None, 0.400),
    ("arnak", 2, "setup.hand", None, 0.400),
)  # game, players, a figure to change, its value, the wanted seconds


def setting_of(game: str, players: int, key: str, value: object, seed: int) -> Setting:
    """Return a setting that differs from the published rules in one figure."""
    texts = tuple(seat_texts(game_of(game), players, ()))
    setting = Setting(game, texts, {}, seed)
    figures = setting.published.figures
    whole = next(
        (
            f
            for f in figures
            if isinstance(f.value, int) and not isinstance(f.value, bool) and f.range and f.value < f.range[1]
        ),
        None,
    )
    changed = figures.by_key.get(key, whole)
    assert changed is not None
    return replace(
        setting, patch={changed.key: value if changed.key == key and value is not None else changed.value + 1}
    )


def seconds_of_first_answer(explorer: Explorer, setting: Setting) -> tuple[float, float]:
    """Return the processor's and the wall clock's seconds of a first answer; the published rules are already known."""
    list(explorer.answers(setting.without_patch(), Stop(), 200))
    wall, cpu = time.perf_counter(), time.process_time()
    list(explorer.answers(setting, Stop(), 200))
    return time.process_time() - cpu, time.perf_counter() - wall


def main() -> None:
    """Print a line for each figure."""
    explorer = Explorer()
    for game, players, key, value, wanted in GAMES:
        list(explorer.answers(setting_of(game, players, key, value, 99), Stop(), 8))  # loads the kernels
        times = [
            seconds_of_first_answer(explorer, setting_of(game, players, key, value, seed)) for seed in range(REPEATS)
        ]
        cpu, wall = (statistics.median(column) for column in zip(*times, strict=True))
        print(
            f"{game:12} {players} players  200 games: {1000 * cpu:4.0f} ms of work, {1000 * wall:4.0f} ms waited (wanted {1000 * wanted:.0f})"
        )
    setting = setting_of(*GAMES[0][:4], 50)
    wall, cpu = time.perf_counter(), time.process_time()
    list(explorer.answers(setting, Stop(), 20_000))
    print(
        f"archaeology  both rule sets, 20,000 games each: {time.process_time() - cpu:.2f} s of work, {time.perf_counter() - wall:.2f} s waited"
    )
    waits = [stopped_after(explorer, setting_of(*GAMES[0][:4], 60 + at)) for at in range(REPEATS)]
    print(f"a stop takes {1000 * statistics.median(waits):.0f} ms (at most {1000 * max(waits):.0f}, wanted 50)")
    explorer.close()
    for game, players, key, value, wanted in GAMES[:2]:
        waited = statistics.median(seconds_over_the_wire(setting_of(game, players, key, value, 70)))
        print(
            f"{game:12} {players} players  200 games for a page: {1000 * waited:4.0f} ms waited (wanted {1000 * wanted:.0f})"
        )


def seconds_over_the_wire(setting: Setting) -> list[float]:
    """Return how long a page waits for the first answers after it has sent a setting; each on other luck."""
    server = LabServer(start(setting.game, seats=list(setting.seats), seed=1), 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    server.ready.wait()
    cookie = _answer(server.port, server.address.partition(str(server.port))[2], {}).headers["Set-Cookie"]
    headers = {"Cookie": cookie.partition(";")[0], "Content-Type": "application/json"}
    stream, waits = _answer(server.port, "/api/stream?page=benchmark", headers), []
    for seed in range(100, 100 + REPEATS):
        data = {"game": server_name(setting), "seats": setting.seats, "seed": seed}
        for patch in ({}, dict(setting.patch)):  # the published rules are known when a figure is moved
            body = json.dumps({"page": "benchmark", "setting": {**data, "patch": patch}})
            began = time.perf_counter()
            number = json.loads(_answer(server.port, "/api/ask", headers, body).read())["ask"]
            while f'"ask":{number},'.encode() not in stream.readline():
                pass
            waited = time.perf_counter() - began
        waits.append(waited)
    server.close()
    thread.join()
    return waits


def server_name(setting: Setting) -> str:
    """Return the name by which pages know the game of a setting."""
    return str(setting.published.game)


def _answer(port: int, path: str, headers: dict[str, str], body: str | None = None) -> http.client.HTTPResponse:
    line = http.client.HTTPConnection("127.0.0.1", port)
    line.request("POST" if body else "GET", path, body, headers)
    return line.getresponse()


def stopped_after(explorer: Explorer, setting: Setting) -> float:
    """Return how long a question goes on after it was stopped."""
    stop, at = Stop(), [0.0]

    def stop_now() -> None:
        at[0] = time.perf_counter()
        stop.set()

    threading.Timer(0.2, stop_now).start()
    try:
        list(explorer.answers(setting, stop))
    except Stopped:
        return time.perf_counter() - at[0]
    return 0.0


if __name__ == "__main__":
    main()
