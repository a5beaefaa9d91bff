"""The self-test: lamp after lamp flashes, and whoever stands before the device presses the button around it.

It finds swapped, stuck, missing and bouncing buttons, and lets display, dial and buzzer show what they can.
"""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue

import msgspec

from companion.auction_clock import MILLISECOND, SECOND
from companion.chair import now_in_words
from companion.games.speech import Phrase, mark
from companion.words.rounded import Rounded
from hardware.lamps import Glow
from hardware.panel import Panel
from hardware.screens.device import Press, Tested, TestPicture
from hardware.sounds import TUNES

PATIENCE = 15 * SECOND
"""So long a press is waited for."""
LOOK = 4 * SECOND
"""So long the test picture stands."""
TRAIN = 100 * MILLISECOND
"""Edges closer together than this belong to one closing or opening of a contact."""
RELEASE = 3 * SECOND
"""A button that was pressed has come up by then, or sticks."""
FILE = "selftest.json"

_COVERED = mark(
    "The button of seat {seat} is good: {count} bounces, the longest pause between two {pause} ms; "
    "the lockout of {rest} ms covers it."
)
_UNCOVERED = mark(
    "The button of seat {seat} bounces too long: {count} bounces, the longest pause between two {pause} ms; "
    "the lockout of {rest} ms does not cover it: set buttons.rest_ms to {wanted}, or change the button."
)


class Finding(msgspec.Struct, frozen=True):
    """One part, and how it fared: in English, for whoever reads the report elsewhere."""

    part: str
    is_good: bool
    says: str


class Report(msgspec.Struct, frozen=True):
    at: str
    works: str
    """What drives the pins."""
    findings: tuple[Finding, ...]

    @property
    def complaints(self) -> int:
        return sum(not finding.is_good for finding in self.findings)


def summed_up(complaints: int) -> Phrase:
    if not complaints:
        return Phrase("All is well.")
    return Phrase("{count} to put right.", count=complaints)


class Bounce(msgspec.Struct, frozen=True):
    """What a contact did besides closing once: nanoseconds."""

    edges: int
    longest: int
    """For which the line was up within one train: a lockout shorter than this would take the next edge for a press."""


def bounce(pauses: Sequence[int]) -> Bounce:
    """Of one press and its release: how long the line was up before each edge. The first edge is the press."""
    return Bounce(len(pauses) - 1, max((pause for pause in pauses[1:] if pause <= TRAIN), default=0))


