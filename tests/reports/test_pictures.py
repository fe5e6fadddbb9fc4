"""The look of a report: pictures of it are like those that are kept, in three widths, in dark colours and on paper.

Both are made coarse before they are compared, so that only what lies elsewhere, or has another size or colour, counts.
Text is set in the font that matplotlib brings along, the same on every machine. After a change that is meant, make them
anew with `DIGSITE_PICTURES=new pytest tests/reports/test_pictures.py`, and look at what `git diff` says has changed.
"""

import base64
import io
import os
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from PIL import Image

from digsite.reports.page.report import build
from tests.reports.browsing import WIDTHS, browser, unfold  # noqa: F401
from tests.reports.examples import STRATEGIES, card, made_run, results

KEPT = Path(__file__).parent / "pictures"
COARSE = 8  # px of the page for each of a kept picture
TILE = 8  # of these, as long as a side of what is compared as a whole
MOST_OFF = 14.0  # levels of 255 by which a tile may differ
MOST_LONGER = 0.01  # by which the page may be longer or shorter

# What depends on the texts of a game is left out.
_PLAIN = "#run-1-rules, #run-1-repeat, .who, .behind, .glossary {display: none !important}"


@dataclass(frozen=True)
class View:
    """How the page is looked at."""

    width: str
    media: str = "screen"
    scheme: str = "light"


VIEWS = {
    **{name: View(name) for name in WIDTHS},
    "dark": View("desktop", scheme="dark"),
    "paper": View("desktop", media="print"),
}
FAULTS = {
    "charts fall out of their columns": ".figures {grid-template-columns: 1fr !important}",
    "the scorecard falls apart": ".score li {display: block !important}",
    "charts are small": ".chart svg {max-width: 12rem !important}",
    "captions are gone": "figcaption {display: none !important}",
    "what it means has no ground": ".means {background: none !important; padding: 0 !important}",
    "the contents stand on top": ".page {display: block !important} .contents {position: static !important}",
    "a label has slipped": ".chart svg text {transform: translateY(40px)}",
    "bars and lines are gone": ".chart svg path {visibility: hidden}",
    "the page is dark": "html {background: #15181c !important}",
}


@cache
def font() -> str:
    file = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    data = base64.b64encode(file.read_bytes()).decode()
    return f"@font-face {{font-family: Kept; src: url(data:font/ttf;base64,{data})}} * {{font-family: Kept !important}}"


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    run = made_run(folder, players=tuple(STRATEGIES[:4]))
    answers = [replace(found, meaning="Even out what a seat is worth.") for found in results(STRATEGIES[5])]
    return build([run], folder / "report.html", answers=lambda _: answers, score=lambda *_: card("rusher"))


@pytest.fixture(scope="module")
def page(browser, report):  # noqa: F811
    """The page with all its charts in view, opened once for all pictures."""
    context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
    opened = context.new_page()
    opened.goto(report.as_uri())
    unfold(opened)
    opened.add_style_tag(content=f"{font()} {_PLAIN}")
    yield opened
    context.close()


def picture(page, view: View, fault: str = "") -> np.ndarray:
    """A coarse picture of the whole page."""
    width, height = WIDTHS[view.width]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(media=view.media, color_scheme=view.scheme)
    planted = page.add_style_tag(content=fault or "/* as it is */")
    page.evaluate("document.fonts.ready.then(() => window.scrollTo({top: 0, behavior: 'instant'}))")
    taken = Image.open(io.BytesIO(page.screenshot(full_page=True, animations="disabled"))).convert("RGB")
    planted.evaluate("element => element.remove()")
    small = taken.resize((taken.width // COARSE, taken.height // COARSE), Image.Resampling.BOX)
    return np.asarray(small)


def difference(seen: np.ndarray, kept: np.ndarray) -> str:
    """What is wrong with a picture beside the one that is kept; nothing if it is like it."""
    longer = abs(seen.shape[0] - kept.shape[0])
    if seen.shape[1] != kept.shape[1] or longer > max(MOST_LONGER * kept.shape[0], 1):
        return f"it is {seen.shape[1]} by {seen.shape[0]}, not {kept.shape[1]} by {kept.shape[0]}"
    rows = min(seen.shape[0], kept.shape[0]) // TILE * TILE
    columns = seen.shape[1] // TILE * TILE
    gap = np.abs(seen[:rows, :columns].astype(float) - kept[:rows, :columns]).mean(axis=2)
    tiles = gap.reshape(rows // TILE, TILE, columns // TILE, TILE).mean(axis=(1, 3))
    if tiles.max() <= MOST_OFF:
        return ""
    row, column = np.unravel_index(tiles.argmax(), tiles.shape)
    at = TILE * COARSE
    return f"it differs by {tiles.max():.0f} levels about {column * at} px from the left and {row * at} px from the top"


def kept(name: str) -> np.ndarray:
    return np.asarray(Image.open(KEPT / f"{name}.png").convert("RGB"))


@pytest.mark.parametrize("name", VIEWS)
def test_a_report_looks_as_it_did(page, name):
    seen = picture(page, VIEWS[name])
    if os.environ.get("DIGSITE_PICTURES") == "new":
        KEPT.mkdir(exist_ok=True)
        Image.fromarray(seen).save(KEPT / f"{name}.png", optimize=True)
    assert difference(seen, kept(name)) == ""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_layout_is_seen_in_a_picture(page, fault):
    assert difference(picture(page, VIEWS["desktop"], FAULTS[fault]), kept("desktop"))


def test_a_picture_that_is_a_little_lighter_or_longer_is_the_same():
    seen = kept("desktop")
    assert difference(np.clip(seen.astype(int) + 5, 0, 255), seen) == ""
    assert difference(np.concatenate([seen, seen[-1:]]), seen) == ""
    assert difference(np.concatenate([seen, seen]), seen)
