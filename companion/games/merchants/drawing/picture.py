"""An area as it is now: behind lies the printed sheet, a picture of its own that a browser fetches once; on it stand
the pieces of all seats and what can be tapped.
"""

from collections.abc import Collection, Mapping, Sequence

from companion.games.drawing.tokens import Player
from companion.games.merchants.board import Board
from companion.games.merchants.drawing.areas import Ground, ground, least_width
from companion.games.merchants.drawing.holdings import told
from companion.games.merchants.drawing.pieces import Pieces
from companion.games.merchants.drawing.targets import Target, draw_targets
from companion.games.merchants.events import Area
from companion.games.merchants.sight import Sight
from companion.games.speech import ENGLISH, Speech
from companion.games.svg import Box, Element, canvas, inline, shape


def area_picture(
    board: Board,
    area: Area,
    sight: Sight,
    merchants: Sequence[Player],
    speech: Speech = ENGLISH,
    *,
    background: str,
    targets: Mapping[str, Target] | None = None,
    fresh: Collection[str] = (),
    nearby: bool = False,
) -> str:
    """To be put into a page. `background` is the address of the `area_sheet`; `targets` are by office, plot or
    commodity; `fresh` are spaces as `changed_spaces` names them; `nearby` leaves out districts and regions above and
    below those with targets.
    """
    lies = ground(board, area)
    width = least_width(board, area)
    looks = {"class_": f"area area-{area}", "role": "group" if targets else "img"}
    words = told(board, area, sight, merchants, speech)
    seen = lies.around(targets) if nearby and targets else lies.view
    root = canvas(seen, width=width, height=_height(seen, width), aria_label=words, **looks)
    draw_background(root, lies, background)
    pieces = Pieces(root, f"near-{area}" if nearby else area, lies, sight, merchants)
    if area == "market":
        pieces.draw_tracks()
    elif area == "amsterdam":
        pieces.draw_city(board)
    else:
        pieces.draw_offices()
    pieces.draw_fresh(fresh)
    draw_targets(root, lies, targets or {})
    return inline(root)


def _height(seen: Box, width: int) -> int:
    """Of a picture that is shown so wide."""
    return round(width * seen.height / seen.width)


def draw_background(root: Element, lies: Ground, address: str) -> None:
    x, y, width, height = lies.view
    shape(root, "image", href=address, x=x, y=y, width=width, height=height)
