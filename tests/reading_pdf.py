"""Reads a printed page back: what is drawn and written on it, in millimetres from its upper left corner, as a reader of
PDF sees it.
"""

import ctypes
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as raw

MM = 72 / 25.4


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def overlaps(self, other: "Box", by: float) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        return across > by and min(self.bottom, other.bottom) - max(self.top, other.top) > by


class Segment(NamedTuple):
    kind: str
    """move, line or curve; of a curve three points follow each other."""
    at: tuple[float, float]


class Path(NamedTuple):
    segments: tuple[Segment, ...]
    filled: str | None
    """Such as #b83822."""
    drawn: str | None
    """The colour of its line."""

    @property
    def box(self) -> Box:
        columns, rows = zip(*(segment.at for segment in self.segments), strict=True)
        return Box(min(columns), min(rows), max(columns), max(rows))

    @property
    def is_circle(self) -> bool:
        kinds = {segment.kind for segment in self.segments[1:]}
        return "curve" in kinds and math.isclose(self.box.width, self.box.height, abs_tol=0.02)


class Line(NamedTuple):
    words: str
    box: Box
    """Around the ink."""
    size: float
    """Of the type, in points."""


class Sheet:
    def __init__(self, pdf: bytes) -> None:
        self.document = pdfium.PdfDocument(pdf)
        (self._page,) = self.document
        self.points: tuple[float, float] = self._page.get_size()
        self.width, self.height = (side / MM for side in self.points)
        self.paths = list(self._paths())
        self.lines = list(self._lines())

    @property
    def circles(self) -> list[Path]:
        return [path for path in self.paths if path.is_circle]

    def straight(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Every line from one point to another."""
        found = (path.segments for path in self.paths)
        return [(one.at, other.at) for one, other, *more in found if other.kind == "line" and not more]

    def _objects(self, kind: int) -> Iterator[Any]:
        for number in range(raw.FPDFPage_CountObjects(self._page)):
            thing = raw.FPDFPage_GetObject(self._page, number)
            if raw.FPDFPageObj_GetType(thing) == kind:
                yield thing

    def _paths(self) -> Iterator[Path]:
        for thing in self._objects(raw.FPDF_PAGEOBJ_PATH):
            matrix = raw.FS_MATRIX()
            assert raw.FPDFPageObj_GetMatrix(thing, matrix)
            count = raw.FPDFPath_CountSegments(thing)
            segments = [self._segment(raw.FPDFPath_GetPathSegment(thing, number), matrix) for number in range(count)]
            yield Path(tuple(segments), *_colours(thing))

    def _segment(self, segment: Any, matrix: Any) -> Segment:
        x, y = ctypes.c_float(), ctypes.c_float()
        assert raw.FPDFPathSegment_GetPoint(segment, x, y)
        kinds = {
            raw.FPDF_SEGMENT_MOVETO: "move",
            raw.FPDF_SEGMENT_LINETO: "line",
            raw.FPDF_SEGMENT_BEZIERTO: "curve",
        }
        across = matrix.a * x.value + matrix.c * y.value + matrix.e
        up = matrix.b * x.value + matrix.d * y.value + matrix.f
        return Segment(kinds[raw.FPDFPathSegment_GetType(segment)], (across / MM, self.height - up / MM))

    def _lines(self) -> Iterator[Line]:
        text = self._page.get_textpage()
        for thing in self._objects(raw.FPDF_PAGEOBJ_TEXT):
            left, bottom, right, top = (ctypes.c_float() for _ in range(4))
            assert raw.FPDFPageObj_GetBounds(thing, left, bottom, right, top)
            box = Box(left.value / MM, self.height - top.value / MM, right.value / MM, self.height - bottom.value / MM)
            yield Line(_words(thing, text), box, _size(thing))


def _words(thing: Any, text: Any) -> str:
    length = raw.FPDFTextObj_GetText(thing, text, None, 0)
    room = ctypes.create_string_buffer(length)
    raw.FPDFTextObj_GetText(thing, text, ctypes.cast(room, ctypes.POINTER(ctypes.c_ushort)), length)
    return room.raw.decode("utf-16-le").rstrip("\0").strip()


def _size(thing: Any) -> float:
    """As it is seen: the page may be scaled."""
    size, matrix = ctypes.c_float(), raw.FS_MATRIX()
    assert raw.FPDFTextObj_GetFontSize(thing, size)
    assert raw.FPDFPageObj_GetMatrix(thing, matrix)
    return size.value * math.hypot(matrix.a, matrix.b)


def _colours(thing: Any) -> tuple[str | None, str | None]:
    """Of what is inside, and of the line around it."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    assert raw.FPDFPath_GetDrawMode(thing, fill, stroke)
    is_filled = fill.value != raw.FPDF_FILLMODE_NONE
    return (
        _colour(thing, raw.FPDFPageObj_GetFillColor) if is_filled else None,
        _colour(thing, raw.FPDFPageObj_GetStrokeColor) if stroke.value else None,
    )


def _colour(thing: Any, get: Any) -> str:
    colours = [ctypes.c_uint() for _ in range(4)]
    assert get(thing, *colours)
    red, green, blue, _ = (colour.value for colour in colours)
    return f"#{red:02x}{green:02x}{blue:02x}"
