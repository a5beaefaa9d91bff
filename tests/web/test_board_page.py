"""A board on the workbench, page by page: everything that is wrong is said where it is, whatever is sent is either done
as it was meant or refused in a sentence, and a game begins on what was saved.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from html.parser import HTMLParser
from itertools import count
from pathlib import Path
from typing import get_args

import pytest
from broken_boards import BROKEN, LET_IN, broken, toml
from flask.testing import FlaskClient
from rooms import ENGLISH, Room, a_room, told
from tiers import LONG, long_only
from werkzeug.test import TestResponse

from companion.boards import DEFAULT
from companion.games.merchants import checklist, editing
from companion.games.merchants.board import BoardData, default_board
from companion.games.merchants.card_faces import Face
from companion.games.merchants.checklist import PARTS
from companion.games.merchants.first_questions import QUESTIONS, answered_with_yes, still_open
from companion.games.merchants.half_made import read_half_made
from companion.words import Language, words
from web.rates import Rate

BOX = default_board().data
LANGUAGES: tuple[Language, ...] = get_args(Language)
TEMPLATES = Path(__file__).parents[2] / "web" / "templates"
TABLE = ((9, 8), (7, 6), (5, 4), (3, 2))
AMOUNTS = {
    f"{place}{rank}": str(TABLE[rank][side]) for side, place in enumerate(("first", "second")) for rank in range(4)
}
BEGINNING = {
    "players": "3",
    **{"name0": "Anna", "player0": "person", "colour0": "red"},
    **{"name1": "Ben", "player1": "merchant", "colour1": "blue"},
    **{"name2": "Cleo", "player2": "random", "colour2": "white"},
    **{"full_district": "commodity", "double_window": "start", "misbid": "ignore", "end": "1665"},
    **{"last_sand_clocks": "last", "deck": "table", "profile": "original"},
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """For those who only look, and put a board there for the moment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("web.guards.Rate", partial(Rate, now=count().__next__))
        with a_room(tmp_path_factory.mktemp("shared"), simulated=False) as room:
            yield room


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Where a second passes between one knock and the next, with one board that was saved."""
    monkeypatch.setattr("web.guards.Rate", partial(Rate, now=count().__next__))
    with a_room(tmp_path, simulated=False) as opened:
        opened.house.boards.add("Mine", BOX, saved=True)
        yield opened


@pytest.fixture
def phone(room: Room) -> FlaskClient:
    return at_device(room)


def at_device(room: Room) -> FlaskClient:
    phone = room.phone()
    phone.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    return phone


def page(phone: FlaskClient, path: str, language: Language = "en") -> str:
    answer = phone.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200, f"{path} in {language}"
    assert f'<html lang="{language}">' in answer.text
    return answer.text


def text_of(shown: str) -> str:
    """What can be read on a page."""
    return unescape(re.sub(r"<[^>]*>", "", shown))


def edits(room: Room, phone: FlaskClient, **form: str) -> TestResponse:
    sent = {"step": str(room.house.boards[1].step), "back": "/board/1", **form}
    return phone.post("/board/1/edit", data=sent, headers=ENGLISH)


def does(room: Room, phone: FlaskClient, deed: str, back: str = "/board/1") -> TestResponse:
    sent = {"step": str(room.house.boards[1].step), "back": back}
    return phone.post(f"/board/1/{deed}", data=sent, headers=ENGLISH)


def sentence(answer: TestResponse, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "text/plain"
    assert answer.text.count("\n") == 1
    assert answer.text.endswith(".\n")
    return answer.text[:-1]


class Forms(HTMLParser):
    """The forms of a page, each with its action and all that it would send with any of its buttons."""

    def __init__(self, shown: str) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str]]] = []
        self.feed(shown)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        looks = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.all.append((looks["action"], {}))
        elif tag in ("input", "button") and self.all and "name" in looks:
            self.all[-1][1].setdefault(looks["name"], looks.get("value", ""))

    def that_does(self, do: str) -> tuple[str, dict[str, str]]:
        return next(form for form in self.all if form[1].get("do") == do)


# --- every page of every board


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_board_in_the_box_and_of_a_good_one_can_be_read(shared: Room, language: Language) -> None:
    good = editing.with_office(editing.with_cell_painted(BOX, "lastage", (-1, 0)), "africa", (480, 500))
    number = shared.house.boards.add("Good", good, saved=True)
    phone, onlooker = at_device(shared), shared.phone()
    for board in (DEFAULT, number):
        for path in ("", *(f"/{part}" for part in PARTS)):
            for one in (phone, onlooker):
                shown = page(one, f"/board/{board}{path}", language)
                assert "<h1" in shown
                assert 'class="trouble"' not in shown
                may_change = one is phone and board != DEFAULT
                assert (f'action="/board/{board}/save"' in shown) == may_change
    shared.house.boards.remove(number)


@pytest.fixture
def broken_one(shared: Room, request: pytest.FixtureRequest) -> Iterator[int]:
    """Its number."""
    number = shared.house.boards.add("Broken", read_half_made(toml(broken(request.param))))
    yield number
    shared.house.boards.remove(number)


EVERY_BROKEN = pytest.mark.parametrize(
    ("name", "broken_one"), [(name, name) for name in LET_IN], indirect=["broken_one"], ids=LET_IN
)
SOME_BROKEN = pytest.mark.parametrize(
    ("name", "broken_one"),
    [pytest.param(name, name, marks=() if place % 3 == 0 else long_only) for place, name in enumerate(LET_IN)],
    indirect=["broken_one"],
    ids=LET_IN,
)
"""Every third in the quick check."""


@EVERY_BROKEN
def test_a_mistake_is_said_where_it_is_in_every_language_and_counted(shared: Room, name: str, broken_one: int) -> None:
    found = checklist.found_in(shared.house.boards[broken_one].data)
    part = BROKEN[name].part
    here = [one for one in found if one.part == part]
    assert here
    phone = at_device(shared)
    for language in LANGUAGES:
        spoken = words(language)
        shown = text_of(page(phone, f"/board/{broken_one}/{part}", language))
        for one in here:
            assert one.what.said(spoken) in shown
        many = "{count} mistake: a draft for now." if len(found) == 1 else "{count} mistakes: a draft for now."
        assert spoken.say(many, count=len(found)) in shown
        overview = page(phone, f"/board/{broken_one}", language)
        assert spoken.say(many, count=len(found)) in text_of(overview)
        row = re.search(rf'href="/board/{broken_one}/{part}"><span class="tick.*?</a></li>', overview)
        assert row
        assert spoken.counted(len(here), "{count} mistake", "{count} mistakes") in text_of(row[0])
        assert spoken.say("Mistakes: {count}.", count=len(found)) in text_of(page(phone, "/board", language))


@SOME_BROKEN
def test_every_page_of_a_board_with_mistakes_can_be_read(shared: Room, name: str, broken_one: int) -> None:
    """Each in one language, and over all boards in every one; in the long run each in all."""
    phone, first = at_device(shared), LET_IN.index(name)
    found = checklist.found_in(shared.house.boards[broken_one].data)
    for place, part in enumerate(PARTS):
        for language in LANGUAGES if LONG else (LANGUAGES[(first // 3 + place) % len(LANGUAGES)],):
            shown = text_of(page(phone, f"/board/{broken_one}/{part}", language))
            assert all(one.what.said(words(language)) in shown for one in found if one.part == part)


@SOME_BROKEN
def test_the_item_with_a_mistake_can_be_picked_by_the_way_that_leads_to_it(
    shared: Room, name: str, broken_one: int
) -> None:
    phone, part = at_device(shared), BROKEN[name].part
    shown = page(phone, f"/board/{broken_one}/{part}")
    ways = re.findall(r'<p class="trouble"><a class="pick" href="([^"]+)"', shown)
    assert ways
    for way in {unescape(one) for one in ways}:
        assert way.startswith(f"/board/{broken_one}/{part}")
        page(phone, way)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/board/1/harbour", "There is nothing at this address."),
        ("/board/0/harbour", "There is nothing at this address."),
        ("/board/1/africa/", "There is nothing at this address."),
        ("/board/-1", "There is nothing at this address."),
        ("/board/" + "9" * 5000, "There is nothing at this address."),
        ("/board/7", "There is no board 7 here."),
        ("/board/7/africa", "There is no board 7 here."),
        ("/board/first?board=7", "There is no board 7 here."),
    ],
)
def test_a_page_that_is_not_there(phone: FlaskClient, path: str, says: str) -> None:
    assert sentence(phone.get(path, headers=ENGLISH), 404) == says


@pytest.mark.parametrize(
    "query", ["item=nothing", "item=%3Cscript%3E", "do=add", "do=move", "do=x", "end=nz1", "end=%3Cb%3E"]
)
def test_whatever_stands_behind_an_address_is_no_harm(phone: FlaskClient, query: str) -> None:
    for part in PARTS:
        shown = page(phone, f"/board/1/{part}?{query}")
        assert "<script>" not in shown
        assert "<b>." not in shown


# --- changes

Changed = Callable[[BoardData], BoardData]
GOOD: dict[str, tuple[dict[str, str], Changed]] = {
    "add_office": (
        {"part": "africa", "x": "480", "y": "500"},
        lambda data: editing.with_office(data, "africa", (480, 500)),
    ),
    "move_office": (
        {"part": "africa", "item": "af2", "x": "0", "y": "820"},
        lambda data: editing.with_office_at(data, "af2", (0, 820)),
    ),
    "commodity": (
        {"part": "africa", "item": "af2", "commodity": "silk"},
        lambda data: editing.with_commodity(data, "af2", "silk"),
    ),
    "remove_office": ({"part": "africa", "item": "af9"}, lambda data: editing.without_office(data, "af9")),
    "paint": (
        {"part": "lastage", "cell": "-1,0"},
        lambda data: editing.with_cell_painted(data, "lastage", (-1, 0)),
    ),
    "bridge": (
        {"part": "bridges", "one": "la1", "other": "oz2"},
        lambda data: editing.with_bridge(data, "la1", "oz2"),
    ),
    "remove_bridge": ({"part": "bridges", "item": "dam"}, lambda data: editing.without_bridge(data, "dam")),
    "start": (
        {"part": "start"}
        | {f"office{seat}": one.office for seat, one in enumerate(BOX.start)}
        | {f"warehouse{seat}": one.warehouse for seat, one in enumerate(BOX.start)}
        | {"office2": "fe2"},
        lambda data: editing.with_start(data, 2, "fe2", BOX.start[2].warehouse),
    ),
    "event": (
        {"part": "years", "item": "1609/21", "event": "arms"},
        lambda data: editing.with_event(data, "1609/21", "arms"),
    ),
    "table": (
        {"part": "years", "item": "1666", "area": "amsterdam", **AMOUNTS},
        lambda data: editing.with_table(data, "1666", TABLE, "amsterdam"),
    ),
    "count": (
        {"part": "cards", "less": "goods"},
        lambda data: editing.with_count(data, Face("commodity"), 5),
    ),
    "clock": (
        {"part": "clock", "seconds": "30,5", "sweep": "315", "doubled": "20.25"}
        | {f"end{place}": str(wedge.end) for place, wedge in enumerate(BOX.clock.wedges)},
        lambda data: editing.with_clock(
            data, [wedge.end for wedge in data.clock.wedges], seconds=30.5, sweep=315, doubled_seconds=20.25
        ),
    ),
    "tracks": ({"part": "tracks", "length": "9"}, lambda data: editing.with_track_length(data, 9)),
    "seen": (
        {"part": "grachten", "item": "gr4"},
        lambda data: checklist.with_seen(data, "grachten", "gr4"),
    ),
    "unseen": ({"part": "clock"}, lambda data: checklist.with_seen(data, "clock", seen=False)),
    "yes": ({"part": "years", "question": "losses"}, lambda data: answered_with_yes(data, QUESTIONS[3])),
    "default": ({"part": "clock"}, lambda data: checklist.as_in_the_box(data, "clock")),
}
"""What each form of the pages asks for, and what comes of it."""


def test_everything_that_a_page_can_ask_for_is_tried_here() -> None:
    asked = {
        name
        for file in (
            TEMPLATES / "first_board.html",
            TEMPLATES / "board_part.html",
            *(TEMPLATES / "board").glob("*.html"),
        )
        for name in re.findall(r'(?:hidden|placing)\("(\w+)"', file.read_text(encoding="utf-8"))
    }
    assert len(asked) > 12
    assert asked <= set(GOOD)


@pytest.mark.parametrize("do", GOOD)
def test_what_a_form_asks_for_is_done(room: Room, phone: FlaskClient, do: str) -> None:
    form, change = GOOD[do]
    if do in ("unseen", "default"):  # there must be something that it can change
        room.house.boards.change(1, lambda data: checklist.with_seen(editing.with_track_length(data, 9), "clock"))
    before = room.house.boards[1].data
    answer = edits(room, phone, do=do, **form)
    assert answer.status_code == 303, answer.text
    assert room.house.boards[1].data == change(before) != before
    assert room.house.boards[1].can_undo
    if do != "add_office":
        assert answer.location == "/board/1"


def test_more_and_less_of_a_card_also_of_one_that_the_board_has_not(room: Room, phone: FlaskClient) -> None:
    for form in ({"more": "build_nz_oz_sugar"}, {"more": "build_nz_oz_sugar"}, {"less": "build_nz_oz_sugar"}):
        assert edits(room, phone, do="count", part="cards", **form).status_code == 303
    (new,) = [card for card in room.house.boards[1].data.cards if card.id == "build_nz_oz_sugar"]
    assert (new.count, new.districts, new.commodity) == (1, ("nieuwe_zijde", "oude_zijde"), "sugar")
    edits(room, phone, do="count", part="cards", less="build_nz_oz_sugar")
    assert room.house.boards[1].data == BOX


def test_a_plot_is_painted_by_the_very_button_that_the_page_shows(room: Room, phone: FlaskClient) -> None:
    shown = page(phone, "/board/1/lastage")
    action, form = Forms(shown).that_does("paint")
    cells = re.findall(r'name="cell" value="(-?\d+,-?\d+)"', shown)
    painted = {f"{plot.cell[0]},{plot.cell[1]}" for plot in BOX.districts[3].plots}
    assert painted < set(cells)
    free = next(cell for cell in cells if cell not in painted)
    assert phone.post(action, data=form | {"cell": free}).status_code == 303
    assert len(room.house.boards[1].data.districts[3].plots) == 10


def test_a_new_office_is_picked_at_once(room: Room, phone: FlaskClient) -> None:
    answer = edits(room, phone, do="add_office", part="africa", x="480", y="500")
    assert answer.location == "/board/1/africa?item=af10"
    shown = page(phone, answer.location)
    assert ">af10: Sugar</h2>" in shown
    action, form = Forms(shown).that_does("commodity")
    assert form["item"] == "af10"
    assert phone.post(action, data=form | {"commodity": "silk"}).status_code == 303
    assert room.house.boards[1].data.regions[1].offices[-1].commodity == "silk"


NO_SUCH = "There is no {} on this board."
BAD: dict[str, tuple[dict[str, str], str]] = {
    "nothing": (
        {},
        "What to do must be one of add_office, move_office, commodity, remove_office, paint, bridge, "
        "remove_bridge, start, event, not ''.",
    ),
    "what nobody does": ({"do": "burn"}, "not 'burn'."),
    "what Python does": ({"do": "__class__"}, "not '__class__'."),
    "an office in a district": (
        {"do": "add_office", "part": "lastage", "x": "1", "y": "1"},
        "The region must be one of",
    ),
    "an office without a place": ({"do": "add_office", "part": "africa"}, "The place from the left is missing"),
    "an office outside": (
        {"do": "add_office", "part": "africa", "x": "1201", "y": "1"},
        "The place from the left must be a number from 0 to 1,200, not '1201'.",
    ),
    "an office above": (
        {"do": "add_office", "part": "africa", "x": "1", "y": "-1"},
        "The place from the top must be a number from 0 to 820, not '-1'.",
    ),
    "an office at no number": ({"do": "add_office", "part": "africa", "x": "nan", "y": "1"}, "not 'nan'."),
    "an office to move": ({"do": "move_office", "item": "am99", "x": "1", "y": "1"}, NO_SUCH.format("am99")),
    "an office to trade": ({"do": "commodity", "item": "nz1", "commodity": "silk"}, NO_SUCH.format("nz1")),
    "a commodity": (
        {"do": "commodity", "item": "am1", "commodity": "pepper"},
        "The commodity must be one of sugar, gemstones, spice, silk, not 'pepper'.",
    ),
    "an office to remove": ({"do": "remove_office", "item": "<b>"}, NO_SUCH.format("<b>")),
    "a plot in a region": ({"do": "paint", "part": "africa", "cell": "1,1"}, "The district must be one of"),
    "a cell": ({"do": "paint", "part": "lastage", "cell": "1"}, "There is no such cell: '1'."),
    "a cell too far": ({"do": "paint", "part": "lastage", "cell": "100,1"}, "There is no such cell: '100,1'."),
    "a cell of three": ({"do": "paint", "part": "lastage", "cell": "1,1,1"}, "There is no such cell: '1,1,1'."),
    "a cell of nothing": ({"do": "paint", "part": "lastage", "cell": "-,--1"}, "There is no such cell: '-,--1'."),
    "a cell in other digits": ({"do": "paint", "part": "lastage", "cell": "\u00b2,\u0661"}, "There is no such cell: "),
    "a bridge from nowhere": ({"do": "bridge", "other": "nz1"}, NO_SUCH.format("")),
    "a bridge to nowhere": ({"do": "bridge", "one": "nz1", "other": "am1"}, NO_SUCH.format("am1")),
    "a bridge to remove": ({"do": "remove_bridge", "item": "rialto"}, NO_SUCH.format("rialto")),
    "a year": ({"do": "event", "item": "1700", "event": "ship"}, "The year must be one of"),
    "an event": ({"do": "event", "item": "1597", "event": "party"}, "The event must be one of"),
    "a table of a year": ({"do": "table", "item": "1700", **AMOUNTS}, "The year must be one of"),
    "a table of an area": (
        {"do": "table", "item": "1666", "area": "sea", **AMOUNTS},
        "The area must be one of market, amsterdam, colonies, not 'sea'.",
    ),
    "an amount": ({"do": "table", "item": "1664", **AMOUNTS, "first0": "10000"}, "not '10000'."),
    "an amount that is missing": (
        {"do": "table", "item": "1664", **AMOUNTS, "second3": ""},
        "An amount in thousands is missing: a number from 0 to 9,999.",
    ),
    "a card": ({"do": "count", "more": "joker"}, "There is no such card: 'joker'."),
    "no card": ({"do": "count"}, "There is no such card: ''."),
    "a clock that is not told": ({"do": "clock"}, "The time must be a number, not ''."),
    "a clock of words": (GOOD["clock"][0] | {"do": "clock", "sweep": "inf"}, "The sweep must be a number, not 'inf'."),
    "a wedge of words": (
        GOOD["clock"][0] | {"do": "clock", "end16": "1e9"},
        "The end of a wedge must be a number, not '1e9'.",
    ),
    "a length": ({"do": "tracks", "length": "10000"}, "The length must be a number from 0 to 9,999, not '10000'."),
    "a part to tick": ({"do": "seen", "part": "harbour"}, "The part must be one of"),
    "a part to take up again": ({"do": "unseen", "part": "<b>"}, "The part must be one of"),
    "a part to begin anew": ({"do": "default", "part": "regions"}, "The part must be one of"),
    "a question": ({"do": "yes", "question": "why"}, "The question must be one of"),
    "a long text": ({"do": "x" * 500}, "..."),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_changes(room: Room, phone: FlaskClient, name: str) -> None:
    form, says = BAD[name]
    before = room.house.boards[1]
    said = sentence(edits(room, phone, **form), 400)
    assert says in said
    assert len(said) < 300
    assert room.house.boards[1] == before
    tried = phone.post("/board/1/check", data={"part": "years"} | form, headers=ENGLISH)
    assert tried.status_code == 400
    assert room.house.boards[1] == before


@pytest.mark.parametrize(("count", "step", "then"), [(99, "more", 99), (200, "less", 99), (-5, "more", 0)])
def test_a_number_of_cards_that_cannot_be_is_stepped_to_one_that_can(
    room: Room, phone: FlaskClient, count: int, step: str, then: int
) -> None:
    room.house.boards.change(1, lambda data: editing.with_count(data, Face("commodity"), count))
    assert edits(room, phone, **{"do": "count", step: "goods"}).status_code == 303
    cards = {card.id: card.count for card in room.house.boards[1].data.cards}
    assert cards.get("goods", 0) == then


@pytest.mark.parametrize("event", ["ship", "score_market"])
def test_a_year_that_a_draft_has_not_is_refused(room: Room, phone: FlaskClient, event: str) -> None:
    draft = read_half_made(toml(broken("a year that is missing")))
    room.house.boards.change(1, lambda _data: draft)
    assert sentence(edits(room, phone, do="event", item="1600", event=event), 400) == NO_SUCH.format("1600")
    assert sentence(edits(room, phone, do="table", item="1600", **AMOUNTS), 400) == NO_SUCH.format("1600")
    assert room.house.boards[1].data == draft


@pytest.mark.parametrize("step", ["", "x", "-1", "9" * 30])
def test_a_change_that_does_not_say_what_was_looked_at_is_refused(room: Room, phone: FlaskClient, step: str) -> None:
    before = room.house.boards[1]
    assert "The step" in sentence(edits(room, phone, do="tracks", length="9", step=step), 400)
    assert room.house.boards[1] == before


def test_of_two_who_looked_at_the_same_board_the_second_looks_again(room: Room, phone: FlaskClient) -> None:
    action, form = Forms(page(phone, "/board/1/tracks")).that_does("tracks")
    assert room.seated(2).post(action, data=form | {"length": "9"}).status_code == 303
    stale = phone.post(action, data=form | {"length": "10"}, headers=ENGLISH)
    assert sentence(stale, 409) == "Meanwhile somebody has changed this board; look again before you go on."
    assert room.house.boards[1].data.tracks.length == 9
    _, fresh = Forms(page(phone, "/board/1/tracks")).that_does("tracks")
    assert phone.post(action, data=fresh | {"length": "10"}).status_code == 303
    assert room.house.boards[1].data.tracks.length == 10


def test_the_board_in_the_box_is_changed_by_nobody(phone: FlaskClient) -> None:
    for path in ("edit", "check", "undo", "redo", "save", "discard", "rename", "remove"):
        form = {"do": "tracks", "part": "tracks", "length": "9", "step": "0", "name": "Mine"}
        answer = phone.post(f"/board/0/{path}", data=form, headers=ENGLISH)
        assert sentence(answer, 404) == "There is no board 0 here."
    assert default_board().data == BOX


@pytest.mark.parametrize(
    "back", ["//elsewhere.example", "http://elsewhere.example", "/\\elsewhere", "/a b", "/\r\nX: y"]
)
def test_a_change_never_leads_elsewhere(room: Room, phone: FlaskClient, back: str) -> None:
    assert edits(room, phone, do="tracks", length="9", back=back).location == "/"


# --- what would come of it


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_would_be_wrong_is_said_and_nothing_changes(room: Room, phone: FlaskClient, language: Language) -> None:
    before = room.house.boards[1]
    form = {"do": "tracks", "part": "tracks", "length": "1"}
    answer = phone.post("/board/1/check", data=form, headers={"Accept-Language": language})
    (found,) = checklist.found_in(editing.with_track_length(BOX, 1))
    (said,) = told(answer)["mistakes"]
    assert said.endswith(found.what.said(words(language)))
    assert room.house.boards[1] == before


def test_what_would_be_good_has_no_mistakes(room: Room, phone: FlaskClient) -> None:
    for do, (form, _) in GOOD.items():
        found = told(phone.post("/board/1/check", data={"do": do, **form}, headers=ENGLISH))["mistakes"]
        wanted = ["Cards: there are 59 action cards; there must be 60."] if do == "count" else []
        assert found == wanted
    assert room.house.boards[1].data == BOX


def test_only_what_is_wrong_with_that_part_is_said(room: Room, phone: FlaskClient) -> None:
    room.house.boards.change(1, lambda data: editing.with_track_length(data, 1))
    form = {"do": "event", "part": "years", "item": "1585", "event": "ship"}
    assert told(phone.post("/board/1/check", data=form, headers=ENGLISH))["mistakes"] == [
        '1585: event must be "none", the rulebook says, not "ship".'
    ]


# --- undo, redo, save, discard


def test_a_step_is_taken_back_and_made_again(room: Room, phone: FlaskClient) -> None:
    edits(room, phone, do="tracks", length="9")
    assert does(room, phone, "undo", back="/board/1/africa").location == "/board/1/africa"
    assert room.house.boards[1].data == BOX
    assert does(room, phone, "redo").status_code == 303
    assert room.house.boards[1].data.tracks.length == 9


def test_what_can_be_pressed_is_what_can_be_done(room: Room, phone: FlaskClient) -> None:
    def disabled() -> list[str]:
        buttons = re.findall(r"<button[^>]* disabled>(.*?)</button>", page(phone, "/board/1"), re.DOTALL)
        return [text_of(button).strip() for button in buttons]

    assert disabled() == ["Undo", "Redo", "Save"]
    edits(room, phone, do="tracks", length="9")
    assert disabled() == ["Redo"]
    does(room, phone, "undo")
    assert disabled() == ["Undo", "Save"]


def test_what_is_saved_is_in_use_and_said_to_be_saved(room: Room, phone: FlaskClient) -> None:
    edits(room, phone, do="tracks", length="9")
    assert "Changed, and not yet saved." in page(phone, "/board/1")
    assert does(room, phone, "save", back="/new").location == "/new"
    assert room.house.boards.in_use == 1
    assert room.house.boards.board().track_end == 9
    assert "Saved." in page(phone, "/board/1")


def test_a_board_with_mistakes_is_not_saved_and_stays_a_draft(room: Room, phone: FlaskClient) -> None:
    edits(room, phone, do="tracks", length="1")
    before = room.house.boards[1]
    says = "It stays a draft: there is a mistake left in it, shown where it is."
    assert sentence(does(room, phone, "save"), 400) == says
    assert room.house.boards[1] == before
    edits(room, phone, do="event", item="1585", event="ship")
    says = "It stays a draft: 2 mistakes are left in it, shown where they are."
    assert sentence(does(room, phone, "save"), 400) == says
    assert room.house.boards.in_use == DEFAULT
    assert room.house.boards.board(1).data == BOX


def test_a_draft_is_thrown_away(room: Room, phone: FlaskClient) -> None:
    assert "/discard" not in page(phone, "/board/1")
    edits(room, phone, do="tracks", length="9")
    assert 'action="/board/1/discard"' in page(phone, "/board/1")
    assert does(room, phone, "discard").status_code == 303
    assert room.house.boards[1].data == BOX


def test_what_another_phone_did_meanwhile_is_not_taken_back_unseen(room: Room, phone: FlaskClient) -> None:
    edits(room, phone, do="tracks", length="9")
    seen = str(room.house.boards[1].step)
    edits(room, room.seated(2), do="tracks", length="10")
    says = "Meanwhile somebody has changed this board; look again before you go on."
    for deed in ("undo", "redo", "save", "discard"):
        assert sentence(phone.post(f"/board/1/{deed}", data={"step": seen}, headers=ENGLISH), 409) == says
    assert room.house.boards[1].data.tracks.length == 10
    assert room.house.boards.in_use == DEFAULT


# --- a new game


def boards_offered(phone: FlaskClient) -> tuple[list[str], str | None]:
    shown = page(phone, "/new")
    select = re.search(r'<select name="board">(.*?)</select>', shown, re.DOTALL)
    if not select:
        return [], None
    chosen = re.search(r'value="(\d+)" selected', select[1])
    return re.findall(r"<option[^>]*>([^<]+)<", select[1]), chosen[1] if chosen else None


def test_a_new_game_is_offered_on_boards_that_were_saved_and_not_on_drafts(room: Room) -> None:
    room.house.boards.add("Draft", BOX)
    seated = room.seated(0)
    assert boards_offered(seated) == (["The supplied board", "Mine"], None)
    room.house.boards.use(1)
    assert boards_offered(seated) == (["The supplied board", "Mine"], "1")


def test_where_there_are_no_boards_none_are_offered_and_the_questions_are(room: Room) -> None:
    seated = room.seated(0)
    assert 'href="/board/first"' not in page(seated, "/new")
    room.house.boards.remove(1)
    assert boards_offered(seated) == ([], None)
    assert 'href="/board/first"' in page(seated, "/new")


def test_a_game_begins_on_the_board_that_was_chosen_and_then_it_is_in_use(room: Room) -> None:
    other = room.house.boards.add("Other", editing.with_track_length(BOX, 9), saved=True)
    assert room.seated(0).post("/new", data=BEGINNING | {"board": str(other)}).status_code == 303
    assert room.house.snapshot is not None
    assert room.house.snapshot.look.now.state.setup.board.track_end == 9
    assert room.house.boards.in_use == other


def test_a_game_begins_on_the_board_in_use_where_nothing_is_said(room: Room) -> None:
    room.house.boards.change(1, lambda data: editing.with_track_length(data, 9))
    room.house.boards.save(1)
    assert room.seated(0).post("/new", data=BEGINNING).status_code == 303
    assert room.house.snapshot is not None
    assert room.house.snapshot.look.now.state.setup.board.track_end == 9


@pytest.mark.parametrize(
    ("board", "status", "says"),
    [
        ("2", 404, "Draft is a draft: save it before you play on it."),
        ("7", 404, "There is no board 7 here."),
        ("x", 400, "The number of the board must be a number from 0 to"),
    ],
)
def test_no_game_begins_on_a_draft_or_on_nothing(room: Room, board: str, status: int, says: str) -> None:
    room.house.boards.add("Draft", BOX)
    answer = room.seated(0).post("/new", data=BEGINNING | {"board": board}, headers=ENGLISH)
    assert says in sentence(answer, status)
    assert room.house.snapshot is None
    assert room.house.boards.in_use == DEFAULT


def test_a_game_that_is_not_begun_leaves_the_board_in_use_as_it_was(room: Room) -> None:
    answer = room.seated(0).post("/new", data=BEGINNING | {"board": "1", "name1": "Anna"}, headers=ENGLISH)
    assert answer.status_code == 400
    assert room.house.boards.in_use == DEFAULT


# --- before a first game


@pytest.fixture
def first(room: Room, phone: FlaskClient) -> FlaskClient:
    """Nobody has a board yet."""
    room.house.boards.remove(1)
    return phone


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_first_question_to_the_last_with_yes(room: Room, first: FlaskClient, language: Language) -> None:
    spoken = words(language)
    headers = {"Accept-Language": language}
    action, form = Forms(page(first, "/board/first", language)).all[0]
    assert (action, form) == ("/board/first", {"name": spoken.say("My board")})
    way = first.post(action, data=form, headers=headers).location
    for question in QUESTIONS:
        shown = page(first, way, language)
        assert spoken.say(question.sentence) in text_of(shown)
        action, form = Forms(shown).that_does("yes")
        assert form["question"] == question.key
        way = first.post(action, data=form, headers=headers).location
    shown = page(first, way, language)
    assert spoken.say("That was all for now") in text_of(shown)
    (board,) = room.house.boards.all
    assert still_open(board.data) == []
    (action, form) = Forms(shown).all[0]
    assert first.post(action, data=form).location == "/new"
    assert room.house.boards.in_use == board.number
    assert not room.house.boards[board.number].is_draft


def test_no_and_what_the_board_shows_instead(room: Room, first: FlaskClient) -> None:
    way = first.post("/board/first", data={"name": "Mine"}).location
    no = re.search(r'href="([^"]+item=1597)">No<', page(first, way))
    assert no
    shown = page(first, unescape(no[1]))
    action, form = Forms(shown).that_does("event")
    assert 'name="event" value="globe"' in shown
    answer = first.post(action, data=form | {"event": "globe"})
    (board,) = room.house.boards.all
    (changed,) = [year for year in board.data.years if year.year == "1597"]
    assert (changed.event, changed.source) == ("globe", "cardboard")
    assert "Does your 1632 show a coat of arms?" in page(first, answer.location)


def test_what_nobody_can_tell_now_is_left_as_it_is(room: Room, first: FlaskClient) -> None:
    way = first.post("/board/first", data={"name": "Mine"}).location
    asked = []
    while found := re.search(r'href="([^"]+after=[^"]+)">I cannot tell now<', shown := page(first, way)):
        asked.append(re.sub(r".*<h1[^>]*>([^<]+)<.*", r"\1", shown, flags=re.DOTALL))
        way = unescape(found[1])
    assert asked == [question.sentence for question in QUESTIONS]
    assert "That was all for now" in shown
    assert room.house.boards.all[0].data == BOX


def test_an_answer_after_one_that_nobody_could_tell_goes_on_from_there(room: Room, first: FlaskClient) -> None:
    way = first.post("/board/first", data={"name": "Mine"}).location
    shown = page(first, f"{way}&after=arms")
    assert "Do these years bring the same on your board?" in shown
    action, form = Forms(shown).that_does("yes")
    way = first.post(action, data=form).location
    assert "Are these the losses on your board?" in page(first, way)
    assert [question.key for question in still_open(room.house.boards.all[0].data)][:3] == ["credit", "arms", "losses"]


def test_answers_that_leave_a_mistake_lead_to_the_board_and_not_to_a_game(room: Room, first: FlaskClient) -> None:
    first.post("/board/first", data={"name": "Mine"})
    (board,) = room.house.boards.all
    room.house.boards.change(board.number, lambda data: editing.with_event(data, "1664", "ship"))
    shown = page(first, f"/board/first?board={board.number}&after={QUESTIONS[-1].key}")
    assert "1 mistake is left on the board: look at it once more." in shown
    assert "/save" not in shown


def test_a_board_for_the_answers_needs_a_name(room: Room, first: FlaskClient) -> None:
    answer = first.post("/board/first", data={"name": " "}, headers=ENGLISH)
    assert sentence(answer, 400) == "A board needs a name of 1 to 40 characters."
    assert room.house.boards.all == []
