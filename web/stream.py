"""What keeps pages up to date: a stream of Server-Sent Events for each. First all there is to see, then what changed.

Every page looks for itself, at its own pace: a slow one misses steps in between and holds up nobody.
"""

import threading
import time
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Flask
from PIL import Image

from companion.house import House
from web.devices import Device, Simulation
from web.ear import SILENCE, Ear
from web.errors import TooManyPages

FRAME = 1 / 30
"""Seconds: no page is told anything more often than this."""
LOOK = 1.0
"""So often it is asked what is wrong with the device, and what a self-test says."""
HEARTBEAT = 3.0
"""So often a page hears something. One that hears nothing for longer knows that the device is away; one that is gone
itself is found out by it."""
MOST = 40
"""Pages at a time: each has a thread of the server's to itself."""

_NAME = "streams"


class Streams:
    """All that are open. They share one ear and one ticket of the house, from the first page to the last."""

    def __init__(self, house: House, device: Device, simulation: Simulation | None) -> None:
        self.house = house
        self.device = device
        self.simulation = simulation
        self.ear: Ear | None = None
        self.ended = threading.Event()
        self._open: list[Stream] = []
        self._door = threading.Lock()
        self._unsubscribe: Callable[[], None] = lambda: None

    def open(self) -> "Stream":
        with self._door:
            if len(self._open) >= MOST:
                raise TooManyPages("{most} pages are open already; close one of them.", most=MOST)
            if not self._open:
                self.ear = Ear(self.simulation) if self.simulation else None
                self._unsubscribe = self.house.subscribe(self._ring)
            stream = Stream(self)
            self._open.append(stream)
        return stream

    def leave(self, stream: "Stream") -> None:
        with self._door:
            if stream not in self._open:
                return
            self._open.remove(stream)
            if not self._open:
                self._unsubscribe()
                if self.ear:
                    self.ear.close()

    def close(self) -> None:
        """Every stream ends at its next step, and no new one is worth opening."""
        self.ended.set()
        self._ring()

    def _ring(self) -> None:
        for stream in tuple(self._open):
            stream.bell.set()


class Stream:
    """Told to one page, message by message. An iterator with a door, so that it can be closed before its first step."""

    def __init__(self, streams: Streams) -> None:
        self.bell = threading.Event()
        self._streams = streams
        self._panel = PanelEyes(streams.simulation) if streams.simulation else None
        self._desk = _DeskEyes(streams.house, streams.device)
        self._due = 0.0
        """When the page should hear something at the latest."""
        self._has_begun = False

    def __iter__(self) -> "Stream":
        return self

    def __next__(self) -> str:
        while not self._streams.ended.is_set():
            if self._has_begun:
                self._wait()
            self._has_begun = True
            news = self._news()
            if news:
                return news
        self.close()
        raise StopIteration

    def close(self) -> None:
        self._streams.leave(self)

    def _wait(self) -> None:
        if self._panel is None:
            self.bell.wait(LOOK)
            self.bell.clear()
        self._streams.ended.wait(FRAME)

    def _news(self) -> str:
        now = time.monotonic()
        ear = self._streams.ear
        told = [
            _message("panel", self._panel.changes(ear)) if self._panel else "",
            _message("desk", self._desk.changes(now)),
        ]
        if not any(told) and now >= self._due:
            told.append("event: heartbeat\ndata: {}\n\n")
        if any(told):
            self._due = now + HEARTBEAT
        return "".join(told)


class PanelEyes:
    """What is seen and heard of a simulated device, and what of it has changed since the last look."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._seats = range(len(simulation.fittings.seats))
        self._seen: dict[str, Any] = {}
        self._heard = SILENCE
        self._image: Image.Image | None = None
        self._oled: dict[str, Any] | None = None

    def changes(self, ear: Ear | None = None) -> dict[str, Any]:
        seen = self._look(ear)
        news = {part: shown for part, shown in seen.items() if part not in self._seen or self._seen[part] != shown}
        self._seen = seen
        return news

    def _look(self, ear: Ear | None) -> dict[str, Any]:
        simulation = self._simulation
        hand = simulation.hand()
        return {
            "oled": self._look_at_oled(),
            "lamps": [round(simulation.lamp(seat), 2) for seat in self._seats],
            "hand": None if hand is None else round(hand, 1),
            "tone": self._listen(ear),
            "down": [simulation.is_down(seat) for seat in self._seats],
        }

    def _look_at_oled(self) -> dict[str, Any] | None:
        image = self._simulation.image
        if image is not self._image:  # what is shown is never drawn on: another picture is another image
            self._image, self._oled = image, _packed(image) if image else None
        return self._oled

    def _listen(self, ear: Ear | None) -> int:
        if ear is None:
            return self._simulation.tone()
        before, self._heard = self._heard, ear.heard
        return self._heard.since(before)


class _DeskEyes:
    """Whether the desk has to be fetched again. Its number only says that it is another one."""

    def __init__(self, house: House, device: Device) -> None:
        self._house = house
        self._device = device
        self._number = 0
        self._seen: object = None
        self._said: object = None
        self._look_at = 0.0

    def changes(self, now: float) -> dict[str, Any]:
        if now >= self._look_at:
            self._look_at = now + LOOK
            self._said = self._device.troubles(), self._device.selftest_says()
        snapshot = self._house.snapshot
        seen = self._house.evening, self._house.is_closed, snapshot.number if snapshot else None, self._said
        if seen == self._seen:
            return {}
        self._seen = seen
        self._number += 1
        return {"number": self._number}


def _packed(image: Image.Image) -> dict[str, Any]:
    """Row by row, eight pixels to a byte, the leftmost in the highest bit."""
    return {"width": image.width, "height": image.height, "rows": b64encode(image.tobytes()).decode()}


def _message(kind: str, news: dict[str, Any]) -> str:
    return f"event: {kind}\ndata: {msgspec.json.encode(news).decode()}\n\n" if news else ""


def keep_streams(app: Flask, streams: Streams) -> None:
    app.extensions[_NAME] = streams


def streams_of(app: Flask) -> Streams:
    """For whoever serves the app, and ends them."""
    streams: Streams = app.extensions[_NAME]
    return streams
