"""The board of the seat that looks: its roundel as a turning picture, what it has, its barge and its cards."""

from typing import NamedTuple

from markupsafe import Markup

from companion.games.amsterdam.drawing import next_out, roundel
from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import Colour
from companion.games.amsterdam.titles import number_of, place_title
from companion.games.speech import Speech
from web.amsterdam import chips
from web.amsterdam.chips import Chip
from web.amsterdam.dice import roundel_with


class Card(NamedTuple):
    number: str
    is_used: bool = False


class OwnBoard(NamedTuple):
    roundel: Markup
    has: tuple[Chip, ...]
    lies: str
    """Where the barge is."""
    storage: tuple[Chip, ...]
    cargo: tuple[Chip, ...]
    aboard: tuple[Chip, ...]
    """Dock workers."""
    below: tuple[Card, ...]
    slots: int
    """For cards below the board."""
    active: tuple[Card, ...]


def own_board(state: State, seat: int, picked: tuple[Colour, ...], speech: Speech) -> OwnBoard:
    """With the dice that are picked, as if they had been taken."""
    return OwnBoard(
        roundel=Markup(_roundel(state, seat, picked, speech)),
        has=(
            chips.prestige(state.prestige[seat], speech),
            chips.gulden(state.money[seat], speech),
            chips.penalties(state.penalties[seat], speech),
        ),
        lies=place_title(state.barges[seat], speech),
        storage=chips.goods(state.storage[seat], speech),
        cargo=chips.goods(state.cargo[seat], speech),
        aboard=chips.workers(state.aboard[seat], speech),
        below=tuple(Card(number_of(card)) for card in state.below[seat]),
        slots=state.setup.board.slots,
        active=tuple(Card(number_of(card), card in state.used) for card in state.active[seat]),
    )


def _roundel(state: State, seat: int, picked: tuple[Colour, ...], speech: Speech) -> str:
    return roundel(
        roundel_with(state, seat, picked),
        state.supply[seat],
        state.shacks[seat],
        next_out(state),
        speech,
        name=state.setup.names[seat],
    )
