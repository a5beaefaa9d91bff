"""The dial taught its two ends: the hand is led to start, then to the end, key by key. It knows no terminal."""

from companion.games.speech import ENGLISH, Phrase, Speech, mark
from companion.settings.clashes import LEAST_SWEEP
from companion.settings.fittings import DialFitting
from hardware.errors import NotThere
from hardware.servo import Servo

LEAST, MOST = 500, 2500
"""Microseconds: as far as a servo goes, and as lgpio makes pulses."""
_STEPS = {"+": 10, "-": -10, ".": 1, ",": -1}
_WHERE = (mark("Lead the hand to start: {pulse} µs. {keys}"), mark("Lead the hand to the end: {pulse} µs. {keys}"))
KEYS = Phrase("+ and - by 10, . and , by 1, Enter: there it is, q: leave it as it was")


class Calibration:
    def __init__(self, fitting: DialFitting, servo: Servo) -> None:
        self._servo = servo
        self._ends = [fitting.start_us, fitting.end_us]
        self._place = 0
        self._servo.pulse(self._ends[0])

    @property
    def is_done(self) -> bool:
        return self._place == 2

    @property
    def ends(self) -> tuple[int, int]:
        """The pulses of start and end."""
        return self._ends[0], self._ends[1]

    def question(self, speech: Speech = ENGLISH) -> str:
        return speech.say(_WHERE[self._place], pulse=str(self._ends[self._place]), keys=KEYS)

    def turn(self, key: str) -> None:
        """A little further, or a little back."""
        if key in _STEPS:
            pulse = self._ends[self._place] + _STEPS[key]
            self._ends[self._place] = min(MOST, max(LEAST, pulse))
            self._servo.pulse(self._ends[self._place])

    def accept(self) -> None:
        """There it is. Refused where the hand would have nowhere to go."""
        if self._place == 1 and abs(self._ends[1] - self._ends[0]) < LEAST_SWEEP:
            raise NotThere(
                "The ends must lie at least {least} µs apart, or the hand moves in steps.", least=LEAST_SWEEP
            )
        self._place += 1
        if self._place == 1:
            self._servo.pulse(self._ends[1])
        else:
            self._servo.rest()
