"""Prestige that is printed where something has just happened, where the device does not know it: its guess."""

from companion.games.amsterdam.actions import Printed
from companion.games.amsterdam.things import GOOD_AT
from companion.games.amsterdam.tom import delivered_last
from web.amsterdam import fields
from web.amsterdam.answers import Form, Number, form
from web.amsterdam.asked import Asked


def magazine(asked: Asked) -> Form:
    """He has just brought somebody there."""
    state = asked.state
    return _printed(asked, fields.printed(state.setup.board.magazine(state.magazine - 1), asked.speech))


def roof(asked: Asked) -> Form:
    state, good = asked.state, delivered_last(asked.state)
    there = state.setup.board.roof(good, state.storehouses[GOOD_AT[good]] - 1)
    return _printed(asked, fields.printed(there, asked.speech))


def bridges(asked: Asked) -> Form:
    """Crossed last, whoever it was."""
    crossing = asked.state.crossing
    assert crossing is not None
    return _printed(asked, fields.printed(asked.state.setup.board.bridges(*crossing), asked.speech))


def _printed(asked: Asked, field: Number) -> Form:
    return form(Printed, asked.speech.say("That is what it says"), field)
