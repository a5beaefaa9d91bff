"""What tokens and cards are called, in any language; all their names are in `names`."""

from collections.abc import Iterable

from companion.games.mercurius.actions import HIDDEN
from companion.games.mercurius.board import NEWS, Board
from companion.games.mercurius.names import NAMES, SPECIAL_CARDS
from companion.games.mercurius.state import Special
from companion.games.mercurius.tokens import TOKENS, Token
from companion.games.speech import ENGLISH, Phrase, Several, Speech


def token_heading(token: Token, speech: Speech = ENGLISH) -> str:
    """Alone; a share by the name of its chamber."""
    return speech.say(NAMES[token].heading)


def token_title(token: Token, speech: Speech = ENGLISH) -> str:
    """As a kind, inside a sentence."""
    return speech.say(NAMES[token].inside)


def counted(token: Token, count: int, speech: Speech = ENGLISH) -> str:
    """`1 Hoorn share`, `2 Hoorn shares`, `2 silk`."""
    return speech.counted(count, NAMES[token].one, NAMES[token].many)


def all_counted(tokens: Iterable[Token], speech: Speech = ENGLISH) -> str:
    """`2 Hoorn shares and 1 spice`, in the order of the tokens."""
    named = list(tokens)
    return speech.listed([counted(token, named.count(token), speech) for token in TOKENS if token in named])


def special_title(special: Special, speech: Speech = ENGLISH) -> str:
    return speech.say(SPECIAL_CARDS[special])


def card_title(board: Board, card: str, speech: Speech = ENGLISH) -> str:
    """What a price card shows, as `Amsterdam +1 / Silk -2`; News and a card that is not known have names."""
    return card_phrase(board, card).said(speech)


def card_phrase(board: Board, card: str) -> Phrase:
    """The same, for a language that is not known yet."""
    if card == HIDDEN:
        return Phrase("a card")
    if card == NEWS:
        news = SPECIAL_CARDS["news"]
        return Phrase(news)
    moves = [(Phrase(NAMES[token].heading), f"{move:+d}") for token, _, move in board.moves[card]]
    return Several([Phrase("{token} {move}", token=token, move=move) for token, move in moves], " / ")
