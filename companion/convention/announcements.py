"""What a box tells of its table: small values that travel as JSON, with nothing in them that an onlooker at the table
could not see. Whoever reads them reads what strangers may have sent, so each says how long it can be at most.
"""

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from companion.words import LANGUAGES, Language, Words, words

MOST_BYTES = 8 * 1024
"""Of a message; the largest of ours has a third of that."""

_PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f]*\Z"
Name = Annotated[str, msgspec.Meta(max_length=100, pattern=_PRINTABLE)]
Text = Annotated[str, msgspec.Meta(max_length=200, pattern=_PRINTABLE)]
Key = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z0-9_]*\Z")]
Amount = Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
Place = Annotated[int, msgspec.Meta(ge=0, le=9)]

Clock = Literal["off", "on", "doubled", "stands"]
On = Literal["nothing", "clock", "game", "over"]


class InWords(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only the box can put into words, in every language: the reader may speak another one than the table."""

    en: Text
    de: Text = ""
    nl: Text = ""

    def said(self, language: Language) -> str:
        return str(getattr(self, language)) or self.en


def in_words(tell: Callable[[Words], str]) -> InWords:
    """Where other languages say the same as English, they need not say it again."""
    said = {language: tell(words(language)) for language in LANGUAGES}
    return InWords(**{one: text if one == "en" or text != said["en"] else "" for one, text in said.items()})


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    name: Name
    colour: Key
    money: Amount | None = None
    """None where nobody counts it."""
    score: Amount | None = None
    """How they stand now, in what one wins by; None where it is the money."""
    is_bot: bool = False


class Auction(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One that came to its end."""

    number: Annotated[int, msgspec.Meta(ge=0, le=10**9)]
    """Of the row in the journal."""
    at: Name
    """When, UTC."""
    winner: Name | None = None
    """None: nobody bought it."""
    colour: Key = ""
    price: Amount = 0
    doubled: bool = False
    lot: InWords | None = None
    """None where only the clock is on the table."""
    rival: Name | None = None
    """Who pressed next, and by so many milliseconds later; a tie went to the one who sits nearer."""
    margin_ms: Annotated[float, msgspec.Meta(ge=0, le=10**6)] | None = None
    tie: bool = False


class TableNow(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How it stands. Seats count from 0."""

    table: Name
    """What this table is called."""
    on: On
    game: Key = ""
    number: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    """Of the game, in the box's journal."""
    where: InWords | None = None
    """In the game: its term or round."""
    year: Annotated[str, msgspec.Meta(max_length=20, pattern=_PRINTABLE)] = ""
    players: Annotated[tuple[Player, ...], msgspec.Meta(max_length=10)] = ()
    counts: Key = ""
    """What one wins by: `money`, `prestige`."""
    turn: Place | None = None
    """Who is asked; None: everybody, or nobody."""
    asks: Key = ""
    """Which question of the game."""
    mayor: Place | None = None
    clock: Clock = "off"
    lot: InWords | None = None
    """What is under the hammer."""
    last: Auction | None = None
    """That still stands."""
    winners: Annotated[tuple[Place, ...], msgspec.Meta(max_length=10)] = ()


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    place: Annotated[int, msgspec.Meta(ge=1, le=10)]
    name: Name
    colour: Key
    score: Amount
    wins: bool = False


class Result(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Of the last game that came to its end."""

    table: Name
    game: Key
    number: Annotated[int, msgspec.Meta(ge=0, le=10**9)]
    counts: Key
    standings: Annotated[tuple[Standing, ...], msgspec.Meta(max_length=10)]
    at: Name
    """When, UTC."""
