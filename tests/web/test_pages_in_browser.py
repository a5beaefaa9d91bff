"""The pages for looking, in a real browser: money that moves, a phone that buzzes and stays awake, a page that can be
installed, and nothing that is hard to read or to hit.
"""

from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import NEEDED, PHONE, SCREEN, SMALL, PhoneShop, Served, launched
from kept_games import played
from midgames import before, does, goes_on_at
from playwright.sync_api import Browser, BrowserContext, Page, expect
from rooms import Room
from tiers import long_only

from companion.games.events import GameOver
from companion.games.merchants.actions import Stop
from companion.games.merchants.events import Scored
from companion.simulate import Playthrough

WALL = (1920, 1080)
PAGES = ("/history", "/history?seat=1&cardboard=yes", "/scoring", "/settings", "/prints", "/tv")

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)


def opened(browser: Browser, size: tuple[int, int] = PHONE, **more: Any) -> BrowserContext:
    return browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)


def looks(context: BrowserContext, served: Served, path: str) -> Page:
    """At a page, once its stream has begun."""
    page = context.new_page()
    with page.expect_response("**/api/stream*"):
        page.goto(f"{served.address}{path}")
    return page


class TestPayday:
    @pytest.mark.parametrize(
        "path", [pytest.param("/scoring", marks=long_only), "/", pytest.param("/tv", marks=long_only)]
    )
    def test_money_moves_when_an_area_is_scored(self, browser: Browser, served: Served, path: str) -> None:
        game, entry = before(Scored)
        goes_on_at(served.room, game, entry)
        with opened(browser) as context:
            page = looks(context, served, path)
            knows(page)
            does(served.room, game.entries[entry])
            expect(page.locator(".paid-out .payday")).to_be_visible()
            page.wait_for_selector(".paid-out .coin", state="attached")
            assert served.room.house.snapshot is not None
            money = served.room.house.snapshot.view(None).table.money
            for seat, amount in enumerate(money):
                purse = page.locator(f".paid-out .purse[data-seat='{seat}'] .holds")
                expect(purse).to_have_text(f"{amount:,}")

    def test_a_tap_sends_it_away(self, browser: Browser, served: Served) -> None:
        game, entry = before(Scored)
        goes_on_at(served.room, game, entry)
        with opened(browser) as context:
            page = looks(context, served, "/scoring")
            knows(page)
            does(served.room, game.entries[entry])
            page.locator(".paid-out").click(position={"x": 5, "y": 5})
            expect(page.locator(".paid-out")).to_have_count(0)

    def test_whoever_wants_no_motion_sees_what_was_paid_at_once(self, browser: Browser, served: Served) -> None:
        game, entry = before(Scored)
        goes_on_at(served.room, game, entry)
        with opened(browser, reduced_motion="reduce") as context:
            page = looks(context, served, "/scoring")
            knows(page)
            does(served.room, game.entries[entry])
            expect(page.locator(".paid-out .payday")).to_be_visible()
            assert page.locator(".coin").count() == 0
            expect(page.locator("#part-paid [data-replay]")).to_be_hidden()

    def test_the_last_one_can_be_seen_again(self, browser: Browser, served: Served) -> None:
        game, entry = before(Scored)
        goes_on_at(served.room, game, entry)
        does(served.room, game.entries[entry])
        with opened(browser) as context:
            page = looks(context, served, "/scoring")
            page.get_by_role("button", name="Show again").click()
            page.wait_for_selector("#part-paid .coin", state="attached")


def knows(page: Page) -> None:
    """The page has been told the state of the table: what comes now is news."""
    page.evaluate("import(document.querySelector('script[src*=live]').src).then(({onState}) => new Promise(onState))")


class TestAwake:
    GADGETS = """
        window.did = [];
        Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: true } });
        navigator.vibrate = (pattern) => window.did.push("buzz");
        Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
            window.did.push("awake");
            return { released: false, release() { this.released = true; window.did.push("rest"); } };
        } } });
    """

    def before_a_turn(self) -> tuple[Playthrough, int]:
        """A game, and the entry after which it is for another seat to choose."""
        game = played(seed=5)
        for one, after in pairwise(game.entries[1:]):
            if None not in (one.seat, after.seat) and one.seat != after.seat and not isinstance(after.action, Stop):
                return game, one.n
        raise AssertionError("it never came to that")

    def test_a_phone_buzzes_and_stays_awake_when_it_is_its_turn(self, browser: Browser, served: Served) -> None:
        game, turn = self.before_a_turn()
        goes_on_at(served.room, game, turn)
        seat = game.entries[turn + 1].seat
        assert seat is not None
        with opened(browser) as context:
            context.add_init_script(self.GADGETS)
            page = looks(context, served, "/sit")
            sits(served.room, context, seat)
            page = looks(context, served, "/")
            knows(page)
            assert page.evaluate("window.did") == []
            does(served.room, game.entries[turn])
            page.wait_for_function("() => window.did.includes('buzz') && window.did.includes('awake')")

    def test_one_that_looks_on_does_neither(self, browser: Browser, served: Served) -> None:
        game, turn = self.before_a_turn()
        goes_on_at(served.room, game, turn)
        with opened(browser) as context:
            context.add_init_script(self.GADGETS)
            page = looks(context, served, "/")
            knows(page)
            says = page.locator("#part-says h1")
            before = says.inner_text()
            does(served.room, game.entries[turn])
            expect(says).not_to_have_text(before)
            assert page.evaluate("window.did") == []


