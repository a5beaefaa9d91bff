"""Ways to break the board in the box, by name, for tests: at least one for every sentence that `board check` can say,
and where an owner finds the mistake on the workbench.
"""

import json
import math
from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import date, time
from typing import Any, NamedTuple

from plain_boards import Plain, plain

from companion.games.merchants.board import default_board

Change = Callable[[Plain], Plain]


class Broken(NamedTuple):
    """One way."""

    change: Change
    part: str | None = None
    """Where the mistake is found; None: it cannot be put right item by item, and is not even taken in as a draft."""
    item: str | None = None
    """None: it is about the whole part."""


def default_plain() -> Plain:
    """The board in the box."""
    return plain(default_board())


def put(*changes: tuple[str, object]) -> Change:
    """Another value at these places: `regions.0.number`."""

    def change(plain: Plain) -> Plain:
        for path, value in changes:
            inside, name = _inside(plain, path)
            inside[name] = deepcopy(value)
        return plain

    return change


def without(path: str) -> Change:
    def change(plain: Plain) -> Plain:
        inside, name = _inside(plain, path)
        del inside[name]
        return plain

    return change


def with_more(path: str, *values: object) -> Change:
    """At the end of a list."""

    def change(plain: Plain) -> Plain:
        inside, name = _inside(plain, path)
        inside[name] += deepcopy(values)
        return plain

    return change


def swapped(path: str, one: int, other: int) -> Change:
    def change(plain: Plain) -> Plain:
        inside, name = _inside(plain, path)
        inside[name][one], inside[name][other] = inside[name][other], inside[name][one]
        return plain

    return change


def instead(whole: object) -> Change:
    """Something that is no board at all."""
    return lambda _plain: whole  # type: ignore[return-value]


def _inside(plain: Plain, path: str) -> tuple[Any, Any]:
    *ways, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inside: Any = plain
    for way in ways:
        inside = inside[way]
    return inside, last


def _bridge(name: str, *ends: str) -> Plain:
    return {"id": name, "ends": [*ends], "source": "cardboard"}


TABLE = [[100, 60], [80, 40], [60, 40], [40, 20]]
LONG = "x" * 41

