"""The questions of a game, put to the people at the keyboard: what to do, what to take back, what to put right."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from companion.choices import Choice
from companion.entries import Acted
from companion.games.errors import Illegal
from companion.games.merchants.actions import AnyAction
from companion.games.merchants.state import Setup
from companion.requests import Correct, Pause, Proposal, TakeBack
from companion.terminal.chronicle import Chronicle
from companion.terminal.correcting import FORM, changes_in, in_words
from companion.terminal.dialogs import Command, Dialog, choose, typed_line, yes_or_no

Called = Callable[[int], str]

COMMANDS = "bhc?q"
COMMANDS_LINE = "b take back   h holdings   c put right   ? help   q leave"
BACK = "0"
STEPS_BACK = 9
"""So many of the last steps are offered to be taken back."""


def decide(question: Sequence[str], offered: Sequence[Choice]) -> Dialog[AnyAction | Command]:
    """Step by step to an action; on the way `0` goes one step back."""
    path: list[Choice] = []
    while True:
        level = path[-1].inside if path else offered
        so_far = [f"   {' - '.join(choice.words for choice in path)}:"] if path else []
        keys = f"{BACK} one step back   {COMMANDS_LINE}" if path else COMMANDS_LINE
        commands = COMMANDS + (BACK if path else "")
        answer = yield from choose(
            ["", *question, *so_far], [(choice.words, choice) for choice in level], commands, keys
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


def take_back(people: Sequence[int], chronicle: Chronicle, called: Called) -> Dialog[tuple[int, TakeBack] | None]:
    """Who wants to take back, and what."""
    seat = yield from _who(people, "take something back", called)
    if seat is None:
        return None
    steps = chronicle.steps()
    own = next((row for row in reversed(steps) if isinstance(row.entry, Acted) and row.entry.seat == seat), None)
    offered = [(f"{chronicle.described(own)} (your own last)", TakeBack())] if own else []
    for before, row in reversed([*pairwise(steps)][-STEPS_BACK:]):
        if row is not own:
            offered.append((chronicle.described(row), TakeBack(before.n)))
    if not offered:
        return None
    question = ["", f"{called(seat)}, take back everything from here on:"]
    answer = yield from choose(question, offered, BACK, f"{BACK} nothing")
    return None if isinstance(answer, Command) else (seat, answer)


def put_right(people: Sequence[int], setup: Setup, called: Called) -> Dialog[tuple[int, Correct] | None]:
    """Who puts what right, and why."""
    seat = yield from _who(people, "put something right", called)
    complaint: list[str] = []
    while seat is not None:
        text = yield from typed_line([*FORM, *complaint])
        if text is None:
            return None
        try:
            changes = changes_in(text, setup)
        except Illegal as error:
            complaint = [str(error)]
            continue
        reason = yield from typed_line(["", f"{in_words(changes, called)}.", "Why? A few words for the journal:"])
        return (seat, Correct(changes, reason)) if reason else None
    return None


def _who(people: Sequence[int], wish: str, called: Called) -> Dialog[int | None]:
    if len(people) < 2:
        return people[0] if people else None
    answer = yield from choose(
        ["", f"Who wants to {wish}?"], [(called(seat), seat) for seat in people], BACK, f"{BACK} nobody"
    )
    return None if isinstance(answer, Command) else answer


def vote(proposal: Proposal, seat: int, chronicle: Chronicle, called: Called) -> Dialog[bool]:
    """Whether this seat agrees."""
    wanted = _wanted(proposal, chronicle, called)
    return (yield from yes_or_no([f"{called(proposal.by)} wants {wanted}", f"{called(seat)}, do you agree?"]))


def _wanted(proposal: Proposal, chronicle: Chronicle, called: Called) -> str:
    match proposal.wants:
        case TakeBack(to):
            undone = next((row for row in chronicle.steps() if to is not None and row.n > to), None)
            return f"to take back from here on: {chronicle.described(undone)}" if undone else "to take back."
        case Correct(changes, reason):
            return f"to put right ({reason}): {in_words(changes, called)}."
        case Pause():
            return "a pause."
