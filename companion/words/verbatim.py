"""What is the same in every language: a command to be typed, a word of a file, a name that a machine gives itself."""

from companion.games.speech import Phrase, Speech


class Verbatim(Phrase):
    def __init__(self, text: str) -> None:
        self.text = text

    def said(self, speech: Speech) -> str:
        return self.text
