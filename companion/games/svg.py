"""The few strokes that every drawing is made of, of whatever game, and of the device itself.

Looks are written on each element and not in a style sheet, so that the drawing can stand inside any page.
"""

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

INK = "#3d3026"
"""In which everything is filled that does not say otherwise."""

FOUNT = "Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, 'DejaVu Serif', serif"

Element = ElementTree.Element

Point = tuple[float, float]

_NOT_IN_XML = {code: "\ufffd" for code in (*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF) if code not in (9, 10)}


class Box(NamedTuple):
    """A part of a sheet: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, other: "Box") -> bool:
        across = self.x <= other.x and other.x + other.width <= self.x + self.width
        return across and self.y <= other.y and other.y + other.height <= self.y + self.height

    def grown(self, further: float) -> "Box":
        """By so much on every side."""
        return Box(self.x - further, self.y - further, self.width + 2 * further, self.height + 2 * further)


def around(middle: Point, reach: float) -> Box:
    """The square that reaches so far to every side."""
    return Box(*middle, 0, 0).grown(reach)


def canvas(view: Box, *, fount: str | None = None, **looks: object) -> Element:
    """Nothing yet: what is drawn will lie on whatever is behind it. Without a fount of its own it takes the page's."""
    frame = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": " ".join(_written(side) for side in view)}
    size = {"width": _written(view.width), "height": _written(view.height)}
    letters = {"font-family": fount} if fount else {}
    return Element("svg", frame | size | letters | {"fill": INK} | _attributes(looks))


def shape(parent: Element, tag: str, **looks: object) -> Element:
    """Any element; `stroke_width=2` becomes `stroke-width="2"`, and `class_` the word that Python keeps to itself."""
    return ElementTree.SubElement(parent, tag, _attributes(looks))


def rect(parent: Element, where: Box, **looks: object) -> Element:
    return shape(parent, "rect", x=where.x, y=where.y, width=where.width, height=where.height, **looks)


def group(parent: Element, title: str | None = None, **looks: object) -> Element:
    """What belongs together, with the words that a browser shows under the pointer."""
    element = shape(parent, "g", **looks)
    if title is not None:
        shape(element, "title").text = clean(title)
    return element


def moved(parent: Element, at: Point, scale: float = 1, turn: float = 0) -> Element:
    """A group that has its origin at a place, and its own size and direction."""
    (x, y), size, degrees = map(_written, at), _written(scale), _written(turn)
    return shape(parent, "g", transform=f"translate({x} {y}) rotate({degrees}) scale({size})")


def text(parent: Element, words: object, at: Point, size: float, room: float = math.inf, **looks: object) -> Element:
    """A line of text, centred on `at` unless `text_anchor` says otherwise; smaller, then narrower, to fit its room."""
    line = clean(str(words))
    size *= min(max(room / (text_width(line, size) or 1), 0.85), 1)
    if text_width(line, size) * 0.8 > room:  # even in a narrow fount, so that nothing is ever stretched
        looks |= {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    element = shape(parent, "text", **{"x": at[0], "y": at[1], "font_size": size, "text_anchor": "middle", **looks})
    element.text = line
    return element


def text_width(line: str, size: float) -> float:
    """About how wide a line will be, in whatever fount the reader has."""
    return len(line) * size * 0.57


def cut(name: str, size: float, room: float) -> str:
    """As much of a name as has room in a line of this size."""
    if text_width(name, size) < room + size / 100:
        return name
    letters = int(room / text_width("n", size))
    return name[: max(letters - 1, 1)].rstrip() + "\u2026"


def line(parent: Element, points: Iterable[Point], *, closed: bool = False, **looks: object) -> Element:
    """A line through these points, or a field with these corners."""
    drawn = " ".join(f"{_written(x)},{_written(y)}" for x, y in points)
    looks.setdefault("fill", "none")
    return shape(parent, "polygon" if closed else "polyline", points=drawn, **looks)


def clean(words: str) -> str:
    """Without the characters that XML cannot hold."""
    return words if words.isprintable() else words.translate(_NOT_IN_XML)


def finished(root: Element) -> str:
    """The drawing as it goes into a file."""
    ElementTree.indent(root, " ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def inline(root: Element) -> str:
    """The drawing as it goes into a page: nothing but what is needed."""
    return ElementTree.tostring(root, encoding="unicode")


def _attributes(looks: Mapping[str, object]) -> dict[str, str]:
    return {name.rstrip("_").replace("_", "-"): _written(value) for name, value in looks.items()}


def _written(value: object) -> str:
    return f"{round(value, 2):g}" if isinstance(value, float) else clean(str(value))
