"""S4: after a change each kind of viewer costs one rendering, and each phone is told what its own seat may see."""

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hang_guard import HANG_GUARD, eventually
from rooms import ENGLISH, Room, a_room, heard

from companion.games.merchants.actions import Place
from hardware.troubles import Troubles
from web import page_renderer
from web.page_eyes import PageEyes
from web.page_parts import EVENT, PageParts
from web.page_renderer import LEFT, MOST_DETAILS, MOST_OF_A_SEAT, REMEMBERED, PageRenderer, ViewerKind
from web.rates import TimeShare
from web.stream import streams_of
from web.watched_pages import render


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Somebody looks on, so that changes are noticed."""
    with a_room(tmp_path, simulated=False) as opened:
        opened.opens_stream()
        yield opened


class Counting:
    """Renders as the app does, and counts; fails for pages that it is told to, and waits when it is told to."""

    def __init__(self, room: Room) -> None:
        self.renderer: PageRenderer = streams_of(room.app).renderer
        self.rendered: Counter[ViewerKind] = Counter()
        self.failing: set[str] = set()
        self.goes_on = threading.Event()
        self.goes_on.set()
        self._room = room
        self.renderer._render = self._render

    def _render(self, kind: ViewerKind, number: int) -> str:
        self.rendered[kind] += 1
        assert self.goes_on.wait(60)
        if kind.page in self.failing:
            raise ValueError("nobody can put this together")
        return render(self._room.app, kind, number)


class WatchedPage:
    """What a page shows by what it is told, as `live.js` does it."""

    def __init__(self, room: Room, page: str = "/", phone: str = "", shows: str = "") -> None:
        self._room = room
        self.parts: dict[str, str] = {}
        self.me = ""
        self.number = 0
        self.told: list[dict[str, Any]] = []
        self.eyes = PageEyes(
            streams_of(room.app).renderer,
            lambda: room.reception.seat_of(phone) if phone else None,
            page,
            "en",
            shows,
        )

    def looks(self) -> dict[str, Any] | None:
        """At what it is told, if it is told anything."""
        message = self.eyes.news()
        if not message:
            return None
        news: dict[str, Any] = heard(message)[EVENT]
        self.told.append(news)
        self.number = news["number"]
        self.me = news.get("me", self.me)
        self.parts |= news.get("parts", {})
        for columns in [news["columns"]] if "columns" in news else []:
            self.parts = {name: self.parts[name] for _, _, names in columns for name in names}
        return news

    def is_up_to_date(self) -> bool:
        self.looks()
        return self.number == self._room.state().number

    def catches_up(self) -> "WatchedPage":
        eventually(self.is_up_to_date)
        return self


def fetched(room: Room, path: str = "/", phone: Any = None) -> str:
    return str((phone or room.client).get(path, headers=ENGLISH).text)


def digest(page: str) -> str:
    return page.partition('data-shows="')[2].partition('"')[0]


def test_s4_a_change_costs_one_rendering_for_each_kind_of_viewer(room: Room) -> None:
    """However many watch: forty without a seat, six at one seat, and one at another."""
    room.begins()
    anna, ben = (room.name_of(room.seated(seat)) for seat in (0, 1))
    counting = Counting(room)
    pages = [WatchedPage(room, phone=phone) for phone in [""] * 40 + [anna] * 6 + [ben]]
    for page in pages:
        page.catches_up()
    assert counting.rendered == {ViewerKind("/", seat, "en"): 1 for seat in (None, 0, 1)}
    room.house.submit(0, Place("mayor")).result()
    for page in pages:
        page.catches_up()
    assert counting.rendered == {ViewerKind("/", seat, "en"): 2 for seat in (None, 0, 1)}
    assert len({str(page.told) for page in pages}) == 3


def test_s4_a_phone_that_waits_for_a_seat_costs_no_rendering(room: Room) -> None:
    """Only its own page shows that; all others hear that they are up to date."""
    room.begins()
    anna, stranger = room.name_of(room.seated(0)), room.name_of(room.phone())
    counting = Counting(room)
    pages = [WatchedPage(room, phone=anna).catches_up(), WatchedPage(room, "/tv").catches_up()]
    before, rendered = room.state().number, counting.rendered.total()
    room.reception.ask(stranger, 1)
    for page in pages:
        page.catches_up()
        assert page.number > before
        assert page.told[-1] == {"number": page.number, "shows": page.told[0]["shows"], "base": page.told[0]["shows"]}
    assert counting.rendered.total() == rendered
    room.answers(1)
    pages[0].catches_up()
    assert counting.rendered.total() > rendered


def test_s4_only_the_parts_that_changed_are_told(room: Room) -> None:
    room.begins()
    page = WatchedPage(room).catches_up()
    before = dict(page.parts)
    room.house.submit(0, Place("mayor")).result()
    page.catches_up()
    changed = {name for name, part in page.parts.items() if before.get(name) != part}
    assert set(page.told[-1]["parts"]) == changed
    assert "part-disks" in changed
    assert "part-bonuses" not in changed
    for part in page.parts.values():
        assert part in fetched(room)


def test_s4_what_comes_while_a_page_is_rendered_is_told_together(room: Room) -> None:
    room.begins()
    counting = Counting(room)
    page = WatchedPage(room).catches_up()
    counting.goes_on.clear()
    room.house.change("clock", "speed", 2.0)
    eventually(lambda: counting.rendered.total() == 2)
    room.house.submit(0, Place("mayor")).result()
    room.house.submit(0, Place("auction")).result()
    counting.goes_on.set()
    page.catches_up()
    assert counting.rendered.total() == 3
    assert page.parts["part-disks"] in fetched(room)


def test_s4_a_phone_that_is_given_a_seat_or_loses_it_is_told_of_its_own_kind_at_once_and_of_no_other(
    room: Room,
) -> None:
    room.begins()
    phone = room.phone()
    name = room.name_of(phone)
    page, onlooker = WatchedPage(room, phone=name).catches_up(), WatchedPage(room).catches_up()
    assert "part-mine" not in page.parts
    room.seats(phone, 0)
    page.catches_up()
    assert page.parts["part-mine"] in fetched(room, phone=phone)
    assert "Anna" in page.me
    onlooker.catches_up()
    room.reception.stand_up(name)
    sent = page.looks()
    assert "part-mine" not in str(sent)  # whatever was rendered for the seat: the phone has it no more
    page.catches_up()
    assert page.parts == onlooker.parts
    room.house.submit(0, Place("mayor")).result()
    page.catches_up()
    assert all("part-mine" not in news.get("parts", {}) for news in page.told[-2:] + onlooker.told)


def test_s4_what_was_rendered_for_a_seat_does_not_reach_a_phone_that_has_lost_it(room: Room) -> None:
    """Not even if it lost it after the rendering and before it looked."""
    room.begins()
    phone = room.seated(0)
    name = room.name_of(phone)
    counting = Counting(room)
    page, other = WatchedPage(room, phone=name).catches_up(), WatchedPage(room, phone=name).catches_up()
    room.house.submit(0, Place("mayor")).result()
    other.catches_up()  # it has been rendered
    room.reception.stand_up(name)
    told = len(page.told)
    page.catches_up()
    assert all("part-mine" not in news.get("parts", {}) for news in page.told[told:])
    assert counting.rendered[ViewerKind("/", None, "en")] == 1


def test_s4_a_page_that_says_what_it_shows_is_told_only_what_is_different(room: Room) -> None:
    room.begins()
    counting = Counting(room)
    shows = digest(fetched(room))
    page = WatchedPage(room, shows=shows)
    assert page.looks() == {"number": room.state().number, "shows": shows, "base": shows}
    assert counting.rendered.total() == 0  # it has just been fetched
    room.house.submit(0, Place("mayor")).result()
    page.catches_up()
    assert page.told[-1]["base"] == shows
    assert "part-disks" in page.told[-1]["parts"]
    assert "part-bonuses" not in page.told[-1]["parts"]


def test_s4_a_page_that_shows_what_nobody_knows_is_told_all(room: Room) -> None:
    room.begins()
    page = WatchedPage(room, shows="0123456789").catches_up()
    assert "base" not in page.told[0]
    assert "part-bonuses" in page.told[0]["parts"]
    up_to_date = WatchedPage(room, shows=page.told[0]["shows"])
    assert up_to_date.looks() == {key: page.told[0][key] for key in ("number", "shows")} | {
        "base": page.told[0]["shows"]
    }


def test_s4_only_the_last_fetched_pages_are_remembered(room: Room) -> None:
    renderer = streams_of(room.app).renderer
    first = digest(fetched(room, "/history"))
    kind = ViewerKind("/history", None, "en")
    assert renderer.known(first, kind)
    for _ in range(REMEMBERED):
        room.house.change("clock", "speed", 2.0)
        fetched(room, "/")
    assert renderer.known(first, kind)
    for page in range(REMEMBERED):
        renderer.remember(kind, _another(page))
    assert renderer.known(first, kind) is None


def test_s4_nobody_learns_whether_a_guess_at_another_seats_page_is_right(room: Room) -> None:
    room.begins()
    anna = room.seated(0)
    shows = digest(anna.get("/", headers=ENGLISH).text)
    renderer = streams_of(room.app).renderer
    assert renderer.known(shows, ViewerKind("/", 0, "en"))
    for kind in (ViewerKind("/", None, "en"), ViewerKind("/", 1, "en"), ViewerKind("/tv", 0, "en")):
        assert renderer.known(shows, kind) is None


def _another(number: int) -> Any:
    return PageParts(f'<html lang="en"><title>{number}</title><div id="live"></div>', number)


def test_s4_there_are_only_so_many_kinds_and_whoever_is_of_another_fetches(room: Room) -> None:
    room.begins()
    counting = Counting(room)
    anna = room.name_of(room.seated(0))
    pages = [WatchedPage(room, f"/history?before={number}") for number in range(MOST_DETAILS)]
    for page in pages:
        page.catches_up()
    late = WatchedPage(room, "/history?before=99")
    assert late.looks() == {"number": room.state().number, "fetch": True}
    assert late.looks() is None
    seated = [WatchedPage(room, f"/history?before={number}", anna) for number in range(MOST_OF_A_SEAT + 1)]
    for page in seated:
        page.catches_up()
    assert seated[-1].told[-1] == {"number": room.state().number, "fetch": True}
    assert len(counting.rendered) == MOST_DETAILS + MOST_OF_A_SEAT
    room.house.submit(0, Place("mayor")).result()
    eventually(late.looks)
    assert late.told[-1] == {"number": room.state().number, "fetch": True}
    pages[0].eyes.close()
    room.house.submit(0, Place("auction")).result()
    late.catches_up()
    assert late.told[-1]["parts"]


def test_s4_strangers_who_ask_for_many_pages_keep_nobody_from_the_usual_ones(room: Room) -> None:
    room.begins()
    for number in range(MOST_DETAILS + 1):
        WatchedPage(room, f"/history?before={number}").looks()
    onlooker = WatchedPage(room)
    onlooker.catches_up()
    room.house.submit(0, Place("mayor")).result()
    onlooker.catches_up()
    assert "part-disks" in onlooker.told[-1]["parts"]


def test_s4_a_page_that_cannot_be_rendered_is_fetched_and_the_others_are_rendered(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.begins()
    counting = Counting(room)
    broken, sound = WatchedPage(room, "/").catches_up(), WatchedPage(room, "/history").catches_up()
    counting.failing = {"/"}
    for disk in ("mayor", "auction"):
        room.house.submit(0, Place(disk)).result()
        broken.catches_up()
        sound.catches_up()
        assert broken.told[-1] == {"number": room.state().number, "fetch": True}
        assert sound.told[-1]["parts"]
    assert [record.message for record in caplog.records] == [
        "The page / could not be rendered for those who watch it"
    ]  # once
    counting.failing = set()
    room.house.submit(0, Place("discard")).result()
    broken.catches_up()
    assert "part-disks" in broken.told[-1]["parts"]
    assert broken.parts["part-disks"] in fetched(room)


def test_s8_a_renderer_that_dies_is_told_and_started_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.begins()
    page = WatchedPage(room).catches_up()
    renderer, told = streams_of(room.app).renderer, Troubles()
    monkeypatch.setattr(renderer._worker, "_faults", told)
    following, deaths = renderer._next, iter([SystemExit])

    def die_once() -> page_renderer.Place | None:
        for death in deaths:
            raise death
        return following()

    monkeypatch.setattr(renderer, "_next", die_once)
    room.house.submit(0, Place("mayor")).result()
    eventually(lambda: bool(told.all()))
    assert [*map(str, told.all().values())] == ["Live pages: stopped and started again."]
    assert renderer.answers(HANG_GUARD)
    page.catches_up()
    assert "part-disks" in page.told[-1]["parts"]


def test_s4_a_stream_tells_of_its_page_and_a_plain_one_does_not(room: Room) -> None:
    room.begins()
    plain, watching = room.opens_stream(), room.opens_stream(client="another", page="/")
    assert list(heard(next(plain))) == ["state"]
    seen = heard(next(watching))
    while EVENT not in seen:
        seen |= heard(next(watching))
    assert list(seen) == ["state", EVENT]
    room.house.submit(0, Place("mayor")).result()
    assert list(heard(next(plain))) == ["change"]
    seen = heard(next(watching))
    while EVENT not in seen:
        seen |= heard(next(watching))
    assert set(seen) == {"change", EVENT}
    assert "part-disks" in seen[EVENT]["parts"]


def test_s4_whoever_comes_back_before_anything_has_changed_costs_no_rendering(room: Room) -> None:
    room.begins()
    counting = Counting(room)
    stranger = ViewerKind("/", None, "en")
    for _ in range(5):
        WatchedPage(room).catches_up().eyes.close()
    assert counting.rendered == {stranger: 1}
    room.house.submit(0, Place("mayor")).result()
    eventually(lambda: room.state().number > counting.renderer._left[stranger].number)
    back = WatchedPage(room).catches_up()
    assert counting.rendered == {stranger: 2}
    assert "part-disks" in back.parts


def test_s4_only_so_many_kinds_that_nobody_watches_are_remembered(room: Room) -> None:
    room.begins()
    renderer = Counting(room).renderer
    for number in range(1, 2 * LEFT):
        WatchedPage(room, f"/history?before={number}").catches_up().eyes.close()
    assert len(renderer._left) == LEFT


def test_s4_strangers_pages_have_a_share_of_the_time_and_seats_do_not_wait_for_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.begins()
    anna = room.name_of(room.seated(0))
    counting = Counting(room)
    monkeypatch.setattr(counting.renderer, "_strangers", TimeShare(1e-6, 1e-9))
    WatchedPage(room).catches_up()
    late, mine = WatchedPage(room, "/tv"), WatchedPage(room, phone=anna)
    mine.catches_up()
    room.house.submit(0, Place("mayor")).result()
    mine.catches_up()
    assert late.looks() is None
    assert set(counting.rendered) == {ViewerKind("/", None, "en"), ViewerKind("/", 0, "en")}
    monkeypatch.setattr(counting.renderer, "_strangers", TimeShare(1.0, 1.0))
    counting.renderer.wake()
    late.catches_up()


def test_s4_a_page_that_has_left_is_not_rendered_any_more(room: Room) -> None:
    room.begins()
    counting = Counting(room)
    stream = room.opens_stream(client="another", page="/")
    stayed = WatchedPage(room, "/history").catches_up()
    next(stream)
    stream.close()
    eventually(lambda: ViewerKind("/", None, "en") not in counting.renderer._places)
    before = counting.rendered[ViewerKind("/", None, "en")]
    room.house.submit(0, Place("mayor")).result()
    stayed.catches_up()
    assert counting.rendered[ViewerKind("/", None, "en")] == before
