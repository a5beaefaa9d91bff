"""The colours of players, buttons and tokens, as people name them and as screens show them."""

from companion.games.speech import mark

COLOURS = {
    mark("orange"): (255, 140, 40),
    mark("blue"): (90, 150, 255),
    mark("green"): (70, 190, 90),
    mark("yellow"): (240, 210, 60),
    mark("purple"): (190, 110, 230),
    mark("red"): (235, 80, 70),
    mark("white"): (240, 240, 235),
}
"""The first five are a game's own, seat by seat."""
