"""What can go wrong at the page's doors, said to the person who knocked; `status` is how HTTP says it."""

from companion.games.errors import GameError


class Refused(GameError):
    """What was sent cannot be used, and nothing has changed."""

    status = 400


class NotDrawn(Refused):
    """The drawing of a device that is there itself."""

    status = 404


class NotThere(Refused):
    """What was asked for is not on the table."""

    status = 404


class FromElsewhere(Refused):
    """Sent by a page that is not ours."""

    status = 403


class NotOurName(Refused):
    """Asked of a name that is not this device's."""

    status = 421


class NotSeated(Refused):
    """An onlooker wants to do something."""

    status = 403


class NotSpoken(Refused):
    """Sent in a form that nobody here reads."""

    status = 415


class TooLarge(Refused):
    """More was sent than anybody here reads."""

    status = 413


class TooManyPages(Refused):
    """More pages want to be kept up to date than the device can bear."""

    status = 503


class NoAnswer(Refused):
    """The table took too long. What was asked may still come about."""

    status = 503


class PortTaken(GameError):
    """The page cannot be served at the address that the settings say."""
