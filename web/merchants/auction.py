"""The clock on a page: its face, the price as the page is sent, and who may start it again. Also where nothing but the
clock is on the table.
"""

from markupsafe import Markup

from companion.games.merchants.auction import price_of
from companion.games.merchants.drawing import clock_face
from companion.snapshots import CLOCK_ALONE, Snapshot
from companion.words import Words
from web.here import here_now
from web.once import once_for_each_snapshot


def auction(snapshot: Snapshot, seat: int | None, words: Words) -> dict[str, object]:
    """For the templates, as this seat sees it."""
    return {
        "clock_face": face(snapshot, words),
        "price": _price(snapshot, words),
        "starts_again": _starts_again(snapshot, seat),
    }


@once_for_each_snapshot
def face(snapshot: Snapshot, words: Words) -> Markup:
    return Markup(clock_face(snapshot.look.now.state.setup.board, words))


def _price(snapshot: Snapshot, words: Words) -> str:
    """As the page is sent; where there is script, it falls from there."""
    run, now = snapshot.look.clock, here_now().house.now()
    if run is None or now < run.start or run.place_at(now) == len(run.slices):
        return ""
    return words.number(price_of(run.slices[run.place_at(now)].dial, run.doubled))


def _starts_again(snapshot: Snapshot, seat: int | None) -> bool:
    """After an interruption."""
    view, mayor = snapshot.view(None), snapshot.look.now.state.mayor
    return view.game == CLOCK_ALONE or seat == mayor or bool(view.seats[mayor].is_bot)
