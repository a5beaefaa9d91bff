"""The shelf of boards on the page: new ones, names, the one in use, and files that come in and go out. Whatever
strangers send, it is refused in a sentence or kept as a draft, and never anything else.
"""

import io
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from html import escape, unescape
from itertools import count
from pathlib import Path

import msgspec
import pytest
from broken_boards import LONG, broken, default_plain, put, toml
from flask.testing import FlaskClient
from rooms import ENGLISH, Room, a_room
from werkzeug.test import TestResponse

from companion.boards import DEFAULT, MOST, Shelved
from companion.games.merchants import checklist, editing
from companion.games.merchants.board import default_board
from companion.games.merchants.board_file import board_text
from companion.games.merchants.half_made import read_half_made
from companion.words import Language, words
from web.address import keep_address
from web.guards import LARGEST_FILE
from web.rates import Rate

BOX = default_board().data
SCRIPT = '<script>alert("x")</script>'
ONLOOKER = "192.168.1.50"
BROWSER = ENGLISH | {"Accept": "text/html,*/*;q=0.8"}
SIT_DOWN = "Only a phone that sits at the table can do this; sit down first."


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Where a second passes between one knock and the next."""
    monkeypatch.setattr("web.guards.Rate", partial(Rate, now=count().__next__))
    with a_room(tmp_path, simulated=False) as opened:
        keep_address(opened.app, lambda: "http://192.168.1.17:8080/")
        yield opened


def at(room: Room, address: str) -> FlaskClient:
    phone = room.phone()
    phone.environ_base["REMOTE_ADDR"] = address
    return phone


@pytest.fixture
def phone(room: Room) -> FlaskClient:
    """The browser of the device itself."""
    return at(room, "127.0.0.1")


def page(phone: FlaskClient, path: str = "/board", language: Language = "en") -> str:
    answer = phone.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


def sends(phone: FlaskClient, path: str, **form: str) -> TestResponse:
    return phone.post(f"/board{path}", data=form, headers=ENGLISH)


def imports(phone: FlaskClient, text: bytes, file: str = "mine.toml", **form: str) -> TestResponse:
    sent = {"file": (io.BytesIO(text), file), **form}
    return phone.post("/board/import", data=sent, headers=ENGLISH, content_type="multipart/form-data")


def shelf(room: Room) -> tuple[list[Shelved], int]:
    return room.house.boards.all, room.house.boards.in_use


def sentence(answer: TestResponse, status: int) -> str:
    """The one in which something is refused."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "text/plain"
    assert answer.text.endswith("\n")
    said = answer.text[:-1]
    assert said.isprintable()
    assert said.endswith((".", ".)"))
    assert not re.search(r"Traceback|\.py\b|Error\b|werkzeug|flask|msgspec", said)
    return said


# --- what is on it


def test_at_first_there_is_the_board_in_the_box_which_is_in_use(phone: FlaskClient) -> None:
    shown = page(phone)
    assert re.findall(r'class="name" href="([^"]+)">([^<]+)<', shown) == [("/board/0", "The supplied board")]
    assert shown.count("in use</span>") == 1


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_shelf_speaks_the_phones_language(phone: FlaskClient, language: Language) -> None:
    shown = unescape(page(phone, language=language))
    assert f'<html lang="{language}">' in shown
    spoken = words(language)
    assert spoken.say("The supplied board") in shown
    guesses = sum(len(checklist.guessed(BOX, part)) for part in checklist.PARTS)
    assert spoken.say("Still a guess: {count} of its items.", count=guesses) in shown


def test_a_new_board_is_a_copy_of_another_and_leads_to_its_page(room: Room, phone: FlaskClient) -> None:
    model = room.house.boards.add("Model", editing.with_track_length(BOX, 9), saved=True)
    answer = sends(phone, "/new", name="Copy", model=str(model))
    assert (answer.status_code, answer.location) == (303, "/board/2")
    copy = room.house.boards[2]
    assert (copy.name, copy.data.tracks.length, copy.is_draft) == ("Copy", 9, False)
    assert "Copy" in page(phone, "/board/2")


