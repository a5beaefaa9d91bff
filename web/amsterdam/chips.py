"""Signs with a number beside them, for the pages: what one sees of a count, and what is read out of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from markupsafe import Markup

from companion.games.amsterdam.drawing import (
    good_sign,
    gulden_sign,
    penalty_sign,
    prestige_sign,
    resource_sign,
    worker_sign,
)
from companion.games.amsterdam.things import COLOURS, GOODS, Counts, Worker
from companion.games.amsterdam.titles import colour_heading, good_heading, worker_title
from companion.games.speech import Speech

T = TypeVar("T")


class Chip(NamedTuple):
    sign: Markup
    number: int
    words: str
    """What is counted."""
    icon: str = ""
    """Of every page, where there is no drawing of its own."""


def resources(counts: Counts, speech: Speech) -> tuple[Chip, ...]:
    return _counted(COLOURS, counts, resource_sign, lambda colour: colour_heading(colour, speech))


def goods(counts: Counts, speech: Speech) -> tuple[Chip, ...]:
    return _counted(GOODS, counts, good_sign, lambda good: good_heading(good, speech))


def workers(aboard: Sequence[Worker], speech: Speech) -> tuple[Chip, ...]:
    """One by one."""
    return tuple(Chip(Markup(worker_sign(worker)), 1, worker_title(worker, speech)) for worker in aboard)


def gulden(count: int, speech: Speech) -> Chip:
    return Chip(Markup(gulden_sign()), count, speech.say("Gulden"))


def prestige(count: int, speech: Speech) -> Chip:
    return Chip(Markup(prestige_sign()), count, speech.say("Prestige"))


def penalties(count: int, speech: Speech) -> Chip:
    return Chip(Markup(penalty_sign()), count, speech.say("Penalty tokens"))


def steps(count: int, speech: Speech) -> Chip:
    return Chip(Markup(""), count, speech.say("Spaces on the Amstel"), "amstel")


def _counted(
    things: Iterable[T], counts: Counts, sign: Callable[[T], str], words: Callable[[T], str]
) -> tuple[Chip, ...]:
    """What there is any of."""
    return tuple(
        Chip(Markup(sign(thing)), count, words(thing)) for thing, count in zip(things, counts, strict=True) if count
    )
