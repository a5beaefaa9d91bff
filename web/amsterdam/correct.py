"""What can be put right in Amsterdam: all that somebody can have, and all that lies on the board."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from companion.games.amsterdam.corrections import (
    MOST,
    AnyChange,
    SetBarge,
    SetBlackMarket,
    SetCard,
    SetCrests,
    SetFigure,
    SetGoods,
    SetGroup,
    SetMagazine,
    SetPenalties,
    SetPrestige,
    SetRoundel,
    SetSpace,
    SetStorehouse,
    SetSupply,
    SetWarehouse,
    SetWorkers,
)
from companion.games.amsterdam.figures import bailiff_places, marketeer_places, supervisor_places
from companion.games.amsterdam.sight import Sight
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import (
    BERTHS,
    BLOCKS,
    CARDS,
    COLOURS,
    GOODS,
    PLACES,
    ROOFS,
    SLOTS,
    WAREHOUSES,
    WORKERS,
    CardPlace,
    Colour,
    Figure,
    Good,
)
from companion.games.amsterdam.titles import (
    colour_heading,
    figure_title,
    good_heading,
    place_title,
    stands_title,
    worker_title,
)
from companion.games.speech import Phrase, mark
from companion.snapshots import Snapshot
from companion.words import Words
from web import forms
from web.correcting import money, seat
from web.visitors import visitor

Thing = TypeVar("Thing", bound=str)


CARD_PLACES: dict[CardPlace, str] = {
    "below": mark("below the board"),
    "active": mark("active"),
    "gone": mark("neither: this player does not have it"),
}
NOWHERE = ""
"""Where a figure stands that has left."""


class Standing(NamedTuple):
    """A figure, and where it could be."""

    figure: Figure
    title: str
    at: str
    places: tuple[tuple[str, str], ...]


def there(snapshot: Snapshot, words: Words) -> dict[str, object]:
    """For the forms."""
    table: Sight = snapshot.view(None).table
    return {
        "table": table,
        "most": MOST,
        "colours": [(colour, colour_heading(colour, words)) for colour in COLOURS],
        "goods": [(good, good_heading(good, words)) for good in GOODS],
        "slots": range(1, SLOTS + 1),
        "places": [(place, place_title(place, words)) for place in PLACES],
        "workers": [(worker, worker_title(worker, words)) for worker in WORKERS],
        "card_places": [(place, words.say(title)) for place, title in CARD_PLACES.items()],
        "houses": _with_counts((*GOODS, *WAREHOUSES), (*table.storehouses, *table.warehouses), place_title, words),
        "black_market": _with_counts(GOODS, table.black_market, good_heading, words),
        "figures": tuple(_figures(snapshot.look.now.state, words)),
    }


def _with_counts(
    things: Sequence[Thing], counts: Sequence[int], title: Callable[[Thing, Words], str], words: Words
) -> list[tuple[Thing, str]]:
    """Each with how many there are now."""
    return [
        (thing, words.say("{what}, now {count}", what=title(thing, words), count=count))
        for thing, count in zip(things, counts, strict=True)
    ]


def _figures(state: State, words: Words) -> Iterator[Standing]:
    """Of the expansions that are played."""
    rules = state.setup.rules
    if rules.workers:
        yield _standing("supervisor", state.supervisor, supervisor_places(state), words)
        yield _standing("bailiff", state.bailiff, bailiff_places(state), words)
    if rules.marketeer:
        yield _standing("marketeer", state.marketeer, marketeer_places(state), words)


def _standing(figure: Figure, at: str | None, places: Sequence[str], words: Words) -> Standing:
    named = tuple((place, stands_title(figure, place, words)) for place in places)
    return Standing(figure, figure_title(figure, words), at or NOWHERE, named)


def change(snapshot: Snapshot) -> AnyChange:
    """As the form says."""
    return _CHANGES[forms.one_of("kind", _CHANGES, Phrase("What is to be put right"))](snapshot)


def _prestige(snapshot: Snapshot) -> SetPrestige:
    return SetPrestige(seat(snapshot), forms.number("amount", -MOST, MOST, Phrase("The prestige")))


def _supply(snapshot: Snapshot) -> SetSupply:
    return SetSupply(seat(snapshot), _colour(), _count(MOST))


def _roundel(snapshot: Snapshot) -> SetRoundel:
    return SetRoundel(seat(snapshot), forms.number("slot", 1, SLOTS, Phrase("The slot")), _colour(), _count(MOST))


def _penalties(snapshot: Snapshot) -> SetPenalties:
    return SetPenalties(seat(snapshot), _count(MOST))


def _space(snapshot: Snapshot) -> SetSpace:
    return SetSpace(seat(snapshot), forms.number("space", 0, _mouth(snapshot), Phrase("The space")))


def _crests(snapshot: Snapshot) -> SetCrests:
    return SetCrests(seat(snapshot), _colour(), _count(BLOCKS))


def _group(snapshot: Snapshot) -> SetGroup:
    return SetGroup(seat(snapshot), _count(MOST))


def _goods(snapshot: Snapshot) -> SetGoods:
    where = forms.one_of("where", ("storage", "aboard"), Phrase("The place"))
    return SetGoods(seat(snapshot), _good(), where == "aboard", _count(MOST))


def _workers(snapshot: Snapshot) -> SetWorkers:
    return SetWorkers(seat(snapshot), forms.one_of("worker", WORKERS, Phrase("The dock worker")), _count(BERTHS))


def _barge(snapshot: Snapshot) -> SetBarge:
    return SetBarge(seat(snapshot), forms.one_of("place", PLACES, Phrase("The place")))


def _card(snapshot: Snapshot) -> SetCard:
    card = forms.number("card", CARDS[0], CARDS[-1], Phrase("The card"))
    return SetCard(seat(snapshot), card, forms.one_of("where", CARD_PLACES, Phrase("The place")))


# On the board of all.


def _house(_snapshot: Snapshot) -> SetStorehouse | SetWarehouse:
    place = Phrase("The place")
    if forms.text("place") in WAREHOUSES:
        return SetWarehouse(forms.one_of("place", WAREHOUSES, place), _count(1))
    return SetStorehouse(forms.one_of("place", GOODS, place), _count(ROOFS))


def _black_market(_snapshot: Snapshot) -> SetBlackMarket:
    return SetBlackMarket(_good(), _count(1))


def _magazine(_snapshot: Snapshot) -> SetMagazine:
    return SetMagazine(_count(MOST))


def _figure(snapshot: Snapshot) -> SetFigure:
    there = {one.figure: one.places for one in _figures(snapshot.look.now.state, visitor().words)}
    figure = forms.one_of("figure", there, Phrase("The figure"))
    places = (NOWHERE, *(place for place, _ in there[figure]))
    return SetFigure(figure, forms.one_of("at", places, Phrase("The place")) or None)


_CHANGES: dict[str, Callable[[Snapshot], AnyChange]] = {
    "money": money,
    "prestige": _prestige,
    "supply": _supply,
    "roundel": _roundel,
    "penalties": _penalties,
    "space": _space,
    "crests": _crests,
    "group": _group,
    "goods": _goods,
    "workers": _workers,
    "barge": _barge,
    "card": _card,
    "house": _house,
    "black_market": _black_market,
    "magazine": _magazine,
    "figure": _figure,
}


def _colour() -> Colour:
    return forms.one_of("colour", COLOURS, Phrase("The colour"))


def _good() -> Good:
    return forms.one_of("good", GOODS, Phrase("The commodity"))


def _count(most: int) -> int:
    return forms.number("count", 0, most, Phrase("The number"))


def _mouth(snapshot: Snapshot) -> int:
    mouth: int = snapshot.look.now.state.setup.board.mouth
    return mouth