BROKEN: Mapping[str, Broken] = {
    # What cannot be read at all.
    "a board that is a list": Broken(instead([1, 2])),
    "a list of thousands of bridges": Broken(put(("bridges", [_bridge("b", "nz1", "oz1")] * 600))),
    "lists in lists without end": Broken(put(("regions", [{"offices": [0] * 400}] * 60))),
    "no clock": Broken(without("clock")),
    "no years": Broken(without("years")),
    "years that are a table": Broken(put(("years", {"1579": "start"}))),
    "a card that is a text": Broken(put(("cards.5", "office_east_indies"))),
    "a part that is nearly spelt right": Broken(put(("bridge", []))),
    "a part that nobody knows": Broken(put(("harbour", []))),
    "a field that nobody knows": Broken(put(("tracks.width", 4))),
    "a plot without a cell": Broken(without("districts.0.plots.1.cell")),
    "a place with one number": Broken(put(("districts.0.plots.1.at", [582]))),
    "a table for an area that is nearly spelt right": Broken(put(("years.25.tables.amsterdm", TABLE))),
    "a table for an area that nobody knows": Broken(put(("years.25.tables.sea", TABLE))),
    "a commodity that nobody trades in": Broken(put(("regions.0.offices.3.commodity", "pepper"))),
    "a text for a whole number": Broken(put(("tracks.length", "eight"))),
    "true for a number": Broken(put(("clock.seconds", True))),
    "a list for a number": Broken(put(("clock.seconds", [27]))),
    "a table for a text": Broken(put(("bridges.0.id", {}))),
    "a number for a list": Broken(put(("bridges.0.ends", 0.5))),
    "nothing for a number": Broken(put(("tracks.length", None))),
    "a date for a number": Broken(put(("tracks.length", date(1609, 4, 9)))),
    "a time for a number": Broken(put(("tracks.length", time(12, 30)))),
    "bytes for a number": Broken(put(("tracks.length", b"8"))),
    "a number for tables": Broken(put(("years.25.tables", 7))),
    "a region that is none of the four": Broken(put(("regions.1.id", "europe"))),
    "a district that is there twice": Broken(put(("districts.3.id", "grachten"))),
    "an office without a name": Broken(put(("regions.0.offices.0.id", ""))),
    "a plot with a script for a name": Broken(put(("districts.1.plots.6.id", "<script>alert(1)</script>"))),
    "a bridge with a name too long": Broken(put(("bridges.0.id", LONG))),
    "a card with blanks in its name": Broken(put(("cards.3.id", "office americas"))),
    "an office that is nowhere": Broken(put(("regions.0.offices.0.at", [math.nan, 300.0]))),
    "a clock that runs for ever": Broken(put(("clock.seconds", math.inf))),
    "more cards than anybody can count": Broken(put(("cards.1.count", 10**12))),
    "a number of thousands of digits": Broken(put(("cards.1.count", 10**4200))),
    "a cell beyond all numbers": Broken(put(("districts.2.plots.4.cell", [0, -(10**400)]))),
    "a plot beyond every edge": Broken(put(("districts.0.plots.0.at", [-1e300, 1e300]))),
    "a clock that takes for ever": Broken(put(("clock.doubled_seconds", 1e300))),
    "a wedge that never ends": Broken(put(("clock.wedges.16.end", 1e300))),
    # Tracks.
    "a track of one space": Broken(put(("tracks.length", 1)), "tracks"),
    "a track of a million spaces": Broken(put(("tracks.length", 1_000_000)), "tracks"),
    "a track that is shorter than nothing": Broken(put(("tracks.length", -8)), "tracks"),
    # Regions and districts.
    "a region with the number 5": Broken(put(("regions.1.number", 5)), "africa"),
    "a district with the number of another": Broken(put(("districts.2.number", 2)), "grachten"),
    "a region without an office": Broken(put(("regions.1.offices", [])), "africa"),
    "a district without a plot": Broken(put(("districts.3.plots", [])), "lastage"),
    "two offices of one name": Broken(put(("regions.0.offices.8.id", "am1")), "americas", "am1"),
    "a plot with the name of an office": Broken(put(("districts.0.plots.4.id", "fe9")), "nieuwe_zijde", "fe9"),
    "an office beyond the edge": Broken(put(("regions.0.offices.3.at", [1201.0, 190.0])), "americas", "am4"),
    "a plot far beyond every edge": Broken(put(("districts.0.plots.0.at", [-1e9, 1e9])), "nieuwe_zijde", "nz1"),
    "two offices in one place": Broken(
        put(("regions.2.offices.0.at", [500.0, 500.0]), ("regions.2.offices.1.at", [500.0, 500.0])),
        "east_indies",
        "ei2",
    ),
    "two plots in one cell": Broken(
        put(("districts.2.plots.4.cell", [50, 50]), ("districts.2.plots.5.cell", [50, 50])), "grachten", "gr6"
    ),
    "a cell far away": Broken(put(("districts.2.plots.4.cell", [0, 100])), "grachten", "gr5"),
    "a cell very far away": Broken(put(("districts.2.plots.4.cell", [0, -(10**9)])), "grachten", "gr5"),
    # Bridges.
    "a bridge to nowhere": Broken(put(("bridges.2.ends", ["nz77", "oz1"])), "bridges", "damrak"),
    "a bridge to an office": Broken(put(("bridges.2.ends", ["nz2", "am1"])), "bridges", "damrak"),
    "a bridge to another bridge": Broken(put(("bridges.2.ends", ["dam", "damrak"])), "bridges", "damrak"),
    "a bridge to the plot that it begins at": Broken(put(("bridges.2.ends", ["nz2", "nz2"])), "bridges", "damrak"),
    "a bridge within a district": Broken(put(("bridges.2.ends", ["nz2", "nz4"])), "bridges", "damrak"),
    "a second bridge between the same plots": Broken(
        with_more("bridges", _bridge("papen", "oz1", "nz2")), "bridges", "papen"
    ),
    "two bridges of one name": Broken(put(("bridges.3.id", "damrak")), "bridges", "damrak"),
    # Start spaces.
    "a seat without start spaces": Broken(without("start.4"), "start"),
    "no start spaces at all": Broken(put(("start", [])), "start"),
    "a sixth seat": Broken(with_more("start", {"office": "am2", "warehouse": "nz1", "source": "cardboard"}), "start"),
    "a start on an office that is not there": Broken(put(("start.1.office", "oz9")), "start", "2"),
    "a start on a plot that is not there": Broken(put(("start.1.warehouse", "damrak")), "start", "2"),
    "a start with a script for a name": Broken(put(("start.0.office", "<script>alert(1)</script>"))),
    "two seats on one plot": Broken(put(("start.4.warehouse", "gr3")), "start", "5"),
    "two seats on one office": Broken(put(("start.4.office", "am1")), "start", "5"),
    # The time track.
    "a year that is missing": Broken(without("years.5"), "years"),
    "no year at all": Broken(put(("years", [])), "years"),
    "a year that the track has not": Broken(put(("years.2.year", "1589")), "years", "1589"),
    "a year with markup for a name": Broken(put(("years.2.year", '<b>"1589"</b>')), "years", '<b>"1589"</b>'),
    "a year that is there twice": Broken(
        put(("years.3", {"year": "1588", "event": "ship", "source": "cardboard"})), "years", "1588"
    ),
    "years in another order": Broken(swapped("years", 14, 16), "years", "1632"),
    "an event where the rulebook knows of none": Broken(put(("years.1.event", "ship")), "years", "1585"),
    "a second start": Broken(put(("years.2.event", "start")), "years", "1588"),
    "an early end": Broken(put(("years.15.event", "final")), "years", "1628"),
    "a last year without an end": Broken(put(("years.25.event", "ship")), "years", "1666"),
    "a scoring before the first": Broken(
        put(("years.8.event", "score_colonies"), ("years.8.table", TABLE)), "years", "1609/21"
    ),
    "a scoring too many": Broken(put(("years.15.event", "score_market"), ("years.15.table", TABLE)), "years"),
    "a scoring without a table": Broken(without("years.23.table"), "years", "1664"),
    "a table where nothing is scored": Broken(put(("years.2.table", TABLE)), "years", "1588"),
    "tables before the end": Broken(put(("years.2.tables", {"market": TABLE})), "years", "1588"),
    "a last year that does not score the city": Broken(without("years.25.tables.amsterdam"), "years", "1666"),
    "a last year without tables": Broken(without("years.25.tables"), "years", "1666"),
    "another table than the rulebook's": Broken(put(("years.7.table.0", [120, 60])), "years", "1609"),
    "a table of three ranks": Broken(without("years.23.table.3"), "years", "1664"),
    "a table of no rank": Broken(put(("years.23.table", [])), "years", "1664"),
    "a second place that gets more": Broken(put(("years.23.table.1", [60, 120])), "years", "1664"),
    "amounts in guilders": Broken(put(("years.23.table.0", [140_000, 80_000])), "years", "1664"),
    # Cards.
    "a kind of card of which there are none": Broken(put(("cards.3.count", 0)), "cards", "office_americas"),
    "a million cards": Broken(put(("cards.1.count", 1_000_000)), "cards"),
    "fewer cards than none": Broken(put(("cards.1.count", -6)), "cards", "goods"),
    "an office card that leaves with three players": Broken(
        put(("cards.3.min_players", 4)), "cards", "office_americas"
    ),
    "a card for a region that is not there": Broken(put(("cards.4.region", "europe")), "cards", "office_africa"),
    "a card for a district that is not there": Broken(
        put(("cards.11.districts", ["jordaan"])), "cards", "build_nieuwe_zijde"
    ),
    "a card for two districts that are not there": Broken(
        put(("cards.15.districts", ["jordaan", "plantage"])), "cards", "build_gr_oz_gemstones"
    ),
    "a sand clock with a commodity": Broken(put(("cards.0.commodity", "silk")), "cards", "sand"),
    "an office card that shows nothing": Broken(without("cards.4.region"), "cards", "office_africa"),
    "an office card that shows nothing but a district": Broken(
        put(
            (
                "cards.4",
                {"id": "office_africa", "kind": "office", "count": 3, "source": "cardboard", "districts": ["lastage"]},
            )
        ),
        "cards",
        "office_africa",
    ),
    "an office card with a district": Broken(put(("cards.4.districts", ["lastage"])), "cards", "office_africa"),
    "a build card with nothing but a commodity": Broken(
        put(("cards.15", {"id": "build", "kind": "build", "count": 1, "source": "cardboard", "commodity": "silk"})),
        "cards",
        "build",
    ),
    "a build card without a district": Broken(put(("cards.11.districts", [])), "cards", "build_nieuwe_zijde"),
    "a build card for three districts": Broken(
        put(("cards.15.districts", ["grachten", "lastage", "oude_zijde"])), "cards", "build_gr_oz_gemstones"
    ),
    "a build card with a region": Broken(put(("cards.11.region", "africa")), "cards", "build_nieuwe_zijde"),
    "two cards of one name": Broken(put(("cards.4.id", "goods")), "cards", "goods"),
    "two kinds of sand clocks": Broken(
        with_more("cards", {"id": "sand2", "kind": "sand_clock", "count": 1, "source": "cardboard"}), "cards"
    ),
    "a sand clock too few": Broken(put(("cards.0.count", 23)), "cards"),
    "an action card too many": Broken(put(("cards.3.count", 4)), "cards"),
    "a marked card too few": Broken(put(("cards.1.count", 7), ("cards.2.count", 5)), "cards"),
    "no card at all": Broken(put(("cards", [])), "cards"),
    # The clock.
    "a clock that stands": Broken(put(("clock.seconds", 0.0)), "clock"),
    "a clock that takes ages": Broken(put(("clock.doubled_seconds", 1e9)), "clock"),
    "a clock that takes no time to speak of": Broken(put(("clock.seconds", -1.5e-300)), "clock"),
    "a clock that turns more than once": Broken(put(("clock.sweep", 400.0)), "clock"),
    "a clock without wedges": Broken(put(("clock.wedges", [])), "clock"),
    "a wedge too few": Broken(without("clock.wedges.8"), "clock"),
    "a wedge that ends before it begins": Broken(put(("clock.wedges.4.end", 60.0)), "clock", "170"),
    "a wedge that ends far beyond": Broken(put(("clock.wedges.16.end", 1e9)), "clock", "50"),
    "a wedge that shows another price": Broken(put(("clock.wedges.3.shows", "185")), "clock", "185"),
    "a wedge that shows what cannot be printed": Broken(
        put(("clock.wedges.3.shows", '\x00\x7f"<ü\n')), "clock", '\x00\x7f"<ü\n'
    ),
    "a wedge that reads another price": Broken(put(("clock.wedges.0.dial", 210)), "clock", "start"),
}

