"""What is heard: short tunes on a passive buzzer, played on a thread of their own."""

import threading
from typing import Any, Literal, NamedTuple

from gpiozero import PWMOutputDevice

from companion.words import mark
from companion.worker import Worker
from hardware.letting_go import let_go
from hardware.troubles import Troubles

Sound = Literal[
    "tick", "sold", "doubled", "misbid", "turn", "start", "coins", "dividend", "last_rounds", "dice", "arrival",
    "penalty", "farewell",
]  # fmt: skip


class Note(NamedTuple):
    hertz: int
    """0 is a rest."""
    milliseconds: int


TUNES: dict[Sound, tuple[Note, ...]] = {
    "tick": (Note(2400, 8),),
    "start": (Note(880, 60), Note(1175, 120)),
    "sold": (Note(784, 90), Note(988, 90), Note(1175, 200)),
    "doubled": (Note(988, 80), Note(0, 40), Note(988, 80), Note(1319, 160)),
    "misbid": (Note(330, 150), Note(262, 300)),
    "turn": (Note(1047, 60), Note(0, 50), Note(1047, 60)),
    "coins": (Note(1568, 40), Note(0, 30), Note(2093, 80)),
    "dividend": (Note(1047, 60), Note(1319, 60), Note(1568, 60), Note(2093, 160)),
    "last_rounds": (Note(1319, 160), Note(0, 80), Note(1319, 160), Note(0, 80), Note(1047, 320)),
    "dice": tuple(Note(hertz, ms) for pause in (20, 30, 45, 70, 110) for hertz, ms in ((1900, 12), (0, pause))),
    "arrival": (Note(659, 120), Note(0, 40), Note(659, 60), Note(988, 240)),
    "penalty": (Note(415, 120), Note(0, 40), Note(311, 260)),
    "farewell": (Note(1175, 120), Note(988, 120), Note(784, 240)),
}
_PART = "buzzer"
DEAD = mark("The buzzer on line {line} is dead: {why}.")


class Sounds:
    """A new tune cuts off the one before; a tick gives way to any of them."""

    def __init__(self, line: int | None, ticks: bool, troubles: Troubles) -> None:
        self._line = line
        self.ticks = ticks
        """Whether every price is heard."""
        self._troubles = troubles
        self._buzzer: Any = None
        self._wanted: Sound | None = None
        self._playing: Sound | None = None
        self._bell = threading.Condition()
        self.worker = Worker("sounds", mark("Buzzer"), self._play, troubles, wake=self._ring)
        self.worker.start()

    def open(self, factory: Any) -> None:
        if self._line is None or self._buzzer:
            return
        try:
            self._buzzer = PWMOutputDevice(self._line, frequency=1000, pin_factory=factory)
        except Exception as error:
            self._troubles.report(_PART, DEAD, line=self._line, why=str(error))
        else:
            self._troubles.clear(_PART)

    @property
    def is_missing(self) -> bool:
        return self._line is not None and self._buzzer is None

    def play(self, sound: Sound) -> None:
        """Never waits."""
        if self._buzzer is None or (sound == "tick" and not self.ticks):
            return
        with self._bell:
            if sound == "tick" and (self._wanted or self._playing):
                return
            self._wanted = sound
            self._bell.notify_all()  # whoever waits for the end hears of it, too

    def finish(self) -> None:
        """Let what is wanted be heard to its end."""
        with self._bell:
            self._bell.wait_for(lambda: self._wanted is None and self._playing is None, timeout=3)

    def close(self) -> None:
        self.worker.stop()
        if self._buzzer:
            let_go(self._buzzer)
            self._buzzer = None

    def _ring(self) -> None:
        with self._bell:
            self._bell.notify_all()

    def _play(self) -> None:
        """On the thread of the sounds. Begun anew it first ends the note that may still sound."""
        if self._buzzer:
            self._buzzer.value = 0
        while (sound := self._next()) is not None:
            try:
                for note in TUNES[sound]:
                    if not self._sound(note):
                        break
                self._buzzer.value = 0
                self._troubles.clear(_PART)
            except Exception as error:
                self._troubles.report(_PART, DEAD, line=self._line, why=str(error))

    def _next(self) -> Sound | None:
        with self._bell:
            self._playing = None
            self._bell.notify_all()
            self._bell.wait_for(lambda: self._wanted or self.worker.is_stopping)
            self._playing, self._wanted = self._wanted, None
            return None if self.worker.is_stopping else self._playing

    def _sound(self, note: Note) -> bool:
        """Whether it was heard to its end."""
        if note.hertz:
            self._buzzer.frequency = note.hertz
        self._buzzer.value = 0.5 if note.hertz else 0
        with self._bell:
            cut_off = self._bell.wait_for(lambda: self._wanted or self.worker.is_stopping, note.milliseconds / 1000)
        return not cut_off
