"""The Wi-Fi of the box: which it is in, which are in reach, and its own. Everybody may look; who sits at the table may
change it, and sees the password of our own. The radio looks for networks anew only for those at the table or at the
device itself: for a stranger it does not leave the channel that phones are on.
"""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from companion.games.speech import Phrase, mark
from companion.wifi import Air, Network, OwnWifi, Radio
from companion.wifi.aerial import LEAST, LONGEST_NAME, MOST
from companion.wifi.telling import cure, told
from companion.words import Words
from web.address import address
from web.errors import NotThere
from web.here import Here
from web.qr_code import qr_code
from web.visitors import at_table, at_table_or_device, may_change_boards, visitor

PAGE = "/wifi"
BARS = 4
_SIMULATED = mark("Wi-Fi is not looked after here: the device is simulated.")


class Choice(NamedTuple):
    """A network as it is offered."""

    network: Network
    bars: int

    @property
    def may_be_joined(self) -> bool:
        return not (self.network.is_joined or self.network.is_for_offices)


class Invitation(NamedTuple):
    """Into our own Wi-Fi."""

    wifi: OwnWifi
    code: Markup


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("wifi", __name__, url_prefix=PAGE)
    page = WifiPage(here)
    doors.add_url_rule("", view_func=page.show, methods=["GET"])
    for name in ("join", "own", "forget", "renew"):
        doors.add_url_rule(f"/{name}", view_func=getattr(page, name), methods=["POST"])
    return doors


class WifiPage:
    def __init__(self, here: Here) -> None:
        self._here = here

    def show(self) -> str:
        words, radio = visitor().words, self._here.radio
        if radio is None:
            return render_template("wifi.html", state=words.say(_SIMULATED), air=Air())
        if may_change_boards():
            radio.look_around()
        return render_template("wifi.html", **_shown(radio, words))

    def join(self) -> Response:
        """What was typed is taken as it is: blanks count in a password."""
        at_table()
        name, password = request.form.get("name", ""), request.form.get("password", "")
        self._radio().join(name, password, is_hidden="hidden" in request.form)
        return redirect(PAGE, 303)

    def own(self) -> Response:
        at_table()
        self._radio().put_up()
        return redirect(PAGE, 303)

    def renew(self) -> Response:
        at_table_or_device()
        self._radio().renew_password()
        return redirect(PAGE, 303)

    def forget(self) -> Response:
        at_table()
        self._radio().forget(request.form.get("name", ""))
        return redirect(PAGE, 303)

    def _radio(self) -> Radio:
        if self._here.radio is None:
            raise NotThere(_SIMULATED)
        return self._here.radio


def _shown(radio: Radio, words: Words) -> dict[str, object]:
    news = radio.news
    is_seated = visitor().seat is not None
    return {
        "state": told(news.air, radio.own).said(words),
        "cure": _said(cure(news.air) if news.air.is_blocked else None, words),
        "said": _said(news.said, words),
        "air": news.air,
        "joining": news.joining,
        "is_going_own": news.joining == radio.own.name,
        "own": radio.own.name,
        "may_own": radio.may_own,
        "choices": [_choice(one, news.air) for one in news.networks],
        "invitation": Invitation(radio.own, qr_code(radio.own.invitation)) if radio.up and is_seated else None,
        "address": address(),
        "seen": _seen(radio.age, words),
        "is_one_of_us": may_change_boards(),
        "least": LEAST,
        "most": MOST,
        "longest_name": LONGEST_NAME,
    }


def _choice(network: Network, air: Air) -> Choice:
    """It may have been joined, or left, since it was seen."""
    return Choice(network._replace(is_joined=network.name == air.joined), _bars(network))


def _seen(age: float | None, words: Words) -> str:
    """When the networks were in reach; nothing where nobody has looked yet."""
    if age is None:
        return ""
    minutes = int(age // 60)
    if minutes == 0:
        return words.say("Seen less than a minute ago.")
    return words.counted(minutes, "Seen {count} minute ago.", "Seen {count} minutes ago.")


def _said(phrase: Phrase | None, words: Words) -> str:
    return phrase.said(words) if phrase else ""


def _bars(network: Network) -> int:
    """How many of four are bright; a network that is heard at all has one."""
    return max(1, min(BARS, -(-network.strength * BARS // 100)))
