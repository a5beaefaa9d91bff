"""What is seen and heard of a simulated device, for a page that draws it."""

from base64 import b64encode
from typing import Any

import msgspec
from PIL import Image

from web.devices import Simulation
from web.ear import SILENCE, Ear
from web.message import message


class PanelEyes:
    """Remember the last look, and tell what has changed since."""

    def __init__(self, simulation: Simulation, ear: Ear | None = None) -> None:
        self._simulation = simulation
        self._ear = ear
        self._seats = range(len(simulation.fittings.seats))
        self._seen: dict[str, Any] = {}
        self._heard = SILENCE
        self._image: Image.Image | None = None
        self._oled: dict[str, Any] | None = None

    def news(self) -> bytes:
        changes = self.changes()
        return message("panel", msgspec.json.encode(changes)) if changes else b""

    def changes(self) -> dict[str, Any]:
        seen = self._look()
        news = {part: shown for part, shown in seen.items() if part not in self._seen or self._seen[part] != shown}
        self._seen = seen
        return news

    def _look(self) -> dict[str, Any]:
        simulation = self._simulation
        hand = simulation.hand()
        return {
            "oled": self._look_at_oled(),
            "lamps": [round(simulation.lamp(seat), 2) for seat in self._seats],
            "hand": None if hand is None else round(hand, 1),
            "tone": self._listen(),
            "down": [simulation.is_down(seat) for seat in self._seats],
        }

    def _look_at_oled(self) -> dict[str, Any] | None:
        image = self._simulation.image
        if image is not self._image:  # what is shown is never drawn on: another picture is another image
            self._image, self._oled = image, _packed(image) if image else None
        return self._oled

    def _listen(self) -> int:
        if self._ear is None:
            return self._simulation.tone()
        before, self._heard = self._heard, self._ear.heard
        return self._heard.since(before)


def _packed(image: Image.Image) -> dict[str, Any]:
    """Row by row, eight pixels to a byte, the leftmost in the highest bit."""
    return {"width": image.width, "height": image.height, "rows": b64encode(image.tobytes()).decode()}
