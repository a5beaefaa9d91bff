"""Every page in every state, on a phone and on a screen: read by everybody, hit by every finger, never moved sideways.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import NEEDED, PHONE, SCREEN, Phone, PhoneShop, Served
from playwright.sync_api import expect
from scenes import SCENES

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

SIZES = pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])

OPEN_ALL = "document.querySelectorAll('details').forEach((list) => { list.open = true; })"
SMALL = """() => [...document.querySelectorAll("a, button, input, select, summary, svg a.target .hit")]
    .filter((one) => one.checkVisibility() && one.type !== "hidden" && !one.matches(".skip, svg a"))
    .filter((one) => getComputedStyle(one).display !== "inline" || one.matches(".hit")) // in running text
    .map((one) => (one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : one))
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([words, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${words}`)"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def faults(phone: Phone) -> list[str]:
    """What somebody could not see, reach or hit on the page as it is."""
    page = phone.page
    page.evaluate(OPEN_ALL)
    where = page.url.removeprefix(phone.address)
    found = [
        f"{where}: {fault['id']} {node['html'][:120]} {node['failureSummary']}"
        for fault in Axe().run(page).response["violations"]
        for node in fault["nodes"]
    ]
    found += [f"{where}: too small: {small}" for small in page.evaluate(SMALL)]
    wider = page.evaluate(WIDER)
    return [*found, f"{where}: {wider} pixels too wide"] if wider > 0 else found


@SIZES
@pytest.mark.parametrize("scene", SCENES)
def test_a_page_can_be_seen_and_used_by_everybody(
    served: Served, phone: PhoneShop, scene: str, size: tuple[int, int]
) -> None:
    anna = phone(size=size).sits(served.room, 0)
    SCENES[scene].prepare(served.room)
    found = [fault for path in SCENES[scene].pages for fault in faults(anna.goes(path))]
    assert not found, "\n".join(found)


@SIZES
def test_so_can_a_decision_that_is_being_made(served: Served, phone: PhoneShop, size: tuple[int, int]) -> None:
    anna = phone(size=size).sits(served.room, 0)
    SCENES["decision"].prepare(served.room)
    anna.touch(anna.page.locator("a.target").first)
    expect(anna.page.locator("#part-mine > .choices")).to_be_visible()
    found = faults(anna)
    anna.touch(anna.page.locator("#part-mine > .choices a.pick").first)
    expect(anna.button("Do it")).to_be_visible()
    found += faults(anna)
    assert not found, "\n".join(found)


@SIZES
@pytest.mark.parametrize("seat", [2, 4])
def test_so_can_a_phone_that_sits_down(
    served: Served, phone: PhoneShop, size: tuple[int, int], seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a button, or by a code where there is none."""
    monkeypatch.setattr(served.room.device, "has_button", lambda seat: seat != 4)
    anna = phone(size=size).goes("/sit")
    anna.touch(anna.page.locator(".chair").nth(seat).get_by_role("button", name="Sit here"))
    expect(anna.page.locator("#part-calling")).to_be_visible()
    found = faults(anna)
    assert not found, "\n".join(found)


@SIZES
def test_so_can_an_onlookers_page_and_one_that_is_not_there(
    served: Served, phone: PhoneShop, size: tuple[int, int]
) -> None:
    SCENES["decision"].prepare(served.room)
    eve = phone(size=size).forgive("status of 404")
    found = [fault for path in ("/", "/settings", "/new", "/nowhere") for fault in faults(eve.goes(path))]
    assert not found, "\n".join(found)
