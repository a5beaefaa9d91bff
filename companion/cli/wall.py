"""`veilingklok wall`: all tables of a broker on one page."""

import logging
import signal
from queue import SimpleQueue

import click

from companion.cli.commands import command, option
from companion.cli.options import says_what_is_wrong, settings_option
from companion.cli.speaking import here
from companion.errors import BadSettings
from companion.games.speech import mark
from companion.settings import Settings, check_setting

_TAKEN = mark("Port {port} of {host} is taken: choose another with --port.")


@command()
@option("--broker", help="The machine on which the MQTT broker runs; else the one in the settings.")
@option("--broker-port", type=click.IntRange(1, 65535), help="Its port; else the one in the settings.")
@option("--host", default="127.0.0.1", show_default=True, help="Who can see the page: 0.0.0.0 is the whole network.")
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8090,
    show_default=True,
    help="Port of the page; 0 is any that is free.",
)
@settings_option
@says_what_is_wrong
def wall(broker: str | None, broker_port: int | None, host: str, port: int, settings: Settings) -> None:
    """Show all tables that boxes tell a broker, on one page for a big screen.

    User and password for the broker are those of the settings.
    """
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    stop: SimpleQueue[None] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.put(None))
    said = {name: value for name, value in (("broker", broker), ("port", broker_port)) if value is not None}
    for name, value in said.items():
        check_setting("mqtt", name, value)
    mqtt = settings.values["mqtt"] | said
    _show(Settings(settings.values | {"mqtt": mqtt}, settings.file), host, port, stop)


def _show(settings: Settings, host: str, port: int, stop: SimpleQueue[None]) -> None:
    try:
        from companion.convention.broker import broker_of  # noqa: PLC0415  an extra that most do without
        from companion.convention.wall import Wall, line_to  # noqa: PLC0415
    except ImportError:
        raise BadSettings(
            "The wall needs the extra mqtt: .venv/bin/pip install --require-hashes -r requirements/mqtt.lock "
            "brings it, in the folder of Veilingklok."
        ) from None
    from web.server import Server  # noqa: PLC0415  servers take a while to load
    from web.wall.app import create_wall  # noqa: PLC0415

    broker = broker_of(settings)
    if broker is None:
        raise BadSettings("Say where the broker is: with --broker, or as mqtt.broker in the settings.")
    tables = Wall()
    app = create_wall(tables, broker.host, settings.values["table"]["language"], settings.values["page"]["name"])
    server = Server(app, host, port, _TAKEN)
    line = line_to(broker, tables)
    click.echo(
        here().say("All tables of {broker} are at {page} . Ctrl-C ends.", broker=broker.address, page=server.address)
    )
    stop.get()
    line.close()
    server.close()
