"""The pictures of the README: `python -m tests.screenshots` plays, reports, opens a browser and writes docs/images anew."""

import shutil
import tempfile
from contextlib import chdir
from pathlib import Path
from typing import Any

import digsite
from tests.reports.browsing import find_browser, playwright

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
WIDE = {"width": 1280, "height": 760}
GAMES = 20_000
EXPERIMENTS = ("compare", "nudge", "sweep", "tournament")


# The middle of the first mark of a question's charts that tells a strategy's value.
_PLACE = """([at, who]) => {
    const marks = [...document.querySelectorAll(`#${at} .hit`)];
    const box = marks.find(mark => mark.outerHTML.includes(who)).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
}"""


def play() -> dict[str, Path]:
    """The reports that are photographed, by what they show, in the present folder."""
    first = digsite.simulate("lost-cities", 40_000, rotate=True, seed=1, out="runs/first")
    digsite.analyze(first, "seats", out="seats")
    chac = digsite.simulate("chac", GAMES, rotate=True, seed=1, out="runs/chac")
    arnak = digsite.simulate("arnak", GAMES // 2, rotate=True, seed=1, out="runs/arnak")
    few: dict[str, Any] = {"players": 4, "seed": 1}
    digsite.compare("lost-cities", 4_000, settings={"cards.hand": 7}, out="runs/compare", **few)
    digsite.nudge("lost-cities", 4_000, nudges="token,card", out="runs/nudge", **few)
    digsite.sweep("lost-cities", 2_000, settings={"cards.hand": [6, 7, 9, 10]}, out="runs/sweep", **few)
    digsite.tournament("lost-cities", 1_000, players=2, seed=1, out="runs/tournament")
    beside = [first.folder, *(Path("runs") / name for name in EXPERIMENTS)]
    return {
        "lost-cities": digsite.report(first.folder, out="lost-cities.html"),
        "chac": digsite.report(chac.folder, out="chac.html", sensitivity=False, experiments=False),
        "arnak": digsite.report(arnak.folder, out="arnak.html", sensitivity=False),
        "experiments": digsite.report(*beside, out="experiments.html", sensitivity=False),
    }


def photograph(browser: Any, page: Path, name: str, at: str = "", pick: str = "", **looks: Any) -> None:
    """A picture of a page as it comes to sight, scrolled to a question, with a strategy highlighted and its value told."""
    opened = browser.new_context(**({"viewport": WIDE} | looks)).new_page()
    opened.goto(page.resolve().as_uri())
    if at:
        opened.evaluate("at => document.getElementById(at).scrollIntoView({behavior: 'instant'})", at)
        opened.wait_for_timeout(300)
    if pick:
        opened.locator(".highlight button", has_text=pick).first.click()
        opened.mouse.move(*opened.evaluate(_PLACE, [at, pick]))
        opened.wait_for_timeout(300)
    opened.screenshot(path=IMAGES / f"{name}.png")
    opened.close()


def main() -> None:
    """Make all of them."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder), playwright.sync_playwright() as started:
        pages = play()
        shutil.copy("seats/seats-wins.png", IMAGES / "seats-wins.png")
        browser = started.chromium.launch(executable_path=find_browser(), args=["--no-sandbox", "--hide-scrollbars"])
        photograph(browser, pages["lost-cities"], "page-one", viewport={"width": 1280, "height": 1180})
        photograph(browser, pages["lost-cities"], "question", at="run-1-strategies", pick="collector")
        photograph(browser, pages["arnak"], "dark", at="run-1-timeline", color_scheme="dark")
        photograph(browser, pages["chac"], "exact", at="run-1-boulder")
        photograph(browser, pages["experiments"], "experiments", viewport={"width": 1280, "height": 860})
        phone = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1.5}
        photograph(browser, pages["lost-cities"], "phone", at="run-1-strategies", **phone)
        browser.close()


if __name__ == "__main__":
    main()
