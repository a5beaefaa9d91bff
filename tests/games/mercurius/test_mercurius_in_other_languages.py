"""What the rules of Mercurius say, in German and Dutch: titles, choices, refusals, corrections, positions, mistakes."""

from collections.abc import Iterator
from itertools import chain

import msgspec
import pytest
from mercurius_table import buy, position, sell
from mercurius_walk import a_setup, walk
from plain_boards import Plain, mistakes_in, plain
from translated import untranslated
from walks import refusals

from companion.games.errors import BadPosition, Illegal
from companion.games.mercurius import correct, decide, moment
from companion.games.mercurius.accounts import SOURCES, source_heading
from companion.games.mercurius.actions import HIDDEN, AnyAction, BlackMarket, Dividend, News, PlayCard, Trade
from companion.games.mercurius.board import NEWS, default_board
from companion.games.mercurius.cardboard import consequences
from companion.games.mercurius.corrections import SetHolding, SetPrice, in_words
from companion.games.mercurius.decide import RULES
from companion.games.mercurius.game import shown as shown_options
from companion.games.mercurius.mistakes import board_from
from companion.games.mercurius.position import score_position, shown, told
from companion.games.mercurius.state import SPECIALS
from companion.games.mercurius.titles import all_counted, card_title, counted, special_title, token_heading, token_title
from companion.games.mercurius.tokens import CHAMBERS, TOKENS, Token
from companion.games.positions import scores_told
from companion.games.speech import ENGLISH, Speech
from companion.simulate import NAMES
from companion.words import Words, words

GERMAN, DUTCH = words("de"), words("nl")
BOARD = default_board()
PRICES = dict.fromkeys(CHAMBERS, 10) | dict.fromkeys(TOKENS[len(CHAMBERS) :], 15)


# --- titles


def titles(speech: Speech) -> Iterator[str]:
    for token in TOKENS:
        yield from (token_heading(token, speech), token_title(token, speech))
        yield from (counted(token, 1, speech), counted(token, 2, speech))
    for card in (*BOARD.cards, NEWS, HIDDEN):
        yield card_title(BOARD, card, speech)
    for source in SOURCES:
        yield source_heading(source, speech)


def test_everything_that_has_a_title_has_one(speech: Words) -> None:
    pairs = zip(titles(ENGLISH), titles(speech), strict=True)
    assert untranslated(pairs) == []


def test_the_special_cards_by_name() -> None:
    assert [special_title(card, GERMAN) for card in SPECIALS] == ["Dividende", "Schwarzmarkt", "Nachricht"]
    assert [special_title(card, DUTCH) for card in SPECIALS] == ["Dividend", "Zwarte markt", "Nieuws"]


def test_tokens_are_counted_as_people_count_them() -> None:
    tokens: tuple[Token, ...] = ("hoorn", "hoorn", "delft", "spices", "tea", "tea")
    assert all_counted(tokens, GERMAN) == "2 Hoorn-Anteile, 1 Delft-Anteil, 1 Gewürz und 2 Tee"
    assert all_counted(tokens, DUTCH) == "2 aandelen Hoorn, 1 aandeel Delft, 1 specerij en 2 thee"


# --- choices


@pytest.mark.parametrize("dealt_by_device", [True, False])
def test_what_every_choice_of_a_game_would_bring(speech: Words, dealt_by_device: bool) -> None:
    pairs: list[tuple[str, str]] = []
    for state, seat, _ in walk(a_setup(3, 5, dealt_by_device=dealt_by_device), 5):
        if seat is None:
            continue
        now = moment(state)
        for action in shown_options(now.choices[seat]):
            pairs += zip(consequences(now, seat, action), consequences(now, seat, action, speech), strict=True)
    assert len(pairs) > 2000
    assert untranslated(pairs) == []


# --- refusals


def tries() -> list[AnyAction]:
    """Something of every kind, much of it wrong anywhere."""
    cards = ("amsterdam_up_silk", "tulips", "hoorn_down_silk", "delft_up_copper")
    return [
        *(buy(*[token] * count) for token in TOKENS for count in (1, 3, 4)),
        *(sell(*[token] * count) for token in TOKENS for count in (1, 3)),
        *(BlackMarket((token,) * count) for token in TOKENS for count in (0, 1, 3, 4)),
        BlackMarket(("tea", "hoorn")),
        *(Dividend(chamber) for chamber in CHAMBERS),
        *(PlayCard(card) for card in (*BOARD.cards, "tulips")),
        *(News(cards[:count]) for count in range(len(cards) + 1)),
    ]


def test_every_refusal_of_a_game(speech: Words) -> None:
    walks = [walk(a_setup(3, 9, dealt_by_device=dealt_by_device), 5) for dealt_by_device in (True, False)]
    found = refusals(RULES, chain(*walks), tries())
    assert len(found) > 20
    assert untranslated((str(refusal), refusal.said(speech)) for refusal in found) == []


