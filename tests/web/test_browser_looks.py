"""Every page in every state, on a phone and on a screen: all can read it and hit what is on it, and it never moves
sideways.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from browsers import NEEDED, OPEN_ALL, PHONE, SCREEN, SMALL, WIDER, Phone, PhoneShop, Served
from exchanges import passes
from playwright.sync_api import Page, expect
from scenes import SCENES
from tiers import LONG, long_only

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

SIZES = pytest.mark.parametrize("size", [PHONE, SCREEN], ids=["phone", "screen"])
PHONE_FIRST = pytest.mark.parametrize("size", [PHONE, pytest.param(SCREEN, marks=long_only)], ids=["phone", "screen"])

ON_SCREEN = {"/tv", "/panel"}
ALSO_ON_SCREEN = {"decision", "exchange", "canals"}
"""Scenes whose table is looked at on both in the quick check."""

FLATTEN = """(lightest) => {
    const bright = (colour) => colour.match(/[\\d.]+/g).reduce((sum, part, place) => sum + part * [2, 7, 1][place], 0);
    for (const drawn of document.querySelectorAll(".halo, svg.area, svg.workbench")) drawn.style.visibility = "hidden";
    for (const bar of document.querySelectorAll(".bar, .totals, .stays")) bar.style.position = "static";
    for (const one of window.flat ?? []) one.style.removeProperty("background");
    window.flat = [...document.querySelectorAll("body, body *")]
        .map((one) => [one, getComputedStyle(one).backgroundImage])
        .filter(([, image]) => image !== "none")
        .map(([one, image]) => {
            const stops = (image.match(/rgb\\([^)]*\\)/g) ?? []).sort((one, other) => bright(one) - bright(other));
            if (stops.length) one.style.background = stops.at(lightest ? -1 : 0);
            else one.style.background = getComputedStyle(one).backgroundColor;
            return one;
        });
}"""
"""No grade of colour but its lightest, or its darkest: what cannot be told of the words on it can be told then. The
light of a lamp, what is cut off from a drawing, and a bar under which the page scrolls, would seem to lie on the words
beside it."""
AXE = AXE_FILE_PATH.read_text(encoding="utf-8")
RUN_AXE = """(rules) => axe.run(document, rules)
    .then(({ violations, incomplete }) => ({ violations, incomplete }))"""
RESULTS = {"resultTypes": ["violations", "incomplete"]}
CONTRAST = RESULTS | {"runOnly": ["color-contrast"]}
ALL_ELSE = RESULTS | {"rules": {"color-contrast": {"enabled": False}}}


GRADES = (True, False) if LONG else (True,)
"""Of colour: the lightest, and the darkest."""


def faults(phone: Phone, grades: Iterable[bool] = GRADES) -> list[str]:
    """What somebody could not see, reach or hit on the page as it is."""
    page = phone.page
    found = misfits(phone)
    found += axe_says(page, ALL_ELSE)
    for is_lightest in grades:
        page.evaluate(FLATTEN, is_lightest)
        found += axe_says(page, CONTRAST)
    return [f"{page.url.removeprefix(phone.address)}: {fault}" for fault in found]


def misfits(phone: Phone) -> list[str]:
    """What is too small, or too wide, with all lists open."""
    phone.page.evaluate(OPEN_ALL)
    found = [f"too small: {small}" for small in phone.page.evaluate(SMALL)]
    if (wider := phone.page.evaluate(WIDER)) > 0:
        found.append(f"{phone.page.url} is {wider} pixels too wide")
    return found


def axe_says(page: Page, rules: Mapping[str, object]) -> list[str]:
    """What is wrong; and words of which it cannot say whether they stand out, but for those within drawings, and single
    letters."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(RUN_AXE, rules)
    unclear = [one for one in found["incomplete"] if one["id"] == "color-contrast"]
    return [
        f"{fault['id']} {node['html'][:120]} {node['failureSummary']}"
        for fault in [*found["violations"], *unclear]
        for node in fault["nodes"]
        if fault not in unclear or not re.search("^<t(ext|span)|too short", node["html"] + node["failureSummary"])
    ]


