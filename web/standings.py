"""Who won and by how much, whoever has most of it first."""

from typing import NamedTuple

from companion.snapshots import View


class Standing(NamedTuple):
    place: int
    seat: int
    name: str
    colour: str
    score: int
    wins: bool


def standings(view: View) -> tuple[Standing, ...]:
    table = view.table
    order = sorted(range(len(view.seats)), key=lambda seat: -table.score[seat])
    return tuple(
        Standing(
            place=1 + sum(score > table.score[seat] for score in table.score),
            seat=seat,
            name=view.seats[seat].name,
            colour=view.seats[seat].colour,
            score=table.score[seat],
            wins=seat in (table.winners or ()),
        )
        for seat in order
    )
