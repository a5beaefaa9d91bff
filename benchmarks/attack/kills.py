"""The device is killed (SIGKILL) at random moments while a phone acts; what it had acknowledged must be there again."""

import http.client
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from attack.seated import SeatedPhone, keep_position
from attack.target import Device
from companion.journal import Journal

MOST_SECONDS = 0.25
"""From the first action after a start to the kill."""


def run(kills: int, program: tuple[str, ...]) -> Iterator[str]:
    chance = Random(kills)
    acknowledged: set[int] = set()
    doubled = 0
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        keep_position(data)
        device = Device(data, program)
        device.start()
        phone = SeatedPhone(device)
        for _ in range(kills):
            rows = _act_until_killed(device, phone, chance.uniform(0.0, MOST_SECONDS))
            doubled += len(acknowledged.intersection(rows))
            acknowledged.update(rows)
            device.start()
            phone.look_again()
        device.kill()
        with Journal(data) as journal:
            kept = {row.n for row in journal.rows(1)}
            notices = [str(notice) for notice in journal.notices]
    lost = acknowledged - kept
    yield f"kills {kills}, actions acknowledged {len(acknowledged):,}, lost {len(lost)}, doubled {doubled}"
    yield from (f"said at the last start: {notice}" for notice in notices)
    if lost or doubled:
        yield "NOT HELD: something that was acknowledged was lost or doubled."


def _act_until_killed(device: Device, phone: SeatedPhone, seconds: float) -> list[int]:
    """The rows that were acknowledged."""
    rows: list[int] = []
    killer = threading.Timer(seconds, device.kill)
    killer.start()
    try:
        while True:
            answer = phone.act()
            if answer.status == 200:
                rows.append(answer.told["row"])
            else:
                time.sleep(0.05)  # asked too often
    except (OSError, http.client.HTTPException):
        killer.join()
    return rows