def test_a_copy_of_the_board_in_the_box_can_be_played_on_at_once(room: Room, phone: FlaskClient) -> None:
    sends(phone, "/new", name="Mine", model="0")
    assert room.house.boards.board(1).data == BOX
    assert room.house.boards.in_use == DEFAULT


def test_a_copy_of_a_draft_with_mistakes_is_a_draft(room: Room, phone: FlaskClient) -> None:
    room.house.boards.add("Draft", editing.with_track_length(BOX, 1))
    sends(phone, "/new", name="Copy", model="1")
    assert room.house.boards[2].board is None
    assert page(phone).count('<span class="badge">draft</span>') == 2
    assert page(phone).count("Mistakes: 1.") == 2


@pytest.mark.parametrize(
    ("form", "status", "says"),
    [
        ({"name": "", "model": "0"}, 400, "A board needs a name of 1 to 40 characters."),
        ({"name": "x" * 41, "model": "0"}, 400, "A board needs a name of 1 to 40 characters."),
        ({"name": "a\u202eb", "model": "0"}, 400, "A board needs a name of 1 to 40 characters."),
        ({"name": "MINE", "model": "0"}, 400, "There is a board called MINE already."),
        ({"name": "New"}, 400, "The board to begin with is missing: a number from 0 to 2,147,483,648."),
        ({"name": "New", "model": "7"}, 404, "There is no board 7 here."),
        (
            {"name": "New", "model": "-1"},
            400,
            "The board to begin with must be a number from 0 to 2,147,483,648, not '-1'.",
        ),
    ],
)
def test_a_new_board_that_cannot_be_is_refused(
    room: Room, phone: FlaskClient, form: dict[str, str], status: int, says: str
) -> None:
    room.house.boards.add("Mine", BOX)
    before = shelf(room)
    assert sentence(sends(phone, "/new", **form), status) == says
    assert shelf(room) == before


def test_no_more_boards_are_made_or_imported_than_there_is_room_for(room: Room, phone: FlaskClient) -> None:
    for number in range(MOST):
        room.house.boards.add(f"Board {number}", BOX)
    before = shelf(room)
    says = "There are 20 boards here already; remove one first."
    assert sentence(sends(phone, "/new", name="New", model="0"), 400) == says
    assert sentence(imports(phone, board_text(BOX).encode()), 400) == says
    assert shelf(room) == before


def test_a_board_is_renamed(room: Room, phone: FlaskClient) -> None:
    room.house.boards.add("Mine", BOX)
    answer = sends(phone, "/1/rename", name="  Our   board ")
    assert (answer.status_code, answer.location) == (303, "/board/1")
    assert room.house.boards[1].name == "Our board"
    assert "Our board" in page(phone)
    assert sentence(sends(phone, "/1/rename", name=" "), 400) == "A board needs a name of 1 to 40 characters."
    assert room.house.boards[1].name == "Our board"


def test_a_board_is_put_to_use_and_the_one_in_the_box_again(room: Room, phone: FlaskClient) -> None:
    room.house.boards.add("Mine", BOX, saved=True)
    assert sends(phone, "/use", number="1").location == "/board"
    assert room.house.boards.in_use == 1
    assert re.search(r">Mine</a>\s*<span class=\"badge good\">in use<", page(phone))
    sends(phone, "/use", number="0")
    assert room.house.boards.in_use == DEFAULT


def test_a_draft_is_not_put_to_use(room: Room, phone: FlaskClient) -> None:
    room.house.boards.add("Draft", BOX)
    assert 'name="number" value="1"' not in page(phone)
    says = "Draft is a draft: save it before you play on it."
    assert sentence(sends(phone, "/use", number="1"), 404) == says
    assert room.house.boards.in_use == DEFAULT


def test_a_board_is_removed_for_good(room: Room, phone: FlaskClient) -> None:
    room.house.boards.save(room.house.boards.add("Mine", BOX))
    assert sends(phone, "/1/remove").location == "/board"
    assert shelf(room) == ([], DEFAULT)
    assert sentence(sends(phone, "/1/remove"), 404) == "There is no board 1 here."
    assert sentence(phone.get("/board/1", headers=ENGLISH), 404) == "There is no board 1 here."


