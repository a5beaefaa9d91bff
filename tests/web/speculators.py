"""People who play Mercurius on their phones by tapping: on steppers, on cards, on what is done instead."""

from random import Random

from browsers import Phone
from playwright.sync_api import Locator, expect
from rooms import Room
from tapping import MINE, Tapping

from companion.words import Language

SENT = f"{MINE} [name=request]"


class Speculator(Tapping):
    def __init__(self, phone: Phone, room: Room, chance: Random, language: Language = "en") -> None:
        super().__init__(phone, room, chance, language=language)
        self.did: set[str] = set()

    def _answer(self) -> None:
        if self.page.locator(".bill").count():
            self._trade()
        else:
            self._card()

    # Trading.

    def _trade(self) -> None:
        ways = self.page.locator(".instead a.pick").all()
        if ways and self._chance.random() < 0.15:
            self._instead(self._chance.choice(ways))
            return
        for _ in range(self._chance.randrange(4)):
            if steps := self.page.locator(".tokens a[href]").all():
                self._pick(self._chance.choice(steps))
        self._tap(self.page.locator(".bill button.main"))
        self.did.add("trade")

    def _instead(self, way: Locator) -> None:
        self._tap(way)
        self.page.locator(".bill").wait_for(state="detached")
        self._tap(self._chance.choice(self.page.locator(f"a.payer, {MINE} .tokens a[href]").all()))
        self._confirm()
        self.did.add("instead")

    # The card.

    def _card(self) -> None:
        news = self.page.locator(f"{MINE} a[href*='way=news']")
        if news.count() and self._chance.random() < 0.1:
            self._tap(news)
            self.page.locator(f"{MINE} a.face[href*='thrown=']").first.wait_for()
            self._pick(self.page.locator("a.face").first)
            self.did.add("news")
        else:
            self._tap(self._chance.choice(self.page.locator(f"{MINE} a.face").all()))
            self.did.add("card")
        self._confirm()

    # Taps, each until the page shows what came of it.

    def _pick(self, step: Locator) -> None:
        """One more or less: what would be sent is something else then."""
        before = self.page.locator(SENT).input_value()
        self._tap(step)
        expect(self.page.locator(SENT)).not_to_have_value(before)

    def _confirm(self) -> None:
        self.page.locator(f"{MINE} .confirm").wait_for()
        self._tap(self.page.locator(f"{MINE} .confirm button.main"))
