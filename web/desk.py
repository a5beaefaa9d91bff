"""The desk: what is on the table, in words, figures and choices, as plain values for the page to lay out.

What people send back is taken by `desk_doors`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.choices import Choice, choices, question
from companion.entries import Acted, Corrected, Judged, Paused, Row, TookBack
from companion.games.merchants.actions import StartClock
from companion.games.merchants.events import ClockStarted, Doubled, Misbid, Sold, Unsold
from companion.games.merchants.refusals import QUESTIONS
from companion.games.merchants.state import DISKS, Setup, State, empty_state
from companion.games.merchants.story import Story, card_title, listed
from companion.journal import Kept
from companion.requests import Correct, Proposal, TakeBack
from companion.snapshots import CLOCK_ALONE, Look, Snapshot, View
from companion.verdicts import sentences

SENTENCES = 40
"""So many of the last are told, the newest first."""
_ROWS = 60
"""So many of the last rows are read for them: enough that a story knows which card it tells of."""

_DISKS = {"mayor": "For the mayor", "auction": "For auction", "discard": "Discarded"}


class Empty(NamedTuple):
    """Nothing is on the table."""

    unfinished: "Unfinished | None"


class Off(NamedTuple):
    """The device is being switched off."""


class Unfinished(NamedTuple):
    game: int
    begun: str
    names: str


class JustTheClock(NamedTuple):
    says: str
    told: tuple[str, ...]
    is_open: bool
    """An auction is on, whether its clock runs or stands."""
    stands: bool


class Game(NamedTuple):
    """Seats count from 0, in forms as everywhere; people see names."""

    heading: str
    says: str
    merchants: "tuple[Merchant, ...]"
    disks: tuple[tuple[str, str], ...]
    """What lies on each."""
    decisions: "tuple[Decision, ...]"
    vote: "Vote | None"
    told: tuple[str, ...]
    standings: "tuple[Standing, ...]"
    """Once the game is over, the richest first."""
    runs: bool
    """The clock, or it counts down."""
    people: tuple[int, ...]
    after: str
    """What the choices are about; they lapse with it."""
    trouble: str | None


class Merchant(NamedTuple):
    name: str
    colour: str
    is_bot: bool
    is_mayor: bool
    money: int
    credit: int
    offices: int
    warehouses: int
    market: tuple[int, ...]


class Decision(NamedTuple):
    """What a person is asked, and everything that can be answered."""

    seat: int
    colour: str
    question: str
    choices: tuple[Choice, ...]
    hint: str


class Vote(NamedTuple):
    """A proposal that still waits for somebody."""

    number: int
    says: str
    waiting_for: tuple[int, ...]


class Standing(NamedTuple):
    place: int
    name: str
    colour: str
    money: int
    wins: bool


Table = Empty | Off | JustTheClock | Game


def empty(kept: Kept | None) -> Empty:
    if kept is None:
        return Empty(None)
    names = [seat.name + (" (bot)" if seat.is_bot else "") for seat in kept.opening.seats]
    return Empty(Unfinished(kept.game, kept.begun_here, listed(names)))


def on_table(snapshot: Snapshot, rows: Sequence[Row], evening: int) -> JustTheClock | Game:
    """What is there now, and the last of what happened."""
    view = snapshot.view(None)
    is_alone = view.game == CLOCK_ALONE
    told = tuple(_told(rows[-_ROWS:], snapshot.look.now.state.setup, is_alone))[: -SENTENCES - 1 : -1]
    if is_alone:
        return JustTheClock(_clock_says(view), told, view.clock is not None or view.clock_stands, view.clock_stands)
    return _game(snapshot, view, told, evening)


def after(snapshot: Snapshot, evening: int) -> str:
    """A name for what is asked now: another step or another evening has another."""
    return f"{evening}.{snapshot.look.step}"


def _clock_says(view: View) -> str:
    if view.clock:
        return "The clock is on. Any button stops it."
    if view.clock_stands:
        return "The clock stands. Any button starts it again, from the top."
    return "Any button starts the clock."


def _game(snapshot: Snapshot, view: View, told: tuple[str, ...], evening: int) -> Game:
    look, table = snapshot.look, view.table
    state = look.now.state
    cards = "1 card" if table.cards_left == 1 else f"{table.cards_left} cards"
    return Game(
        heading=f"{table.year}, term {table.term}, {cards} to come",
        says=_says(look, view),
        merchants=_merchants(view),
        disks=_disks(state) if state.agenda else (),
        decisions=tuple(_decisions(look, view)),
        vote=_vote(view.proposal, _names(view)) if view.proposal else None,
        told=told,
        standings=_standings(view) if table.winners is not None else (),
        runs=view.clock is not None,
        people=tuple(place for place, seat in enumerate(view.seats) if not seat.is_bot),
        after=after(snapshot, evening),
        trouble=view.trouble,
    )


def _names(view: View) -> Callable[[int], str]:
    return lambda seat: view.seats[seat].name


def _says(look: Look, view: View) -> str:
    """Whose turn it is."""
    state, called = look.now.state, _names(view)
    if view.table.winners is not None:
        wins = "wins" if len(view.table.winners) == 1 else "win"
        return f"The game is over. {listed([called(seat) for seat in view.table.winners])} {wins}."
    ask = state.agenda[-1]
    if ask.what == "bid":
        return _auction_says(look, view)
    assert ask.seat is not None
    if view.seats[ask.seat].is_bot:
        return f"{called(ask.seat)} is to {QUESTIONS[ask.what]}."
    return f"{called(ask.seat)} decides."


def _auction_says(look: Look, view: View) -> str:
    state = look.now.state
    if view.clock_stands:
        mayor = view.seats[state.mayor]
        who = "Anybody" if mayor.is_bot else mayor.name
        return f"The clock stands. {who} can start it again, from the top."
    card = state.disks[DISKS.index("auction")]
    lot = card_title(state.setup.board, card) if card else "card"
    doubled = ", every price doubled" if state.doubled_by is not None else ""
    return f"The clock is on for the {lot}{doubled}. Whoever wants it presses first."


def _merchants(view: View) -> tuple[Merchant, ...]:
    table = view.table
    return tuple(
        Merchant(
            name=seat.name,
            colour=seat.colour,
            is_bot=seat.is_bot,
            is_mayor=place == table.mayor,
            money=table.money[place],
            credit=table.markers[place],
            offices=len(table.offices[place]),
            warehouses=len(table.warehouses[place]),
            market=table.market[place],
        )
        for place, seat in enumerate(view.seats)
    )


def _disks(state: State) -> tuple[tuple[str, str], ...]:
    board = state.setup.board
    lying = zip(DISKS, state.disks, strict=True)
    return tuple((_DISKS[disk], card_title(board, card)) for disk, card in lying if card)


def _decisions(look: Look, view: View) -> Iterator[Decision]:
    """Of the people. Cards that the table itself turns up are declared for bots, too."""
    state = look.now.state
    if not state.agenda or look.clock:
        return
    ask = state.agenda[-1]
    if ask.what == "bid":
        yield from _starts_again(state, view)
    elif ask.seat is not None and (not view.seats[ask.seat].is_bot or ask.what == "draw"):
        asked, *_ = question(state, _names(view))
        hint = "Or press the mayor's button." if ask.what == "start_clock" else ""
        yield Decision(ask.seat, view.seats[ask.seat].colour, asked, choices(look.now, ask.seat), hint)


def _starts_again(state: State, view: View) -> Iterator[Decision]:
    """The mayor; where a bot is mayor, anybody."""
    again = (Choice("start the clock again", StartClock()),)
    bot_is_mayor = view.seats[state.mayor].is_bot
    for place, seat in enumerate(view.seats):
        if not seat.is_bot and (bot_is_mayor or place == state.mayor):
            yield Decision(place, seat.colour, f"{seat.name}, the clock stands:", again, "Or press the button.")


def _vote(proposal: Proposal, called: Callable[[int], str]) -> Vote:
    match proposal.wants:
        case TakeBack():
            wanted = "to take back the last that was done"
        case Correct(_, reason):
            wanted = f"to put something right ({reason})"
        case _:
            wanted = "a pause"
    return Vote(proposal.number, f"{called(proposal.by)} wants {wanted}.", proposal.waiting_for)


def _standings(view: View) -> tuple[Standing, ...]:
    table = view.table
    order = sorted(range(len(view.seats)), key=lambda seat: -table.money[seat])
    return tuple(
        Standing(
            place=1 + sum(money > table.money[seat] for money in table.money),
            name=view.seats[seat].name,
            colour=view.seats[seat].colour,
            money=table.money[seat],
            wins=seat in (table.winners or ()),
        )
        for seat in order
    )


def _told(rows: Sequence[Row], setup: Setup, is_alone: bool) -> Iterator[str]:
    """In sentences: who was first and by how much, and what came of it. The clock alone knows of no cards."""
    story = Story(setup, lambda seat: setup.names[seat])
    auction = empty_state(setup)
    """As much of it as a verdict speaks of: whose it is, and whether it is doubled."""
    for row in rows:
        match row.entry:
            case Acted(seat, action, events, verdicts):
                if isinstance(action, StartClock) and seat is not None:
                    auction.mayor = seat
                yield from sentences(verdicts, auction, story.called)
                for event in events:
                    if isinstance(event, ClockStarted):
                        auction.doubled_by = event.doubled_by
                    if is_alone and not isinstance(event, Doubled | Misbid | Sold | Unsold):
                        continue
                    yield from (sentence.strip() for sentence in story.tell(event))
            case Judged(verdicts):
                yield from sentences(verdicts, auction, story.called)
            case Corrected(reason=reason, by=by):
                yield f"{_who(setup, by)} put something right: {reason}."
            case Paused() if is_alone:
                yield "The clock was stopped for a pause."
            case TookBack() if is_alone:
                yield "The auction was called off."
            case TookBack(by=by):
                yield f"{_who(setup, by)} took back what was done last."
            case Paused(by=by):
                yield f"{_who(setup, by)} stopped the clock for a pause."


def _who(setup: Setup, seats: Sequence[int]) -> str:
    return listed([setup.names[seat] for seat in seats])
