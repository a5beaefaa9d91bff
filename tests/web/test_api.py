"""The API: what there is to see for each seat, what a seat can do with it, and what it cannot."""

import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from flask.testing import FlaskClient
from hang_guard import eventually
from rooms import ENGLISH, Room, a_room, told

from companion.entries import Acted
from companion.games.merchants.actions import Declare, Decline, Place, StartClock, Stop
from companion.games.merchants.events import Sold
from companion.openings import opening_for
from companion.requests import Agree, Pause, Start, TakeBack
from companion.snapshots import CLOCK_ALONE, View
from web.deeds import Press
from web.state import State

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


@pytest.fixture
def anna(room: Room) -> FlaskClient:
    """At seat 0, and mayor of every game that begins."""
    return room.seated(0)


def view(room: Room, phone: FlaskClient | None = None) -> View:
    seen = room.state(phone).view
    assert seen is not None
    return seen


def on_table(room: Room) -> View:
    """Without knocking: a test that waits looks more often than a page may."""
    assert room.house.snapshot is not None
    return room.house.snapshot.view(None)


def sends_form(phone: FlaskClient, **form: str) -> Any:
    return phone.post("/api/actions", data=urlencode(form), content_type=FORM, headers=ENGLISH)


# --- the state


def test_an_empty_table(room: Room) -> None:
    before = time.monotonic_ns()
    state = room.state()
    assert before <= state.now <= time.monotonic_ns()
    assert (state.on, state.view, state.seat, state.after, state.calling) == ("nothing", None, None, "", None)
    assert state.seated == (0,) * 5


def test_everybody_sees_the_table_and_a_seat_what_it_may_do(room: Room, anna: FlaskClient) -> None:
    ben = room.seated(1)
    room.begins()
    mine, his, onlooker = room.state(anna), room.state(ben), room.state()
    assert {state.on for state in (mine, his, onlooker)} == {"game"}
    assert (mine.seat, his.seat, onlooker.seat) == (0, 1, None)
    assert view(room, anna).options == (Place("mayor"), Place("auction"), Place("discard"))
    assert view(room, ben).options == view(room).options == ()
    assert view(room, anna).table == view(room).table
    assert mine.seated == (1, 1, 0, 0, 0)


def test_a_seat_that_does_not_play_looks_on(room: Room) -> None:
    phone = room.seated(4)
    room.begins()
    state = room.state(phone)
    assert (state.seat, view(room, phone).seat) == (4, None)


def test_just_the_clock_and_a_device_that_is_switched_off(room: Room) -> None:
    room.house.clock_alone(3)
    assert room.state().on == "clock"
    assert view(room).game == CLOCK_ALONE
    room.house.close()
    assert (room.state().on, room.state().view) == ("off", None)


def test_a_phone_that_waits_for_its_seat_is_told_so_and_nobody_else(room: Room) -> None:
    phone = room.phone()
    asked = room.reception.ask(room.name_of(phone), 2)
    assert room.state(phone).calling == asked
    assert room.state().calling is None


def test_what_is_wrong_is_said_in_the_language_of_the_phone(room: Room) -> None:
    room.device.panel.troubles.report("old dial", "The dial is dead: {why}.", why="<unplugged>")
    states = [told(room.client.get("/api/state", headers={"Accept-Language": one})) for one in ("en", "de")]
    english, german = (state["troubles"] for state in states)
    assert english == ["The dial is dead: <unplugged>."]
    assert english != german
    assert "<unplugged>" in german[0]


def test_its_number_is_another_one_as_soon_as_anything_is(room: Room, anna: FlaskClient) -> None:
    numbers = [room.state().number]
    assert room.state().number == numbers[0]
    for change in (
        room.begins,
        lambda: room.acts(anna, Place("mayor")),
        lambda: room.seated(3),
        lambda: room.house.change("clock", "speed", 2.0),
        room.house.leave,
    ):
        change()
        numbers.append(room.state().number)
    assert numbers == sorted(set(numbers))


