"""The page at its doors: what it shows in every state, what can be done with it, and what it refuses."""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from benches import eventually
from rooms import Room, a_room

from companion.colours import COLOURS
from companion.entries import Acted
from companion.games.merchants.actions import Declare, Place, StartClock, Stop
from companion.games.merchants.board import default_board
from companion.games.merchants.events import Sold
from companion.openings import opening_for
from companion.snapshots import CLOCK_ALONE
from web.app import LARGEST
from web.panel import face


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Room]:
    """A device that is there itself."""
    with a_room(tmp_path, simulated=False) as opened:
        yield opened


def begins(room: Room, people: int = 4, names: Sequence[str] = ("Anna", "Ben", "Cleo", "Dave")) -> None:
    """With cards that are known: no sand clock is among the first."""
    room.house.begin(opening_for(players=4, people=people, seed=4, names=names))


# --- the drawing


def test_in_simulation_the_front_page_leads_to_the_drawing(room: Room) -> None:
    answer = room.client.get("/")
    assert (answer.status_code, answer.location) == (302, "/panel")


def test_the_device_is_drawn_as_it_is_built(room: Room) -> None:
    page = room.client.get("/panel").text
    assert '<canvas id="oled" width="128" height="64"' in page
    assert re.findall(r'data-seat="(\d)"', page) == ["0", "1", "2", "3", "4"]
    assert re.findall(r'class="place (\w+)"', page) == ["orange", "blue", "green", "yellow", "purple"]
    assert 'id="buzzer"' in page
    readings = re.findall(r"<text[^>]*>(\w+)</text>", page)
    assert readings == ["start", *map(str, range(200, 40, -10))]


def test_what_is_not_built_in_is_not_drawn(tmp_path: Path) -> None:
    nothing: dict[str, Any] = {f"seat{seat}": {"button": "none", "lamp": "none"} for seat in (4, 5)}
    nothing |= {"dial": {"kind": "none"}, "display": {"driver": "none"}, "sound": {"buzzer": "none"}}
    with a_room(tmp_path, **nothing, power={"chord": []}) as bare:
        page = bare.client.get("/panel").text
        assert re.findall(r'data-seat="(\d)"', page) == ["0", "1", "2"]
        assert not [part for part in ('id="oled"', 'class="dial"', 'id="buzzer"', 'id="sound"') if part in page]


@pytest.mark.parametrize(("start", "end"), [(-90.0, 90.0), (60.0, -60.0), (-150.0, 150.0)])
def test_the_face_of_the_dial_has_the_boards_wedges_from_end_to_end(tmp_path: Path, start: float, end: float) -> None:
    dial = {"kind": "pwm", "start_angle": start, "end_angle": end}
    with a_room(tmp_path, dial=dial) as turned:
        fitting = turned.works.fittings.dial
        assert fitting is not None
        wedges = face(default_board(), fitting)
    assert wedges[0].begins == start
    assert wedges[-1].ends == pytest.approx(end)
    assert [wedge.ends for wedge in wedges[:-1]] == [wedge.begins for wedge in wedges[1:]]
    assert [wedge.shows for wedge in wedges if wedge.doubles] == ["start", "200"]


def test_the_colours_are_the_programs_own(room: Room) -> None:
    sheet = room.client.get("/colours.css")
    assert sheet.mimetype == "text/css"
    red, green, blue = COLOURS["orange"]
    assert f".orange {{ --colour: {red} {green} {blue}; }}" in sheet.text


def test_a_device_that_is_there_is_not_drawn(real: Room) -> None:
    answer = real.client.get("/panel")
    assert answer.status_code == 404
    assert answer.text == "The device is there itself; it is only drawn when it is simulated.\n"
    assert real.lays_finger(0, down=True).status_code == 404
    page = real.client.get("/").text
    assert "Nothing is on the table" in page
    assert "arcade" not in page


# --- the desk


def test_an_empty_table_offers_a_game_and_the_clock(room: Room) -> None:
    desk = room.desk()
    assert desk in room.client.get("/panel").text
    assert "Begin a game" in desk
    assert "Just the clock" in desk
    assert "Go on with it" not in desk


