"""What stands in Amsterdam: the round with what is special about it, the order on the Amstel, and what is asked."""

from typing import ClassVar, NamedTuple

import msgspec

from companion.games.amsterdam.things import LAST_ROUND
from companion.words import Words, mark
from hardware.screens import asking, lettering
from hardware.screens.asking import Question, Round
from hardware.screens.dice import late_dice
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen


class Phase(NamedTuple):
    name: str
    picture: str


PHASES = {
    1: Phase(mark("Cards"), "cards"),
    2: Phase(mark("Dice"), "dice"),
    3: Phase(mark("Actions"), "ship"),
    4: Phase(mark("Keep one"), "build"),
}


class Special(msgspec.Struct, frozen=True):
    """What is special about a round: early deliveries bring more, late dice are turned down."""

    bonus: int
    highest: int
    """That a die can show."""

    def told(self, words: Words) -> str:
        if self.bonus:
            return words.say("+{bonus} a delivery", bonus=self.bonus)
        return late_dice(self.highest, words)


class Tracker(Screen, frozen=True, kw_only=True):
    """The round, whose turn it is in which phase, and the order of play."""

    name: str
    phase: int
    number: int
    special: Special
    order: tuple[str, ...]

    def paint(self, pen: Pen, now: int) -> None:
        number, special, phase = numbered(self.number), self.special.told(pen.words), PHASES[self.phase]
        if pen.is_low:
            pen.card(self.name, f"{number} {pen.say(phase.name)}", [special], picture=phase.picture)
        else:
            details = [special, self._order(pen)]
            pen.card(self.name, number, details, picture=phase.picture, corner=pen.say(phase.name))

    def _order(self, pen: Pen) -> str:
        """With as much of each name as there is room for."""
        lines = [", ".join(name[:letters] for name in self.order) for letters in (None, 6, 5, 4, 3)]
        return next((line for line in lines if pen.is_tall or lettering.width(line, pen.small) < pen.width - 3), "")


def numbered(round_: int) -> str:
    return f"{round_}/{LAST_ROUND}"


class Disc(msgspec.Struct, frozen=True):
    name: str
    space: int


class Amstel(Screen, frozen=True, kw_only=True):
    """Everybody in the order of play, from the start to the mouth."""

    discs: tuple[Disc, ...]
    mouth: int
    bridges: tuple[int, ...]
    """Behind these spaces."""
    round: Round

    def paint(self, pen: Pen, now: int) -> None:
        top = pen.headed(pen.say("Amstel"), self.round.named(pen.words))
        if pen.is_low:
            self._in_short(pen)
            return
        height = min((pen.height - top) // len(self.discs), 2 * pen.line)
        for place, disc in enumerate(self.discs):
            self._row(pen, top + place * height, height, disc)

    def _row(self, pen: Pen, top: int, height: int, disc: Disc) -> None:
        """Name and space beside the river, or above it where there is room."""
        radius = pen.small // 3
        if pen.is_tall:
            left, right, room, middle, baseline = radius, pen.width - 1 - radius, 100, top + height - 7, top + pen.small
        else:
            left, right, room, middle = pen.width * 3 // 8, pen.width - 19, pen.width * 3 // 8 - 7, top + height // 2
            baseline = top + (height + lettering.height(pen.small)) // 2
        pen.text(1, baseline, lettering.clipped(disc.name, pen.small, room))
        pen.right(pen.width - 1, baseline, str(disc.space))

        def at(space: float) -> int:
            return left + round((right - left) * space / self.mouth)

        pen.draw.line((left, middle, right, middle), fill=1)
        for bridge in self.bridges:
            x = at(bridge + 0.5)
            pen.draw.line((x, middle - 2, x, middle + 2), fill=1)
        x = at(disc.space)
        pen.draw.ellipse((x - radius, middle - radius, x + radius, middle + radius), fill=1)

    def _in_short(self, pen: Pen) -> None:
        for place, disc in enumerate(self.discs):
            row, column = divmod(place, 2)
            x, baseline = column * 66, 20 + row * pen.line
            pen.text(x, baseline, lettering.clipped(disc.name, pen.small, 44))
            pen.right(x + 60, baseline, str(disc.space))


class Decision(asking.Decision, frozen=True, kw_only=True):
    QUESTIONS: ClassVar = {
        "discs": Question(mark("Stack the discs")),
        "tiles": Question(mark("Draw district tiles")),
        "supervisor": Question(mark("Supervisor?")),
        "bailiff": Question(mark("Bailiff?")),
        "marketeer": Question(mark("Black-marketeer?")),
        "first_resources": Question(mark("First resources")),
        "card": Question(mark("Take a card")),
        "throw": Question(mark("Throw one away")),
        "roll": Question(mark("Roll the dice")),
        "dice": Question(mark("Take two dice")),
        "act": Question(mark("Your actions"), mark("Button: done")),
        "bridges": Question(mark("Bridges crossed?")),
        "keep": Question(mark("Keep a resource")),
        "tom_card": Question(mark("TOM: card?")),
        "tom_bridges": Question(mark("TOM: bridges?")),
        "tom_magazine": Question(mark("TOM: magazine?")),
        "tom_block": Question(mark("TOM takes a block")),
        "tom_roof": Question(mark("TOM: rooftop?")),
        "tom_market": Question(mark("TOM: market tile?")),
        "end_cards": Question(mark("Cards that count"), mark("Button: done")),
        "orders": Question(mark("Secret orders")),
    }
