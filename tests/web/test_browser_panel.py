"""The simulated device in a real browser: a newcomer plays with it, and everything on it can be seen and pressed."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from browsers import BROKEN_LINE, NEEDED, PHONE, SCREEN, Phone, PhoneShop, Served, a_served_room
from hang_guard import eventually
from playing import goes_on, on_table, stopped_by
from playwright.sync_api import FrameLocator, Locator, expect
from rooms import NAMES, Room
from tappers import Tapper
from tiers import long_only

from companion.openings import opening_for

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

SLOWLY = {"profile": "even", "seconds_per_price": 10.0, "get_ready": 0.5}


class Bench:
    """The page of the device, with a phone beside it."""

    def __init__(self, phone: Phone) -> None:
        self.screen = phone.goes("/panel")
        self.page = phone.page
        self.phone: FrameLocator = phone.page.frame_locator("#phone")
        expect(self.page.locator("#hand:not([hidden])")).to_be_attached()  # the stream has begun

    def arcade(self, seat: int) -> Locator:
        return self.page.locator(f".arcade[data-seat='{seat}']")

    def lamp(self, seat: int, level: str) -> None:
        """Wait until the drawing shows it so."""
        self.page.wait_for_function(
            "([seat, level]) => document.querySelector(`.arcade[data-seat='${seat}']`)"
            ".style.getPropertyValue('--lamp') === level",
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

    def press_with_mouse(self, seat: int) -> None:
        self.arcade(seat).click()

    def press_with_key(self, seat: int) -> None:
        self.page.keyboard.press(f"{seat + 1}")

    def hold_with_mouse(self, seat: int) -> None:
        self.arcade(seat).hover()
        self.page.mouse.down()

    def hold_with_key(self, seat: int) -> None:
        self.page.keyboard.down(f"{seat + 1}")

    def let_go(self, seat: int) -> None:
        self.page.mouse.up()
        self.page.keyboard.up(f"{seat + 1}")

    def button(self, name: str) -> Locator:
        """On the phone."""
        return self.phone.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.phone.get_by_role("link", name=name, exact=True)


@pytest.fixture
def bench(phone: PhoneShop) -> Bench:
    return Bench(phone(size=SCREEN))


@pytest.fixture(params=[PHONE, SCREEN], ids=["phone", "screen"])
def either(phone: PhoneShop, request: pytest.FixtureRequest) -> Bench:
    return Bench(phone(size=request.param))


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Served]:
    """With a clock that waits for newcomers."""
    with a_served_room(tmp_path, clock=SLOWLY) as opened:
        yield opened


# --- a newcomer


@pytest.mark.parametrize(
    ("press", "hold"),
    [
        (Bench.press_with_mouse, Bench.hold_with_mouse),
        pytest.param(Bench.press_with_key, Bench.hold_with_key, marks=long_only),
    ],
    ids=["mouse", "key"],
)
def test_a_newcomer_sits_down_plays_against_bots_bids_and_sees_the_score(
    slow: Served, shop: PhoneShop, press: Callable[[Bench, int], None], hold: Callable[[Bench, int], None]
) -> None:
    bench = Bench(shop(slow.address, size=SCREEN))
    sits_down(bench, slow.room, hold)
    bench.link("New game").click()
    bench.button("Begin the game").click()
    expect(bench.phone.get_by_role("heading", name="It is your turn.")).to_be_visible()
    places_cards_and_starts_the_clock(bench, slow.room)
    eventually(lambda: is_running(slow.room))  # a press before that would be a false start
    bench.lamp(0, "1")  # may bid now
    press(bench, 0)
    eventually(lambda: stopped_by(slow.room)[:1] == [0])  # at the top it doubles, and a bot may stop the next run
    bench.link("Scoring").click()
    expect(bench.phone.get_by_role("heading", name="If it were scored now")).to_be_visible()
    for name in ("Aletta", "Bram", "Cornelia", "Dirk"):
        expect(bench.phone.locator("#part-now")).to_contain_text(name)
    bench.screen.leaves()


def is_running(room: Room) -> bool:
    """Not counting down any more."""
    clock = on_table(room).look.clock
    return clock is not None and time.monotonic_ns() >= clock.start


def sits_down(bench: Bench, room: Room, hold: Callable[[Bench, int], None]) -> None:
    bench.link("Sit down").click()
    bench.button("Sit here").first.click()
    expect(bench.phone.get_by_role("heading", name="Hold the button of Orange for two seconds")).to_be_visible()
    room.is_read(0)
    hold(bench, 0)
    expect(bench.phone.locator("#me")).to_have_text("Orange")
    bench.let_go(0)


def places_cards_and_starts_the_clock(bench: Bench, room: Room) -> None:
    """And does whatever else the cards bring."""
    newcomer = Tapper(bench.screen, room, Random(1), bench.phone)
    while not (before := on_table(room)).look.clock:
        asked = before.view(None).table.asked
        if asked and asked.seat == 0:
            newcomer.decide()
        goes_on(room, before)


# --- what is drawn


def test_an_auction_is_played_with_two_keys(served: Served, either: Bench) -> None:
    served.room.house.clock_alone(4)
    expect(either.phone.get_by_role("heading", name="Any button starts the clock.")).to_be_visible()
    either.page.keyboard.press("1")
    either.lamp(1, "1")
    either.hand_beyond(-60)  # past the top, where a stop would double, also by a display that is late
    either.page.keyboard.press("2")
    expect(either.phone.get_by_text("Sold to Blue for").first).to_be_visible()
    assert stopped_by(served.room) == [1]


def test_the_canvas_shows_what_the_display_shows_pixel_by_pixel(served: Served, either: Bench) -> None:
    served.room.house.clock_alone(4)
    eventually(lambda: any(either.pixels()) and either.pixels() == lit(served.room))


def lit(room: Room) -> list[bool]:
    assert room.works.image is not None
    return [grey > 0 for grey in room.works.image.convert("L").tobytes()]


def test_the_names_of_those_who_play_stand_at_their_buttons(served: Served, bench: Bench) -> None:
    served.room.house.begin(opening_for(players=3, people=3, seed=4, names=NAMES[:3]))
    for seat, name in enumerate((*NAMES[:3], "Yellow", "Purple")):
        expect(bench.page.locator(f"#who-{seat}")).to_have_text(name)


def test_the_sound_is_off_until_somebody_wants_it(served: Served, bench: Bench) -> None:
    toggle = bench.page.get_by_role("button", name="Sound is off")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.click()
    expect(bench.page.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
    bench.page.evaluate(
        """() => new MutationObserver((_, seen) => { window.sounded = true; seen.disconnect(); })
            .observe(document.getElementById("buzzer"), { attributeFilter: ["class"] })"""
    )
    served.room.device.panel.sounds.play("misbid")
    bench.page.wait_for_function("() => window.sounded")  # it is over in a moment
    expect(bench.page.locator("#buzzer")).to_have_class("buzzer")


# --- fingers on the buttons


def test_a_held_key_is_one_press_and_a_window_that_loses_the_focus_lets_go(served: Served, bench: Bench) -> None:
    posts: list[str] = []
    bench.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    bench.page.keyboard.down("3")
    bench.page.keyboard.down("3")
    expect(bench.arcade(2)).to_have_class("arcade down")
    bench.page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(bench.arcade(2)).to_have_class("arcade")
    assert not served.room.works.is_down(2)
    bench.page.keyboard.up("3")
    assert posts == [f"{served.address}/panel/button/2"] * 2


def test_the_mouse_holds_a_button_until_it_lets_go_wherever_it_is_then(served: Served, bench: Bench) -> None:
    bench.arcade(4).hover()
    bench.page.mouse.down()
    expect(bench.arcade(4)).to_have_class("arcade down")
    assert served.room.works.is_down(4)
    bench.page.mouse.move(5, 5)
    assert served.room.works.is_down(4)
    bench.page.mouse.up()
    expect(bench.arcade(4)).to_have_class("arcade")


def test_two_fingers_hold_two_buttons(phone: PhoneShop) -> None:
    bench = Bench(phone())
    touch = bench.screen.context.new_cdp_session(bench.page)
    bench.arcade(0).scroll_into_view_if_needed()
    middles = [middle(bench.arcade(seat), seat) for seat in (0, 3)]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": middles})
    for seat in (0, 3):
        expect(bench.arcade(seat)).to_have_class("arcade down")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    for seat in (0, 3):
        expect(bench.arcade(seat)).to_have_class("arcade")


def middle(target: Locator, finger: int) -> dict[str, float]:
    box = target.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": finger}


def test_a_button_is_pressed_with_the_space_bar_too(bench: Bench) -> None:
    bench.arcade(1).focus()
    bench.page.keyboard.down("Space")
    expect(bench.arcade(1)).to_have_class("arcade down")
    bench.page.keyboard.up("Space")
    expect(bench.arcade(1)).to_have_class("arcade")


def test_digits_that_are_typed_on_the_phone_press_nothing(served: Served, bench: Bench) -> None:
    sits_down(bench, served.room, Bench.hold_with_key)
    bench.link("New game").click()
    posts: list[str] = []
    bench.page.on("request", lambda request: posts.append(request.url) if "/panel/" in request.url else None)
    field = bench.phone.get_by_label("Name", exact=True).first
    field.fill("")
    field.press_sequentially("R2 D2")
    expect(field).to_have_value("R2 D2")
    bench.page.keyboard.press("Tab")
    bench.page.keyboard.press("Tab")
    bench.page.keyboard.press("4")  # on a list of choices it chooses, too
    assert posts == []


def test_the_focus_can_be_seen_wherever_it_goes(bench: Bench) -> None:
    seen = set()
    for _ in range(6):
        bench.page.keyboard.press("Tab")
        name, style, width = bench.page.evaluate(
            "(() => { const one = document.activeElement, style = getComputedStyle(one);"
            " return [one.getAttribute('aria-label') ?? one.textContent.trim(), style.outlineStyle,"
            " parseFloat(style.outlineWidth)]; })()"
        )
        seen.add(name)
        assert (style, width >= 2) == ("solid", True), name
    assert {f"Button {number}" for number in range(1, 6)} <= seen


# --- a line that breaks


def test_a_finger_is_lifted_when_the_device_is_lost(tmp_path: Path, shop: PhoneShop) -> None:
    with a_served_room(tmp_path) as served:
        bench = Bench(shop(served.address, size=SCREEN).forgive(BROKEN_LINE))
        bench.page.keyboard.down("2")
        expect(bench.arcade(1)).to_have_class("arcade down")
    expect(bench.page.locator("#away")).to_be_visible()
    with a_served_room(tmp_path / "another", port=served.port) as again:
        expect(bench.page.locator("#away")).to_be_hidden()
        expect(bench.arcade(1)).to_have_class("arcade")
        bench.page.keyboard.up("2")
        bench.page.keyboard.press("4")
        eventually(lambda: again.room.house.snapshot)  # any button puts the clock on the table
        bench.screen.leaves()
