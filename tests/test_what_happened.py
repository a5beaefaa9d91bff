"""What happened at a table, told for pages."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from kept_games import played, rows_of
from tables import Evening, an_evening

from companion.auction_clock import SECOND, Profile
from companion.chronicle import Chronicle, ClockChronicle, Passage
from companion.clock_alone import ClockAlone
from companion.entries import Row
from companion.games.actions import SetMoney
from companion.games.events import Money
from companion.games.merchants.actions import Decline, Place, StartClock
from companion.games.merchants.board import default_board
from companion.games.merchants.game import MERCHANTS
from companion.games.merchants.state import Setup
from companion.games.setup import COLOURS
from companion.games.telling import Chapter
from companion.lot import Terms
from companion.referee import Press
from companion.requests import Agree, Correct, Pause, TakeBack
from companion.simulate import Playthrough
from companion.words import words


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = an_evening(tmp_path)
    yield evening
    evening.ends()


def told(evening: Evening) -> list[Passage]:
    evening.table.settle()
    return passages_of(Chronicle(MERCHANTS, evening.table.look().now.state.setup), evening.table.history())


def passages_of(chronicle: Chronicle | ClockChronicle, rows: Sequence[Row]) -> list[Passage]:
    chronicle.add(rows)
    return chronicle.passages()


def agreed(evening: Evening, wish: Pause | Correct | TakeBack) -> None:
    proposal = evening.does(0, wish).proposal
    assert proposal is not None
    for seat in (1, 2, 3):
        evening.does(seat, Agree(proposal.number))


class TestAGame:
    def test_begins_with_its_setup_before_the_first_term(self, evening: Evening) -> None:
        setup = told(evening)[0]
        assert (setup.number, setup.chapter, setup.seat) == (0, Chapter(0, "The game is set up", "1579"), None)
        assert "Aletta opens a sugar office in the Americas (am1)." in setup.sentences
        assert setup.concerns == (0, 1, 2, 3)

    def test_says_who_did_what_in_which_term_and_what_to_do_about_it(self, evening: Evening) -> None:
        evening.reaches_auction()
        *_, placed, declined = told(evening)
        assert placed.sentences[0].startswith("A card comes up: ")
        assert declined.sentences == ("Aletta leaves it unused.",)
        assert declined.chapter == Chapter(1, "Term 1", "1579", mayor=0)
        assert (declined.seat, declined.concerns) == (0, (0,))

    def test_names_nobody_for_what_the_clock_did_but_all_whom_it_concerns(self, evening: Evening) -> None:
        evening.reaches_auction()
        evening.does(0, StartClock())
        evening.waits(3)
        evening.presses(2, after=10)
        evening.waits(0.02)
        sold = told(evening)[-1]
        assert sold.seat == 2
        assert sold.sentences[:2] == ("Cornelia stops the clock at 150.", "Sold to Cornelia for 150,000.")
        assert "Cornelia pays 150,000 to the bank." in sold.cardboard
        assert sold.finish is None

    def test_what_was_taken_back_stays_told_and_no_longer_stands(self, evening: Evening) -> None:
        evening.does(0, Place("auction"))
        evening.does(0, Place("mayor"))
        agreed(evening, TakeBack(1))
        setup, *_, first, second, back = told(evening)
        assert [one.stands for one in (setup, first, second, back)] == [True, True, False, True]
        assert back.sentences == (
            "Aletta, Bram, Cornelia and Dirk take back. Everything is as it was after: "
            "A card comes up: three moves on the market, for auction.",
        )
        assert back.concerns == (0, 1, 2, 3)

    def test_pauses_and_corrections_are_told(self, evening: Evening) -> None:
        evening.reaches_auction()
        evening.does(0, StartClock())
        agreed(evening, Pause())
        agreed(evening, Correct((SetMoney(1, 350_000),), "miscounted"))
        assert [one.sentences[-1] for one in told(evening)[-2:]] == [
            "Aletta, Bram, Cornelia and Dirk stop the clock for a pause.",
            "Put right by Aletta, Bram, Cornelia and Dirk (miscounted): Bram has 350,000.",
        ]

    def test_a_new_year_and_a_new_term_begin_a_new_passage(self) -> None:
        game = played(seed=3)
        passages = passages_of(Chronicle(MERCHANTS, game.setup), rows_of(game))
        chapters = [one.chapter for one in passages if one.chapter]
        assert len(chapters) == len(passages)
        places = [(chapter.number, game.setup.board.year_at[chapter.when]) for chapter in chapters]
        assert places == sorted(places)
        for one, chapter in zip(passages, chapters, strict=True):
            starts = [line for line in one.sentences if line.startswith(f"{chapter.when}: ")]
            assert starts == list(one.sentences[: len(starts)]), "a year is told first of all in its passage"

    def test_scorings_come_with_their_reckoning_and_what_everybody_had_before(self) -> None:
        game = played(seed=3)
        passages = passages_of(Chronicle(MERCHANTS, game.setup), rows_of(game))
        paydays = [payday for one in passages for payday in one.scorings]
        years = [space.year for space in default_board().years if space.scorings()]
        assert [payday.reckoning.year for payday in paydays] == [*years[:-1], *years[-1:] * 3]
        last = paydays[-1]
        paid_out = map(sum, zip(last.money, last.reckoning.totals, strict=True))
        assert [paid - back for paid, back in zip(paid_out, repaid(game), strict=True)] == list(game.state.money)

    def test_is_told_in_the_language_of_whoever_reads(self, evening: Evening) -> None:
        evening.does(0, Place("auction"))
        setup, rows = evening.table.look().now.state.setup, evening.table.history()
        english, german = (
            passages_of(Chronicle(MERCHANTS, setup, speech), rows) for speech in (words("en"), words("de"))
        )
        assert [one.sentences for one in english] != [one.sentences for one in german]
        assert [one.number for one in english] == [one.number for one in german]


def repaid(game: Playthrough) -> list[int]:
    """By every seat, at the end."""
    events = [event for entry in game.entries for event in entry.events if isinstance(event, Money)]
    return [-sum(one.amount for one in events if (one.why, one.seat) == ("repay", seat)) for seat in range(4)]


class TestPhotoFinishes:
    def at_the_hammer(self, evening: Evening, *presses: tuple[int, float]) -> list[Passage]:
        evening.reaches_auction()
        evening.does(0, StartClock())
        evening.waits(3)
        for seat, after in presses:
            evening.presses(seat, after=after)
        evening.waits(0.02)
        return told(evening)

    def test_a_margin(self, evening: Evening) -> None:
        sold = self.at_the_hammer(evening, (2, 10), (1, 10.0032))[-1]
        assert sold.finish is not None
        assert sold.finish.words == "3.20 ms before Bram"
        assert [(one.seat, one.words, one.won) for one in sold.finish.presses] == [
            (2, "", True),
            (1, "+3.20 ms", False),
        ]
        assert sold.concerns == (1, 2)

    def test_a_tie(self, evening: Evening) -> None:
        sold = self.at_the_hammer(evening, (2, 10), (1, 10.00015))[-1]
        assert sold.finish is not None
        assert sold.finish.words == "A tie with Cornelia, within 0.15 ms"
        assert [(one.seat, one.won) for one in sold.finish.presses] == [(2, False), (1, True)]

    def test_whoever_came_after_the_hammer_is_still_in_the_picture(self, evening: Evening) -> None:
        self.at_the_hammer(evening, (2, 10))
        evening.presses(1, after=10.12)
        *_, sold, late = told(evening)
        assert late.sentences == ("Bram is 120 ms too late.",)
        assert sold.finish is not None
        assert sold.finish.words == "120 ms before Bram"

    def test_whoever_came_much_later_is_not(self, evening: Evening) -> None:
        self.at_the_hammer(evening, (2, 10))
        evening.presses(1, after=10.9)
        assert told(evening)[-2].finish is None


class TestTheClockAlone:
    SETUP = Setup(board=default_board(), seats=COLOURS[:3], names=("Anna", "Ben", "Cleo"))

    def at_the_clock(self) -> tuple[ClockAlone, list[int]]:
        now = [SECOND]
        alone = ClockAlone(self.SETUP, None, Terms(), Profile(), 0, lambda: now[0])
        return alone, now

    def auction(self, alone: ClockAlone, now: list[int], seat: int) -> None:
        alone.hear(0, StartClock())
        now[0] += 10 * SECOND
        alone.press(Press(seat, now[0]), now[0])
        now[0] += SECOND
        alone.look()

    def test_every_auction_is_told(self) -> None:
        alone, now = self.at_the_clock()
        self.auction(alone, now, 1)
        passages = passages_of(ClockChronicle(self.SETUP), alone.rows)
        assert [one.sentences for one in passages] == [
            ("Anna starts the clock.",),
            ("Ben stops the clock at 150.", "Sold to Ben for 150,000."),
        ]
        assert [(one.chapter, one.seat) for one in passages] == [(None, 0), (None, 1)]

    def test_a_sale_that_was_taken_back_no_longer_stands(self) -> None:
        alone, now = self.at_the_clock()
        self.auction(alone, now, 1)
        self.auction(alone, now, 2)
        alone.take_back(0)
        passages = passages_of(ClockChronicle(self.SETUP), alone.rows)
        assert [one.stands for one in passages] == [True, True, False, False, True]
        assert passages[-1].sentences == ("Anna takes back the last sale.",)

    def test_an_auction_that_was_called_off_no_longer_stands(self) -> None:
        alone, _ = self.at_the_clock()
        alone.hear(0, StartClock())
        alone.pause(1)
        alone.pause(2)
        started, paused, called_off = passages_of(ClockChronicle(self.SETUP), alone.rows)
        assert [one.stands for one in (started, paused, called_off)] == [False, False, True]
        assert paused.sentences == ("Ben stops the clock for a pause.",)
        assert called_off.sentences == ("Cleo calls the auction off.",)


def test_rows_are_told_once_also_if_they_come_one_by_one() -> None:
    game = played(seed=4, actions=120)
    step_by_step = Chronicle(MERCHANTS, game.setup)
    for row in rows_of(game):
        step_by_step.add([row])
    assert step_by_step.told == len(rows_of(game))
    assert step_by_step.passages() == passages_of(Chronicle(MERCHANTS, game.setup), rows_of(game))


def test_what_nobody_used_is_told_of_the_seat(evening: Evening) -> None:
    for disk in ("mayor", "auction", "discard"):
        evening.does(0, Place(disk))
    evening.does(0, Decline())
    assert told(evening)[-1].sentences == ("Aletta leaves it unused.",)
