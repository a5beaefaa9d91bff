"""The table as pictures: SVG text that goes into a dark page and needs no fonts, styles or scripts."""

from companion.games.amsterdam.drawing.amstel import amstel_track
from companion.games.amsterdam.drawing.city import city
from companion.games.amsterdam.drawing.dice import PIPS, die_face
from companion.games.amsterdam.drawing.harbour import harbour
from companion.games.amsterdam.drawing.prestige_chart import prestige_chart
from companion.games.amsterdam.drawing.roundel import next_out, roundel
from companion.games.amsterdam.drawing.rounds import round_board
from companion.games.amsterdam.drawing.signs import (
    crest_sign,
    good_sign,
    gulden_sign,
    kind_sign,
    penalty_sign,
    prestige_sign,
    resource_sign,
    worker_sign,
)
from companion.games.amsterdam.drawing.television import television

__all__ = [
    "PIPS",
    "amstel_track",
    "city",
    "crest_sign",
    "die_face",
    "good_sign",
    "gulden_sign",
    "harbour",
    "kind_sign",
    "next_out",
    "penalty_sign",
    "prestige_chart",
    "prestige_sign",
    "resource_sign",
    "round_board",
    "roundel",
    "television",
    "worker_sign",
]
