"""What is told of a table: how it stands in each game, every auction, who won; and nothing that is hidden."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from every_game import EVERY_GAME
from hypothesis import given
from hypothesis import strategies as st
from lots import CARD
from mercurius_table import position
from tables import Evening, SteppedTime, an_evening, everybody_agrees

from companion.auction_clock import MILLISECOND, SECOND
from companion.convention.announcements import MOST_BYTES, Auction, InWords, Player, TableNow
from companion.convention.onlooker import Onlooker, now_on, result
from companion.games.errors import GameError
from companion.games.game import Game
from companion.games.mercurius.board import default_board
from companion.games.mercurius.game import MERCURIUS
from companion.games.rules import Moment
from companion.house import House
from companion.journal import Journal
from companion.requests import Agree, Pause, Start, TakeBack
from companion.seats import Seat
from companion.settings import settings_from
from companion.snapshots import Look, Snapshot, View
from companion.words import LANGUAGES


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = an_evening(tmp_path)
    yield evening
    evening.ends()


def told(evening: Evening) -> TableNow:
    evening.table.settle()
    onlooker = Onlooker(evening.table.snapshot)
    onlooker.follow(evening.table.history())
    return now_on(evening.table.snapshot, "Table 1", onlooker.last())


def auctions(evening: Evening) -> list[Auction]:
    evening.table.settle()
    return Onlooker(evening.table.snapshot).follow(evening.table.history())


def starts(evening: Evening) -> None:
    evening.reaches_auction()
    evening.does(0, Start(0))


class TestHowItStands:
    def test_at_the_beginning_of_merchants_the_mayor_is_asked(self, evening: Evening) -> None:
        now = told(evening)
        assert (now.on, now.game, now.year, now.turn, now.asks, now.mayor) == (
            "game",
            "merchants",
            "1579",
            0,
            "place",
            0,
        )
        assert now.where == InWords("Term 1", "Amtszeit 1", "Ambtstermijn 1")
        assert now.players[0] == Player("Aletta", "orange", 400_000)
        assert (now.clock, now.lot, now.last, now.winners) == ("off", None, None, ())

    def test_while_the_clock_runs_everybody_is_asked_and_the_lot_is_named(self, evening: Evening) -> None:
        starts(evening)
        now = told(evening)
        assert (now.clock, now.turn, now.asks) == ("on", None, "bid")
        assert now.lot is not None
        assert now.lot.said("de") not in ("", now.lot.en)

    @EVERY_GAME
    def test_every_game_can_be_told_to_its_end(self, tmp_path: Path, game: Game) -> None:
        """And no message is larger than half of what anybody reads."""
        evening = an_evening(tmp_path, game=game, who=("random",) * max(3, game.players[0]))
        seen = set()
        for number, _ in enumerate(evening.bots_play()):
            if number % 20 == 0:
                now = told(evening)
                seen.add(now.on)
                assert len(msgspec.json.encode(now)) < MOST_BYTES / 2
                assert result(evening.table.snapshot, "Table 1", "now") is None or now.on == "over"
        now, won = told(evening), result(evening.table.snapshot, "Table 1", "now")
        assert seen >= {"game"}
        assert now.on == "over"
        assert now.counts == game.scored_in
        assert won is not None
        assert [one.score for one in won.standings] == sorted(evening.view().table.score, reverse=True)
        assert {one.name for one in won.standings if one.wins} == {now.players[seat].name for seat in now.winners}
        assert msgspec.json.decode(msgspec.json.encode(now), type=TableNow) == now
        evening.ends()


class TestAuctions:
    def test_a_sale_is_told_with_its_lot_and_by_how_much(self, evening: Evening) -> None:
        starts(evening)
        evening.presses(1, 5.0)
        evening.presses(2, 5.004)
        evening.waits(1)
        (sold,) = auctions(evening)
        assert (sold.winner, sold.colour, sold.rival, sold.margin_ms, sold.tie) == (
            "Bram",
            "blue",
            "Cornelia",
            4.0,
            False,
        )
        assert sold.price > 0
        assert sold.lot == told(evening).last.lot  # type: ignore[union-attr]
        assert CARD not in str(sold.lot)  # in words

    def test_a_tie_says_so(self, evening: Evening) -> None:
        starts(evening)
        evening.presses(2, 5.0)
        evening.presses(1, 5.0 + 50_000 / (1000 * MILLISECOND))
        evening.waits(1)
        (sold,) = auctions(evening)
        assert (sold.tie, sold.winner, sold.rival) == (True, "Bram", "Cornelia")

    def test_one_that_nobody_bought_has_no_winner(self, evening: Evening) -> None:
        starts(evening)
        evening.waits(60)
        (unsold,) = auctions(evening)
        assert (unsold.winner, unsold.price) == (None, 0)

    def test_one_that_was_taken_back_is_no_longer_the_last(self, evening: Evening) -> None:
        starts(evening)
        evening.presses(1, 5.0)
        evening.waits(1)
        assert told(evening).last is not None
        row = told(evening).last.number  # type: ignore[union-attr]
        evening.does(0, TakeBack(to=row - 1))
        everybody_agrees(evening)
        assert told(evening).last is None
        assert len(auctions(evening)) == 1  # it did take place


class TestJustTheClock:
    @pytest.fixture
    def house(self, tmp_path: Path) -> Iterator[House]:
        with Journal(tmp_path) as journal:
            self.time = SteppedTime()
            house = House(journal, settings_from({"clock": {"get_ready": 0}}), self.time)
            house.clock_alone(3)
            yield house
            house.leave()

    def presses(self, house: House, *seats: int) -> TableNow:
        """One after the other, five seconds apart."""
        for seat in seats:
            house.press(seat, self.time.now)
            self.settles(house)
            self.time.now += 5 * SECOND
            self.settles(house)
        return self.told(house)

    def settles(self, house: House) -> None:
        assert isinstance(house.submit(0, Agree(0)).exception(), GameError)  # there is nothing to agree to

    def told(self, house: House) -> TableNow:
        assert house.snapshot is not None
        onlooker = Onlooker(house.snapshot)
        onlooker.follow(house.history())
        return now_on(house.snapshot, "Table 1", onlooker.last())

    def test_it_stands_ready(self, house: House) -> None:
        now = self.told(house)
        assert (now.on, now.clock, now.last) == ("clock", "off", None)
        assert now.players[0] == Player("Orange", "orange")

    def test_it_runs(self, house: House) -> None:
        assert self.presses(house, 0).clock == "on"

    def test_a_sale_has_a_buyer_and_a_price_and_no_lot(self, house: House) -> None:
        last = self.presses(house, 0, 1).last
        assert last is not None
        assert (last.winner, last.lot, last.doubled) == ("Blue", None, False)
        assert last.price > 0

    def test_one_that_is_taken_back_is_gone_and_the_one_before_is_the_last(self, house: House) -> None:
        first = self.presses(house, 0, 1).last
        assert self.presses(house, 0, 2).last != first
        house.submit(0, TakeBack()).result()
        assert self.told(house).last == first

    def test_an_auction_that_is_called_off_leaves_the_sale_before_it(self, house: House) -> None:
        first = self.presses(house, 0, 1).last
        self.presses(house, 0)
        for _ in range(2):  # the clock stands, then the auction is given up
            house.submit(0, Pause()).result()
        now = self.told(house)
        assert (now.last, now.clock) == (first, "off")

    def test_a_press_at_the_very_top_doubles_it(self, house: House) -> None:
        house.press(0, self.time.now)
        self.settles(house)
        self.time.now += SECOND // 10
        house.press(1, self.time.now)
        self.settles(house)
        self.time.now += SECOND
        self.settles(house)
        assert self.told(house).clock == "doubled"
        self.time.now += 5 * SECOND
        last = self.presses(house, 2).last
        assert last is not None
        assert (last.winner, last.doubled) == ("Green", True)


class TestWords:
    def test_where_a_language_says_the_same_it_says_nothing(self) -> None:
        said = InWords("Amsterdam", "", "")
        assert {said.said(language) for language in LANGUAGES} == {"Amsterdam"}
        assert msgspec.json.encode(said) == b'{"en":"Amsterdam"}'


CARDS = sorted(default_board().cards)


def snapshot_of(hands: list[tuple[str, ...]]) -> Snapshot:
    """Of Mercurius, with these hands and all else the same."""
    state = position(("card", 0), hands=hands, holdings=[{"tea": 2}]).state
    seats = tuple(map(Seat, state.setup.names, state.setup.seats))
    usual: dict[str, Any] = {"number": 1, "game": 1, "rules": MERCURIUS.name, "row": 0, "seats": seats, "options": ()}
    usual |= {"clock": None, "clock_stands": False, "last": None, "verdicts": (), "proposal": None}
    usual |= {"may_take_back": False, "trouble": None}
    views = tuple(
        View(seat=seat if seat < len(seats) else None, table=sight, **usual)
        for seat, sight in enumerate(MERCURIUS.sights(state))
    )
    return Snapshot(number=1, make_views=lambda: views, look=Look(0, 0, Moment(state, {}), None))


@given(st.lists(st.tuples(*[st.sampled_from(CARDS)] * 5), min_size=3, max_size=3), st.integers(0, 2**32))
def test_what_is_told_does_not_depend_on_what_is_hidden(hands: list[tuple[str, ...]], seed: int) -> None:
    """Whatever else everybody may hold: as many cards, but other ones."""
    chance = Random(seed)
    others = [tuple(chance.choice(CARDS) for _ in hand) for hand in hands]
    one, other = (msgspec.json.encode(now_on(snapshot_of(some), "Table 1", None)) for some in (hands, others))
    assert one == other
    assert not [card for hand in hands for card in hand if f'"{card}"'.encode() in one]
