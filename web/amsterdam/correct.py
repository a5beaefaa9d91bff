"""What can be put right in Amsterdam: all that somebody can have."""

from collections.abc import Callable

from companion.games.amsterdam.corrections import (
    MOST,
    AnyChange,
    SetCrests,
    SetGoods,
    SetGroup,
    SetPenalties,
    SetPrestige,
    SetRoundel,
    SetSpace,
    SetSupply,
)
from companion.games.amsterdam.sight import Sight
from companion.games.amsterdam.things import BLOCKS, COLOURS, GOODS, SLOTS, Colour, Good
from companion.games.amsterdam.titles import colour_heading, good_heading
from companion.games.speech import Phrase
from companion.snapshots import Snapshot
from companion.words import Words
from web import forms
from web.correcting import money, seat


def there(snapshot: Snapshot, words: Words) -> dict[str, object]:
    """For the forms."""
    table: Sight = snapshot.view(None).table
    return {
        "table": table,
        "colours": [(colour, colour_heading(colour, words)) for colour in COLOURS],
        "goods": [(good, good_heading(good, words)) for good in GOODS],
        "slots": range(1, SLOTS + 1),
        "blocks": BLOCKS,
        "mouth": _mouth(snapshot),
    }


def change(snapshot: Snapshot) -> AnyChange:
    """As the form says."""
    return _CHANGES[forms.one_of("kind", _CHANGES, Phrase("What is to be put right"))](snapshot)


def _prestige(snapshot: Snapshot) -> SetPrestige:
    return SetPrestige(seat(snapshot), forms.number("amount", 0, MOST, Phrase("The prestige")))


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
    good: Good = forms.one_of("good", GOODS, Phrase("The commodity"))
    return SetGoods(
        seat(snapshot),
        good,
        forms.one_of("where", ("storage", "aboard"), Phrase("The place")) == "aboard",
        _count(MOST),
    )


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
}


def _colour() -> Colour:
    return forms.one_of("colour", COLOURS, Phrase("The colour"))


def _count(most: int) -> int:
    return forms.number("count", 0, most, Phrase("The number"))


def _mouth(snapshot: Snapshot) -> int:
    mouth: int = snapshot.look.now.state.setup.board.mouth
    return mouth
