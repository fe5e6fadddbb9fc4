"""Conversion of matplotlib's SVG to one that is small, safe inside a page, and readable by screen readers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

WHO = "who-"  # before the mark of a strategy, in the names of drawn artists
_SVG = "http://www.w3.org/2000/svg"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d+\.\d+")
_HUE = re.compile(r"#[0-9a-f]{6}\b")
_FONT_FAMILY = re.compile(r"font-family:[^;]*;?\s*")
_FONT_SHORT = re.compile(r"font: ((?:[a-z0-9]+ )*)([\d.]+)px [^;]*")


@dataclass(frozen=True)
class Hit:
    """An area of the picture that shows a value: its box, its text, and the mark of its strategy."""

    x: float
    y: float
    width: float
    height: float
    text: str
    who: str = ""


def clean(
    text: str,
    *,
    name: str,
    title: str,
    description: str,
    fonts: str,
    variables: Mapping[str, str] | None = None,
    hits: Sequence[Hit] = (),
) -> str:
    """Return the drawing with a title and description for screen readers.

    `name` makes the ids unique inside a page. `variables` maps a hue to the CSS variable that replaces it. `hits` are
    laid over it, each with its value as a tooltip.
    """
    root = ElementTree.fromstring(text)
    for parent in root.iter():
        for child in list(parent):
            if _local(child) in ("metadata", "style"):
                parent.remove(child)
    _number_ids(root)
    for element in root.iter():
        _clean_element(element, name, variables or {})
    _flatten(root)
    view = root.get("viewBox", "")
    width, height = view.split()[2:]
    root.attrib.clear()
    root.attrib.update(
        {
            "viewBox": view,
            "width": width,
            "height": height,
            "role": "img",
            "aria-labelledby": f"{name}-title {name}-desc",
            "style": f"font-family:{fonts};stroke-linejoin:round",
        }
    )
    for at, (tag, words) in enumerate((("title", title), ("desc", description))):
        spoken = ElementTree.Element(f"{{{_SVG}}}{tag}", {"id": f"{name}-{tag}"})
        spoken.text = words
        root.insert(at, spoken)
    root.extend(_hit(hit) for hit in hits)
    ElementTree.register_namespace("", _SVG)
    return ElementTree.tostring(root, encoding="unicode")


def _hit(hit: Hit) -> ElementTree.Element:
    box = {name: f"{getattr(hit, name):.1f}" for name in ("x", "y", "width", "height")}
    who = {"data-who": hit.who} if hit.who else {}
    made = ElementTree.Element(
        f"{{{_SVG}}}rect", {"class": "hit", **who, **box, "fill": "none", "pointer-events": "all"}
    )
    ElementTree.SubElement(made, f"{{{_SVG}}}title").text = hit.text
    return made


def size(svg: str) -> tuple[float, float]:
    """Return width and height of a drawing in px."""
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups()  # type: ignore[union-attr]
    return float(width), float(height)


def inline(svg: str) -> str:
    """Return the drawing as it is embedded in an HTML page, without its namespace."""
    return svg.replace(f' xmlns="{_SVG}"', "", 1)


def _number_ids(root: ElementTree.Element) -> None:
    """Rename ids by their place in the drawing: matplotlib's are hashes of coordinates with all their digits, and the
    layout's last digits differ from run to run.
    """
    defined = [element for element in root.iter() if "id" in element.attrib and _local(element) != "g"]
    numbers = {element.attrib["id"]: str(at) for at, element in enumerate(defined, 1)}
    for element in root.iter():
        if _local(element) != "g" and "id" in element.attrib:
            element.set("id", numbers[element.attrib["id"]])
        if _LINK in element.attrib:
            element.set(_LINK, f"#{numbers[element.attrib[_LINK][1:]]}")
        if "clip-path" in element.attrib:
            element.set("clip-path", f"url(#{numbers[element.attrib['clip-path'][5:-1]]})")


def _local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _clean_element(element: ElementTree.Element, name: str, variables: Mapping[str, str]) -> None:
    if "id" in element.attrib:
        if _local(element) == "g":
            marked = element.attrib.pop("id")
            if marked.startswith(WHO):
                element.set("data-who", marked.removeprefix(WHO))
        else:
            element.set("id", f"{name}-{element.attrib['id']}")
    if _LINK in element.attrib:
        element.set("href", f"#{name}-{element.attrib.pop(_LINK)[1:]}")
    if "clip-path" in element.attrib:
        element.set("clip-path", element.attrib["clip-path"].replace("url(#", f"url(#{name}-"))
    if element.get("transform", "").startswith("rotate(-0 "):
        del element.attrib["transform"]
    for key in ("d", "x", "y", "width", "height", "transform"):
        if key in element.attrib:
            element.set(key, " ".join(_NUMBER.sub(_rounded, element.attrib[key]).split()))
    if "style" in element.attrib:
        element.set("style", _clean_style(element.attrib["style"], variables))
    if _local(element) != "text" and not (element.text or "").strip():
        element.text = None
    element.tail = None


def _rounded(match: re.Match[str]) -> str:
    text = f"{float(match[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _clean_style(style: str, variables: Mapping[str, str]) -> str:
    style = _FONT_SHORT.sub(_font, _FONT_FAMILY.sub("", style))
    style = _HUE.sub(lambda hue: f"var(--{variables[hue[0]]},{hue[0]})" if hue[0] in variables else hue[0], style)
    return re.sub(r"\s*([:;])\s*", r"\1", style).strip("; ")


def _font(match: re.Match[str]) -> str:
    weight = "font-weight:bold;" if re.search(r"\b(bold|700)\b", match[1]) else ""
    return f"{weight}font-size:{match[2]}px"


def _flatten(root: ElementTree.Element) -> None:
    """Remove the groups without attributes."""
    for parent in list(root.iter()):
        parent[:] = _without_groups(parent)


def _without_groups(parent: ElementTree.Element) -> list[ElementTree.Element]:
    kept: list[ElementTree.Element] = []
    for child in parent:
        if _local(child) == "g" and not child.attrib:
            kept += _without_groups(child)
        else:
            kept.append(child)
    return kept
