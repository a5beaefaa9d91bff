"""`veilingklok device`: the device itself, with its page. Here, and only here, all the rooms come together."""

import logging
import signal
import threading
from pathlib import Path

import click

from companion.cli.options import data_option, says_what_is_wrong, settings_option, showable, simulate_option
from companion.games.errors import GameError
from companion.house import House
from companion.journal import Journal
from companion.settings import Settings, settings_from
from companion.terminal.offer import offered

_HERE = ("127.0.0.1", "::1", "localhost")
"""No phone finds a page that is only here."""


@click.command()
@simulate_option
@click.option("--host", help="Who can see the page: 127.0.0.1 this machine only, 0.0.0.0 the whole network.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the page; 0 is any that is free.")
@data_option
@settings_option
@says_what_is_wrong
def device(simulate: bool, host: str | None, port: int | None, data: Path, settings: Settings) -> None:
    """Run the device: buttons, lamps, display, dial, sounds, and a page to begin a game on.

    A game that was left goes on by itself. With --simulate the page shows the device too, and keys 1 to 5 are its
    buttons.
    """
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    page = settings.values["page"]
    with Journal(data) as journal:
        for notice in journal.notices:
            click.echo(notice)
        journal.hold()
        settings = _complete(settings) if simulate else settings
        _run(journal, settings, simulate, host or page["host"], page["port"] if port is None else port, data, stop)


def _complete(settings: Settings) -> Settings:
    """A simulated device has a dial whether one was built or not."""
    if settings.fittings.dial:
        return settings
    usual = settings_from({"dial": {"kind": "pwm"}}).values["dial"]  # on no pin, so it clashes with nothing
    return Settings(settings.values | {"dial": usual}, settings.file)


def _run(
    journal: Journal, settings: Settings, simulate: bool, host: str, port: int, data: Path, stop: threading.Event
) -> None:
    from hardware.device import Device  # noqa: PLC0415  pins, displays and servers take a while to load
    from hardware.simulator import SimulatedWorks  # noqa: PLC0415
    from hardware.works import RealWorks  # noqa: PLC0415
    from web.app import create_app  # noqa: PLC0415
    from web.server import Server  # noqa: PLC0415

    switched_off = threading.Event()

    def switch_off() -> None:
        switched_off.set()
        stop.set()

    house = House(journal, settings)
    simulation = SimulatedWorks(settings.fittings) if simulate else None
    device = Device(house, settings, simulation or RealWorks(settings.values["pins"]["factory"]), data, switch_off)
    try:
        server = Server(create_app(house, device, simulation), host, port)
    except Exception:
        device.close()
        raise
    device.panel.welcome(None if host in _HERE else server.address)
    _go_on(house, journal)
    click.echo(f"Veilingklok, with {device.works}.")
    if simulate:
        click.echo(f"Open {server.address}panel : keys 1 to 5 are the arcade buttons. Ctrl-C ends.")
    else:
        click.echo(f"The page is at {server.address} . Ctrl-C ends.")
    stop.wait()
    device.say_goodbye()
    house.close()
    journal.close()
    device.close(for_good=switched_off.is_set())
    server.close()  # last: the page says that it is switched off
    click.echo("Safe to unplug." if switched_off.is_set() else "Every game is kept. Until next time!")


def _go_on(house: House, journal: Journal) -> None:
    """With the game that was left; one that cannot be read keeps nobody from another."""
    try:
        kept = house.unfinished
        if kept:
            house.resume(kept.game)
            click.echo(f"{offered(journal, kept)} It goes on.")
    except GameError as error:
        click.echo(f"The last game cannot go on. {showable(str(error))}")
