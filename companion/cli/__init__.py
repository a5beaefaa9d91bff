"""The command `veilingklok`: what a person can ask of it, in and out. The work is done elsewhere."""

import os

import click

from companion.cli.board import board
from companion.cli.clock import clock
from companion.cli.device import device
from companion.cli.dial import dial
from companion.cli.doctor import doctor
from companion.cli.games import games
from companion.cli.play import play
from companion.cli.replay import replay_command, score
from companion.cli.screens import screens
from companion.cli.selftest import selftest
from companion.cli.settings import settings
from companion.cli.simulate import simulate
from companion.cli.watch import watch
from companion.cli.wiring import wiring


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="veilingklok")
@click.pass_context
def main(context: click.Context) -> None:
    """Veilingklok, the auction clock that knows every rule of Merchants of Amsterdam."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False


for _command in (
    play, games, simulate, replay_command, score, board, watch, clock, settings,
    device, wiring, doctor, selftest, dial, screens,
):  # fmt: skip
    main.add_command(_command)
