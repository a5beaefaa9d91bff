"""Which phone a request comes from, told by its head alone, before anything else of it is read."""

from collections import OrderedDict

from flask import Flask
from werkzeug.http import parse_cookie

from companion.reception import Reception
from web.visitors import Cards

LONGEST = 4 * 1024
"""Characters of a Cookie header. Ours has some 200, and to look through many takes a while."""
REMEMBERED = 256
"""Cookies whose signature was looked at already."""
_NAME = "seated_phones"


class SeatedPhones:
    """Only for the thread of the server's loop."""

    def __init__(self, reception: Reception) -> None:
        self._reception = reception
        self._cards = Cards(reception.key)
        self._names: OrderedDict[str, str] = OrderedDict()

    def phone(self, cookies: str) -> str:
        """The name of the phone that sent this Cookie header, if it sits at the table now; else nothing."""
        is_ours = len(cookies) <= LONGEST and self._cards.cookie in cookies
        name = self._name(cookies) if is_ours else ""
        return name if name and self.sits(name) else ""

    def sits(self, phone: str) -> bool:
        """Still, or again."""
        return self._reception.seat_of(phone) is not None

    def _name(self, cookies: str) -> str:
        """Looked up, since a signature takes a while."""
        name = self._names.pop(cookies, None)
        if name is None:
            try:
                name = self._cards.read(parse_cookie(cookies).get(self._cards.cookie, "")).phone
            except UnicodeError:  # what no browser sends
                name = ""
        self._names[cookies] = name
        if len(self._names) > REMEMBERED:
            self._names.popitem(last=False)
        return name


def keep_seated_phones(app: Flask, reception: Reception) -> None:
    app.extensions[_NAME] = SeatedPhones(reception)


def seated_phones(app: Flask) -> SeatedPhones | None:
    """For whoever serves the app. None: at this one nobody sits."""
    seated: SeatedPhones | None = app.extensions.get(_NAME)
    return seated
