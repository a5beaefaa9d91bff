"""`veilingklok wifi`: the networks of the box. It asks NetworkManager itself; a device that runs notices."""

import os
import sys
from io import StringIO
from pathlib import Path

import click

from companion.cli.commands import argument, group
from companion.cli.options import data_option, says_what_is_wrong, settings_option, showable
from companion.cli.speaking import here
from companion.errors import CannotJoin
from companion.found_at import name_at, own_number, page_at
from companion.journal import Journal
from companion.settings import Settings
from companion.wifi import Aerial, Network, OwnWifi, own_wifi, renewed_own_wifi
from companion.wifi.radio import RENEWED
from companion.wifi.telling import NOBODY, cure, told


@group(invoke_without_command=True)
@data_option
@settings_option
@click.pass_context
@says_what_is_wrong
def wifi(context: click.Context, data: Path, settings: Settings) -> None:
    """The networks of the box: how it is found, which Wi-Fi it is in, or its own. Without a command: how that
    stands.
    """
    context.obj = data
    if context.invoked_subcommand is None:
        _tell(Aerial(), data, settings)


@wifi.command()
@argument("name")
@click.pass_obj
@says_what_is_wrong
def join(data: Path, name: str) -> None:
    """Join a Wi-Fi; its password is asked for.

    If the box has its own Wi-Fi and the other cannot be joined, its own comes back.
    """
    speech, aerial = here(), _aerial()
    ours = _own(data) if aerial.look().is_own else None
    password = _password(name)
    click.echo(speech.say("Joining {name} ...", name=showable(name)), err=True)
    aerial.join(name, password, in_place_of=ours)
    click.echo(showable(told(aerial.look(), None).said(speech)))


@wifi.command()
@click.pass_obj
@says_what_is_wrong
def own(data: Path) -> None:
    """Put up the Wi-Fi that the box has of its own."""
    ours, aerial = _own(data), _aerial()
    aerial.put_up(ours)
    click.echo(told(aerial.look(), ours).said(here()))
    _invite(ours)


@wifi.command()
@click.pass_obj
@says_what_is_wrong
def renew(data: Path) -> None:
    """Give the Wi-Fi that the box has of its own a new password.

    If it is up, phones lose it at once and join it anew with the new code.
    """
    aerial = Aerial()
    with Journal(data, verify_all=False) as journal:
        ours = renewed_own_wifi(journal.drawer)
    if aerial.look().is_own:
        aerial.take_down()
        aerial.put_up(ours)
    click.echo(here().say(RENEWED, name=ours.name))
    _invite(ours)


@wifi.command()
@says_what_is_wrong
def networks() -> None:
    """Every Wi-Fi in reach, the strongest first."""
    speech, aerial = here(), Aerial()
    found = aerial.networks(look_again=True)
    if not found:
        air = aerial.look()
        nothing = speech.say("No Wi-Fi is in reach.") if air.wireless else told(air, None).said(speech)
        click.echo(nothing)
    for network in found:
        click.echo(_line(network))


@wifi.command()
@argument("name")
@says_what_is_wrong
def forget(name: str) -> None:
    """Forget a Wi-Fi that was joined before."""
    _aerial().forget(name)
    click.echo(here().say("{name} is forgotten.", name=showable(name)))


def _aerial() -> Aerial:
    """Of a machine whose networks somebody looks after."""
    aerial = Aerial()
    if not aerial.look().is_looked_after:
        raise CannotJoin(NOBODY)
    return aerial


def _password(name: str) -> str:
    """Typed unseen, or written into a pipe."""
    if not sys.stdin.isatty():
        return os.fsdecode(sys.stdin.buffer.readline()).rstrip("\r\n")
    asks = here().say("Password of {name}; empty if it needs none, or is known", name=showable(name))
    typed: str = click.prompt(asks, default="", show_default=False, hide_input=True, err=True)
    return typed


def _own(data: Path) -> OwnWifi:
    with Journal(data, verify_all=False) as journal:
        return own_wifi(journal.drawer)


def _tell(aerial: Aerial, data: Path, settings: Settings) -> None:
    speech, air = here(), aerial.look()
    ours = _own(data) if air.is_own else None
    click.echo(showable(told(air, ours).said(speech)))
    if advice := cure(air):
        click.echo(advice.said(speech))
    if ours:
        _invite(ours)
    for host in _hosts(settings):
        page = page_at(host, settings.values["page"]["port"])
        click.echo(speech.say("Phones find the page at {page} .", page=page))


def _hosts(settings: Settings) -> list[str]:
    """By name, and by number."""
    number = own_number()
    name = settings.values["page"]["name"] or (number and name_at(number))
    return [host for host in (name, number) if host]


def _invite(ours: OwnWifi) -> None:
    click.echo(here().say("Its password is {password}", password=ours.password))
    click.echo(_code(ours.invitation), nl=False)


def _code(scanned: str) -> str:
    """As a picture, where the terminal has the letters for it."""
    import segno  # noqa: PLC0415  most commands draw none

    drawn = StringIO()
    segno.make(scanned, error="l", micro=False).terminal(drawn, compact=True, border=2)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()


def _line(network: Network) -> str:
    speech = here()
    lock = speech.say("with a password") if network.is_locked else speech.say("open")
    known = speech.say("joined") if network.is_joined else speech.say("known") if network.is_known else ""
    about = ", ".join(filter(None, (lock, known)))
    return f"{network.strength:>4} %  {showable(network.name)}  ({about})"
