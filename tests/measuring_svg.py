"""Measures drawings: every mark on them, with the box that holds it, wherever its groups have moved it."""

import math
import re
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

from reading_svg import Area, view

Element = ElementTree.Element
Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]

UNMOVED: Matrix = (1, 0, 0, 1, 0, 0)
_HAIR = 0.01


def name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def everything(root: Element) -> Iterator[tuple[Element, list[Point]]]:
    """Every mark with the corners of its box, stroke included; what is used again is measured where it is used."""
    defined = {f"#{element.get('id')}": element for element in root.iter() if element.get("id")}
    yield from _within(root, UNMOVED, defined)


def _within(element: Element, matrix: Matrix, defined: dict[str, Element]) -> Iterator[tuple[Element, list[Point]]]:
    matrix = then(matrix, element.get("transform", ""))
    points = corners(element)
    if points:
        pen = float(element.get("stroke-width", 0)) / 2 if element.get("stroke", "none") != "none" else 0
        left, right = min(x for x, _ in points) - pen, max(x for x, _ in points) + pen
        top, bottom = min(y for _, y in points) - pen, max(y for _, y in points) + pen
        yield element, [moved(matrix, x, y) for x in (left, right) for y in (top, bottom)]
    if name(element) == "use":
        placed = then(matrix, f"translate({element.get('x', 0)} {element.get('y', 0)})")
        yield from _within(defined[element.get("href", "")], placed, defined)
    for child in element:
        if name(child) != "defs":
            yield from _within(child, matrix, defined)


def moved(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def then(matrix: Matrix, transform: str) -> Matrix:
    for kind, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(value) for value in inside.split()]
        if kind == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1])
        elif kind == "rotate":
            turn = math.radians(values[0])
            step = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0)
        else:
            assert kind == "scale"
            step = (values[0], 0, 0, values[0], 0, 0)
        a, b, c, d, e, f = step
        matrix = (
            matrix[0] * a + matrix[2] * b,
            matrix[1] * a + matrix[3] * b,
            matrix[0] * c + matrix[2] * d,
            matrix[1] * c + matrix[3] * d,
            *moved(matrix, e, f),
        )
    return matrix


def corners(element: Element) -> list[Point]:
    def value(key: str) -> float:
        return float(element.get(key, 0))

    match name(element):
        case "rect":
            x, y = value("x"), value("y")
            return [(x, y), (x + value("width"), y + value("height"))]
        case "circle" | "ellipse":
            rx, ry = (value("r"), value("r")) if name(element) == "circle" else (value("rx"), value("ry"))
            return [(value("cx") - rx, value("cy") - ry), (value("cx") + rx, value("cy") + ry)]
        case "line":
            return [(value("x1"), value("y1")), (value("x2"), value("y2"))]
        case "polyline" | "polygon":
            pairs = [pair.split(",") for pair in element.get("points", "").split()]
            return [(float(x), float(y)) for x, y in pairs]
        case "path":
            return along(element.get("d", ""))
        case "text":
            size = value("font-size")
            width = value("textLength") or len(element.text or "") * size * 0.57
            left = value("x") - width * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
            return [(left, value("y") - size * 0.8), (left + width, value("y") + size * 0.2)]
        case other:
            assert other in ("svg", "g", "title", "use"), f"{other} is not measured"
            return []


def along(path: str) -> list[Point]:
    """The points of a path, those that only bend it included; of an arc all that its circle may reach."""
    found: list[Point] = []
    x = y = 0.0
    for letter, inside in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(value) for value in re.findall(r"-?\d+\.?\d*", inside)]
        assert letter.upper() in "MLHVQTZA", f"{letter} is not measured"
        if letter in "Hh":
            x = values[0] + (x if letter == "h" else 0)
            found.append((x, y))
        elif letter in "Vv":
            y = values[0] + (y if letter == "v" else 0)
            found.append((x, y))
        elif letter == "A":
            (reach, *_), (end_x, end_y) = values, values[-2:]
            middle_x, middle_y = (x + end_x) / 2, (y + end_y) / 2
            found += [(middle_x - reach, middle_y - reach), (middle_x + reach, middle_y + reach)]
            x, y = end_x, end_y
        elif values:
            from_x, from_y = (x, y) if letter.islower() else (0, 0)
            bend = [(from_x + a, from_y + b) for a, b in zip(values[::2], values[1::2], strict=True)]
            found += bend
            x, y = bend[-1]
    return found


def area(points: list[Point]) -> Area:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Area(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def outside(root: Element) -> list[str]:
    """All that is not wholly in the view."""
    whole = view(root)
    room = Area(whole.x - _HAIR, whole.y - _HAIR, whole.width + 2 * _HAIR, whole.height + 2 * _HAIR)
    marks = everything(root)
    return [
        ElementTree.tostring(element, "unicode")
        for element, points in marks
        if not all(room.holds(point) for point in points)
    ]


def covered_words(root: Element) -> list[tuple[str, str]]:
    """Words that lie on other words."""
    words = [("".join(mark.itertext()), area(points)) for mark, points in everything(root) if name(mark) == "text"]
    return [(one, other) for (one, here), (other, there) in combinations(words, 2) if here.meets(there)]
