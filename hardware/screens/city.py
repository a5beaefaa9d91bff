"""What happens in Amsterdam, each for a moment: rounds and phases, what somebody did, penalties, and the evaluation."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from companion.games.amsterdam.things import KINDS, Colour, Counts, Good, Kind, Worker
from companion.games.amsterdam.titles import (
    card_title,
    colour_heading,
    good_heading,
    kind_title,
    worker_title,
)
from companion.words import Words, mark
from hardware.screens import lettering
from hardware.screens.asking import Round
from hardware.screens.canal import PHASES, Special, numbered
from hardware.screens.pen import Pen, Row
from hardware.screens.screen import Screen

Names = tuple[tuple[str, int], ...]
"""Who, and how much of it."""


class RoundBegins(Screen, frozen=True):
    round: Round
    special: Special

    def paint(self, pen: Pen, now: int) -> None:
        title = pen.say("The last round") if self.round.is_last else pen.say("A new round")
        pen.card(title, numbered(self.round.number), [self.special.told(pen.words)], picture="start")


class CardsUp(Screen, frozen=True):
    """So many of each kind are to be turned up."""

    cards: Counts

    def paint(self, pen: Pen, now: int) -> None:
        kinds = [(kind_title(kind, pen.words), count) for kind, count in zip(KINDS, self.cards, strict=True) if count]
        rows = [Row(kind, str(count), f"{count} {lettering.abbreviated(kind, pen.small, 50)}") for kind, count in kinds]
        pen.rows(rows, pen.headed(pen.say(PHASES[1].name), pen.say("turn up")))


class PhaseBegins(Screen, frozen=True):
    phase: Literal[3, 4]

    def paint(self, pen: Pen, now: int) -> None:
        phase = PHASES[self.phase]
        pen.card(pen.say("Next"), pen.say(phase.name), [pen.say(_EXPLAINED[self.phase])], picture=phase.picture)


_EXPLAINED = {3: mark("each in turn"), 4: mark("for the shack")}


class Penalized(Screen, frozen=True):
    why: str
    tokens: Names

    def paint(self, pen: Pen, now: int) -> None:
        why = pen.say(_TOKENS.get(self.why, _BY_A_CARD))
        if len(self.tokens) > 1:
            _list(pen, why, pen.say("tokens"), self.tokens)
            return
        ((name, count),) = self.tokens
        tokens = pen.words.counted(count, "{count} penalty token", "{count} penalty tokens")
        pen.card(why, name, [tokens], picture="warning")


_BY_A_CARD = mark("Penalty")
_TOKENS = {"empty_roundel": mark("Empty roundel"), "sixth_card": mark("A sixth card"), "cards": mark("Cards left over")}


class Deed(Screen, frozen=True):
    """Somebody has done something."""

    PICTURE: ClassVar[str]

    name: str

    def paint(self, pen: Pen, now: int) -> None:
        pen.card(self.title(pen.words), self.name, self.details(pen.words), picture=self.PICTURE)

    def title(self, words: Words) -> str:
        raise AssertionError("every deed has a title")

    def details(self, words: Words) -> Sequence[str]:
        return []


class Delivered(Deed, frozen=True):
    """A commodity; prestige is None while somebody looks what is printed there."""

    PICTURE: ClassVar = "ship"

    good: Good | None
    prestige: int | None
    fast: int = 0
    """Of it, for an early round."""

    def title(self, words: Words) -> str:
        return good_heading(self.good, words) if self.good else words.say("Delivered")

    def details(self, words: Words) -> Sequence[str]:
        if self.prestige is None:
            return [words.say("delivered")]
        fast = [words.say("+{bonus} for being fast", bonus=self.fast)] if self.fast else []
        return [words.say("{count} prestige", count=self.prestige), *fast]


class Brought(Deed, frozen=True):
    """A dock worker."""

    PICTURE: ClassVar = "worker"

    worker: Worker
    prestige: int | None

    def title(self, words: Words) -> str:
        return words.say("Dock worker")

    def details(self, words: Words) -> Sequence[str]:
        colour = worker_title(self.worker, words)
        return [colour] if self.prestige is None else [words.say("{count} prestige", count=self.prestige), colour]


class Advanced(Deed, frozen=True):
    PICTURE: ClassVar = "amstel"

    before: int
    to: int
    prestige: int
    is_mouth: bool

    def title(self, words: Words) -> str:
        return words.say("The mouth!") if self.is_mouth else words.say("Amstel")

    def details(self, words: Words) -> Sequence[str]:
        prestige = [words.say("{count} prestige", count=self.prestige)] if self.prestige else []
        return [words.say("Space {before} to {to}", before=str(self.before), to=str(self.to)), *prestige]


class TookBlock(Deed, frozen=True):
    PICTURE: ClassVar = "build"

    district: Colour
    good: Good
    gulden: int
    """For what went to the black market at once."""

    def title(self, words: Words) -> str:
        return words.say("A block")

    def details(self, words: Words) -> Sequence[str]:
        block = f"{colour_heading(self.district, words)}: {good_heading(self.good, words)}"
        return [block, words.say("Black market: {amount} gulden", amount=self.gulden)] if self.gulden else [block]


class Bought(Deed, frozen=True):
    PICTURE: ClassVar = "market"

    price: int
    prestige: int

    def title(self, words: Words) -> str:
        return words.say("At the market")

    def details(self, words: Words) -> Sequence[str]:
        prestige = [words.say("{count} prestige", count=self.prestige)] if self.prestige else []
        return [*prestige, words.say("for {price} gulden", price=self.price)]


class Consoled(Deed, frozen=True):
    """TOM, who could not pay at the market."""

    PICTURE: ClassVar = "credit"

    gulden: int

    def title(self, words: Words) -> str:
        return words.say("At the market")

    def details(self, words: Words) -> Sequence[str]:
        return [words.say("takes {amount} gulden", amount=self.gulden)]


class ThrewCard(Deed, frozen=True):
    PICTURE: ClassVar = "discard"

    card: int
    kind: Kind | None = None

    def title(self, words: Words) -> str:
        return words.say("Thrown away")

    def details(self, words: Words) -> Sequence[str]:
        kind = [kind_title(self.kind, words)] if self.kind else []
        return [card_title(self.card, words), *kind]


class PlayedCard(Deed, frozen=True):
    """Made active, used, or counted at the end."""

    PICTURE: ClassVar = "cards"

    how: Literal["activated", "used", "counted"]
    card: int
    prestige: int = 0

    def title(self, words: Words) -> str:
        return words.say(_PLAYED[self.how])

    def details(self, words: Words) -> Sequence[str]:
        prestige = [words.say("{count} prestige", count=self.prestige)] if self.prestige else []
        return [*prestige, card_title(self.card, words)]


_PLAYED = {"activated": mark("Card activated"), "used": mark("Card used"), "counted": mark("Card counted")}


class Gained(Deed, frozen=True):
    """Prestige for what was done before, once somebody has looked it up."""

    PICTURE: ClassVar = "final"

    why: str
    prestige: int

    def title(self, words: Words) -> str:
        return words.say(GAINS[self.why])

    def details(self, words: Words) -> Sequence[str]:
        return [words.say("{count} prestige", count=self.prestige)]


GAINS = {"bridges": mark("Bridges"), "magazine": mark("Magazine"), "orders": mark("Secret orders")}


class Evaluated(Screen, frozen=True):
    """A part of the evaluation at the end."""

    part: str
    prestige: Names

    def paint(self, pen: Pen, now: int) -> None:
        _list(pen, pen.say(EVALUATION[self.part]), "", self.prestige)


EVALUATION = {
    "penalties": mark("Penalties"),
    "group": mark("Largest group"),
    "district": mark("Districts"),
    "leftovers": mark("Left over"),
}


def _list(pen: Pen, title: str, corner: str, names: Names) -> None:
    rows = [Row(name, f"{amount:+d}", f"{name[:5]} {amount:+d}") for name, amount in names]
    pen.rows(rows, pen.headed(title, corner))
