"""Every setting there is, with its default, its help and its check. Nothing else in the program knows a default."""

from companion.auction_clock import LONGEST_GET_READY
from companion.colours import COLOURS
from companion.games.speech import Phrase
from companion.settings.kinds import (
    SEATS,
    Setting,
    address,
    anything,
    line,
    machine,
    number,
    one_of,
    text,
    two_seats,
    whole,
    yes_or_no,
)

_LINES = {1: (5, 17), 2: (6, 27), 3: (16, 22), 4: (20, 23), 5: (21, 24)}
"""Button and lamp of each seat: each pair close together on the header, off every bus."""


def _seat(seat: int) -> list[Setting]:
    section = f"seat{seat}"
    button, lamp = _LINES[seat]
    return [
        line(
            section,
            "button",
            button,
            Phrase("GPIO line of the arcade button of seat {seat}, which connects it to ground", seat=seat),
        ),
        line(section, "lamp", lamp, Phrase("GPIO line of the lamp in that button")),
        one_of(section, "colour", tuple(COLOURS), Phrase("Its colour"), default=list(COLOURS)[seat - 1]),
    ]


SETTINGS = [
    one_of("table", "language", ("en", "de", "nl"), Phrase("Language of the display: English, German or Dutch")),
    one_of("clock", "profile", ("original", "even"), Phrase("How the price falls: like the original clock, or evenly")),
    number("clock", "speed", 1.0, 0.5, 2.0, Phrase("Speed; 2 is twice as fast")),
    number("clock", "seconds_per_price", 1.5, 0.2, 10.0, Phrase("How long the even clock shows each price")),
    number("clock", "get_ready", 3.0, 0.0, LONGEST_GET_READY, Phrase("Seconds of countdown before the clock runs")),
    number(
        "referee",
        "photo_finish_ms",
        10.0,
        1.0,
        1000.0,
        Phrase("How long the others are waited for after the first press"),
    ),
    number("referee", "tie_us", 200.0, 0.0, 100_000.0, Phrase("Presses closer together than this are a tie")),
    one_of(
        "referee",
        "phone_bids",
        ("without_button", "never", "always"),
        Phrase("Which seats may bid by phone: those without a button, none, or all"),
    ),
    number(
        "referee",
        "phone_ms",
        20.0,
        0.0,
        500.0,
        Phrase("How much later than pressed a bid by phone may arrive; closer ones are a tie"),
    ),
    number("bots", "pace", 1.5, 0.0, 60.0, Phrase("Seconds that a bot thinks")),
    *(setting for seat in SEATS for setting in _seat(seat)),
    one_of(
        "pins",
        "factory",
        ("lgpio", "rpigpio", "native"),
        Phrase(
            "Which library drives the pins; rpigpio and native only for old boards, and without the kernel's stamps"
        ),
    ),
    number(
        "buttons", "rest_ms", 30.0, 5.0, 500.0, Phrase("A button must rest released so long before it counts again")
    ),
    number(
        "buttons", "stuck_s", 10.0, 2.0, 120.0, Phrase("A button that is held down for longer is reported as stuck")
    ),
    one_of(
        "display",
        "driver",
        ("ssd1306", "ssd1309", "ssd1315", "sh1106", "sh1107", "ch1115", "none"),
        Phrase("The display's chip; if the picture is shifted by two columns or shows snow, try sh1106"),
    ),
    one_of("display", "size", ("128x64", "128x32", "128x128"), Phrase("Its size in pixels")),
    one_of("display", "bus", ("i2c", "spi"), Phrase("How it is connected")),
    whole("display", "port", 1, 0, 22, Phrase("Number of the bus: 1 for I2C on pins 3 and 5, 0 for SPI")),
    address("display", "address", 0x3C, Phrase("I2C address; 0x3d is the other one in use")),
    whole("display", "select", 0, 0, 1, Phrase("SPI: which chip select")),
    line("display", "dc", 25, Phrase("SPI: GPIO line of data/command")),
    line("display", "reset", "none", Phrase("SPI: GPIO line of reset")),
    whole("display", "rotate", 0, 0, 3, Phrase("Quarter turns clockwise")),
    whole("display", "contrast", 207, 0, 255, Phrase("Brightness")),
    one_of(
        "dial",
        "kind",
        ("none", "pwm", "lgpio"),
        Phrase("The servo dial: none, by hardware PWM (steady), or by pulses of lgpio (any line, trembles a little)"),
    ),
    line("dial", "line", 18, Phrase("GPIO line of the servo; hardware PWM is on 12, 13, 18 and 19")),
    whole("dial", "start_us", 600, 500, 2500, Phrase("Pulse with which the hand points at start")),
    whole(
        "dial", "end_us", 2400, 500, 2500, Phrase("Pulse with which it points at the end; smaller turns the other way")
    ),
    number(
        "dial",
        "start_angle",
        -90.0,
        -180.0,
        180.0,
        Phrase("Where start is on the printed face, in degrees from the top"),
    ),
    number("dial", "end_angle", 90.0, -180.0, 180.0, Phrase("Where the end is")),
    line("sound", "buzzer", 13, Phrase("GPIO line of a passive buzzer")),
    yes_or_no("sound", "ticks", True, Phrase("A tick with every price")),
    two_seats("power", "chord", (1, 3), Phrase("Two seats whose buttons, held together, switch off; [] for none")),
    number("power", "hold_s", 5.0, 2.0, 30.0, Phrase("For how many seconds")),
    line(
        "power",
        "halted",
        "none",
        Phrase("GPIO line that goes high when the machine has halted, for a lamp or for a switch that cuts the power"),
    ),
    text(
        "page",
        "host",
        "0.0.0.0",
        Phrase("Who can see the page: 127.0.0.1 this machine only, 0.0.0.0 the whole network"),
    ),
    whole("page", "port", 8080, 1, 65535, Phrase("Its port")),
    machine("page", "name", Phrase("Another name by which phones reach this device, if it has one")),
    one_of(
        "wifi",
        "own",
        ("when_alone", "never", "always"),
        Phrase("Whether the box has a Wi-Fi of its own: where no known network answers, never, or always"),
    ),
    number("wifi", "patience_s", 45.0, 10.0, 600.0, Phrase("For how many seconds it waits for a known network first")),
    machine("mqtt", "broker", Phrase("The MQTT broker to which this box tells its table; none, and it tells nobody")),
    whole("mqtt", "port", 1883, 1, 65535, Phrase("The broker's port")),
    anything("mqtt", "user", Phrase("The name by which the broker knows this box, if it asks for one")),
    anything("mqtt", "password", Phrase("The password that goes with it")),
    anything("mqtt", "table", Phrase("What this table is called on the wall; else by the name of this machine")),
    yes_or_no("mqtt", "discovery", True, Phrase("Home Assistant finds this table by itself")),
]
