"""A number with just so many places, to be written as a language writes it: a value of a sentence said later."""

from companion.games.speech import Phrase, Speech


class Rounded(Phrase):
    def __init__(self, number: float, places: int) -> None:
        self.number = number
        self.places = places

    def said(self, speech: Speech) -> str:
        return speech.decimal(self.number, self.places)
