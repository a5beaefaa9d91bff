"""The command `veilingklok`: what a person can ask of it, in and out. The work is done elsewhere."""

import os
from importlib.metadata import version

import click

from companion.cli.backup import backup
from companion.cli.board import board
from companion.cli.clock import clock
from companion.cli.commands import group, option
from companion.cli.device import device
from companion.cli.dial import dial
from companion.cli.doctor import doctor
from companion.cli.farewell import farewell
from companion.cli.games import games
from companion.cli.play import play
from companion.cli.print import print_command
from companion.cli.replay import replay_command, score
from companion.cli.report import report
from companion.cli.restore import restore
from companion.cli.screens import screens
from companion.cli.selftest import selftest
from companion.cli.settings import settings
from companion.cli.simulate import simulate
from companion.cli.speaking import here
from companion.cli.wall import wall
from companion.cli.watch import watch
from companion.cli.wifi import wifi
from companion.cli.wiring import wiring


def _tell_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(here().say("veilingklok, version {version}", version=version("veilingklok")))
        context.exit()


@group(context_settings={"help_option_names": ["-h", "--help"]})
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


for _command in (
    play, games, simulate, replay_command, score, board, watch, clock, settings,
    device, wiring, print_command, doctor, selftest, dial, screens, wifi, backup, restore, report, farewell, wall,
):  # fmt: skip
    main.add_command(_command)
