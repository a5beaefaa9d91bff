"""What a seat can answer, as a page offers it: with one tap where nothing is left to say, else with a form whose fields
are the fields of the action. How a form becomes an action again is for `web.pages.typed`.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from companion.games.amsterdam.actions import AnyAction
from web.amsterdam.chips import Chip

NO_SIGN = Markup("")


class Tap(NamedTuple):
    """A whole action."""

    words: str
    request: str
    sign: Markup = NO_SIGN
    cost: tuple[Chip, ...] = ()


class Number(NamedTuple):
    """To be counted up and down."""

    name: str
    title: str
    value: int
    least: int
    most: int
    sign: Markup = NO_SIGN
    icon: str = ""
    is_told: bool = False
    """In words beside it, for a sign alone would not say it; and shown also where only one number is possible."""
    how: str = "number"


class Choice(NamedTuple):
    value: str
    words: str
    sign: Markup = NO_SIGN
    is_chosen: bool = False


class OneOf(NamedTuple):
    """All in sight, one is tapped."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    look: str = "signs"
    how: str = "one_of"


class Named(NamedTuple):
    """One of so many that they are in a list."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    how: str = "named"


class Ticks(NamedTuple):
    """Several are tapped."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    look: str = "signs"
    how: str = "ticks"


class Tick(NamedTuple):
    name: str
    title: str
    is_ticked: bool = False
    how: str = "tick"


class CardNumber(NamedTuple):
    """As it is printed."""

    name: str
    title: str
    how: str = "card"


class Fold(NamedTuple):
    """Fields that are seldom needed."""

    key: str
    title: str
    fields: tuple["Field", ...]
    how: str = "fold"


Field = Number | OneOf | Named | Ticks | Tick | CardNumber | Fold


class Form(NamedTuple):
    kind: str
    """The word of the action."""
    about: str
    """Tells it from others of its kind on the page."""
    fields: tuple[Field, ...]
    button: str
    title: str
    """Where there are several of them, each is opened by it."""
    hint: str
    fixed: tuple[tuple[str, str], ...] = ()
    """What is not asked, for there is only one."""


class Way(NamedTuple):
    """Something that can be done, in one of these ways."""

    key: str
    """Also of its sign."""
    title: str
    taps: tuple[Tap, ...] = ()
    forms: tuple[Form, ...] = ()


Offer = Way | str
"""What can be done, or why it cannot be."""


def tap(action: AnyAction, words: str, sign: Markup = NO_SIGN, cost: tuple[Chip, ...] = ()) -> Tap:
    return Tap(words, msgspec.json.encode(action).decode(), sign, cost)


def form(
    kind: type[AnyAction],
    button: str,
    *fields: Field,
    title: str = "",
    hint: str = "",
    about: object = "",
    **fixed: object,
) -> Form:
    """For an action of this kind; what is `fixed` is said without being asked."""
    word = str(kind.__struct_config__.tag)
    said = tuple((name, str(value)) for name, value in fixed.items())
    return Form(word, f"{word} {about}", fields, button, title, hint, said)


def number(
    name: str,
    title: str,
    last: int,
    there: range,
    sign: Markup = NO_SIGN,
    icon: str = "",
    *,
    is_told: bool = False,
) -> Number:
    """Begins with what was said last, or as near to it as is possible now."""
    least, most = there[0], there[-1]
    return Number(name, title, min(max(last, least), most), least, most, sign, icon, is_told)


def choices(found: Iterable[Choice], chosen: str | None = None) -> tuple[Choice, ...]:
    """With this one chosen, or the only one there is."""
    there: Sequence[Choice] = tuple(found)
    return tuple(choice._replace(is_chosen=choice.value == chosen or len(there) == 1) for choice in there)
