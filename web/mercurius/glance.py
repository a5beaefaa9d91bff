"""What lies on the table and before everybody, in words, figures and small drawings."""

from typing import NamedTuple

from markupsafe import Markup

from companion.games.mercurius.board import Board
from companion.games.mercurius.drawing import card_face, portfolio
from companion.games.mercurius.sight import Sight
from companion.games.mercurius.titles import all_counted, special_title, token_heading
from companion.games.speech import Speech, mark
from companion.snapshots import Snapshot
from web.once import once_for_each_snapshot

_LAST_ROUNDS = {
    0: mark("Round {round}, the last"),
    1: mark("Round {round}, and one more after it"),
    2: mark("Round {round}, and two more after it: the main deck is used up"),
}


class Portfolio(NamedTuple):
    """What lies before a seat."""

    seat: int
    name: str
    colour: str
    is_bot: bool
    is_asked: bool
    money: int
    wealth: int
    cards: int
    """In the hand."""
    holds: Markup
    board: tuple[Markup, ...]
    """The cards that lie there, the newest first."""
    lot: str
    """On the Black Market, in words."""
    specials: tuple[str, ...]
    """Cards that have not been played."""


class Lying(NamedTuple):
    portfolios: tuple[Portfolio, ...]
    paid: tuple[str, ...]
    """Chambers that have paid a dividend."""


@once_for_each_snapshot
def lying(snapshot: Snapshot, speech: Speech) -> Lying:
    view = snapshot.view(None)
    table: Sight = view.table
    board: Board = snapshot.look.now.state.setup.board
    return Lying(
        tuple(
            Portfolio(
                seat=place,
                name=seat.name,
                colour=seat.colour,
                is_bot=seat.is_bot,
                is_asked=table.asked is not None and table.asked.seat == place,
                money=table.money[place],
                wealth=table.wealth[place],
                cards=len(table.hands[place]),
                holds=Markup(portfolio(table.holdings[place], speech)),
                board=_faces(board, table, place, speech),
                lot=all_counted(table.lots[place], speech) if table.lots[place] else "",
                specials=tuple(special_title(special, speech) for special in table.specials[place]),
            )
            for place, seat in enumerate(view.seats)
        ),
        tuple(token_heading(chamber, speech) for chamber in table.paid),
    )


def _faces(board: Board, table: Sight, seat: int, speech: Speech) -> tuple[Markup, ...]:
    return tuple(Markup(card_face(board, one.card, speech, turns=one.turns)) for one in table.boards[seat])


def heading(snapshot: Snapshot, speech: Speech) -> str:
    """Where in the game it is, and how long it still takes as far as that is known (C10)."""
    table: Sight = snapshot.view(None).table
    named = str(table.round)
    if table.rounds_left is None:
        cards = speech.counted(table.main, "{count} card to come", "{count} cards to come")
        return speech.say("Round {round}, {cards}", round=named, cards=cards)
    return speech.say(_LAST_ROUNDS[table.rounds_left], round=named)
