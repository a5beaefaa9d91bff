"""The page in Chromium, on a phone's screen: how long after the table something is seen, and what a first view weighs.

Times in a page are its own; how they are told in those of the device is found out by asking the page for its time
between two looks at the device's clock, many times, and believing the quickest answer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic_ns
from typing import Any, NamedTuple

from playwright.sync_api import Page, ViewportSize, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
PHONE = ViewportSize(width=390, height=780)
TIMES_ASKED = 200
QUIET_FOR = 500
"""Milliseconds."""

_NOTING = """
(() => {
  const noted = window.noted = { changes: [], parts: [], swaps: [] };
  performance.setResourceTimingBufferSize(10000);
  const Original = window.EventSource;
  window.EventSource = class extends Original {
    constructor(...all) {
      super(...all);
      this.addEventListener("state", () => { noted.begun = true; });
      this.addEventListener("change", (event) => {
        const now = performance.now();
        const number = JSON.parse(event.data).changed.view?.number;
        if (number) noted.changes.push([number, now]);
      });
      this.addEventListener("parts", (event) => {
        const now = performance.now();
        if (JSON.parse(event.data).parts) noted.parts.push(now);
      });
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    const observer = new MutationObserver((mutations) => {
      if (mutations.some((one) => one.type === "childList")) noted.swaps.push(performance.now());
    });
    observer.observe(document.getElementById("live"), { childList: true, subtree: true });
  });
})();
"""
"""The page's own work comes after the first note and before the second: an observer is told when a swap is all done."""

_NOTED = """
() => ({
  ...noted,
  fetches: performance.getEntriesByType("resource")
    .filter((one) => one.name === location.href)
    .map((one) => [one.startTime, one.responseEnd]),
})
"""


class Cookie(NamedTuple):
    name: str
    value: str


@contextmanager
def a_phone(address: str, cookie: Cookie) -> Iterator[Page]:
    """With nothing in its cache, and a seat."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET.split())
        context = browser.new_context(viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True)
        context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": address}])
        try:
            yield context.new_page()
        finally:
            browser.close()


class Seen(NamedTuple):
    """Of one change, in nanoseconds after its snapshot could be seen."""

    told: int
    """The page's stream said so."""
    there: int
    """The parts that changed came with the stream, or the page's own address was fetched again."""
    shown: int
    """The page was changed."""


class Watching:
    """The table's page, open on a phone while things happen."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        page.add_init_script(_NOTING)
        page.goto(address)
        page.wait_for_function("() => noted.begun")

    def seen(self, changes: list[tuple[int, int]]) -> list[Seen]:
        """What became of the snapshots with these numbers and stamps; those that a page saw together with the next one
        are left out."""
        lead, _ = self.lead()
        noted: dict[str, Any] = self._page.evaluate(_NOTED)
        told = {number: _there(lead, at) for number, at in noted["changes"]}
        fetches = [(_there(lead, begun), _there(lead, ended)) for begun, ended in noted["fetches"]]
        parts = [_there(lead, at) for at in noted["parts"]]
        swaps = [_there(lead, at) for at in noted["swaps"]]
        found = []
        for number, stamp in changes:
            if number not in told:
                continue
            came = [at for at in parts if at >= told[number]]
            came += [ended for begun, ended in fetches if begun >= told[number]]
            there = min(came, default=None)
            shown = next((at for at in swaps if there is not None and at >= there), None)
            if there is not None and shown is not None:
                found.append(Seen(told[number] - stamp, there - stamp, shown - stamp))
        return found

    def fetches(self) -> int:
        """How often the page has fetched itself since it was opened."""
        return len(self._page.evaluate(_NOTED)["fetches"])

    def lead(self) -> tuple[int, int]:
        """Nanoseconds that the device's clock is ahead of the page's, and by how many that may be wrong."""
        asked = []
        for _ in range(TIMES_ASKED):
            before = monotonic_ns()
            there = round(self._page.evaluate("performance.now()") * 1e6)
            after = monotonic_ns()
            asked.append(((after - before) // 2, (before + after) // 2 - there))
        off, lead = min(asked)
        return lead, off


def _there(lead: int, milliseconds: float) -> int:
    return lead + round(milliseconds * 1e6)


class Weight(NamedTuple):
    page: str
    requests: int
    packed: int
    """Bytes over the wire, heads included."""
    unpacked: int
    elsewhere: tuple[str, ...]
    """Requests to anybody but the device."""


class _Scales:
    """Weighs whatever comes over the wire."""

    def __init__(self, page: Page) -> None:
        self.urls: list[str] = []
        self.unpacked = 0
        self._heads: dict[str, int] = {}
        self._came: dict[str, int] = {}
        self._whole: dict[str, int] = {}
        self._wire = page.context.new_cdp_session(page)
        self._wire.on("Network.requestWillBeSent", lambda event: self.urls.append(event["request"]["url"]))
        self._wire.on("Network.responseReceived", self._answered)
        self._wire.on("Network.dataReceived", self._take)
        self._wire.on("Network.loadingFinished", self._finished)
        self._wire.send("Network.enable")

    @property
    def packed(self) -> int:
        """A stream, which never ends and is never packed, with what has come of it."""
        return sum(self._whole.get(one, head + self._came.get(one, 0)) for one, head in self._heads.items())

    def ask_for_manifest(self) -> None:
        """As a phone does, which may want to install the page."""
        self._wire.send("Page.getAppManifest")

    def _answered(self, event: dict[str, Any]) -> None:
        self._heads[event["requestId"]] = event["response"]["encodedDataLength"]

    def _take(self, event: dict[str, Any]) -> None:
        self.unpacked += event["dataLength"]
        self._came[event["requestId"]] = self._came.get(event["requestId"], 0) + event["dataLength"]

    def _finished(self, event: dict[str, Any]) -> None:
        self._whole[event["requestId"]] = event["encodedDataLength"]


def weight(page: Page, address: str, path: str) -> Weight:
    """Until nothing more has come for a while."""
    scales = _Scales(page)
    page.goto(f"{address}{path.removeprefix('/')}")
    scales.ask_for_manifest()
    before = -1
    while before != scales.packed:
        before = scales.packed
        page.wait_for_timeout(QUIET_FOR)
    elsewhere = tuple(url for url in scales.urls if not url.startswith(address))
    return Weight(path, len(scales.urls), scales.packed, scales.unpacked, elsewhere)
