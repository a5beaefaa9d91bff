"""Why an action may not be, in words for the player who tried. Only asked once it is known that it may not."""

from companion.games.actions import Action
from companion.games.errors import Illegal
from companion.games.merchants import actions as act
from companion.games.merchants.auction import price_of
from companion.games.merchants.board import COMMODITIES
from companion.games.merchants.cards import card_in_use
from companion.games.merchants.names import PARTS
from companion.games.merchants.options import MOVES_OF_A_CARD
from companion.games.merchants.state import TRACK, State
from companion.games.refusing import not_asked
from companion.games.speech import Phrase, mark

QUESTIONS: dict[str, str] = {
    "draw": mark("turn up a card and declare it"),
    "place": mark("put the drawn card on a free disk"),
    "mayor_card": mark("use the mayor's card"),
    "start_clock": mark("start the auction clock"),
    "bid": mark("stop the clock or let it run"),
    "auction_card": mark("use the card that was bought"),
    "ship": mark("move one token on the market"),
    "globe": mark("open a trade office"),
    "arms": mark("build a warehouse"),
    "credit": mark("take a credit or not"),
    "lose_warehouse": mark("give up a warehouse"),
    "lose_office": mark("give up a trade office"),
    "shipwreck": mark("move one token back on the market"),
    "bonus_warehouse": mark("build the free warehouse of the market bonus"),
    "give_back": mark("give back a warehouse for the lost market bonus"),
}
"""What the agenda's questions ask of a player."""

_TAKEN: dict[act.Disk, str] = {
    "mayor": mark("There is a card on the mayor's disk already."),
    "auction": mark("There is a card on the auction disk already."),
    "discard": mark("There is a card on the discard disk already."),
}


def refusal(state: State, seat: int | None, action: act.AnyAction) -> Illegal:
    """The first reason that holds, from the general to the particular."""
    return (
        not_asked(state, seat, QUESTIONS, for_all=("bid",))
        or _something_else_is_asked(state, seat, action)
        or _particular(state, seat, action)
    )


def _something_else_is_asked(state: State, seat: int | None, action: act.AnyAction) -> Illegal | None:
    """An action of a kind that does not answer the question at all."""
    what = state.agenda[-1].what
    answers = _ANSWERS.get(what) or _card_answers(state)
    if isinstance(action, act.Decline) and act.Decline not in answers:
        return Illegal("This cannot be declined: you must {question}.", question=_question(what))
    if not isinstance(action, answers) or (isinstance(action, act.Stop) and seat is None):
        return Illegal("The question is to {question}.", question=_question(what))
    if isinstance(action, act.Expire) and seat is not None:
        return Illegal("Only the clock itself runs out; a seat can stop it.")
    return None


_ANSWERS: dict[str, tuple[type[Action], ...]] = {
    "draw": (act.Declare,),
    "place": (act.Place,),
    "start_clock": (act.StartClock,),
    "bid": (act.Stop, act.Expire),
    "ship": (act.Ship, act.Decline),
    "globe": (act.Open, act.Decline),
    "arms": (act.Build,),
    "credit": (act.Borrow,),
    "lose_warehouse": (act.Lose,),
    "lose_office": (act.Lose,),
    "shipwreck": (act.Lose,),
    "bonus_warehouse": (act.Build,),
    "give_back": (act.Lose,),
}


def _card_answers(state: State) -> tuple[type[Action], ...]:
    match state.setup.board.cards[card_in_use(state)].kind:
        case "commodity":
            return (act.Moves, act.Decline)
        case "office":
            return (act.Open, act.Decline)
        case _:
            return (act.Build, act.Moves, act.Decline)


def _particular(state: State, seat: int | None, action: act.AnyAction) -> Illegal:
    """The right kind of action with something wrong in it."""
    assert seat is not None
    match action:
        case act.Place(disk):
            return Illegal(_TAKEN[disk])
        case act.Declare(card):
            return _undeclarable(state, card)
        case act.Stop():
            return _no_stop(state, seat, action)
        case act.Moves(tracks):
            return _no_moves(state, seat, tracks)
        case act.Ship(commodity):
            return _no_move(state, seat, commodity)
        case act.Open(space):
            return _no_office(state, space)
        case act.Build():
            return _no_warehouse(state, seat, action)
        case act.Lose():
            return _no_loss(state, action)
        case _:
            raise AssertionError(f"{action} should have been legal")


def _undeclarable(state: State, card: str) -> Illegal:
    if card not in state.setup.board.cards:
        return Illegal("There is no card {card} in this game.", card=card)
    return Illegal(
        "All {count} cards {card} have been drawn already.", count=state.setup.board.cards[card].count, card=card
    )


