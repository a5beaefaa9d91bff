"""Takes the pictures of the README: a simulated device in the middle of a doubled auction, large and on a phone.

Run it as `python docs/make_pictures.py`; it needs Debian's package chromium, and writes beside itself.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from companion.games.merchants.actions import StartClock
from companion.house import House
from companion.journal import Journal
from companion.openings import opening_for
from companion.settings import settings_from
from hardware.device import Device
from hardware.simulator import SimulatedWorks
from web.app import create_app
from web.server import Server

HERE = Path(__file__).parent
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
NAMES = ["Anna", "Ben", "Cleo", "Daan", "Eva"]
SHARPNESS = 1.5
MARGIN = 12
AT_140 = -15.0
"""Where the hand points then, in degrees from the top; the 140 lies between here and 9 degrees less."""


def main() -> None:
    settings = settings_from({"dial": {"kind": "pwm"}, "clock": {"get_ready": 1.0}})
    with TemporaryDirectory() as folder, Journal(Path(folder)) as journal:
        house = House(journal, settings)
        works = SimulatedWorks(settings.fittings)
        device = Device(house, settings, works, Path(folder))
        server = Server(create_app(house, device, works), "127.0.0.1", 0)
        try:
            _take(house, server.address)
        finally:
            server.close()
            device.close()
            house.leave()


def _take(house: House, address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=QUIET)
        large, phone = (_opened(browser, address, *size) for size in ((1280, 860), (360, 780)))
        _play_to_the_clock(house)
        large.keyboard.press("1")  # the mayor starts the clock
        _wait_for_hand(large, -89)
        large.keyboard.press("3")  # at the top: doubled, and it starts again
        _wait_for_hand(large, -50)
        _wait_for_hand(large, AT_140)
        box = large.locator(".device").bounding_box()
        assert box is not None
        clip = {"x": box["x"] - MARGIN, "y": box["y"] - MARGIN}
        clip |= {"width": box["width"] + 2 * MARGIN, "height": box["height"] + 2 * MARGIN}
        large.screenshot(path=HERE / "panel.png", clip=clip)  # type: ignore[arg-type]
        phone.screenshot(path=HERE / "panel-phone.png")
        browser.close()


def _opened(browser: Browser, address: str, width: int, height: int) -> Page:
    page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=SHARPNESS)
    page.goto(f"{address}panel")
    return page


def _play_to_the_clock(house: House) -> None:
    """Five people, and always the first of what they may do."""
    house.begin(opening_for(players=5, people=5, seed=4, names=NAMES, colours=house.colours))
    while house.snapshot:
        ((seat, options),) = house.snapshot.look.now.choices.items()
        if StartClock() in options:
            return
        assert seat is not None
        house.submit(seat, options[0]).result()


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
