"""What the table shows of Mercurius: what the seat of this phone is asked, its hand, the exchange, all portfolios."""

from typing import NamedTuple

from flask import request
from markupsafe import Markup

from companion.games.mercurius.actions import HIDDEN
from companion.games.mercurius.drawing import card_face, coming, compact_exchange
from companion.games.mercurius.offers import Offers
from companion.games.mercurius.outlook import moves_to_come
from companion.games.mercurius.sight import Sight
from companion.games.mercurius.tokens import TOKENS
from companion.snapshots import Snapshot
from companion.words import Words
from web.mercurius.glance import lying
from web.mercurius.instead import DividendOffer, Instead, LotOffer
from web.mercurius.picked import Picked, picked_in
from web.mercurius.playing import Player, Playing
from web.mercurius.trading import Trader, Trading
from web.mine import Seen
from web.once import once_for_each_snapshot
from web.seating import players_of
from web.steps import Address, Step


class Decision(NamedTuple):
    """One of these is asked."""

    trading: Trading | None = None
    instead: tuple[Step, ...] = ()
    """Of trading."""
    lot: LotOffer | None = None
    dividend: DividendOffer | None = None
    playing: Playing | None = None


def contents(seen: Seen) -> dict[str, object]:
    table: Sight = seen.snapshot.view(seen.mine.seat if seen.mine.plays else None).table
    decision = _decision(seen, table) if seen.mine.plays else None
    return {
        "now": lying(seen.snapshot, seen.words),
        "decision": decision,
        "is_my_turn": decision is not None,
        "hand": () if table.winners is not None or (decision and decision.playing) else _hand(seen, table),
        **_drawings(seen.snapshot, seen.words),
    }


@once_for_each_snapshot
def _drawings(snapshot: Snapshot, words: Words) -> dict[str, object]:
    state = snapshot.look.now.state
    table: Sight = snapshot.view(None).table
    ahead, players = moves_to_come(state), players_of(state.setup)
    exchange = compact_exchange(state.setup.board, table.spaces, ahead, players, words, paid=table.paid)
    return {
        "exchange": Markup(exchange),
        "coming": {
            token: Markup(coming(state.setup.board, token, space, ahead, players, words))
            for token, space in zip(TOKENS, table.spaces, strict=True)
        },
    }


def _hand(seen: Seen, table: Sight) -> tuple[Markup, ...]:
    """As the seat of this phone sees it, and no other (C12)."""
    board = seen.snapshot.look.now.state.setup.board
    return tuple(Markup(card_face(board, card, seen.words)) for card in table.hand if card != HIDDEN)


def _decision(seen: Seen, table: Sight) -> Decision | None:
    now, seat = seen.snapshot.look.now, seen.mine.seat
    if seat is None or table.asked is None or table.asked.seat != seat:
        return None
    picked, address = picked_in(request.args, seen.after), Address(request.path, seen.after)
    if table.asked.what == "card":
        return Decision(playing=Player(now, seat, table.hand, address, seen.words).playing(picked))
    offers = now.choices[seat]
    assert isinstance(offers, Offers)
    return _trade(Instead(now, seat, offers, address, seen.words), Trader(offers, picked, address, seen.words), picked)


def _trade(instead: Instead, trader: Trader, picked: Picked) -> Decision:
    """Transactions, unless another way was picked that there is."""
    ways = instead.ways()
    black_market, dividend = ways
    if picked.way == "black_market" and black_market.href:
        return Decision(lot=instead.lot(picked))
    if picked.way == "dividend" and dividend.href:
        return Decision(dividend=instead.dividend(picked))
    return Decision(trading=trader.trading(), instead=ways)
