"""Takes the pictures of the README: the program runs as ./play runs it, somebody plays, and the camera clicks.

Run it as `python docs/make_pictures.py`; it needs Debian's package chromium, and writes beside itself.
"""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from playwright.sync_api import Browser, FrameLocator, Page, expect, sync_playwright

from companion.chair import now_in_words
from companion.entries import Acted, Row
from companion.games.merchants.board import default_board
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import State
from companion.journal import Journal, Opening
from companion.records import header_of
from companion.seats import PERSON
from companion.simulate import Sitting, new_game

HERE = Path(__file__).parent
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
SETTINGS = "[clock]\nget_ready = 1.0\n\n[bots]\npace = 60.0\n"
NAMES = ("Anna", "Ben", "Cleo", "Daan")
SEED = 2
FAR = 12
"""So many years have passed, and three scorings with them."""
SHARPNESS = 1.5
LARGE, WALL, PHONE = (1280, 780), (1280, 800), (360, 720)


def main() -> None:
    with TemporaryDirectory() as folder:
        _lay_out(Path(folder))
        with _running(Path(folder)) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
            _take(browser, address)
            browser.close()


def _lay_out(folder: Path) -> None:
    """A game that was left half-way, with Anna's card in her hand."""
    sitting = Sitting(board=default_board(), players=len(NAMES), rules=[HouseRules()], bots=["merchant"])
    game, rest = new_game(sitting, SEED)
    for _ in rest:
        if _is_worth_a_picture(game.state):
            break
    setup = msgspec.structs.replace(game.setup, names=NAMES)
    opening = Opening(header_of(MERCHANTS, setup, SEED), (PERSON, PERSON, "merchant", "merchant"))
    rows = [
        Row(entry.n, now_in_words(), Acted(entry.seat, entry.action, tuple(entry.events)))  # type: ignore[arg-type]
        for entry in game.entries
    ]
    with Journal(folder) as journal:
        number = journal.begin(opening, rows[0])
        for row in rows[1:]:
            journal.append(number, row, over=False)


def _is_worth_a_picture(state: State) -> bool:
    """Anna is mayor and about to build in Grachten, which is drawn at the top."""
    ask, card = state.agenda[-1], state.disks[0]
    return state.year >= FAR and ask.what == "mayor_card" and ask.seat == 0 and "build_gr" in str(card)


@contextmanager
def _running(folder: Path) -> Iterator[str]:
    """The program itself, with simulated hardware; where its page is."""
    settings = folder / "settings.toml"
    settings.write_text(SETTINGS)
    options = ["--simulate", "--port", "0", "--data", str(folder), "--settings", str(settings)]
    command = [sys.executable, "-m", "companion", "device", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={"LANG": "C.UTF-8"}) as program:
        assert program.stdout is not None
        for line in program.stdout:
            if found := re.search(r"http://\S+/(?=panel)", line):
                break
        assert found is not None
        try:
            yield found[0]
        finally:
            program.send_signal(signal.SIGINT)


def _take(browser: Browser, address: str) -> None:
    desk = _opened(browser, f"{address}panel", LARGE)
    phone = desk.frame_locator("#phone")
    _sit_down(desk, phone)
    expect(phone.locator("a.target").first).to_be_visible()
    anna = _as_anna(desk, f"{address}")
    anna.screenshot(path=HERE / "phone-decision.png")
    anna.locator("a.target").last.click()
    _pick_any(anna)
    expect(anna.locator(".confirm")).to_be_visible()
    anna.evaluate("scrollTo(0, 0)")
    anna.screenshot(path=HERE / "phone-confirm.png")
    anna.locator(".confirm button.main").click()
    expect(anna.locator("#part-mine button.main")).to_be_visible()
    anna.goto(f"{address}scoring")
    anna.screenshot(path=HERE / "phone-scoring.png")
    _take_board(anna, address)
    wall = _opened(browser, f"{address}tv", WALL)
    wall.screenshot(path=HERE / "tv.png")
    desk.keyboard.press("1")  # the mayor starts the clock
    _wait_for_hand(desk, -62)
    desk.screenshot(path=HERE / "panel.png")


def _take_board(anna: Page, address: str) -> None:
    """The first questions, and two parts of the drawing."""
    anna.goto(f"{address}board/first")
    anna.get_by_role("button", name="Begin").click()
    anna.get_by_role("button", name="Yes, just so").click()
    expect(anna.get_by_role("heading", name="Does your 1632 show a coat of arms?")).to_be_visible()
    anna.get_by_role("link", name="No", exact=True).click()
    expect(anna.locator(".events")).to_be_visible()
    anna.evaluate("scrollTo(0, 0)")
    anna.screenshot(path=HERE / "phone-question.png")
    anna.goto(f"{address}board/1/americas?item=am4")
    anna.locator(".picked.card").scroll_into_view_if_needed()
    anna.screenshot(path=HERE / "phone-office.png")
    anna.goto(f"{address}board/1/lastage")
    anna.locator("#part-map").scroll_into_view_if_needed()
    anna.screenshot(path=HERE / "phone-plots.png")


def _sit_down(desk: Page, phone: FrameLocator) -> None:
    phone.get_by_text("Sit down").first.click()
    phone.get_by_role("button", name="Sit here").first.click()
    expect(phone.get_by_text("Press the button")).to_be_visible()
    desk.keyboard.press("1")
    expect(phone.locator("#me")).to_have_text("Anna")


def _as_anna(desk: Page, address: str) -> Page:
    """The phone by itself, with the same cookie."""
    page = desk.context.new_page()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(address)
    expect(page.locator("a.target").first).to_be_visible()
    return page


def _pick_any(page: Page) -> None:
    """Where a space leaves a commodity to choose."""
    expect(page.get_by_role("link", name="Choose again")).to_be_visible()
    if not page.locator(".confirm").count():
        page.locator(".choices a.pick").first.click()


def _opened(browser: Browser, address: str, size: tuple[int, int]) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=SHARPNESS,
        locale="en",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address)
    return page


def _wait_for_hand(page: Page, degrees: float) -> None:
    """Until it points there or beyond."""
    page.wait_for_function(
        "(degrees) => parseFloat(/rotate\\((.*)deg/.exec(document.getElementById('hand').style.transform)?.[1])"
        " >= degrees",
        arg=degrees,
        polling=20,
    )


if __name__ == "__main__":
    main()
