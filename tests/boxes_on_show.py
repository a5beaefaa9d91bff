"""Tables for a wall, in every state that there is, as boxes would tell of them."""

import msgspec

from companion.convention.announcements import Auction, InWords, Player, Result, Standing, TableNow
from companion.convention.broker import Message
from companion.convention.topics import HERE, Kind, Topic
from companion.convention.wall import Wall

NAMES = ("Anna", "Ben", "Cornelia", "Dirk", "Elisabeth")
COLOURS = ("orange", "blue", "green", "yellow", "purple")
LOT = InWords(
    "warehouse in Nieuwe Zijde or in Oude Zijde, with silk", "Lagerhaus in Nieuwe Zijde oder Oude Zijde, mit Seide"
)
SOLD = Auction(
    number=61,
    at="2026-05-02T18:04:00Z",
    winner="Cornelia",
    colour="green",
    price=160_000,
    lot=LOT,
    rival="Ben",
    margin_ms=3.4,
)


def players(count: int, *, prestige: bool = False) -> tuple[Player, ...]:
    return tuple(
        Player(
            NAMES[place],
            COLOURS[place],
            40 + place if prestige else 610_000 - 70_000 * place,
            96 - 7 * place if prestige else None,
        )
        for place in range(count)
    )


def merchants(table: str, count: int = 4, **more: object) -> TableNow:
    usual = {
        "on": "game", "game": "merchants", "number": 3, "where": InWords("Term 9", "Amtszeit 9", "Ambtstermijn 9"),
        "year": "1621", "players": players(count), "counts": "money", "turn": 1, "asks": "start_clock", "mayor": 1,
        "last": SOLD,
    }  # fmt: skip
    return TableNow(table=table, **(usual | more))  # type: ignore[arg-type]


def amsterdam(table: str, count: int = 3) -> TableNow:
    return TableNow(
        table=table, on="game", game="amsterdam", number=7, where=InWords("Round 3", "Runde 3", "Ronde 3"),
        players=players(count, prestige=True), counts="prestige", turn=2, asks="dice",
    )  # fmt: skip


def mercurius(table: str) -> TableNow:
    some = tuple(
        msgspec.structs.replace(one, money=70 + place, score=210 - 4 * place) for place, one in enumerate(players(5))
    )
    return TableNow(
        table=table, on="game", game="mercurius", number=2, where=InWords("Round 11", "Runde 11", "Ronde 11"),
        players=some, counts="money", turn=0, asks="trade",
    )  # fmt: skip


def over(table: str) -> TableNow:
    return merchants(
        table, 4, on="over", turn=None, asks="", mayor=None, winners=(0,), where=InWords("Term 24"), year="1666"
    )


def kinds(number: int) -> TableNow:
    """Another one for each number."""
    table = f"Table {number}"
    tables = (
        merchants(table),
        merchants(table, 5, turn=None, asks="bid", clock="on", lot=LOT),
        amsterdam(table),
        mercurius(table),
        over(table),
        TableNow(table=table, on="clock", players=tuple(Player(one.name, one.colour) for one in players(3)), last=SOLD),
        merchants(table, 3, turn=None, asks="bid", clock="doubled", lot=LOT),
        TableNow(table=table, on="nothing"),
    )
    return tables[(number - 1) % len(tables)]


LAST_GAME = Result(
    table="", game="merchants", number=1, counts="money", at="2026-05-02T17:00:00Z",
    standings=(Standing(1, "Dirk", "yellow", 1_240_000, wins=True), Standing(2, "Anna", "orange", 990_000)),
)  # fmt: skip


def told(box: str, kind: Kind, payload: bytes, *, is_retained: bool = False) -> Message:
    return Message(Topic(box, kind).name, payload, is_retained)


def tells(wall: Wall, box: str, now: TableNow) -> None:
    wall.hear(told(box, "online", HERE))
    wall.hear(told(box, "table", msgspec.json.encode(now)))


def a_wall(count: int) -> Wall:
    """With so many tables, which are not missed however long they say nothing."""
    wall = Wall(lambda: 0.0)
    wall.broker_is_there()
    for number in range(1, count + 1):
        tells(wall, f"b0{number:02}", kinds(number))
    if count >= 8:
        wall.hear(told("b008", "result", msgspec.json.encode(LAST_GAME)))
    return wall
