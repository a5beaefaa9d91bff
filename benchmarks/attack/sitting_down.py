"""Strangers ask for seats without a pause, and beside them honest phones: none of these may be refused because of what
others do, and each must sit down once somebody at the table holds the button of its seat.
"""

import multiprocessing
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from attack.display import read_code
from attack.floods import callings, comers_of_one_address
from attack.target import HOLD, READING, Device, Phone

PAUSE = 0.1
EVERY_SEAT = (0, 1, 2)
UNDER_WAY = 2.0
"""Seconds until the strangers are at it."""
SHOWN_WITHIN = 15.0
"""Seconds: the display shows a code that was opened at the device in every other turn at least, of three seconds."""


def run(tries: int, rounds: int, program: tuple[str, ...]) -> Iterator[str]:
    """So many phones that only ask, and so many that are let in by a held button and the digits on the display."""
    refused = _count_refused(tries, program)
    yield f"honest phones that asked for a seat beside strangers: {tries}, refused {refused}"
    if refused:
        yield "NOT HELD: strangers keep phones from asking."
    wrong = [sentence for place in range(rounds) for sentence in _sit_down(place, program)]
    seated = rounds - len(wrong)
    yield f"honest phones let in by a held button and digits, beside strangers at that seat: {rounds}, seated {seated}"
    yield from wrong
    if wrong:
        yield "NOT HELD: strangers keep phones from sitting down, or sat down themselves."
    unanswered = _count_unanswered(tries, program)
    yield f"phones that come anew, beside a machine that connects and hangs up: {tries}, unanswered {unanswered}"
    if unanswered:
        yield "NOT HELD: one machine keeps phones from being let in."


@contextmanager
def _strangers(device: Device, seats: Sequence[int]) -> Iterator[None]:
    """They ask for these seats in turn."""
    with _beside(callings, device.port, seats):
        yield


@contextmanager
def _beside(flood: Callable[..., None], port: int, *more: object) -> Iterator[None]:
    """In a process of its own."""
    context = multiprocessing.get_context("fork")
    ended = context.Event()
    process = context.Process(target=flood, args=(port, ended, *more))
    process.start()
    try:
        time.sleep(UNDER_WAY)
        yield
    finally:
        ended.set()
        process.join()


def _count_refused(tries: int, program: tuple[str, ...]) -> int:
    with tempfile.TemporaryDirectory() as folder, Device(Path(folder) / "data", program) as device:
        with _strangers(device, EVERY_SEAT):
            refused = 0
            for place in range(tries):
                time.sleep(PAUSE)
                phone = Phone(device, f"127.2.{place // 200}.{place % 200 + 1}")
                refused += phone.ask_for_seat(place % len(EVERY_SEAT)).status >= 400
        return refused


def _count_unanswered(tries: int, program: tuple[str, ...]) -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        Device(Path(folder) / "data", program) as device,
        _beside(comers_of_one_address, device.port),
    ):
        return sum(not _is_answered(Phone(device, f"127.3.0.{place + 1}")) for place in range(tries))


def _is_answered(phone: Phone) -> bool:
    try:
        return phone.get("/api/state").status == 200
    except OSError:
        return False


def _sit_down(place: int, program: tuple[str, ...]) -> Iterator[str]:
    """One phone sits down on a fresh device, where strangers have all their patience. Says what went wrong."""
    seat = place % len(EVERY_SEAT)
    with tempfile.TemporaryDirectory() as folder, Device(Path(folder) / "data", program) as device:
        phone = Phone(device, "127.2.0.1")
        with _strangers(device, (seat,)):
            asked = phone.ask_for_seat(seat).status
            time.sleep(READING)
            device.press(seat, HOLD)
            code = read_code(device, SHOWN_WITHIN)
            typed = phone.post_form("/sit/code", f"code={code}") if code else None
            state = phone.state
    if state["seat"] != seat or state["seated"].count(0) != len(state["seated"]) - 1 or sum(state["seated"]) != 1:
        answer = f"{typed.status} {typed.body.decode()}" if typed else "nothing"
        yield f"round {place + 1}: asked {asked}, read {code}, was told {answer}; phones by seat: {state['seated']}"
