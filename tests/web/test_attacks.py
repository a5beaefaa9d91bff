"""What strangers on the network may try. Each is refused in one sentence, the game is as it was, and the table still
answers whoever sits at it.
"""

import gzip
import re
import socket
from collections.abc import Iterator
from http.client import HTTPResponse
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from flask.testing import FlaskClient
from floods import is_closed
from hang_guard import HANG_GUARD, eventually
from rooms import ENGLISH, Room, a_room, told
from werkzeug.test import TestResponse

from companion.auction_clock import SECOND
from companion.games.merchants.actions import Place
from companion.requests import Start
from web.channel import BACKLOG
from web.connections import Limits
from web.deeds import Deed, Press
from web.server import Server
from web.visitors import Card, Cards

PLACE = {"request": {"type": "place", "disk": "mayor"}}
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
SCRIPT = '<script>alert("x")</script>'


@pytest.fixture
def peaceful(tmp_path: Path) -> Iterator[Room]:
    """A game is on the table, and nobody tries anything yet."""
    without = {"button": "none", "lamp": "none"}
    with a_room(tmp_path, simulated=False, seat5=without) as opened:
        opened.begins()
        yield opened


@pytest.fixture
def anna(peaceful: Room) -> FlaskClient:
    """At seat 0; now it is for her to place a card."""
    return peaceful.seated(0)


@pytest.fixture
def ben(peaceful: Room) -> FlaskClient:
    """At seat 1."""
    return peaceful.seated(1)


@pytest.fixture
def room(peaceful: Room, anna: FlaskClient, ben: FlaskClient) -> Iterator[Room]:
    """Whatever a test tries, afterwards everything is as it was, nobody else sits anywhere, and the game goes on."""
    before, pairings = peaceful.house.snapshot, peaceful.reception.pairings
    yield peaceful
    assert peaceful.house.snapshot is before
    assert len(peaceful.house.history()) == 1
    assert peaceful.reception.pairings == pairings
    assert peaceful.acts(anna, Place("mayor")).status_code == 200


@pytest.fixture
def server(room: Room) -> Iterator[Server]:
    served = Server(room.app, "127.0.0.1", 0)
    yield served
    served.close()


def refused(answer: TestResponse, status: int) -> str:
    """In one sentence, and with nothing about the program behind it."""
    assert answer.status_code == status, answer.text
    sentence: str = told(answer)["error"] if answer.mimetype == JSON else answer.text.rstrip("\n")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert not re.search(r"Traceback|File \"|\.py|Error\b|werkzeug|flask", sentence, re.IGNORECASE)
    return sentence


def tries(phone: FlaskClient, body: bytes, kind: str = JSON, **headers: str) -> TestResponse:
    return phone.post("/api/actions", data=body, content_type=kind, headers=ENGLISH | headers)


# --- acting for another seat


def test_a_phone_acts_for_its_own_seat_however_it_asks(room: Room, anna: FlaskClient, ben: FlaskClient) -> None:
    text = msgspec.json.encode(PLACE["request"]).decode()
    turn = "Now it is for Anna to put the drawn card on a free disk."
    for address in ("/api/actions", "/api/actions?seat=0", "/api/actions?phone=0&after="):
        answer = ben.post(address, json=PLACE, headers=ENGLISH | {"X-Seat": "0", "X-Forwarded-For": "10.0.0.1"})
        assert refused(answer, 409) == turn
    form = urlencode({"request": text, "seat": "0", "phone": room.name_of(anna)})
    assert refused(tries(ben, form.encode(), FORM), 409) == turn
    for body in ({**PLACE, "seat": 0}, {"request": {**PLACE["request"], "seat": 0}}):
        refused(tries(ben, msgspec.json.encode(body)), 400)