def test_a_game_is_begun_with_people_and_bots_in_the_colours_of_the_buttons(tmp_path: Path) -> None:
    with a_room(tmp_path, seat1={"colour": "white"}) as room:
        room.does("begin", players=3, people=2, names=" Anna ,, Ben ")
        assert room.house.snapshot is not None
        seats = room.house.snapshot.view(None).seats
        assert [(seat.name, seat.colour, seat.is_bot) for seat in seats] == [
            ("Anna", "white", False),
            ("Ben", "blue", False),
            ("Aletta", "green", True),
        ]


def test_a_game_shows_who_has_what_and_what_can_be_chosen(room: Room) -> None:
    begins(room)
    desk = room.desk()
    assert "1579, term 1" in desk
    assert "Anna decides." in desk
    assert desk.count("400,000") == 4
    assert "Anna, put the drawn card on a free disk:" in desk
    assert re.findall(r'<button name="action" value="([^"]*)">([^<]*)<', desk) == [
        ("{&#34;type&#34;:&#34;place&#34;,&#34;disk&#34;:&#34;mayor&#34;}", "For the mayor, free of charge"),
        ("{&#34;type&#34;:&#34;place&#34;,&#34;disk&#34;:&#34;auction&#34;}", "For auction"),
        ("{&#34;type&#34;:&#34;place&#34;,&#34;disk&#34;:&#34;discard&#34;}", "To be discarded"),
    ]
    assert "Dave opens a" in desk


def clicks_to_the_clock(room: Room) -> str:
    """The first of all choices, again and again, as a browser without script sends them; what the desk says then."""
    while "start the clock" not in (desk := room.desk()).lower():
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', desk.split("/desk/choose")[1]))
        action = re.findall(r'<button name="action" value="([^"]*)">', desk)[0]
        room.does("choose", action=unescape(action), **form)
    return desk


def test_choices_can_be_clicked_without_script_until_the_clock_is_on(room: Room) -> None:
    begins(room)
    assert "Or press the mayor&#39;s button." in clicks_to_the_clock(room)
    room.does("choose", seat=0, action='{"type":"start_clock"}')
    assert "The clock is on for the" in room.desk()
    assert "Anna wants a pause" in room.desk()


def test_a_choice_is_played(room: Room) -> None:
    begins(room)
    assert room.chooses(0, Place("auction")).status_code == 303
    last = room.house.history()[-1].entry
    assert isinstance(last, Acted)
    assert (last.seat, last.action) == (0, Place("auction"))
    assert "<dt>For auction</dt>" in room.desk()


def test_a_pause_needs_everybody(room: Room) -> None:
    begins(room, people=2)
    clicks_to_the_clock(room)
    room.does("choose", seat=0, action='{"type":"start_clock"}')
    room.does("pause", seat=1)
    assert "Ben wants a pause." in room.desk()
    room.does("refuse", **vote(room, "refuse"))
    assert "Ben wants a pause." not in room.desk()
    room.does("pause", seat=1)
    room.does("agree", **vote(room, "agree"))
    desk = room.desk()
    assert "The clock stands. Anna can start it again, from the top." in desk
    assert "Start the clock again" in desk
    assert "Ben and Anna stopped the clock for a pause." in desk


def vote(room: Room, door: str) -> dict[str, str]:
    """What the first form for this door would send."""
    form = room.desk().split(f"/desk/{door}")[1].split("</form>")[0]
    return dict(re.findall(r'name="(\w+)" value="(\d+)"', form))


def test_a_game_that_was_left_can_be_gone_on_with(room: Room) -> None:
    begins(room, people=1)
    room.chooses(0, Place("mayor"))
    room.does("leave")
    desk = room.desk()
    assert "Game 1 is not over" in desk
    assert "with Anna, Ben (bot), Cleo (bot) and Dave (bot)." in desk
    room.does("resume", game=1)
    assert "<dt>For the mayor</dt>" in room.desk()


def test_names_are_shown_as_they_were_typed(room: Room) -> None:
    begins(room, names=["<b>Anna</b>", '"Ben" & Co'])
    for page in (room.desk(), room.client.get("/panel").text):
        assert "<b>" not in page
        assert "&lt;b&gt;Anna&lt;/b&gt; decides." in page
        assert '"Ben"' not in page


