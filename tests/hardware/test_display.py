"""The display: what it sends arrives as it was drawn, dot by dot; it says when a price could be read; and it comes back
from whatever happens on its bus.
"""

import errno
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Self

import pytest
from hang_guard import HANG_GUARD
from lots import START, a_run
from luma.oled.device import ssd1306
from msgspec import structs
from PIL import Image, ImageChops
from ssd1306_model import Ssd1306, UnknownCommand
from tables import SteppedTime

from companion.auction_clock import MILLISECOND, SECOND, Run
from companion.settings import settings_from
from companion.words import words
from hardware.display import FIRST_RETRY, LAST_RETRY, Display
from hardware.programme import Clock, Programme
from hardware.screens import device as screens
from hardware.screens.clock import Auction, GetReady
from hardware.screens.pen import Card
from hardware.screens.screen import Screen, drawn
from hardware.troubles import Troubles

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # luma asks Pillow in an old way

ENGLISH = words("en")
WIDE, LOW = (128, 64), (128, 32)
COUNTDOWN = 3 * SECOND
SENDING = 23 * MILLISECOND
"""So long a bus of 400 kHz is busy with a frame."""
UPRIGHT = (0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xAF)
"""Charge pump, horizontal memory, segments remapped, COM lines scanned down, on."""


def a_clock(run: Run) -> Clock:
    lot = Card("office", "Office", ("Silk",))
    return Clock(GetReady(run=run, lot=lot), Auction(run=run, lot=lot))


def prices(run: Run) -> list[str]:
    """All that it shows, in order."""
    return [*(slice_.shows for slice_ in run.slices), run.ends_with]


def edges(run: Run) -> list[int]:
    """When each of them begins."""
    return [run.start, *(run.start + slice_.until + 1 for slice_ in run.slices)]


def frames(run: Run) -> Iterator[tuple[Screen, int]]:
    """A whole auction from the countdown to its end, as often as the display draws it: at 30 frames a second, and
    whenever the price changes."""
    programme = Programme()
    programme.run(a_clock(run))
    now = run.start - COUNTDOWN
    while now < run.end + SECOND:
        screen = programme.at(now)
        yield screen, now
        now = min(due for due in (screen.moves_at(now), programme.changes_at(now)) if due is not None)


def awake(height: int = 64) -> Ssd1306:
    """A chip that is on, upright and dark."""
    chip = Ssd1306(height)
    chip.command(*UPRIGHT, 0xA8, height - 1, 0xDA, 0x12 if height == 64 else 0x02)
    chip.data(bytes(1024))
    return chip


def lit(chip: Ssd1306) -> list[tuple[int, int]]:
    picture = chip.picture()
    width, height = picture.size
    return [(x, y) for x in range(width) for y in range(height) if picture.getpixel((x, y))]


class Stage:
    """A display with its programme, in a time that only a test moves."""

    def __init__(self, open_device: Callable[[], Any] | None, time: SteppedTime | None = None) -> None:
        self.time = time or SteppedTime()
        self.programme = Programme()
        self.programme.stand(screens.Waiting())
        self.heard: list[str | None] = []
        self.troubles = Troubles(lambda: self.heard.append(self.trouble))
        self.reports: list[tuple[str, int]] = []
        self._looks = 0
        self._news = threading.Condition()
        self.display = Display(open_device, self, ENGLISH, self.troubles, self._report, self.time)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.display.close()

    @property
    def trouble(self) -> str | None:
        found = self.troubles.of("display")
        return str(found) if found else None

    def at(self, now: int) -> Screen:
        with self._news:
            self._looks += 1
            self._news.notify_all()
        return self.programme.at(now)

    def changes_at(self, now: int) -> int | None:
        return self.programme.changes_at(now)

    def _report(self, shows: str, stamp: int) -> None:
        with self._news:
            self.reports.append((shows, stamp))
            self._news.notify_all()

    def settles(self) -> None:
        """The display has done all that is to be done now: it began to look once more after it had looked."""
        self._looks_again()
        self._looks_again()

    def _looks_again(self) -> None:
        with self._news:
            before = self._looks
            self.display.look()
            assert self._news.wait_for(lambda: self._looks > before, timeout=HANG_GUARD), "it never looked"

    def moves_to(self, now: int) -> None:
        self.time.now = now
        self.settles()

    def is_told_of(self, report: tuple[str, int]) -> None:
        with self._news:
            assert self._news.wait_for(lambda: report in self.reports, timeout=HANG_GUARD), (
                f"{report} was never reported"
            )

    def picture(self, size: tuple[int, int] = WIDE) -> Image.Image:
        """What ought to be seen now."""
        return drawn(self.programme.at(self.time.now), self.time.now, size, ENGLISH)


