"""What an action means for the cardboard: which tokens, money and cards to move, sentence by sentence for the table;
and before it is sent, what it would bring about.

What was put right needs nothing: there it was the cardboard that was right.
"""

from collections.abc import Iterable

import msgspec

from companion.games.events import Ask, Asked, Money
from companion.games.merchants import events as ev
from companion.games.merchants.actions import AnyAction, Disk
from companion.games.merchants.decide import Moment, advance, moment
from companion.games.merchants.ending import REPAYMENT
from companion.games.merchants.state import Setup
from companion.games.merchants.story import bonus_title
from companion.games.merchants.titles import area_heading, part_heading, part_of, where
from companion.games.speech import ENGLISH, Speech, mark

_DISKS: dict[Disk, str] = {
    "mayor": mark("The card goes onto the mayor's disk."),
    "auction": mark("The card goes onto the auction disk."),
    "discard": mark("The card goes onto the discard disk."),
}

_ASIDE: dict[ev.Aside, str] = {
    "three_players": mark("This card is not for three players: it goes onto the discard pile."),
    "sand_clock": mark("The sand clock goes onto the discard pile."),
    "discarded": mark("The card on the discard disk goes onto the discard pile."),
    "used": mark("This card is done with: it goes onto the discard pile."),
    "unsold": mark("Nobody bought the card: it goes onto the discard pile."),
}

_TAKEN = mark("{name} takes {amount} from the bank ({what}).")

_PAID = {
    "start": mark("{name} takes {amount} from the bank."),
    "auction": mark("{name} pays {amount} to the bank."),
    "bonus": _TAKEN,
    "give_back": mark("{name} gives {amount} back to the bank ({what})."),
    "credit": mark("{name} takes {amount} and a credit marker from the bank."),
    "repay": mark("{name} pays {amount} to the bank and gives back {markers}."),
}
"""By why a fact says that money moved."""


def cardboard(setup: Setup, events: Iterable[ev.AnyEvent], speech: Speech = ENGLISH) -> list[str]:
    """What the table has to do after an action with these facts."""
    told = [_told(setup, event, speech) for event in _in_one_move(events)]
    return [sentence for sentences in told for sentence in sentences]


def consequences(now: Moment, seat: int, action: AnyAction, speech: Speech = ENGLISH) -> list[str]:
    """What a legal action would bring about, for whoever is about to choose it. Nothing that is still hidden."""
    setup = now.state.setup
    events = _in_one_move(_tried(now, seat, action))
    asked = [ask for event in events if isinstance(event, Asked) for ask in event.agenda]
    found: list[str] = []
    for event in events:
        if isinstance(event, ev.Bonus) and event.bonus == "market":
            gives_back = Ask("give_back", event.seat) in asked
            found.append(_market_bonus(setup.names[event.seat], event, gives_back, speech))
        else:
            found += _foretold(event, speech) or _told(setup, event, speech)
    return found or [speech.say("Nothing changes on the board.")]


def _tried(now: Moment, seat: int, action: AnyAction) -> list[ev.AnyEvent]:
    """What the action itself does. What comes after it is left out, for a dealt card is still face down."""
    alone = moment(msgspec.structs.replace(now.state, agenda=now.state.agenda[-1:]))
    _, events = advance(alone, seat, action)
    if now.state.setup.deck is None:
        return events
    dealt = next((place for place, event in enumerate(events) if isinstance(event, ev.Drawn)), len(events))
    return events[:dealt]


def _in_one_move(events: Iterable[ev.AnyEvent]) -> list[ev.AnyEvent]:
    """A token that moves several spaces in a row is moved once by hand."""
    found: list[ev.AnyEvent] = []
    for event in events:
        last = found[-1] if found else None
        if (
            isinstance(event, ev.Market)
            and isinstance(last, ev.Market)
            and (last.seat, last.commodity) == (event.seat, event.commodity)
        ):
            found[-1] = ev.Market(event.seat, event.commodity, last.before, event.to)
        else:
            found.append(event)
    return found


