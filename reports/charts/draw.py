"""Drawing of a chart that an analysis described as data: SVG for pages, SVG and PNG for files.

The same chart yields the same bytes. Text stays text: it is laid out for the widest common font, so that it
fits in any other, and can be searched and scaled. Colours are CSS variables; they fall back to light ones.
"""

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.analyses.result import Chart
from digsite.reports.charts import style, svg
from digsite.reports.charts.style import Colours
from digsite.simulator.runs import atomic_files

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_within: ContextVar[bool] = ContextVar("_within", default=False)  # whether a caller has already made the settings


def draw(chart: Chart, colours: Colours | None = None, *, name: str = "") -> str:
    """Return the chart as SVG for a page: no title (the page has it), colours that follow the page's theme.

    `name` makes its ids unique inside the page.
    """
    hues = style.LIGHT
    with drawing():
        figure, hits = _figure(chart, colours or Colours(), hues, titled=False)
        text = _svg(figure)
    variables = {hue: token for token, hue in hues.items()}
    return svg.clean(
        text,
        name=name or _safe(chart.name),
        title=chart.title,
        description=chart.alt_text,
        fonts=style.FONTS,
        variables=variables,
        hits=hits,
    )


def write(
    chart: Chart, folder: Path, colours: Colours | None = None, *, theme: str = "light", subject: str = ""
) -> list[Path]:
    """Write the chart with title and caption as NAME.svg and NAME.png; `subject` names the game and its games."""
    folder.mkdir(parents=True, exist_ok=True)
    hues, name = style.THEMES[theme], _safe(chart.name)
    paths = [folder / f"{name}.svg", folder / f"{name}.png"]
    with drawing():
        figure, _ = _figure(chart, colours or Colours(), hues, titled=True, subject=subject)
        text = _svg(figure)
        with atomic_files.atomic_write(paths[1]) as aside:
            figure.savefig(
                aside,
                format="png",
                dpi=72 * style.PNG_SCALE,
                metadata={"Software": None, "Title": chart.title, "Description": chart.alt_text},
            )
    cleaned = svg.clean(text, name=name, title=chart.title, description=chart.alt_text, fonts=style.FONTS)
    atomic_files.write_text(paths[0], cleaned + "\n")
    return paths


def _figure(
    chart: Chart, colours: Colours, hues: dict[str, str], *, titled: bool, subject: str = ""
) -> "tuple[Figure, list[svg.Hit]]":
    from digsite.reports.charts.frame import Frame
    from digsite.reports.charts.kinds import KINDS, nothing

    frame = Frame(chart, colours, hues, titled=titled, subject=subject)
    (KINDS[chart.kind] if frame.rows else nothing)(frame)
    return frame.finish(), frame.hits()


def _svg(figure: "Figure") -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return text.getvalue()


@contextmanager
def drawing() -> Iterator[None]:
    """Apply the settings that matplotlib takes only globally, and restore them afterwards.

    Every chart is drawn with them; around many charts they are set only once.
    """
    import matplotlib

    if _within.get():
        yield
        return
    settings: Any = {
        "svg.hashsalt": "digsite",
        "svg.fonttype": "none",
        "font.family": ["DejaVu Sans"],
        "text.parse_math": False,  # a strategy may be called $x$
        "axes.unicode_minus": True,
        "path.simplify": False,
    }
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()  # whatever a user's matplotlibrc says
        matplotlib.rcParams.update(settings)
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # SVG shows it with the reader's fonts
        outside = _within.set(True)
        try:
            yield
        finally:
            _within.reset(outside)


def _safe(name: str) -> str:
    """Return a name that is safe as a file name and as an id."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "chart"
