"""`veilingklok device`: the device itself, with its page, until it is switched off or told to end."""

import faulthandler
import logging
import signal
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

import click

from companion.cli.commands import command, option
from companion.cli.loading import without_collecting
from companion.cli.options import data_option, says_what_is_wrong, settings_option, showable, simulate_option
from companion.cli.speaking import here
from companion.games.errors import GameError
from companion.house import STORAGE, House
from companion.journal import NOT_KEPT
from companion.journal_in_memory import opened_or_replaced
from companion.service import Service
from companion.settings import Settings, settings_from
from companion.terminal.offer import offer

if TYPE_CHECKING:
    from companion.cli.box import Box

_LOST_ROWS = "lost rows"
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
    service = Service()
    service.log(logging.WARNING)
    faulthandler.enable()  # whoever is killed for want of a sign of life says what it was doing
    evening = _Evening(service)
    page = settings.values["page"]
    where = host or (_ONLY_HERE if simulate else page["host"]), page["port"] if port is None else port
    with opened_or_replaced(data) as (journal, trouble):
        if trouble:
            click.echo(trouble.said(here()))
        for notice in journal.notices:
            click.echo(notice.said(here()))
        journal.hold()
        journal.checkpoint()
        settings = _complete(settings) if simulate else settings
        with without_collecting():
            from companion.cli.box import Box  # noqa: PLC0415  pins, displays and servers take a while to load

            box = Box(journal, settings, data, where, evening.switch_off, simulate=simulate)
        for lost in journal.lost:
            box.house.faults.report(_LOST_ROWS, lost.sentence, **lost.values)
        if trouble:
            box.house.faults.report(STORAGE, NOT_KEPT)
        _go_on(box.house)
        _tell(box, simulate)
        evening.last(box)


def _complete(settings: Settings) -> Settings:
    """A simulated device has a dial whether one was built or not."""
    if settings.fittings.dial:
        return settings
    usual = settings_from({"dial": {"kind": "pwm"}}).values["dial"]  # on no pin, so it clashes with nothing
    return Settings(settings.values | {"dial": usual}, settings.file)


def _go_on(house: House) -> None:
    """With the game that was left; one that cannot be read keeps nobody from another."""
    try:
        kept = house.unfinished
        if kept:
            house.resume(kept)
            if snapshot := house.snapshot:  # the page is there already, and with it who may have cleared the table
                told = offer(kept, snapshot.look.now.state, here())
                click.echo(here().say("{game} It goes on.", game=told))
    except GameError as error:
        click.echo(here().say("The last game cannot go on. {why}", why=showable(error.said(here()))))


def _tell(box: "Box", simulate: bool) -> None:
    """Where to look."""
    speech = here()
    click.echo(speech.say("Veilingklok, with {works}.", works=box.device.driven_by(speech)))
    if page := box.for_phones():
        click.echo(speech.say("Phones find the page at {page} .", page=page))
    elif box.is_for_phones:
        click.echo(speech.say("There is no network yet: the display says where phones find the page once there is."))
    else:
        click.echo(speech.say("Phones cannot see the page: --host 0.0.0.0 lets them in."))
    if simulate:
        panel = f"{box.server.address}panel"
        click.echo(speech.say("Open {page} : keys 1 to 5 are the arcade buttons. Ctrl-C ends.", page=panel))
    else:
        click.echo(speech.say("The page is at {page} . Ctrl-C ends.", page=box.server.address))


class _Evening:
    """How long it goes on, and how it ends."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._switched_off = threading.Event()
        self._stop: SimpleQueue[None] = SimpleQueue()
        """Not an event: a signal that comes just as it is waited for would hang."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stop.put(None))

    def switch_off(self) -> None:
        self._switched_off.set()
        self._stop.put(None)

    def last(self, box: "Box") -> None:
        """Until somebody ends it."""
        self._service.ready(box.server.address)
        self._service.live(box.parts)
        box.check_journal()
        self._stop.get()
        self._service.stopping()
        language = box.house.settings.values["table"]["language"]
        if not self._switched_off.is_set():
            box.close(None)
            click.echo(here().say("Every game is kept. Until next time!"))
        elif self._service.switches_machine_off:
            box.close("machine")
            click.echo(here().say("The machine is being switched off."))
            self._service.switch_machine_off(language)
        else:
            box.close("program")
            click.echo(here().say("Safe to unplug."))
