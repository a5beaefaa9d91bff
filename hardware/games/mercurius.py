"""Mercurius on the device: the ticker, whose turn it is, and everything that is done at the exchange.

Hands, and cards that are drawn or thrown away, are never shown here: of those thrown away only how many.
"""

from collections.abc import Iterable, Iterator

from companion.entries import Acted
from companion.games.box import AnyEvent
from companion.games.events import Ask, GameOver, Money
from companion.games.mercurius import events as ev
from companion.games.mercurius.actions import Deal, Trade
from companion.games.mercurius.outlook import forecast
from companion.games.mercurius.sight import Sight
from companion.games.mercurius.state import Setup, State
from companion.games.mercurius.tokens import TOKENS
from companion.snapshots import Snapshot
from hardware.games.shown import Shown, game_over
from hardware.programme import Clock, Moment
from hardware.screens import exchange, ticker
from hardware.screens.asking import Round
from hardware.screens.ranking import Standings
from hardware.screens.screen import Screen
from hardware.sounds import Sound

_COINS = ("buy", "sell", "black_market")


def _moments(entry: Acted, snapshot: Snapshot, _last: Clock | None) -> Iterator[Moment]:
    return _told(entry, snapshot.look.now.state.setup)


def _told(entry: Acted, setup: Setup) -> Iterator[Moment]:
    events = entry.events
    if entry.seat is not None and (bargains := _bargains(entry)):
        yield Moment(exchange.Traded(setup.names[entry.seat], bargains), 3)
    for event in events:
        match event:
            case ev.DividendPaid(chamber=chamber, each=each):
                paid = tuple((setup.names[money.seat], money.amount) for money in _money(events, "dividend"))
                yield Moment(exchange.DividendPaid(chamber, each, paid), 4)
            case ev.Lot(seat, tokens):
                yield Moment(exchange.Offered(setup.names[seat], tokens), 3)
            case ev.LotSold(seat) if lot := _money(events, "black_market"):  # at the end all is sold at once
                yield Moment(exchange.SoldLot(setup.names[seat], sum(money.amount for money in lot)), 3)
            case ev.Played(seat, card):
                moves = tuple((token, move) for token, _, move in setup.board.moves[card])
                yield Moment(exchange.Played(setup.names[seat], moves), 2.5)
            case ev.NewsPlayed(seat, thrown):
                yield Moment(exchange.News(setup.names[seat], len(thrown)), 2.5)
            case ev.MainDeckOut(last_round):
                yield Moment(exchange.DeckOut(last_round), 5)
            case GameOver():
                yield game_over(event, setup.names)


def _money(events: Iterable[AnyEvent], *why: str) -> list[Money]:
    return [event for event in events if isinstance(event, Money) and event.why.partition(":")[0] in why]


def _bargains(entry: Acted) -> tuple[exchange.Bargain, ...]:
    """What was bought or sold of one kind is told together."""
    amounts: dict[Deal, list[int]] = {}
    if isinstance(entry.action, Trade):
        for deal, money in zip(entry.action.deals, _money(entry.events, "buy", "sell"), strict=True):
            amounts.setdefault(deal, []).append(abs(money.amount))
    return tuple(
        exchange.Bargain(deal.kind == "sell", deal.token, len(each), sum(each)) for deal, each in amounts.items()
    )


def _standing(snapshot: Snapshot) -> tuple[Screen, ...]:
    view = snapshot.view(None)
    sight: Sight = view.table
    names = tuple(seat.name for seat in view.seats)
    if sight.winners is not None:
        return (Standings(tuple(zip(names, sight.wealth, strict=True))),)
    return (*_decision(snapshot), *_tickers(snapshot))


def _decision(snapshot: Snapshot) -> Iterator[Screen]:
    """For a person; a bot knows what it has to do."""
    view = snapshot.view(None)
    match view.table.asked:
        case Ask(("trade" | "card") as what, int(seat)) if not view.seats[seat].is_bot:
            yield ticker.Decision(name=view.seats[seat].name, what=what, round=_round(view.table))


def _tickers(snapshot: Snapshot) -> Iterator[Screen]:
    view = snapshot.view(None)
    sight: Sight = view.table
    state: State = snapshot.look.now.state
    told = _told(view.last, state.setup) if isinstance(view.last, Acted) else ()
    happened = [moment.screen for moment in told if isinstance(moment.screen, exchange.Happening)]
    for page in ticker.PAGES:
        yield ticker.Ticker(
            name=view.seats[sight.turn].name,
            round=_round(sight),
            quotes=_quotes(state, sight),
            page=page,
            last=happened[-1] if happened else None,
        )


def _quotes(state: State, sight: Sight) -> tuple[ticker.Quote, ...]:
    prices = state.setup.board.prices
    then = [prices[space] for space in forecast(state)]
    return tuple(ticker.Quote(*quote) for quote in zip(TOKENS, sight.prices, then, strict=True))


def _round(sight: Sight) -> Round:
    return Round(sight.round, sight.rounds_left == 0)


def _sound(event: AnyEvent) -> Sound | None:
    match event:
        case Money(why=why) if why.partition(":")[0] in _COINS:
            return "coins"
        case ev.DividendPaid():
            return "dividend"
        case ev.MainDeckOut():
            return "last_rounds"
        case GameOver():
            return "sold"
    return None


def _buyer(_event: AnyEvent) -> int | None:
    """Nobody wins anything before the end."""
    return None


MERCURIUS = Shown(_moments, _standing, _sound, _buyer)
