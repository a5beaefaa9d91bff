"""The table on several phones at once: taking back, lines that break, two phones at one seat, onlookers, no script."""

import re
import time
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from browsers import BROKEN_LINE, NEEDED, REFUSED, Phone, PhoneShop, Served, a_served_room
from hang_guard import eventually
from playing import asked_of, on_table, plays_on, stopped_by
from playwright.sync_api import Request, Route, expect
from rooms import Room
from tappers import Tapper
from tiers import long_only

from companion.auction_clock import MILLISECOND, Run
from companion.entries import Acted
from companion.games.merchants.actions import Place
from companion.games.state import dump

pytestmark = NEEDED
pytest_plugins = ("phone_shop",)

HURRY = {"profile": "even", "seconds_per_price": 0.2, "speed": 2.0, "get_ready": 0.0}


def hurries(room: Room) -> None:
    for name, value in HURRY.items():
        room.house.change("clock", name, value)


def board(room: Room) -> bytes:
    return dump(on_table(room).look.now.state)


def acts_first(phone: Phone) -> None:
    """The first choice in words, and yes."""
    phone.touch(phone.page.locator("#part-mine > .choices a.pick").first)
    phone.touch(phone.button("Do it"))


def is_asked(phone: Phone) -> None:
    expect(phone.heading("It is your turn.")).to_be_visible()


# --- taking back


def test_what_showed_a_card_is_taken_back_when_everybody_agrees(served: Served, phone: PhoneShop) -> None:
    room = served.room
    anna, ben, cleo = (phone().sits(room, seat) for seat in range(3))
    room.begins(people=3)
    is_asked(anna)
    before = board(room)
    acts_first(anna)
    expect(anna.page.locator(".disk.lies")).to_have_count(1)
    assert board(room) != before
    anna.touch(anna.button("Ask to take back my last action"))
    for one in (ben, cleo):
        expect(one.heading("Anna wants to take back what was done last.")).to_be_visible()
    expect(anna.page.get_by_text("Waiting for Ben and Cleo.")).to_be_visible()
    expect(anna.button("Agree")).to_be_hidden()
    ben.touch(ben.button("Agree"))
    expect(anna.page.get_by_text("Waiting for Cleo.")).to_be_visible()
    expect(ben.button("Agree")).to_be_hidden()
    assert board(room) != before
    cleo.touch(cleo.button("Agree"))
    for one in (anna, ben, cleo):
        expect(one.page.locator("#part-vote")).to_be_hidden()
        expect(one.page.locator(".disk.lies")).to_have_count(0)
    assert board(room) == before
    is_asked(anna)


def test_one_who_refuses_is_enough(served: Served, phone: PhoneShop) -> None:
    room = served.room
    anna, ben = (phone().sits(room, seat) for seat in range(2))
    room.begins(people=3)
    acts_first(anna)
    expect(anna.page.locator(".disk.lies")).to_have_count(1)
    after = board(room)
    anna.touch(anna.button("Ask to take back my last action"))
    ben.touch(ben.button("Refuse"))
    for one in (anna, ben):
        expect(one.page.locator("#part-vote")).to_be_hidden()
        expect(one.page.locator(".disk.lies")).to_have_count(1)
    assert board(room) == after


def test_who_asked_can_withdraw(served: Served, phone: PhoneShop) -> None:
    room = served.room
    anna = phone().sits(room, 0)
    room.begins(people=3)
    acts_first(anna)
    expect(anna.page.locator(".disk.lies")).to_have_count(1)
    anna.touch(anna.button("Ask to take back my last action"))
    anna.touch(anna.button("Withdraw"))
    expect(anna.page.locator("#part-vote")).to_be_hidden()
    assert on_table(room).view(None).proposal is None


