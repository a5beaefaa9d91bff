"""People who play on their phones by tapping: on a glowing space, on a choice in words, on what makes it so."""

import json
from random import Random
from urllib.parse import parse_qs, urlsplit

from browsers import Phone
from playing import on_table
from playwright.sync_api import FrameLocator, Locator, TimeoutError
from rooms import Room
from tapping import MINE, Tapping

HURRIED = 1500
"""Milliseconds until somebody looks again whether what is to be tapped is still there. Nothing fails after them."""


class Tapper(Tapping):
    def __init__(self, phone: Phone, room: Room, chance: Random, frame: FrameLocator | None = None) -> None:
        super().__init__(phone, room, chance, frame)
        paid = self.page.locator(".paid-out")
        phone.page.add_locator_handler(paid, lambda: self._dismiss(paid.get_by_role("button")))

    # A decision.

    def _answer(self) -> None:
        if not self._sure.is_visible():
            self._pick(self._way())
            if not self._sure.is_visible():
                self._pick(self._in_words(self.page.locator(f"{MINE} > .choices")))  # what else comes with that space
            further = self._targets()
            if further and self._chance.random() < 0.4:
                self._pick(self._chance.choice(further))
        self._tap(self._sure)

    @property
    def _sure(self) -> Locator:
        """What starts the clock, or does what was picked."""
        return self.page.locator(f"{MINE} button.main")

    def _way(self) -> Locator:
        """On a drawing where there is one, and now and then in words."""
        targets = self._targets()
        if targets and self._chance.random() < 0.8:
            return self._chance.choice(targets)
        if targets:
            self._open(self.page.locator(f"{MINE} .in-words > summary"))
        return self._in_words(self.page.locator(f"{MINE} .in-words > .choices, {MINE} > .choices"))

    def _in_words(self, choices: Locator) -> Locator:
        """Through lists within lists."""
        chosen = self._chance.choice(choices.locator("> li").all())
        inside = chosen.locator("> details > summary")
        if not inside.count():
            return chosen.locator("> a.pick")
        self._open(inside)
        return self._in_words(chosen.locator("> details > .choices"))

    def _targets(self) -> list[Locator]:
        return self.page.locator(f"{MINE} a.target").all()

    # Taps, each until the page shows what came of it.

    def _open(self, summary: Locator) -> None:
        self._tap(summary)
        summary.locator("xpath=parent::*[@open]").wait_for()

    def _pick(self, way: Locator) -> None:
        address = way.get_attribute("href") or ""
        self._tap(way)
        self._outcome_of(address).wait_for(state="attached")

    def _outcome_of(self, address: str) -> Locator:
        """The whole action to be confirmed, or what is left to choose."""
        picked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        if "space" in picked:
            return self.page.locator(f"{MINE} > .choices [href*='%22{picked['space']}%22']").first
        moves = {"type": "moves", "tracks": picked.get("moves", "").split(",")}
        action = picked.get("action") or json.dumps(moves, separators=(",", ":"))
        return self.page.locator(f"{MINE} .confirm [name=request][value='{action}']")

    # A bid.

    def bid(self) -> None:
        """Unless somebody is quicker: then the button is gone, and the table knows who was."""
        auction = on_table(self._room).look.clock
        while auction and on_table(self._room).look.clock is auction:
            if self._hurry(self.page.locator("[data-bid]")):
                return

    def _dismiss(self, button: Locator) -> None:
        self._hurry(button)

    def _hurry(self, target: Locator) -> bool:
        """What goes by itself may be gone before it is tapped. Returns whether it was tapped."""
        try:
            target.tap(timeout=HURRIED)
        except TimeoutError:
            return False
        self.taps += 1
        return True
