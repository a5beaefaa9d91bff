"""Whose request is answered next (S4): clients take turns, time is shared, and what a seat does waits for nobody."""

import threading

import pytest
from hang_guard import HANG_GUARD, eventually

from web.turns import NEWCOMER, OF_ADDRESS, OF_ALL, OF_PHONE, Turns
from web.workers import SEAT_AT_ONCE, Workers


class Clock:
    """Stands until it is set."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class CountingClock(Clock):
    """Knows how often it was asked: at least once for each client that is looked at."""

    asked = 0

    def __call__(self) -> float:
        self.asked += 1
        return super().__call__()


def taken(turns: Turns[str]) -> str | None:
    turn = turns.take()
    return turn.asked if turn else None


def test_s4_clients_take_turns_however_often_one_of_them_asks() -> None:
    turns: Turns[str] = Turns(is_strict=True)
    for asked in ("a1", "a2", "a3", "b1", "c1", "b2"):
        turns.add(asked[0], asked)
    assert [taken(turns) for _ in range(7)] == ["a1", "b1", "c1", "a2", "b2", "a3", None]


def test_s4_an_address_has_a_share_of_the_time_and_not_only_of_the_requests() -> None:
    clock = Clock()
    turns: Turns[str] = Turns(is_strict=True, now=clock)
    for number in range(3):
        turns.add("slow", f"slow {number}")
    assert taken(turns) == "slow 0"
    turns.done("slow", OF_ADDRESS.burst + OF_ADDRESS.per_second)
    assert taken(turns) is None
    turns.add("quick", "quick 0")
    assert [taken(turns), taken(turns)] == ["quick 0", None]
    assert turns.wait() == pytest.approx(1.0)
    clock.now += 1.01
    assert taken(turns) == "slow 1"


def test_s4_all_strangers_together_have_a_share_however_many_addresses_they_have() -> None:
    """And one who has hardly asked for anything is answered all the same."""
    clock = Clock()
    turns: Turns[str] = Turns(is_strict=True, now=clock)
    for number in range(40):
        turns.add(f"a{number}", f"a{number} 0")
        turns.add(f"a{number}", f"a{number} 1")
    while turn := turns.take():
        turns.done(turn.client, 2 * NEWCOMER.burst)
    assert len(turns) == 40, "each was answered once"
    turns.add("new", "new 0")
    assert taken(turns) == "new 0"
    clock.now += (OF_ALL.burst + 0.1) / OF_ALL.per_second
    assert taken(turns) == "a0 1"


def test_s4_newcomers_have_a_share_too_however_many_addresses_they_have() -> None:
    """Each asks for one page that takes long on a slow device, from an address of its own."""
    clock, seconds, page = Clock(), 600, 0.1
    turns: Turns[str] = Turns(is_strict=True, now=clock)
    answered, until = 0, clock.now + seconds
    for number in range(100_000):
        turns.add(f"a{number}", "0")
        turn = turns.take()
        if turn is None:
            clock.now += turns.wait() or 0.0
            turn = turns.take()
        if turn is None:
            continue
        turns.done(turn.client, page)
        clock.now += page
        answered += 1
        if clock.now >= until:
            break
    share = OF_ALL.burst + seconds * OF_ALL.per_second
    assert share < answered * page <= 3 * share + 2 * page


def test_s4_nobody_owes_for_longer_than_a_burst_takes_to_come_back() -> None:
    clock = Clock()
    turns: Turns[str] = Turns(is_strict=True, now=clock)
    turns.add("slow", "0")
    turns.take()
    turns.done("slow", 1000.0)
    turns.add("slow", "1")
    assert taken(turns) is None
    assert turns.wait() == pytest.approx(OF_ALL.burst / OF_ALL.per_second)


def test_s4_a_phone_at_the_table_that_has_had_its_share_waits_only_for_others_at_it() -> None:
    turns: Turns[str] = Turns(is_strict=False, now=Clock())
    turns.add("slow", "slow 0")
    turns.take()
    turns.done("slow", 2 * OF_PHONE.burst)
    turns.add("slow", "slow 1")
    turns.add("quick", "quick 0")
    assert [taken(turns), taken(turns), taken(turns)] == ["quick 0", "slow 1", None]
    turns.add("slow", "slow 2")
    assert taken(turns) == "slow 2"


def test_s4_many_that_have_had_their_share_are_not_asked_again_at_every_request() -> None:
    clock = CountingClock()
    turns: Turns[str] = Turns(is_strict=True, now=clock)
    many, page = 60, 1.5 * NEWCOMER.burst  # which leaves some of what newcomers have together
    for number in range(many):
        turns.add(f"a{number}", "0")
        turns.add(f"a{number}", "1")
    while turn := turns.take():
        turns.done(turn.client, page)
    clock.asked = 0
    for number in range(many):
        turns.add(f"a{number}", "2")
        assert taken(turns) is None
    assert clock.asked < 20 * many
    turns.add("new", "0")
    assert taken(turns) == "0"


def test_s4_of_one_phone_only_so_many_are_in_work_at_once() -> None:
    turns: Turns[str] = Turns(is_strict=False, at_once=1)
    for asked in ("a1", "a2", "b1"):
        turns.add(asked[0], asked)
    assert [taken(turns), taken(turns), taken(turns)] == ["a1", "b1", None]
    assert turns.wait() is None
    turns.done("a", 0.0)
    assert taken(turns) == "a2"


def test_those_that_wait_can_be_cancelled() -> None:
    turns: Turns[str] = Turns(is_strict=True)
    turns.add("a", "1")
    turns.add("b", "2")
    assert len(turns) == 2
    assert turns.cancel() == ["1", "2"]
    assert taken(turns) is None


class Asked:
    """A request that is in work until it is told to be done."""

    def __init__(self, phone: str = "", address: str = "10.0.0.1", *, is_safe: bool) -> None:
        self.phone, self.address, self.is_safe = phone, address, is_safe
        self.is_in_work = threading.Event()
        self.done = threading.Event()
        self.is_cancelled = False

    def service(self) -> None:
        self.is_in_work.set()
        assert self.done.wait(HANG_GUARD)

    def cancel(self) -> None:
        self.is_cancelled = True


@pytest.fixture
def workers() -> Workers:
    return Workers()


def asks(workers: Workers, *requests: Asked) -> tuple[Asked, ...]:
    for request in requests:
        workers.add_task(request)
    return requests


def strangers(count: int, *, is_safe: bool) -> list[Asked]:
    return [Asked(address=f"10.0.0.{number}", is_safe=is_safe) for number in range(count)]


def in_work(requests: list[Asked] | tuple[Asked, ...]) -> int:
    return sum(request.is_in_work.is_set() for request in requests)


def test_s4_what_a_seat_does_waits_for_no_page_and_for_no_stranger(workers: Workers) -> None:
    looks, posts = strangers(20, is_safe=True), strangers(20, is_safe=False)
    seated_looks = [Asked(f"phone {number}", is_safe=True) for number in range(20)]
    waiting = asks(workers, *looks, *posts, *seated_looks)
    eventually(lambda: in_work(looks) == 1 and in_work(seated_looks) == 1 and in_work(posts) == 2)
    for seat in range(3):
        (deed,) = asks(workers, Asked(f"phone {seat}", is_safe=False))
        assert deed.is_in_work.wait(HANG_GUARD)
        waiting += (deed,)
    assert (in_work(looks), in_work(seated_looks), in_work(posts)) == (1, 1, 2)
    ended(workers, waiting)


def test_s4_one_phone_cannot_keep_the_other_seats_waiting(workers: Workers) -> None:
    many = asks(workers, *(Asked("greedy", is_safe=False) for _ in range(20)))
    eventually(lambda: in_work(many) == SEAT_AT_ONCE)
    (other,) = asks(workers, Asked("modest", is_safe=False))
    assert other.is_in_work.wait(HANG_GUARD)
    assert in_work(many) == SEAT_AT_ONCE
    ended(workers, (*many, other))


def test_s4_whoever_cannot_be_answered_costs_no_thread(workers: Workers) -> None:
    class Fails(Asked):
        def service(self) -> None:
            raise SystemExit

    asks(workers, *(Fails(is_safe=True) for _ in range(3)))
    (sound,) = asks(workers, Asked(is_safe=True))
    assert sound.is_in_work.wait(HANG_GUARD)
    assert set(workers.alive().values()) == {True}
    assert {"seat-0", "look-0", "seat-look-0", "post-0"} < set(workers.alive())
    ended(workers, (sound,))
    assert set(workers.alive().values()) == {False}


def ended(workers: Workers, requests: tuple[Asked, ...]) -> None:
    for request in requests:
        request.done.set()
    workers.shutdown(HANG_GUARD)
    assert all(request.is_in_work.is_set() or request.is_cancelled for request in requests)
    late = Asked(is_safe=True)
    workers.add_task(late)
    assert late.is_cancelled


def test_s4_what_is_forgotten_is_not_answered() -> None:
    turns: Turns[str] = Turns(is_strict=True)
    turns.add("anna", "one")
    turns.add("anna", "two")
    assert turns.forget("anna", "one")
    assert not turns.forget("anna", "one")
    assert not turns.forget("ben", "two")
    assert turns.take() == ("anna", "two")
    assert not turns.forget("anna", "two")  # in work already
    assert len(turns) == 0
