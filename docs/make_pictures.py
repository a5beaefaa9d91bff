"""Takes the pictures of the README: the program runs as ./play runs it, somebody plays, and the camera clicks.

Run it as `python docs/make_pictures.py`; it needs Debian's package chromium, and writes beside itself.
"""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser, FrameLocator, Page, expect, sync_playwright

from companion.chair import now_in_words
from companion.entries import Acted, Row
from companion.games.amsterdam.game import AMSTERDAM
from companion.games.amsterdam.state import State as CityState
from companion.games.events import Ask
from companion.games.merchants.board import default_board
from companion.games.merchants.house_rules import HouseRules
from companion.games.merchants.state import State
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.state import State as ExchangeState
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
ROUNDS, ENOUGH = 5, 30
"""So many rounds, and money to buy something for."""
SHARPNESS = 1.5
LARGE, WALL, PHONE = (1280, 780), (1280, 800), (360, 720)


class Scene(NamedTuple):
    """A game that was left half-way, at a good moment, and what is taken of it."""

    sitting: Sitting
    players: tuple[str, ...]
    seed: int
    is_worth_a_picture: Callable[[Any], bool]
    take: Callable[[Browser, str], None]


def main() -> None:
    for scene in SCENES:
        with TemporaryDirectory() as folder:
            _lay_out(Path(folder), scene)
            with _running(Path(folder)) as address, sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
                scene.take(browser, address)
                browser.close()


def _lay_out(folder: Path, scene: Scene) -> None:
    game, rest = new_game(scene.sitting, scene.seed)
    for _ in rest:
        if scene.is_worth_a_picture(game.state):
            break
    names = tuple("TOM" if who == "tom" else name for name, who in zip(NAMES, scene.players, strict=False))
    setup = msgspec.structs.replace(game.setup, names=names)
    opening = Opening(header_of(game.game, setup, scene.seed), scene.players)
    rows = [
        Row(entry.n, now_in_words(), Acted(entry.seat, entry.action, tuple(entry.events)))  # type: ignore[arg-type]
        for entry in game.entries
    ]
    with Journal(folder) as journal:
        number = journal.begin(opening, rows[0])
        for row in rows[1:]:
            journal.append(number, row, over=False)


def _is_building(state: State) -> bool:
    """Anna is mayor and about to build in Grachten, which is drawn at the top."""
    ask, card = state.agenda[-1], state.disks[0]
    return state.year >= FAR and ask.what == "mayor_card" and ask.seat == 0 and "build_gr" in str(card)


def _is_trading(state: ExchangeState) -> bool:
    """It is Anna's turn, and much lies out."""
    ask = state.agenda[-1]
    return state.round >= ROUNDS and (ask.what, ask.seat) == ("trade", 0) and state.money[0] >= ENOUGH


def _is_tom_building(state: CityState) -> bool:
    return state.round >= ROUNDS and state.agenda[-1].what == "tom_block"


def _is_acting(state: CityState) -> bool:
    """Anna has something to spend, and more is to come."""
    filled = sum(any(slot) for slot in state.roundels[0])
    return state.round >= ROUNDS and state.agenda[-1] == Ask("act", 0) and sum(state.supply[0]) > 4 and filled > 2


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
    anna = _as_anna(desk, address, "a.target")
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


def _take_exchange(browser: Browser, address: str) -> None:
    desk = _opened(browser, f"{address}panel", LARGE)
    _sit_down(desk, desk.frame_locator("#phone"))
    anna = _as_anna(desk, address, "#part-exchange svg")
    anna.locator("#part-exchange").evaluate("part => scrollTo(0, part.offsetTop - 64)")
    anna.screenshot(path=HERE / "phone-exchange.png")
    anna.evaluate("scrollTo(0, 0)")
    for count in (1, 2):
        anna.get_by_role("link", name="Buy one more: Hoorn").click()
        expect(anna.locator(".bill li")).to_contain_text(f"Buy {count}")
    anna.locator("#part-mine h2").evaluate("part => scrollTo(0, part.offsetTop - 64)")
    anna.screenshot(path=HERE / "phone-trade.png")
    anna.locator("#part-mine button.main").click()
    anna.locator(".hand a.pick").first.click()
    expect(anna.locator(".confirm button.main")).to_be_visible()
    anna.locator("#part-mine").evaluate("part => scrollTo(0, part.offsetTop - 64)")
    anna.screenshot(path=HERE / "phone-hand.png")
    wall = _opened(browser, f"{address}tv", WALL)
    wall.screenshot(path=HERE / "tv-exchange.png")


def _take_tom(browser: Browser, address: str) -> None:
    desk = _opened(browser, f"{address}panel", LARGE)
    _sit_down(desk, desk.frame_locator("#phone"))
    anna = _as_anna(desk, address, "#part-mine h2")
    anna.screenshot(path=HERE / "phone-tom.png")


def _take_city(browser: Browser, address: str) -> None:
    desk = _opened(browser, f"{address}panel", LARGE)
    _sit_down(desk, desk.frame_locator("#phone"))
    anna = _as_anna(desk, address, "#part-mine h2")
    anna.screenshot(path=HERE / "phone-actions.png")
    anna.locator("#part-own").evaluate("part => scrollTo(0, part.offsetTop - 64)")
    anna.screenshot(path=HERE / "phone-roundel.png")
    wall = _opened(browser, f"{address}tv", WALL)
    wall.screenshot(path=HERE / "tv-amsterdam.png")


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


def _as_anna(desk: Page, address: str, there: str) -> Page:
    """The phone by itself, with the same cookie, once this is there."""
    page = desk.context.new_page()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto(address)
    expect(page.locator(there).first).to_be_visible()
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


SCENES = (
    Scene(
        Sitting(board=default_board(), players=len(NAMES), rules=[HouseRules()], bots=["merchant"]),
        (PERSON, PERSON, "merchant", "merchant"),
        SEED,
        _is_building,
        _take,
    ),
    Scene(
        Sitting(game=MERCURIUS, board=MERCURIUS.default_board(), players=len(NAMES), bots=["speculator"]),
        (PERSON, PERSON, "speculator", "speculator"),
        SEED,
        _is_trading,
        _take_exchange,
    ),
    Scene(
        Sitting(game=AMSTERDAM, board=AMSTERDAM.default_board(), players=1, bots=["random"]),
        (PERSON, "tom"),
        SEED,
        _is_tom_building,
        _take_tom,
    ),
    Scene(
        Sitting(game=AMSTERDAM, board=AMSTERDAM.default_board(), players=len(NAMES), bots=["random"]),
        (PERSON,) * len(NAMES),
        SEED,
        _is_acting,
        _take_city,
    ),
)


if __name__ == "__main__":
    main()
