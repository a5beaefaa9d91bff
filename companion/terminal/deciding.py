"""The questions of a game, put to the people at the keyboard: what to do, what to take back, what to put right."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from companion.entries import Acted
from companion.games.errors import Illegal
from companion.games.merchants.actions import AnyAction
from companion.games.merchants.choosing import Choice
from companion.games.merchants.corrections import in_words
from companion.games.merchants.state import Setup
from companion.games.speech import ENGLISH, Phrase, Speech
from companion.requests import Correct, Pause, Proposal, PutAway, TakeBack
from companion.terminal.chronicle import Chronicle
from companion.terminal.correcting import changes_in, form
from companion.terminal.dialogs import Command, Dialog, choose, typed_line, yes_or_no

Called = Callable[[int], str]

COMMANDS = "bhc?q"
COMMANDS_LINE = Phrase("b take back   h holdings   c put right   ? help   q leave")
BACK = "0"
STEPS_BACK = 9
"""So many of the last steps are offered to be taken back."""


def decide(question: Sequence[str], offered: Sequence[Choice], speech: Speech = ENGLISH) -> Dialog[AnyAction | Command]:
    """Step by step to an action; on the way `0` goes one step back."""
    path: list[Choice] = []
    while True:
        level = path[-1].inside if path else offered
        so_far = [f"   {' - '.join(choice.words for choice in path)}:"] if path else []
        keys = [speech.say("0 one step back")] if path else []
        answer = yield from choose(
            ["", *question, *so_far],
            [(choice.words, choice) for choice in level],
            COMMANDS + (BACK if path else ""),
            "   ".join([*keys, COMMANDS_LINE.said(speech)]),
            speech,
        )
        if answer == Command(BACK):
            path.pop()
        elif isinstance(answer, Command):
            return answer
        elif answer.inside:
            path.append(answer)
        else:
            assert answer.action is not None
            return answer.action


def take_back(
    people: Sequence[int], chronicle: Chronicle, called: Called, speech: Speech = ENGLISH
) -> Dialog[tuple[int, TakeBack] | None]:
    """Who wants to take back, and what."""
    seat = yield from _who(speech.say("Who wants to take something back?"), people, called, speech)
    if seat is None:
        return None
    steps = chronicle.steps()
    own = next((row for row in reversed(steps) if isinstance(row.entry, Acted) and row.entry.seat == seat), None)
    offered = [(speech.say("{step} (your own last)", step=chronicle.described(own)), TakeBack())] if own else []
    for before, row in reversed([*pairwise(steps)][-STEPS_BACK:]):
        if row is not own:
            offered.append((chronicle.described(row), TakeBack(before.n)))
    if not offered:
        return None
    question = ["", speech.say("{name}, take back everything from here on:", name=called(seat))]
    answer = yield from choose(question, offered, BACK, speech.say("0 nothing"), speech)
    return None if isinstance(answer, Command) else (seat, answer)


def put_right(
    people: Sequence[int], setup: Setup, called: Called, speech: Speech = ENGLISH
) -> Dialog[tuple[int, Correct] | None]:
    """Who puts what right, and why."""
    seat = yield from _who(speech.say("Who wants to put something right?"), people, called, speech)
    complaint: list[str] = []
    while seat is not None:
        text = yield from typed_line([*form(speech), *complaint])
        if text is None:
            return None
        try:
            changes = changes_in(text, setup, speech)
        except Illegal as error:
            complaint = [error.said(speech)]
            continue
        why = speech.say("Why? A few words for the journal:")
        reason = yield from typed_line(["", f"{in_words(changes, called, speech)}.", why])
        return (seat, Correct(changes, reason)) if reason else None
    return None


def _who(question: str, people: Sequence[int], called: Called, speech: Speech) -> Dialog[int | None]:
    if len(people) < 2:
        return people[0] if people else None
    seats = [(called(seat), seat) for seat in people]
    answer = yield from choose(["", question], seats, BACK, speech.say("0 nobody"), speech)
    return None if isinstance(answer, Command) else answer


def vote(proposal: Proposal, seat: int, chronicle: Chronicle, called: Called, speech: Speech = ENGLISH) -> Dialog[bool]:
    """Whether this seat agrees."""
    agree = speech.say("{name}, do you agree?", name=called(seat))
    return (yield from yes_or_no([_wish(proposal, chronicle, called, speech), agree], speech))


def _wish(proposal: Proposal, chronicle: Chronicle, called: Called, speech: Speech) -> str:
    name = called(proposal.by)
    match proposal.wants:
        case TakeBack(to):
            undone = next((row for row in chronicle.steps() if to is not None and row.n > to), None)
            if undone is None:
                return speech.say("{name} wants to take back.", name=name)
            step = chronicle.described(undone)
            return speech.say("{name} wants to take back from here on: {step}", name=name, step=step)
        case Correct(changes, reason):
            right = in_words(changes, called, speech)
            return speech.say(
                "{name} wants to put right ({reason}): {changes}.", name=name, reason=reason, changes=right
            )
        case PutAway():
            return speech.say("{name} wants to leave the table. The game is kept.", name=name)
        case Pause():
            return speech.say("{name} wants a pause.", name=name)
