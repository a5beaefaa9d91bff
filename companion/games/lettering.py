"""Words on paper: how wide they are, where their lines break, and how they are written. In Times or one of its twins,
which every printer and every PDF reader has; a line is as wide in whatever fount a screen shows instead.
"""

import math
from collections.abc import Mapping
from typing import Literal

from companion.games.svg import INK, Element, Point, clean, shape

TIMES = "'Times New Roman', Times, 'Liberation Serif', 'Nimbus Roman', serif"

Anchor = Literal["start", "middle", "end"]

LEADING = 1.22
"""From line to line, for each unit of size."""


def _by_letter(widths: Mapping[int, str]) -> dict[str, int]:
    return {letter: width for width, letters in widths.items() for letter in letters}


_PLAIN = _by_letter({
    180: "'", 200: "|¦", 250: " \u00a0,.·", 278: "/:;\\ijltìíîï", 300: "²³¹", 333: "!()-I[]`fr¡ÌÍÎÏ", 389: "Js",
    400: "°", 408: '"', 444: "?acez¿àáâãäåçèéêë", 480: "{}", 500: "#$*0123456789_bdghknopquvxy£§«µ»ßñòóôõöøùúûüýÿ",
    541: "~", 556: "FPS", 564: "+<=>±\u00d7÷", 611: "ELTZÈÉÊË", 667: "BCRÇæ", 722: "ADGHKNOQUVXYwÀÁÂÃÄÅÑÒÓÔÕÖØÙÚÛÜÝ",
    750: "¼½¾", 778: "&m", 833: "%", 889: "MÆ", 921: "@", 944: "W",
})  # fmt: skip
_BOLD = _by_letter({
    220: "|¦", 250: " \u00a0,.·", 278: "'/\\ilìíîï", 300: "²³¹", 333: "!()-:;[]`fjt¡", 389: "IsÌÍÎÏ", 394: "{}",
    400: "°", 444: "cerzçèéêë", 500: "#$*0123456789?J_agovxy£§«»¿àáâãäåòóôõöøýÿ", 520: "~", 555: '"',
    556: "Sbdhknpquµßñùúûü", 570: "+<=>±\u00d7÷", 611: "FP", 667: "BELTZÈÉÊË", 722: "ACDNRUVXYwÀÁÂÃÄÅÇÑÙÚÛÜÝæ",
    750: "¼½¾", 778: "GHKOQÒÓÔÕÖØ", 833: "&m", 930: "@", 944: "M", 1000: "%WÆ",
})  # fmt: skip
_ITALIC = _by_letter({
    214: "'", 250: " \u00a0,.·", 275: "|¦", 278: "/\\fijltìíîï", 300: "²³¹", 333: "!()-:;I`ÌÍÎÏ", 389: "[]rsz¡",
    400: "{}°", 420: '"', 444: "Jcekvxyçèéêëýÿ", 500: "#$*0123456789?S_abdghnopqu£§«µ»¿ßàáâãäåñòóôõöøùúûü", 541: "~",
    556: "LTYZÝ", 611: "ABEFPRVXÀÁÂÃÄÅÈÉÊË", 667: "CKNwÇÑæ", 675: "+<=>±\u00d7÷", 722: "DGHOQUmÒÓÔÕÖØÙÚÛÜ", 750: "¼½¾",
    778: "&", 833: "%MW", 889: "Æ", 920: "@",
})  # fmt: skip
"""The width of each letter of Western Europe, in thousandths of the size."""

_ANY = 722
"""Of a letter from elsewhere."""


def width(words: str, size: float, *, bold: bool = False, italic: bool = False) -> float:
    """Of one line."""
    letters = _BOLD if bold else _ITALIC if italic else _PLAIN
    return sum(letters.get(letter, _ANY) for letter in words) * size / 1000


def lines(
    words: str, size: float, room: float, *, bold: bool = False, italic: bool = False, first: float = 0
) -> list[str]:
    """The words in lines, none wider than the room unless a single word is; `first` is kept free in the first line."""
    found = [""]
    for word in words.split(" "):  # what must not be parted is joined by another kind of space
        longer = f"{found[-1]} {word}" if found[-1] else word
        free = room - first if len(found) == 1 else room
        if width(longer, size, bold=bold, italic=italic) <= free or not (found[-1] or first):
            found[-1] = longer
        else:
            found.append(word)
    return found


def write(
    parent: Element,
    words: object,
    at: Point,
    size: float,
    *,
    bold: bool = False,
    italic: bool = False,
    anchor: Anchor = "start",
    room: float = math.inf,
    fill: str = INK,
) -> None:
    """One line; smaller where its room asks for it."""
    line = clean(str(words))
    wide = width(line, size, bold=bold, italic=italic)
    if not wide:
        return
    looks: dict[str, object] = {"x": at[0], "y": at[1], "font_size": size * min(room / wide, 1), "fill": fill}
    looks |= {"text_anchor": anchor, "textLength": min(wide, room), "lengthAdjust": "spacingAndGlyphs"}
    if bold:
        looks["font_weight"] = "bold"
    if italic:
        looks["font_style"] = "italic"
    shape(parent, "text", **looks).text = line


def paragraph(
    parent: Element,
    words: str,
    at: Point,
    size: float,
    room: float,
    *,
    lead: str = "",
    bold: bool = False,
    italic: bool = False,
) -> float:
    """Lines from this upper left corner on, `lead` before them in bold; where the next paragraph may begin."""
    x, y = at
    first = width(f"{lead} ", size, bold=True) if lead else 0
    baseline = y + size * 0.9
    write(parent, lead, (x, baseline), size, bold=True)
    found = lines(words, size, room, bold=bold, italic=italic, first=first)
    for number, line in enumerate(found):
        start = x if number else x + first
        write(parent, line, (start, baseline + number * size * LEADING), size, bold=bold, italic=italic)
    return y + len(found) * size * LEADING
