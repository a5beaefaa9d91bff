"""Bots at the table: through the same doors, at a human pace, and after an interruption as they would have anyway."""

from pathlib import Path

import pytest
from tables import Evening, Heard, an_evening, gone_on, no_room

from companion.auction_clock import SECOND
from companion.bot_players import BotPlayers, Intention, intentions
from companion.entries import Acted
from companion.games.merchants.actions import Declare, Expire, Place, StartClock, Stop
from companion.journal import Journal
from companion.requests import Start
from companion.seats import PERSON
from companion.settings import settings_from
from companion.table import game_table

BOTS = ("random", "merchant", "random")
QUICK = {"clock": {"profile": "even", "seconds_per_price": 0.2, "speed": 2, "get_ready": 0}}


def plans(evening: Evening, pace: float = 0) -> list[Intention]:
    evening.table.settle()
    return intentions(evening.table.look(), evening.view(), "7", pace, evening.time.now)


def test_a_bot_thinks_for_about_as_long_as_was_set(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, who=BOTS)
    (plan,) = plans(evening, pace=10)
    assert plan.seat == 0
    assert isinstance(plan.action, Place)
    assert 6 * SECOND <= plan.at - evening.time.now <= 14 * SECOND
    assert plans(evening, pace=10) == [plan]
    assert plans(evening)[0].at == evening.time.now
    evening.ends()


def test_a_bot_does_not_answer_for_people(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, who=(PERSON, *BOTS))
    assert plans(evening) == []
    evening.ends()


def test_people_turn_up_the_tables_own_cards(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, who=BOTS, deck=False)
    assert plans(evening) == []
    evening.does(0, Declare("goods"))
    assert len(plans(evening)) == 1
    evening.ends()


def test_bots_press_while_the_clock_shows_the_price_they_want(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, who=(PERSON, "merchant", "merchant", "merchant"))
    evening.reaches_auction()
    view = evening.does(0, Start(5))
    assert view.clock is not None
    found = plans(evening)
    assert found
    assert found == sorted(found)
    for plan in found:
        assert plan.action is None
        assert view.clock.start < plan.at <= view.clock.end
    first = found[0]
    for _ in evening.bots_play():
        break
    entry = evening.last()
    assert isinstance(entry, Acted)
    assert isinstance(entry.action, Stop)
    assert entry.seat == first.seat
    shown = view.clock.shows_at(first.at)
    assert entry.action.dial == (200 if shown == "start" else int(shown))
    evening.ends()


def test_a_bot_that_is_mayor_starts_the_clock_also_after_an_interruption(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, who=BOTS)
    for _ in evening.bots_play():
        if evening.view().clock:
            break
    bids = plans(evening)
    start = evening.view().clock
    evening.ends()
    assert start is not None
    again = gone_on(tmp_path, Journal(tmp_path), evening.game)
    (plan,) = plans(again)
    assert (plan.seat, plan.action) == (0, StartClock())
    again.does(0, StartClock())
    clock = again.view().clock
    assert clock is not None
    after = plans(again)
    assert [(bid.seat, bid.at - clock.start) for bid in after] == [(bid.seat, bid.at - start.start) for bid in bids]
    again.ends()


def test_bots_play_in_real_time_on_their_own_thread(tmp_path: Path) -> None:
    """With the quickest clock there is, so that it takes seconds."""
    evening = an_evening(tmp_path, who=BOTS)
    evening.table.close()
    table = game_table(evening.journal, evening.game, settings_from(QUICK))
    heard = Heard(table)
    table.subscribe(heard)
    bots = BotPlayers(table, seed="7", pace=0)
    heard.wait_for(lambda views: bool(views) and views[-1].row > 25)
    bots.end()
    table.close()
    rows = evening.journal.rows(evening.game)
    evening.journal.close()
    sales = [row.entry for row in rows if isinstance(row.entry, Acted) and isinstance(row.entry.action, Stop | Expire)]
    assert sales
    assert all(isinstance(sale.action, Expire) or sale.verdicts for sale in sales)


def test_bots_go_on_once_the_disk_takes_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bot_players.RETRY", 0.01)
    evening = an_evening(tmp_path, who=BOTS)
    heard = Heard(evening.table)
    with no_room(evening) as reason:
        evening.table.subscribe(heard)
        bots = BotPlayers(evening.table, seed="7", pace=0)
        heard.wait_for(lambda views: bool(views) and views[-1].trouble == reason)
        assert evening.view().row == 0
    heard.wait_for(lambda views: views[-1].row > 0)
    bots.end()
    evening.ends()


def test_a_person_can_play_among_bots(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, who=(PERSON, "random", "merchant"))
    for _ in range(30):
        for _ in evening.bots_play():
            pass
        view = evening.view(0)
        if not view.options:
            break
        evening.does(0, Start(0) if view.options == (StartClock(),) else view.options[-1])
    assert evening.view().row > 60
    evening.ends()