def keep(report: Report, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    file.write_bytes(msgspec.json.format(msgspec.json.encode(report)) + b"\n")
    return file


class SelfTest:
    def __init__(
        self,
        panel: Panel,
        works: str,
        tell: Callable[[Phrase], None] = lambda _line: None,
        *,
        patience: int = PATIENCE,
        look: int = LOOK,
    ) -> None:
        self._panel = panel
        self._works = works
        self._tell = tell
        self._patience = patience
        self._look = look
        self._presses: SimpleQueue[int] = SimpleQueue()
        self._pauses: dict[int, list[int]] = {}
        self._answers: dict[int, int] = {}
        """Which seat's button answered to which seat's lamp."""

    def run(self) -> Report:
        """All of it; takes as long as people take."""
        panel = self._panel
        panel.lend(lambda seat, _stamp: self._presses.put(seat))
        panel.buttons.on_edges(self._hear)
        try:
            findings = [self._display(), *self._on_pins(), self._dial()]
            report = Report(now_in_words(), self._works, tuple(findings))
            panel.say(Tested(report.complaints))
            self._wait(self._look)
        finally:
            panel.buttons.on_edges(None)
            panel.lend(None)
        return report

    def _hear(self, seat: int, stamp: int) -> None:
        self._pauses.setdefault(seat, []).append(stamp - self._panel.buttons.last_down(seat))

    def _wait(self, nanoseconds: int) -> None:
        threading.Event().wait(nanoseconds / SECOND)

    def _good(self, part: str, says: Phrase) -> Finding:
        self._tell(says)
        return Finding(part, is_good=True, says=str(says))

    def _bad(self, part: str, says: Phrase) -> Finding:
        self._tell(says)
        return Finding(part, is_good=False, says=str(says))

    def _trouble(self, part: str) -> Phrase | None:
        trouble = self._panel.troubles.of(part)
        return trouble.phrase if trouble else None

    # The display.

    def _display(self) -> Finding:
        fitting, panel = self._panel.fittings.display, self._panel
        if fitting is None:
            return self._good("display", Phrase("No display is built in."))
        panel.say(TestPicture())
        self._tell(Phrase("The display shows a test picture: a frame on all four edges, TOP LEFT at the top left."))
        self._wait(self._look)
        trouble = self._trouble("display")
        if trouble or not panel.display.is_working:
            return self._bad("display", trouble or Phrase("The display does not answer."))
        return self._good(
            "display",
            Phrase(
                "The display took the test picture. If it is shifted by two columns or has snow at one edge, "
                "set display.driver to {other}; if it is upside down, display.rotate to 2.",
                other="ssd1306" if fitting.driver == "sh1106" else "sh1106",
            ),
        )

    # What hangs on the pins: the buttons and their lamps, and the buzzer.

    def _on_pins(self) -> list[Finding]:
        trouble = self._trouble("pins")
        if trouble:
            return [self._bad("pins", trouble)]
        return [*self._lamps(), *self._buttons(), self._sound()]

    def _lamps(self) -> list[Finding]:
        """Only those that are dead: whether the others are seen to flash is for the person who presses."""
        parts = [f"lamp {seat + 1}" for seat in range(len(self._panel.fittings.seats))]
        dead = [(part, self._trouble(part)) for part in parts]
        return [self._bad(part, trouble) for part, trouble in dead if trouble]

    def _buttons(self) -> list[Finding]:
        seats = [seat for seat, fitting in enumerate(self._panel.fittings.seats) if fitting.button is not None]
        found = [self._button(seat) for seat in seats]
        return [*found, *self._swapped()]

    def _button(self, seat: int) -> Finding:
        panel, part = self._panel, f"button {seat + 1}"
        if seat in panel.buttons.missing:
            dead = Phrase("The button of seat {seat} cannot be opened.", seat=seat + 1)
            return self._bad(part, self._trouble(part) or dead)
        if seat in panel.buttons.stuck or seat in panel.buttons.held():
            return self._bad(
                part,
                Phrase(
                    "The button of seat {seat} is stuck: it is down although nobody was asked to press it.",
                    seat=seat + 1,
                ),
            )
        self._forget_presses()
        panel.lamps.show(tuple(Glow.CALLED if lamp == seat else Glow.DARK for lamp in range(len(panel.fittings.seats))))
        panel.say(Press(seat, panel.fittings.seats[seat].colour))
        pressed = self._asked_for(seat)
        panel.lamps.show((Glow.DARK,) * len(panel.fittings.seats))
        if pressed is None:
            missing = mark("The button of seat {seat} is missing: no press came in {seconds} s. Look at its two wires.")
            return self._bad(part, Phrase(missing, seat=seat + 1, seconds=self._patience // SECOND))
        self._answers[seat] = pressed
        if not self._comes_up(pressed):
            stuck = Phrase("The button of seat {seat} is stuck: it does not come up again.", seat=seat + 1)
            return self._bad(part, stuck)
        if pressed != seat:
            other = Phrase(
                "To the lamp of seat {seat} the button of seat {other} answered.", seat=seat + 1, other=pressed + 1
            )
            return self._bad(part, other)
        return self._bounced(part, seat, bounce(self._pauses.get(seat, [0])))

    def _asked_for(self, seat: int) -> int | None:
        """Whose button was pressed; anybody may mistake it once."""
        colour = Phrase(self._panel.fittings.seats[seat].colour)
        self._tell(Phrase("Press the button of seat {seat}, {colour}: it flashes.", seat=seat + 1, colour=colour))
        pressed = self._next_press()
        if pressed in (None, seat):
            return pressed
        self._tell(
            Phrase(
                "That was the button of seat {other}. Once more: seat {seat}.", other=(pressed or 0) + 1, seat=seat + 1
            )
        )
        self._forget_presses()
        return self._next_press()

    def _bounced(self, part: str, seat: int, found: Bounce) -> Finding:
        if not found.edges:
            return self._good(part, Phrase("The button of seat {seat} is good: it does not bounce.", seat=seat + 1))
        measured = {
            "seat": seat + 1,
            "count": found.edges,
            "pause": Rounded(found.longest / MILLISECOND, 1),
            "rest": self._panel.rest // MILLISECOND,
        }
        if found.longest < self._panel.rest:
            return self._good(part, Phrase(_COVERED, **measured))
        return self._bad(part, Phrase(_UNCOVERED, **measured, wanted=found.longest // MILLISECOND + 10))

    def _swapped(self) -> list[Finding]:
        pairs = [
            (seat, other) for seat, other in self._answers.items() if seat < other and self._answers.get(other) == seat
        ]
        swapped = mark(
            "The buttons (or the lamps) of seats {seat} and {other} are swapped: "
            "exchange their wires or their lines in the settings."
        )
        return [self._bad("buttons", Phrase(swapped, seat=seat + 1, other=other + 1)) for seat, other in pairs]

    def _forget_presses(self) -> None:
        self._pauses.clear()
        while not self._presses.empty():
            self._presses.get()

    def _next_press(self) -> int | None:
        try:
            return self._presses.get(timeout=self._patience / SECOND)
        except Empty:
            return None

    def _comes_up(self, seat: int) -> bool:
        until = time.monotonic_ns() + RELEASE
        while seat in self._panel.buttons.held():
            if time.monotonic_ns() > until:
                return False
            self._wait(10 * MILLISECOND)
        self._wait(TRAIN)  # what bounces now would have been a press of its own
        return True

    # The rest.

    def _dial(self) -> Finding:
        panel = self._panel
        if panel.fittings.dial is None:
            return self._good("dial", Phrase("No dial is built in."))
        self._tell(Phrase("The dial sweeps from start to end and back."))
        for place in (0.0, 1.0, 0.0):
            panel.dial.point(place)
            self._wait(min(self._look, SECOND))
        trouble = self._trouble("dial")
        if trouble or panel.dial.is_missing:
            return self._bad("dial", trouble or Phrase("The dial does not answer."))
        swept = Phrase("The dial took the sweep. If its ends are off: veilingklok dial calibrate sets them.")
        return self._good("dial", swept)

    def _sound(self) -> Finding:
        panel = self._panel
        if panel.fittings.buzzer is None:
            return self._good("buzzer", Phrase("No buzzer is built in."))
        self._tell(Phrase("The buzzer plays all its tunes."))
        for sound in TUNES:
            panel.sounds.play(sound)
            panel.sounds.finish()
        trouble = self._trouble("buzzer")
        if trouble or panel.sounds.is_missing:
            return self._bad("buzzer", trouble or Phrase("The buzzer does not answer."))
        played = Phrase("The buzzer took its tunes. If nothing was heard, it may be an active one.")
        return self._good("buzzer", played)