@pytest.mark.parametrize(
    ("action", "german"),
    [
        (sell("coffee"), "Davon hast du nichts mehr zu verkaufen: Kaffee."),
        (buy("delft"), "Davon hat die Bank nichts mehr: Delft-Anteile."),
        (buy("tea", "tea"), "Du hast 30, und diese Geschäfte kosten 32."),
        (buy("tea", "tea", "tea", "tea"), "In einem Zug sind höchstens 3 Geschäfte erlaubt, nicht 4."),
        (Dividend("hoorn"), "Hoorn hat die Dividende schon gezahlt."),
        (PlayCard("hoorn_up_silk"), "Gefragt ist: kaufen und verkaufen oder passen."),
    ],
)
def test_refusals_in_german(action: Trade | Dividend | PlayCard, german: str) -> None:
    table = position(("trade", 0), money=[30, 70, 70], holdings=[{}, {"delft": 5}], paid=("hoorn",))
    with pytest.raises(Illegal) as refused:
        decide(table.state, 0, action)
    assert refused.value.said(GERMAN) == german


def test_a_card_that_is_refused_is_named_in_german() -> None:
    table = position(("card", 0), hands=[("hoorn_up_silk",)])
    with pytest.raises(Illegal) as refused:
        decide(table.state, 0, PlayCard("hoorn_down_coffee"))
    assert refused.value.said(GERMAN) == "Hoorn -1 / Kaffee +2 ist nicht auf deiner Hand."


# --- corrections


def test_corrections_in_german() -> None:
    changes = (SetHolding(1, "hoorn", 2), SetPrice("spices", 7))
    assert in_words(changes, default_board(), NAMES.__getitem__, GERMAN) == (
        "Bram hat 2 Hoorn-Anteile und der Kurs für Gewürze ist 3"
    )
    with pytest.raises(Illegal) as too_many:
        correct(moment(position(("trade", 0)).state), [SetHolding(0, "tea", 6)])
    assert too_many.value.said(GERMAN) == "Für Tee gibt es nur 5 Plättchen."


# --- positions


def test_a_position_told_in_german() -> None:
    table = position(
        ("card", 1),
        holdings=[{}, {"spices": 1, "hoorn": 2}],
        boards=[(), (None, "hoorn_up_coffee", NEWS)],
        lots=[("delft", "tea")],
        last_round=4,
        specials=((), SPECIALS, SPECIALS),
    )
    lines = told(shown(table.state, 7), GERMAN)
    assert lines[:3] == [
        "Runde 3, blau ist am Zug",
        "Runden nach dieser: 1",
        "gefragt: blau, eine Kurskarte oder die Nachricht spielen",
    ]
    assert lines[3].startswith("Kurse: Amsterdam-Anteile 10, Hoorn-Anteile 10,")
    assert lines[4:13] == [
        "orange: 70 Gulden",
        "  Besitz: nichts",
        "  auf dem Schwarzmarkt: 1 Delft-Anteil und 1 Tee",
        "  Karten auf dem Tableau, und für wie viele Züge: keine",
        "  Sonderkarten: keine",
        "blau: 70 Gulden",
        "  Besitz: 2 Hoorn-Anteile und 1 Gewürz",
        "  Karten auf dem Tableau, und für wie viele Züge: Hoorn +1 / Kaffee -2 (2), Nachricht (1)",
        "  Sonderkarten: Dividende, Schwarzmarkt, Nachricht",
    ]


def test_a_position_reckoned_up_in_german() -> None:
    typed = {"game": "mercurius", "seats": ["orange", "blue", "green"], "prices": PRICES, "money": {"blue": 50}}
    scores = score_position(msgspec.json.encode({**typed, "holdings": {"blue": {"hoorn": 2, "tea": 1}}}), GERMAN)
    assert [line.words for line in scores_told(scores, GERMAN)][:4] == [
        "blau 85",
        "  Geld: 50",
        "  2 Hoorn-Anteile zu 10: 20",
        "  1 Tee zu 15: 15",
    ]
    with pytest.raises(BadPosition) as priceless:
        score_position(msgspec.json.encode({**typed, "prices": {**PRICES, "silk": 26}}))
    assert priceless.value.said(GERMAN) == "Auf den Kursleisten gibt es keinen Kurs 26."


# --- board data


@pytest.fixture
def data() -> Plain:
    return plain(BOARD)


def test_mistakes_in_a_board(speech: Words, data: Plain) -> None:
    data["track"]["prices"] = [2, 1, 0]
    data["start"]["money"] = -1
    data["bank"] = [{"players": 3, "tokens": 0, "source": "rulebook"}]
    data["dividends"]["amounts"] = [-1]
    data["dealing"].update(hand=2, backup=9)
    data["chambers"] = [{**data["chambers"][0], "secondary": "silk"}]
    data["cards"] = [{**data["cards"][0], "id": NEWS, "share": 2, "change": 1, "commodity": "tea"}]
    found = mistakes_in(board_from, data)
    assert len(found) == 20
    assert [str(mistake) for mistake in found if str(mistake) == mistake.said(speech)] == []


def test_mistakes_in_german(data: Plain) -> None:
    data["cards"][0]["count"] = 4
    data["dividends"]["amounts"] = data["dividends"]["amounts"][:-1]
    assert [mistake.said(GERMAN) for mistake in mistakes_in(board_from, data)] == [
        "dividends: es müssen 25 Beträge sein, einer für jeden Kurs auf der Leiste, nicht 24.",
        "cards: es gibt 71 Karten; es müssen 72 sein.",
    ]
