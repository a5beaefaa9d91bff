"""What can be put right on the exchange."""

from collections.abc import Sequence

from companion.games.mercurius.corrections import AnyChange, SetHolding, SetPrice
from companion.games.mercurius.sight import Sight
from companion.games.mercurius.titles import all_counted, token_heading
from companion.games.mercurius.tokens import TOKENS, Token
from companion.games.speech import Phrase
from companion.snapshots import Snapshot
from companion.words import Words
from web import forms
from web.correcting import money, seat

KINDS = ("money", "holding", "price")


def there(snapshot: Snapshot, words: Words) -> dict[str, object]:
    """For the form."""
    board, table = snapshot.look.now.state.setup.board, _seen(snapshot)
    return {
        "tokens": [(token, token_heading(token, words)) for token in TOKENS],
        "prices": table.prices,
        "first_space": table.spaces[0] + 1,
        "held": [_held(held, words) for held in table.holdings],
        "spaces": [(space + 1, price, board.prices.count(price) > 1) for space, price in enumerate(board.prices)],
        "most": board.bank[len(snapshot.view(None).seats)],
    }


def change(snapshot: Snapshot) -> AnyChange:
    """As the form says."""
    board = snapshot.look.now.state.setup.board
    kind = forms.one_of("kind", KINDS, Phrase("What is to be put right"))
    if kind == "money":
        return money(snapshot)
    if kind == "price":
        return SetPrice(_token(), forms.number("space", 1, len(board.prices), Phrase("The space")) - 1)
    most = board.bank[len(snapshot.view(None).seats)]
    return SetHolding(seat(snapshot), _token(), forms.number("count", 0, most, Phrase("The number of tokens")))


def _seen(snapshot: Snapshot) -> Sight:
    table: Sight = snapshot.view(None).table
    return table


def _held(held: Sequence[int], words: Words) -> str:
    """Before a seat, in words."""
    tokens = [token for token, count in zip(TOKENS, held, strict=True) for _ in range(count)]
    return all_counted(tokens, words) if tokens else words.say("no tokens")


def _token() -> Token:
    return forms.one_of("token", TOKENS, Phrase("The token"))
