"""One moment of a game, as far as all games have it in common; only `evolve` changes it.

A state holds nothing but numbers, strings and tuples, so that a shallow copy is a full one.
"""

from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

from companion.games.events import Ask
from companion.games.setup import Setup

T = TypeVar("T")
S = TypeVar("S", bound="State")


class State(msgspec.Struct, kw_only=True, gc=False):
    setup: Setup
    money: tuple[int, ...]
    """By seat, as all that seats have."""
    agenda: tuple[Ask, ...] = ()
    winners: tuple[int, ...] | None = None

    @property
    def score(self) -> tuple[int, ...]:
        """What one wins by: money in most games."""
        return self.money

    if TYPE_CHECKING:  # given by msgspec, shallow and quick

        def __copy__(self) -> Self: ...

    def copy(self) -> Self:
        return self.__copy__()


def put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with one of them changed."""
    changed = list(values)
    changed[place] = value
    return tuple(changed)


def dump(state: State) -> bytes:
    """The state as JSON, without its setup."""
    fields = msgspec.structs.asdict(state)
    del fields["setup"]
    return msgspec.json.encode(fields)


def load(kind: type[S], setup: Setup, text: bytes) -> S:
    """The state that `dump` wrote, on the same setup."""
    fields: dict[str, Any] = msgspec.json.decode(text)
    kinds = {field.name: field.type for field in msgspec.structs.fields(kind)}
    return kind(setup=setup, **{name: msgspec.convert(value, kinds[name]) for name, value in fields.items()})
