"""Who asks: a phone with its random name, the seat it has been given, and the language it wants to read.

The name is in a signed cookie. What a phone may do is not: the reception says where it sits, on every request.
"""

import hashlib
from secrets import token_urlsafe
from typing import NamedTuple

import msgspec
from flask import Blueprint, Flask, current_app, g, redirect, request
from itsdangerous import BadData, URLSafeSerializer
from werkzeug.local import LocalProxy
from werkzeug.wrappers import Response

from companion.words import LANGUAGES, Language, Words, words
from web.address import is_loopback
from web.errors import NotSeated, Refused
from web.here import Here, here_now
from web.way_back import way_back

YEAR = 365 * 24 * 60 * 60
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""
STREAM = "/api/stream"
_NAME_BYTES = 32
_KEPT_AS = "cards"


class Visitor(NamedTuple):
    phone: str
    """Its name; nothing for one that has only looked so far."""
    seat: int | None
    """None: an onlooker."""
    words: Words


class Card(msgspec.Struct, frozen=True):
    """What a phone carries with it."""

    phone: str = ""
    language: Language | None = None


class Cards:
    """Writes and reads them. Nothing in a card tells the time: the clock of a small computer may go back at a power
    cut, and nobody should lose a seat by that."""

    def __init__(self, key: bytes) -> None:
        how = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._serializer = URLSafeSerializer(key, salt="veilingklok.phone", signer_kwargs=how)
        self.cookie = f"veilingklok-{hashlib.sha256(key).hexdigest()[:8]}"
        """Its own for every key: cookies are the same for all ports of a machine, and two devices may run on one."""

    def written(self, card: Card) -> str:
        return str(self._serializer.dumps(msgspec.to_builtins(card)))

    def read(self, cookie: str) -> Card:
        """An empty one where the cookie is not of our hand."""
        try:
            return msgspec.convert(self._serializer.loads(cookie), Card)
        except (BadData, msgspec.ValidationError):
            return Card()


# Of the present request.


def visitor() -> Visitor:
    """Whoever acts is given a name if it has none; whoever only looks is not: its cookie is also missing when a link on
    another site led here, and must not be replaced."""
    card = _card()
    if not card.phone and g.get("may_be_named"):
        card = _hand_out(msgspec.structs.replace(card, phone=token_urlsafe(_NAME_BYTES)))
    return Visitor(card.phone, _seat(card), speech())


def at_table() -> Visitor:
    """Whoever asks, if it sits at any seat of the device."""
    who = visitor()
    if who.seat is None:
        raise NotSeated("Only a phone that sits at the table can do this; sit down first.")
    return who


def may_change_boards() -> bool:
    """Who sits at the table, and who sits at the device itself, but not who comes by way of another program on it."""
    is_passed_on = any(header in request.headers for header in ("Forwarded", "X-Forwarded-For", "Via"))
    return visitor().seat is not None or (is_loopback(request.remote_addr or "") and not is_passed_on)


def at_table_or_device() -> None:
    if not may_change_boards():
        raise NotSeated("Only a phone that sits at the table can do this; sit down first.")


def speech() -> Words:
    """In the language that the phone chose, or its browser prefers, or the table speaks."""
    if "speech" not in g:
        g.speech = words(_card().language or _preferred() or here_now().house.settings.values["table"]["language"])
    spoken: Words = g.speech
    return spoken


def client() -> str:
    """Whose requests are counted together: a phone that sits at the table by itself, everybody else by address."""
    card = _card()
    return card.phone if _seat(card) is not None else request.remote_addr or ""


def cookie_name() -> str:
    return _cards().cookie


def _card() -> Card:
    if "card" not in g:
        cards = _cards()
        g.card = cards.read(request.cookies.get(cards.cookie, ""))
    card: Card = g.card
    return card


def _cards() -> Cards:
    cards: Cards = current_app.extensions[_KEPT_AS]
    return cards


def _hand_out(card: Card) -> Card:
    g.card = card
    return card


def look_as(seat: int | None, spoken: Words) -> None:
    """Whoever sits there and reads that, and no phone in particular: for a page that is rendered for several."""
    g.card, g.seat_looked_from, g.speech = Card(), seat, spoken


def _seat(card: Card) -> int | None:
    if "seat_looked_from" in g:
        seat: int | None = g.seat_looked_from
        return seat
    return here_now().reception.seat_of(card.phone) if card.phone else None


def _preferred() -> Language | None:
    """The first that is spoken here of those that the browser names: American English before German is English."""
    wanted = [tag.partition("-")[0].lower() for tag, liking in request.accept_languages if liking]
    return next((language for tag in wanted for language in LANGUAGES if language == tag), None)


# For the app.


def welcome(app: Flask, here: Here) -> None:
    """After the guards, so that nothing is handed out to those who are turned away."""
    app.extensions[_KEPT_AS] = Cards(here.reception.key)
    app.register_blueprint(_doors())
    app.before_request(_let_in)
    app.after_request(_renew)
    app.jinja_env.globals.update(
        say=lambda sentence, **values: speech().say(sentence, **values),
        counted=lambda count, one, many: speech().counted(count, one, many),
        number=lambda number: speech().number(number),
        words=LocalProxy(speech),
        me=LocalProxy(visitor),
    )


def _let_in() -> None:
    """A stream is only ever opened by a page of ours, which would have sent the cookie if there were one; a link from
    another site cannot ask for events. That of the drawn device is no phone's: there is one beside it."""
    is_stream = request.path == STREAM and "panel" not in request.args
    opens_stream = is_stream and "text/event-stream" in request.accept_mimetypes.values()
    g.may_be_named = request.method not in SAFE or opens_stream


def _renew(response: Response) -> Response:
    """With everything that a phone does, its cookie is good for another year."""
    if g.get("may_be_named") and _card() != Card():
        cards = _cards()
        response.set_cookie(
            cards.cookie, cards.written(_card()), max_age=YEAR, path="/", httponly=True, samesite="Strict"
        )
    return response


def _doors() -> Blueprint:
    doors = Blueprint("visitors", __name__)

    @doors.post("/language")
    def language() -> Response:
        """Anybody may choose the language of the own phone."""
        chosen = next((one for one in LANGUAGES if one == request.form.get("language")), None)
        if chosen is None:
            raise Refused("There is no such language here.")
        _hand_out(msgspec.structs.replace(_card(), language=chosen))
        return redirect(way_back(), 303)

    return doors
