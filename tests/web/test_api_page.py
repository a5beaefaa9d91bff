"""What docs/api.md shows is true: its commands are run, in order, and answered as they are there."""

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from rooms import ENGLISH, Room, a_room

from companion.games.merchants.actions import Place
from web.guards import GETS, LARGEST, POSTS
from web.stream import HEARTBEAT, MOST, MOST_OF_ONE

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
DEVICE = "http://localhost:8080"
EVENING = 8103274
"""The page shows the one that began with this number: a house counts on from a random one."""
LEFT_OUT = re.escape("...")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path, simulated=False) as opened:
        opened.house.evening = EVENING - 1
        opened.begins()
        yield opened


def examples() -> Iterator[tuple[list[str], str]]:
    """Each command in words, and what is shown of its answer."""
    for block in re.findall(r"^```\n(\$ .*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        for example in block.split("$ ")[1:]:
            command, _, answer = example.partition("\n")
            yield shlex.split(command), answer.strip()


def answered(command: list[str], seated: FlaskClient, onlooker: FlaskClient) -> str:
    program, *words = command
    assert program == "curl"
    phone = seated if "-b" in words else onlooker
    headers = dict(ENGLISH)
    body = None
    for option, value in pairwise(words):
        if option == "-H":
            name, _, content = value.partition(": ")
            headers[name] = content
        elif option == "-d":
            body = value
    path = words[-1].removeprefix(DEVICE)
    answer = phone.open(path, method="POST" if body else "GET", data=body, headers=headers, base_url=DEVICE)
    if not answer.is_streamed or answer.mimetype != "text/event-stream":
        return answer.text.strip()
    first = next(answer.iter_encoded()).decode().strip()
    answer.close()
    return first


def looks_like(shown: str) -> "re.Pattern[str]":
    return re.compile(re.escape(shown).replace(LEFT_OUT, ".*"), re.DOTALL)


def test_every_example_is_answered_as_it_is_shown(room: Room) -> None:
    seated, onlooker = room.seated(0), room.phone()
    tried = 0
    for command, shown in examples():
        told = answered(command, seated, onlooker)
        assert looks_like(shown).fullmatch(told), (command, told)
        tried += 1
    assert tried == 10


def test_a_change_looks_as_it_is_shown(room: Room) -> None:
    (shown,) = re.findall(r"^```\n(event: change\n.*?)\n```", PAGE, re.MULTILINE | re.DOTALL)
    phone = room.seated(0)
    stream = room.opens_stream()
    next(stream)
    room.acts(phone, Place("auction"))
    told = next(stream).decode().strip()
    assert looks_like(shown).fullmatch(told), told


def test_the_limits_are_those_of_the_program() -> None:
    assert f"{POSTS[0]} requests that change something (or {GETS[0]} that only look) at once" in PAGE
    assert f"or {POSTS[1]:g} ({GETS[1]:g}) a second" in PAGE
    assert f"more than {LARGEST // 1024} KB" in PAGE
    assert f"more than {MOST_OF_ONE} streams" in PAGE
    assert f"{MOST} streams are open already" in PAGE
    assert f"every {HEARTBEAT:g} seconds" in PAGE
