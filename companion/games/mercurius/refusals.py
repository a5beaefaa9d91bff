"""Why an action may not be, in words for the player who tried. Only asked once it is known that it may not."""

from companion.games.actions import Action
from companion.games.errors import Illegal
from companion.games.mercurius import actions as act
from companion.games.mercurius.cards import MOST_THROWN
from companion.games.mercurius.names import NAMES
from companion.games.mercurius.offers import MOST_DEALS, MOST_IN_A_LOT, Offers, offers
from companion.games.mercurius.state import State
from companion.games.mercurius.titles import card_phrase
from companion.games.mercurius.tokens import AT, Chamber, Token
from companion.games.refusing import not_asked
from companion.games.speech import Phrase, mark

QUESTIONS: dict[str, str] = {
    "trade": mark("buy and sell, or pass"),
    "card": mark("play a price card or News"),
}
"""What the agenda's questions ask of a player."""

_ANSWERS: dict[str, tuple[type[Action], ...]] = {
    "trade": (act.Trade, act.BlackMarket, act.Dividend),
    "card": (act.PlayCard, act.News),
}


def refusal(state: State, seat: int | None, action: act.AnyAction) -> Illegal:
    """The first reason that holds, from the general to the particular."""
    return not_asked(state, seat, QUESTIONS) or _something_else_is_asked(state, action) or _particular(state, action)


def _something_else_is_asked(state: State, action: act.AnyAction) -> Illegal | None:
    """An action of a kind that does not answer the question at all."""
    what = state.agenda[-1].what
    if isinstance(action, _ANSWERS[what]):
        return None
    return Illegal("The question is to {question}.", question=_question(what))


def _particular(state: State, action: act.AnyAction) -> Illegal:
    """The right kind of action with something wrong in it."""
    seat = state.agenda[-1].seat
    assert seat is not None
    match action:
        case act.Trade(deals):
            refused = no_trade(offers(state, seat), deals)
            assert refused is not None
            return refused
        case act.BlackMarket(tokens):
            return _no_black_market(offers(state, seat), tokens)
        case act.Dividend(chamber):
            return _no_dividend(state, seat, chamber)
        case act.PlayCard(card):
            return _no_card(state, seat, card)
        case act.News(thrown):
            return _no_news(state, seat, thrown)


def no_trade(offered: Offers, deals: tuple[act.Deal, ...]) -> Illegal | None:
    """What is in the way of these deals, if anything is."""
    if len(deals) > MOST_DEALS:
        return Illegal("A turn has at most {most} transactions, not {count}.", most=MOST_DEALS, count=len(deals))
    hitch = offered.hitch(deals)
    if hitch is None:
        return None
    token = _kind(deals[hitch.deal].token)
    match hitch.want:
        case "holding":
            return Illegal("You have no more {token} to sell.", token=token)
        case "bank":
            return Illegal("The bank has no more {token}.", token=token)
        case "money":
            return _too_dear(offered, deals, hitch.deal)


def _too_dear(offered: Offers, deals: tuple[act.Deal, ...], at: int) -> Illegal:
    """All of it, or only this deal before what is sold after it (C5)."""
    amounts = offered.amounts(deals)
    cost = -sum(amounts)
    if cost > offered.money:
        return Illegal("You have {money}, and this trade costs {cost}.", money=offered.money, cost=cost)
    return Illegal(
        "Sell first: in this order {token} would cost {price} while you have {money}.",
        token=_kind(deals[at].token),
        price=-amounts[at],
        money=offered.money + sum(amounts[:at]),
    )


def _no_black_market(offered: Offers, tokens: tuple[Token, ...]) -> Illegal:
    if not offered.black_market:
        return Illegal("Your Black Market card has been played.")
    if not tokens:
        return Illegal("Choose at least one token for the Black Market.")
    if len(tokens) > MOST_IN_A_LOT:
        return Illegal(
            "The Black Market takes at most {most} tokens, not {count}.", most=MOST_IN_A_LOT, count=len(tokens)
        )
    if list(tokens) != sorted(tokens, key=AT.__getitem__):
        return Illegal("Name the tokens in their order: the shares as on the board, then the commodities.")
    missing = next(token for token in tokens if offered.holding[AT[token]] < tokens.count(token))
    return Illegal("You do not have so much for the Black Market: {token}.", token=_kind(missing))


def _no_dividend(state: State, seat: int, chamber: Chamber) -> Illegal:
    if "dividend" not in state.specials[seat]:
        return Illegal("Your Dividend card has been played.")
    return Illegal("{chamber} has paid its dividend already.", chamber=Phrase(NAMES[chamber].heading))


def _no_card(state: State, seat: int, card: str) -> Illegal:
    board, hand = state.setup.board, state.hands[seat]
    if card not in board.cards:
        return Illegal("There is no card {card} in this game.", card=card)
    title = card_phrase(board, card)
    if act.HIDDEN in hand:
        return Illegal("Every card {card} has been played already.", card=title)
    return Illegal("{card} is not in your hand.", card=title)


def _no_news(state: State, seat: int, thrown: tuple[str, ...]) -> Illegal:
    if "news" not in state.specials[seat]:
        return Illegal("Your News card has been played.")
    if len(thrown) > MOST_THROWN:
        return Illegal("At most {most} cards can be thrown away, not {count}.", most=MOST_THROWN, count=len(thrown))
    hand = state.hands[seat]
    if any(hand.count(card) < thrown.count(card) for card in thrown):
        return Illegal("Only cards of your own hand can be thrown away.")
    return Illegal("Name the cards in the order of your hand.")


def _question(what: str) -> Phrase:
    return Phrase(QUESTIONS[what])


def _kind(token: Token) -> Phrase:
    return Phrase(NAMES[token].inside)
