"""What everybody holds, in two lines each: money and tracks, then the spaces, bonuses and credit markers."""

from collections.abc import Sequence

from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.sight import Sight
from companion.games.merchants.story import bonus_title, part_title
from companion.games.speech import ENGLISH, Speech
from companion.seats import Seat
from companion.terminal.inks import cells, clipped, inked

NAME = 12
"""Columns for a name."""


def holdings(table: Sight, seats: Sequence[Seat], speech: Speech = ENGLISH) -> list[str]:
    tracks = [f"  {part_title(commodity, speech)}" for commodity in COMMODITIES]
    money = speech.say("money")
    lines = [_heading(table, speech), f"{'':<{NAME}}{money:>10}{''.join(tracks)}"]
    for place, seat in enumerate(seats):
        counts = _counts(table, place, seat, [len(track) for track in tracks], speech)
        lines += [counts, f"  {_spaces(table, place, speech)}"]
    return lines


def _heading(table: Sight, speech: Speech) -> str:
    cards = speech.counted(table.cards_left, "{count} card", "{count} cards")
    return speech.say("{year}, term {term}, {cards} to come", year=table.year, term=table.term, cards=cards)


def _counts(table: Sight, place: int, seat: Seat, columns: Sequence[int], speech: Speech) -> str:
    name = clipped(seat.name, NAME - 1)
    spaces = zip(columns, table.market[place], strict=True)
    tracks = "".join(f"{space or '-':>{column}}" for column, space in spaces)
    padding = " " * (NAME - cells(name))
    return f"{inked(seat.colour, name)}{padding}{speech.number(table.money[place]):>10}{tracks}"


def _spaces(table: Sight, place: int, speech: Speech) -> str:
    none = [speech.say("none")]
    held = [
        speech.say("offices {spaces}", spaces=" ".join(table.offices[place] or none)),
        speech.say("warehouses {spaces}", spaces=" ".join(table.warehouses[place] or none)),
        *(bonus_title(bonus, speech) for bonus in table.bonuses[place]),
    ]
    if table.markers[place]:
        held.append(speech.counted(table.markers[place], "{count} credit marker", "{count} credit markers"))
    return ", ".join(held)
