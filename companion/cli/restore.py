"""`veilingklok restore`: the games as they were on another day."""

import sys
from pathlib import Path

import click

from companion.cli.commands import argument, command, option
from companion.cli.options import data_option, says_what_is_wrong
from companion.cli.speaking import here
from companion.copies import LATEST, Copies, Copy
from companion.games.speech import mark
from companion.journal import here as in_our_time
from companion.words.rounded import Rounded

_LARGE = 5_000_000
"""Bytes that take a while on an old card."""


@command()
@argument("date", required=False)
@option("--yes", is_flag=True, help="Do not ask.")
@data_option
@says_what_is_wrong
def restore(date: str | None, yes: bool, data: Path) -> None:
    """Put back the games of a copy: that of a date such as 2026-11-16, or the latest. Without one: list them.

    What is there now is kept beside it. The device must not run meanwhile.
    """
    copies = Copies(data)
    if date is None:
        _list(copies)
        return
    copy = copies.called(date)
    copies.check(copy)
    if not yes:
        sure = mark("All games become as they were in the copy of {date}: {games}, last played {played}. Go on?")
        facts = {"date": copy.name, "games": _games(copy), "played": _played(copy)}
        click.confirm(here().say(sure, **facts), abort=True)
    bar = click.progressbar(
        length=copy.size, label=copy.name, file=sys.stderr, hidden=copy.size < _LARGE or not sys.stderr.isatty()
    )
    with bar:
        aside = copies.put_back(copy, bar.update)
    click.echo(here().say("All is as it was in the copy of {date}: {games}.", date=copy.name, games=_games(copy)))
    if aside:
        click.echo(here().say("What was there is kept as {file}", file=aside))


def _list(copies: Copies) -> None:
    """The newest last: right above where one types."""
    speech, there = here(), copies.all()
    if not there:
        click.echo(speech.say("There is no copy yet: veilingklok backup makes one."))
        return
    heads = (speech.say("copy"), speech.say("games"), speech.say("last played"), speech.say("size"))
    lines = [heads, *map(_line, there)]
    name, games, played, size = (max(map(len, column)) for column in zip(*lines, strict=True))
    for line in lines:
        click.echo(f"{line[0]:<{name}}  {line[1]:>{games}}  {line[2]:<{played}}  {line[3]:>{size}}".rstrip())
    click.echo(speech.say("veilingklok restore {date} puts one back.", date=f"{there[-1].name} | {LATEST}"))


def _line(copy: Copy) -> tuple[str, str, str, str]:
    speech = here()
    size = speech.say("{megabytes} MB", megabytes=Rounded(copy.size / 1_000_000, 1))
    if not copy.is_readable:
        return copy.name, "?", speech.say("damaged"), size
    return copy.name, speech.number(copy.games), _played(copy), size


def _played(copy: Copy) -> str:
    return in_our_time(copy.last_played) if copy.last_played else "-"


def _games(copy: Copy) -> str:
    return here().counted(copy.games, "{count} game", "{count} games")