def _told(setup: Setup, event: ev.AnyEvent, speech: Speech) -> list[str]:
    match event:
        case ev.Year(year):
            return [speech.say("Move the figure on the time track to {year}.", year=year)]
        case ev.Market():
            return [_token(setup, event, speech)]
        case ev.Office(seat, space) | ev.Warehouse(seat, space):
            place = part_heading(part_of(setup.board, space), speech)
            name = setup.names[seat]
            return [speech.say("{name} puts a token on {space} ({place}).", name=name, space=space, place=place)]
        case ev.OfficeLost(seat, space) | ev.WarehouseLost(seat, space):
            place = part_heading(part_of(setup.board, space), speech)
            name = setup.names[seat]
            return [speech.say("{name} takes the token off {space} ({place}).", name=name, space=space, place=place)]
        case Money():
            return _money(setup, event, speech)
        case ev.Scored():
            return _scored(setup, event, speech)
        case ev.Term() | ev.Placed() | ev.SetAside() if setup.deck is None:  # else there are no cards on the table
            return [_card(setup, event, speech)]
        case _:
            return []


def _token(setup: Setup, event: ev.Market, speech: Speech) -> str:
    name, track = setup.names[event.seat], where(event.commodity)
    if event.to == 0:
        return speech.say("{name} takes back the token {where}.", name=name, where=track)
    if event.before == 0:
        return speech.say("{name} puts a token {where}, space {space}.", name=name, where=track, space=event.to)
    if event.to < event.before:
        return speech.say(
            "{name} moves the token {where} back to space {space}.", name=name, where=track, space=event.to
        )
    return speech.say("{name} moves the token {where} to space {space}.", name=name, where=track, space=event.to)


def _money(setup: Setup, event: Money, speech: Speech) -> list[str]:
    """A scoring is paid out as a whole; the marker of a credit comes with its money."""
    why, _, bonus = event.why.partition(":")
    if why not in _PAID:
        return []
    amount = abs(event.amount)
    return [
        speech.say(
            _PAID[why],
            name=setup.names[event.seat],
            amount=amount,
            what=bonus_title(bonus, speech) if bonus else "",
            markers=speech.counted(amount // REPAYMENT, "{count} credit marker", "{count} credit markers"),
        )
    ]


def _scored(setup: Setup, event: ev.Scored, speech: Speech) -> list[str]:
    area = area_heading(event.area, speech)
    totals = [sum(part.amounts[seat] for part in event.parts) for seat in range(setup.players)]
    return [
        speech.say(_TAKEN, name=name, amount=total, what=area)
        for name, total in zip(setup.names, totals, strict=True)
        if total
    ]


def _card(setup: Setup, event: ev.Term | ev.Placed | ev.SetAside, speech: Speech) -> str:
    match event:
        case ev.Term(mayor):
            return speech.say("The three disks go to {name}.", name=setup.names[mayor])
        case ev.Placed(disk=disk):
            return speech.say(_DISKS[disk])
        case ev.SetAside(why=why):
            return speech.say(_ASIDE[why])


def _foretold(event: ev.AnyEvent, speech: Speech) -> list[str]:
    """What matters to who chooses, but is nothing to do on the cardboard."""
    match event:
        case ev.Placed(disk=disk):
            return [speech.say(_DISKS[disk])]
        case ev.ClockStarted():
            return [speech.say("The clock starts.")]
        case _:
            return []


def _market_bonus(name: str, event: ev.Bonus, gives_back: bool, speech: Speech) -> str:
    """The warehouse itself is chosen afterwards, if there is one (M28, M30)."""
    if event.held and event.owed:
        return speech.say("{name} gains the market bonus and builds a free warehouse next.", name=name)
    if event.held:
        return speech.say("{name} gains the market bonus, but has no token or no plot to build on.", name=name)
    if gives_back:
        return speech.say("{name} loses the market bonus and has to give back a warehouse.", name=name)
    return speech.say("{name} loses the market bonus.", name=name)
