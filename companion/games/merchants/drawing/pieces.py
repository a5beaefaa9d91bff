"""What stands on the board, drawn over what is printed there: tokens, houses and bridges of all seats.

The looks of a seat's token are drawn once in the definitions and used wherever one stands, to keep pages light.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from companion.games.drawing.paints import PARCHMENT
from companion.games.drawing.tokens import OUTLINE, Colour, Player, draw_token, lighter, painted
from companion.games.merchants.board import COMMODITIES, Board, Point
from companion.games.merchants.drawing.areas import Ground
from companion.games.merchants.drawing.holdings import BRIDGE
from companion.games.merchants.drawing.tokens import crowd, draw_house, draw_office, draw_seal
from companion.games.merchants.sight import Sight, Spaces
from companion.games.svg import Element, around, clean, group, line, rect, shape

FRESH = "#e39a00"


class Pieces:
    """Draws the pieces of all seats; `name` tells its definitions from those of other pictures on the same page."""

    def __init__(self, parent: Element, name: str, ground: Ground, sight: Sight, merchants: Sequence[Player]) -> None:
        self._parent = parent
        self._name = name
        self._ground = ground
        self._sight = sight
        self._merchants = merchants
        self._defined = shape(parent, "defs")

    def _define(self, kind: str, draw: Callable[[Element, int, Colour], object]) -> None:
        for seat, merchant in enumerate(self._merchants):
            draw(shape(self._defined, "g", id=f"{self._name}-{kind}-{seat}"), seat, merchant.colour)

    # The market.

    def draw_tracks(self) -> None:
        self._define("token", draw_token)
        trays = shape(self._parent, "g", fill=PARCHMENT, fill_opacity=0.85)
        drawn = [self._seat(seat) for seat in range(len(self._merchants))]
        for track, commodity in enumerate(COMMODITIES):
            for number in sorted({tracks[track] for tracks in self._sight.market} - {0}):
                seats = [seat for seat, tracks in enumerate(self._sight.market) if tracks[track] == number]
                self._draw_crowd(drawn, seats, f"{commodity}:{number}")
                if len(seats) > 1:  # or the number would be seen between them
                    rect(trays, self._ground.spots[f"{commodity}:{number}"].grown(-1.5), rx=2)

    def _draw_crowd(self, drawn: Sequence[Element], seats: Sequence[int], space: str) -> None:
        place = self._ground.spots[space]
        (x, y), standing = place.middle, crowd(len(seats), place.grown(-1))
        for seat, (right, down) in zip(seats, standing.steps, strict=True):
            self._token(drawn[seat], seat, (x + right, y + down), standing.scale, space)

    # The colonies.

    def draw_offices(self) -> None:
        self._define("office", draw_office)
        for seat, offices in enumerate(self._sight.offices):
            drawn = self._seat(seat)
            for office in offices:
                self._put(drawn, f"office-{seat}", self._ground.spots[office].middle, office)

    # Amsterdam.

    def draw_city(self, board: Board) -> None:
        self._define("house", draw_house)
        self._define("seal", draw_seal)
        for seat, plots in enumerate(self._sight.warehouses):
            drawn = self._seat(seat)
            self._draw_grounds(drawn, board, seat, plots)
            self._draw_bridges(drawn, seat)
            for plot in plots:
                self._put(drawn, f"house-{seat}", self._ground.spots[plot].middle, plot)
            signs = shape(drawn, "g", font_size=9.5, text_anchor="middle")
            for plot in plots:
                x, y = self._ground.spots[plot].middle
                shape(signs, "text", x=x, y=y + 18.3).text = clean(plot)

    def _draw_grounds(self, parent: Element, board: Board, seat: int, plots: Spaces) -> None:
        """Under houses of one owner that touch lies one ground, so that a group is seen as one."""
        if not plots:
            return
        steps = [step for plot in plots for step in self._steps(board, plot, plots)]
        ways = "".join(f"M{ax:g} {ay:g}L{bx:g} {by:g}" for (ax, ay), (bx, by) in steps)
        for colour, width in ((OUTLINE, 44), (lighter(self._merchants[seat].colour), 41)):
            shape(parent, "path", d=ways, stroke=colour, stroke_width=width, stroke_linecap="square")

    def _steps(self, board: Board, plot: str, owned: Spaces) -> Iterator[tuple[Point, Point]]:
        """From a plot to itself, to those of the same owner that touch it, and to the middle of four in a square."""
        here, bit = self._ground.spots[plot].middle, board.plot_bit[plot]
        all_owned = sum(board.plot_bit[other] for other in owned)
        yield here, here
        for other in owned[owned.index(plot) + 1 :]:
            there, other_bit = self._ground.spots[other].middle, board.plot_bit[other]
            if board.neighbours[bit] & other_bit:
                yield here, there
            elif (board.neighbours[bit] & board.neighbours[other_bit] & all_owned).bit_count() == 2:
                middle = (here[0] + there[0]) / 2, (here[1] + there[1]) / 2
                yield middle, middle

    def _draw_bridges(self, parent: Element, seat: int) -> None:
        for bonus in self._sight.bonuses[seat]:
            if bonus.startswith(BRIDGE):
                deck = self._ground.decks[bonus.removeprefix(BRIDGE)]
                for colour, width in ((OUTLINE, 14), (painted(self._merchants[seat].colour), 10.5)):
                    line(parent, deck, stroke=colour, stroke_width=width)
                self._put(parent, f"seal-{seat}", deck.crossing, bonus)

    # What all have in common.

    def draw_fresh(self, fresh: Collection[str]) -> None:
        """A line around what the last action changed."""
        places = dict(self._ground.spots) | {
            f"{BRIDGE}{bridge}": around(deck.crossing, 9) for bridge, deck in self._ground.decks.items()
        }
        for space, place in places.items():
            if space in fresh:
                corner = place.width / 2 if space in self._ground.round_spots else 5
                rect(self._parent, place, rx=corner, class_="fresh", fill="none", stroke=FRESH, stroke_width=3)

    def _seat(self, seat: int) -> Element:
        return group(self._parent, self._merchants[seat].name, data_seat=seat)

    def _token(self, parent: Element, seat: int, at: Point, scale: float, space: str) -> None:
        placed = f"translate({at[0]:.5g} {at[1]:.5g}) scale({scale:.3g})"
        shape(parent, "use", href=f"#{self._name}-token-{seat}", transform=placed, data_on=space)

    def _put(self, parent: Element, what: str, at: Point, space: str) -> None:
        shape(parent, "use", href=f"#{self._name}-{what}", x=at[0], y=at[1], data_on=space)
