"""Sitting down with a phone: by the seat's own button that is held, by a code on the display, and up again."""

import re
from pathlib import Path
from typing import Any

import pytest
from browsers import BROKEN_LINE, NEEDED, REFUSED, Phone, PhoneShop, Served, a_served_room, code_on_display, on_display
from hang_guard import eventually
from playwright.sync_api import Locator, Route, expect
from rooms import Room

from companion.auction_clock import SECOND
from hardware.screens.seating import Holding, SitDown

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

NO_FIFTH: dict[str, Any] = {"seat5": {"button": "none", "lamp": "none"}}


def chair(phone: Phone, seat: int) -> Locator:
    return phone.page.locator(".chair").nth(seat)


def asks(phone: Phone, seat: int, button: str = "Sit here") -> None:
    phone.goes("/sit")
    phone.touch(chair(phone, seat).get_by_role("button", name=button, exact=True))


def sits_as(phone: Phone, name: str) -> None:
    """As every page says at its top."""
    expect(phone.page.locator("#me")).to_have_text(name)


def looks_on(phone: Phone) -> None:
    expect(phone.page.locator("#me")).to_have_text("Looking on · Sit down")


def test_a_phone_sits_down_by_the_button_of_its_seat(served: Served, phone: PhoneShop) -> None:
    room, anna = served.room, phone().goes()
    room.begins()
    looks_on(anna)
    asks(anna, 1)
    expect(anna.heading("Hold the button of Ben for two seconds")).to_be_visible()
    expect(anna.page.get_by_text("Its lamp flashes 2 times, again and again.")).to_be_visible()
    eventually(lambda: isinstance(on_display(room), SitDown))
    called = on_display(room)
    assert isinstance(called, SitDown)
    assert called.name == "Ben"
    says = f"Hold it if the display shows {called.mark}: that is this phone."
    expect(anna.page.get_by_text(says)).to_be_visible()
    expect(anna.page.locator("[data-until]")).to_have_text(re.compile(r"^(1[0-5]|[1-9])$"))
    room.holds(1)
    eventually(lambda: isinstance(on_display(room), Holding))
    expect(anna.page).to_have_url(f"{served.address}/")
    sits_as(anna, "Ben")
    room.lays_finger(1, down=False)


def test_s5_whoever_types_the_code_of_a_held_button_sits_down(served: Served, phone: PhoneShop) -> None:
    """Although a stranger asks for the same seat."""
    room, anna, stranger = served.room, phone(), phone()
    room.begins()
    asks(stranger, 1)
    expect(stranger.heading("Hold the button of Ben for two seconds")).to_be_visible()
    asks(anna, 1)
    says = "Another phone asks for this seat too. The display then shows six digits: type them here."
    for one in (anna, stranger):
        expect(one.page.get_by_text(says)).to_be_visible()
    room.holds(1)
    types(anna, code_on_display(room))
    expect(anna.page).to_have_url(f"{served.address}/")
    sits_as(anna, "Ben")
    looks_on(stranger)
    expect(stranger.heading("Sit down")).to_be_visible()
    room.lays_finger(1, down=False)


def test_s5_a_code_is_typed_without_asking_first(served: Served, phone: PhoneShop) -> None:
    room, anna = served.room, phone().goes("/sit")
    room.begins()
    room.lays_finger(2, down=True)
    types(anna, code_on_display(room))
    expect(anna.page).to_have_url(f"{served.address}/")
    sits_as(anna, "Cleo")
    room.lays_finger(2, down=False)


def test_whoever_taps_before_the_stream_has_begun_is_no_other_phone(served: Served, phone: PhoneShop) -> None:
    """It has its name from the stream, and would be given another one."""
    anna, held, sent = phone(), list[Route](), list[str]()
    anna.page.route("**/api/stream*", lambda route: held.append(route))  # noqa: PLW0108, Playwright writes on it
    anna.page.on("request", lambda request: sent.append(request.method))
    asks(anna, 1)
    expect(chair(anna, 1).locator("[aria-busy]")).to_be_visible()
    assert "POST" not in sent
    held[0].continue_()
    expect(anna.heading("Hold the button of Blue for two seconds")).to_be_visible()
    served.room.answers(1)
    sits_as(anna, "Blue")


def test_the_lamp_of_a_seat_that_is_called_flashes(served: Served, phone: PhoneShop) -> None:
    """While nothing is on the table, the others breathe and are never quite dark."""
    anna = phone()
    asks(anna, 3)
    expect(anna.heading("Hold the button of Yellow for two seconds")).to_be_visible()
    for level in (0.0, 1.0, 0.0):
        flashes(served.room, 3, level)
        assert served.room.works.lamp(0) > 0


def flashes(room: Room, seat: int, level: float) -> None:
    eventually(lambda: room.works.lamp(seat) == level)


