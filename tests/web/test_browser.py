"""The page in a real browser, on a phone's screen and on a large one: drawn, pressed, clicked and looked at."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from benches import eventually
from playwright.sync_api import Browser, Page, expect, sync_playwright
from rooms import Room, a_room

from companion.games.merchants.events import Sold
from companion.openings import opening_for
from web.server import Server

CHROMIUM = Path("/usr/bin/chromium")
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
PHONE, SCREEN = (360, 780), (1280, 800)

pytestmark = pytest.mark.skipif(
    not CHROMIUM.exists(), reason="THE PAGE WAS NOT TESTED IN A BROWSER: install Debian's package chromium"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield opened
        opened.close()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


@pytest.fixture
def server(room: Room) -> Iterator[Server]:
    served = Server(room.app, "127.0.0.1", 0)
    yield served
    served.close()


class Looking:
    """A page that is open, and what it complained of or asked for."""

    def __init__(self, browser: Browser, server: Server, size: tuple[int, int], *, touch: bool = False) -> None:
        width, height = size
        self.context = browser.new_context(viewport={"width": width, "height": height}, has_touch=touch)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(f"{server.address}panel")
        expect(self.page.locator("#hand:not([hidden])")).to_be_attached()  # the stream has begun

    def lamp(self, seat: int, level: str) -> None:
        """Wait until the drawing shows it so."""
        self.page.wait_for_function(
            "([seat, level]) => getComputedStyle(document.querySelector(`[data-seat='${seat}']`))"
            ".getPropertyValue('--lamp') === level",
            arg=[seat, level],
        )

    def hand_beyond(self, degrees: float) -> None:
        self.page.wait_for_function(
            "(degrees) => parseFloat(/rotate\\((.*)deg/.exec(document.getElementById('hand').style.transform)[1])"
            " > degrees",
            arg=degrees,
        )

    def pixels(self) -> list[bool]:
        found: list[bool] = self.page.evaluate(
            """() => {
                const canvas = document.getElementById("oled");
                const shown = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
                return [...shown].filter((_, place) => place % 4 === 3).map((lit) => lit === 255);
            }"""
        )
        return found


@pytest.fixture(params=[PHONE, SCREEN], ids=["phone", "screen"])
def looking(browser: Browser, server: Server, request: Any) -> Iterator[Looking]:
    opened = Looking(browser, server, request.param)
    yield opened
    opened.context.close()


@pytest.fixture
def on_screen(browser: Browser, server: Server) -> Iterator[Looking]:
    opened = Looking(browser, server, SCREEN)
    yield opened
    opened.context.close()


def bought(room: Room) -> list[int]:
    return [
        event.seat
        for row in room.house.history()
        for event in getattr(row.entry, "events", ())
        if isinstance(event, Sold)
    ]


def test_an_auction_is_played_with_two_keys(looking: Looking, room: Room, server: Server) -> None:
    page = looking.page
    page.get_by_role("button", name="Put it on the table").click()
    expect(page.get_by_role("heading", name="Any button starts the clock.")).to_be_visible()
    page.keyboard.press("1")
    looking.lamp(1, "1")
    looking.hand_beyond(-70)
    page.keyboard.press("2")
    expect(page.get_by_text(re.compile(r"^Sold to Blue for \d+,000\.$"))).to_be_visible()
    assert bought(room) == [1]
    assert looking.complaints == []
    assert {url.removeprefix(server.address) for url in looking.asked if not url.startswith(server.address)} == set()


def test_a_held_key_is_one_press_and_a_window_that_loses_the_focus_lets_go(on_screen: Looking, room: Room) -> None:
    page = on_screen.page
    pressed = page.locator("[data-seat='2']")
    page.keyboard.down("3")
    page.keyboard.down("3")
    expect(pressed).to_have_class("arcade down")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(pressed).to_have_class("arcade")
    assert not room.works.is_down(2)
    page.keyboard.up("3")
    posts = [url for url in on_screen.asked if "/panel/button/" in url]
    assert len(posts) == 2


def test_the_mouse_holds_a_button_until_it_lets_go_wherever_it_is_then(on_screen: Looking, room: Room) -> None:
    page = on_screen.page
    pressed = page.locator("[data-seat='4']")
    pressed.hover()
    page.mouse.down()
    expect(pressed).to_have_class("arcade down")
    assert room.works.is_down(4)
    page.mouse.move(5, 5)
    assert room.works.is_down(4)
    page.mouse.up()
    expect(pressed).to_have_class("arcade")


def test_two_fingers_hold_two_buttons(browser: Browser, server: Server, room: Room) -> None:
    looking = Looking(browser, server, PHONE, touch=True)
    page = looking.page
    touch = looking.context.new_cdp_session(page)
    middles = [_middle(page, seat) for seat in (0, 3)]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": middles})
    for seat in (0, 3):
        expect(page.locator(f"[data-seat='{seat}']")).to_have_class("arcade down")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    for seat in (0, 3):
        expect(page.locator(f"[data-seat='{seat}']")).to_have_class("arcade")
    looking.context.close()


def _middle(page: Page, seat: int) -> dict[str, float]:
    box = page.locator(f"[data-seat='{seat}']").bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": seat}


def test_digits_that_are_typed_press_nothing(on_screen: Looking, room: Room) -> None:
    on_screen.page.get_by_label("Names, with commas").fill("")
    on_screen.page.keyboard.type("R2, D2")
    assert not [url for url in on_screen.asked if "/panel/button/" in url]


def test_a_button_is_pressed_with_the_space_bar_too(on_screen: Looking) -> None:
    pressed = on_screen.page.get_by_role("button", name="Button 2")
    pressed.focus()
    on_screen.page.keyboard.down("Space")
    expect(pressed).to_have_class("arcade down")
    on_screen.page.keyboard.up("Space")
    expect(pressed).to_have_class("arcade")


def test_the_canvas_shows_what_the_display_shows_pixel_by_pixel(looking: Looking, room: Room) -> None:
    looking.page.get_by_role("button", name="Put it on the table").click()
    expect(looking.page.get_by_role("heading", name="Any button starts the clock.")).to_be_visible()
    eventually(lambda: looking.pixels() == lit(room))
    assert any(looking.pixels())


def lit(room: Room) -> list[bool]:
    assert room.works.image is not None
    return [grey > 0 for grey in room.works.image.convert("L").tobytes()]


def test_nothing_has_to_be_scrolled_sideways_and_everything_can_be_hit(looking: Looking, room: Room) -> None:
    room.house.begin(opening_for(players=5, people=5, seed=4, names=["M" * 40, "i" * 40]))
    page = looking.page
    expect(page.locator(".decision")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        "[...document.querySelectorAll('button, summary, select, input:not([type=hidden])')]"
        ".map((one) => one.getBoundingClientRect()).filter((box) => box.height < 44 || box.width < 44).length"
    )
    assert small == 0


def test_the_focus_can_be_seen_wherever_it_goes(looking: Looking) -> None:
    page = looking.page
    reached = set()
    for _ in range(14):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            "(() => { const one = document.activeElement, style = getComputedStyle(one);"
            " return [one.tagName + one.textContent.trim(), style.outlineStyle, parseFloat(style.outlineWidth)]; })()"
        )
        if outline[0].startswith("BODY"):
            break
        reached.add(outline[0])
        assert outline[1] == "solid"
        assert outline[2] >= 2
    assert {"BUTTONBegin a game", "BUTTONPut it on the table", "BUTTONSelf-test"} <= reached


def test_words_stand_out_from_what_is_behind_them(on_screen: Looking, room: Room) -> None:
    """By the measure of WCAG AA, on the darkest and the lightest of the grounds that the desk has."""
    room.house.begin(opening_for(players=4, people=1, seed=4))
    expect(on_screen.page.locator(".decision")).to_be_visible()
    inks = on_screen.page.evaluate(
        "[...document.querySelectorAll('.desk *')].filter((one) => one.childNodes.length && one.textContent.trim())"
        ".map((one) => getComputedStyle(one).color)"
    )
    for ink in sorted(set(inks)):
        red, green, blue = map(int, re.findall(r"\d+", ink)[:3])
        assert _contrast((red, green, blue), (0x49, 0x36, 0x1F)) >= 4.5, ink  # a button under the pointer


def _contrast(ink: tuple[int, int, int], ground: tuple[int, int, int]) -> float:
    def luminance(colour: tuple[int, int, int]) -> float:
        red, green, blue = (
            part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lighter, darker = sorted((luminance(ink), luminance(ground)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_a_game_against_bots_is_begun_and_a_choice_made_by_clicks(looking: Looking, room: Room) -> None:
    page = looking.page
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_label("Names, with commas").fill("Anna")
    page.get_by_role("button", name="Begin a game").click()
    expect(page.get_by_role("heading", name="Anna decides.")).to_be_visible()
    expect(page.locator("#who-0")).to_have_text("Anna")
    expect(page.locator("#who-3")).to_have_text("free")
    before = len(room.house.history())
    page.locator(".decision .choices button").first.click()  # the cards are anybody's guess
    eventually(lambda: len(room.house.history()) > before)
    assert looking.complaints == []


def test_what_is_refused_is_said_and_the_next_success_takes_it_away(on_screen: Looking, room: Room) -> None:
    page = on_screen.page
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_label("of them people").select_option("5")
    page.get_by_role("button", name="Begin a game").click()
    expect(page.get_by_role("alert")).to_have_text("The number of people must be a number from 1 to 3, not '5'.")
    assert room.house.snapshot is None
    page.get_by_label("of them people").select_option("1")
    page.get_by_role("button", name="Begin a game").click()
    expect(page.get_by_role("alert")).to_be_hidden()


def test_what_somebody_types_or_has_opened_stays_when_the_desk_changes(on_screen: Looking, room: Room) -> None:
    page = on_screen.page
    field = page.get_by_label("Names, with commas")
    field.fill("Anna, Be")
    room.device.panel.troubles.report("fan", "The fan is dead.")
    expect(page.get_by_text("The fan is dead.")).to_be_visible()
    expect(field).to_have_value("Anna, Be")
    expect(field).to_be_focused()


def test_a_device_of_which_nothing_is_heard_is_missed_and_found_again(on_screen: Looking, room: Room) -> None:
    page = on_screen.page
    page.clock.install()
    page.reload()
    expect(page.get_by_text("The device is away, trying again")).to_be_hidden()
    page.clock.fast_forward(10_000)  # for the page only: meanwhile it heard nothing
    expect(page.get_by_text("The device is away, trying again")).to_be_visible()
    room.house.clock_alone(3)
    page.clock.fast_forward(1_000)
    expect(page.get_by_role("heading", name="Any button starts the clock.")).to_be_visible()
    expect(page.get_by_text("The device is away, trying again")).to_be_hidden()


def test_a_server_that_is_started_again_is_found_again(browser: Browser, room: Room, tmp_path: Path) -> None:
    server = Server(room.app, "127.0.0.1", 0)
    looking = Looking(browser, server, SCREEN)
    server.close()
    expect(looking.page.get_by_text("The device is away, trying again")).to_be_visible()
    with a_room(tmp_path / "another") as another:
        another.house.clock_alone(3)
        again = Server(another.app, "127.0.0.1", server.port)
        expect(looking.page.get_by_role("heading", name="Any button starts the clock.")).to_be_visible()
        expect(looking.page.get_by_text("The device is away, trying again")).to_be_hidden()
        looking.context.close()
        again.close()


def test_the_sound_is_off_until_somebody_wants_it(on_screen: Looking, room: Room) -> None:
    toggle = on_screen.page.get_by_role("button", name="Sound is off")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.click()
    expect(on_screen.page.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
    room.device.panel.sounds.play("misbid")
    expect(on_screen.page.locator("#buzzer")).to_have_class("buzzer sounds")
    expect(on_screen.page.locator("#buzzer")).to_have_class("buzzer")
    assert on_screen.complaints == []


def test_without_script_the_desk_works_all_the_same(browser: Browser, server: Server, room: Room) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 780})
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Put it on the table").click()
    expect(page.get_by_role("heading", name="Any button starts the clock.")).to_be_visible()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_role("heading", name="Nothing is on the table")).to_be_visible()
    page.get_by_label("of them people").select_option("5")
    page.get_by_role("button", name="Begin a game").click()
    expect(page.get_by_role("alert")).to_have_text("The number of people must be a number from 1 to 4, not '5'.")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("heading", name="Nothing is on the table")).to_be_visible()
    context.close()
