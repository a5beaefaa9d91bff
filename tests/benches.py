"""Devices for tests: the simulator's works, with edges that carry the ticks a test gives them, and parts that fail."""

import threading
from collections.abc import Callable, Collection
from typing import Any

from gpiozero.exc import PinInvalidPin
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin
from hang_guard import HANG_GUARD, eventually
from tables import SteppedTime

from companion.auction_clock import SECOND
from companion.entries import Row
from companion.settings.fittings import DialFitting, DisplayFitting, Fittings
from companion.snapshots import Snapshot
from companion.table import Table
from hardware.buttons import Buttons
from hardware.panel import Panel
from hardware.servo import Servo
from hardware.simulator import SimulatedWorks


class StampedPin(MockPWMPin):  # type: ignore[misc]
    """Tells of an edge whenever a test wants, with whatever ticks it had."""

    def edge(self, stamp: int) -> None:
        PiPin._call_when_changed(self, stamp / SECOND, 0)

    def hold(self, down: bool) -> None:
        """The level, without telling of an edge: as if it had been missed."""
        self._change_state(not down)


class _Factory(MockFactory):  # type: ignore[misc]
    refused: Collection[int] = ()

    def pin(self, name: Any, *args: Any, **kwargs: Any) -> Any:
        if name in self.refused:
            raise PinInvalidPin(f"GPIO{name} is taken by another program")
        return super().pin(name, *args, **kwargs)


class Bench(SimulatedWorks):
    """The simulator's works on stamped pins. `refused` lines cannot be had; a display or a servo can be another."""

    def __init__(
        self,
        fittings: Fittings,
        *,
        refused: Collection[int] = (),
        display: Callable[[DisplayFitting], Any] | None = None,
        servo: Callable[[DialFitting], Servo] | None = None,
        uncertainty: int = 0,
    ) -> None:
        super().__init__(fittings)
        self.factory = _Factory(pin_class=StampedPin)
        self.factory.refused = refused
        self._factory = self.factory
        self._other_display = display
        self._other_servo = servo
        self.uncertainty = uncertainty

    def display(self, fitting: DisplayFitting) -> Any:
        return self._other_display(fitting) if self._other_display else super().display(fitting)

    def servo(self, fitting: DialFitting) -> Servo:
        return self._other_servo(fitting) if self._other_servo else super().servo(fitting)

    def lamp(self, seat: int) -> float:
        """Dark where its line cannot be had."""
        return 0.0 if self.fittings.seats[seat].lamp in self.factory.refused else super().lamp(seat)

    def pin(self, seat: int) -> StampedPin:
        """Of a seat's button."""
        return self.factory.pin(self.fittings.seats[seat].button)  # type: ignore[no-any-return]

    def presses(self, seat: int, stamp: int) -> None:
        """A clean press with this stamp; the button stays down."""
        self.pin(seat).hold(down=True)
        self.pin(seat).edge(stamp)

    def lets_go(self, seat: int) -> None:
        self.pin(seat).hold(down=False)

    def grounds(self, seat: int) -> None:
        """The line is connected to ground from now on, whatever pulls it up."""
        pin = self.pin(seat)
        pin.hold(down=True)
        pin._set_pull = lambda value: pin.__dict__.update(_pull=value)


class AtTable:
    """An evening's table as the panel knows the house."""

    evening = 1
    settings = None

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def snapshot(self) -> Snapshot | None:
        return self._table.snapshot

    def history(self, since: int = 0) -> tuple[Row, ...]:
        return self._table.history(since)

    def press(self, seat: int, stamp: int, uncertainty: int = 0) -> None:
        self._table.press(seat, stamp, uncertainty=uncertainty)

    def drawn(self, shows: str, stamp: int) -> None:
        self._table.drawn(shows, stamp)

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        return self._table.subscribe(listener)


class Ear:
    """A listener that counts, and can be waited with."""

    def __init__(self) -> None:
        self.times = 0
        self._news = threading.Condition()

    def __call__(self) -> None:
        with self._news:
            self.times += 1
            self._news.notify_all()

    def wait_until(self, condition: Callable[[], object]) -> None:
        with self._news:
            assert self._news.wait_for(condition, timeout=HANG_GUARD), "it never came to that"

    def has_heard(self, times: int) -> None:
        self.wait_until(lambda: self.times >= times)
        assert self.times == times


def pushed(panel: Panel, bench: Bench, seat: int, stamp: int) -> None:
    """A press that has reached the table."""
    bench.presses(seat, stamp)
    heard_out(panel.buttons, bench, seat, stamp + 1)


def heard_out(buttons: Buttons, bench: Bench, seat: int, stamp: int) -> None:
    """All that was pressed before is dealt with: edges are heard one after the other, and this one is a bounce."""
    heard = threading.Event()
    buttons.on_edges(lambda _seat, at: heard.set() if at == stamp else None)
    bench.pin(seat).edge(stamp)
    assert heard.wait(HANG_GUARD)
    buttons.on_edges(None)


def let_go(panel: Panel, bench: Bench, seat: int, time: SteppedTime) -> None:
    """It has rested released: the seat can press again."""
    bench.lets_go(seat)
    time.now += 2 * panel.rest
    eventually(lambda: seat not in panel.buttons.held())