@pytest.mark.parametrize("body", [b"", b"{}", msgspec.json.encode(PLACE), b'{"request":{"type":"press"}}', b"\xff"])
def test_an_onlooker_can_do_nothing(room: Room, body: bytes) -> None:
    says = "Only a phone that sits at the table can do this; sit down first."
    for kind in (JSON, FORM, "text/plain"):
        assert refused(tries(room.phone(), body, kind), 403) == says


# --- cookies


@pytest.mark.parametrize("path", ["/scoring/paid?since=999999999", "/scoring/paid", "/", "/manifest.webmanifest"])
def test_nobody_slips_a_cookie_to_another_phone(room: Room, anna: FlaskClient, path: str) -> None:
    """Neither by asking for a page as if it were a stream, nor by an answer that others get as well."""
    stranger, name = room.phone(), room.name_of(anna)
    stranger.post("/language", data={"language": "de"})
    for phone in (stranger, anna, room.phone()):
        answer = phone.get(path, headers=ENGLISH | {"Accept": "text/event-stream, text/html"})
        assert "Set-Cookie" not in answer.headers
    assert room.name_of(anna) == name


def test_a_cookie_that_was_kept_is_of_no_use_once_its_phone_has_stood_up_or_was_sent_away(room: Room) -> None:
    def send_away(_name: str) -> None:
        room.reception.remove(room.reception.pairings[-1].number)

    for leave in (room.reception.stand_up, send_away):
        phone, thief = room.seated(0), room.phone()
        thief.set_cookie(room.cards.cookie, room.cookie_of(phone))
        assert room.state(thief).seat == 0
        leave(room.name_of(phone))
        for one in (phone, thief):
            refused(room.acts(one, Place("mayor")), 403)
            assert room.state(one).seat is None


def test_a_cookie_is_of_no_use_once_its_seat_was_taken_over(room: Room) -> None:
    phone, heir = room.seated(2), room.phone()
    room.reception.ask(room.name_of(heir), 2, takes_over=True)
    room.answers(2)
    eventually(lambda: room.reception.seat_of(room.name_of(heir)) == 2)
    refused(room.acts(phone, Place("mayor")), 403)
    room.reception.stand_up(room.name_of(heir))


def forgeries(room: Room, anna: FlaskClient) -> Iterator[str]:
    real, name = room.cookie_of(anna), room.name_of(anna)
    payload, _, signature = real.rpartition(".")
    other = Cards(b"\x00" * 32).written(Card(name))
    yield other  # the key of another device
    yield f"{payload}.{other.rpartition('.')[2]}"
    yield payload
    yield f"{payload}."
    yield f".{signature}"
    yield f"{room.cards.written(Card('nobody')).rpartition('.')[0]}.{signature}"
    yield real[:-2] + ("A" if real[-2] != "A" else "B") + real[-1]
    yield real.swapcase()
    yield name
    yield real * 20
    yield "\u0661" + real
    yield ""


def test_a_forged_cookie_is_an_onlookers(room: Room, anna: FlaskClient) -> None:
    for forged in forgeries(room, anna):
        forger = room.phone()
        forger.set_cookie(room.cards.cookie, forged)
        refused(room.acts(forger, Place("mayor")), 403)
        assert room.state(forger).seat is None


def test_the_devices_own_signature_on_something_else_seats_nobody(room: Room) -> None:
    forger = room.phone()
    for name in ("", "0", "anna", "../../key", "a" * 2000):
        forger.set_cookie(room.cards.cookie, room.cards.written(Card(name)))
        refused(room.acts(forger, Place("mayor")), 403)