def test_what_drives_the_pins_and_what_is_wrong_is_at_the_foot(room: Room) -> None:
    assert "Driven by simulated pins. Nothing is wrong with it now." in room.desk()
    room.device.panel.troubles.report("dial", "The dial is dead: {why}.", why="<unplugged>")
    desk = room.desk()
    assert '<p class="trouble">The dial is dead: &lt;unplugged&gt;.</p>' in desk
    assert "Nothing is wrong" not in desk


def test_the_self_test_can_be_begun_and_says_what_it_does(room: Room) -> None:
    room.does("selftest")
    eventually(room.device.selftest_says)
    assert '<ul class="selftest"' in room.desk()


def test_the_self_test_is_refused_with_the_reason(room: Room) -> None:
    room.does("clock", seats=3)
    assert room.sends("selftest").text == "The self-test needs an empty table: leave the game first, it is kept.\n"


# --- just the clock, played with the buttons


def test_a_finger_on_the_drawing_drives_the_pin(room: Room) -> None:
    room.lays_finger(2, down=True)
    assert [room.works.is_down(seat) for seat in range(5)] == [False, False, True, False, False]
    room.lays_finger(2, down=False)
    assert not room.works.is_down(2)


def test_a_whole_auction_is_played_with_two_fingers(room: Room) -> None:
    room.does("clock", seats=4)
    assert "Any button starts the clock." in room.desk()
    before = room.works.image
    room.presses(0)
    eventually(lambda: "The clock is on. Any button stops it." in room.desk())
    eventually(lambda: room.works.lamp(1) == 1.0)
    eventually(lambda: (room.works.hand() or -90) > -70)  # beyond the top, where a stop would double
    running = room.works.image
    room.presses(1)
    eventually(lambda: [event for event in facts(room) if isinstance(event, Sold)])
    eventually(lambda: room.works.image not in (before, running))
    (sold,) = [event for event in facts(room) if isinstance(event, Sold)]
    assert sold.seat == 1
    assert f"Sold to Blue for {sold.price:,}." in room.desk()
    assert "Any button starts the clock." in room.desk()


def facts(room: Room) -> list[Any]:
    return [event for row in room.house.history() if isinstance(row.entry, Acted) for event in row.entry.events]


def test_the_clock_is_paused_and_then_the_auction_called_off(room: Room) -> None:
    room.does("clock", seats=3)
    room.does("choose", seat=0, action='{"type":"start_clock"}')
    room.does("pause", seat=0)
    assert "The clock stands. Any button starts it again, from the top." in room.desk()
    assert "Call the auction off" in room.desk()
    room.does("pause", seat=0)
    assert "Any button starts the clock." in room.desk()
    room.does("leave")
    assert room.house.snapshot is None


# --- what is refused: one sentence each, and nothing changes

NO_GAME = [
    ("begin", {}, "The number of players must be a number from 3 to 5, but nothing was sent."),
    ("begin", {"players": "9", "people": "1"}, "The number of players must be a number from 3 to 5, not '9'."),
    ("begin", {"players": "٤", "people": "1"}, "The number of players must be a number from 3 to 5, not '٤'."),
    ("begin", {"players": "3", "people": "4"}, "The number of people must be a number from 1 to 3, not '4'."),
    ("begin", {"players": "3", "people": "0"}, "The number of people must be a number from 1 to 3, not '0'."),
    ("begin", {"players": "3", "people": "1", "names": "A,B,C,D"}, "There are 4 names for 3 seats."),
    (
        "begin",
        {"players": "3", "people": "1", "names": "A\x00"},
        "Colours and names need 1 to 40 letters that can be shown.",
    ),
    ("clock", {"seats": "x" * 60}, f"The number of seats must be a number from 3 to 5, not '{'x' * 37}...'."),
    ("resume", {"game": "-1"}, "The number of the game must be a number from 1 to 9007199254740992, not '-1'."),
    ("choose", {"seat": "0", "action": '{"type":"decline"}'}, "Nothing is on the table."),
    ("pause", {"seat": "0"}, "Nothing is on the table."),
]