def test_a_view_is_written_out_once_however_many_look(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.begins()
    written: list[object] = []
    encode = msgspec.json.encode

    def noted(value: object) -> bytes:
        written.append(value)
        return encode(value)

    monkeypatch.setattr("web.state.msgspec.json.encode", noted)
    for _ in range(20):
        room.state(room.phone())
    assert len([value for value in written if isinstance(value, View)]) == 1


def test_the_hidden_cards_are_in_no_answer(room: Room, anna: FlaskClient) -> None:
    room.begins()
    assert room.house.snapshot is not None
    assert room.house.snapshot.look.now.state.setup.deck is not None
    assert b"deck" not in anna.get("/api/state").data


# --- acting


def test_a_seat_does_what_it_may(room: Room, anna: FlaskClient) -> None:
    room.begins()
    answer = room.acts(anna, Place("auction"), room.state(anna).after)
    assert (answer.status_code, answer.json) == (200, {"row": 1})
    last = room.house.history()[-1].entry
    assert isinstance(last, Acted)
    assert (last.seat, last.action) == (0, Place("auction"))


def test_a_form_does_the_same_and_leads_back(room: Room, anna: FlaskClient) -> None:
    room.begins()
    answer = sends_form(anna, request='{"type":"place","disk":"mayor"}', after=room.state().after)
    assert (answer.status_code, answer.location) == (303, "/")
    answer = sends_form(anna, request='{"type":"place","disk":"auction"}', back="/tv?large=1")
    assert (answer.status_code, answer.location) == (303, "/tv?large=1")
    assert len(room.house.history()) == 3


def test_two_phones_at_one_seat_both_act_for_it(room: Room, anna: FlaskClient) -> None:
    other = room.seated(0)
    room.begins()
    assert room.acts(anna, Place("mayor")).status_code == 200
    assert room.acts(other, Place("auction")).status_code == 200


def test_the_rules_say_why_not_in_the_language_of_the_phone(room: Room, anna: FlaskClient) -> None:
    room.begins()
    answer = room.acts(anna, Decline())
    assert answer.status_code == 409
    assert answer.json == {"error": "This cannot be declined: you must put the drawn card on a free disk."}
    assert unchanged(room)
    answer = room.acts(anna, Stop(150), **{"Accept-Language": "nl"})
    assert answer.status_code == 409
    assert set(told(answer)) == {"error"}
    assert unchanged(room)


def test_a_choice_lapses_with_what_it_was_about(room: Room, anna: FlaskClient) -> None:
    room.begins()
    before = room.state(anna).after
    assert room.acts(anna, Place("mayor"), before).status_code == 200
    late = room.acts(anna, Place("auction"), before)
    assert late.status_code == 409
    assert late.json == {"error": "Meanwhile the game has gone on; look again before you choose."}
    assert len(room.house.history()) == 2
    assert room.acts(anna, Place("auction"), room.state(anna).after).status_code == 200


def test_nobody_chooses_for_a_bot(room: Room) -> None:
    phone = room.seated(3)
    room.begins(people=3)
    for deed in (Place("mayor"), Pause(), TakeBack(0), Press()):
        answer = room.acts(phone, deed)
        assert (answer.status_code, answer.json) == (409, {"error": "Dave is a bot and chooses alone."})


def test_a_card_that_the_table_turns_up_for_a_bot_is_named_by_any_person(room: Room) -> None:
    phone = room.seated(2)
    bots = opening_for(players=3, people=1, seed=4, names=["Anna"], deck="table")
    mayor_is_a_bot = msgspec.structs.replace(bots, players=("merchant", "merchant", "person"))
    room.house.begin(mayor_is_a_bot)
    asked = on_table(room).table.asked
    assert asked is not None
    assert (asked.what, asked.seat) == ("draw", 0)
    assert room.acts(phone, Declare("goods")).status_code == 200
    first = room.house.history()[1].entry
    assert isinstance(first, Acted)
    assert (first.seat, first.action) == (0, Declare("goods"))


def test_whoever_does_not_play_cannot_act(room: Room) -> None:
    phone = room.seated(4)
    room.begins()
    for deed in (Place("mayor"), Pause(), Press()):
        answer = room.acts(phone, deed)
        assert answer.status_code == 409
        assert answer.json == {"error": "Nobody plays at this seat now; look on, or sit at another one."}
    assert unchanged(room)


@pytest.mark.parametrize("deed", [Place("mayor"), Press(), Start(), Agree(1)])
def test_with_nothing_on_the_table_there_is_nothing_to_do(room: Room, anna: FlaskClient, deed: Any) -> None:
    answer = room.acts(anna, deed)
    assert (answer.status_code, answer.json) == (409, {"error": "Nothing is on the table."})
    assert room.house.snapshot is None


def test_what_needs_everybody_is_proposed_agreed_to_and_refused(room: Room, anna: FlaskClient) -> None:
    ben = room.seated(1)
    room.begins(people=2)
    room.acts(anna, Place("mayor"))
    assert room.acts(ben, TakeBack(0)).status_code == 200
    proposal = view(room).proposal
    assert proposal is not None
    assert room.acts(anna, Agree(proposal.number)).json == {"row": 2}
    assert view(room).table.disks == (None, None, None)
    answer = room.acts(anna, Agree(proposal.number))
    assert (answer.status_code, answer.json) == (409, {"error": "This proposal is no longer open."})


def test_a_table_that_does_not_answer_is_not_waited_for_long(
    room: Room, anna: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.begins()
    monkeypatch.setattr("web.acting.PATIENCE", 0.01)
    monkeypatch.setattr(room.house, "submit", lambda _seat, _wish, _step: Future())
    answer = room.acts(anna, Place("mayor"))
    assert (answer.status_code, answer.json) == (503, {"error": "The table does not answer; look again in a moment."})


# --- the auction by phone


@pytest.fixture
def by_phone(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path, simulated=False, referee={"phone_bids": "always"}) as opened:
        yield opened


def test_the_clock_is_started_and_stopped_by_phone(by_phone: Room) -> None:
    room = by_phone
    starts, stops = room.seated(0), room.seated(1)
    room.house.clock_alone(3)
    assert room.acts(starts, Start(0.0)).status_code == 200
    beyond_the_top(room)
    answer = room.acts(stops, Press())
    assert (answer.status_code, answer.json) == (202, {"row": None})
    eventually(lambda: sold(room))
    assert sold(room)[0].seat == 1


def beyond_the_top(room: Room) -> None:
    """Where a stop would double."""
    eventually(lambda: (clock := on_table(room).clock) and time.monotonic_ns() > clock.start + clock.slices[3].until)


def sold(room: Room) -> list[Sold]:
    rows = [row.entry for row in room.house.history()]
    return [event for entry in rows if isinstance(entry, Acted) for event in entry.events if isinstance(event, Sold)]


def test_a_press_counts_from_its_arrival(room: Room, anna: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    room.begins()
    pressed: list[Any] = []
    monkeypatch.setattr(room.house, "press", lambda *seat_and_stamp, **how: pressed.append((seat_and_stamp, how)))
    before = time.monotonic_ns()
    assert room.acts(anna, Press()).status_code == 202
    ((seat, stamp), how) = pressed[0]
    assert (seat, how) == (0, {"phone": True})
    assert before < stamp < time.monotonic_ns()


def test_a_press_by_phone_starts_the_clock_for_the_mayor(by_phone: Room) -> None:
    mayor = by_phone.seated(0)
    by_phone.house.clock_alone(3)
    assert by_phone.acts(mayor, Press()).status_code == 202
    eventually(lambda: on_table(by_phone).clock)


def test_a_seat_with_a_button_is_told_to_use_it(room: Room, anna: FlaskClient) -> None:
    room.house.clock_alone(3)
    room.acts(anna, StartClock())
    beyond_the_top(room)
    assert room.acts(anna, Press()).status_code == 202
    room.presses(1)
    eventually(lambda: sold(room))
    assert "no_phone" in [verdict.ruling for verdict in view(room).verdicts]


# --- what cannot be read


def unchanged(room: Room) -> bool:
    return len(room.house.history()) == 1


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (b"", ""),
        (b"{}", "request"),
        (b"[]", ""),
        (b'{"request": {"type": "place", "disk": "left"}}', "request.disk"),
        (b'{"request": {"type": "sing"}}', "request.type"),
        (b'{"request": {"type": "decline"}, "seat": 1}', "seat"),
        (b'{"request": {"type": "decline", "seat": 1}}', "request.seat"),
        (b'{"request": {"type": "decline"}, "after": 7}', "after"),
    ],
)
def test_what_is_no_deed_is_refused_with_the_place_where_it_is_wrong(
    room: Room, anna: FlaskClient, body: bytes, names: str
) -> None:
    room.begins()
    answer = anna.post("/api/actions", data=body, content_type="application/json", headers=ENGLISH)
    assert answer.status_code == 400
    assert told(answer)["error"].startswith("That cannot be read: ")
    assert names in told(answer)["error"]
    assert unchanged(room)


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/xml", "", "nonsense"])
def test_only_json_and_forms_are_read(room: Room, anna: FlaskClient, kind: str) -> None:
    room.begins()
    body = b'{"request": {"type": "place", "disk": "mayor"}}'
    answer = anna.post("/api/actions", data=body, content_type=kind, headers=ENGLISH)
    assert (answer.status_code, answer.json) == (415, {"error": "What a seat does is sent as JSON, or as a form."})
    assert unchanged(room)


def test_whoever_came_with_a_form_gets_a_page_with_the_reason(room: Room, anna: FlaskClient) -> None:
    room.begins()
    browser = ENGLISH | {"Accept": "text/html,*/*;q=0.8"}
    form = urlencode({"request": '{"type":"decline"}'})
    answer = anna.post("/api/actions", data=form, content_type=FORM, headers=browser)
    assert (answer.status_code, answer.mimetype) == (409, "text/html")
    assert "This cannot be declined: you must put the drawn card on a free disk." in answer.text


# --- the document


@pytest.fixture
def document(room: Room) -> Any:
    return room.client.get("/api/openapi.json").json


def test_the_document_knows_every_door_every_deed_and_the_cookie(room: Room, document: Any) -> None:
    doors = {rule.rule for rule in room.app.url_map.iter_rules() if rule.rule.startswith("/api/")}
    assert set(document["paths"]) == doors
    tags = {"place", "declare", "moves", "open", "build", "decline", "start_clock", "ship", "borrow", "lose"}
    tags |= {"trade", "black_market", "dividend", "card", "news"}
    tags |= {"start", "take_back", "correct", "pause", "agree", "refuse", "press"}
    schemas = document["components"]["schemas"]
    assert tags < set(schemas["Deed"]["properties"]["request"]["discriminator"]["mapping"])
    assert document["components"]["securitySchemes"]["phone"]["name"] == room.cards.cookie


def test_the_document_says_what_everything_is(document: Any) -> None:
    schemas = document["components"]["schemas"]
    assert [name for name, schema in schemas.items() if name == "State" or "description" not in schema][:1] == ["State"]
    unsaid = [name for name, field in schemas["State"]["properties"].items() if "description" not in field]
    assert unsaid == []
    assert schemas["Market"]["properties"].keys() >= {"from", "to"}


def test_the_document_describes_the_table_of_every_game(document: Any) -> None:
    schemas = document["components"]["schemas"]
    sights = [one["$ref"].rpartition("/")[2] for one in schemas["View"]["properties"]["table"]["anyOf"]]
    assert sights == ["MerchantsSight", "MercuriusSight", "AmsterdamSight"]
    assert "mayor" in schemas["MerchantsSight"]["properties"]
    assert "description" in schemas["MercuriusSight"]["properties"]["hand"]


def test_every_reference_in_the_document_leads_somewhere(document: Any) -> None:
    schemas = document["components"]["schemas"]
    for reference in references(document):
        assert reference.removeprefix("#/components/schemas/") in schemas


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


def test_the_state_is_one_by_its_own_type(room: Room, anna: FlaskClient) -> None:
    room.begins()
    assert list(told(anna.get("/api/state"))) == [field.name for field in msgspec.structs.fields(State)]
