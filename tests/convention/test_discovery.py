"""What Home Assistant is told of a box, and what its templates make of a table."""

from typing import Any

import msgspec
import pytest
from boxes_on_show import LOT, kinds, merchants, over
from jinja2 import Environment

from companion.convention.announcements import Auction, TableNow
from companion.convention.discovery import described
from companion.convention.onlooker import nothing_on
from companion.words import words

UNSOLD = merchants("x", last=Auction(number=62, at="2026-05-02T18:09:00Z", lot=LOT))


def sensors(language: Any = "en") -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(described("b0x", "Anna's table", words(language)))
    return found


def shown(sensor: str, now: TableNow) -> str:
    template = sensors()["components"][sensor]["value_template"]
    return Environment().from_string(template).render(value_json=msgspec.json.decode(msgspec.json.encode(now)))


def test_the_box_is_a_device_with_sensors_that_come_and_go_with_it() -> None:
    told = sensors()
    assert told["device"]["identifiers"] == ["veilingklok-b0x"]
    assert told["device"]["name"] == "Anna's table"
    assert told["origin"]["name"] == "veilingklok"
    assert told["state_topic"] == "veilingklok/b0x/table"
    assert told["availability"] == {
        "topic": "veilingklok/b0x/online",
        "payload_available": "yes",
        "payload_not_available": "no",
    }
    assert {one["platform"] for one in told["components"].values()} == {"sensor"}
    names = [one["unique_id"] for one in told["components"].values()]
    assert len(set(names)) == len(names) == 5


def test_sensors_are_called_in_the_language_of_the_table() -> None:
    assert sensors("de")["components"]["turn"]["name"] == "Wer dran ist"


@pytest.mark.parametrize(
    ("sensor", "now", "says"),
    [
        ("table", kinds(1), "game"),
        ("table", nothing_on("x"), "nothing"),
        ("turn", kinds(1), "Ben"),
        ("turn", kinds(2), "None"),
        ("turn", merchants("x", turn=0), "Anna"),
        ("price", kinds(1), "160000"),
        ("price", UNSOLD, "None"),
        ("price", nothing_on("x"), "None"),
        ("buyer", kinds(1), "Cornelia"),
        ("buyer", UNSOLD, "None"),
        ("buyer", nothing_on("x"), "None"),
        ("winner", kinds(1), "None"),
        ("winner", over("x"), "Anna"),
        ("winner", merchants("x", on="over", winners=(0, 2)), "Anna, Cornelia"),
    ],
)
def test_a_sensor_says(sensor: str, now: TableNow, says: str) -> None:
    assert shown(sensor, now) == says


def test_what_a_table_can_be_is_what_the_sensor_knows() -> None:
    assert sensors()["components"]["table"]["options"] == ["nothing", "clock", "game", "over"]