class BusEnd:
    """A device that keeps the frames it was sent. It can be made to hold one of them up."""

    size = WIDE
    persist = False

    def __init__(self) -> None:
        self.frames: list[Image.Image] = []
        self._to_hold: Image.Image | None = None
        self._is_holding = threading.Event()
        self._go_on = threading.Event()

    def hold_up(self, frame: Image.Image) -> None:
        self._is_holding.clear()
        self._go_on.clear()
        self._to_hold = frame

    def waits_with_it(self) -> None:
        assert self._is_holding.wait(HANG_GUARD), "the frame never came"

    def goes_on(self) -> None:
        self._to_hold = None
        self._go_on.set()

    def display(self, frame: Image.Image) -> None:
        if frame == self._to_hold:
            self._is_holding.set()
            assert self._go_on.wait(HANG_GUARD), "nobody let it go on"
        self.frames.append(frame)

    def cleanup(self) -> None:
        """Nothing to switch off."""


class LooseWire(Ssd1306):
    """Every tenth write breaks off in the middle."""

    writes = 0

    def data(self, sent: Sequence[int]) -> None:
        self.writes += 1
        if self.writes % 10 == 0:
            super().data(sent[: len(sent) // 2])
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        super().data(sent)

    def opened(self) -> Any:
        """Anew, as a bus is: the chip is the same and remembers what it was in the middle of."""
        self.is_closed = False
        return ssd1306(self)


class Plug:
    """A bus with a display that can be pulled out and another put in."""

    def __init__(self) -> None:
        self.chip: Ssd1306 | None = Ssd1306()

    def command(self, *sent: int) -> None:
        self._there().command(*sent)

    def data(self, sent: Sequence[int]) -> None:
        self._there().data(sent)

    def cleanup(self) -> None:
        """The wires stay."""

    def _there(self) -> Ssd1306:
        if self.chip is None:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return self.chip


# --- the chip of these tests


def test_a_byte_is_a_column_of_eight_dots_with_its_lowest_bit_on_top() -> None:
    chip = awake()
    chip.command(0x21, 0, 127, 0x22, 0, 7)
    chip.data([0b1000_0011])
    assert lit(chip) == [(0, 0), (0, 1), (0, 7)]


def test_data_runs_on_through_columns_and_pages_and_begins_again_at_the_corner() -> None:
    chip = awake()
    chip.command(0x21, 10, 11, 0x22, 2, 3)
    chip.data([1, 2, 4, 8])
    assert lit(chip) == [(10, 16), (10, 26), (11, 17), (11, 27)]
    chip.data([0, 0, 0, 0, 128])
    assert lit(chip) == [(10, 23)]


def test_a_command_may_be_spread_over_transfers() -> None:
    chip = awake()
    chip.command(0x21)
    chip.command(5, 127, 0x22, 7)
    chip.command(7)
    chip.data([128])
    assert lit(chip) == [(5, 63)]


def test_the_other_way_round_a_chip_shows_the_picture_upside_down() -> None:
    chip = awake()
    chip.command(0xA0, 0xC0, 0x21, 0, 127, 0x22, 0, 7)
    chip.data([1])
    assert lit(chip) == [(127, 63)]


def test_a_start_line_or_an_offset_moves_the_picture_up() -> None:
    for command in ((0x43,), (0xD3, 3)):
        chip = awake()
        chip.command(*command, 0x21, 0, 127, 0x22, 0, 7)
        chip.data([0b1000])
        assert lit(chip) == [(0, 0)]


def test_a_low_glass_has_the_upper_half_of_the_memory() -> None:
    chip = awake(height=32)
    chip.command(0x21, 127, 127, 0x22, 0, 7)
    chip.data([1, 0, 0, 128, 255])
    assert lit(chip) == [(127, 0), (127, 31)]


def test_a_glass_that_is_driven_as_if_it_were_wired_otherwise_shows_the_lines_in_disorder() -> None:
    chip = awake()
    chip.command(0x21, 0, 127, 0x22, 0, 7)
    chip.data([0b11])
    assert lit(chip) == [(0, 0), (0, 1)]
    chip.command(0xDA, 0x02)
    assert lit(chip) == [(0, 0), (0, 2)]


def test_a_chip_is_full_of_snow_until_it_is_written_to() -> None:
    chip = Ssd1306()
    assert lit(chip) == []
    chip.command(*UPRIGHT)
    assert 3000 < len(lit(chip)) < 5000


@pytest.mark.parametrize("command", [(0xAE,), (0x8D, 0x10)])
def test_a_chip_that_is_off_or_without_its_charge_pump_is_dark(command: tuple[int, ...]) -> None:
    chip = Ssd1306()
    chip.command(*UPRIGHT)
    chip.command(*command)
    assert lit(chip) == []


def test_a_chip_can_be_inverse_and_all_on() -> None:
    chip = awake()
    chip.command(0xA7)
    assert len(lit(chip)) == 128 * 64
    chip.command(0xA6)
    assert lit(chip) == []
    chip.command(0xA5)
    assert len(lit(chip)) == 128 * 64


def test_a_byte_that_is_no_command_is_told() -> None:
    with pytest.raises(UnknownCommand, match="0xE5"):
        Ssd1306().command(0xAE, 0xE5)


def test_a_frame_keeps_a_bus_of_400_khz_busy_for_23_ms() -> None:
    chip = Ssd1306()
    device = ssd1306(chip)
    bytes_, seconds = chip.bytes, chip.seconds(400_000)
    device.display(Image.new("1", WIDE))
    assert chip.bytes - bytes_ == (2 + 6) + (2 + 1024)
    assert chip.seconds(400_000) - seconds == pytest.approx(0.023275)


# --- every frame of an auction arrives


@pytest.mark.parametrize("doubled", [False, True], ids=["original", "doubled"])
@pytest.mark.parametrize("rotate", [0, 2], ids=["upright", "upside down"])
@pytest.mark.parametrize("size", [WIDE, LOW], ids=["128x64", "128x32"])
def test_every_frame_of_an_auction_is_seen_as_it_was_drawn(size: tuple[int, int], rotate: int, doubled: bool) -> None:
    chip = Ssd1306(size[1])
    device = ssd1306(chip, *size, rotate=rotate)
    seen = 0
    for screen, now in frames(a_run(doubled)):
        image = drawn(screen, now, device.size, ENGLISH)
        device.display(image)
        assert chip.picture() == (image.transpose(Image.Transpose.ROTATE_180) if rotate else image)
        seen += 1
    assert seen > 600


@pytest.mark.parametrize(("rotate", "turned"), [(1, Image.Transpose.ROTATE_270), (3, Image.Transpose.ROTATE_90)])
def test_a_display_on_its_side_is_drawn_tall_and_seen_turned(rotate: int, turned: Image.Transpose) -> None:
    chip = Ssd1306()
    device = ssd1306(chip, rotate=rotate)
    for screen, now in list(frames(a_run()))[::10]:
        image = drawn(screen, now, device.size, ENGLISH)
        assert image.size == (64, 128)
        device.display(image)
        assert chip.picture() == image.transpose(turned)


def test_a_display_is_dark_while_it_is_being_opened() -> None:
    """Not full of snow."""
    chip = Ssd1306()
    ssd1306(chip)
    assert chip.is_on
    assert lit(chip) == []


def test_the_settings_have_the_contrast_that_the_chip_gets() -> None:
    chip = Ssd1306()
    fitting = settings_from({"display": {"contrast": 77}}).fittings.display
    assert fitting is not None
    ssd1306(chip).contrast(fitting.contrast)
    assert chip.contrast == 77


# --- what is sent, and what is not


def test_a_screen_that_stays_the_same_is_sent_once() -> None:
    bus = BusEnd()
    with Stage(lambda: bus) as stage:
        for _ in range(50):
            stage.moves_to(stage.time.now + SECOND)
        assert bus.frames == [stage.picture()]


def test_a_clock_is_sent_as_often_as_it_looks_different() -> None:
    bus = BusEnd()
    run = a_run()
    with Stage(lambda: bus) as stage:
        stage.programme.run(a_clock(run))
        for screen, now in frames(run):
            if isinstance(screen, Auction) and now < run.start + 3 * SECOND:
                stage.moves_to(now)
                assert bus.frames[-1] == stage.picture()
    assert all(ImageChops.difference(one, other).getbbox() for one, other in pairwise(bus.frames))


def test_nothing_is_shown_where_no_display_was_built() -> None:
    assert settings_from({"display": {"driver": "none"}}).fittings.display is None
    with Stage(None) as stage:
        stage.programme.run(a_clock(a_run()))
        stage.moves_to(START + SECOND)
        assert (stage.reports, stage.trouble) == ([], None)
        assert not stage.display.is_working
        assert not stage.display.is_missing
        stage.display.close(screens.SafeToUnplug())


# --- what a player pays by


@pytest.mark.parametrize("doubled", [False, True], ids=["original", "doubled"])
def test_a_price_counts_as_drawn_when_the_device_has_finished_with_it(doubled: bool) -> None:
    bus = BusEnd()
    run = a_run(doubled)
    auction = a_clock(run).auction
    with Stage(lambda: bus) as stage:
        stage.programme.run(a_clock(run))
        for shows, edge in zip(prices(run), edges(run), strict=True):
            bus.hold_up(drawn(auction, edge, WIDE, ENGLISH))
            stage.time.now = edge
            stage.display.look()
            bus.waits_with_it()
            assert shows not in dict(stage.reports)
            stage.time.now = edge + SENDING
            bus.goes_on()
            stage.is_told_of((shows, edge + SENDING))


def test_a_frame_that_is_finished_when_the_price_has_changed_reports_what_it_shows() -> None:
    bus = BusEnd()
    run = a_run()
    first, second = prices(run)[:2]
    with Stage(lambda: bus) as stage:
        stage.programme.run(a_clock(run))
        bus.hold_up(drawn(a_clock(run).auction, START, WIDE, ENGLISH))
        stage.time.now = START
        stage.display.look()
        bus.waits_with_it()
        stage.time.now = late = edges(run)[1] + SENDING
        bus.goes_on()
        stage.is_told_of((second, late))
        assert stage.reports == [(first, late), (second, late)]


def test_a_clock_that_starts_over_at_the_same_price_reports_it_again() -> None:
    run = a_run()
    again = structs.replace(run, start=START + SECOND)
    with Stage(BusEnd) as stage:
        for one in (run, again):
            stage.programme.run(a_clock(one))
            stage.moves_to(one.start)
        assert stage.reports == [("start", run.start), ("start", again.start)]


def test_each_price_is_reported_once_in_each_run() -> None:
    first = a_run()
    second = structs.replace(first, start=first.end + COUNTDOWN)
    expected = []
    with Stage(BusEnd) as stage:
        for run in (first, second):
            stage.programme.run(a_clock(run))
            for shows, edge in zip(prices(run), edges(run), strict=True):
                for later in (0, SECOND // 10, SECOND // 2):
                    stage.moves_to(edge + later)
                expected.append((shows, edge))
        assert stage.reports == expected


def test_the_countdown_reports_no_price() -> None:
    with Stage(BusEnd) as stage:
        stage.programme.run(a_clock(a_run()))
        stage.moves_to(START - 1)
        assert stage.reports == []
        stage.moves_to(START)
        assert stage.reports == [("start", START)]


# --- a bus that fails


def test_with_a_loose_wire_trouble_comes_and_goes_and_every_price_is_seen() -> None:
    wire = LooseWire()
    run = a_run()
    with Stage(wire.opened) as stage:
        stage.programme.run(a_clock(run))
        for now in range(run.start, run.end + SECOND, SECOND // 10):
            stage.moves_to(now)
            assert stage.display.is_missing == (stage.trouble is not None)
            if stage.display.is_working:
                assert wire.picture() == stage.picture()
        assert [shows for shows, _ in stage.reports] == prices(run)
        assert "The display is dead: [Errno 121] Remote I/O error." in stage.heard
        assert stage.heard.count(None) > 10


def test_after_trouble_the_picture_is_right_again_and_nothing_is_said() -> None:
    wire = LooseWire()
    with Stage(wire.opened) as stage:
        stage.settles()
        wire.writes = 9
        stage.programme.stand(screens.StartingUp(()))
        stage.settles()
        assert stage.trouble is not None
        assert wire.picture() != stage.picture()
        stage.moves_to(stage.time.now + SECOND)
        assert stage.trouble is None
        assert wire.picture() == stage.picture()


def test_a_display_that_is_missing_is_tried_at_longer_and_longer_intervals_until_it_is_there() -> None:
    time, bus = SteppedTime(), BusEnd()
    begun = time.now
    tried: list[int] = []

    def opens_late() -> BusEnd:
        tried.append(time.now)
        if len(tried) < 9:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        return bus

    with Stage(opens_late, time) as stage:
        for now in range(begun, begun + 17 * SECOND, SECOND // 10):
            stage.moves_to(now)
            assert stage.display.is_missing == (len(tried) < 9)
        pauses = [after - before for before, after in pairwise(tried)]
        assert pauses == [*(FIRST_RETRY * 2**place for place in range(6)), LAST_RETRY, LAST_RETRY]
        assert stage.heard == ["The display is dead: [Errno 121] Remote I/O error.", None]
        assert bus.frames == [stage.picture()]


def test_a_display_that_is_plugged_in_again_is_set_up_anew() -> None:
    plug = Plug()
    run = a_run()
    with Stage(lambda: ssd1306(plug)) as stage:
        stage.programme.run(a_clock(run))
        stage.moves_to(run.start)
        plug.chip = None
        stage.moves_to(run.start + SECOND)
        assert stage.trouble is not None
        plug.chip = another = Ssd1306()
        stage.moves_to(run.start + 2 * SECOND)
        assert stage.trouble is None
        assert another.picture() == stage.picture()


def test_a_display_that_is_missing_reports_no_price() -> None:
    def refuses() -> BusEnd:
        raise OSError("there is none.")

    with Stage(refuses) as stage:
        stage.programme.run(a_clock(a_run()))
        stage.moves_to(START + SECOND)
        assert stage.reports == []
        assert stage.trouble == "The display is dead: there is none."


# --- the end


def test_a_farewell_stays_when_the_program_has_gone() -> None:
    chip = Ssd1306()
    device = ssd1306(chip)
    with Stage(lambda: device) as stage:
        stage.settles()
        stage.display.close(screens.SafeToUnplug())
        assert device.persist
        device.cleanup()  # as luma does by itself at the very end
        assert chip.picture() == drawn(screens.SafeToUnplug(), 0, WIDE, ENGLISH)


def test_a_farewell_stays_also_after_a_display_was_opened_twice() -> None:
    """At the very end luma cleans up every device that it ever made, also one that failed long ago."""
    plug = Plug()
    chip = plug.chip
    devices: list[Any] = []

    def opened() -> Any:
        devices.append(ssd1306(plug))
        return devices[-1]

    with Stage(opened) as stage:
        stage.settles()
        plug.chip = None
        stage.programme.stand(screens.StartingUp(()))
        stage.settles()
        plug.chip = chip
        stage.moves_to(stage.time.now + SECOND)
        stage.display.close(screens.SafeToUnplug())
    assert len(devices) == 2
    for device in devices:
        device.cleanup()
    assert chip is not None
    assert chip.picture() == drawn(screens.SafeToUnplug(), 0, WIDE, ENGLISH)


def test_without_a_farewell_the_display_goes_dark() -> None:
    chip = Ssd1306()
    device = ssd1306(chip)
    with Stage(lambda: device) as stage:
        stage.settles()
        assert lit(chip)
    assert not chip.is_on
    assert chip.is_closed


def test_a_farewell_that_cannot_be_sent_is_trouble_and_no_more() -> None:
    wire = LooseWire()
    with Stage(wire.opened) as stage:
        stage.settles()
        wire.writes = 9
        stage.display.close(screens.SafeToUnplug())
        assert stage.trouble == "The display is dead: [Errno 121] Remote I/O error."