def test_an_own_action_that_showed_nothing_is_taken_back_alone(served: Served, phone: PhoneShop) -> None:
    room = served.room
    anna = phone().sits(room, 0)
    room.begins()
    plays_on(room, lambda: asked_of(room) == ("mayor_card", 0))
    before = board(room)
    is_asked(anna)
    Tapper(anna, room, Random(1)).decide()
    expect(anna.button("Start the clock")).to_be_visible()
    assert board(room) != before
    anna.touch(anna.button("Take back my last action"))
    eventually(lambda: board(room) == before)
    is_asked(anna)
    expect(anna.page.locator("#part-vote")).to_be_hidden()


# --- what changed comes with the stream

NEVER_LATE = """
const wait = window.setTimeout;
window.setTimeout = (deed, time, ...more) => wait(deed, time === 3000 ? 1e9 : time, ...more);
"""
"""On a busy machine parts may come so late that a page would fetch itself instead."""


class Fetches:
    """Addresses of the device that a page has fetched since, but for what belongs to a page."""

    def __init__(self, *phones: Phone) -> None:
        self.of_pages: list[str] = []
        for phone in phones:
            phone.page.on("request", self._note)

    def _note(self, asked: Request) -> None:
        at = urlsplit(asked.url)
        if asked.method == "GET" and at.path in ("/", "/tv", "/scoring", "/history"):
            self.of_pages.append(f"{at.path}?{at.query}" if at.query else at.path)


def test_s4_a_change_reaches_every_page_without_a_fetch_of_it(served: Served, phone: PhoneShop) -> None:
    room = served.room
    anna, ben = (phone(stub=NEVER_LATE).sits(room, seat) for seat in (0, 1))
    looks_on, told, screen = (phone(stub=NEVER_LATE).goes(path) for path in ("/", "/history", "/tv"))
    everybody = (anna, ben, looks_on, told, screen)
    for one in everybody:
        one.name_in(room)  # its stream is open
    fetches = Fetches(*everybody)
    room.begins(people=3)
    is_asked(anna)
    for one in (ben, looks_on):
        expect(one.heading("Anna: put the drawn card on a free disk.")).to_be_visible()
    expect(screen.page.locator(".tv-board svg")).to_be_visible()
    room.house.submit(0, Place("mayor")).result()
    for one in (anna, ben, looks_on):
        expect(one.page.locator(".disk.lies")).to_have_count(1)
    expect(told.page.locator(".passage .seat-token")).to_have_count(1)
    room.reception.stand_up(anna.name_in(room))
    expect(anna.link("Looking on · Sit down")).to_be_visible()
    expect(anna.page.locator("#part-mine")).to_have_count(0)
    assert fetches.of_pages == []


def test_s4_what_a_phone_does_is_shown_by_its_stream_and_a_pick_by_a_fetch(served: Served, phone: PhoneShop) -> None:
    room = served.room
    anna = phone(stub=NEVER_LATE).sits(room, 0)
    room.begins(people=3)
    is_asked(anna)
    fetches = Fetches(anna)
    acts_first(anna)
    expect(anna.page.locator(".disk.lies")).to_have_count(1)
    expect(anna.page.locator("#live[aria-busy]")).to_have_count(0)
    assert "/" not in fetches.of_pages
    assert fetches.of_pages
    assert anna.page.url == f"{served.address}/"
    shown = anna.page.locator("#live").inner_html()
    anna.page.reload()
    assert anna.page.locator("#live").inner_text()
    assert anna.page.locator("#part-disks").inner_html() in shown


# --- a line that breaks


