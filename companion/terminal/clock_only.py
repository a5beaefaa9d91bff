"""The clock alone, told in sentences. It is told the time and keeps none; `clock_keys` gives it keys and draws it."""

from collections.abc import Iterator, Sequence

from companion.auction_clock import Profile, Run
from companion.clock_alone import ClockAlone
from companion.entries import Acted, Judged
from companion.games.errors import Illegal
from companion.games.merchants.actions import Expire, StartClock
from companion.games.merchants.events import Doubled, Misbid, Sold, Unsold
from companion.games.merchants.state import Setup, State
from companion.games.merchants.story import Story
from companion.games.speech import ENGLISH, Speech
from companion.lot import Terms
from companion.referee import Press
from companion.terminal.telling import purses
from companion.verdicts import Called, ran_out, sentences

_TOLD = (Doubled, Misbid, Sold, Unsold)


class ClockOnly:
    """Everything that happens comes back as the sentences that tell it."""

    def __init__(
        self,
        setup: Setup,
        money: Sequence[int] | None,
        terms: Terms,
        profile: Profile,
        get_ready: float,
        called: Called,
        speech: Speech = ENGLISH,
    ) -> None:
        self.setup = setup
        self.called = called
        self.speech = speech
        self._now = 0
        self._clock = ClockAlone(setup, money, terms, profile, get_ready, lambda: self._now)
        self._story = Story(setup, called, speech)
        self._told = len(self._clock.rows)

    @property
    def run(self) -> Run | None:
        return self._clock.run

    @property
    def due(self) -> int | None:
        return self._clock.due

    @property
    def stands(self) -> bool:
        """An auction was interrupted."""
        return self._clock.stands

    @property
    def state(self) -> State:
        return self._clock.state

    @property
    def counts_money(self) -> bool:
        return self._clock.counts_money

    @property
    def money(self) -> tuple[int, ...]:
        return self._clock.money

    def press(self, press: Press, now: int) -> list[str]:
        """A bid, or the start of the clock."""
        self._now, stood = now, self.stands
        self._clock.press(press, now)
        again = stood and not self.stands
        return [self._started(press.seat)] if again else self._news()

    def drawn(self, shows: str, stamp: int) -> None:
        self._clock.drawn(shows, stamp)

    def look(self, now: int) -> list[str]:
        """Whether the clock was stopped, or is over."""
        self._now = now
        self._clock.look()
        return self._news()

    def pause(self, now: int) -> list[str]:
        """The clock stands, and begins at start again; if it stands already the auction is given up."""
        self._now, stood = now, self.stands
        if self.run and self._clock.is_decided():
            return []  # it was stopped before; that is told in a moment
        try:
            self._clock.pause(self.state.mayor)
        except Illegal as refusal:
            return [refusal.said(self.speech)]
        self._news()
        if stood:
            return [self.speech.say("The auction is called off.")]
        return [self.speech.say("The clock stands. It begins at start again.")]

    def take_back(self) -> list[str]:
        """The last sale is paid back."""
        if not self.counts_money and not self._clock.is_open():
            return [self.speech.say("Nobody's money is counted; --money does that.")]
        try:
            sale = self._clock.take_back(self.state.mayor)
        except Illegal as refusal:
            return [refusal.said(self.speech)]
        self._news()
        paid = self.speech.say("{name} gets {price} back.", name=self.called(sale.seat), price=sale.price)
        return [paid, self._purses()]

    def _news(self) -> list[str]:
        """What has not been told yet."""
        fresh, self._told = self._clock.rows[self._told :], len(self._clock.rows)
        return [sentence for row in fresh for sentence in self._sentences(row.entry)]

    def _sentences(self, entry: object) -> Iterator[str]:
        auction = self._clock.auction
        match entry:
            case Acted(seat, StartClock()) if seat is not None:
                yield ""
                yield self._started(seat)
            case Acted(_, action, events, verdicts):
                yield from sentences(verdicts, auction, self.called, self.speech)
                yield from ran_out(auction, self.speech) if isinstance(action, Expire) else ()
                for event in events:
                    yield from self._story.tell(event) if isinstance(event, _TOLD) else ()
                if self.counts_money and not self._clock.is_open():
                    yield self._purses()
            case Judged(verdicts):
                yield from sentences(verdicts, auction, self.called, self.speech)

    def _started(self, seat: int) -> str:
        return self.speech.say("{name} starts the clock.", name=self.called(seat))

    def _purses(self) -> str:
        return purses(self.money, self.called, self.speech)
