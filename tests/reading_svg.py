"""Reads drawings back: what is written on them, and where things lie."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

Element = ElementTree.Element
NAMESPACE = "{http://www.w3.org/2000/svg}"


class Area(NamedTuple):
    """A box that something takes up."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, point: tuple[float, float]) -> bool:
        return self.x <= point[0] <= self.x + self.width and self.y <= point[1] <= self.y + self.height

    def meets(self, other: "Area") -> bool:
        apart_across = self.x + self.width <= other.x or other.x + other.width <= self.x
        apart_down = self.y + self.height <= other.y or other.y + other.height <= self.y
        return not (apart_across or apart_down)


def read(text: str) -> Element:
    return ElementTree.fromstring(text)


def all_of(root: Element, tag: str) -> list[Element]:
    return list(root.iter(NAMESPACE + tag))


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def tags(root: Element) -> list[str]:
    return [element.tag.removeprefix(NAMESPACE) for element in root.iter()]


def written(root: Element) -> list[str]:
    return ["".join(element.itertext()) for element in all_of(root, "text")]


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.?\d*", text)]


def view(root: Element) -> Area:
    return Area(*numbers(root.get("viewBox", "")))


def box(rect: Element) -> Area:
    return Area(*(float(rect.get(side, 0)) for side in ("x", "y", "width", "height")))


def path_box(path: Element) -> Area:
    """Of a path with four corners."""
    x, y, width, height, *_ = numbers(path.get("d", ""))
    return Area(x, y, width, height)


def place(use: Element) -> tuple[float, float]:
    """Where something that was drawn beforehand is put."""
    if use.get("transform"):
        x, y, *_ = numbers(use.get("transform", ""))
        return x, y
    return float(use.get("x", 0)), float(use.get("y", 0))


def pieces(root: Element) -> Iterator[tuple[int, str, Element]]:
    """Every token and house: whose it is, and on which space."""
    for owner in [element for element in root.iter() if element.get("data-seat")]:
        for use in all_of(owner, "use"):
            yield int(owner.get("data-seat", "")), use.get("data-on", ""), use