def test_a_phone_that_was_away_for_two_terms_is_up_to_date_when_it_is_back(served: Served, phone: PhoneShop) -> None:
    room = served.room
    hurries(room)
    ben, anna = phone().forgive(BROKEN_LINE).sits(room, 1), phone().sits(room, 0)
    room.begins()
    expect(ben.page.get_by_text("1579, term 1")).to_be_visible()
    ben.context.set_offline(True)
    expect(ben.page.get_by_text("Reconnecting ...")).to_be_visible()
    plays_on(room, lambda: on_table(room).view(None).table.term == 3 and asked_of(room)[0] == "place")
    plays_on(room, lambda: asked_of(room)[1] == 1)
    table = on_table(room).view(None).table
    now = f"{table.year}, term {table.term}, {table.cards_left} cards to come"
    expect(anna.page.locator("#part-says .kind")).to_have_text(now)
    expect(ben.page.get_by_text("1579, term 1")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.page.get_by_text("Reconnecting ...")).to_be_hidden()
    expect(ben.page.locator("#part-says .kind")).to_have_text(now)
    for part in ("#part-merchants .money", ".disk"):
        expect(ben.page.locator(part)).to_have_text(anna.page.locator(part).all_inner_texts(), use_inner_text=True)
    is_asked(ben)
    Tapper(ben, room, Random(1)).decide()


def test_what_is_tapped_while_the_device_is_away_is_said_to_be_lost(served: Served, phone: PhoneShop) -> None:
    anna = phone().forgive(BROKEN_LINE).sits(served.room, 0)
    served.room.begins()
    anna.touch(anna.page.locator("#part-mine a.pick").first)
    expect(anna.button("Do it")).to_be_visible()
    anna.context.set_offline(True)
    expect(anna.page.get_by_text("Reconnecting ...")).to_be_visible()
    anna.touch(anna.button("Do it"))
    expect(anna.page.get_by_role("alert")).to_have_text("The device is away; that was not sent.")
    anna.context.set_offline(False)
    expect(anna.page.get_by_role("alert")).to_be_hidden()
    anna.touch(anna.button("Do it"))
    eventually(lambda: len(served.room.house.history()) == 2)


def test_a_device_of_which_nothing_is_heard_is_missed_and_found_again(served: Served, phone: PhoneShop) -> None:
    anna = phone()
    anna.page.clock.install()
    anna.goes()
    anna.name_in(served.room)
    expect(anna.page.get_by_text("Reconnecting ...")).to_be_hidden()
    anna.page.clock.fast_forward(10_000)  # for the page only: meanwhile it heard nothing
    expect(anna.page.get_by_text("Reconnecting ...")).to_be_visible()
    served.room.house.clock_alone(3)
    anna.page.clock.fast_forward(1_000)
    expect(anna.heading("Any button starts the clock.")).to_be_visible()
    expect(anna.page.get_by_text("Reconnecting ...")).to_be_hidden()


# --- two phones at one seat


def test_two_phones_at_one_seat_both_see_the_decision_and_one_makes_it(served: Served, phone: PhoneShop) -> None:
    room = served.room
    one, other = (phone().sits(room, 0) for _ in range(2))
    room.begins()
    for each in (one, other):
        is_asked(each)
        expect(each.page.locator("#part-disks .drawn")).to_be_visible()
    other.touch(other.page.locator("#part-mine a.pick").nth(2))
    expect(other.button("Do it")).to_be_visible()
    acts_first(one)
    expect(other.page.locator(".disk.lies")).to_have_count(1)
    expect(other.button("Do it")).to_be_hidden()  # what it had picked is over
    assert placed(room) == ["mayor"]
    acts_first(other)
    expect(one.page.locator(".disk.lies")).to_have_count(2)
    assert placed(room) == ["mayor", "auction"]


def placed(room: Room) -> list[str]:
    entries = [row.entry for row in room.house.history()]
    return [one.action.disk for one in entries if isinstance(one, Acted) and isinstance(one.action, Place)]


def test_a_tap_that_comes_too_late_does_nothing_and_is_told_why(served: Served, phone: PhoneShop) -> None:
    room = served.room
    late, quick = (phone().sits(room, 0) for _ in range(2))
    room.begins()
    late.forgive(REFUSED, BROKEN_LINE).page.route("**/api/stream*", lambda route: route.abort())
    late.page.reload()  # and from now on it hears of nothing
    late.touch(late.page.locator("#part-mine a.pick").nth(1))
    expect(late.button("Do it")).to_be_visible()
    acts_first(quick)
    eventually(lambda: placed(room) == ["mayor"])
    late.touch(late.button("Do it"))
    expect(late.page.get_by_role("alert")).to_have_text("Meanwhile the game has gone on; look again before you choose.")
    expect(late.page.locator(".disk.lies")).to_have_count(1)
    assert placed(room) == ["mayor"]


