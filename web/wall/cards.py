"""What the wall shows of each table, in words and figures, as plain values to lay out. All of it comes from a broker to
which anybody may have spoken: names are shown, and nothing is believed that a table could not tell.
"""

import re
import time
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from companion.auction_clock import MILLISECOND
from companion.colours import COLOURS
from companion.convention.announcements import Auction, Player, Result, TableNow
from companion.convention.wall import Shown
from companion.games.box import GAMES
from companion.games.speech import Speech, mark
from companion.verdicts import duration
from companion.words import Words

_CLOCK = {
    "on": mark("The clock is on"),
    "doubled": mark("The clock is on, doubled"),
    "stands": mark("The clock stands"),
}
_PLAIN = "white"
"""For a colour that nobody knows."""


class Row(NamedTuple):
    """A player."""

    seat: int
    name: str
    colour: str
    figure: str
    """What one wins by; nothing where nobody counts it."""
    purse: str
    """The money beside it, where that is something else."""
    is_asked: bool
    is_mayor: bool
    wins: bool


class Card(NamedTuple):
    """A table."""

    box: str
    name: str
    kind: str
    title: str
    """The game's."""
    where: str
    rows: tuple[Row, ...]
    clock: str
    says: str
    sale: str
    """The last one, until the next clock runs."""
    lot: str
    """What was sold, or is under the hammer."""
    finish: str
    gone: str
    """Since when, in words; nothing while it is here."""


def cards(tables: Iterable[Shown], words: Words) -> list[Card]:
    """Table 2 before table 10; and those that are called the same with a mark of their own."""
    found = [_card(shown, shown.now, words) for shown in tables if shown.now]
    times = Counter(card.name for card in found)
    told = [card._replace(name=f"{card.name} · {card.box[:4]}") if times[card.name] > 1 else card for card in found]
    return sorted(told, key=lambda card: (_by_number(card.name), card.box))


def columns(count: int) -> int:
    """So that as many rows as columns are enough, on a screen that is wider than high."""
    return next(many for many in range(1, count + 2) if many * many >= count)


def _by_number(name: str) -> list[tuple[int, str]]:
    parts = re.split(r"([0-9]{1,9})", name.casefold())
    return [(int(part), "") if part.isascii() and part.isdigit() else (-1, part) for part in parts]


def _card(shown: Shown, now: TableNow, words: Words) -> Card:
    last = now.last if now.on in ("clock", "game") and now.clock == "off" else None
    lot = last.lot if last else now.lot
    return Card(
        box=shown.box,
        name=now.table,
        kind=now.on,
        title=_title(now, words),
        where=" · ".join(filter(None, (now.year, now.where.said(words.language) if now.where else ""))),
        rows=_rows(now, words),
        clock=now.clock,
        says=_says(now, shown.result, words),
        sale=_sale(last, words) if last else "",
        lot=lot.said(words.language) if lot else "",
        finish=_finish(last, words) if last else "",
        gone="" if shown.is_here else _gone(shown.gone_since, words),
    )


def _title(now: TableNow, speech: Speech) -> str:
    if now.on == "clock":
        return speech.say("Just the clock")
    if now.on == "nothing":
        return ""
    return speech.say(GAMES[now.game].title) if now.game in GAMES else now.game  # that box may be newer than this wall


def _rows(now: TableNow, words: Words) -> tuple[Row, ...]:
    rows = [_row(now, seat, player, words) for seat, player in enumerate(now.players)]
    if now.on == "over":
        rows.sort(key=lambda row: -(_counted(now.players[row.seat]) or 0))
    return tuple(rows)


def _row(now: TableNow, seat: int, player: Player, words: Words) -> Row:
    counted = _counted(player)
    return Row(
        seat=seat,
        name=player.name,
        colour=player.colour if player.colour in COLOURS else _PLAIN,
        figure="" if counted is None else words.number(counted),
        purse=words.number(player.money) if player.score is not None and player.money is not None else "",
        is_asked=seat == now.turn,
        is_mayor=seat == now.mayor,
        wins=seat in now.winners,
    )


def _counted(player: Player) -> int | None:
    return player.money if player.score is None else player.score


def _says(now: TableNow, result: Result | None, words: Words) -> str:
    if now.on == "over":
        return _won([now.players[seat].name for seat in now.winners if seat < len(now.players)], words)
    if now.clock != "off":
        return words.say(_CLOCK[now.clock])
    if now.on == "nothing":
        return _last_game(result, words)
    return _question(now, words)


def _won(names: list[str], words: Words) -> str:
    if len(names) == 1:
        return words.say("{name} wins!", name=names[0])
    return words.say("{names} share the victory!", names=words.listed(names)) if names else ""


def _last_game(result: Result | None, words: Words) -> str:
    winners = [one for one in result.standings if one.wins] if result else []
    if not winners:
        return words.say("Nothing is on the table")
    names = words.listed([one.name for one in winners])
    return words.say("The last game: {names}, with {score}", names=names, score=winners[0].score)


def _question(now: TableNow, words: Words) -> str:
    """What is asked of whom; of a game that this wall does not know, only of whom."""
    if now.turn is None or now.turn >= len(now.players):
        return ""
    name, asked = now.players[now.turn].name, GAMES[now.game].questions if now.game in GAMES else {}
    if now.asks not in asked:
        return name
    return words.say("{name}: {question}.", name=name, question=words.say(asked[now.asks]))


def _sale(last: Auction, words: Words) -> str:
    if last.winner is None:
        return words.say("Nobody buys.")
    return words.say("Sold to {name} for {price}.", name=last.winner, price=last.price)


def _finish(last: Auction, words: Words) -> str:
    if last.rival is None or last.margin_ms is None:
        return ""
    by = duration(round(last.margin_ms * MILLISECOND), words)
    if last.tie:
        return words.say("A tie with {name}, within {time}", name=last.rival, time=by)
    return words.say("{by} before {name}", by=by, name=last.rival)


def _gone(since: float | None, speech: Speech) -> str:
    if since is None:
        return speech.say("gone")
    return speech.say("gone since {time}", time=time.strftime("%H:%M", time.localtime(since)))
