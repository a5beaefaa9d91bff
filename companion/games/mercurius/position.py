"""A position by itself: read from a file to be reckoned up without a game, or shown from a game's state."""

from typing import Any

import msgspec

from companion.games.errors import BadPosition
from companion.games.mercurius.board import Board, default_board
from companion.games.mercurius.mistakes import board_from
from companion.games.mercurius.names import NAMES
from companion.games.mercurius.offers import MOST_IN_A_LOT
from companion.games.mercurius.refusals import QUESTIONS
from companion.games.mercurius.sight import Lying, lying, rounds_left
from companion.games.mercurius.state import Setup, Special, State
from companion.games.mercurius.titles import all_counted, card_title, counted, special_title, token_title
from companion.games.mercurius.tokens import TOKENS, Chamber, Token
from companion.games.positions import (
    Asking,
    asked_told,
    asking,
    own_board,
    read_position,
    seat_of,
    winners,
    winners_told,
)
from companion.games.speech import ENGLISH, Phrase, Speech

Counted = dict[Token, int]


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Prices in guilders, and what everybody has. The fields after `board` are told by a replay and not needed to
    reckon up."""

    game: str
    seats: tuple[str, ...]
    prices: Counted
    money: dict[str, int] = {}
    holdings: dict[str, Counted] = {}
    lots: dict[str, Counted] = {}
    """On the Black Market cards."""
    board: dict[str, Any] | None = None
    file: str | None = None
    n: int | None = None
    round: int | None = None
    rounds_left: int | None = None
    turn: str | None = None
    boards: dict[str, tuple[Lying, ...]] | None = None
    specials: dict[str, tuple[Special, ...]] | None = None
    paid: tuple[Chamber, ...] | None = None
    main: int | None = None
    backup: int | None = None
    asked: Asking | None = None
    winners: list[str] | None = None


class WealthLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Money, or tokens of one kind at their full price (C11)."""

    amount: int
    why: str
    token: Token | None = None
    count: int | None = None
    price: int | None = None


class SeatScore(msgspec.Struct, frozen=True):
    seat: str
    lines: list[WealthLine]
    wealth: int


class Scores(msgspec.Struct, frozen=True):
    scores: list[SeatScore]
    """By wealth; those who have as much in the order of their seats."""
    total: dict[str, int]


def score_position(text: bytes, speech: Speech = ENGLISH) -> Scores:
    """What everybody would own if the game ended here, line by line in words."""
    position = read_position(text, Position)
    _check(position, board_from(position.board) if position.board is not None else default_board())
    scores = [_score(position, colour, speech) for colour in position.seats]
    total = {score.seat: score.wealth for score in scores}
    return Scores(sorted(scores, key=lambda score: -score.wealth), total)


def _check(position: Position, board: Board) -> None:
    if len(position.seats) not in Setup.PLAYERS or len(set(position.seats)) < len(position.seats):
        raise BadPosition("A position needs 3 to 5 seats of different colours.")
    for token in TOKENS:
        if token not in position.prices:
            raise BadPosition("The price of {token} is missing.", token=Phrase(NAMES[token].inside))
        if position.prices[token] not in board.prices:
            price = position.prices[token]
            raise BadPosition("There is no price {price} on the price tracks.", price=price)
    for where, owned in (("money", position.money), ("holdings", position.holdings), ("lots", position.lots)):
        for colour in owned:
            seat_of(position.seats, colour, where)
    for amount in position.money.values():
        if amount < 0:
            raise BadPosition("Nobody can have {amount} guilders.", amount=amount)
    _check_tokens(position, board.bank[len(position.seats)])
    for lot in position.lots.values():
        if sum(lot.values()) > MOST_IN_A_LOT:
            count = sum(lot.values())
            raise BadPosition(
                "The Black Market takes at most {most} tokens, not {count}.", most=MOST_IN_A_LOT, count=count
            )


def _check_tokens(position: Position, there_are: int) -> None:
    """As many as there are of each kind (C1)."""
    owned = [*position.holdings.values(), *position.lots.values()]
    for token in TOKENS:
        counts = [tokens.get(token, 0) for tokens in owned]
        if min(counts, default=0) < 0:
            raise BadPosition("Nobody can have {count} tokens.", count=min(counts))
        if sum(counts) > there_are:
            kind = Phrase(NAMES[token].inside)
            raise BadPosition("There are only {count} tokens of {token}.", count=there_are, token=kind)


