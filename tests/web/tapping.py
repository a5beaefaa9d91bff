"""Somebody who plays on a phone by tapping. What there is to tap is each game's own."""

from random import Random

from browsers import Phone
from hang_guard import eventually
from playing import on_table
from playwright.sync_api import FrameLocator, Locator
from rooms import Room

from companion.words import Language, words

MINE = "#part-mine"


class Tapping:
    """Taps whatever can be tapped, as chance has it; on the page of a phone, or in a frame of it."""

    def __init__(
        self, phone: Phone, room: Room, chance: Random, frame: FrameLocator | None = None, language: Language = "en"
    ) -> None:
        self.phone = phone
        self.page = frame or phone.page
        self.taps = 0
        self._room = room
        self._chance = chance
        self._your_turn = words(language).say("It is your turn.")

    def decide(self) -> None:
        """From the first tap to the last, until the table has heard of it."""
        step = on_table(self._room).look.step
        self._is_asked(f"{self._room.house.evening}.{step}")
        self._answer()
        eventually(lambda: on_table(self._room).look.step != step)

    def _answer(self) -> None:
        """Whatever is asked."""
        raise AssertionError("each game has its own")

    def _is_asked(self, after: str) -> None:
        """And the page shows what is asked now, not what was asked before."""
        now = f"{MINE} [href*='after={after}&'], {MINE} [name=after][value='{after}']"
        self.page.locator(now).first.wait_for(state="attached")  # looks more often than `expect`
        self.page.get_by_role("heading", name=self._your_turn).wait_for()

    def _tap(self, target: Locator) -> None:
        self.phone.settles()
        self.phone.touch(target)
        self.taps += 1
