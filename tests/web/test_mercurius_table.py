"""The table's page while Mercurius is played: whose turn it is, what my seat is asked, my hand, all portfolios."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from exchanges import begins, is_asked, is_over, passes, plays_on, seen, state_of, titles
from flask.testing import FlaskClient
from reading_pages import page, part, texts
from rooms import Room, a_room

from companion.games.mercurius.actions import AnyAction, BlackMarket, Deal, Dividend, News, PlayCard, Trade
from companion.games.mercurius.board import default_board
from companion.games.mercurius.sight import Sight
from companion.games.mercurius.tokens import AT, TOKENS
from companion.words import Language

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


def picking(room: Room, **picked: str) -> str:
    """The address of a page with something picked."""
    return "/?" + urlencode({"after": room.state().after, **picked})


def links(html: str) -> list[str]:
    """Everything that can be picked in my decision."""
    return [
        unescape(address) for address in re.findall(r'<a class="[^"]*pick[^"]*" href="([^"]*)"', part(html, "mine"))
    ]


def offered(html: str) -> list[AnyAction]:
    """What can be sent as it is."""
    found = re.findall(r'name="request" value="([^"]*)"', part(html, "mine"))
    return [msgspec.json.decode(unescape(one), type=AnyAction) for one in found]


class TestFrame:
    def test_it_says_the_round_the_cards_to_come_and_whose_turn_it_is(self, room: Room) -> None:
        begins(room)
        shown = texts(page(room.client))
        assert "Round 1, 45 cards to come" in shown
        assert "Anna: buy and sell, or pass." in shown
        assert "It is your turn." in page(room.seated(0))

    def test_the_last_rounds_are_said(self, room: Room) -> None:
        """The deck runs out in the middle of a round, since one of its cards was not drawn for News."""
        begins(room)
        passes(room)
        room.house.submit(0, News(())).result()
        headings = {
            2: "and two more after it: the main deck is used up",
            1: "and one more after it",
            0: "the last",
        }
        for left, words in headings.items():
            plays_on(room, lambda table, left=left: table.rounds_left == left)  # type: ignore[misc]
            assert f"Round {seen(room).round}, {words}" in texts(page(room.client))

    def test_only_the_phone_of_the_seat_that_is_asked_can_answer(self, room: Room) -> None:
        begins(room)
        assert part(page(room.seated(0)), "mine")
        assert not part(page(room.seated(1)), "mine")
        assert not part(page(room.client), "mine")

    def test_it_shows_what_everybody_has(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Trade((Deal("buy", "hoorn"), Deal("buy", "hoorn")))).result()
        shown = texts(part(page(room.client), "portfolios"))
        assert re.search(r"Anna 48 worth 68 in all still to play: Dividend, Black Market, News", shown)
        assert re.search(r"Ben 70 worth 70 in all", shown)

    def test_the_exchange_is_drawn_with_what_the_cards_will_still_do(self, room: Room) -> None:
        begins(room)
        assert "exchange-compact" in part(page(room.client), "exchange")

    def test_what_happened_last_names_the_card_and_the_prices(self, room: Room) -> None:
        begins(room)
        passes(room)
        card = seen(room, 0).hand[0]
        room.house.submit(0, PlayCard(card)).result()
        told = texts(part(page(room.client), "last"))
        assert titles((card,)).pop() in told
        assert "Prices: " in told
        assert "Anna draws a card." in told

    def test_a_game_that_is_over_tells_who_won(self, room: Room) -> None:
        begins(room)
        plays_on(room, is_over)
        shown = texts(page(room.client))
        table = seen(room)
        assert "The game is over." in shown
        assert f"1. {on_first_place(table)} {max(table.money)} wins" in texts(part(page(room.client), "standings"))

    def test_a_proposal_to_put_something_right_is_told_in_the_games_words(self, room: Room) -> None:
        begins(room)
        change = {"kind": "price", "token": "silk", "space": "30", "reason": "misread"}
        assert room.seated(1).post("/correct", data=change).status_code == 303
        shown = texts(part(page(room.seated(0)), "vote"))
        assert "Ben wants to put something right: the price of silk is 25, on space 30 of 33 (misread)." in shown


def on_first_place(table: Sight) -> str:
    return ("Anna", "Ben", "Cleo")[table.money.index(max(table.money))]


class TestTrading:
    def test_there_is_a_stepper_for_every_token_with_its_price(self, room: Room) -> None:
        begins(room)
        mine = page(room.seated(0))
        steppers = re.findall(r'aria-label="Buy one more: (\w+)"', mine)
        assert [name.lower() for name in steppers] == list(TOKENS)
        assert texts(part(mine, "mine")).count("Price 10") == 6
        assert texts(part(mine, "mine")).count("Price 15") == 6
        assert texts(part(mine, "mine")).count("bank 5, you 0") == 12

    def test_to_trade_nothing_is_one_tap(self, room: Room) -> None:
        begins(room)
        mine = page(room.seated(0))
        assert offered(mine) == [Trade(())]
        assert '<button class="main">No transactions</button>' in mine

    def test_what_was_picked_is_billed_and_can_be_done(self, room: Room) -> None:
        begins(room)
        phone = room.seated(0)
        mine = page(phone, picking(room, buy="tea,hoorn,hoorn"))
        shown = texts(part(mine, "mine"))
        assert f"Buy 2 Hoorn shares at 11 {MINUS}22 Two at once cost 1 more each: 11 instead of 10." in shown
        assert f"Buy 1 tea at 15 {MINUS}15" in shown
        assert f"You have 70, and 33 afterwards. {MINUS}37" in shown
        (trade,) = offered(mine)
        assert trade == Trade((Deal("buy", "hoorn"), Deal("buy", "hoorn"), Deal("buy", "tea")))
        assert room.acts(phone, trade).status_code == 200
        assert seen(room).money[0] == 33

    def test_without_script_a_form_does_the_same(self, room: Room) -> None:
        begins(room)
        phone = room.seated(0)
        request = re.search(r'name="request" value="([^"]*)"', part(page(phone, picking(room, buy="tea")), "mine"))
        assert request is not None
        sent = phone.post("/api/actions", data={"request": unescape(request[1]), "after": room.state().after})
        assert (sent.status_code, sent.headers["Location"]) == (303, "/")
        assert seen(room).money[0] == 55

    def test_a_pick_from_before_is_forgotten(self, room: Room) -> None:
        begins(room)
        address = picking(room, buy="tea")
        plays_on(room, is_asked("trade", 0, since=2))
        assert offered(page(room.seated(0), address)) == [Trade(())]

    @pytest.mark.parametrize(
        "picked", [{"buy": "gold"}, {"sell": "silk"}, {"buy": "silk,silk,silk,silk"}, {"way": "x"}]
    )
    def test_picks_that_lie_are_not_believed(self, room: Room, picked: dict[str, str]) -> None:
        begins(room)
        assert offered(page(room.seated(0), picking(room, **picked))) == [Trade(())]


def _may_offer_last(table: Sight) -> bool:
    can_offer = "black_market" in table.specials[0] and any(table.holdings[0])
    return table.rounds_left == 0 and can_offer and is_asked("trade", 0)(table)


class TestInstead:
    def test_the_black_market_takes_own_tokens_and_tells_what_they_would_bring(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Trade((Deal("buy", "hoorn"), Deal("buy", "tea")))).result()
        plays_on(room, is_asked("trade", 0, since=2), seed=3)
        phone = room.seated(0)
        held = seen(room).holdings[0]
        mine = page(phone, picking(room, way="black_market"))
        assert len(re.findall(r'aria-label="One more: ', mine)) == sum(1 for count in held if count)
        assert offered(mine) == []
        mine = page(phone, picking(room, way="black_market", lot="tea,hoorn"))
        assert offered(mine) == [BlackMarket(("hoorn", "tea"))]
        worth = sum(seen(room).prices[AT[token]] for token in ("hoorn", "tea"))
        assert f"At the prices now they would bring {worth}." in texts(part(mine, "mine"))
        assert room.acts(phone, BlackMarket(("hoorn", "tea"))).status_code == 200
        assert "On the Black Market: 1 Hoorn share and 1 tea" in texts(part(page(room.client), "portfolios"))

    def test_in_the_last_round_the_black_market_sells_at_the_end(self, room: Room) -> None:
        begins(room)
        plays_on(room, _may_offer_last)
        token = TOKENS[next(at for at, held in enumerate(seen(room).holdings[0]) if held)]
        shown = texts(part(page(room.seated(0), picking(room, way="black_market", lot=token)), "mine"))
        assert "They are sold at the full final prices at the end of the game" in shown
        assert "The Black Market pays the full final prices at the end of the game." in shown
        assert "next turn" not in shown

    @pytest.mark.parametrize("lot", ["silk", "hoorn,hoorn", "hoorn,tea,tea,tea", "gold", ""])
    def test_a_lot_that_cannot_be_is_not_believed(self, room: Room, lot: str) -> None:
        begins(room)
        room.house.submit(0, Trade((Deal("buy", "hoorn"), Deal("buy", "tea")))).result()
        plays_on(room, is_asked("trade", 0, since=2), seed=3)
        assert offered(page(room.seated(0), picking(room, way="black_market", lot=lot))) == []

    def test_who_has_nothing_is_told_why_there_is_no_black_market(self, room: Room) -> None:
        begins(room)
        mine = page(room.seated(0))
        assert "You have no tokens for the Black Market." in mine
        assert offered(page(room.seated(0), picking(room, way="black_market"))) == [Trade(())]

    def test_a_dividend_tells_what_everybody_would_get(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Trade((Deal("buy", "hoorn"), Deal("buy", "hoorn")))).result()
        room.house.submit(0, PlayCard(seen(room, 0).hand[0])).result()
        phone = room.seated(1)
        space = seen(room).spaces[AT["hoorn"]]
        each = default_board().dividends[space]
        mine = page(phone, picking(room, way="dividend"))
        assert f"Hoorn price {seen(room).prices[AT['hoorn']]}, pays {each} a share Anna +{2 * each}" in texts(mine)
        assert "nobody holds any" in mine
        mine = page(phone, picking(room, way="dividend", chamber="hoorn"))
        assert offered(mine) == [Dividend("hoorn")]
        assert f"Anna takes {2 * each} from the bank." in mine
        assert room.acts(phone, Dividend("hoorn")).status_code == 200
        assert "Dividends paid: Hoorn." in page(room.client)

    def test_a_chamber_that_has_paid_is_not_offered_again(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Dividend("delft")).result()
        room.house.submit(0, PlayCard(seen(room, 0).hand[0])).result()
        mine = page(room.seated(1), picking(room, way="dividend"))
        assert "Delft has paid its dividend already." in mine
        assert not any("chamber=delft" in address for address in links(mine))
        assert offered(page(room.seated(1), picking(room, way="dividend", chamber="delft"))) == []

    def test_a_card_that_was_played_is_said_and_not_offered(self, room: Room) -> None:
        begins(room)
        room.house.submit(0, Dividend("delft")).result()
        plays_on(room, is_asked("trade", 0, since=2))
        mine = page(room.seated(0))
        assert "Your Dividend card has been played." in mine
        assert not any("way=dividend" in address for address in links(mine))


class TestCard:
    def test_the_hand_is_there_to_be_tapped(self, room: Room) -> None:
        begins(room)
        passes(room)
        mine = page(room.seated(0))
        hand = seen(room, 0).hand
        assert [one.partition("card=")[2] for one in links(mine) if "card=" in one] == list(hand)
        assert not part(mine, "hand"), "it is shown once"

    def test_a_card_tells_what_it_will_do_now_and_later(self, room: Room) -> None:
        begins(room)
        passes(room)
        card = default_board().cards[seen(room, 0).hand[0]]
        mine = page(room.seated(0), picking(room, card=card.id))
        shown = texts(part(mine, "mine"))
        assert offered(mine) == [PlayCard(card.id)]
        assert f"10 → {10 + card.share}" in shown
        assert f"15 → {15 + card.change}" in shown
        title = titles((card.id,)).pop()
        assert f"In each of your next two turns the card acts again: {title}." in shown

    def test_in_the_last_round_nothing_acts_again(self, room: Room) -> None:
        begins(room)
        plays_on(room, lambda table: table.rounds_left == 0 and is_asked("card", 0)(table))
        mine = page(room.seated(0), picking(room, card=seen(room, 0).hand[0]))
        assert "The game is over before the card acts again." in mine

    def test_a_card_of_another_hand_is_not_believed(self, room: Room) -> None:
        begins(room)
        passes(room)
        other = next(card for card in default_board().cards if card not in seen(room, 0).hand)
        assert offered(page(room.seated(0), picking(room, card=other))) == []

    def test_news_throws_away_what_is_tapped(self, room: Room) -> None:
        begins(room)
        passes(room)
        hand = seen(room, 0).hand
        phone = room.seated(0)
        assert offered(page(phone, picking(room, way="news"))) == [News(())]
        mine = page(phone, picking(room, way="news", thrown="0,3"))
        assert offered(mine) == [News((hand[0], hand[3]))]
        assert "You throw away 2 cards and draw 2 cards." in mine
        looks = re.findall(r'<li class="(\w*)">\s*<\w+ class="face', mine)
        assert looks == ["thrown", "", "", "thrown", ""]
        assert mine.count("<small>thrown away</small>") == 2
        assert room.acts(phone, offered(mine)[0]).status_code == 200
        assert len(seen(room, 0).hand) == 5

    def test_no_fourth_card_can_be_thrown_away(self, room: Room) -> None:
        begins(room)
        passes(room)
        mine = page(room.seated(0), picking(room, way="news", thrown="0,1,2"))
        throws = [one for one in links(mine) if "thrown=" in one or one.endswith("way=news")]
        assert len(throws) == 3, "only to keep one of them after all"
        assert offered(page(room.seated(0), picking(room, way="news", thrown="0,1,2,3"))) == []

    def test_news_that_was_played_is_said(self, room: Room) -> None:
        begins(room)
        passes(room)
        room.house.submit(0, News(())).result()
        plays_on(room, is_asked("card", 0, since=2))
        mine = page(room.seated(0))
        assert "Your News card has been played." in mine
        assert not any("way=news" in one for one in links(mine))


class TestOwnDeck:
    def test_a_card_is_declared_by_its_chamber_and_then_by_its_kind(self, room: Room) -> None:
        begins(room, deck="table")
        passes(room)
        phone = room.seated(0)
        mine = page(phone)
        chambers = [one.partition("chamber=")[2] for one in links(mine) if "chamber=" in one]
        assert len(chambers) == 6
        assert not any("card=" in one for one in links(mine))
        mine = page(phone, picking(room, chamber="delft"))
        kinds = [card.id for card in default_board().data.cards if card.chamber == "delft"]
        assert [one.partition("card=")[2] for one in links(mine) if "card=" in one] == kinds
        mine = page(phone, picking(room, card="delft_up_copper"))
        assert offered(mine) == [PlayCard("delft_up_copper")]
        assert not part(mine, "hand")

    def test_a_kind_of_which_none_can_be_left_is_not_offered(self, room: Room) -> None:
        begins(room, deck="table")
        passes(room)
        room.house.submit(0, PlayCard("delft_down_copper")).result()
        passes(room)
        mine = page(room.seated(1), picking(room, chamber="delft"))
        assert not any("delft_down_copper" in one for one in links(mine))
        assert offered(page(room.seated(1), picking(room, card="delft_down_copper"))) == []

    def test_of_cards_that_nobody_sees_only_their_number_is_thrown_away(self, room: Room) -> None:
        begins(room, deck="table")
        passes(room)
        assert offered(page(room.seated(0), picking(room, way="news", thrown="1,4"))) == [News(("hidden", "hidden"))]


class TestHands:
    """A hand is for its own phone only (C12)."""

    PATHS = ("/", "/scoring", "/history?cardboard=yes", "/tv", "/correct", "/api/state")

    def test_my_hand_is_shown_to_me_also_when_it_is_not_my_turn(self, room: Room) -> None:
        begins(room)
        mine = part(page(room.seated(1)), "hand")
        for title in titles(seen(room, 1).hand):
            assert title in unescape(mine)
        assert not part(page(room.client), "hand")

    @pytest.mark.parametrize("language", ["en", "de", "nl"])
    def test_nobody_else_is_shown_a_card_of_it(self, room: Room, language: Language) -> None:
        begins(room)
        phones: dict[int | None, FlaskClient] = {None: room.client} | {seat: room.seated(seat) for seat in range(3)}
        looked_for = 0
        for turn in range(8):
            plays_on(room, lambda table, turn=turn: table.round * 3 + table.turn >= turn + 3, seed=turn)  # type: ignore[misc]
            for seat, phone in phones.items():
                hidden = hidden_from(room, seat)
                looked_for += len(hidden)
                for path in self.PATHS:
                    answer = phone.get(path, headers={"Accept-Language": language}, follow_redirects=True)
                    shown = unescape(answer.text)
                    assert not [card for card in hidden if card in shown], f"{path} for {seat}"
                    words = titles(tuple(hidden), language)
                    assert not [title for title in words if title in shown], f"{path} for {seat}"
        assert looked_for > 100

    def test_what_was_thrown_away_is_told_to_nobody_else(self, room: Room) -> None:
        begins(room)
        passes(room)
        hand = seen(room, 0).hand
        room.house.submit(0, News(hand[:3])).result()
        others = {card for seat in (1, 2) for card in state_of(room).hands[seat]}
        for phone in (room.client, room.seated(1)):
            shown = "".join(unescape(phone.get(path).text) for path in self.PATHS)
            assert not [card for card in hand[:3] if card in shown and card not in others]


def hidden_from(room: Room, seat: int | None) -> set[str]:
    """Kinds of cards that others hold, and that this seat has never seen."""
    state = state_of(room)
    board = state.setup.board
    held = {card for other, hand in enumerate(state.hands) for card in hand if other != seat}
    own = set(state.hands[seat]) if seat is not None else set()
    played = {card.id for card, left in zip(board.data.cards, state.left, strict=True) if left < card.count}
    return held - own - played


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("de", ("Bis zu drei Geschäfte", "Keine Geschäfte", "Deine Hand", "Die Börse", "noch zu spielen:")),
        ("nl", ("Hoogstens drie transacties", "Geen transacties", "Je hand", "De beurs", "nog te spelen:")),
    ],
)
def test_it_is_in_the_language_of_the_phone(room: Room, language: str, sentences: tuple[str, ...]) -> None:
    begins(room)
    shown = page(room.seated(0), language=language)
    for sentence in sentences:
        assert sentence in shown