# --- files that go out


def test_what_is_exported_is_the_board_as_it_is_shown_saved_or_not(room: Room, phone: FlaskClient) -> None:
    room.house.boards.add("Mine", BOX, saved=True)
    room.house.boards.change(1, lambda data: editing.with_track_length(data, 1))
    answer = phone.get("/board/1/export.toml")
    assert answer.data.decode() == board_text(room.house.boards[1].data)
    assert answer.mimetype == "application/toml"
    assert phone.get("/board/0/export.toml").data.decode() == board_text(BOX)
    assert sentence(phone.get("/board/7/export.toml", headers=ENGLISH), 404) == "There is no board 7 here."


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("My board", "My-board.toml"),
        ('../../x"\r\n', "x.toml"),
        ("..\\..\\x", "x.toml"),
        ("..", "board-1.toml"),
        ("日本", "board-1.toml"),
        ("C:\\con", "C--con.toml"),
        (SCRIPT, "script-alert--x----script.toml"),
        ("a;b=c", "a-b-c.toml"),
    ],
)
def test_a_file_has_a_name_that_is_good_everywhere(room: Room, phone: FlaskClient, name: str, file: str) -> None:
    room.house.boards.add(name, BOX)
    answer = phone.get("/board/1/export.toml")
    assert answer.headers.get_all("Content-Disposition") == [f'attachment; filename="{file}"']


def test_what_one_device_exports_another_one_imports(room: Room, phone: FlaskClient, tmp_path: Path) -> None:
    sends(phone, "/new", name="Mine", model="0")
    room.house.boards.change(1, lambda data: editing.with_commodity(data, "am4", "silk"))
    exported = phone.get("/board/1/export.toml").data
    with a_room(tmp_path / "other", simulated=False) as other:
        assert imports(at(other, "127.0.0.1"), exported).location == "/board/1"
        assert other.house.boards[1].data == room.house.boards[1].data
        assert not other.house.boards[1].is_draft


