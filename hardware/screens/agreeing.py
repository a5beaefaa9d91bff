"""What somebody proposes, before a press agrees to it."""

from hardware.screens.pen import Pen
from hardware.screens.screen import Screen


class Proposed(Screen, frozen=True):
    name: str
    is_correction: bool
    """Else something is to be taken back."""
    waiting_for: tuple[str, ...]

    def paint(self, pen: Pen, now: int) -> None:
        wants = pen.say("Put it right?") if self.is_correction else pen.say("Take it back?")
        agree = [pen.say("Button: yes"), ", ".join(self.waiting_for)]
        pen.card(pen.say("{name} asks", name=self.name), wants, agree, picture="button")
