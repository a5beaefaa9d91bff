"""Why it cannot go on, in one sentence for the person who started it."""


class Refused(Exception):
    """The program in use is whole: it is the same as before, or, once that step was taken, the new one."""


class Failed(Refused):
    """A command did; `said` is all that it complained of."""

    def __init__(self, sentence: str, said: str) -> None:
        super().__init__(sentence)
        self.said = said