@long_only
@SIZES
@pytest.mark.parametrize("scene", SCENES)
def test_a_page_can_be_seen_and_used_by_everybody(
    served: Served, phone: PhoneShop, scene: str, size: tuple[int, int]
) -> None:
    anna = phone(size=size).sits(served.room, 0)
    anna.forgive("status of 429")  # as below
    SCENES[scene].prepare(served.room)
    found = [fault for path in SCENES[scene].pages for fault in faults(anna.goes(path))]
    assert not found, "\n".join(found)


class Looked(NamedTuple):
    """A page that is looked at in the quick check."""

    path: str
    size: tuple[int, int]
    is_lightest: bool
    is_measured_only: bool


def looked_at(scene: str) -> Iterator[Looked]:
    """Every page once: on a screen if it is made for one, otherwise on a phone; with one grade of colour, by turns.
    Where only the names are longer, or the game is over, most are just measured."""
    for turn, path in enumerate(SCENES[scene].shortened, list(SCENES).index(scene)):
        seen_before = scene.startswith("long names") or (scene.startswith("end") and path in {"/history", "/tv"})
        yield Looked(path, SCREEN if path in ON_SCREEN else PHONE, turn % 2 == 0, seen_before)
    if scene in ALSO_ON_SCREEN:
        yield Looked("/", SCREEN, True, False)


@pytest.mark.parametrize("scene", SCENES)
def test_a_page_can_be_seen_and_used_where_it_belongs(served: Served, phone: PhoneShop, scene: str) -> None:
    """In German and Dutch by turns: their words are the longest."""
    language = ("de", "nl")[list(SCENES).index(scene) % 2]
    looked = list(looked_at(scene))
    seats = {size: phone(size=size, language=language).sits(served.room, 0) for size in {one.size for one in looked}}
    for anna in seats.values():
        anna.forgive("status of 429")  # quicker from page to page than anybody: their streams are still open
    SCENES[scene].prepare(served.room)
    found = []
    for path, size, grade, is_measured_only in looked:
        anna = seats[size].goes(path)
        found += misfits(anna) if is_measured_only else faults(anna, [grade])
    assert not found, "\n".join(found)


@PHONE_FIRST
def test_so_can_a_decision_that_is_being_made(served: Served, phone: PhoneShop, size: tuple[int, int]) -> None:
    anna = phone(size=size).sits(served.room, 0)
    SCENES["decision"].prepare(served.room)
    anna.touch(anna.page.locator("a.target").first)
    expect(anna.link("Choose again")).to_be_visible()
    found = faults(anna)
    anna.touch(anna.page.locator("#part-mine > .choices a.pick").first)
    expect(anna.button("Do it")).to_be_visible()
    found += faults(anna)
    assert not found, "\n".join(found)


@PHONE_FIRST
def test_so_can_every_step_of_a_turn_at_the_exchange(served: Served, phone: PhoneShop, size: tuple[int, int]) -> None:
    anna = phone(size=size).sits(served.room, 0)
    SCENES["exchange"].prepare(served.room)
    mine = anna.page.locator("#part-mine")
    found = []

    def goes_on(*taps: str) -> None:
        anna.goes()
        for tap in taps:
            anna.touch(mine.locator(tap).first)
        expect(anna.button("Do it")).to_be_visible()
        found.extend(faults(anna))

    goes_on("a[href*='buy=']", "a[href*='sell=']")
    goes_on("a[href*='way=black_market']", "a[href*='lot=']")
    goes_on("a[href*='way=dividend']", "a[href*='chamber=']")
    passes(served.room)
    goes_on("a.face")
    goes_on("a[href*='way=news']", "a.face")
    assert not found, "\n".join(found)


@PHONE_FIRST
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


@PHONE_FIRST
def test_so_can_an_onlookers_page_and_one_that_is_not_there(
    served: Served, phone: PhoneShop, size: tuple[int, int]
) -> None:
    SCENES["decision"].prepare(served.room)
    eve = phone(size=size).forgive("status of 404")
    found = [fault for path in ("/", "/settings", "/new", "/nowhere") for fault in faults(eve.goes(path))]
    assert not found, "\n".join(found)