def _score(position: Position, colour: str, speech: Speech) -> SeatScore:
    money = position.money.get(colour, 0)
    lines = [WealthLine(money, speech.say("Money: {amount}", amount=money))]
    held, offered = position.holdings.get(colour, {}), position.lots.get(colour, {})
    for token in TOKENS:
        if count := held.get(token, 0) + offered.get(token, 0):
            lines.append(_line(token, count, position.prices[token], speech))
    return SeatScore(colour, lines, sum(line.amount for line in lines))


def _line(token: Token, count: int, price: int, speech: Speech) -> WealthLine:
    why = speech.say(
        "{tokens} at {price}: {amount}", tokens=counted(token, count, speech), price=price, amount=count * price
    )
    return WealthLine(count * price, why, token, count, price)


def told(position: Position, speech: Speech = ENGLISH) -> list[str]:
    """A replayed position in a few lines."""
    say = speech.say
    lines: list[str] = []
    if position.turn:
        turn = speech.told(position.turn)
        lines.append(say("round {round}, {name} is to move", round=str(position.round), name=turn))
    if position.rounds_left:
        lines.append(say("rounds to come: {count}", count=position.rounds_left))
    lines += asked_told(position.asked, QUESTIONS, speech)
    lines += winners_told(position.winners, speech)
    prices = ", ".join(f"{token_title(token, speech)} {price}" for token, price in position.prices.items())
    lines.append(say("prices: {prices}", prices=prices))
    board = board_from(position.board) if position.board is not None else default_board()
    return [*lines, *(line for colour in position.seats for line in _held(position, colour, board, speech))]


def _held(position: Position, colour: str, board: Board, speech: Speech) -> list[str]:
    """What a seat has."""
    say, nothing, none = speech.say, speech.say("nothing"), speech.say("none")
    cards = (position.boards or {}).get(colour, ())
    lying = [f"{card_title(board, card.card, speech)} ({card.turns})" for card in cards]
    specials = [special_title(card, speech) for card in (position.specials or {}).get(colour, ())]
    lot = _tokens(position.lots.get(colour, {}), speech)
    held = [
        say("holdings: {tokens}", tokens=_tokens(position.holdings.get(colour, {}), speech) or nothing),
        *([say("on the Black Market: {tokens}", tokens=lot)] if lot else []),
        say("cards on the board, and for how many turns: {cards}", cards=", ".join(lying) or none),
        say("special cards: {cards}", cards=", ".join(specials) or none),
    ]
    purse = say("{colour}: {amount} guilders", colour=speech.told(colour), amount=position.money.get(colour, 0))
    return [purse, *(f"  {line}" for line in held)]


def _tokens(tokens: Counted, speech: Speech) -> str:
    return all_counted([token for token, count in tokens.items() for _ in range(count)], speech)


def shown(state: State, n: int, file: str | None = None) -> Position:
    """A game's state as a position, after action n of a file. Without the hands."""
    setup = state.setup
    seats = setup.seats
    return Position(
        game="mercurius",
        seats=seats,
        prices=dict(zip(TOKENS, state.prices(), strict=True)),
        money=dict(zip(seats, state.money, strict=True)),
        holdings={colour: _counted(held) for colour, held in zip(seats, state.holdings, strict=True)},
        lots={
            colour: {token: lot.count(token) for token in lot}
            for colour, lot in zip(seats, state.lots, strict=True)
            if lot
        },
        board=own_board(state, default_board()),
        file=file,
        n=n,
        round=state.round,
        rounds_left=rounds_left(state),
        turn=None if state.winners is not None else seats[state.seat],
        boards={colour: lying(state, seat) for seat, colour in enumerate(seats)},
        specials=dict(zip(seats, state.specials, strict=True)),
        paid=state.paid,
        main=state.main,
        backup=state.backup,
        asked=asking(state),
        winners=winners(state),
    )


def _counted(counts: tuple[int, ...]) -> Counted:
    return {token: count for token, count in zip(TOKENS, counts, strict=True) if count}
