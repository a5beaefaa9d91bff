"""Strangers ask for every seat without a pause, and beside them honest phones ask for one, a new phone each time: none
of these may be refused because of what others do.
"""

import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from attack.floods import callings
from attack.target import Device, Phone

PAUSE = 0.1


def run(tries: int, program: tuple[str, ...]) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, Device(Path(folder) / "data", program) as device:
        context = multiprocessing.get_context("fork")
        ended = context.Event()
        strangers = context.Process(target=callings, args=(device.port, ended))
        strangers.start()
        time.sleep(2.0)  # they are at it then
        refused = 0
        for place in range(tries):
            time.sleep(PAUSE)
            phone = Phone(device, f"127.2.{place // 200}.{place % 200 + 1}")
            refused += phone.ask_for_seat(place % 3).status >= 400
        ended.set()
        strangers.join()
    yield f"honest phones that asked for a seat beside strangers: {tries}, refused {refused}"
    if refused:
        yield "NOT HELD: strangers keep phones from asking."