def test_the_address_of_the_file_is_there_for_a_camera(phone: FlaskClient) -> None:
    answer = phone.get("/board/0/qr.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert phone.get("/board/7/qr.svg").status_code == 404


# --- files that come in


def test_a_good_file_can_be_played_on_and_is_called_after_its_name(room: Room, phone: FlaskClient) -> None:
    changed = editing.with_event(BOX, "1597", "ship")
    assert imports(phone, board_text(changed).encode(), "boards/Zolder.toml").location == "/board/1"
    taken = room.house.boards[1]
    assert (taken.name, taken.data, taken.is_draft) == ("Zolder", changed, False)
    assert imports(phone, board_text(changed).encode(), name="Kelder").location == "/board/2"
    assert room.house.boards[2].name == "Kelder"
    assert room.house.boards.in_use == DEFAULT


def test_no_file_at_all_is_refused(room: Room, phone: FlaskClient) -> None:
    says = "Choose a file first: the TOML of a board."
    for form in ({"name": "Mine"}, {"name": "Mine", "file": "not a file"}, {"file": (io.BytesIO(b""), "")}):
        answer = phone.post("/board/import", data=form, headers=ENGLISH, content_type="multipart/form-data")
        assert sentence(answer, 400) == says
    assert shelf(room) == ([], DEFAULT)


def test_a_board_with_mistakes_is_refused_with_the_first_of_them(room: Room, phone: FlaskClient) -> None:
    one = board_text(editing.with_track_length(BOX, 1)).encode()
    says = "mine.toml: tracks: length must be from 2 to 20, not 1. (Nothing was changed.)"
    assert sentence(imports(phone, one), 400) == says
    many = toml(broken("no start spaces at all") | {"tracks": {"length": 1, "source": "cardboard"}})
    says = "mine.toml: tracks: length must be from 2 to 20, not 1. (And 1 more; nothing was changed.)"
    assert sentence(imports(phone, many), 400) == says
    assert shelf(room) == ([], DEFAULT)


def many_offices(each: int) -> bytes:
    plain = default_plain()
    for region in plain["regions"]:
        region["offices"] = [
            {"id": f"{region['id'][:2]}{number}", "commodity": "silk", "at": [1, 1], "source": "cardboard"}
            for number in range(each)
        ]
    return toml(plain)


def changed(path: str, value: object) -> bytes:
    return toml(put((path, value))(default_plain()))


DEEP = b"[" * 50_000

NEVER: dict[str, tuple[bytes, int, str]] = {
    "a file of 200 KB": (b"#" * 200_000, 413, "That is more than the 128 KB that the page takes."),
    "a million blanks": (b" " * 1_000_000, 413, "That is more than the 128 KB that the page takes."),
    "many blanks": (b" " * 100_000, 400, "tracks: is missing. (And 7 more"),
    "many lines": (b"\n" * 100_000, 400, "tracks: is missing. (And 7 more"),
    "thousands of offices": (many_offices(501), 413, "That is more than the 128 KB"),
    "hundreds of bridges": (
        changed("bridges", [{"id": f"b{n}", "ends": ["nz1", "oz1"], "source": "cardboard"} for n in range(1500)]),
        400,
        "board: one list has 1,500 items; more than 500 are not read. (Nothing",
    ),
    "lists in lists in lists": (b"x = " + DEEP, 400, "line 1: this is nested deeper than any board is."),
    "tables in tables in tables": (b"x = " + b"{a=" * 20_000, 400, "nested deeper than any board is."),
    "a key of thousands of parts": (b"a." * 50_000 + b"a = 1", 400, "nested deeper than any board is."),
    "a heading of thousands of parts": (b"[" + b"a." * 50_000 + b"a]", 400, "nested deeper than any board is."),
    "a number of 5000 digits": (b"x = " + b"9" * 5000, 400, "The file has a number too long"),
    "a number of 4000 digits": (changed("cards.1.count", 10**3999), 400, "count is too large a number."),
    "what is not UTF-8": (b"\xff\xfe\x00", 400, "line 1: this is not UTF-8 text."),
    "what is not TOML": (b"{}", 400, "line 1: "),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", 400, "line 1: this is not UTF-8 text."),
    "nothing": (b"", 400, "tracks: is missing. (And 7 more"),
    "a text for a number": (changed("tracks.length", "8"), 400, "must be a whole number, not a text in quotes."),
    "a number for a text": (changed("bridges.0.id", 8), 400, "id must be a text in quotes, not a whole number."),
    "a number for a list": (changed("years", 1), 400, "years: must be a list."),
    "a list for a table": (changed("clock", [1]), 400, "clock: must be a table of keys and values."),
    "a script for a name": (
        changed("regions.0.offices.0.id", SCRIPT),
        400,
        "id must be 1 to 40 letters, digits or underscores.",
    ),
    "a name too long": (changed("cards.0.id", LONG), 400, "id must be 1 to 40 letters, digits or underscores."),
    "a place that is no number": (
        changed("districts.0.plots.0.at", [float("nan"), 190.0]),
        400,
        "at [nan, 190] lies outside the drawing",
    ),
    "a clock without end": (changed("clock.seconds", float("inf")), 400, "seconds must be more than 0"),
    "a sweep without end": (changed("clock.sweep", float("-inf")), 400, "sweep is in degrees"),
    "a part that nobody knows": (changed("__class__", 1), 400, '"__class__" is not known here'),
}
"""What is refused also as a draft."""

DRAFTS: dict[str, tuple[bytes, str]] = {
    "a bridge that leads to itself": (changed("bridges.0.ends", ["nz1", "nz1"]), 'both ends are "nz1".'),
    "bridges that name each other": (
        toml(put(("bridges.0.ends", ["damrak", "dam"]), ("bridges.2.ends", ["singel_north", "dam"]))(default_plain())),
        'ends name "damrak", which is no plot.',
    ),
    "a start on a bridge": (changed("start.0.warehouse", "damrak"), 'warehouse "damrak" is no plot.'),
    "a start on itself": (changed("start.0.office", "start"), 'office "start" is no office.'),
    "one name for two offices": (changed("regions.0.offices.1.id", "am1"), 'id "am1" is used twice'),
    "one name for a plot and an office": (changed("districts.0.plots.4.id", "am1"), 'id "am1" is used twice'),
    "a million cards": (changed("cards.1.count", 1_000_000), "there are 1,000,054 action cards"),
    "a track of a million spaces": (changed("tracks.length", 1_000_000), "length must be from 2 to 20"),
    "a place far outside": (changed("regions.0.offices.0.at", [1e8, -1e8]), "lies outside the drawing"),
    "a script for a year": (changed("years.2.year", SCRIPT), "the time track has no such year."),
    "scores of offices": (many_offices(40), "is used twice"),
}
"""What is kept as a draft, if it is wanted so."""


@pytest.mark.parametrize("draft", ["", "1"], ids=["", "as a draft"])
@pytest.mark.parametrize("name", NEVER)
def test_a_hostile_file_is_refused_in_one_sentence_and_the_shelf_is_as_before(
    room: Room, phone: FlaskClient, name: str, draft: str
) -> None:
    room.house.boards.add("Mine", BOX, saved=True)
    before = shelf(room)
    text, status, says = NEVER[name]
    assert says in sentence(imports(phone, text, draft=draft), status)
    assert shelf(room) == before
    assert page(phone).count('class="name"') == 2


@pytest.mark.parametrize("name", DRAFTS)
def test_a_file_that_can_be_put_right_is_refused_or_kept_as_a_draft(room: Room, phone: FlaskClient, name: str) -> None:
    text, says = DRAFTS[name]
    assert says in sentence(imports(phone, text), 400)
    assert shelf(room) == ([], DEFAULT)
    assert imports(phone, text, draft="1").location == "/board/1"
    taken = room.house.boards[1]
    assert (taken.data, taken.board) == (read_half_made(text), None)
    assert f"Mistakes: {len(checklist.found_in(taken.data))}.".encode() in page(phone).replace(",", "").encode()
    for path in ("", *(f"/{part}" for part in checklist.PARTS), "/export.toml"):
        assert phone.get(f"/board/1{path}").status_code == 200
    assert SCRIPT not in page(phone, "/board/1/years")


def test_a_good_file_that_is_taken_as_a_draft_can_be_played_on_as_well(room: Room, phone: FlaskClient) -> None:
    imports(phone, board_text(BOX).encode(), draft="1")
    assert not room.house.boards[1].is_draft


def test_only_a_board_may_be_as_large_as_a_file(room: Room, phone: FlaskClient) -> None:
    large = "x" * (20 * 1024)
    for path in ("/new", "/1/edit", "/1/rename", "/first"):
        says = "That is more than the 16 KB that the page takes."
        assert sentence(sends(phone, path, name=large), 413) == says
    assert sentence(imports(phone, b"#" * LARGEST_FILE), 413) == "That is more than the 128 KB that the page takes."
    assert shelf(room) == ([], DEFAULT)


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("x" * 41 + ".toml", "A board needs a name of 1 to 40 characters."),
        ("Mine.toml", "There is a board called Mine already."),
        ("../../mine.TOML", "There is a board called mine already."),
    ],
)
def test_a_file_whose_name_cannot_be_a_boards_is_refused(room: Room, phone: FlaskClient, file: str, says: str) -> None:
    room.house.boards.add("Mine", BOX)
    before = shelf(room)
    assert sentence(imports(phone, board_text(BOX).encode(), file), 400) == says
    assert shelf(room) == before


