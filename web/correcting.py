"""What can be put right in every game, as a form says it."""

from companion.games.actions import MOST_MONEY, SetMoney
from companion.games.speech import Phrase
from companion.snapshots import Snapshot
from web import forms


def money(snapshot: Snapshot) -> SetMoney:
    return SetMoney(seat(snapshot), forms.number("amount", 0, MOST_MONEY, Phrase("The money"), grouped=True))


def seat(snapshot: Snapshot) -> int:
    """Whose it is."""
    return forms.number("seat", 0, len(snapshot.view(None).seats) - 1, Phrase("The seat"))