@pytest.mark.parametrize(("door", "values", "sentence"), NO_GAME)
def test_with_nothing_on_the_table(room: Room, door: str, values: dict[str, str], sentence: str) -> None:
    answer = room.sends(door, **values)
    assert (answer.status_code, answer.text) == (400, f"{sentence}\n")
    assert room.house.snapshot is None
    assert room.house.unfinished is None


def test_a_game_that_is_not_there_cannot_be_gone_on_with(room: Room) -> None:
    answer = room.sends("resume", game=7)
    assert answer.status_code == 400
    assert answer.text.startswith("There is no game 7 in ")


IN_A_GAME = [
    ("begin", {"players": "3", "people": "1"}, "Something is on the table already; leave it first."),
    ("clock", {"seats": "3"}, "Something is on the table already; leave it first."),
    ("choose", {"seat": "4"}, "The seat must be a number from 0 to 3, not '4'."),
    ("choose", {"seat": "0"}, "That is no action: Input data was truncated."),
    ("choose", {"seat": "0", "action": "[" * 2000}, "That is no action: Expected `object`, got `array`."),
    (
        "choose",
        {"seat": "0", "action": '{"type":"place","disk":"left"}'},
        "That is no action: Invalid enum value 'left' - at `$.disk`.",
    ),
    (
        "choose",
        {"seat": "0", "action": '{"type":"decline"}'},
        "This cannot be declined: you must put the drawn card on a free disk.",
    ),
    (
        "choose",
        {"seat": "1", "action": '{"type":"place","disk":"mayor"}'},
        "Now it is for Anna to put the drawn card on a free disk.",
    ),
    ("choose", {"seat": "3", "action": '{"type":"place","disk":"mayor"}'}, "Dave is a bot and chooses alone."),
    (
        "choose",
        {"seat": "0", "action": '{"type":"place","disk":"mayor"}', "after": "1.7"},
        "Meanwhile the game has gone on; look again before you choose.",
    ),
    ("pause", {"seat": "0"}, "The clock is not running."),
    ("agree", {"seat": "0", "proposal": "3"}, "This proposal is no longer open."),
]


@pytest.mark.parametrize(("door", "values", "sentence"), IN_A_GAME)
def test_in_a_game(room: Room, door: str, values: dict[str, str], sentence: str) -> None:
    begins(room, people=3)
    snapshot = room.house.snapshot
    answer = room.sends(door, **values)
    assert (answer.status_code, answer.text) == (400, f"{sentence}\n")
    assert room.house.snapshot is snapshot
    assert len(room.house.history()) == 1


def test_a_price_cannot_be_named(room: Room) -> None:
    begins(room)
    assert room.chooses(0, Stop(150)).text == "The clock is stopped by pressing, not by naming a price.\n"


def test_no_card_of_the_devices_own_deck_can_be_declared(room: Room) -> None:
    begins(room)
    assert room.chooses(0, Declare("sand")).status_code == 400


def test_without_a_game_only_the_clock_can_be_started(room: Room) -> None:
    room.does("clock", seats=3)
    assert room.chooses(0, Place("mayor")).text == "Only the clock is on the table, no game.\n"
    assert room.chooses(0, StartClock()).status_code == 303
    assert room.house.snapshot is not None
    assert room.house.snapshot.view(None).game == CLOCK_ALONE


@pytest.mark.parametrize("body", [b"", b"{}", b'{"down": 1}', b'{"down": true, "hard": true}', b"\xff\xfe", b"true"])
def test_a_finger_that_is_neither_down_nor_up_moves_nothing(room: Room, body: bytes) -> None:
    answer = room.client.post("/panel/button/0", data=body)
    assert answer.status_code == 400
    assert answer.text.startswith("A button goes down or up: ")
    assert not room.works.is_down(0)


def test_a_button_that_is_not_there_cannot_be_pressed(room: Room) -> None:
    answer = room.lays_finger(5, down=True)
    assert (answer.status_code, answer.text) == (400, "There is no button 5 on this device; they count from 0.\n")


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", "http://localhost:81", "http://["])
def test_what_another_page_sends_is_refused(room: Room, origin: str) -> None:
    answer = room.client.post("/desk/clock", data={"seats": "3"}, headers={"Origin": origin})
    assert (answer.status_code, answer.text) == (403, "That was sent by another page than this device's own.\n")
    assert room.house.snapshot is None


