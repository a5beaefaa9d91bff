"""What is on the table: the setup that never changes, and the state that only `evolve` changes."""

from typing import ClassVar, Literal, get_args

from companion.games import rules
from companion.games import setup as shared_setup
from companion.games import state as shared_state
from companion.games.mercurius.board import Board
from companion.games.mercurius.tokens import AT, TOKENS, Chamber, Token

Special = Literal["dividend", "black_market", "news"]
SPECIALS: tuple[Special, ...] = get_args(Special)
"""The cards that each player has once (C9)."""

PLACES = 3
"""Of each player's board: a card lies on each of them for a turn."""

Cards = tuple[str, ...]
Counts = tuple[int, ...]


class Setup(shared_setup.Setup, frozen=True, kw_only=True):
    """What a game begins with. The first cards of the deck are the backup deck, the others the main deck (C2)."""

    TITLE: ClassVar[str] = "Mercurius"

    board: Board


class State(shared_state.State, kw_only=True, gc=False):
    """One moment of a game. What is counted by token is in the order of `TOKENS`."""

    setup: Setup
    spaces: Counts
    """Where each price stands on its track, from 0."""
    bank: Counts
    holdings: tuple[Counts, ...]
    hands: tuple[Cards, ...]
    """In the order of the board data; a card that the device does not know is `HIDDEN`."""
    boards: tuple[tuple[str | None, ...], ...]
    """The card on each place, the newest first; between two turns the first place is empty."""
    lots: tuple[tuple[Token, ...], ...]
    """What lies on the Black Market cards."""
    specials: tuple[tuple[Special, ...], ...]
    """Those that have not been played."""
    paid: tuple[Chamber, ...] = ()
    """The chambers that have paid a dividend, one after the other."""
    main: int
    backup: int
    """Cards left in either deck."""
    left: Counts
    """How many cards of each kind have not been played openly, in the order of the board data."""
    round: int = 0
    seat: int = -1
    """Whose turn it is."""
    last_round: int | None = None
    """Known once the main deck has run out (C10)."""

    def price(self, token: Token) -> int:
        return self.setup.board.prices[self.spaces[AT[token]]]

    def prices(self) -> Counts:
        """Of all tokens."""
        prices = self.setup.board.prices
        return tuple([prices[space] for space in self.spaces])


def empty_state(setup: Setup) -> State:
    """The board with its prices and the bank, before anybody has anything."""
    players, board = setup.players, setup.board
    return State(
        setup=setup,
        money=(0,) * players,
        spaces=board.start_spaces,
        bank=(board.bank[players],) * len(TOKENS),
        holdings=((0,) * len(TOKENS),) * players,
        hands=((),) * players,
        boards=((None,) * PLACES,) * players,
        lots=((),) * players,
        specials=(SPECIALS,) * players,
        main=board.all_cards - board.backup,
        backup=board.backup,
        left=tuple(card.count for card in board.data.cards),
    )


def wealth(state: State, seat: int) -> int:
    """Money, and everything at its full price now (C11); so are sold the tokens on the Black Market card (C6)."""
    held = sum(count * price for count, price in zip(state.holdings[seat], state.prices(), strict=True))
    return state.money[seat] + held + sum(state.price(token) for token in state.lots[seat])


Play = rules.Play[State]
"""An accepted action of this game being carried out."""