def test_once_the_next_question_is_seen_nothing_moves_under_the_finger(served: Served, phone: PhoneShop) -> None:
    """Also while the page is still looking for more that is new."""
    room, anna = served.room, phone().sits(served.room, 0)
    room.begins()
    anna.touch(anna.page.locator("#part-mine a.pick").first)
    expect(anna.button("Do it")).to_be_visible()
    anna.page.evaluate("scrollTo({ top: 150, behavior: 'instant' })")
    looks = list[Route]()

    def answer_only_the_first(route: Route) -> None:
        looks.append(route)
        if len(looks) == 1:
            route.continue_()

    anna.page.route(re.compile(r"/(\?.*)?$"), answer_only_the_first)
    anna.button("Do it").evaluate("(button) => button.click()")
    expect(anna.page.locator(".disk.lies")).to_have_count(1)
    anna.page.wait_for_function("scrollY === 0")


def test_a_double_tap_does_it_once(served: Served, phone: PhoneShop) -> None:
    room, anna = served.room, phone().sits(served.room, 0)
    room.begins()
    anna.touch(anna.page.locator("#part-mine a.pick").first)
    anna.button("Do it").evaluate("(button) => { button.click(); button.click(); }")
    expect(anna.page.locator(".disk.lies")).to_have_count(1)
    assert placed(room) == ["mayor"]
    expect(anna.page.get_by_role("alert")).to_be_hidden()


# --- onlookers


def test_an_onlooker_sees_the_table_and_can_do_nothing(served: Served, phone: PhoneShop) -> None:
    served.room.begins()
    eve = phone()
    for path in ("/", "/scoring", "/history", "/tv", "/new", "/correct"):
        eve.goes(path)
        assert eve.page.locator("form, #part-mine, a.target, a.pick:not(.pill)").count() == 0, path
    eve.goes("/settings")
    assert eve.page.locator("button:enabled").all_inner_texts() == ["Use it"]  # the language of the own phone
    eve.goes()
    expect(eve.heading("Anna: put the drawn card on a free disk.")).to_be_visible()
    expect(eve.page.locator(".picture svg")).to_have_count(3)
    for name in ("Anna", "Ben", "Cleo", "Dave"):
        expect(eve.page.locator("#part-merchants")).to_contain_text(name)
    served.room.house.submit(0, Place("auction")).result()
    expect(eve.page.locator(".disk.lies")).to_have_count(1)  # and everything that happens


POSTS = {
    "/api/actions": '{"request": {"type": "place", "disk": "mayor"}}',
    "/leave": "",
    "/new": "players=3",
    "/clock": "seats=3",
    "/resume": "game=1",
    "/settings": "clock.speed=2.0",
    "/settings/selftest": "",
    "/correct": "kind=money&seat=0&amount=1&reason=x",
}


def test_what_the_page_of_an_onlooker_sends_is_refused_in_a_sentence(served: Served, phone: PhoneShop) -> None:
    served.room.begins()
    eve = phone().forgive(REFUSED).goes()
    before = on_table(served.room)
    for door, body in POSTS.items():
        kind = "application/json" if door.startswith("/api") else "application/x-www-form-urlencoded"
        status, told = eve.page.evaluate(
            "([door, body, kind]) => fetch(door, { method: 'POST', body, headers: { 'Content-Type': kind,"
            " Accept: 'application/json' } }).then(async (answer) => [answer.status, (await answer.json()).error])",
            [door, body, kind],
        )
        assert (status, told) == (403, "Only a phone that sits at the table can do this; sit down first."), door
    assert on_table(served.room) is before


# --- without script


