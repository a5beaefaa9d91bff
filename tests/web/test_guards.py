"""Who may knock at all, what every answer says about itself, and how refusals are put."""

import gzip
import re
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from rooms import ENGLISH, Room, a_room, told

from companion.words import words
from web.guards import GETS, LARGEST, POSTS, SMALL
from web.rates import CLIENTS, Rate
from web.shelf import FOLDER, Shelf

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


# --- the name that the device is called by

OWN = socket.gethostname()


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8080",
        "127.0.0.1:8080",
        "192.168.1.17",
        "[::1]:8080",
        "[fe80::1]",
        "veilingklok.local",
        "VEILINGKLOK.local:80",
        "veilingklok.local.",
        OWN,
        f"{OWN}.local:8080",
        f"{OWN}-2.local",
    ],
)
def test_the_device_answers_to_numbers_and_to_its_own_names(room: Room, host: str) -> None:
    assert room.client.get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "rebound.example",
        "localhost.example",
        "127.0.0.1.example",
        "veilingklok.local.example",
        f"{OWN}-2x.local",
        f"{OWN}-2.local.example",
        "localhost:8080@rebound.example",
        "[::1].example",
        "[fe80::1%25eth0]",
        "local host",
        "127.0.0.1:port",
        "",
    ],
)
def test_a_name_that_was_made_to_lead_here_is_of_no_use(room: Room, host: str) -> None:
    answer = room.client.get("/api/state", headers={"Host": host} | ENGLISH)
    assert answer.status_code == 421
    assert answer.json == {"error": "The device has no such name; use the address that its display shows."}


# --- from its own pages only


@pytest.mark.parametrize("origin", ["http://localhost", "http://LOCALHOST", "https://localhost"])
def test_what_the_devices_own_page_sends_is_taken(room: Room, origin: str) -> None:
    headers = {"Origin": origin, "Sec-Fetch-Site": "same-origin"}
    assert room.client.post("/language", data={"language": "de"}, headers=headers).status_code == 303


@pytest.mark.parametrize(
    "origin",
    ["http://elsewhere.example", "null", "http://localhost:81", "http://[", "localhost", "ftp://localhost", ""],
)
@pytest.mark.parametrize("method", ["POST", "GET", "PUT", "DELETE"])
def test_what_another_page_sends_or_asks_is_refused(room: Room, method: str, origin: str) -> None:
    answer = room.client.open("/api/actions", method=method, headers={"Origin": origin} | ENGLISH)
    assert answer.status_code == 403
    assert answer.json == {"error": "That was sent by another page than this device's own."}


@pytest.mark.parametrize(
    ("method", "site", "mode", "status"),
    [
        ("POST", "cross-site", "navigate", 403),
        ("POST", "same-site", "cors", 403),
        ("POST", "same-origin", "cors", 303),
        ("POST", "none", "navigate", 303),
        ("GET", "cross-site", "no-cors", 403),
        ("GET", "cross-site", "navigate", 405),
    ],
)
def test_a_browser_that_says_where_something_comes_from_is_believed(
    room: Room, method: str, site: str, mode: str, status: int
) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}
    answer = room.client.open("/language", method=method, data={"language": "nl"}, headers=headers)
    assert answer.status_code == status


# --- not too much, not too often


@pytest.mark.parametrize("address", ["/api/actions", "/language", "/nothing"])
def test_what_is_too_large_is_not_read(room: Room, address: str) -> None:
    for phone, most, kilobytes in ((room.client, SMALL, 2), (room.seated(0), LARGEST, 16)):
        answer = phone.post(address, data=b"x" * (most + 1), headers=ENGLISH)
        assert answer.status_code == 413
        assert f"That is more than the {kilobytes} KB that the page takes." in answer.text


