"""The card of a turn: one of the hand, declared by its face where the table has cards of its own, or News with cards to
throw away; and what it will do, now and in the turns to come.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from companion.games.mercurius import events as ev
from companion.games.mercurius.actions import HIDDEN, AnyAction, News, PlayCard
from companion.games.mercurius.board import NEWS
from companion.games.mercurius.cards import MOST_THROWN
from companion.games.mercurius.decide import Moment, decide
from companion.games.mercurius.drawing import card_face, token_sign
from companion.games.mercurius.outlook import turns_to_come
from companion.games.mercurius.refusals import refusal
from companion.games.mercurius.state import PLACES
from companion.games.mercurius.titles import card_title, token_heading
from companion.games.mercurius.tokens import CHAMBERS, TOKENS, Chamber, Token
from companion.games.speech import Speech
from web.confirm import Confirm
from web.mercurius.picked import Picked, places_in, written
from web.steps import Address, Step


class Face(NamedTuple):
    """A card as it is drawn, and what a tap on it does."""

    svg: Markup
    choose: Step
    is_picked: bool = False


class Moved(NamedTuple):
    """A price, before and after the card."""

    sign: Markup
    name: str
    before: int
    after: int


class ChamberWay(NamedTuple):
    sign: Markup
    choose: Step
    is_picked: bool


class Playing(NamedTuple):
    chambers: tuple[ChamberWay, ...]
    """Where the table has cards of its own, the first thing to say of one."""
    faces: tuple[Face, ...]
    """To choose from: the hand, or what a card of a chamber can be."""
    throws: bool
    """The cards are chosen to be thrown away."""
    news: Step
    moved: tuple[Moved, ...]
    """By the card that was picked, and by those that lie there already."""
    confirm: Confirm | None
    unpick: str


class Player:
    """Of a card, for the seat that is asked for one."""

    def __init__(self, now: Moment, seat: int, hand: Sequence[str], address: Address, speech: Speech) -> None:
        self._now = now
        self._seat = seat
        self._hand = hand
        self._address = address
        self._speech = speech
        self._options = now.choices.get(seat, ())
        self._board = now.state.setup.board

    def playing(self, picked: Picked) -> Playing:
        news = self._news_way()
        if picked.way == NEWS and news.href:
            thrown = places_in(picked.thrown, self._hand)
            return self._playing((), self._thrown_faces(thrown), News(self._cards(thrown)), throws=True)
        action = PlayCard(picked.card)
        chosen = action if action in self._options else None
        if HIDDEN not in self._hand:
            return self._playing((), self._hand_faces(chosen), chosen)
        named = self._board.cards[chosen.card].chamber if chosen else picked.chamber
        wanted = next((one for one in CHAMBERS if one == named), None)
        return self._playing(self._chambers(wanted), self._declared(wanted, chosen), chosen)

    def _playing(
        self,
        chambers: tuple[ChamberWay, ...],
        faces: tuple[Face, ...],
        action: AnyAction | None,
        *,
        throws: bool = False,
    ) -> Playing:
        action = action if action in self._options else None
        return Playing(
            chambers=chambers,
            faces=faces,
            throws=throws,
            news=self._news_way(),
            moved=self._moved(action) if action else (),
            confirm=self._confirm(action) if action else None,
            unpick=self._address.bare,
        )

    # What can be picked.

    def _hand_faces(self, chosen: PlayCard | None) -> tuple[Face, ...]:
        """Of several that are alike the first is the one that was picked."""
        lifted = self._hand.index(chosen.card) if chosen else None
        return tuple(self._playable(card, is_picked=place == lifted) for place, card in enumerate(self._hand))

    def _playable(self, card: str, *, is_picked: bool) -> Face:
        return self._face(card, self._address.with_picked(card=card), is_picked=is_picked)

    def _face(self, card: str, href: str, *, is_picked: bool) -> Face:
        title = card_title(self._board, card, self._speech)
        return Face(Markup(card_face(self._board, card, self._speech)), Step(title, href), is_picked)

    def _chambers(self, wanted: Chamber | None) -> tuple[ChamberWay, ...]:
        return tuple(
            ChamberWay(
                Markup(token_sign(chamber)),
                Step(token_heading(chamber, self._speech), self._address.with_picked(chamber=chamber)),
                chamber == wanted,
            )
            for chamber in CHAMBERS
        )

    def _declared(self, chamber: Chamber | None, chosen: PlayCard | None) -> tuple[Face, ...]:
        """What a card of this chamber can be, of which one can be left."""
        kinds = [card.id for card in self._board.data.cards if card.chamber == chamber]
        left = [card for card in kinds if PlayCard(card) in self._options]
        return tuple(self._playable(card, is_picked=chosen == PlayCard(card)) for card in left)

    def _news_way(self) -> Step:
        if News(()) in self._options:
            return Step(self._speech.say("Play News instead"), self._address.with_picked(way=NEWS))
        return Step(refusal(self._now.state, self._seat, News(())).said(self._speech))

    def _cards(self, thrown: Sequence[int]) -> tuple[str, ...]:
        return tuple(self._hand[place] for place in thrown)

    def _thrown_faces(self, thrown: tuple[int, ...]) -> tuple[Face, ...]:
        return tuple(self._thrown_face(place, thrown) for place in range(len(self._hand)))

    def _thrown_face(self, place: int, thrown: tuple[int, ...]) -> Face:
        """A tap throws it away, or keeps it after all."""
        is_thrown = place in thrown
        after = [one for one in thrown if one != place] if is_thrown else sorted((*thrown, place))
        can_be = len(after) <= MOST_THROWN
        href = self._address.with_picked(way=NEWS, thrown=written(str(one) for one in after)) if can_be else ""
        return self._face(self._hand[place], href, is_picked=is_thrown)

    # What comes of it.

    def _confirm(self, action: AnyAction) -> Confirm:
        told = self._exchanged(action) if isinstance(action, News) else self._later(action)
        return Confirm(told, msgspec.json.encode(action).decode())

    def _exchanged(self, action: News) -> tuple[str, ...]:
        """What is thrown away and drawn (C8)."""
        say, thrown, state = self._speech.say, len(action.thrown), self._now.state
        lies = say("News lies on your board like a card, and changes no price.")
        if not thrown:
            return lies, say("You throw nothing away and draw nothing.")
        drawn = min(1, state.main) + min(thrown - 1, state.backup)
        named = {"thrown": self._cards_counted(thrown), "drawn": self._cards_counted(drawn)}
        return lies, say("You throw away {thrown} and draw {drawn}.", **named)

    def _cards_counted(self, count: int) -> str:
        return self._speech.counted(count, "{count} card", "{count} cards")

    def _later(self, action: AnyAction) -> tuple[str, ...]:
        """In how many turns more the card will act (C3), as far as there are any."""
        if not isinstance(action, PlayCard):
            return ()
        left = turns_to_come(self._now.state, self._seat)
        again = PLACES - 1 if left is None else min(PLACES, left) - 1
        say, card = self._speech.say, card_title(self._board, action.card, self._speech)
        if again == 0:
            return (say("The game is over before the card acts again."),)
        if again == 1:
            return (say("In your next turn the card acts once more: {card}.", card=card),)
        return (say("In each of your next two turns the card acts again: {card}.", card=card),)

    def _moved(self, action: AnyAction) -> tuple[Moved, ...]:
        """The prices that this turn changes; only they are read, not what is drawn."""
        prices, spaces = self._board.prices, self._now.state.spaces
        after: dict[Token, int] = {}
        for event in decide(self._now.state, self._seat, action):
            if isinstance(event, ev.Price):
                after[event.token] = event.to
        return tuple(
            Moved(Markup(token_sign(token)), token_heading(token, self._speech), prices[before], prices[after[token]])
            for token, before in zip(TOKENS, spaces, strict=True)
            if token in after
        )
