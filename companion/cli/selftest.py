"""`veilingklok selftest`: is every button, lamp, picture, hand and sound as it should be?"""

from contextlib import ExitStack
from pathlib import Path

import click
import msgspec

from companion.cli.commands import command, option
from companion.cli.options import data_option, says_what_is_wrong, settings_option, simulate_option
from companion.cli.speaking import here
from companion.settings import Settings


@command()
@simulate_option
@option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@data_option
@settings_option
@says_what_is_wrong
def selftest(simulate: bool, as_json: bool, data: Path, settings: Settings) -> None:
    """Flash lamp after lamp and wait for the press; show a picture, sweep the dial, play every tune.

    The report is kept in the data folder. With --simulate a finger that is not there presses what flashes.
    """
    from hardware.device import Device, EmptyTable  # noqa: PLC0415  pins and displays take a while to load
    from hardware.finger import Finger  # noqa: PLC0415
    from hardware.selftest import summed_up  # noqa: PLC0415
    from hardware.simulator import SimulatedWorks  # noqa: PLC0415
    from hardware.works import RealWorks, Works  # noqa: PLC0415

    with ExitStack() as stack:
        patience = {}
        if simulate:
            simulated = SimulatedWorks(settings.fittings)
            works: Works = simulated
            stack.enter_context(Finger(simulated))
            patience = {"look": 200_000_000}
        else:
            works = RealWorks(settings.values["pins"]["factory"])
        device = Device(EmptyTable(), settings, works, data)
        stack.callback(device.close)
        report = device.tested(lambda line: None if as_json else click.echo(line.said(here())), **patience)
    if as_json:
        click.echo(msgspec.json.encode(report))
    else:
        click.echo(summed_up(report.complaints).said(here()))
    if report.complaints:
        raise click.exceptions.Exit(1)