# --- from elsewhere


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://localhost:3000", "http://localhost.x"])
def test_a_page_elsewhere_cannot_act_with_the_phones_own_cookie(room: Room, anna: FlaskClient, origin: str) -> None:
    says = "That was sent by another page than this device's own."
    text = msgspec.json.encode(PLACE["request"]).decode()
    assert refused(room.acts(anna, Place("mayor"), Origin=origin), 403) == says
    assert refused(tries(anna, urlencode({"request": text}).encode(), FORM, Origin=origin), 403) == says
    assert refused(tries(anna, msgspec.json.encode(PLACE), "text/plain", Origin=origin), 403) == says


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_nor_where_the_browser_tells_on_it(room: Room, anna: FlaskClient, site: str) -> None:
    refused(room.acts(anna, Place("mayor"), **{"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "cors"}), 403)


def test_a_name_that_was_made_to_lead_here_is_of_no_use(room: Room, anna: FlaskClient) -> None:
    """Not even with the origin to match: DNS rebinding makes both the attacker's own."""
    bound = {"Host": "rebound.example:8080", "Origin": "http://rebound.example:8080"}
    says = "The device has no such name; use the address that its display shows."
    assert refused(room.acts(anna, Place("mayor"), **bound), 421) == says
    assert refused(room.phone().get("/api/state", headers=ENGLISH | bound), 421) == says


# --- bodies

DEEP = 1600
BODIES = {
    "nothing": b"",
    "cut short": b'{"request": {"type": "place", "disk": ',
    "no JSON": b"request=place",
    "deep lists": b"[" * DEEP + b"]" * DEEP,
    "deep in a field": b'{"request": ' + b'{"type":' * DEEP + b"1" + b"}" * DEEP + b"}",
    "deep where nothing is known": b'{"x": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    "not UTF-8": b'{"request": {"type": "declare", "card": "\xff\xfe"}}',
    "half a pair": b'{"request": {"type": "declare", "card": "\\ud800"}}',
    "a huge number": b'{"request": {"type": "agree", "proposal": 1' + b"0" * 5000 + b"}}",
    "a huge fraction": b'{"request": {"type": "start", "get_ready": 1' + b"0" * 5000 + b"}}",
    "an endless number": b'{"request": {"type": "start", "get_ready": 1e999}}',
    "no number": b'{"request": {"type": "start", "get_ready": NaN}}',
    "infinity": b'{"request": {"type": "start", "get_ready": -Infinity}}',
    "a key twice": b'{"request": {"type": "decline"}, "request": {"type": "place", "disk": "mayor"}}',
    "a type twice": b'{"request": {"type": "place", "disk": "mayor", "disk": "auction"}}',
    "two at once": b'{"request": {"type": "place", "disk": "mayor"}}{}',
    "a list of them": b'[{"request": {"type": "place", "disk": "mayor"}}]',
    "no text": b'{"request": {"type": "place", "disk": "mayor"}, "after": {"$ne": ""}}',
    "packed": gzip.compress(msgspec.json.encode(PLACE)),
    "zeros": b"\x00" * 1000,
    "another encoding": msgspec.json.encode(PLACE).decode().encode("utf-16"),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_what_makes_no_sense_is_refused(room: Room, anna: FlaskClient, body: bytes) -> None:
    refused(tries(anna, body), 400)
    refused(tries(anna, urlencode({"request": body}).encode()[:16_000], FORM), 400)


def test_huge_numbers_that_make_sense_are_for_the_rules_to_refuse(room: Room, anna: FlaskClient) -> None:
    huge = 10**40
    change = {"type": "money", "seat": huge, "amount": huge}
    for request in (
        {"type": "agree", "proposal": huge},
        {"type": "take_back", "to": huge},
        {"type": "take_back", "to": -huge},
        {"type": "correct", "changes": [change], "reason": "more"},
        {"type": "correct", "changes": [change | {"seat": 0}], "reason": "more"},
        {"type": "start", "get_ready": 1e300},
        {"type": "stop", "dial": huge},
    ):
        refused(anna.post("/api/actions", json={"request": request}, headers=ENGLISH), 409)


@pytest.mark.parametrize("reason", [SCRIPT + "\x00", "\u202e", "x" * 301, " ", "line\nbreak"])
def test_a_reason_that_cannot_be_shown_is_none(room: Room, anna: FlaskClient, reason: str) -> None:
    change = {"type": "money", "seat": 0, "amount": 5}
    request = {"type": "correct", "changes": [change], "reason": reason}
    refused(anna.post("/api/actions", json={"request": request}, headers=ENGLISH), 409)


@pytest.mark.parametrize("size", [16_385, 50_000])
def test_what_is_too_large_is_refused(room: Room, anna: FlaskClient, size: int) -> None:
    body = msgspec.json.encode(PLACE) + b" " * size
    assert refused(tries(anna, body), 413) == "That is more than the 16 KB that the page takes."


def test_a_form_of_many_fields_is_no_burden(room: Room, anna: FlaskClient) -> None:
    refused(tries(anna, b"a=&" * 5000, FORM), 400)


# --- addresses

TRICKS = [
    "/static/../app.py",
    "/static/..%2fapp.py",
    "/static/%2e%2e/app.py",
    "/static/%2e%2e%2fapp.py",
    "/static/..%5capp.py",
    "/static/..\\app.py",
    "/static/%252e%252e%252fapp.py",
    "/static/page.css%00.txt",
    "/static/page.css%2f..%2f..%2fapp.py",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/\u2025/app.py",
    "/../../etc/passwd",
    "//etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/api/../api/state",
    "/api/%2e%2e/api/state",
    "/api/state%00",
    "/api/state;seat=0",
    "/api//state",
    "/API/STATE",
    "/api/actions/../state",
    "/\\api\\state",
    "/%ff%fe",
]


@pytest.mark.parametrize("trick", TRICKS)
def test_an_address_is_taken_as_it_is_spelled(server: Server, trick: str) -> None:
    status, body = knocks(server, b"GET " + trick.encode() + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert status in (400, 404)
    assert b"root:" not in body
    assert b"create_app" not in body
    assert b'"number"' not in body


def knocks(server: Server, request: bytes) -> tuple[int, bytes]:
    """As it stands; nothing is put right on the way."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=HANG_GUARD) as door:
        door.sendall(request)
        answer = HTTPResponse(door)
        answer.begin()
        return answer.status, answer.read()


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /api/state HTTP/1.1\r\n\r\n",
        b"GET /api/state HTTP/1.0\r\n\r\n",
        b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nHost: rebound.example\r\n\r\n",
        b"GET http://rebound.example/api/state HTTP/1.1\r\nHost: rebound.example\r\n\r\n",
        b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
        b"POST /language HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n",
        b"POST /language HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\nContent-Length: 3\r\n\r\nabc",
        b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"GET /api/state HTTP/1.1\r\nHost : localhost\r\n\r\n",
        b"GET /api/state HTTP/1.1\r\nHost: localhost\rX: y\r\n\r\n",
        b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 40_000 + b"\r\n\r\n",
        b"get /api/state http/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /" + b"a" * 30_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
    ids=range(14),
)
def test_what_is_hardly_http_is_refused(server: Server, request_: bytes) -> None:
    status, body = knocks(server, request_)
    assert 400 <= status < 500 or status == 501
    assert b"Traceback" not in body
    assert b'"number"' not in body


def test_a_request_hidden_in_another_is_not_carried_out(server: Server, room: Room, anna: FlaskClient) -> None:
    """A server that counts the bytes and one that reads chunks would see two different things."""
    inner = msgspec.json.encode(PLACE)
    cookie = f"{room.cards.cookie}={room.cookie_of(anna)}".encode()
    hidden = (
        b"POST /api/actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nCookie: %s\r\n"
        b"Content-Length: %d\r\n\r\n%s" % (cookie, len(inner), inner)
    )
    outer = (
        b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\nTransfer-Encoding: chunked\r\n"
        b"Connection: close\r\n\r\n0\r\n\r\n" % (len(hidden) + 5)
    )
    knocks(server, outer + hidden)


# --- script in names


@pytest.fixture
def named_badly(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        opened.begins(names=(SCRIPT, '"><img src=x>', "{{ 'ab' * 3 }}", "</title>'"))
        yield opened


ADDRESSES = ("/", "/sit", "/new", "/scoring", "/history", "/settings", "/tv", "/panel", "/correct")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_name_is_shown_and_never_run(named_badly: Room, address: str) -> None:
    phone = named_badly.seated(0)
    named_badly.acts(phone, Place("mayor"))
    answer = phone.get(address, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    for bad in ("<script>alert", "<img src=x>", "ababab", "</title>'"):
        assert bad not in answer.text
    assert not re.findall(r"<style|<script(?![^>]*src)|\sstyle=|\son\w+=|javascript:", answer.text)


def test_programs_are_told_names_as_they_are_and_browsers_do_not_take_them_for_a_page(named_badly: Room) -> None:
    answer = named_badly.client.get("/api/state", headers={"Accept": "text/html"})
    assert told(answer)["view"]["seats"][0]["name"] == SCRIPT
    assert answer.mimetype == JSON
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_what_was_sent_is_not_run_where_the_refusal_is_shown(room: Room, anna: FlaskClient) -> None:
    browser = {"Accept": "text/html"}
    request = msgspec.json.encode({"type": "declare", "card": SCRIPT}).decode()
    shown = [
        tries(anna, urlencode({"request": request}).encode(), FORM, **browser),
        tries(anna, urlencode({"request": SCRIPT}).encode(), FORM, **browser),
        anna.get(f"/{SCRIPT}", headers=browser),
        anna.get("/nothing", headers=browser | {"Accept-Language": SCRIPT}),
    ]
    for answer in shown:
        assert answer.mimetype == "text/html"
        assert "<script>" not in answer.text


# --- headers and ways back

ELSEWHERE = [
    "http://elsewhere.example",
    "https:elsewhere.example",
    "//elsewhere.example",
    "///elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "/\t/elsewhere.example",
    "elsewhere.example",
    "javascript:alert(1)",
    "/\r\nSet-Cookie: seat=0",
    "/\u2028x",
    " /",
    "",
]


@pytest.mark.parametrize("back", ELSEWHERE)
def test_nobody_is_led_elsewhere_and_no_header_is_slipped_in(room: Room, back: str) -> None:
    answer = room.phone().post("/language", data={"language": "en", "back": back})
    assert (answer.status_code, answer.location) == (303, "/")
    assert [name for name, _ in answer.headers if name == "Set-Cookie"] == ["Set-Cookie"]
    assert "seat=0" not in str(answer.headers)


def test_a_refused_deed_leads_nowhere(room: Room, anna: FlaskClient) -> None:
    form = urlencode({"request": '{"type":"decline"}', "back": "http://elsewhere.example"}).encode()
    answer = tries(anna, form, FORM)
    refused(answer, 409)
    assert "Location" not in answer.headers


# --- pairing


def test_s5_thousands_of_guesses_seat_nobody_and_keep_nobody_out(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many names and addresses as the guesser likes. The code is not among the guesses, so that no luck is
    needed here; what matters is how few of a million are listened to."""
    monkeypatch.setattr("companion.reception.secrets.randbelow", lambda _most: 999_999)
    monkeypatch.setattr("companion.reception.TYPING", 3600 * SECOND)  # however busy the machine is
    before = room.reception.pairings
    room.reception._open_code(3)
    wrong = 0
    for number in range(600):
        guesser = room.phone()
        guesser.post("/sit/ask", data={"seat": "3"}, headers=ENGLISH)
        for guess in range(4):
            answer = guesser.post("/sit/code", data={"code": f"{4 * number + guess:06}"}, headers=ENGLISH)
            wrong += "That is not the code" in answer.text
            refused(answer, answer.status_code)
        if number == 300:
            honest = room.phone()
            assert honest.post("/sit/code", data={"code": "999999"}, headers=ENGLISH).status_code == 303
            assert room.state(honest).seat == 3
            room.reception.stand_up(room.name_of(honest))
            room.reception._open_code(3)
    assert wrong == 3 * 600
    assert room.reception.pairings == before


# --- slow and stubborn clients


@pytest.fixture
def impatient(room: Room) -> Iterator[Server]:
    served = Server(room.app, "127.0.0.1", 0, limits=Limits(until_head=0.0, until_body=0.0, look=0.02))
    yield served
    served.close()


HALVES = (b"GET /api/st", b"POST /api/actions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{", b"\r\n")


def test_half_a_request_keeps_nobody_waiting(server: Server, room: Room, anna: FlaskClient) -> None:
    doors = [socket.create_connection(("127.0.0.1", server.port), timeout=HANG_GUARD) for _ in range(60)]
    for number, door in enumerate(doors):
        door.sendall(HALVES[number % 3])
    assert knocks(server, b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")[0] == 200
    for door in doors:
        door.close()


def test_whoever_does_not_come_to_the_end_is_seen_off(impatient: Server, room: Room) -> None:
    doors = [socket.create_connection(("127.0.0.1", impatient.port), timeout=HANG_GUARD) for _ in HALVES[:2]]
    for door, half in zip(doors, HALVES, strict=False):
        door.sendall(half)
    assert all(is_closed(door) for door in doors)
    for door in doors:
        door.close()


@pytest.fixture
def bidding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Room, Server]]:
    """A clock is on the table, and phones may stop it. What is wrong with the device is told at once."""
    monkeypatch.setattr("web.state.LOOK", 0.02)
    monkeypatch.setattr("web.stream_writer.LOOK", 0.02)
    with a_room(tmp_path, simulated=False, referee={"phone_bids": "always"}) as opened:
        opened.house.clock_alone(3)
        served = Server(opened.app, "127.0.0.1", 0)
        yield opened, served
        served.close()


def test_who_takes_nothing_from_a_stream_holds_up_nobody(bidding: tuple[Room, Server]) -> None:
    room, server = bidding
    starts, stops = room.seated(0), room.seated(1)
    doors = [stalled_stream(server, number) for number in range(20)]
    stuck: set[str] = set()
    changes = count()

    def all_are_stuck() -> bool:
        room.device.panel.troubles.report("fan", "The fan is dead: {why}.", why=f"{next(changes)} " * 4000)
        stuck.update(so_far_behind(server))
        return len(stuck) == len(doors)

    eventually(all_are_stuck)
    assert room.acts(starts, Start(0.0)).status_code == 200
    assert presses(server, room, stops) == 202
    eventually(lambda: judged(room))
    assert judged(room) == [1]
    for door in doors:
        door.close()


def judged(room: Room) -> list[int]:
    """The seats whose presses have their verdict."""
    assert room.house.snapshot is not None
    return [verdict.seat for verdict in room.house.snapshot.view(None).verdicts]


def stalled_stream(server: Server, number: int) -> socket.socket:
    """With small buffers on the way, from an address of its own; nobody reads it."""
    door = socket.socket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    door.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    door.bind((f"127.0.2.{number + 1}", 0))
    door.connect(("127.0.0.1", server.port))
    door.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return door


def so_far_behind(server: Server) -> set[str]:
    """Those that have more before them than is kept for anybody: they are told nothing more."""
    channels = list(server._waitress.active_channels.values())
    return {channel.addr[0] for channel in channels if channel.total_outbufs_len > BACKLOG}


def presses(server: Server, room: Room, phone: FlaskClient) -> int:
    body = msgspec.json.encode(Deed(Press()))
    cookie = f"{room.cards.cookie}={room.cookie_of(phone)}".encode()
    status, _ = knocks(
        server,
        b"POST /api/actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nCookie: %s\r\n"
        b"Content-Length: %d\r\nConnection: close\r\n\r\n%s" % (cookie, len(body), body),
    )
    return status


def test_a_press_of_nobody_is_no_press(room: Room) -> None:
    refused(room.acts(room.phone(), Press()), 403)