def sits(room: Room, context: BrowserContext, seat: int) -> None:
    (cookie,) = [one for one in context.cookies() if one.get("name") == room.cards.cookie]
    room.reception.ask(room.cards.read(str(cookie["value"])).phone, seat)
    room.answers(seat)


def test_what_is_set_at_the_table_is_kept_and_that_is_said(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0).goes("/settings")
    anna.page.get_by_label("Speed of the clock").select_option(label="1.5 \u00d7")
    anna.touch(anna.button("Save"))
    expect(anna.page.get_by_role("alert")).to_have_text("Saved.")
    assert served.room.house.settings.values["clock"]["speed"] == 1.5


def test_what_is_chosen_and_not_yet_saved_stays_when_another_phone_saves(served: Served, phone: PhoneShop) -> None:
    anna, ben = (phone().sits(served.room, seat).goes("/settings") for seat in (0, 1))
    anna.page.get_by_label("Speed of the clock").select_option(label="1.5 \u00d7")
    ben.page.get_by_label("How long bots think").select_option(label="3 s")
    ben.touch(ben.button("Save"))
    expect(anna.page.get_by_label("How long bots think")).to_have_value("3.0")
    expect(anna.page.get_by_label("Speed of the clock")).to_have_value("1.5")


def test_a_page_that_is_for_the_table_only_is_left_with_the_seat(served: Served, phone: PhoneShop) -> None:
    """And the page that comes instead is a whole one."""
    anna = phone().sits(served.room, 0)
    served.room.begins()
    anna.goes("/correct")
    served.room.house.leave()
    expect(anna.page).to_have_url(f"{served.address}/")
    expect(anna.heading("Game 1 is not over")).to_be_visible()


class TestInstalling:
    def test_a_browser_finds_nothing_that_keeps_it_from_installing_the_page(
        self, browser: Browser, served: Served
    ) -> None:
        with launched(browser.browser_type, whole=True) as whole, opened(whole) as context:
            page = looks(context, served, "/")
            tools = context.new_cdp_session(page)
            manifest = tools.send("Page.getAppManifest")
            assert manifest["errors"] == []
            assert manifest["url"] == f"{served.address}/manifest.webmanifest"
            errors = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
            assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []


class TestLooks:
    @pytest.mark.parametrize(
        ("size", "language", "at_the_end"),
        [
            (PHONE, "de-DE", False),
            pytest.param(PHONE, "nl-NL", True, marks=long_only),
            pytest.param(SCREEN, "en-GB", False, marks=long_only),
            pytest.param(SCREEN, "de-DE", True, marks=long_only),
        ],
    )
    def test_everybody_can_read_them_and_hit_what_can_be_hit(
        self, browser: Browser, served: Served, size: tuple[int, int], language: str, at_the_end: bool
    ) -> None:
        game, over = before(GameOver)
        goes_on_at(served.room, game, over if at_the_end else 80)
        if at_the_end:
            does(served.room, game.entries[over])
        with opened(browser, size, locale=language, bypass_csp=True) as context:
            for path in PAGES:
                page = looks(context, served, path)
                page.evaluate("document.querySelectorAll('details').forEach((list) => { list.open = true; })")
                found = Axe().run(page).response["violations"]
                assert [(path, one["id"], one["nodes"][0]["html"]) for one in found] == []
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
                assert page.evaluate(SMALL) == []
                page.close()

    @pytest.mark.parametrize(("size", "language"), [(SCREEN, "de-DE"), (WALL, "en-GB")])
    def test_a_television_never_scrolls(
        self, browser: Browser, served: Served, size: tuple[int, int], language: str
    ) -> None:
        goes_on_at(served.room, played(seed=5, players=5), 80)
        with opened(browser, size, locale=language) as context:
            page = looks(context, served, "/tv")
            assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
            assert page.locator(".tv-side").evaluate("(side) => side.scrollHeight - side.clientHeight") <= 1
            for part in (".tv-board svg", ".tv-side", ".tv-foot"):
                box = page.locator(part).first.bounding_box()
                assert box is not None
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= size[1] + 1
