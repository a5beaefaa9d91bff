"""JSON that cannot be read is told in words that are not the decoder's."""

from typing import Literal

import msgspec
import pytest

from companion.games.errors import Unreadable
from companion.games.json_text import read_json


class Place(msgspec.Struct):
    disk: Literal["mayor", "auction"]


class Hand(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    cards: dict[str, list[int]] = {}
    left: int | None = None
    held: bool = False


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b'{"name": 5}', "name must be a text in quotes, not a whole number."),
        (b'{"name": "A", "cards": {"silk": ["one"]}}', "cards[0] must be a whole number, not a text in quotes."),
        (b'{"name": "A", "cards": []}', "cards must be an object, not a list."),
        (b'{"name": "A", "left": true}', "left must be a whole number, not true or false."),
        (b'{"name": "A", "held": null}', "held must be true or false, not empty."),
        (b"[]", "This must be an object, not a list."),
        (b"{}", "name is missing."),
        (b'{"name": "A", "cash": 5}', "cash is not known here."),
        (b'{"name" "A"}', "This is not JSON: look at byte 8."),
        (b'{"name"', "This is not JSON: it ends too early."),
        (b"", "There is nothing here."),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read_json(text, Hand)
    assert str(refusal.value) == sentence


def test_a_word_that_is_not_known_is_quoted() -> None:
    with pytest.raises(Unreadable, match=r"^'left' is not known in disk\.$"):
        read_json(b'{"disk": "left"}', Place)
