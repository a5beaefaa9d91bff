"""The colours of players, buttons and tokens, as people name them and as screens show them."""

COLOURS = {
    "orange": (255, 140, 40),
    "blue": (90, 150, 255),
    "green": (70, 190, 90),
    "yellow": (240, 210, 60),
    "purple": (190, 110, 230),
    "red": (235, 80, 70),
    "white": (240, 240, 235),
}
"""The first five are a game's own, seat by seat."""
