"""What can be tapped: the spaces that are legal now lie in the light, the rest of the picture in the dusk.

Rings glow by the page's style sheet; nothing here moves by itself.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.games.merchants.drawing.areas import Ground
from companion.games.svg import Box, Element, group, shape

DUSK, LIGHT = "#160e07", "#ffc940"


class Target(NamedTuple):
    """A way on: where it leads, and what it is, in words."""

    href: str
    label: str
    space: int | None = None
    """Of a track: where the token would come to stand; 0 is off the track."""


class _Aim(NamedTuple):
    name: str
    target: Target
    ring: Box
    is_round: bool
    hit: Box

    def outline(self) -> str:
        if not self.is_round:
            return _square(self.ring)
        x, y, width, _ = self.ring
        half = width / 2
        return f"M{x:g} {y + half:g}a{half:g} {half:g} 0 0 1 {width:g} 0a{half:g} {half:g} 0 0 1 {-width:g} 0z"


def _square(place: Box) -> str:
    x, y, width, height = place
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def draw_targets(parent: Element, ground: Ground, targets: Mapping[str, Target]) -> None:
    aims = [_aim(ground, name, target) for name, target in targets.items() if name in ground.spots]
    if not aims:
        return
    dusk = _square(ground.view) + "".join(aim.outline() for aim in aims)
    shape(parent, "path", class_="dusk", d=dusk, fill=DUSK, fill_opacity=0.5, fill_rule="evenodd")
    lit = group(parent, fill=LIGHT, fill_opacity=0.14, stroke=LIGHT, stroke_width=3)
    for aim in aims:
        _draw_target(lit, aim)


def _aim(ground: Ground, name: str, target: Target) -> _Aim:
    place = ground.spots[name]
    ring = ground.spots.get(f"{name}:{target.space}", place).grown(1)
    return _Aim(name, target, ring, name in ground.round_spots, _large_enough(place, ground.touch))


def _large_enough(place: Box, touch: float) -> Box:
    return place.grown(max(touch - place.width, touch - place.height, 0) / 2)


def _draw_target(parent: Element, aim: _Aim) -> None:
    looks = {"class_": "target", "href": aim.target.href, "data_space": aim.name, "aria_label": aim.target.label}
    way = shape(parent, "a", **looks)
    if aim.ring.holds(aim.hit) and not aim.is_round:
        shape(way, "path", class_="ring hit", d=aim.outline())
        return
    shape(way, "path", class_="hit", d=_square(aim.hit), fill_opacity=0, stroke="none")
    if aim.is_round:
        (x, y), reach = aim.ring.middle, aim.ring.width / 2
        shape(way, "circle", class_="ring", cx=x, cy=y, r=reach)
    else:
        shape(way, "path", class_="ring", d=aim.outline())
