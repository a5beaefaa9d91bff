"""What can be wrong with a board of Mercurius that an owner typed: each mistake is a sentence that names its place."""

from functools import partial

import plain_boards
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_boards import JSON, changed_inside, mistakes_told, plain
from tiers import examples

from companion.games.mercurius.board import default_board
from companion.games.mercurius.mistakes import board_from

BOARD = default_board()
changed = partial(plain_boards.changed, BOARD)
told = partial(mistakes_told, board_from)


def test_the_board_in_the_box_is_one() -> None:
    assert told(plain(BOARD)) == []
    assert board_from(plain(BOARD)).data == BOARD.data


def test_an_owner_can_enter_the_printed_dividend_row() -> None:
    data = changed("dividends", value={"amounts": [2] * 25, "source": "cardboard"})
    assert set(board_from(data).dividends) == {2}


@pytest.mark.parametrize(
    ("data", "mistake"),
    [
        (changed("track", "prices", value=[1] * 32), "track: prices must be a list of 33, not of 32."),
        (changed("track", "prices", 32, value=24), "track: prices may never fall from one space to the next."),
        (changed("track", "prices", 0, value=0), "track: prices must be from 1 to 10,000."),
        (changed("track", "prices", 0, value="one"), "track: prices[0] must be a whole number, not a text in quotes."),
        (changed("start", "share", value=26), "start: share begins at 26, which is not on the track."),
        (changed("start", "commodity", value=0), "start: commodity begins at 0, which is not on the track."),
        (changed("start", "money", value=-1), "start: money must be from 0 to 10,000."),
        (changed("bank", 0, "players", value=4), "bank: there must be one line each for 3, 4 and 5 players."),
        (changed("bank", 2, "tokens", value=0), "bank[2]: tokens must be from 1 to 20."),
        (
            changed("dividends", "amounts", value=[1] * 24),
            "dividends: there must be 25 amounts, one for each price on the track, not 24.",
        ),
        (changed("dividends", "amounts", 3, value=-1), "dividends: amounts must be from 0 to 10,000."),
        (changed("dealing", "hand", value=2), "dealing: hand must be from 3 to 8."),
        (changed("dealing", "backup", value=9), "dealing: backup must be from 10 to 20."),
        (
            changed("chambers", 0, "secondary", value="silk"),
            'chambers[0] ("amsterdam"): primary and secondary must be different commodities.',
        ),
        (
            changed("chambers", 1, "primary", value="silk"),
            'chambers[1] ("hoorn"): primary "silk" is used twice; chambers[0] has it too.',
        ),
        (
            changed("chambers", 1, "id", value="amsterdam"),
            'chambers[1] ("amsterdam"): id "amsterdam" is used twice; chambers[0] has it too.',
        ),
        (changed("chambers", value=plain(BOARD)["chambers"][1:]), "chambers: missing: amsterdam."),
        (changed("cards", 0, "count", value=6), "cards: there are 73 cards; there must be 72."),
        (changed("cards", 0, "count", value=0), 'cards[0] ("amsterdam_up_silk"): count must be at least 1, not 0.'),
        (changed("cards", 0, "share", value=2), 'cards[0] ("amsterdam_up_silk"): share must be 1 or -1, not 2.'),
        (changed("cards", 0, "change", value=-3), 'cards[0] ("amsterdam_up_silk"): change must be 2 or -2, not -3.'),
        (
            changed("cards", 0, "change", value=2),
            'cards[0] ("amsterdam_up_silk"): share and change must go opposite ways.',
        ),
        (
            changed("cards", 0, "commodity", value="tea"),
            'cards[0] ("amsterdam_up_silk"): tea is no commodity of amsterdam.',
        ),
        (changed("cards", 0, "id", value="news"), 'cards[0] ("news"): no price card can be called "news".'),
        (changed("cards", 0, "id", value="hidden"), 'cards[0] ("hidden"): no price card can be called "hidden".'),
        (
            changed("cards", 0, "id", value="a b"),
            'cards[0] ("a b"): id must be 1 to 40 letters, digits or underscores.',
        ),
        (
            changed("cards", 0, "chamber", value="utrecht"),
            'cards[0] ("amsterdam_up_silk"): chamber "utrecht" is none of',
        ),
        (changed("colour", value="red"), 'board: "colour" is not known here'),
        (changed("track", value=None), "track: is missing."),
        (changed("cards", value={}), "cards: must be a list."),
        ([], "board: must be a table of keys and values."),
        (changed("bank", value=[1] * 501), "board: one list has 501 items; more than 500 are not read."),
    ],
)
def test_each_mistake_is_one_sentence(data: object, mistake: str) -> None:
    found = told(data)
    assert any(sentence.startswith(mistake) for sentence in found), found
    assert not any("{" in sentence for sentence in found)


def test_all_mistakes_are_named_at_once() -> None:
    data = changed("start", "money", value=-1)
    data["dealing"]["hand"] = 1
    data["cards"][3]["count"] = 0
    del data["bank"]
    assert len(told(data)) == 5


KEYS = ["track", "start", "bank", "dividends", "dealing", "chambers", "cards"]
FIELDS = ["prices", "source", "money", "share", "players", "tokens", "amounts", "hand", "id", "primary", "change"]


@given(data=JSON)
@settings(max_examples=examples(100))
def test_whatever_json_it_is_there_is_a_board_or_a_sentence(data: object) -> None:
    assert told(data)


@given(key=st.sampled_from(KEYS), field=st.sampled_from(FIELDS), place=st.integers(0, 4), value=JSON)
@settings(max_examples=examples(300))
def test_whatever_is_typed_into_a_board_there_is_a_board_or_a_sentence(
    key: str, field: str, place: int, value: object
) -> None:
    for data in (changed(key, value=value), changed_inside(BOARD, key, place, field, value)):
        assert told(data) or board_from(data)


def test_two_kinds_of_card_cannot_have_the_same_name() -> None:
    first = plain(BOARD)["cards"][0]["id"]
    wrong = f'cards[1] ("{first}"): id "{first}" is used twice; cards[0] has it too.'
    assert wrong in told(changed("cards", 1, "id", value=first))