def _no_stop(state: State, seat: int, stop: act.Stop) -> Illegal:
    doubled = state.doubled_by is not None
    if seat in state.barred:
        return Illegal("{name} misbid and is barred from this card.", name=state.setup.names[seat])
    if stop.start and (doubled or state.setup.rules.double_window == "200"):
        return Illegal("Here a stop at start counts as a stop at 200.")
    if stop.start and stop.dial != state.setup.board.dials[0]:
        return Illegal("A stop at start reads {dial}.", dial=state.setup.board.dials[0])
    if stop.dial not in state.setup.board.dials:
        return Illegal("The clock has no price {dial} to stop at.", dial=stop.dial)
    price = price_of(stop.dial, doubled)
    if state.money[seat] < price and state.setup.rules.misbid == "ignore":
        return Illegal("{name} cannot pay {price}.", name=state.setup.names[seat], price=price)
    return Illegal("A doubled auction ends before {dial}.", dial=stop.dial)


def _no_moves(state: State, seat: int, tracks: tuple[str, ...]) -> Illegal:
    card = card_in_use(state)
    if state.setup.board.cards[card].kind != "commodity":
        return _no_consolation(state, seat, card)
    if not tracks:
        return Illegal("To move nothing, decline.")
    if len(tracks) > MOVES_OF_A_CARD:
        return Illegal("A commodity card gives {moves} moves, not {count}.", moves=MOVES_OF_A_CARD, count=len(tracks))
    if len(tracks) == MOVES_OF_A_CARD and len(set(tracks)) == 1:
        return Illegal("Not all three moves may be on the same track.")
    if list(tracks) != sorted(tracks, key=lambda track: TRACK[track]):  # type: ignore[index]
        return Illegal("Name the tracks in their order: sugar, gemstones, spice, silk.")
    market = state.market[seat]
    for commodity in COMMODITIES:
        if market[TRACK[commodity]] + tracks.count(commodity) > state.setup.board.track_end:
            return Illegal("The token {where} would go past the last space.", where=_where(commodity))
    return Illegal("There are not enough tokens left in the supply for that.")


def _no_consolation(state: State, seat: int, card: str) -> Illegal:
    if state.free_plots() & state.setup.board.spaces_of_card[card] and state.supply(seat):
        return Illegal("With this card a warehouse is built; the commodity only moves along.")
    return Illegal("This card moves one of its own commodities, one space.")


def _no_move(state: State, seat: int, commodity: act.Commodity) -> Illegal:
    if state.market[seat][TRACK[commodity]]:
        return Illegal("The token {where} stands on the last space already.", where=_where(commodity))
    return Illegal("There is no token left in the supply for a new one {where}.", where=_where(commodity))


def _no_office(state: State, space: str) -> Illegal:
    bit = state.setup.board.office_bit.get(space)
    if bit is None:
        return Illegal("There is no trade office space {space} on this board.", space=space)
    if not state.free_offices() & bit:
        return Illegal("The trade office space {space} is taken.", space=space)
    return Illegal("This card does not allow the trade office space {space}.", space=space)


def _no_warehouse(state: State, seat: int, build: act.Build) -> Illegal:
    bit = state.setup.board.plot_bit.get(build.space)
    what = state.agenda[-1].what
    if bit is None:
        return Illegal("There is no building space {space} on this board.", space=build.space)
    if not state.free_plots() & bit:
        return Illegal("The building space {space} is taken.", space=build.space)
    if what not in ("mayor_card", "auction_card"):
        return Illegal("No commodity moves along with this warehouse.")
    if not state.supply(seat):
        return Illegal("There is no token left in the supply to build with.")
    if not state.setup.board.spaces_of_card[card_in_use(state)] & bit:
        return Illegal("This card does not allow the building space {space}.", space=build.space)
    if build.commodity is None:
        return Illegal("Say which commodity moves along.")
    return Illegal("No token {where} can move along with this warehouse.", where=_where(build.commodity))


def _no_loss(state: State, loss: act.Lose) -> Illegal:
    if state.agenda[-1].what == "shipwreck":
        if loss.commodity is None or loss.space is not None:
            return Illegal("Name the track on which a token moves back, and no space.")
        return Illegal("There is no token {where} to move back.", where=_where(loss.commodity))
    if loss.space is None or loss.commodity is not None:
        return Illegal("Name the space that is given up, and no track.")
    if state.agenda[-1].what == "lose_office":
        return Illegal("{space} is no trade office of yours.", space=loss.space)
    return Illegal("{space} is no warehouse of yours.", space=loss.space)


def _question(what: str) -> Phrase:
    return Phrase(QUESTIONS[what])


def _where(commodity: act.Commodity) -> Phrase:
    return Phrase(PARTS[commodity].where)
