"""Numbers of thousands of digits, wherever a request has a number: refused in a sentence, and never stumbled over."""

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urlencode

import msgspec
import pytest
from canals import begins, is_asked, plays_on
from flask.testing import FlaskClient
from msgspec import inspect
from playing import on_table
from rooms import ENGLISH, Room, a_room, told
from werkzeug.test import TestResponse

from companion.games.box import AnyAction
from web.deeds import AnyDeed

HUGE = ["9" * 101, "-" + "9" * 101, "9" * 4300, "9" * 9000]
FORM = "application/x-www-form-urlencoded"
AS_JSON = {"Accept": "application/json"}
NUMBER = "NUMBER"
"""Stands for every number of a request."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Where nobody is told to wait."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.guards.POSTS", (10**6, 1.0))
        with a_room(Path(tmp_path_factory.mktemp("huge"))) as opened:
            begins(opened)
            plays_on(opened, is_asked("act"))
            yield opened


@pytest.fixture(scope="module")
def phone(room: Room) -> FlaskClient:
    return room.seated(0)


def sample(kind: inspect.Type) -> Any:
    """Something of this kind, with a mark in place of each number."""
    match kind:
        case inspect.IntType():
            return NUMBER
        case inspect.StructType():
            tag = {kind.tag_field: kind.tag} if kind.tag_field else {}
            return tag | {field.encode_name: sample(field.type) for field in kind.fields}
        case inspect.UnionType():
            return sample(max(kind.types, key=lambda one: isinstance(one, inspect.IntType | inspect.StructType)))
        case inspect.VarTupleType():
            return [sample(kind.item_type)] * 6
        case inspect.TupleType():
            return [sample(one) for one in kind.item_types]
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.BoolType():
            return True
        case inspect.FloatType():
            return 1.5
    return "x"


def with_numbers(union: types.UnionType) -> dict[str, Any]:
    """A request of each kind that has a number in it, by its word."""
    samples = [sample(inspect.type_info(kind)) for kind in get_args(union)]
    return {one["type"]: one for one in samples if NUMBER in str(one)}


def with_one_huge(text: str) -> Iterator[str]:
    """Each number of it in its turn; all the others are small."""
    for place in range(text.count(NUMBER)):
        for number in HUGE:
            before, after = text.split(NUMBER)[: place + 1], text.split(NUMBER)[place + 1 :]
            yield "1".join(before) + number + "1".join(after)


def flat(value: Any, name: str = "") -> dict[str, str]:
    """The names and values of a form."""
    if not isinstance(value, dict | list):
        return {name: str(value)}
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    return {key: text for at, one in inside for key, text in flat(one, f"{name}.{at}" if name else str(at)).items()}


def is_refused(answer: TestResponse) -> bool:
    return answer.status_code == 400 and told(answer)["error"].endswith(".") and len(told(answer)["error"]) < 300


@pytest.mark.parametrize("word", with_numbers(AnyDeed))
def test_no_request_stumbles_over_one(room: Room, phone: FlaskClient, word: str) -> None:
    before, text = on_table(room), msgspec.json.encode({"request": with_numbers(AnyDeed)[word]}).decode()
    for body in with_one_huge(text.replace(f'"{NUMBER}"', NUMBER)):
        assert is_refused(phone.post("/api/actions", data=body, content_type="application/json", headers=ENGLISH))
    assert on_table(room) is before


@pytest.mark.parametrize("word", with_numbers(AnyAction))
def test_no_form_stumbles_over_one(room: Room, phone: FlaskClient, word: str) -> None:
    before, form = on_table(room), urlencode(flat(with_numbers(AnyAction)[word]))
    for body in with_one_huge(form):
        assert is_refused(phone.post("/do", data=body, content_type=FORM, headers=ENGLISH | AS_JSON))
    assert on_table(room) is before


@pytest.mark.parametrize("place", ["9" * 5000, "100", "٣", "-1"])
def test_a_place_in_a_list_has_two_digits_at_most(room: Room, phone: FlaskClient, place: str) -> None:
    fields = {"type": "activate", "card": "1", f"pay.{place}": "1"}
    assert is_refused(phone.post("/do", data=fields, headers=ENGLISH | AS_JSON))
