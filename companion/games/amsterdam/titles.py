"""What things are called, in any language; all their names are in `names`."""

from companion.games.amsterdam.actions import Effect
from companion.games.amsterdam.names import (
    COLOUR_NAMES,
    FIGURE_NAMES,
    GOOD_NAMES,
    KIND_COUNTS,
    KIND_NAMES,
    WAREHOUSE_NUMBERS,
    WORKER_NAMES,
)
from companion.games.amsterdam.things import (
    COLOURS,
    GOODS,
    KINDS,
    PLACES,
    WAREHOUSES,
    WORKERS,
    Colour,
    Counts,
    Figure,
    Good,
    Kind,
    Place,
    Worker,
    minus,
    only,
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


def more_than_none(gulden: int, resources: Counts, speech: Speech = ENGLISH) -> list[str]:
    """Of gulden and of each colour, those of which there are some."""
    coins = [gulden_title(gulden, speech)] if gulden > 0 else []
    some = [only(colour, count) for colour, count in zip(COLOURS, resources, strict=True) if count > 0]
    return [*coins, *(resources_title(counts, speech) for counts in some)]


def gulden_title(count: int, speech: Speech = ENGLISH) -> str:
    return speech.say("{count} gulden", count=abs(count))


def brought(effect: Effect, speech: Speech = ENGLISH) -> list[str]:
    """What it brings, part by part; steps on the Amstel and penalty tokens are told by themselves."""
    prestige = [speech.say("{amount} prestige", amount=effect.prestige)] if effect.prestige else []
    return [*more_than_none(effect.gulden, effect.resources, speech), *prestige]


def given(effect: Effect, speech: Speech = ENGLISH) -> list[str]:
    """What it costs, part by part."""
    return more_than_none(-effect.gulden, minus(effect.resources), speech)


def dice_title(dice: Counts, speech: Speech = ENGLISH) -> str:
    return ", ".join(f"{colour_heading(colour, speech)} {die}" for colour, die in zip(COLOURS, dice, strict=True))


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


def cards_title(cards: Counts, speech: Speech = ENGLISH) -> str:
    """`2 district maps and 1 building`."""
    return speech.listed(
        [speech.counted(count, *KIND_COUNTS[kind]) for kind, count in zip(KINDS, cards, strict=True) if count]
    )


def tokens_title(count: int, speech: Speech = ENGLISH) -> str:
    return speech.counted(abs(count), "{count} penalty token", "{count} penalty tokens")


def spaces_title(count: int, speech: Speech = ENGLISH) -> str:
    return speech.counted(count, "{count} space", "{count} spaces")


def figure_title(figure: Figure, speech: Speech = ENGLISH) -> str:
    return speech.say(FIGURE_NAMES[figure])


def stands_title(figure: Figure, at: str, speech: Speech = ENGLISH) -> str:
    """Where a figure stands: on a warehouse or storehouse, on a block of a district, or on the black market."""
    if figure == "bailiff":
        return district_title(colour_called(at), speech)
    return good_title(good_called(at), speech) if figure == "marketeer" else place_title(_place_called(at), speech)


# What the words of a fact stand for.


def good_called(word: str) -> Good:
    return next(good for good in GOODS if good == word)


def colour_called(word: str) -> Colour:
    return next(colour for colour in COLOURS if colour == word)


def _place_called(word: str) -> Place:
    return next(place for place in PLACES if place == word)
