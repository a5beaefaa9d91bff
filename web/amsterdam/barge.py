"""The barge, as a page offers it: loaded, moved and unloaded, with commodities and dock workers."""

from markupsafe import Markup

from companion.games.amsterdam import harbour
from companion.games.amsterdam.actions import Bring, Deliver, Fetch, Load, MoveBarge
from companion.games.amsterdam.board import Printed
from companion.games.amsterdam.drawing import good_sign, worker_sign
from companion.games.amsterdam.things import GOOD_AT, GOODS, NO_RESOURCES, PLACES, WORKERS, Good, Worker
from companion.games.amsterdam.titles import good_title, place_title, worker_title
from web.amsterdam import chips, fields
from web.amsterdam.answers import Form, Number, Offer, Tap, Way, form, tap
from web.amsterdam.asked import Asked


def barge(asked: Asked) -> tuple[Offer, ...]:
    """What can be done with it, and why the rest cannot be."""
    state, say = asked.state, asked.speech.say
    at = place_title(state.barges[asked.seat], asked.speech)
    delivered = [good for good in GOODS if _can_deliver(asked, good)]
    known = [good for good in delivered if _roof(asked, good).is_known]
    guessed = [good for good in delivered if good not in known]
    taps = (*_load(asked), *(_delivered(asked, good) for good in known), *_bring_known(asked), *_fetches(asked))
    forms = (*(_deliver(asked, good) for good in guessed), *_bring_guessed(asked), *_voyage(asked))
    ways = (Way("barge", say("Barge: {place}", place=at), taps=taps, forms=forms),) if taps or forms else ()
    return *ways, *_reasons(asked)


def _reasons(asked: Asked) -> tuple[str, ...]:
    say = asked.speech.say
    missing = [
        asked.why_not(sample)
        for sample in (Load(), MoveBarge("water", NO_RESOURCES), Fetch(_another(asked)), Bring(0))
        if not asked.can(type(sample))
    ]
    if not asked.can(Deliver):
        missing.append(say("Nothing that is aboard can be delivered where your barge lies."))
    return tuple(missing)


def _another(asked: Asked) -> Worker:
    """No worker of the dock where the barge lies."""
    return next(worker for worker in WORKERS if worker != asked.state.barges[asked.seat])


def _load(asked: Asked) -> tuple[Tap, ...]:
    if not asked.can(Load):
        return ()
    aboard = chips.goods(asked.state.storage[asked.seat], asked.speech)
    return (tap(Load(), asked.speech.say("Load everything"), cost=aboard),)


# Commodities.


def _can_deliver(asked: Asked, good: Good) -> bool:
    state = asked.state
    return bool(state.cargo[asked.seat][GOOD_AT[good]]) and harbour.takes(state, state.barges[asked.seat], good)


def _roof(asked: Asked, good: Good) -> Printed:
    return harbour.printed(asked.state, asked.state.barges[asked.seat], good)


def _delivered(asked: Asked, good: Good) -> Tap:
    """Where the printed value is known."""
    prestige = _roof(asked, good).prestige
    gain = prestige + _fast(asked) + _supervised(asked)
    words = asked.speech.say("Deliver {good}", good=good_title(good, asked.speech))
    cost = (chips.prestige(gain, asked.speech),)
    return tap(Deliver(good, prestige), words, Markup(good_sign(good)), cost)


def _deliver(asked: Asked, good: Good) -> Form:
    words = asked.speech.say("Deliver {good}", good=good_title(good, asked.speech))
    printed = _printed(asked, _roof(asked, good))
    return form(Deliver, words, printed, title=words, hint=_on_top(asked), about=good, good=good)


def _fast(asked: Asked) -> int:
    return asked.state.setup.board.fast_bonus(asked.state.round)


def _supervised(asked: Asked) -> int:
    """Where the Supervisor stands."""
    state = asked.state
    return harbour.SUPERVISED if state.supervisor == state.barges[asked.seat] else 0


def _on_top(asked: Asked) -> str:
    """Of what is printed."""
    say = asked.speech.say
    fast = say("The {more} for a fast delivery come on top.", more=_fast(asked)) if _fast(asked) else ""
    there = say("The Supervisor brings {more} more.", more=_supervised(asked)) if _supervised(asked) else ""
    return f"{fast} {there}".strip()


def _printed(asked: Asked, there: Printed) -> Number:
    return fields.printed(there, asked.speech)._replace(title=asked.speech.say("Printed prestige"))


# Dock workers.


def _fetches(asked: Asked) -> tuple[Tap, ...]:
    say, one = asked.speech.say, (chips.gulden(1, asked.speech),)
    return tuple(
        tap(fetch, say("Fetch {worker}", worker=worker_title(fetch.worker, asked.speech)), _worker(fetch.worker), one)
        for fetch in harbour.fetches(asked.state, asked.seat)
    )


def _worker(worker: Worker) -> Markup:
    return Markup(worker_sign(worker))


def _bring_known(asked: Asked) -> tuple[Tap, ...]:
    printed = harbour.magazine(asked.state)
    if not asked.can(Bring) or not printed.is_known:
        return ()
    gain = (chips.prestige(printed.prestige, asked.speech),)
    return (tap(Bring(printed.prestige), asked.speech.say("Bring the dock worker here"), cost=gain),)


def _bring_guessed(asked: Asked) -> tuple[Form, ...]:
    printed, words = harbour.magazine(asked.state), asked.speech.say("Bring the dock worker here")
    if not asked.can(Bring) or printed.is_known:
        return ()
    return (form(Bring, words, _printed(asked, printed), title=words),)


# A voyage.


def _voyage(asked: Asked) -> tuple[Form, ...]:
    """One resource for each space."""
    if not any(asked.have):
        return ()
    say, lies = asked.speech.say, asked.state.barges[asked.seat]
    there = [place for place in PLACES if place != lies or place == "water"]
    to = fields.place("to", say("Where it lies then"), there, asked.speech)
    return (form(MoveBarge, say("Sail"), to, *fields.payment(asked.have, asked.speech), title=say("Sail")),)
