"""What everybody holds, in two lines each: money and tracks, then the spaces, bonuses and credit markers."""

from collections.abc import Sequence

from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.sight import Sight
from companion.games.merchants.story import bonus_title, counted
from companion.seats import Seat
from companion.terminal.inks import cells, clipped, inked

NAME = 12
"""Columns for a name."""


def holdings(table: Sight, seats: Sequence[Seat]) -> list[str]:
    heading = f"{table.year}, term {table.term}, {counted(table.cards_left, 'card')} to come"
    tracks = "".join(f"{commodity:>{_column(commodity)}}" for commodity in COMMODITIES)
    lines = [heading, f"{'':<{NAME}}{'money':>10}{tracks}"]
    for place, seat in enumerate(seats):
        lines += [_counts(table, place, seat), f"  {_spaces(table, place)}"]
    return lines


def _column(commodity: str) -> int:
    return len(commodity) + 2


def _counts(table: Sight, place: int, seat: Seat) -> str:
    name = clipped(seat.name, NAME - 1)
    tracks = "".join(
        f"{space or '-':>{_column(commodity)}}"
        for commodity, space in zip(COMMODITIES, table.market[place], strict=True)
    )
    padding = " " * (NAME - cells(name))
    return f"{inked(seat.colour, name)}{padding}{table.money[place]:>10,}{tracks}"


def _spaces(table: Sight, place: int) -> str:
    held = [
        f"offices {' '.join(table.offices[place]) or 'none'}",
        f"warehouses {' '.join(table.warehouses[place]) or 'none'}",
        *(bonus_title(bonus) for bonus in table.bonuses[place]),
    ]
    if table.markers[place]:
        held.append(counted(table.markers[place], "credit marker"))
    return ", ".join(held)
