"""What can be put right on the board of Merchants."""

from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.corrections import MOST_MARKERS, AnyChange, SetMarkers, SetOwner, SetTrack
from companion.games.merchants.story import office_title, warehouse_title
from companion.games.merchants.titles import part_heading
from companion.games.speech import Phrase
from companion.snapshots import Snapshot
from companion.words import Words
from web import forms
from web.correcting import money, seat

KINDS = ("money", "credit", "market", "owner")
NOBODY = "nobody"


def there(snapshot: Snapshot, words: Words) -> dict[str, object]:
    """For the form."""
    board = snapshot.look.now.state.setup.board
    offices = [(space, office_title(board, space, words)) for space in board.office_names]
    plots = [(plot, warehouse_title(board, plot, words)) for plot in board.plot_names]
    tracks = [(commodity, part_heading(commodity, words)) for commodity in COMMODITIES]
    return {"spaces": offices + plots, "tracks": tracks}


def change(snapshot: Snapshot) -> AnyChange:
    """As the form says."""
    board = snapshot.look.now.state.setup.board
    kind = forms.one_of("kind", KINDS, Phrase("What is to be put right"))
    if kind == "money":
        return money(snapshot)
    if kind == "owner":
        space = forms.one_of("space", board.office_bit | board.plot_bit, Phrase("The space"))
        return SetOwner(space, None if forms.text("seat") == NOBODY else seat(snapshot))
    if kind == "credit":
        markers = forms.number("amount", 0, MOST_MARKERS, Phrase("The number of credit markers"))
        return SetMarkers(seat(snapshot), markers)
    commodity = forms.one_of("track", COMMODITIES, Phrase("The track"))
    return SetTrack(seat(snapshot), commodity, forms.number("amount", 0, board.track_end, Phrase("The space")))
