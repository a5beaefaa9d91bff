"""`veilingklok backup`: a copy of every game, made while they are played."""

from pathlib import Path

import click

from companion.cli.commands import command
from companion.cli.options import data_option, says_what_is_wrong
from companion.cli.speaking import here
from companion.copies import Copies
from companion.journal import FILE, Journal


@command()
@data_option
@says_what_is_wrong
def backup(data: Path) -> None:
    """Keep a copy of all games, also while the device plays. The last 31 are kept; veilingklok restore puts one back.

    The device does this by itself every night. If nothing has changed since the last copy, no new one is made.
    """
    if not (data / FILE).exists():
        click.echo(here().say("There is nothing to copy yet in {folder}.", folder=data))
        return
    with Journal(data) as journal:
        for notice in journal.notices:
            click.echo(notice.said(here()), err=True)
        made = Copies(data).make(journal)
    if made is None:
        click.echo(here().say("There is nothing to copy yet in {folder}.", folder=data))
    elif made.is_new:
        click.echo(here().say("Copied: {file}", file=made.copy.file))
    else:
        click.echo(here().say("Nothing has changed since the copy of {date}.", date=made.copy.name))