# --- scripts


def looks_clean(shown: str, name: str) -> bool:
    """The name is there, and is nothing but a name."""
    assert escape(name, quote=False) in shown.replace("&#34;", '"')
    return not re.search(r"<script>|<img src=x|<b>x", shown)


@pytest.mark.parametrize("name", [SCRIPT, '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }}<b>x</b>", "{name}{0}<b>x"])
def test_a_script_in_a_name_is_shown_and_never_run(room: Room, phone: FlaskClient, name: str) -> None:
    sends(phone, "/new", name=name, model="0")
    seated = room.seated(0)
    for path in ("/board", "/board/1", *(f"/board/1/{part}" for part in checklist.PARTS), "/board/first?board=1"):
        assert looks_clean(page(phone, path), name)
    assert looks_clean(page(seated, "/new"), name)
    sends(phone, "/use", number="1")
    assert looks_clean(page(seated, "/settings"), name)
    refused = phone.post("/board/new", data={"name": name, "model": "0"}, headers=BROWSER)
    assert (refused.status_code, refused.mimetype) == (400, "text/html")
    assert looks_clean(refused.text, name)


def test_a_script_in_the_name_of_a_file_is_shown_and_never_run(room: Room, phone: FlaskClient) -> None:
    name = "<script>alert(1)<script>"
    imports(phone, board_text(BOX).encode(), f"{name}.toml")
    assert room.house.boards[1].name == name
    assert looks_clean(page(phone), name)
    sent = {"file": (io.BytesIO(b"x"), f"{name}.toml")}
    refused = phone.post("/board/import", data=sent, headers=BROWSER, content_type="multipart/form-data")
    assert (refused.status_code, refused.mimetype) == (400, "text/html")
    assert looks_clean(refused.text, f"{name}.toml")


class SlowBody(io.RawIOBase):
    """What a phone sends so slowly that another one comes meanwhile."""

    def __init__(self) -> None:
        self.is_read = threading.Event()
        self.may_end = threading.Event()
        self._place = 0

    def tell(self) -> int:
        return self._place

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        self._place = 100 if whence == io.SEEK_END else place
        return self._place

    def readable(self) -> bool:
        return True

    def readinto(self, _buffer: object) -> int:
        self.is_read.set()
        self.may_end.wait()
        return 0


def test_s3_one_board_is_imported_at_a_time(room: Room, phone: FlaskClient) -> None:
    slow, other = SlowBody(), at(room, "127.0.0.1")
    form = {"Content-Type": "multipart/form-data; boundary=x", **ENGLISH}
    sending = threading.Thread(target=lambda: other.post("/board/import", input_stream=slow, headers=form))
    sending.start()
    try:
        assert slow.is_read.wait(60)
        says = "Another board is being imported: try again in a moment."
        assert sentence(imports(phone, board_text(BOX).encode()), 409) == says
    finally:
        slow.may_end.set()
        sending.join()
    assert imports(phone, board_text(BOX).encode()).location == "/board/1"


# --- who may do what

Form = Callable[[], dict[str, object]]
DOORS: dict[str, Form] = {
    "/board/new": lambda: {"name": "New", "model": "0"},
    "/board/import": lambda: {"file": (io.BytesIO(board_text(BOX).encode()), "new.toml")},
    "/board/use": lambda: {"number": "1"},
    "/board/first": lambda: {"name": "First"},
    "/board/1/rename": lambda: {"name": "Ours"},
    "/board/1/edit": lambda: {"do": "tracks", "part": "tracks", "length": "9", "step": "1"},
    "/board/1/check": lambda: {"do": "tracks", "part": "tracks", "length": "9"},
    "/board/1/undo": lambda: {"step": "1"},
    "/board/1/redo": lambda: {"step": "1"},
    "/board/1/save": lambda: {"step": "1"},
    "/board/1/discard": lambda: {"step": "1"},
    "/board/1/remove": dict,
}


def ways_in(room: Room, method: str) -> set[str]:
    rules = [rule for rule in room.app.url_map.iter_rules() if rule.rule.startswith("/board")]
    return {rule.rule.replace("<int:number>", "1") for rule in rules if method in (rule.methods or ())}


def knocks(room: Room, phone: FlaskClient, door: str) -> TestResponse:
    sent = DOORS[door]()
    if "step" in sent:
        sent["step"] = str(room.house.boards[1].step)
    return phone.post(door, data=sent, headers=ENGLISH, content_type="multipart/form-data")


def test_every_door_is_tried_here(room: Room) -> None:
    assert ways_in(room, "POST") == set(DOORS)


def test_an_onlooker_may_see_everything(room: Room) -> None:
    room.house.boards.add("Mine", BOX, saved=True)
    onlooker = at(room, ONLOOKER)
    paths = ways_in(room, "GET")
    assert {"/board", "/board/first", "/board/1", "/board/1/<part>", "/board/1/export.toml"} <= paths
    for path in sorted(paths):
        for part in checklist.PARTS if "<part>" in path else ("",):
            if path.startswith("/board/<") and "number" not in path:
                continue
            answer = onlooker.get(path.replace("<part>", part), headers=ENGLISH)
            assert answer.status_code == 200, path
            if path.startswith("/board/1") and answer.mimetype == "text/html":
                assert 'method="post" action="/board/1/remove"' not in answer.text


@pytest.mark.parametrize("door", DOORS)
def test_an_onlooker_may_change_nothing(room: Room, door: str) -> None:
    room.house.boards.add("Mine", BOX, saved=True)
    before = shelf(room)
    onlooker = at(room, ONLOOKER)
    assert sentence(knocks(room, onlooker, door), 403) == SIT_DOWN
    headers = {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1", "X-Real-IP": "127.0.0.1"}
    assert onlooker.post(door, data={}, headers=headers).status_code == 403
    assert sentence(onlooker.post(door, data={}, headers=ENGLISH), 403) == SIT_DOWN
    assert shelf(room) == before


@pytest.mark.parametrize("who", ["127.0.0.1", "::1", "seated"])
@pytest.mark.parametrize("door", DOORS)
def test_who_sits_at_the_table_or_at_the_device_may(room: Room, door: str, who: str) -> None:
    room.house.boards.add("Mine", BOX, saved=True)
    phone = room.seated(1) if who == "seated" else at(room, who)
    answer = knocks(room, phone, door)
    assert answer.status_code == (200 if door.endswith("/check") else 303), answer.text


@pytest.mark.parametrize("header", ["Forwarded", "X-Forwarded-For", "Via"])
def test_who_comes_by_way_of_another_program_on_the_device_does_not_sit_at_it(room: Room, header: str) -> None:
    sent = {"name": "Theirs", "model": "0"}
    answer = at(room, "127.0.0.1").post("/board/new", data=sent, headers=ENGLISH | {header: "for=192.168.1.50"})
    assert sentence(answer, 403) == SIT_DOWN
    assert room.house.boards.all == []


def test_one_who_has_stood_up_may_not_any_more(room: Room) -> None:
    phone = room.seated(1)
    assert knocks(room, phone, "/board/new").status_code == 303
    room.reception.stand_up(room.name_of(phone))
    assert sentence(sends(phone, "/1/remove"), 403) == SIT_DOWN
    assert len(room.house.boards.all) == 1


def test_an_onlooker_is_told_how_to_become_one_who_may(room: Room) -> None:
    room.house.boards.add("Mine", BOX)
    for path in ("/board", "/board/first"):
        shown = page(at(room, ONLOOKER), path)
        assert "Only a phone that sits at the table can change a board." in shown
        assert 'href="/sit"' in shown
        assert 'action="/board' not in shown
    assert 'action="/board' not in page(at(room, ONLOOKER), "/board/1")


@pytest.mark.parametrize("language", ["de", "nl"])
def test_refusals_are_said_in_the_phones_language(room: Room, phone: FlaskClient, language: Language) -> None:
    spoken = words(language)
    sent = {"file": (io.BytesIO(toml(broken("a track of one space"))), "mine.toml")}
    answer = phone.post(
        "/board/import", data=sent, headers={"Accept-Language": language}, content_type="multipart/form-data"
    )
    (found,) = checklist.found_in(msgspec.structs.replace(BOX, tracks=editing.with_track_length(BOX, 1).tracks))
    assert found.what.said(spoken) in answer.text
    assert found.what.said(words("en")) not in answer.text