def test_what_the_devices_own_page_sends_is_not(room: Room) -> None:
    answer = room.client.post("/desk/clock", data={"seats": "3"}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303


@pytest.mark.parametrize("door", ["/desk/begin", "/desk/leave", "/desk/choose", "/panel/button/0"])
def test_what_is_too_large_is_not_read(room: Room, door: str) -> None:
    room.does("clock", seats=3)
    answer = room.client.post(door, data=b"x" * (LARGEST + 1))
    assert (answer.status_code, answer.text) == (413, "That is more than the 16 KB that the page takes.\n")
    assert room.house.snapshot is not None


@pytest.mark.parametrize(
    ("method", "address", "status", "sentence"),
    [
        ("GET", "/nothing", 404, "There is nothing at this address."),
        ("POST", "/panel/button/first", 404, "There is nothing at this address."),
        ("GET", "/desk/leave", 405, "This address cannot be used in that way."),
        ("PUT", "/desk", 405, "This address cannot be used in that way."),
        ("GET", "/static/../app.py", 404, "There is nothing at this address."),
    ],
)
def test_what_is_not_there(room: Room, method: str, address: str, status: int, sentence: str) -> None:
    answer = room.client.open(address, method=method)
    assert (answer.status_code, answer.text) == (status, f"{sentence}\n")


def test_whoever_came_with_a_form_gets_a_page_with_a_way_back(room: Room) -> None:
    answer = room.client.post("/desk/clock", data={"seats": "<i>"}, headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 400
    assert "not &#39;&lt;i&gt;&#39;." in answer.text
    assert 'href="/"' in answer.text


def test_a_journal_that_cannot_be_read_is_said_on_the_desk_and_to_whoever_wants_to_play(room: Room) -> None:
    room.journal.close()
    desk = room.desk()
    assert "Nothing is on the table" in desk
    assert str(room.journal.file) in desk
    answer = room.sends("begin", players=3, people=1)
    assert answer.status_code == 500
    assert answer.text.startswith(str(room.journal.file))


def test_a_table_that_does_not_answer_is_not_waited_for_long(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    begins(room)
    monkeypatch.setattr("web.desk_doors.PATIENCE", 0.01)
    monkeypatch.setattr(room.house, "submit", lambda _seat, _wish: Future())
    answer = room.chooses(0, Place("mayor"))
    assert (answer.status_code, answer.text) == (503, "The table does not answer; look again in a moment.\n")


def test_a_mistake_of_ours_is_a_sentence_too(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room.house, "leave", lambda: 1 / 0)
    answer = room.sends("leave")
    monkeypatch.undo()
    assert (answer.status_code, answer.text) == (500, "The page stumbled; the log of the device says over what.\n")


# --- headers


@pytest.mark.parametrize("address", ["/panel", "/desk", "/colours.css", "/static/page.js", "/nothing"])
def test_nothing_from_elsewhere_may_be_shown_or_run(room: Room, address: str) -> None:
    answer = room.client.get(address)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_no_page_names_another_host_or_holds_script_or_style(room: Room) -> None:
    begins(room)
    page = room.client.get("/panel").text
    assert not re.findall(r"(?:https?:)?//[\w.]", page)
    assert not re.findall(r"<style|<script(?![^>]*src)|\sstyle=|\son\w+=", page)


def test_nothing_is_begun_while_the_self_test_has_the_buttons(tmp_path: Path) -> None:
    with a_room(tmp_path) as room:
        room.does("selftest")
        for door, values in (("clock", {"seats": 3}), ("begin", {"players": 3, "people": 1}), ("resume", {"game": 1})):
            assert "The self-test has the buttons" in room.sends(door, **values).text
        assert room.house.snapshot is None


def test_the_board_can_be_looked_at_with_the_names_of_its_spaces(tmp_path: Path) -> None:
    with a_room(tmp_path) as room:
        picture = room.client.get("/board.svg")
        assert picture.mimetype == "image/svg+xml"
        assert ">gr1<" in picture.text
        room.does("begin", players=3, people=3)
        assert '<a href="/board.svg"' in room.desk()