@pytest.fixture
def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Where time stands still for those who knock."""
    monkeypatch.setattr("web.guards.Rate", partial(Rate, now=lambda: 0.0))
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


def knocks(phone: FlaskClient) -> int:
    return phone.post("/language", data={"language": "en"}).status_code


def test_a_client_that_knocks_again_and_again_has_to_wait_and_the_others_do_not(patient: Room) -> None:
    eager, other = patient.phone(), patient.phone()
    assert [knocks(eager) for _ in range(POSTS[0] + 2)] == [303] * POSTS[0] + [429] * 2
    refused = eager.post("/language", data={"language": "de"})
    assert refused.text == "That is more at once than the device can answer; wait a moment.\n"
    assert refused.headers["Retry-After"] == "1"
    assert knocks(other) == 303
    looks = [eager.get("/api/state").status_code for _ in range(GETS[0] + 1)]
    assert looks == [200] * GETS[0] + [429]


def test_a_phone_at_the_table_does_not_wait_for_onlookers_at_the_same_address(patient: Room) -> None:
    eager, seated = patient.phone(), patient.seated(1)
    seated.environ_base = eager.environ_base
    while knocks(eager) != 429:
        pass
    assert knocks(seated) == 303


def test_a_bucket_fills_up_again_and_never_holds_more_than_a_burst() -> None:
    now = 0.0
    rate = Rate(3, 2.0, lambda: now)
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    now = 100.0
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    assert rate.allows("b")


def test_no_more_clients_are_remembered_than_there_is_room_for() -> None:
    rate = Rate(1, 0.0, lambda: 0.0)
    assert rate.allows("first")
    for client in range(CLIENTS - 1):
        rate.allows(str(client))
    assert not rate.allows("first")
    for client in range(3 * CLIENTS):
        rate.allows(f"other {client}")
    assert len(rate) == CLIENTS


# --- how refusals are put


def test_programs_are_answered_in_json_browsers_with_a_page_and_others_in_plain_words(room: Room) -> None:
    sentence = "There is nothing at this address."
    assert room.client.get("/api/nothing", headers=ENGLISH).json == {"error": sentence}
    assert room.client.get("/nothing", headers=ENGLISH | {"Accept": "application/json"}).json == {"error": sentence}
    plain = room.client.get("/nothing", headers=ENGLISH | {"Accept": "*/*"})
    assert (plain.mimetype, plain.text) == ("text/plain", f"{sentence}\n")
    for address in ("/nothing", "/api/nothing"):
        page = room.client.get(address, headers=ENGLISH | BROWSER)
        assert page.mimetype == "text/html"
        assert f'role="alert">{sentence}<' in page.text
        assert '<html lang="en">' in page.text
        assert 'href="/"' in page.text


@pytest.mark.parametrize("language", ["de", "nl"])
def test_every_refusal_is_said_in_the_phones_language(room: Room, language: Any) -> None:
    spoken = words(language)
    said = room.client.post("/api/actions", headers={"Accept-Language": language})
    assert said.json == {"error": spoken.say("Only a phone that sits at the table can do this; sit down first.")}
    page = room.client.get("/nothing", headers=BROWSER | {"Accept-Language": language})
    assert f'<html lang="{language}">' in page.text
    assert spoken.say("There is nothing at this address.") in page.text
    assert spoken.say("Back to the table") in page.text


@pytest.mark.parametrize(
    ("method", "address", "status", "allowed"),
    [
        ("GET", "/api", 404, None),
        ("GET", "/api/state/", 404, None),
        ("GET", "/api//state", 404, None),
        ("POST", "/api/state", 405, "GET, HEAD"),
        ("GET", "/api/actions", 405, "POST"),
        ("OPTIONS", "/api/actions", 405, "POST"),
        ("TRACE", "/api/state", 405, "GET, HEAD"),
    ],
)
def test_what_is_not_there(room: Room, method: str, address: str, status: int, allowed: str | None) -> None:
    answer = room.client.open(address, method=method, headers=ENGLISH)
    assert (answer.status_code, answer.headers.get("Allow")) == (status, allowed)
    assert set(told(answer)) == {"error"} if "/api/" in address else answer.text


def test_a_mistake_of_ours_is_a_sentence_too(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = room.seated(0)
    room.begins()
    monkeypatch.setattr(room.house, "submit", lambda _seat, _wish: 1 / 0)
    answer = room.acts(phone, room.state(phone).view.options[0])  # type: ignore[union-attr]
    monkeypatch.undo()
    assert answer.status_code == 500
    assert answer.json == {"error": "The page stumbled; the log of the device says over what."}


# --- headers


@pytest.mark.parametrize("address", ["/api/state", "/api/openapi.json", "/static/page.css", "/nothing", "/language"])
def test_nothing_from_elsewhere_may_be_shown_or_run(room: Room, address: str) -> None:
    headers = room.client.get(address).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"unsafe|data:|\*|http", policy)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_only_the_drawing_of_a_simulated_device_may_hold_a_page_in_a_frame(tmp_path: Path) -> None:
    with a_room(tmp_path) as room:
        assert "frame-ancestors 'self'" in room.client.get("/nothing").headers["Content-Security-Policy"]


def test_nobody_keeps_what_may_be_another_one_in_a_moment(room: Room) -> None:
    for address in ("/api/state", "/nothing", "/api/openapi.json"):
        assert room.client.get(address).headers["Cache-Control"] == "no-store"


# --- files


def test_a_file_is_kept_for_good_under_the_address_that_names_its_version(room: Room) -> None:
    address = Shelf().url("page.css")
    answer = room.client.get(address)
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.data == (FOLDER / "page.css").read_bytes()
    assert answer.content_type == "text/css; charset=utf-8"
    for other in ("/static/page.css", "/static/page.css?v=another"):
        assert room.client.get(other).headers["Cache-Control"] == "no-cache"
    known = {"If-None-Match": answer.headers["ETag"]}
    assert room.client.get("/static/page.css", headers=known).status_code == 304


def test_another_version_of_any_file_is_another_address_and_files_name_each_other_by_it(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\nimport "./three.js";\n')
    (tmp_path / "two.js").write_text("export const two = 2;\n")
    (tmp_path / "wood.css").write_text('p { background: url("wood.svg"); }\n')
    first = Shelf(tmp_path)
    assert first.url("one.js") == f"/static/one.js?v={first.version}"
    texts = {name: file.text.decode() for name, file in first._files.items()}
    assert f'from "./two.js?v={first.version}";' in texts["one.js"]
    assert f'import "./three.js?v={first.version}";' in texts["one.js"]
    assert f'url("wood.svg?v={first.version}")' in texts["wood.css"]
    (tmp_path / "two.js").write_text("export const two = 3;\n")
    assert Shelf(tmp_path).url("one.js") != first.url("one.js")


def test_a_template_that_names_a_file_that_is_not_there_is_found_out() -> None:
    with pytest.raises(LookupError, match=r"there is no file page\.js2 on the shelf"):
        Shelf().url("page.js2")


@pytest.mark.parametrize(
    "name",
    ["..%2fapp.py", "../app.py", "%2e%2e/app.py", "..\\app.py", "page.css%00", "/etc/passwd", "", ".", "sub/page.css"],
)
def test_what_is_not_on_the_shelf_is_not_there_however_it_is_spelled(room: Room, name: str) -> None:
    assert room.client.get(f"/static/{name}").status_code == 404


# --- packing


def test_text_is_packed_for_whoever_can_unpack_it(room: Room) -> None:
    for address in ("/api/openapi.json", "/static/page.css"):
        plain = room.client.get(address)
        assert "Content-Encoding" not in plain.headers
        assert "Accept-Encoding" in plain.headers["Vary"]
        small = room.client.get(address, headers={"Accept-Encoding": "gzip, br"})
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.data) == plain.data
        assert len(small.data) < len(plain.data) / 2
        assert small.headers["Content-Length"] == str(len(small.data))
        refused = room.client.get(address, headers={"Accept-Encoding": "gzip;q=0"})
        assert refused.data == plain.data


def test_what_is_small_or_a_stream_is_sent_as_it_is(room: Room) -> None:
    packs = {"Accept-Encoding": "gzip"}
    assert "Content-Encoding" not in room.client.get("/api/nothing", headers=packs).headers
    stream = room.client.get("/api/stream", headers=packs)
    assert "Content-Encoding" not in stream.headers
    assert next(stream.iter_encoded()).startswith(b"event: state\n")
    stream.close()