def test_without_script_the_table_is_shown_and_a_decision_made_by_links_and_a_form(
    served: Served, phone: PhoneShop
) -> None:
    room, anna = served.room, phone(script=False).goes("/sit")
    anna.touch(anna.page.locator(".chair").first.get_by_role("button", name="Sit here"))
    expect(anna.heading("Hold the button of Orange for two seconds")).to_be_visible()
    room.answers(0)
    eventually(lambda: room.reception.pairings)
    room.begins()
    anna.goes()
    is_asked(anna)
    anna.touch(anna.link("For auction"))
    expect(anna.page.locator(".consequences")).to_be_visible()
    anna.touch(anna.link("Choose again"))
    anna.touch(anna.link("For the mayor, free of charge"))
    anna.touch(anna.button("Do it"))
    expect(anna.page.locator(".disk.lies")).to_have_count(1)
    assert placed(room) == ["mayor"]
    plays_on(room, lambda: asked_of(room) == ("mayor_card", 0))
    anna.page.reload()
    anna.touch(anna.page.locator("#part-mine a.target").first)
    expect(anna.page.locator("#part-mine .confirm, #part-mine > .choices").first).to_be_visible()


# --- bids


def test_a_seat_without_a_button_bids_by_phone_and_one_with_a_button_does_not(tmp_path: Path, shop: PhoneShop) -> None:
    slowly = {"profile": "even", "seconds_per_price": 5.0, "get_ready": 0.0}
    with a_served_room(tmp_path, clock=slowly, seat2={"button": "none", "lamp": "none"}) as served:
        room = served.room
        anna, ben = shop(served.address).sits(room, 0), shop(served.address).sits_by_code(room, 1)
        room.begins()
        plays_on(room, lambda: asked_of(room)[0] == "bid")
        for one in (anna, ben):
            expect(one.page.locator("#part-auction")).to_be_visible()
        expect(anna.page.locator("[data-bid]")).to_be_hidden()
        ben.touch(ben.button("Stop the clock"))
        eventually(lambda: stopped_by(room) == [1])
        for one in (anna, ben):
            one.leaves()


# --- in step

RUNS = 30
ENOUGH = 3
"""Prices."""


@pytest.mark.parametrize("path", ["/", pytest.param("/tv", marks=long_only)])
def test_the_price_on_the_page_is_the_one_that_the_clock_shows(tmp_path: Path, shop: PhoneShop, path: str) -> None:
    with a_served_room(tmp_path, clock={"profile": "even", "seconds_per_price": 2.0, "get_ready": 1.0}) as served:
        room = served.room
        anna = shop(served.address).goes(path)
        room.house.clock_alone(4)
        in_step: set[int] = set()
        for _ in range(RUNS):  # what a busy machine misses of one run is seen in the next
            if len(watched(anna, room, in_step)) >= ENOUGH:
                break
        assert len(in_step) >= ENOUGH
        anna.leaves()


def watched(phone: Phone, room: Room, in_step: set[int]) -> set[int]:
    """Until enough prices were in step, or the clock has run out."""
    run = eventually(lambda: started(room))
    eventually(lambda: len(looked(phone, run, in_step)) >= ENOUGH or on_table(room).look.clock is not run)
    return in_step


def started(room: Room) -> Run | None:
    """By a press, unless that still counted as a late bid for the run before."""
    if on_table(room).look.clock is None:
        room.presses(0)
    return on_table(room).look.clock


def looked(phone: Phone, run: Run, in_step: set[int]) -> set[int]:
    """The price, if the page shows it at a moment in which the clock shows no other."""
    before = time.monotonic_ns() - 200 * MILLISECOND
    shown = phone.page.locator("[data-auction='price']").all_text_contents()[:1]
    place = run.place_at(time.monotonic_ns())
    if before > run.start and place == run.place_at(before) and place < len(run.slices):
        dial = run.slices[place].dial
        if shown == [f"{dial * 1000:,}"]:
            in_step.add(dial)
    return in_step
