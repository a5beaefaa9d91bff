"""Whose turn it is, what is asked, and how it is answered: where the button is not for bidding."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

import msgspec

from companion.words import Words, mark
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen

ON_THE_PHONE = mark("on the phone")


class Question(NamedTuple):
    asked: str
    button: str | None = None
    """What a press says; None: that it cannot say."""


class Round(msgspec.Struct, frozen=True):
    number: int
    is_last: bool = False

    def named(self, words: Words) -> str:
        return words.say("last round") if self.is_last else words.say("Round {number}", number=str(self.number))


class Decision(Screen, frozen=True, kw_only=True):
    """One of the questions of a game, to somebody."""

    QUESTIONS: ClassVar[Mapping[str, Question]]

    name: str
    what: str
    round: Round

    def paint(self, pen: Pen, now: int) -> None:
        question = self.QUESTIONS[self.what]
        asked, how = pen.say(question.asked), pen.say(question.button or ON_THE_PHONE)
        picture = "button" if question.button else "phone"
        if pen.is_low:
            pen.card(self.name, asked, [how], picture=picture)
            return
        pen.card(pen.say("It is for"), self.name, [asked, how], picture=picture, corner=self.round.named(pen.words))
