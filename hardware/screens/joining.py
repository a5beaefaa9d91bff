"""How phones come in: the Wi-Fi that the box has of its own, and the page; to be scanned, or read and typed."""

from collections.abc import Sequence

from companion.wifi import OwnWifi
from hardware.screens import lettering
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen

_GAP = 4
"""Between a code and what stands beside it."""


class JoinWifi(Screen, frozen=True):
    """The first step where no other network is: into ours."""

    wifi: OwnWifi

    def paint(self, pen: Pen, now: int) -> None:
        name = _broken(self.wifi.name, "-")
        _beside(pen, self.wifi.invitation, pen.say("1. Wi-Fi"), [name, [self.wifi.password]])


class Join(Screen, frozen=True):
    """Where phones find the page: by number, which every phone understands, and by name if there is one."""

    url: str
    name: str = ""
    is_second: bool = False
    """Whoever is not in our own Wi-Fi yet has to go there first."""

    def paint(self, pen: Pen, now: int) -> None:
        number = self.url.removeprefix("http://").rstrip("/")
        heading = pen.say("2. Page") if self.is_second else pen.say("Join at")
        _beside(pen, self.url, heading, [_broken(self.name, ".", ":"), _broken(number, ".", ":")])


def _beside(pen: Pen, scanned: str, heading: str, read: Sequence[Sequence[str]]) -> None:
    """A code, and beside it a heading and what it says; the heading only where all of the rest has room."""
    import segno  # noqa: PLC0415  takes a while to load, and many starts need none

    code = segno.make(scanned, error="l", boost_error=False, micro=False).matrix
    if pen.is_tall:
        _below(pen, code, heading, [line for pieces in read for line in _lines(pieces, pen.small, pen.width)])
        return
    left = _code(pen, code, 0, pen.height) + _GAP
    lines = [line for pieces in read for line in _lines(pieces, pen.small, pen.width - left)]
    pitch = 10 if pen.is_low else pen.line
    if (len(lines) + 1) * pitch <= pen.height:
        lines = [heading, *lines]
    top = (pen.height - len(lines) * pitch) // 2
    for place, line in enumerate(lines):
        pen.text(left, top + (place + 1) * pitch - 2, lettering.clipped(line, pen.small, pen.width - left))


def _below(pen: Pen, code: Sequence[Sequence[int]], heading: str, lines: Sequence[str]) -> None:
    """The same one below the other."""
    pen.centred(pen.width / 2, pen.line - 3, heading)
    _code(pen, code, pen.line, pen.height - (len(lines) + 1) * pen.line - 2)
    for place, line in enumerate(reversed(lines)):
        pen.centred(pen.width / 2, pen.height - 4 - place * pen.line, line)


def _code(pen: Pen, code: Sequence[Sequence[int]], top: int, height: int) -> int:
    """A QR code on a bright ground, as large as its dots allow: at the left, or in the middle of a tall display. How
    wide it is."""
    scale = max(1, (height - 2) // (len(code) + 2))
    side = min(height, (len(code) + 3) * scale)
    left, edge = (pen.width - side) // 2 if pen.is_tall else 0, (side - len(code) * scale) // 2
    top += (height - side) // 2
    pen.draw.rectangle((left, top, left + side - 1, top + side - 1), fill=1)
    for row, line in enumerate(code):
        for column, is_dark in enumerate(line):
            if is_dark:
                x, y = left + edge + column * scale, top + edge + row * scale
                pen.draw.rectangle((x, y, x + scale - 1, y + scale - 1), fill=0)
    return side


def _broken(text: str, behind: str, before: str = "") -> list[str]:
    """Into pieces that can stand in lines of their own."""
    pieces = text.replace(behind, f"{behind}\n")
    return (pieces.replace(before, f"\n{before}") if before else pieces).split("\n")


def _lines(pieces: Sequence[str], size: int, room: int) -> list[str]:
    """As few as they fit into."""
    lines = [""]
    for piece in pieces:
        if lettering.width(lines[-1] + piece, size) <= room:
            lines[-1] += piece
        else:
            lines.append(piece)
    return [line for line in lines if line]
