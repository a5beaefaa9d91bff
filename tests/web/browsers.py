"""Real browsers for tests: phones and screens at a device that is served, each of which fails its test if its page
complains of anything, or asks anybody but the device.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hang_guard import HANG_GUARD, eventually
from playwright.sync_api import Browser, BrowserType, ConsoleMessage, Locator, Page, Request, expect, sync_playwright
from rooms import Room, a_room
from tiers import LONG

from hardware.screens.screen import Screen
from hardware.screens.seating import TypeCode
from web.server import Server

CHROMIUM = Path("/usr/bin/chromium")
HEADLESS_SHELL = Path("/usr/lib/chromium/chromium-headless-shell")
"""The same engine without the windows around it: going from page to page takes less CPU time. The test of
installing wants the whole of it."""
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
STREAM = "/api/stream"
PHONE, SCREEN = (360, 780), (1280, 800)
PATIENCE = round(1000 * HANG_GUARD)
"""Milliseconds until something that hangs is given up. Nothing fails for being slow."""

REFUSED = r"status of 4(00|03|09)"
BROKEN_LINE = r"net::ERR_"
"""What browsers write down when an answer says no, and when there is none."""

SMALL = """() => [...document.querySelectorAll("a, button, input, select, summary, svg a.target .hit")]
    .filter((one) => one.checkVisibility() && one.type !== "hidden" && !one.matches(".skip, svg a"))
    .filter((one) => getComputedStyle(one).display !== "inline" || one.matches(".hit")) // in running text
    .map((one) => (one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one))
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([words, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${words}`)"""
"""A script: what is smaller than a finger."""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""So many pixels have to be scrolled sideways to."""
OPEN_ALL = "document.querySelectorAll('details').forEach((list) => { list.open = true; })"

NEEDED = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="THE PAGE WAS NOT TESTED IN A BROWSER: install Debian's package chromium"
)


@contextmanager
def a_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        opened = launched(playwright.chromium)
        yield opened
        opened.close()


def launched(chromium: BrowserType, *, whole: bool = LONG) -> Browser:
    """Chromium; unless the whole of it is wanted, without its windows where Debian's package for that is there."""
    program = CHROMIUM if whole or not HEADLESS_SHELL.exists() else HEADLESS_SHELL
    return chromium.launch(executable_path=program, args=QUIET)


class Served(NamedTuple):
    """A room, and where browsers find it."""

    room: Room
    address: str
    port: int


@contextmanager
def a_served_room(folder: Path, *, port: int = 0, **sections: Any) -> Iterator[Served]:
    with a_room(folder, **sections) as room:
        server = Server(room.app, "127.0.0.1", port)
        try:
            yield Served(room, server.address.rstrip("/"), server.port)
        finally:
            server.close()


class Phone:
    """A browser of its own, with its own cookies; a large one is a screen with a mouse."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: tuple[int, int] = PHONE,
        language: str = "en",
        script: bool = True,
        stub: str = "",
    ) -> None:
        width, height = size
        self.address = address
        self.is_touched = size == PHONE
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=self.is_touched,
            locale=language,
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        if stub:
            self.context.add_init_script(stub)
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self._under_way: set[Request] = set()
        self.context.on("request", self._asked)
        self.context.on("response", lambda response: self._answered(response.request))
        self.context.on("requestfailed", self._answered)
        self.page: Page = self.context.new_page()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "assert"):
            self.complaints.append(f"{message.text} ({message.location.get('url')})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.address}/", "data:", "blob:")):
            self.complaints.append(f"asked for {request.url}")
        if STREAM not in request.url:
            self._under_way.add(request)

    def _answered(self, request: Request) -> None:
        self._under_way.discard(request)

    def settles(self) -> None:
        """The page has been answered whatever it asked, so that nothing moves under the finger and no tap is lost. What
        is not answered is not waited for long."""
        for _ in range(400):
            if not self._under_way and not self.page.locator("#live[aria-busy]").count():
                break
            self.page.wait_for_timeout(5)  # also hears of answers

    def forgive(self, *complaints: str) -> "Phone":
        """What this test brings about itself: a browser notes every refusal, and every broken line."""
        self._forgiven += complaints
        return self

    def leaves(self) -> None:
        """With nothing to complain of."""
        if not self.context.pages:
            return
        self.page.title()  # all that happened so far has been heard of
        self.context.close()
        left = [one for one in self.complaints if not any(re.search(known, one) for known in self._forgiven)]
        assert not left, left

    # What a person does with it.

    def goes(self, path: str = "/") -> "Phone":
        self.page.goto(f"{self.address}{path}")
        return self

    def touch(self, target: Locator) -> None:
        if self.is_touched:
            target.tap()
        else:
            target.click()

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def link(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("link", name=name, exact=exact)

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=name, exact=isinstance(name, str))

    def sits(self, room: Room, seat: int) -> "Phone":
        """At this seat, without the page on which one asks for it: its button has been held, and the page knows."""
        if not self.page.url.startswith(self.address):
            self.goes()
        name = self.name_in(room)
        room.reception.ask(name, seat)
        room.answers(seat)
        expect(self.page.locator("#me .seat-token")).to_be_visible()
        return self

    def sits_by_code(self, room: Room, seat: int) -> "Phone":
        """The same, at a seat without a button."""
        self.goes()
        name = self.name_in(room)
        room.reception.ask(name, seat)
        room.reception.guess(name, code_on_display(room))
        expect(self.page.locator("#me .seat-token")).to_be_visible()
        return self

    def name_in(self, room: Room) -> str:
        """Its page listens, and so it has one."""
        eventually(lambda: self._cookie(room))
        return room.cards.read(self._cookie(room)).phone

    def _cookie(self, room: Room) -> str:
        cookies = [cookie for cookie in self.context.cookies() if cookie.get("name") == room.cards.cookie]
        return cookies[0].get("value", "") if cookies else ""


def on_display(room: Room) -> Screen:
    return room.device.panel.programme.at(time.monotonic_ns())


def code_on_display(room: Room) -> str:
    """As somebody at the table reads it."""
    eventually(lambda: isinstance(on_display(room), TypeCode))
    shown = on_display(room)
    assert isinstance(shown, TypeCode)
    return shown.code


PhoneShop = Callable[..., Phone]
"""Hands out another phone, with whatever a phone is made with."""
