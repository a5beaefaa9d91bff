"""Where phones find this device: the address at which it is served, as the server itself knows it. What somebody asked
for is never believed here.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Flask, current_app

from web.here import here_now

_NAME = "address"


class Address(NamedTuple):
    url: str
    short: str
    """As people say and type it."""
    is_reached: bool
    """By phones; else by this machine alone."""


def keep_address(app: Flask, find: Callable[[], str]) -> None:
    """By the server, as soon as it has a port. It is found anew whenever somebody asks: the network may come late, and
    give the device another address tomorrow."""
    app.extensions[_NAME] = find


def address() -> Address | None:
    """Of the app that answers the present request; None while nobody serves it."""
    find: Callable[[], str] | None = current_app.extensions.get(_NAME)
    if find is None:
        return None
    served = urlsplit(find())
    name = str(here_now().house.settings.values["page"].get("name", ""))
    is_reached = not is_loopback(served.hostname or "")
    host = name if name and is_reached else served.netloc.removesuffix(f":{served.port}")
    short = host if served.port == 80 else f"{host}:{served.port}"
    return Address(f"http://{short}/", short, is_reached)


def is_loopback(host: str) -> bool:
    """This machine, as it calls itself."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
