"""The paper: its sizes, its margins, a page that is drawn in millimetres, and the ruler by which everybody can see
whether the printer has kept to them.
"""

from typing import NamedTuple

from companion.games.lettering import LEADING, TIMES, write
from companion.games.speech import Speech
from companion.games.svg import INK, Box, Element, canvas, line, rect, shape

MARGIN = 10
"""No printer leaves more of the paper white."""

HEADING, FOOTING = 11, 11
"""What the title and the ruler take at both ends of the page."""

BODY, SMALL = 3.2, 2.6
"""Sizes of type in millimetres: 9 and 7.4 points."""

RULER = 100
FADED, CUT = "#7d6b57", "#8a8a8a"


class Paper(NamedTuple):
    """Upright, in millimetres."""

    title: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210, 297), "letter": Paper("Letter", 215.9, 279.4)}


class Page(NamedTuple):
    root: Element
    room: Box
    """What lies between the margins, the title and the ruler."""


def page(paper: Paper, title: str, speech: Speech) -> Page:
    """With nothing on it yet but its title and the ruler."""
    whole = Box(0, 0, paper.width, paper.height)
    size = {"width": f"{paper.width:g}mm", "height": f"{paper.height:g}mm"}
    root = canvas(whole, fount=TIMES, **size)
    rect(root, whole, fill="#ffffff")
    inside = whole.grown(-MARGIN)
    _draw_title(root, title, inside)
    _draw_ruler(root, inside, speech)
    return Page(root, Box(inside.x, inside.y + HEADING, inside.width, inside.height - HEADING - FOOTING))


def _draw_title(parent: Element, title: str, inside: Box) -> None:
    right = inside.x + inside.width
    write(parent, title, (inside.x, inside.y + 5.4), 6.2, bold=True, room=inside.width - 28)
    write(parent, "Veilingklok", (right, inside.y + 5.4), 4.2, italic=True, anchor="end", fill=FADED)
    for y, width in ((7.2, 0.5), (8, 0.2)):
        line(parent, [(inside.x, inside.y + y), (right, inside.y + y)], stroke=INK, stroke_width=width)


def _draw_ruler(parent: Element, inside: Box, speech: Speech) -> None:
    left, low = inside.x, inside.y + inside.height - 3.2
    shape(parent, "line", x1=left, y1=low, x2=left + RULER, y2=low, stroke=INK, stroke_width=0.25)
    for step in range(0, RULER + 1, 5):
        height = 2.6 if step % 10 == 0 else 1.4
        shape(parent, "line", x1=left + step, y1=low, x2=left + step, y2=low - height, stroke=INK, stroke_width=0.25)
    for step in range(0, RULER + 1, 10):
        write(parent, step, (left + step, low + 2.9), SMALL, anchor="middle" if step else "start")
    asked = (
        speech.say("Print at 100 %, not fitted to the page."),
        speech.say("This ruler is {length} mm long.", length=RULER),
    )
    for number, words in enumerate(asked):
        write(
            parent, words, (left + RULER + 6, low - 1.6 + number * BODY * LEADING), BODY, room=inside.width - RULER - 6
        )
