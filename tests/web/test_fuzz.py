"""Whatever is sent to the API, well formed or not: it answers as its own document says, and never stumbles."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from rooms import Room, a_room
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance
from tiers import examples

from web.stream import streams_of

LOOKING = [("/api/state", "GET"), ("/api/stream", "GET"), ("/api/openapi.json", "GET")]
ACTING = ("/api/actions", "POST")
MODES = list(schemathesis.GenerationMode)
PATIENT = list(HealthCheck)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Where nobody is told to wait, and a stream ends at once: nobody could read it to its end."""
    endless = (10**6, 1.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.guards.POSTS", endless)
        patch.setattr("web.guards.GETS", endless)
        with a_room(tmp_path_factory.mktemp("fuzz"), simulated=False) as opened:
            opened.begins(people=2)
            streams_of(opened.app).close()
            yield opened


@pytest.fixture(scope="module")
def cookies(room: Room) -> dict[str, str]:
    """Of a phone at the table, which sat down before anybody touched the clock."""
    return {room.cards.cookie: room.cookie_of(room.seated(0))}


@pytest.fixture(scope="module")
def schema(room: Room) -> Any:
    return schemathesis.openapi.from_wsgi("/api/openapi.json", room.app)


def tries(strategy: Any, most: int, **how: Any) -> set[int]:
    """The same every time; the statuses that were answered."""
    statuses = set()

    @given(case=strategy)
    @settings(max_examples=most, derandomize=True, database=None, deadline=None, suppress_health_check=PATIENT)
    def tried(case: "schemathesis.Case[Any]") -> None:
        statuses.add(case.call_and_validate(headers={"Accept-Encoding": "identity"}, **how).status_code)

    tried()
    return statuses


def test_every_door_of_the_document_is_tried(schema: Any) -> None:
    doors = {(path, method.upper()) for path, methods in schema.raw_schema["paths"].items() for method in methods}
    assert doors == {*LOOKING, ACTING}


@pytest.mark.parametrize("door", LOOKING)
def test_whoever_looks_is_answered_as_the_document_says(schema: Any, door: tuple[str, str]) -> None:
    path, method = door
    assert tries(schema[path][method].as_strategy(), examples(60)) == {200}


@pytest.mark.parametrize("mode", MODES)
def test_an_onlooker_who_acts_is_refused_as_the_document_says(schema: Any, mode: schemathesis.GenerationMode) -> None:
    path, method = ACTING
    assert tries(schema[path][method].as_strategy(mode), examples(60)) == {403}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_a_seat_that_acts_is_answered_as_the_document_says(
    room: Room, cookies: dict[str, str], schema: Any, kind: str, mode: schemathesis.GenerationMode
) -> None:
    path, method = ACTING
    strategy = schema[path][method].as_strategy(mode, cookies=cookies).filter(lambda case: case.media_type == kind)
    without: list[Any] = [ignored_auth]  # that is what the onlookers are for
    if kind != "application/json":
        without += [positive_data_acceptance]  # of what is a form's text, it does not know what that has to hold
    statuses = tries(strategy, examples(200), cookies=cookies, excluded_checks=without)
    assert statuses <= {200, 202, 303, 400, 409}
    if kind == "application/json":
        assert (400 in statuses) == (mode is schemathesis.GenerationMode.NEGATIVE)
    assert room.state(room.phone()).on == "game"
