"""Games that no rules can follow: rows and openings that were altered, with checksums that hold."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from companion.games.amsterdam.game import AMSTERDAM
from companion.games.game import Game
from companion.games.merchants.game import MERCHANTS
from companion.games.mercurius.game import MERCURIUS
from companion.journal import FILE
from companion.journal_file import opening_checksum, row_checksum

Damage = Callable[[dict[str, Any], list[dict[str, Any]]], object]
"""Changes an opening, and the entries of all rows, as they stand in JSON."""


def forge(folder: Path, game: int, damage: Damage) -> None:
    with closing(sqlite3.connect(folder / FILE)) as file:
        begun, opening = file.execute("SELECT begun, opening FROM game WHERE id = ?", (game,)).fetchone()
        found = file.execute("SELECT at, entry FROM row WHERE game = ? ORDER BY n", (game,)).fetchall()
        header, entries = msgspec.json.decode(opening), [msgspec.json.decode(entry) for _, entry in found]
        damage(header, entries)
        opening = msgspec.json.encode(header)
        head = opening_checksum(game, begun, opening)
        file.execute("UPDATE game SET opening = ?, checksum = ? WHERE id = ?", (opening, head, game))
        file.execute("DELETE FROM row WHERE game = ?", (game,))
        for n, entry in enumerate(entries):
            at, text = found[min(n, len(found) - 1)][0], msgspec.json.encode(entry)
            head = row_checksum(head, n, at, text)
            file.execute("INSERT INTO row VALUES (?, ?, ?, ?, ?)", (game, n, at, text, head))
        file.commit()


def _happened(*events: dict[str, Any], seat: int | None = 0) -> Damage:
    """Something that came of the last action."""
    return lambda _, entries: entries.append(
        {"type": "acted", "seat": seat, "action": {"type": "decline"}, "events": list(events)}
    )


def _header(**values: Any) -> Damage:
    return lambda opening, _: opening["header"].update(values)


DAMAGES: dict[str, Damage] = {
    "unknown player": _happened({"type": "money", "seat": 9, "amount": 10, "why": "bonus"}),
    "mayor who does not play": _happened({"type": "term", "mayor": 7}),
    "card not in the deck": _happened({"type": "drawn", "card": "unicorn"}),
    "year that never was": _happened({"type": "year", "year": "9999"}),
    "space that is not on the board": _happened({"type": "office", "seat": 0, "space": "moon"}),
    "question to nobody": _happened({"type": "asked", "agenda": [{"what": "place", "seat": -1000}]}),
    "took back to nowhere": lambda _, entries: entries.append({"type": "took_back", "to": 999, "by": [0]}),
    "entry of another version": lambda _, entries: entries.append({"type": "danced", "by": [0]}),
    "event of another version": _happened({"type": "danced", "seat": 0}),
    "event of another game": _happened({"type": "traded", "seat": 0}),
    "names of another number of players": _header(names=["Anna"]),
    "seats of another number of players": _header(seats=["red", "blue"]),
    "players of another number": lambda opening, _: opening.update(players=["person"]),
    "player nobody knows": lambda opening, _: opening.update(players=["wizard"] * 4),
    "unknown game": _header(game="chess"),
    "unknown rules": _header(rules={"dance": "yes"}),
    "deck too short": _header(deck=["sand"]),
    "record of another version": _header(record=99),
    "board that is none": _header(board={}),
    "opening of another version": lambda opening, _: opening.pop("header"),
    "no setup": lambda _, entries: entries.pop(0),
}
"""By what is wrong, of a game of Merchants."""

IN_MERCURIUS: dict[str, Damage] = {
    "card not in the decks": _happened({"type": "dealt", "seat": 0, "card": "unicorn", "pile": "main"}),
    "card played that is in no hand": _happened({"type": "news_played", "seat": 0, "thrown": ["unicorn"]}),
    "price beyond its track": _happened({"type": "price", "token": "tea", "from": 3, "to": 99}),
    "turn of somebody who does not play": _happened({"type": "turn", "seat": 7, "round": 3}),
    "event of another game": _happened({"type": "rolled", "dice": [1, 1, 1, 1, 1, 1]}),
    "board of another game": _header(board=msgspec.to_builtins(AMSTERDAM.default_board().data)),
}

IN_AMSTERDAM: dict[str, Damage] = {
    "slot that no roundel has": _happened({"type": "into_roundel", "seat": 0, "slot": 9, "colour": "gray", "count": 1}),
    "too few dice": _happened({"type": "rolled", "dice": [1]}),
    "question of another game": _happened({"type": "asked", "agenda": [{"what": "trade", "seat": 0}]}),
    "event of another game": _happened({"type": "drawn", "card": "goods"}),
    "die that shows a seven": lambda opening, _: opening["header"]["deck"].append(
        opening["header"]["deck"].pop()[1:] + "7"
    ),
    "automaton where nobody sits": _header(rules={"tom": "7"}),
}

FORGERIES: dict[str, tuple[Game, Damage]] = {
    f"{game.name}, {what}": (game, damage)
    for game, damages in ((MERCHANTS, DAMAGES), (MERCURIUS, IN_MERCURIUS), (AMSTERDAM, IN_AMSTERDAM))
    for what, damage in damages.items()
}
"""Of all three games."""