def test_the_button_of_another_seat_lets_nobody_sit_down(served: Served, phone: PhoneShop) -> None:
    room, anna = served.room, phone()
    room.begins()
    asks(anna, 1)
    expect(anna.heading("Hold the button of Ben for two seconds")).to_be_visible()
    for seat in (2, 0, 3):
        room.presses(seat)
    eventually(lambda: not room.device.panel.buttons.held())
    expect(anna.heading("Hold the button of Ben for two seconds")).to_be_visible()
    assert room.reception.pairings == ()
    room.answers(1)
    sits_as(anna, "Ben")


def test_whoever_gives_up_can_choose_again(served: Served, phone: PhoneShop) -> None:
    anna = phone()
    asks(anna, 2)
    anna.touch(anna.button("Give up"))
    expect(anna.heading("Sit down")).to_be_visible()
    served.room.presses(2)  # means something else now: the clock is on the table
    eventually(lambda: served.room.house.snapshot)
    assert served.room.reception.pairings == ()
    looks_on(anna)


def test_whoever_stands_up_looks_on(served: Served, phone: PhoneShop) -> None:
    anna = phone().sits(served.room, 0)
    anna.touch(anna.page.locator("#me a"))
    expect(chair(anna, 0)).to_contain_text("you sit here")
    anna.touch(anna.button("Stand up"))
    looks_on(anna)
    assert served.room.reception.pairings == ()


def test_a_seat_without_a_button_is_had_by_the_code_on_the_display(tmp_path: Path, shop: PhoneShop) -> None:
    with a_served_room(tmp_path, **NO_FIFTH) as served:
        anna = shop(served.address).forgive(REFUSED)
        asks(anna, 4)
        expect(anna.heading("Type the code on the display")).to_be_visible()
        code = code_on_display(served.room)
        types(anna, f"{(int(code) + 1) % 1_000_000:06}")
        expect(anna.page.get_by_role("alert")).to_have_text("That is not the code on the display. Tries left: 2.")
        assert served.room.reception.pairings == ()
        types(anna, code)
        expect(anna.page).to_have_url(f"{served.address}/")
        sits_as(anna, "Purple")
        anna.leaves()


def types(phone: Phone, code: str) -> None:
    phone.page.get_by_label("Six digits").fill(code)
    phone.touch(phone.page.locator(".code").get_by_role("button", name="Sit down"))


def test_a_seat_is_handed_over_by_its_button(served: Served, phone: PhoneShop) -> None:
    old, new = phone().sits(served.room, 0), phone()
    asks(new, 0, "Take it over")
    expect(new.heading("Hold the button of Orange for two seconds")).to_be_visible()
    served.room.answers(0)
    sits_as(new, "Orange")
    looks_on(old)
    expect(old.page.get_by_role("alert")).to_have_text("This phone has no seat now and looks on.")


def test_whoever_waits_in_vain_is_told_so(served: Served, phone: PhoneShop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.reception.PRESSING", 5 * SECOND)
    anna = phone()
    asks(anna, 1)
    too_late = "Time is up, and nobody has answered. Ask again when somebody is at the device."
    expect(anna.page.get_by_role("alert")).to_have_text(too_late)
    expect(anna.heading("Sit down")).to_be_visible()


def test_the_table_sees_its_phones_and_removes_one(served: Served, phone: PhoneShop) -> None:
    anna, ben = phone().sits(served.room, 0), phone().sits(served.room, 1)
    anna.goes("/settings")
    expect(anna.page.locator(".phones li")).to_have_count(2)
    anna.touch(anna.button("Remove the phone of Blue"))
    expect(anna.page.locator(".phones li")).to_have_count(1)
    looks_on(ben)
    sits_as(anna, "Orange")


def test_nobody_sits_down_while_the_clock_runs(served: Served, phone: PhoneShop) -> None:
    anna = phone().forgive(REFUSED)
    served.room.house.change("clock", "seconds_per_price", 5.0)
    served.room.house.clock_alone(4)
    served.room.presses(0)
    eventually(lambda: served.room.house.snapshot and served.room.house.snapshot.look.clock)
    asks(anna, 1)
    why_not = "This seat's button is for the clock now: sit down after the auction."
    expect(anna.page.get_by_role("alert")).to_have_text(why_not)
    looks_on(anna)


def test_a_phone_keeps_its_seat_when_the_device_is_started_again(tmp_path: Path, shop: PhoneShop) -> None:
    with a_served_room(tmp_path) as served:
        anna = shop(served.address).forgive(BROKEN_LINE).sits(served.room, 2)
        sits_as(anna, "Green")
    expect(anna.page.get_by_text("Reconnecting ...")).to_be_visible()
    with a_served_room(tmp_path, port=served.port) as again:
        expect(anna.page.get_by_text("Reconnecting ...")).to_be_hidden()
        sits_as(anna, "Green")
        again.room.begins()
        sits_as(anna, "Cleo")
        anna.goes("/sit")
        expect(chair(anna, 2)).to_contain_text("you sit here")
        anna.leaves()
