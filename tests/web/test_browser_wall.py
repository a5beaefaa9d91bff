"""The wall in a real browser: all tables on one screen without scrolling, at once, whatever happens to the broker."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from boxes_on_show import a_wall, kinds, merchants, tells, told
from browsers import BROKEN_LINE, NEEDED, PHONE, WIDER, PhoneShop
from playwright.sync_api import Page, expect
from test_browser_looks import faults

from companion.convention.announcements import InWords, Player
from companion.convention.topics import GONE, HERE
from companion.convention.wall import Wall
from companion.games.speech import Phrase
from web.server import Server
from web.wall.app import create_wall

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

TELEVISION = (1920, 1080)
HIGHER = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
CUT_OFF = """() => [...document.querySelectorAll(".table-card")]
    .filter((card) => card.scrollHeight > card.clientHeight + 1)
    .map((card) => card.querySelector("h2").textContent)"""
"""A script: the tables of which something does not fit into their place."""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".name, .money b")]
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
"""A script: the height of the smallest letters of names and figures."""


class OnShow(NamedTuple):
    wall: Wall
    address: str


@contextmanager
def on_show(count: int) -> Iterator[OnShow]:
    wall = a_wall(count)
    server = Server(create_wall(wall, "hall.local", "en"), "127.0.0.1", 0)
    try:
        yield OnShow(wall, server.address.rstrip("/"))
    finally:
        server.close()


def table(page: Page, name: str) -> str:
    return f".table:has(h2:text-is('{name}'))"


@pytest.mark.parametrize(("count", "least"), [(1, 40), (2, 30), (6, 24), (12, 20), (20, 16), (30, 13)])
def test_all_tables_are_on_one_screen_as_large_as_can_be(shop: PhoneShop, count: int, least: int) -> None:
    with on_show(count) as shown:
        screen = shop(shown.address, size=TELEVISION).goes()
        expect(screen.page.locator(".table")).to_have_count(count)
        assert screen.page.evaluate(WIDER) <= 0
        assert screen.page.evaluate(HIGHER) <= 0
        assert screen.page.evaluate(CUT_OFF) == []
        assert screen.page.evaluate(SMALLEST) >= least
        screen.leaves()


@pytest.mark.parametrize("language", ["de", "nl"])
def test_other_languages_fit_as_well(shop: PhoneShop, language: str) -> None:
    with on_show(20) as shown:
        screen = shop(shown.address, size=TELEVISION, language=language).goes()
        expect(screen.page.locator(".table")).to_have_count(20)
        assert screen.page.evaluate(CUT_OFF) == []
        screen.leaves()


@pytest.mark.parametrize("size", [PHONE, TELEVISION], ids=["phone", "television"])
@pytest.mark.parametrize("count", [0, 8])
def test_everybody_can_read_it(shop: PhoneShop, count: int, size: tuple[int, int]) -> None:
    with on_show(count) as shown:
        screen = shop(shown.address, size=size).goes()
        assert not faults(screen)
        screen.leaves()


def test_on_a_phone_the_tables_stand_below_each_other(shop: PhoneShop) -> None:
    with on_show(6) as shown:
        phone = shop(shown.address, size=PHONE).goes()
        places = [box for one in phone.page.locator(".table").all() if (box := one.bounding_box())]
        assert len({place["x"] for place in places}) == 1
        assert phone.page.evaluate(WIDER) <= 0
        phone.leaves()


def test_it_follows_by_itself(shop: PhoneShop) -> None:
    with on_show(2) as shown:
        screen = shop(shown.address, size=TELEVISION).goes()
        page = screen.page
        first = page.locator("#box-b001")
        expect(first).to_contain_text("Ben: start the auction clock.")
        tells(shown.wall, "b001", merchants("Table 1", turn=None, asks="bid", clock="on", lot=InWords("a warehouse")))
        expect(first).to_contain_text("The clock is on")
        expect(first).to_contain_text("a warehouse")
        tells(shown.wall, "b00new", kinds(4))  # called Table 4
        expect(page.locator(".table")).to_have_count(3)
        shown.wall.hear(told("b001", "online", GONE))
        expect(first).to_contain_text("gone since")
        shown.wall.hear(told("b001", "online", HERE))
        expect(first).not_to_contain_text("gone since")
        shown.wall.hear(told("b00new", "table", b""))
        expect(page.locator(".table")).to_have_count(2)
        screen.leaves()


def test_a_wall_that_was_empty_fills(shop: PhoneShop) -> None:
    with on_show(0) as shown:
        screen = shop(shown.address, size=TELEVISION).goes()
        page = screen.page
        expect(page.locator(".wall-empty")).to_contain_text("hall.local")
        tells(shown.wall, "b001", kinds(1))
        expect(page.locator(".table")).to_have_count(1)
        screen.leaves()


def test_a_broker_that_is_away_is_said_and_the_tables_stay(shop: PhoneShop) -> None:
    with on_show(6) as shown:
        screen = shop(shown.address, size=TELEVISION).goes()
        page = screen.page
        shown.wall.broker_is_away(Phrase("The MQTT broker {broker} does not answer", broker="hall.local"))
        expect(page.locator(".wall-trouble")).to_have_text(
            "The MQTT broker hall.local does not answer. What is shown may be old."
        )
        expect(page.locator(".table")).to_have_count(6)
        assert page.evaluate(HIGHER) <= 0
        shown.wall.broker_is_there()
        expect(page.locator(".wall-trouble")).to_have_count(0)
        screen.leaves()


def test_a_wall_whose_program_is_gone_says_that_it_looks_for_it(shop: PhoneShop) -> None:
    with on_show(2) as shown:
        screen = shop(shown.address, size=TELEVISION).forgive(BROKEN_LINE).goes()
        expect(screen.page.locator("#away")).to_be_hidden()
    expect(screen.page.locator("#away")).to_be_visible()
    expect(screen.page.locator(".table")).to_have_count(2)


def test_long_and_hostile_names_break_nothing(shop: PhoneShop) -> None:
    with on_show(11) as shown:
        evil = tuple(
            Player(name, "orange", 10**12)
            for name in ("W" * 100, "<img src=x onerror=alert(1)>", "\u202egnirts", "Ω≈ç√∫ 漢字 🎲" * 5, "")
        )
        tells(shown.wall, "evil", merchants("<b>" + "M" * 97, players=evil, lot=InWords("x" * 200), clock="on"))
        screen = shop(shown.address, size=TELEVISION).goes()
        expect(screen.page.locator("#box-evil .name")).to_have_count(5)
        assert screen.page.evaluate(WIDER) <= 0
        assert screen.page.evaluate(HIGHER) <= 0
        assert screen.page.evaluate(CUT_OFF) == []
        assert screen.page.locator("#box-evil img").count() == 0
        screen.leaves()


def test_without_script_it_is_there_too(shop: PhoneShop) -> None:
    with on_show(2) as shown:
        screen = shop(shown.address, size=TELEVISION, script=False).goes()
        expect(screen.page.locator(".table")).to_have_count(2)
        screen.leaves()
