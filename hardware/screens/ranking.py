"""Who is ahead, and who has won: the same in every game."""

from hardware.screens import lettering
from hardware.screens.pen import Pen
from hardware.screens.screen import Screen


class Standings(Screen, frozen=True):
    """What everybody has to win by, the most first."""

    scores: tuple[tuple[str, int], ...]
    corner: str = ""
    in_thousands: bool = False
    """Where there is no room for all digits."""
    in_prestige: bool = False

    def paint(self, pen: Pen, now: int) -> None:
        ranked = sorted(self.scores, key=lambda pair: -pair[1])
        if pen.is_low:
            for place, (name, amount) in enumerate(ranked[:6]):
                column, row = divmod(place, 3)
                shown = amount // 1000 if self.in_thousands else amount
                pen.text(column * 66, 9 + row * 11, f"{lettering.clipped(name, pen.small, 34)} {shown}")
            return
        top = pen.banner(pen.say("Prestige") if self.in_prestige else pen.say("Money"), self.corner)
        height = min((pen.height - top) // len(ranked), pen.line + 3)
        for place, (name, amount) in enumerate(ranked):
            baseline = top + place * height + (height + lettering.height(pen.small)) // 2
            written = pen.words.number(amount)
            pen.right(pen.width - 2, baseline, written)
            room = pen.width - lettering.width(written, pen.small) - 10
            pen.text(2, baseline, lettering.clipped(name, pen.small, room))


class GameOver(Screen, frozen=True):
    winners: tuple[str, ...]
    score: int
    in_prestige: bool = False
    """It is not money that one wins by."""

    def paint(self, pen: Pen, now: int) -> None:
        if self.in_prestige:
            has = pen.say("{count} prestige", count=self.score)
        else:
            has = pen.say("{price} guilders", price=self.score)
        title = pen.say("The winner is") if len(self.winners) == 1 else pen.say("A shared victory")
        pen.card(title, " + ".join(self.winners), [has], picture="final")
