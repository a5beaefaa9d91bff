"""What lies open, and what a seat sees besides: its own hand. Other hands, and the order of the device's decks, nobody
may see (C12).

This is the one place where something is left out; whoever shows a game to anybody shows a `Sight`.
"""

from collections.abc import Sequence

import msgspec

from companion.games.events import Ask
from companion.games.game import Seen
from companion.games.mercurius.actions import HIDDEN, News
from companion.games.mercurius.events import AnyEvent, Dealt, NewsPlayed
from companion.games.mercurius.outlook import turns_of
from companion.games.mercurius.state import Cards, Counts, Setup, Special, State, wealth
from companion.games.mercurius.tokens import Chamber, Token


class Lying(msgspec.Struct, frozen=True):
    """A card on a board, and in how many of its player's turns it will still act."""

    card: str
    turns: int


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a game as somebody sees it. Tuples are by seat; inside them, or alone, counts are by token."""

    round: int
    rounds_left: int | None
    """After this one; None until the main deck has run out."""
    turn: int
    money: tuple[int, ...]
    wealth: tuple[int, ...]
    holdings: tuple[Counts, ...]
    bank: Counts
    spaces: Counts
    """Of the prices, on their tracks."""
    prices: Counts
    boards: tuple[tuple[Lying, ...], ...]
    """The newest card first."""
    hand: Cards
    """Of who looks; nothing for an onlooker."""
    hands: tuple[Cards, ...]
    """All of them, the others' hidden."""
    lots: tuple[tuple[Token, ...], ...]
    specials: tuple[tuple[Special, ...], ...]
    """Those not yet played."""
    paid: tuple[Chamber, ...]
    main: int
    backup: int
    """Cards left in the decks."""
    asked: Ask | None
    winners: tuple[int, ...] | None

    @property
    def score(self) -> tuple[int, ...]:
        """What one wins by."""
        return self.money


def sights(state: State) -> tuple[Sight, ...]:
    """As each seat sees the table, and last as an onlooker does."""
    open_table = _open_table(state)
    seats = range(state.setup.players)
    own = [msgspec.structs.replace(open_table, hand=state.hands[seat], hands=_hands(state, seat)) for seat in seats]
    return (*own, open_table)


def _open_table(state: State) -> Sight:
    return Sight(
        round=state.round,
        rounds_left=rounds_left(state),
        turn=state.seat,
        money=state.money,
        wealth=tuple(wealth(state, seat) for seat in range(state.setup.players)),
        holdings=state.holdings,
        bank=state.bank,
        spaces=state.spaces,
        prices=state.prices(),
        boards=tuple(lying(state, seat) for seat in range(state.setup.players)),
        hand=(),
        hands=_hands(state, None),
        lots=state.lots,
        specials=state.specials,
        paid=state.paid,
        main=state.main,
        backup=state.backup,
        asked=state.agenda[-1] if state.agenda else None,
        winners=state.winners,
    )


def rounds_left(state: State) -> int | None:
    """After this one; None until the main deck has run out (C10)."""
    return None if state.last_round is None else state.last_round - state.round


def lying(state: State, seat: int) -> tuple[Lying, ...]:
    """The cards on a seat's board, the newest first."""
    places = enumerate(state.boards[seat])
    return tuple(Lying(card, turns_of(state, seat, place)) for place, card in places if card is not None)


def _hands(state: State, looking: int | None) -> tuple[Cards, ...]:
    return tuple(hand if seat == looking else _covered(hand) for seat, hand in enumerate(state.hands))


def _covered(cards: Cards) -> Cards:
    return (HIDDEN,) * len(cards)


def seen(seat: int | None, action: object, events: Sequence[AnyEvent]) -> Seen:
    """What others draw and throw away is hidden; all else that is done lies open."""
    by_another = any(isinstance(event, NewsPlayed) and event.seat != seat for event in events)
    if isinstance(action, News) and by_another:
        action = News(_covered(action.thrown))
    return Seen(action, tuple(_seen(seat, event) for event in events))


def _seen(seat: int | None, event: AnyEvent) -> AnyEvent:
    match event:
        case Dealt() if event.seat != seat:
            return Dealt(event.seat, HIDDEN, event.pile)
        case NewsPlayed() if event.seat != seat:
            return NewsPlayed(event.seat, _covered(event.thrown))
        case _:
            return event


def reveals(setup: Setup, events: Sequence[object]) -> bool:
    """Whether these facts showed somebody what was hidden: a card that the device dealt."""
    return setup.deck is not None and any(isinstance(event, Dealt) for event in events)
