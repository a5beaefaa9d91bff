"""A correction typed in a line, such as `Anna money 340000; gr3 Ben`, read and said again in words."""

from collections.abc import Callable, Sequence

from companion.games.errors import Illegal
from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.corrections import AnyChange, SetMarkers, SetMoney, SetOwner, SetTrack
from companion.games.merchants.state import Setup
from companion.games.merchants.story import counted, listed

FORM = [
    "",
    "What does the cardboard show otherwise? Write for example:",
    "   Anna money 340000     Anna credit 1     Anna silk 3 (0: off the track)",
    "   gr3 Anna     gr3 nobody            and several of them with ; between",
    "A seat is a name, a colour or a number. Enter alone changes nothing.",
]
_NOBODY = ("nobody", "-")


def changes_in(text: str, setup: Setup) -> tuple[AnyChange, ...]:
    """What is meant, or the reason why it cannot be understood."""
    return tuple(_change(part.strip(), setup) for part in text.split(";") if part.strip())


def _change(text: str, setup: Setup) -> AnyChange:
    space, _, owner = text.lower().partition(" ")
    if space in setup.board.office_bit or space in setup.board.plot_bit:
        return SetOwner(space, None if owner.strip() in _NOBODY else _seat(owner.strip(), setup))
    words, _, number = text.rpartition(" ")
    who, _, what = words.rpartition(" ")
    amount = _number(number)
    for commodity in COMMODITIES:
        if what.lower() == commodity:
            return SetTrack(_seat(who, setup), commodity, amount)
    match what.lower():
        case "money":
            return SetMoney(_seat(who, setup), amount)
        case "credit" | "markers":
            return SetMarkers(_seat(who, setup), amount)
        case _:
            raise Illegal("I cannot read {text!r}: write for example Anna money 340000, or gr3 Anna.", text=text)


def _seat(text: str, setup: Setup) -> int:
    for seat, (name, colour) in enumerate(zip(setup.names, setup.seats, strict=True)):
        if text.strip().lower() in (name.lower(), colour, str(seat + 1)):
            return seat
    raise Illegal("Nobody here is called {text!r}; there are {known}.", text=text, known=listed(list(setup.names)))


def _number(text: str) -> int:
    digits = text.translate(str.maketrans("", "", ",._"))
    if not (digits.isascii() and digits.removeprefix("-").isdigit()):
        raise Illegal("{text!r} is no number.", text=text)
    return int(digits)


def in_words(changes: Sequence[AnyChange], called: Callable[[int], str]) -> str:
    return listed([_in_words(change, called) for change in changes])


def _in_words(change: AnyChange, called: Callable[[int], str]) -> str:
    match change:
        case SetMoney(seat, amount):
            return f"{called(seat)} has {amount:,}"
        case SetMarkers(seat, markers):
            return f"{called(seat)} holds {counted(markers, 'credit marker')}"
        case SetTrack(seat, commodity, space):
            return f"{called(seat)} stands {f'on space {space}' if space else 'nowhere'} on {commodity}"
        case SetOwner(space_id, owner):
            return f"{space_id} belongs to {'nobody' if owner is None else called(owner)}"
