"""What an action means for the cardboard: which cards, prices, tokens and money to move, sentence by sentence for the
table; and before it is sent, what it would bring about.

What was put right needs nothing: there it was the cardboard that was right.
"""

from collections.abc import Iterable, Sequence

import msgspec

from companion.games.events import Money
from companion.games.mercurius import events as ev
from companion.games.mercurius.actions import AnyAction
from companion.games.mercurius.decide import Moment, advance, moment
from companion.games.mercurius.outlook import turns_to_come
from companion.games.mercurius.state import Setup, State
from companion.games.mercurius.story import draw_told
from companion.games.mercurius.titles import all_counted, card_title, counted, token_heading, token_title
from companion.games.mercurius.tokens import TOKENS, Token
from companion.games.speech import ENGLISH, Speech, mark


def cardboard(setup: Setup, events: Sequence[ev.AnyEvent], speech: Speech = ENGLISH) -> list[str]:
    """What the table has to do after an action with these facts."""
    laid, drawn = _cards(setup, events, speech) if setup.deck is None else ([], [])  # else there are no cards there
    return [
        *laid,
        *_prices(setup, events, speech),
        *drawn,
        *_tokens(setup, events, speech),
        *_paid(setup, events, speech),
    ]


def consequences(now: Moment, seat: int, action: AnyAction, speech: Speech = ENGLISH) -> list[str]:
    """What a legal action would bring about, for whoever is about to choose it. Nothing that is still hidden."""
    setup = now.state.setup
    alone = moment(msgspec.structs.replace(now.state, agenda=now.state.agenda[-1:]))
    _, events = advance(alone, seat, action)
    foretold = [line for event in events for line in _foretold(now.state, event, speech)]
    told = [*cardboard(setup, events, speech), *foretold]
    return told or [speech.say("Nothing changes on the board.")]


def _foretold(state: State, event: ev.AnyEvent, speech: Speech) -> list[str]:
    """What matters to who chooses, but is nothing to do on the cardboard."""
    setup = state.setup
    match event:
        case ev.Lot(seat) if turns_to_come(state, seat) == 1:
            return [speech.say("The Black Market pays the full final prices at the end of the game.")]
        case ev.Lot(seat):
            name = setup.names[seat]
            return [speech.say("The Black Market pays the full prices when {name} has the next turn.", name=name)]
        case ev.NewsPlayed(seat, thrown) if thrown and setup.deck is not None:
            cards = speech.counted(len(thrown), "{count} card", "{count} cards")
            return [speech.say("{name} throws away {cards}.", name=setup.names[seat], cards=cards)]
        case ev.Dealt() if setup.deck is not None:
            return [draw_told(event, setup.names.__getitem__, speech)]
        case ev.MainDeckOut(last_round):
            return [speech.say("The main deck is used up: round {round} is the last.", round=str(last_round))]
        case _:
            return []


def _cards(setup: Setup, events: Iterable[ev.AnyEvent], speech: Speech) -> tuple[list[str], list[str]]:
    """What is done before the prices change, and what after it."""
    laid, drawn = [], []
    say, names = speech.say, setup.names
    for event in events:
        match event:
            case ev.Played(seat, card):
                title = card_title(setup.board, card, speech)
                played = mark("On the first space of {name}'s board goes: {card}.")
                laid.append(say(played, name=names[seat], card=title))
            case ev.NewsPlayed(seat, thrown):
                news = mark("The News card goes face down on the first space of {name}'s board.")
                laid.append(say(news, name=names[seat]))
                cards = speech.counted(len(thrown), "{count} card", "{count} cards")
                laid += [say("{name} throws away {cards}, face down.", name=names[seat], cards=cards)] if thrown else []
            case ev.Shifted(seat, off):
                shifted = mark("The cards on {name}'s board move on by one space.")
                fallen = mark("The cards on {name}'s board move on by one space; the last one falls off.")
                drawn.append(say(fallen if off else shifted, name=names[seat]))
            case ev.Dealt(seat, pile=pile):
                main = mark("{name} draws a card from the main deck.")
                backup = mark("{name} draws a card from the backup deck.")
                dealt = main if pile == "main" else backup
                drawn.append(say(dealt, name=names[seat]))
    return laid, drawn


def _prices(setup: Setup, events: Iterable[ev.AnyEvent], speech: Speech) -> list[str]:
    """A price that several cards move is moved once by hand."""
    moved: dict[Token, tuple[int, int]] = {}
    for event in events:
        if isinstance(event, ev.Price):
            before, _ = moved.get(event.token, (event.before, event.to))
            moved[event.token] = (before, event.to)
    ways = [(token, *moved[token]) for token in TOKENS if token in moved]
    return [_price(setup, token, to, speech) for token, before, to in ways if before != to]


def _price(setup: Setup, token: Token, space: int, speech: Speech) -> str:
    """Where several spaces have the same price, by the space."""
    prices, name = setup.board.prices, token_title(token, speech)
    if prices.count(prices[space]) == 1:
        return speech.say("Move the price of {token} to {price}.", token=name, price=prices[space])
    number = str(space + 1)
    return speech.say(
        "Move the price of {token} to {price}, on space {space} of its track.",
        token=name,
        price=prices[space],
        space=number,
    )


def _tokens(setup: Setup, events: Iterable[ev.AnyEvent], speech: Speech) -> list[str]:
    """What goes to and fro in one action is moved once."""
    moved: dict[tuple[int, Token], int] = {}
    found = []
    for event in events:
        match event:
            case ev.Holding(seat, token, count):
                moved[seat, token] = moved.get((seat, token), 0) + count
            case ev.Lot(seat, tokens):
                name, lot = setup.names[seat], all_counted(tokens, speech)
                found.append(speech.say("{name} puts on the Black Market card: {tokens}.", name=name, tokens=lot))
            case ev.LotSold(seat):
                back = mark("{name} gives the tokens on the Black Market card back to the bank.")
                found.append(speech.say(back, name=setup.names[seat]))
            case ev.DividendPaid(chamber=chamber):
                found.append(speech.say("Put a dividend marker on {chamber}.", chamber=token_heading(chamber, speech)))
    for (seat, token), count in moved.items():
        name, said = setup.names[seat], counted(token, abs(count), speech)
        if count > 0:
            found.append(speech.say("{name} takes {tokens} from the bank.", name=name, tokens=said))
        elif count < 0:
            found.append(speech.say("{name} gives {tokens} back to the bank.", name=name, tokens=said))
    return found


def _paid(setup: Setup, events: Iterable[ev.AnyEvent], speech: Speech) -> list[str]:
    """All money of an action at once, by seat."""
    sums = [0] * setup.players
    for event in events:
        if isinstance(event, Money):
            sums[event.seat] += event.amount
    found = []
    for name, amount in zip(setup.names, sums, strict=True):
        if amount > 0:
            found.append(speech.say("{name} takes {amount} from the bank.", name=name, amount=amount))
        elif amount < 0:
            found.append(speech.say("{name} pays {amount} to the bank.", name=name, amount=-amount))
    return found