BROKEN_FILES: Mapping[str, bytes] = {
    "a file that is far too large": b"#" * 300_000,
    "a file in another encoding": "# Brücken\nx = 1\n".encode("latin-1"),
    "a file that is no TOML": b'[tracks]\nlength = 8\nsource "rulebook"\n',
    "a number of thousands of digits": b"x = " + b"9" * 5000,
    "lists in lists in lists": b"x = " + b"[" * 5000,
    "a key of thousands of parts": b"a." * 50_000 + b"a = 1",
    "more keys than any board has": b"a=1\n" * 20_001,
}
"""What is wrong before there are any data."""


def broken(name: str) -> Plain:
    return BROKEN[name].change(default_plain())


def toml(plain: object) -> bytes:
    """As somebody might have typed it. LookupError for what nobody can type."""
    if not isinstance(plain, dict):
        raise LookupError("a file is always a table")
    return "".join(f"{_quoted(name)} = {_typed(value)}\n" for name, value in plain.items()).encode()


def _typed(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case str():
            return _quoted(value)
        case list() | tuple():
            return "[" + ", ".join(map(_typed, value)) + "]"
        case dict():
            return "{" + ", ".join(f"{_quoted(name)} = {_typed(inside)}" for name, inside in value.items()) + "}"
        case date() | time():
            return value.isoformat()
    raise LookupError(f"TOML has no {value!r}")


def _quoted(text: str) -> str:
    return json.dumps(text).replace("\x7f", "\\u007f")


LET_IN = tuple(name for name, way in BROKEN.items() if way.part)
"""What can be put right item by item."""
