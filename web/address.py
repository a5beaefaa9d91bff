"""Where phones find this device: the address at which it is served, as the server itself knows it, by number and by
name. What somebody asked for is never believed here.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Flask, current_app

from companion.found_at import LocalName, page_at, with_port
from web.here import here_now

_NAME = "address"


class Address(NamedTuple):
    url: str
    """By number, for a camera: not every phone finds a name."""
    number: str
    """As people type it."""
    name: str
    """The same; nothing where the device has none, or only this machine sees it."""
    is_reached: bool
    """By phones; else by this machine alone."""

    @property
    def short(self) -> str:
        """As people say it."""
        return self.name or self.number


class _Served(NamedTuple):
    find: Callable[[], str]
    local_name: LocalName


def keep_address(app: Flask, find: Callable[[], str], local_name: LocalName | None = None) -> None:
    """By the server, as soon as it has a port. It is found anew whenever somebody asks: the network may come late, and
    give the device another address tomorrow."""
    app.extensions[_NAME] = _Served(find, local_name or LocalName())


def address() -> Address | None:
    """Of the app that answers the present request; None while nobody serves it."""
    served: _Served | None = current_app.extensions.get(_NAME)
    if served is None:
        return None
    at = urlsplit(served.find())
    host, port = at.netloc.removesuffix(f":{at.port}"), at.port
    is_reached = not is_loopback(at.hostname or "")
    name = _name(served.local_name, host) if is_reached else ""
    named = with_port(name, port) if name else ""
    return Address(page_at(host, port), with_port(host, port), named, is_reached)


def _name(local_name: LocalName, number: str) -> str:
    """The one in the settings, or the one by which Avahi lets others find this machine."""
    chosen = str(here_now().house.settings.values["page"].get("name", ""))
    return chosen or local_name.of(number) or ""


def is_loopback(host: str) -> bool:
    """This machine, as it calls itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
