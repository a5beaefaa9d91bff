"""Mercurius beside the board: the ticker, what is done, lamps, buttons and sounds, and nothing that is hidden."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from beside_the_board import SETTINGS, SIZES, Beside, happenings, screens_of, texts
from hang_guard import eventually
from tables import Evening, an_evening, proposed

from companion.auction_clock import SECOND
from companion.bot_players import carry_out, intentions
from companion.entries import Acted, Row, TookBack
from companion.games.actions import SetMoney
from companion.games.mercurius.actions import HIDDEN, BlackMarket, Deal, Dividend, News, PlayCard, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.events import Dealt, NewsPlayed
from companion.games.mercurius.game import MERCURIUS
from companion.games.mercurius.refusals import QUESTIONS
from companion.games.mercurius.tokens import AT, TOKENS, Token
from companion.requests import Correct, PutAway, TakeBack
from companion.seats import PERSON
from companion.snapshots import Snapshot
from companion.words import words
from hardware import showing
from hardware.glows import glows
from hardware.lamps import Glow
from hardware.screens import exchange
from hardware.screens.agreeing import Proposed
from hardware.screens.asking import Round
from hardware.screens.ranking import GameOver, Standings
from hardware.screens.screen import drawn
from hardware.screens.ticker import Decision, Quote, Ticker

PASS = Trade(())
HOORN, TEA = Deal("buy", "hoorn"), Deal("buy", "tea")


@pytest.fixture
def with_bots(tmp_path: Path) -> Iterator[Beside]:
    """Aletta is a person and begins; Bram and Cornelia are bots."""
    made = Beside(tmp_path, MERCURIUS, (PERSON, "random", "random"))
    yield made
    made.ends()


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Beside]:
    """Aletta, Bram and Cornelia."""
    made = Beside(tmp_path, MERCURIUS, (PERSON,) * 3)
    yield made
    made.ends()


def turns(evening: Evening, count: int) -> None:
    """So many turns in which nobody trades, and each plays the first card of the hand."""
    for _ in range(count):
        asked = evening.view().table.asked
        evening.does(asked.seat, PASS)
        evening.does(asked.seat, PlayCard(evening.view(asked.seat).table.hand[0]))


def tickers(snapshot: Snapshot) -> list[Ticker]:
    return [screen for screen in showing.standing(snapshot) if isinstance(screen, Ticker)]


def steps(evening: Evening, chance: Random) -> Iterator[None]:
    """A whole game: bots as they like, people by chance."""
    while evening.table.snapshot.look.now.state.winners is None:
        plans = intentions(evening.table.look(), evening.view(), seed="7", pace=0, now=evening.time.now)
        if plans:
            carry_out(evening.table, plans[0])
        else:
            seat = evening.view().table.asked.seat
            evening.does(seat, chance.choice(evening.view(seat).options))
        evening.table.settle()
        evening.time.now += SECOND // 50
        yield


# The ticker.


def test_the_ticker_has_all_prices_whose_turn_it_is_and_the_round(people: Beside) -> None:
    decision, *pages = showing.standing(people.snapshot)
    assert decision == Decision(name="Aletta", what="trade", round=Round(1))
    prices = [10] * 6 + [15] * 6
    quotes = tuple(Quote(token, price, price) for token, price in zip(TOKENS, prices, strict=True))
    assert pages == [
        Ticker(name="Aletta", round=Round(1), quotes=quotes, page=page) for page in ("shares", "commodities")
    ]


def test_arrows_say_where_prices_go_by_the_cards_lying_out(people: Beside) -> None:
    """A card acts at once, and again in the same player's next turn."""
    people.evening.does(0, PASS)
    card = default_board().cards[people.evening.view(0).table.hand[0]]
    people.evening.does(0, PlayCard(card.id))
    quotes = {quote.token: quote for quote in tickers(people.snapshot)[0].quotes}
    assert quotes[card.chamber] == Quote(card.chamber, 10 + card.share, 10 + 2 * card.share)
    assert quotes[card.commodity] == Quote(card.commodity, 15 + card.change, 15 + 2 * card.change)
    signs = {1: "rising", -1: "falling"}
    assert quotes[card.chamber].sign == signs[card.share]
    assert quotes[card.commodity].sign == signs[card.change // 2]
    assert [quote.sign for token, quote in quotes.items() if token not in (card.chamber, card.commodity)] == [None] * 10


def test_the_last_move_stands_below_the_prices(people: Beside) -> None:
    people.evening.does(0, Trade((HOORN,)))
    assert tickers(people.snapshot)[0].last == exchange.Traded("Aletta", (exchange.Bargain(False, "hoorn", 1, 10),))
    assert "Aletta buys 1 Hoorn: 10" in " ".join(texts(tickers(people.snapshot)[0], (128, 128)))


def test_the_last_round_is_called_so(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game=MERCURIUS, who=(PERSON,) * 3)
    turns(evening, 15 * 3)  # 60 cards in the main deck, 15 of them dealt
    rounds = [tickers(evening.table.snapshot)[0].round]
    for _ in range(2):
        turns(evening, 3)
        rounds += [ticker.round for ticker in tickers(evening.table.snapshot)[:1]]
    assert rounds == [Round(16), Round(17, is_last=True)]
    assert texts(tickers_in(rounds[1]), (128, 64))[1] == "last round"
    evening.ends()


def tickers_in(round: Round) -> Ticker:
    quotes = tuple(Quote(token, 10, 10) for token in TOKENS)
    return Ticker(name="Aletta", round=round, quotes=quotes, page="shares")


@pytest.mark.parametrize("size", SIZES)
def test_every_price_can_be_read_on_every_size(people: Beside, size: tuple[int, int]) -> None:
    shares, commodities = tickers(people.snapshot)
    for page, price, names in (
        (shares, "10", ["Ams", "Hoo", "Del", "Rot", "Enk", "Mid"]),
        (commodities, "15", ["Sil", "Cof", "Por", "Cop", "Spi", "Tea"]),
    ):
        written = texts(page, size)
        assert written[:2] == ["Aletta", "Round 1"]
        assert [text[:3] for text in written[2::2]] == names
        assert written[3::2] == [price] * 6


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("size", SIZES)
def test_no_two_tokens_are_written_alike(language: Any, size: tuple[int, int]) -> None:
    written = [
        text
        for page in (tickers_in(Round(1)), msgspec.structs.replace(tickers_in(Round(1)), page="commodities"))
        for text in texts(page, size, language)[2::2]
    ]
    assert len(written) == len(set(written)) == len(TOKENS)


# What is done.


def test_a_trade_is_shown_kind_by_kind(people: Beside) -> None:
    traded = happenings(people.evening, lambda: people.evening.does(0, Trade((HOORN, TEA, HOORN))))
    bargains = (exchange.Bargain(False, "hoorn", 2, 22), exchange.Bargain(False, "tea", 1, 15))
    assert traded == [exchange.Traded("Aletta", bargains)]
    assert texts(traded[0], (128, 64)) == ["Aletta", "-37", "22", "buys 2 Hoorn", "15", "buys 1 Tea"]


def test_to_pass_is_nothing_to_show(people: Beside) -> None:
    assert happenings(people.evening, lambda: people.evening.does(0, PASS)) == []


def test_a_card_is_shown_with_both_its_moves(people: Beside) -> None:
    people.evening.does(0, PASS)
    card = default_board().cards[people.evening.view(0).table.hand[0]]
    played = happenings(people.evening, lambda: people.evening.does(0, PlayCard(card.id)))
    assert played == [exchange.Played("Aletta", ((card.chamber, card.share), (card.commodity, card.change)))]


def test_news_are_shown_without_the_cards(people: Beside) -> None:
    people.evening.does(0, PASS)
    hand = people.evening.view(0).table.hand
    assert happenings(people.evening, lambda: people.evening.does(0, News(hand[:2]))) == [exchange.News("Aletta", 2)]


def test_a_dividend_is_shown_with_who_gets_what(people: Beside) -> None:
    evening = people.evening
    evening.does(0, Trade((HOORN, HOORN)))
    evening.does(0, PlayCard(evening.view(0).table.hand[0]))
    turns(evening, 2)
    each = -(-evening.view().table.prices[AT["hoorn"]] // 4)
    paid = happenings(evening, lambda: evening.does(0, Dividend("hoorn")))
    assert paid == [exchange.DividendPaid("hoorn", each, (("Aletta", 2 * each),))]


def test_the_black_market_is_shown_when_it_is_offered_and_when_it_is_sold(people: Beside) -> None:
    evening = people.evening
    evening.does(0, Trade((HOORN, TEA)))
    evening.does(0, PlayCard(evening.view(0).table.hand[0]))
    turns(evening, 2)
    lot: tuple[Token, ...] = ("hoorn", "tea")
    offered = happenings(evening, lambda: evening.does(0, BlackMarket(lot)))
    assert offered == [exchange.Offered("Aletta", lot)]
    evening.does(0, PlayCard(evening.view(0).table.hand[0]))
    turns(evening, 1)
    *_, sold = happenings(evening, lambda: turns(evening, 1))
    prices = evening.view().table.prices
    assert sold == exchange.SoldLot("Aletta", prices[AT["hoorn"]] + prices[AT["tea"]])


@pytest.mark.parametrize("size", SIZES)
def test_every_question_says_how_it_is_answered(size: tuple[int, int]) -> None:
    trade, card = (Decision(name="Aletta", what=what, round=Round(1)) for what in ("trade", "card"))
    assert {"Aletta", "Trade?", "Button: no trade"} <= set(texts(trade, size))
    assert {"Aletta", "Play a card", "on the phone"} <= set(texts(card, size))
    assert set(QUESTIONS) == {"trade", "card"}


# Lamps and buttons.


def test_the_lamp_of_the_person_whose_turn_it_is_breathes(people: Beside) -> None:
    assert people.lamps() == ["breathing", "dark", "dark", "dark", "dark"]
    eventually(lambda: people.bench.lamp(0) > 0 and people.bench.lamp(1) == 0)
    turns(people.evening, 1)
    assert people.lamps() == ["dark", "breathing", "dark", "dark", "dark"]
    eventually(lambda: people.bench.lamp(1) > 0 and people.bench.lamp(0) == 0)


def test_a_bot_needs_no_light_and_is_asked_nothing(with_bots: Beside) -> None:
    turns(with_bots.evening, 1)
    assert with_bots.lamps() == ["dark"] * 5
    assert {type(screen) for screen in showing.standing(with_bots.snapshot)} == {Ticker}


def test_the_button_is_for_done(people: Beside) -> None:
    people.presses(0)
    entry = people.evening.last()
    assert isinstance(entry, Acted)
    assert (entry.seat, entry.action) == (0, PASS)
    assert showing.standing(people.snapshot)[0] == Decision(name="Aletta", what="card", round=Round(1))
    people.presses(0)  # which card it is a button cannot say
    assert people.asked() == ("card", 0)


def test_nobody_is_done_for_somebody_else(people: Beside) -> None:
    people.presses(1)
    people.presses(4)  # where nobody sits
    assert people.asked() == ("trade", 0)


def test_a_proposal_is_shown_at_once_and_those_who_have_to_agree_breathe(people: Beside) -> None:
    turns(people.evening, 1)
    eventually(lambda: isinstance(people.shows(), exchange.Played))
    proposed(people.evening, 0, TakeBack())
    eventually(lambda: people.shows() == Proposed("Aletta", False, ("Bram", "Cornelia")))
    assert people.lamps() == ["dark", "breathing", "breathing", "dark", "dark"]


def test_s6_a_wish_to_leave_makes_no_lamp_breathe_for_no_button_answers_it(people: Beside) -> None:
    proposed(people.evening, 1, PutAway((1, 2)))
    assert glows(people.snapshot, 5, people.time.now)[:3] == (Glow.BREATHING, Glow.DARK, Glow.DARK)


def test_a_correction_is_proposed_as_one(people: Beside) -> None:
    proposed(people.evening, 1, Correct((SetMoney(0, 60),), "miscounted"))
    eventually(lambda: people.shows() == Proposed("Bram", True, ("Aletta", "Cornelia")))


def test_the_button_agrees_to_a_take_back_but_not_within_the_first_second(people: Beside) -> None:
    """Nobody has read so quickly what it would be for."""
    turns(people.evening, 1)
    proposed(people.evening, 0, TakeBack())
    eventually(lambda: people.panel._proposed_at)
    people.time.now += SECOND // 2
    people.presses(2)
    proposal = people.snapshot.view(None).proposal
    assert proposal is not None
    assert proposal.waiting_for == (1, 2)
    people.time.now += SECOND
    people.presses(2)
    eventually(lambda: people.shows() == Proposed("Aletta", False, ("Bram",)))
    people.presses(1)
    entry = people.evening.last()
    assert isinstance(entry, TookBack)
    assert set(entry.by) == {0, 1, 2}
    assert people.asked() == ("card", 0)
    eventually(lambda: not isinstance(people.shows(), Proposed))


def test_winners_flicker(with_bots: Beside) -> None:
    for _ in steps(with_bots.evening, Random(4)):
        pass
    winners = with_bots.snapshot.view(None).table.winners
    eventually(lambda: with_bots.panel._following._winners == winners)
    eventually(lambda: {with_bots.bench.lamp(seat) for seat in range(5) if seat not in winners} == {0})
    glow = glows(with_bots.snapshot, 5, with_bots.time.now, won=with_bots.panel._following._winners)
    assert [seat for seat in range(5) if glow[seat].name == "FAST"] == list(winners)


# Sounds.


def test_a_person_hears_that_it_is_their_turn(people: Beside) -> None:
    turns(people.evening, 1)
    eventually(lambda: people.heard[-1:] == ["turn"])


def test_buying_is_heard_and_so_is_a_dividend(people: Beside) -> None:
    evening = people.evening
    evening.does(0, Trade((HOORN,)))
    eventually(lambda: people.heard[-1:] == ["coins"])
    evening.does(0, PlayCard(evening.view(0).table.hand[0]))
    turns(evening, 2)
    eventually(lambda: people.heard[-1:] == ["turn"])
    evening.does(0, Dividend("hoorn"))
    eventually(lambda: people.heard[-1:] == ["dividend"])


def test_the_last_rounds_and_the_end_are_heard(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game=MERCURIUS, who=("random",) * 3)
    for _ in evening.bots_play():
        pass
    sound = showing.shown(evening.table.snapshot).sound
    heard = [
        found
        for row in evening.table.history()
        if isinstance(row.entry, Acted)
        for event in row.entry.events
        if (found := sound(event))
    ]
    assert heard.count("last_rounds") == 1
    assert heard[-1] == "sold"
    assert set(heard) == {"coins", "dividend", "last_rounds", "sold"}
    evening.ends()


# A whole game.


def test_a_person_plays_a_whole_game_against_bots_with_the_button_and_a_phone(with_bots: Beside) -> None:
    evening, pressed = with_bots.evening, 0
    while with_bots.snapshot.view(None).table.winners is None:
        what, seat = with_bots.asked()
        if seat:
            plan, *_ = intentions(evening.table.look(), evening.view(), seed="7", pace=0, now=with_bots.time.now)
            carry_out(evening.table, plan)
        elif what == "trade":
            with_bots.presses(0)
            pressed += 1
        else:
            evening.does(0, PlayCard(evening.view(0).table.hand[0]))
    assert pressed == 17  # rounds: 45 cards are drawn by three, and two more
    assert with_bots.panel.troubles.all() == {}
    table = with_bots.snapshot.view(None).table
    final = Standings(tuple(zip(("Aletta", "Bram", "Cornelia"), table.wealth, strict=True)))
    names = tuple(("Aletta", "Bram", "Cornelia")[seat] for seat in table.winners)
    eventually(lambda: GameOver(names, max(table.money)) in [slot.screen for slot in with_bots.panel.programme._slots])
    with_bots.time.now += 60 * SECOND
    expected = drawn(final, 0, (128, 64), words("en"))
    eventually(lambda: with_bots.looks() and with_bots.bench.image == expected)
    eventually(lambda: with_bots.looks() and with_bots.bench._servo.is_at_rest)
    assert with_bots.bench.hand() == SETTINGS.fittings.dial.start_angle  # type: ignore[union-attr]


# Nothing that is hidden.


def covered_row(row: Row) -> Row:
    """The same, with other cards wherever nobody else may see them."""
    entry = row.entry
    if not isinstance(entry, Acted):
        return row
    action = News((HIDDEN,) * len(entry.action.thrown)) if isinstance(entry.action, News) else entry.action
    events: list[Any] = []
    for event in entry.events:
        match event:
            case Dealt(seat, _, pile):
                events.append(Dealt(seat, HIDDEN, pile))
            case NewsPlayed(seat, thrown):
                events.append(NewsPlayed(seat, (HIDDEN,) * len(thrown)))
            case _:
                events.append(event)
    return Row(row.n, row.at, Acted(entry.seat, action, tuple(events)))


def covered(snapshot: Snapshot) -> Snapshot:
    """The same table with other hands and another deck, of which no view but an onlooker's is left."""
    state = snapshot.look.now.state.copy()
    state.hands = tuple((HIDDEN,) * len(hand) for hand in state.hands)
    state.setup = msgspec.structs.replace(state.setup, deck=state.setup.deck[::-1])
    look = snapshot.look._replace(now=snapshot.look.now._replace(state=state, choices={}))
    return msgspec.structs.replace(snapshot, look=look, make_views=lambda: snapshot.views[-1:])


@pytest.mark.parametrize("players", [3, 5])
def test_nothing_hidden_is_on_any_screen_in_a_whole_game(tmp_path: Path, players: int) -> None:
    """Whatever anybody holds, draws or throws away: the same is shown, to the letter."""
    evening = an_evening(tmp_path, game=MERCURIUS, who=(PERSON, "random", "random", "random", "random")[:players])
    told, thrown = len(evening.table.history()), 0
    seen: set[str] = set()
    for _ in steps(evening, Random(4)):
        snapshot, rows = evening.table.snapshot, evening.table.history(told)
        told += len(rows)
        screens = screens_of(rows, snapshot)
        assert screens == screens_of(tuple(map(covered_row, rows)), covered(snapshot))
        seen |= {type(screen).__name__ for screen in screens}
        written = [text for screen in screens for size in SIZES for text in texts(screen, size)]
        if any(isinstance(row.entry, Acted) and isinstance(row.entry.action, News) for row in rows):
            thrown += 1
            assert not [text for text in written if re.search(r"[+-][12]\b", text)]
        assert HIDDEN not in " ".join(written)
    evening.ends()
    assert thrown > 0
    assert seen == {
        "Ticker", "Decision", "Traded", "Played", "News", "DividendPaid", "Offered", "SoldLot", "DeckOut", "GameOver",
        "Standings",
    }  # fmt: skip
