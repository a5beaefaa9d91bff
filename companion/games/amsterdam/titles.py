"""What things are called, in any language; all their names are in `names`."""

from companion.games.amsterdam.names import (
    COLOUR_NAMES,
    FIGURE_NAMES,
    GOOD_NAMES,
    KIND_NAMES,
    WAREHOUSE_NUMBERS,
    WORKER_NAMES,
)
from companion.games.amsterdam.things import (
    COLOURS,
    GOODS,
    WAREHOUSES,
    WORKERS,
    Colour,
    Counts,
    Figure,
    Good,
    Kind,
    Place,
    Worker,
)
from companion.games.speech import ENGLISH, Phrase, Speech


def colour_heading(colour: Colour, speech: Speech = ENGLISH) -> str:
    return speech.say(COLOUR_NAMES[colour].heading)


def district_title(district: Colour, speech: Speech = ENGLISH) -> str:
    return speech.say(COLOUR_NAMES[district].district)


def resources_title(counts: Counts, speech: Speech = ENGLISH) -> str:
    """`2 black and 1 pink`; how many of each, whether they come or go."""
    found = [(colour, abs(count)) for colour, count in zip(COLOURS, counts, strict=True) if count]
    return speech.listed(
        [speech.counted(count, COLOUR_NAMES[colour].one, COLOUR_NAMES[colour].many) for colour, count in found]
    )


def good_heading(good: Good, speech: Speech = ENGLISH) -> str:
    return speech.say(GOOD_NAMES[good].heading)


def good_title(good: Good, speech: Speech = ENGLISH) -> str:
    """Inside a sentence."""
    return speech.say(GOOD_NAMES[good].inside)


def goods_title(counts: Counts, speech: Speech = ENGLISH) -> str:
    """`cheese and 2 x beer`."""
    found = [(good_title(good, speech), count) for good, count in zip(GOODS, counts, strict=True) if count]
    several = [name if count == 1 else speech.say("{count} x {name}", count=count, name=name) for name, count in found]
    return speech.listed(several)


def worker_title(worker: Worker, speech: Speech = ENGLISH) -> str:
    return speech.say(WORKER_NAMES[worker])


def place_phrase(place: Place) -> Phrase:
    """A place of the harbour, inside a sentence, for a language that is not known yet."""
    if place in WORKERS:
        return Phrase("the {colour} dock", colour=Phrase(WORKER_NAMES[place]))
    if place in GOODS:
        return Phrase("the storehouse for {good}", good=Phrase(GOOD_NAMES[place].inside))
    if place in WAREHOUSES:
        return Phrase("warehouse {number}", number=WAREHOUSE_NUMBERS[place])
    return Phrase("the pier") if place == "pier" else Phrase("open water")


def place_title(place: Place, speech: Speech = ENGLISH) -> str:
    return place_phrase(place).said(speech)


def card_title(card: int, speech: Speech = ENGLISH) -> str:
    """By its number, as it is printed."""
    return speech.say("card {number}", number=number_of(card))


def number_of(card: int) -> str:
    return f"{card:03d}"


def kind_title(kind: Kind, speech: Speech = ENGLISH) -> str:
    return speech.say(KIND_NAMES[kind])


def figure_title(figure: Figure, speech: Speech = ENGLISH) -> str:
    return speech.say(FIGURE_NAMES[figure])
