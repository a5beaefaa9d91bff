"""Who sits where around the device, also where no game is on the table: then a seat is called by its colour."""

from companion.colours import COLOURS
from companion.games.drawing.tokens import Player
from companion.games.setup import Setup
from companion.games.speech import mark
from companion.house import House
from companion.seats import Seat
from companion.words import Words

COLOUR_NAMES = {
    "orange": mark("Orange"),
    "blue": mark("Blue"),
    "green": mark("Green"),
    "yellow": mark("Yellow"),
    "purple": mark("Purple"),
    "red": mark("Red"),
    "white": mark("White"),
}


def seats_here(house: House, words: Words) -> list[Seat]:
    """One for each button of the device."""
    snapshot = house.snapshot
    seated = list(snapshot.view(None).seats) if snapshot else []
    free = [Seat(words.say(COLOUR_NAMES[colour]), colour) for colour in house.colours[len(seated) :]]
    return seated + free


def players_of(setup: Setup) -> list[Player]:
    """Who plays, as the drawings want to know it."""
    return [Player(name, COLOURS[colour]) for name, colour in zip(setup.names, setup.seats, strict=True)]
