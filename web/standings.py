"""Who won and by how much, the richest first."""

from typing import NamedTuple

from companion.snapshots import View


class Standing(NamedTuple):
    place: int
    seat: int
    name: str
    colour: str
    money: int
    wins: bool


def standings(view: View) -> tuple[Standing, ...]:
    table = view.table
    order = sorted(range(len(view.seats)), key=lambda seat: -table.money[seat])
    return tuple(
        Standing(
            place=1 + sum(money > table.money[seat] for money in table.money),
            seat=seat,
            name=view.seats[seat].name,
            colour=view.seats[seat].colour,
            money=table.money[seat],
            wins=seat in (table.winners or ()),
        )
        for seat in order
    )
