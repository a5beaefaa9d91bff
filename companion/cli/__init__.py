"""The command `veilingklok`: what a person can ask of it, in and out. The work is done elsewhere.

A command is imported when it is called: what one of them needs takes a Raspberry Pi seconds to load.
"""

import os

import click

from companion.cli.commands import CommandEntry, CommandTable, TableGroup, option
from companion.cli.speaking import here
from companion.version import installed_version

TABLE = CommandTable(
    {
        "play": CommandEntry(
            "companion.cli.play:play",
            "Play a game in this terminal, against bots or with others at the same keyboard.",
        ),
        "games": CommandEntry(
            "companion.cli.games:games",
            "The games that are kept: list, show, resume, export, delete. Without a command: list.",
        ),
        "simulate": CommandEntry(
            "companion.cli.simulate:simulate",
            "Let bots play games and say how they went.",
        ),
        "replay": CommandEntry(
            "companion.cli.replay:replay_command",
            "Play records again, judging every action, and say whether they hold.",
        ),
        "score": CommandEntry(
            "companion.cli.replay:score",
            "Score a position from a file, without a game.",
        ),
        "board": CommandEntry(
            "companion.cli.board:board",
            "Check or draw board data.",
        ),
        "watch": CommandEntry(
            "companion.cli.watch:watch",
            "Watch bots play a game in the terminal.",
        ),
        "clock": CommandEntry(
            "companion.cli.clock:clock",
            "The auction clock alone, without a game: keys 1 to 5 are the seats' buttons.",
        ),
        "settings": CommandEntry(
            "companion.cli.settings:settings",
            "Print a settings file with every default, or check one.",
        ),
        "device": CommandEntry(
            "companion.cli.device:device",
            "Run the device: buttons, lamps, display, dial, sounds, and a page to begin a game on.",
        ),
        "wiring": CommandEntry(
            "companion.cli.wiring:wiring",
            "Print how everything is wired to the Pi, as the settings have it.",
        ),
        "print": CommandEntry(
            "companion.cli.print:print_command",
            "Make a page to print at true scale, as PDF or SVG.",
        ),
        "doctor": CommandEntry(
            "companion.cli.doctor:doctor",
            "Examine this machine: what is wrong, and how to put it right.",
        ),
        "selftest": CommandEntry(
            "companion.cli.selftest:selftest",
            "Flash lamp after lamp and wait for the press; show a picture, sweep the dial, play every tune.",
        ),
        "dial": CommandEntry(
            "companion.cli.dial:dial",
            "The servo dial.",
        ),
        "screens": CommandEntry(
            "companion.cli.screens:screens",
            "Draw every screen of the display on one sheet.",
        ),
        "wifi": CommandEntry(
            "companion.cli.wifi:wifi",
            "The networks of the box: how it is found, which Wi-Fi it is in, or its own. Without a command: how that "
            "stands.",
        ),
        "backup": CommandEntry(
            "companion.cli.backup:backup",
            "Keep a copy of all games, also while the device plays. The last 31 are kept; veilingklok restore puts one "
            "back.",
        ),
        "restore": CommandEntry(
            "companion.cli.restore:restore",
            "Put back the games of a copy: that of a date such as 2026-11-16, or the latest. Without one: list them.",
        ),
        "report": CommandEntry(
            "companion.cli.report:report",
            "Write all that somebody needs to know who is to find out what is wrong, into one file.",
        ),
        "farewell": CommandEntry(
            "companion.cli.farewell:farewell",
            "Show on the display that the machine may be unplugged.",
        ),
        "wall": CommandEntry(
            "companion.cli.wall:wall",
            "Show all tables that boxes tell a broker, on one page for a big screen.",
        ),
    }
)


def _tell_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(here().say("veilingklok, version {version}", version=installed_version()))
        context.exit()


@click.group(cls=TableGroup, table=TABLE, context_settings={"help_option_names": ["-h", "--help"]})
@option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and exit.",
)
@click.pass_context
def main(context: click.Context) -> None:
    """Veilingklok, the auction clock that knows every rule of Merchants of Amsterdam."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False
