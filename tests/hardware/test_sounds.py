"""What is heard: the right tune on the buzzer's pin, ticks only where they are wanted, no harm from a dead one."""

from typing import Any

import pytest
from benches import Bench
from hang_guard import HANG_GUARD, eventually

from companion.settings import settings_from
from hardware.sounds import TUNES, Note, Sounds
from hardware.troubles import Troubles

FITTINGS = settings_from({}).fittings


class Hears(Bench):
    """Remembers every frequency that the buzzer's pin was given."""

    def __init__(self) -> None:
        super().__init__(FITTINGS)
        self.tones: list[int] = []
        pin = self.factory.pin(FITTINGS.buzzer)
        set_frequency = pin._set_frequency

        def remembered(value: Any) -> None:
            set_frequency(value)
            if value and pin.function == "output":
                self.tones.append(value)

        pin._set_frequency = remembered


@pytest.fixture
def bench() -> Hears:
    return Hears()


@pytest.fixture(autouse=True)
def _short_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to hear them out."""
    for sound, tune in TUNES.items():
        monkeypatch.setitem(TUNES, sound, tuple(Note(note.hertz, 1) for note in tune))


def sounds_on(bench: Bench, ticks: bool = True, line: int | None = FITTINGS.buzzer) -> Sounds:
    made = Sounds(line, ticks, Troubles())
    made.open(bench.factory)
    return made


@pytest.mark.parametrize("sound", list(TUNES))
def test_every_tune_is_played_note_by_note_and_then_there_is_silence(bench: Hears, sound: Any) -> None:
    sounds = sounds_on(bench)
    bench.tones.clear()
    sounds.play(sound)
    sounds.finish()
    assert bench.tones == [note.hertz for note in TUNES[sound] if note.hertz]
    assert bench.tone() == 0
    sounds.close()


def test_ticks_can_be_off(bench: Hears) -> None:
    sounds = sounds_on(bench, ticks=False)
    bench.tones.clear()
    sounds.play("tick")
    sounds.play("turn")
    sounds.finish()
    assert bench.tones == [note.hertz for note in TUNES["turn"] if note.hertz]
    sounds.close()


def test_a_tick_does_not_cut_off_a_tune_but_a_tune_does(bench: Hears, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *rest = TUNES["farewell"]
    monkeypatch.setitem(TUNES, "farewell", (Note(first.hertz, round(1000 * HANG_GUARD)), *rest))
    sounds = sounds_on(bench)
    bench.tones.clear()
    sounds.play("farewell")
    eventually(lambda: bench.tones)
    sounds.play("tick")
    sounds.play("misbid")
    sounds.finish()
    assert bench.tones == [first.hertz, *(note.hertz for note in TUNES["misbid"])]
    sounds.close()


def test_without_a_buzzer_nothing_is_heard_and_nothing_is_wrong() -> None:
    troubles = Troubles()
    sounds = Sounds(None, True, troubles)
    sounds.open(Bench(FITTINGS).factory)
    sounds.play("sold")
    sounds.finish()
    sounds.close()
    assert troubles.all() == {}
    assert not sounds.is_missing


def test_a_line_that_is_refused_is_reported() -> None:
    troubles = Troubles()
    sounds = Sounds(13, True, troubles)
    sounds.open(Bench(FITTINGS, refused={13}).factory)
    sounds.play("sold")
    assert sounds.is_missing
    assert str(troubles.of("buzzer")) == "The buzzer on line 13 is dead: GPIO13 is taken by another program."
    sounds.close()


def test_one_that_fails_while_it_sounds_is_reported_and_forgiven(bench: Hears) -> None:
    troubles = Troubles()
    sounds = Sounds(13, True, troubles)
    sounds.open(bench.factory)
    pin = bench.factory.pin(13)
    works, pin._set_frequency = pin._set_frequency, _fails
    sounds.play("sold")
    eventually(lambda: troubles.of("buzzer"))
    pin._set_frequency = works
    sounds.play("turn")
    eventually(lambda: not troubles.all())
    sounds.close()


def _fails(_value: Any) -> None:
    raise OSError("the wire came off")
