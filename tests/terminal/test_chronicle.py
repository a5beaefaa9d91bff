"""What a table's journal says happened, told; and what everybody holds."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from tables import Evening, an_evening

from companion.games.actions import SetMoney
from companion.games.merchants.actions import Decline, Place, StartClock
from companion.games.merchants.corrections import SetOwner
from companion.games.merchants.game import MERCHANTS
from companion.journal import Journal
from companion.requests import Agree, Correct, Pause, TakeBack
from companion.terminal.chronicle import Chronicle
from companion.terminal.deciding import put_right, take_back, vote
from companion.terminal.dialogs import Dialog
from companion.terminal.holdings import holdings
from companion.terminal.inks import cells
from companion.terminal.keys import ENTER
from companion.terminal.offer import offered
from companion.terminal.telling import Telling


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = an_evening(tmp_path)
    yield evening
    evening.ends()


class Listener:
    """Hears what is told."""

    def __init__(self, evening: Evening) -> None:
        self.lines: list[str] = []
        self.evening = evening
        self.telling = Telling(MERCHANTS, evening.journal.game(evening.game).opening.setup(), self.lines.append)
        self.chronicle = Chronicle(self.telling)
        self.chronicle.begin(evening.table.history(), "game 1")

    def news(self) -> list[str]:
        """What was told since the last time."""
        self.evening.table.settle()
        self.chronicle.tell(self.evening.table.history()[self.chronicle.told :])
        told, self.lines[:] = [click.unstyle(line).strip() for line in self.lines], []
        return told


def test_a_new_game_is_told_from_its_beginning(evening: Evening) -> None:
    told = Listener(evening).news()
    assert told[:2] == ["Merchants of Amsterdam, game 1", "At the table, clockwise: Aletta, Bram, Cornelia, Dirk."]
    assert "Aletta opens a sugar office in the Americas (am1)." in told
    assert told[-2:] == [
        "── Term 1, 1579: Aletta is mayor",
        "Aletta 400,000   Bram 400,000   Cornelia 400,000   Dirk 400,000",
    ]


def test_a_game_that_was_left_is_told_from_its_present_term_on(evening: Evening) -> None:
    evening.does(0, Place("auction"))
    told = Listener(evening).news()
    assert told[2:] == [
        "",
        "── Term 1, 1579: Aletta is mayor",
        "Aletta 400,000   Bram 400,000   Cornelia 400,000   Dirk 400,000",
        "A card comes up: three moves on the market, for auction.",
    ]


def test_an_auction_is_told_with_its_verdicts(evening: Evening) -> None:
    evening.reaches_auction()
    listener = Listener(evening)
    listener.news()
    evening.does(0, StartClock())
    evening.waits(3)
    evening.presses(2, after=10)
    evening.waits(0.02)
    evening.presses(1, after=10.5)
    told = listener.news()
    assert told[0].startswith("The clock runs: ")
    assert told[1] == "Cornelia stops the clock at 150."
    assert told[2] == "Sold to Cornelia for 150,000."
    assert told[-1] == "Bram is 500 ms too late."


def test_what_nobody_used_is_told(evening: Evening) -> None:
    for disk in ("mayor", "auction", "discard"):
        evening.does(0, Place(disk))
    listener = Listener(evening)
    listener.news()
    evening.does(0, Decline())
    assert listener.news() == ["Aletta leaves it unused."]


def test_taking_back_says_where_the_game_stands_and_forgets_the_rest(evening: Evening) -> None:
    listener = Listener(evening)
    evening.does(0, Place("auction"))
    evening.does(0, Place("mayor"))
    listener.news()
    number = evening.does(0, TakeBack()).proposal
    assert number is not None
    for seat in (1, 2, 3):
        evening.does(seat, Agree(number.number))
    assert listener.news() == [
        "Aletta, Bram, Cornelia and Dirk take back. Everything is as it was after: "
        "A card comes up: three moves on the market, for auction."
    ]
    assert listener.telling.state == evening.table.look().now.state


def test_a_pause_and_a_correction_are_told(evening: Evening) -> None:
    evening.reaches_auction()
    listener = Listener(evening)
    evening.does(0, StartClock())
    listener.news()
    agreed(evening, Pause())
    agreed(evening, Correct((SetMoney(1, 350_000), SetOwner("gr5", 2)), "miscounted"))
    assert listener.news() == [
        "Aletta, Bram, Cornelia and Dirk stop the clock for a pause.",
        "Put right by Aletta, Bram, Cornelia and Dirk (miscounted): Bram has 350,000 and gr5 belongs to Cornelia.",
    ]


def agreed(evening: Evening, wish: Pause | Correct) -> None:
    proposal = evening.does(0, wish).proposal
    assert proposal is not None
    for seat in (1, 2, 3):
        evening.does(seat, Agree(proposal.number))


def asked(dialog: Dialog[object], *keys: str) -> list[str]:
    """What is shown after these keys."""
    block = next(dialog)
    for key in keys:
        block = dialog.send(key)
    return [click.unstyle(line) for line in block.lines]


def answered(dialog: Dialog[object], *keys: str) -> object:
    try:
        asked(dialog, *keys)
    except StopIteration as end:
        return end.value
    raise AssertionError("there is more to ask")


def test_steps_are_offered_to_be_taken_back_the_last_first(evening: Evening) -> None:
    evening.reaches_auction()
    listener = Listener(evening)
    name = listener.telling.name
    shown = asked(take_back([1], listener.chronicle, name))
    assert shown[1] == "Bram, take back everything from here on:"
    assert shown[2] == "   1  Aletta leaves it unused."
    assert shown[4] == "   3  A card comes up: silk trade office, for auction."
    assert answered(take_back([1], listener.chronicle, name), "2", ENTER) == (1, TakeBack(2))
    assert answered(take_back([0], listener.chronicle, name), "1", ENTER) == (0, TakeBack())
    assert answered(take_back([0, 1], listener.chronicle, name), "2", ENTER, "0") is None
    assert answered(take_back([], listener.chronicle, name)) is None


def test_a_vote_says_what_it_is_about(evening: Evening) -> None:
    evening.does(0, Place("auction"))
    evening.does(0, Place("mayor"))
    listener = Listener(evening)
    proposal = evening.does(1, TakeBack(1)).proposal
    assert proposal is not None
    dialog = vote(proposal, 2, listener.chronicle, listener.telling.name)
    assert asked(dialog)[1:3] == [
        "Bram wants to take back from here on: A card comes up: silk trade office, for the mayor.",
        "Cornelia, do you agree?",
    ]


def test_a_correction_needs_a_reason(evening: Evening) -> None:
    listener = Listener(evening)
    setup, name = listener.telling.state.setup, listener.telling.name
    typed = ["Bram money 5", ENTER]
    keys = [key for word in typed for key in ([word] if word == ENTER else word)]
    assert answered(put_right([1], setup, name), *keys, ENTER) is None
    assert answered(put_right([1], setup, name), *keys, "x", ENTER) == (1, Correct((SetMoney(1, 5),), "x"))
    assert answered(put_right([1], setup, name), ENTER) is None


def test_holdings_fit_a_narrow_terminal(evening: Evening) -> None:
    view = evening.view()
    lines = [click.unstyle(line) for line in holdings(view.table, view.seats)]
    assert lines[0] == "1579, term 1, 83 cards to come"
    assert lines[2].split() == ["Aletta", "400,000", "1", "-", "-", "-"]
    assert lines[3] == "  offices am1, warehouses nz3"
    assert len(lines) == 10
    assert max(map(cells, lines)) < 57


def test_an_unfinished_game_is_offered(evening: Evening) -> None:
    with Journal(evening.folder) as journal:
        kept = journal.unfinished()
        assert kept is not None
        words = offered(journal, kept)
    assert words.startswith("Game 1 is not over: begun ")
    assert words.endswith(", Merchants of Amsterdam, 1579, Term 1. At the table: Aletta, Bram, Cornelia, Dirk.")
