"""A finger for a device that is not there: presses what flashes, as the self-test asks, with a little bounce."""

import threading

from hardware.simulator import SimulatedWorks

LOOK = 0.02
BOUNCES = 2


class Finger:
    """Use it in a `with`."""

    def __init__(self, works: SimulatedWorks) -> None:
        self._works = works
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._press, name="finger", daemon=True)

    def __enter__(self) -> "Finger":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self._thread.join()

    def _press(self) -> None:
        """Each once: on a busy machine its lamp may go on flashing after the press."""
        seats = range(len(self._works.fittings.seats))
        touched: set[int] = set()
        while not self._enough.wait(LOOK):
            called = [seat for seat in seats if self._works.lamp(seat)]
            if len(called) == 1 and called[0] not in touched:
                touched.add(called[0])
                self._touch(called[0])

    def _touch(self, seat: int) -> None:
        for _ in range(BOUNCES):
            self._works.push(seat)
            self._works.let_go(seat)
        self._works.push(seat)
        self._enough.wait(LOOK)
        self._works.let_go(seat)
        self._enough.wait(LOOK)
