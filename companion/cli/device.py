"""`veilingklok device`: the device itself, with its page. Here, and only here, all the rooms come together."""

import logging
import signal
import threading
from pathlib import Path
from queue import SimpleQueue

import click

from companion.cli.commands import command, option
from companion.cli.options import data_option, says_what_is_wrong, settings_option, showable, simulate_option
from companion.cli.speaking import here
from companion.games.errors import GameError
from companion.house import House
from companion.journal import Journal
from companion.reception import Reception
from companion.settings import Settings, settings_from
from companion.terminal.offer import offered

_ONLY_HERE = "127.0.0.1"
"""A device that is drawn has its buttons on the page: not for the whole network unless somebody says so."""


@command()
@simulate_option
@option(
    "--host",
    help="Who can see the page: 127.0.0.1 this machine only, as with --simulate; 0.0.0.0 the whole network.",
)
@option("--port", type=click.IntRange(0, 65535), help="Port of the page; 0 is any that is free.")
@data_option
@settings_option
@says_what_is_wrong
def device(simulate: bool, host: str | None, port: int | None, data: Path, settings: Settings) -> None:
    """Run the device: buttons, lamps, display, dial, sounds, and a page to begin a game on.

    A game that was left goes on by itself. With --simulate the page shows the device too, and keys 1 to 5 are its
    buttons.
    """
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    stop: SimpleQueue[None] = SimpleQueue()  # not an event: a signal that comes just as it is waited for would hang
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.put(None))
    page = settings.values["page"]
    host = host or (_ONLY_HERE if simulate else page["host"])
    with Journal(data) as journal:
        for notice in journal.notices:
            click.echo(notice.said(here()))
        journal.hold()
        settings = _complete(settings) if simulate else settings
        _run(journal, settings, simulate, host, page["port"] if port is None else port, data, stop)


def _complete(settings: Settings) -> Settings:
    """A simulated device has a dial whether one was built or not."""
    if settings.fittings.dial:
        return settings
    usual = settings_from({"dial": {"kind": "pwm"}}).values["dial"]  # on no pin, so it clashes with nothing
    return Settings(settings.values | {"dial": usual}, settings.file)


def _run(
    journal: Journal, settings: Settings, simulate: bool, host: str, port: int, data: Path, stop: SimpleQueue[None]
) -> None:
    from hardware.device import Device  # noqa: PLC0415  pins, displays and servers take a while to load
    from hardware.simulator import SimulatedWorks  # noqa: PLC0415
    from hardware.works import RealWorks  # noqa: PLC0415
    from web.address import address  # noqa: PLC0415
    from web.app import create_app  # noqa: PLC0415
    from web.here import Here  # noqa: PLC0415
    from web.server import Server  # noqa: PLC0415

    switched_off = threading.Event()

    def switch_off() -> None:
        switched_off.set()
        stop.put(None)

    house = House(journal, settings)
    simulation = SimulatedWorks(settings.fittings) if simulate else None
    works = simulation or RealWorks(settings.values["pins"]["factory"])
    device = Device(house, house.settings, works, data, switch_off)
    reception = Reception(journal.drawer, device, house)
    app = create_app(Here(house, device, reception, simulation))
    try:
        server = Server(app, host, port)
    except Exception:
        device.close()
        raise

    def by_phone() -> str | None:
        with app.app_context():
            found = address()
        return found.url if found and found.is_reached else None

    device.panel.welcome(by_phone)
    _go_on(house, journal)
    speech = here()
    click.echo(speech.say("Veilingklok, with {works}.", works=device.driven_by(speech)))
    if page := by_phone():
        click.echo(speech.say("Phones find the page at {page} .", page=page))
    else:
        click.echo(speech.say("Phones cannot see the page: --host 0.0.0.0 lets them in."))
    if simulate:
        panel = f"{server.address}panel"
        click.echo(speech.say("Open {page} : keys 1 to 5 are the arcade buttons. Ctrl-C ends.", page=panel))
    else:
        click.echo(speech.say("The page is at {page} . Ctrl-C ends.", page=server.address))
    stop.get()
    device.say_goodbye()
    reception.close()
    house.close()
    journal.close()
    device.close(for_good=switched_off.is_set())
    server.close()  # last: the page says that it is switched off
    kept = speech.say("Every game is kept. Until next time!")
    click.echo(speech.say("Safe to unplug.") if switched_off.is_set() else kept)


def _go_on(house: House, journal: Journal) -> None:
    """With the game that was left; one that cannot be read keeps nobody from another."""
    try:
        kept = house.unfinished
        if kept:
            house.resume(kept.game)
            click.echo(here().say("{game} It goes on.", game=offered(journal, kept, here())))
    except GameError as error:
        click.echo(here().say("The last game cannot go on. {why}", why=showable(error.said(here()))))
