"""`veilingklok farewell`: the last thing that a machine says. Called by systemd, not by people."""

from typing import cast

import click

from companion.cli.commands import command, option
from companion.cli.options import says_what_is_wrong, settings_option
from companion.games.errors import GameError
from companion.games.speech import mark
from companion.settings import Settings
from companion.words import Language


@command()
@option("--language", type=click.Choice(["en", "de", "nl"]), help="Which language the display speaks.")
@settings_option
@says_what_is_wrong
def farewell(language: str | None, settings: Settings) -> None:
    """Show on the display that the machine may be unplugged."""
    from hardware.farewell import say_farewell  # noqa: PLC0415  displays take a while to load
    from hardware.works import RealWorks  # noqa: PLC0415

    works = RealWorks(settings.values["pins"]["factory"])
    try:
        say_farewell(settings, works, cast(Language, language or settings.values["table"]["language"]))
    except GameError:
        raise
    except Exception as error:  # luma and the bus have many ways to fail
        raise GameError(mark("The display is dead: {why}."), why=str(error).strip().rstrip(".")) from None
