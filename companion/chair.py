"""Who presides at the table: takes one thing at a time, judges it, writes it down, and only then lets it be so.

The chair is told the time and knows no threads; `table` gives it both.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec

from companion.auction_clock import SECOND, Profile
from companion.auctioneer import Arrangement, Auctioneer, check_countdown
from companion.bots import BOTS
from companion.entries import Acted, AnyEntry, Corrected, Judged, Paused, Row, TookBack, known_of
from companion.errors import BadJournal, TableClosed
from companion.following import following, past_of
from companion.games.actions import SetUp
from companion.games.box import AnyAction
from companion.games.errors import BadSetup, Illegal
from companion.games.game import Game
from companion.games.merchants.actions import Expire, StartClock, Stop
from companion.games.rules import Moment
from companion.games.speech import mark
from companion.journal import Journal, Kept, Opening
from companion.lot import Terms
from companion.referee import Judgement, Press, Verdict
from companion.requests import Agree, AnyRequest, Correct, Pause, Proposable, Proposal, PutAway, Refuse, Start, TakeBack
from companion.seats import PERSON
from companion.snapshots import Look, Snapshot, View

LONGEST_REASON = 300

READING = SECOND
"""A button that is pressed sooner after a proposal was not meant for it: it takes so long to read."""


CLOCK_RUNS = mark("The clock is running: you can leave the table once it has stopped.")

ANSWER = 60 * SECOND
"""So long the others can answer one who wants to put the game away; then it can be done without them. Their phones may
be switched off, or gone home with those who had them."""
LAPSES = 4 * ANSWER
"""So long after that: later the others may have come back, or changed their minds, and are asked anew."""


def now_in_words() -> str:
    """In ISO 8601, to the second. Not by `strftime`, which takes longer than all else between a verdict and its row."""
    return datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def new_game(journal: Journal, opening: Opening) -> int:
    """Lay the table; returns the game's number in the journal."""
    check_who(opening.game, opening.players)
    _, events = opening.game.rules.begin(opening.setup())
    return journal.begin(opening, Row(0, now_in_words(), Acted(None, SetUp(), tuple(events))))


def check_who(game: Game, players: Sequence[str]) -> None:
    known = (PERSON, *BOTS[game.name], *filter(None, [game.automaton]))
    for player in players:
        if player not in known:
            raise BadSetup("There is no player {player}; there are {known}.", player=player, known=", ".join(known))


def number_to_begin_with() -> int:
    """Of what is counted and seen by pages: none from before a restart, lest somebody agree to what was proposed then.
    Not from the time of day: a Pi that was switched off may believe that it is yesterday again."""
    return secrets.randbelow(1 << 44)  # a page can count on from there for ever without losing a digit


class _Outcome(NamedTuple):
    """Of an auction: what is to be written, and the moment that it leads to."""

    entry: Acted
    now: Moment[Any]


class _Prepared(NamedTuple):
    """Worked out before the auction was due. It counts if nothing was added to the judgement and nothing else has
    happened since."""

    judgement: Judgement
    before: Moment[Any]
    outcome: _Outcome


class Chair:
    """Presides over one game of a journal, from where it was left. The journal is held."""

    def __init__(
        self,
        journal: Journal,
        kept: Kept,
        terms: Terms,
        profile: Profile,
        get_ready: float,
        time: Callable[[], int],
    ) -> None:
        journal.make_room()
        self.opening = kept.opening
        with following(kept.game):
            self.game = self.opening.game
            check_who(self.game, self.opening.players)
        self._seats = self.opening.seats
        self._rules = self.game.rules
        self.past = past_of(journal, kept)
        with following(kept.game):
            self.now: Moment[Any] = self._rules.moment(self.past.state)
        self._journal = journal
        self._number_of_game = kept.game
        self._auctioneer = Auctioneer(terms, profile, get_ready, time)
        self._time = time
        self._proposal: Proposal | None = None
        self._proposed_at = 0
        self._proposals = number_to_begin_with()
        self._prepared: _Prepared | None = None
        self._verdicts: tuple[Verdict, ...] = ()
        self._trouble: BadJournal | None = None
        self._is_put_away = False
        self.changed = True
        """Since the last snapshot."""
        self._number = number_to_begin_with()
        with following(kept.game):
            assert getattr(self.state, "mayor", 0) in range(self.state.setup.players)
            assert self.snapshot().views  # what cannot be seen cannot be played

    @property
    def state(self) -> Any:
        return self.now.state

    @property
    def due(self) -> int | None:
        """When it wants to look again, if nothing comes before."""
        return self._auctioneer.due

    def is_decided(self) -> bool:
        """Somebody has stopped the clock, or it is over, although that has yet to be judged."""
        return self._auctioneer.is_decided()

    @property
    def rows(self) -> Sequence[Row]:
        """Everything that happened."""
        return self.past.rows

    # What the seats ask.

    def hear(self, seat: int, wish: AnyRequest) -> int:
        """Do what a seat asks, or refuse it with the reason. Returns the number of the last row."""
        if seat not in range(self.state.setup.players):
            raise Illegal("There is no seat {seat} at this table.", seat=str(seat))
        if self._is_put_away:
            raise TableClosed("The table is closed.")
        match wish:
            case Start(get_ready):
                self._start_clock(seat, get_ready)
            case StartClock():
                self._start_clock(seat, None)
            case TakeBack() | Correct() | Pause() | PutAway():
                self._propose(seat, wish)
            case Agree(number):
                self._agree(seat, number)
            case Refuse(number):
                self._refuse(number)
            case Stop() | Expire():
                raise Illegal("The clock is stopped by pressing, not by naming a price.")
            case action:
                self._act(seat, action)
        return self.past.next - 1

    def _act(self, seat: int, action: AnyAction) -> None:
        now, events = self._rules.advance(self.now, seat, action)
        self._write(Acted(seat, action, tuple(events)), now)

    def _is_bidding(self) -> bool:
        return bool(self.state.agenda) and self.state.agenda[-1].what == "bid"

    # The clock.

    def _start_clock(self, seat: int, get_ready: float | None) -> None:
        check_countdown(get_ready)
        if not self.game.has_clock:
            raise Illegal("There is no clock in this game.")
        if not self._is_bidding():
            self._act(seat, StartClock())
        elif self._auctioneer.lot:
            raise Illegal("The clock is running already.")
        elif not self._may_start_again(seat):
            raise Illegal("Now it is for {name} to start the clock.", name=self.state.setup.names[self.state.mayor])
        self._auctioneer.start(self.now, get_ready)
        self.changed = True

    def _may_start_again(self, seat: int) -> bool:
        """The mayor; for a bot that is mayor anybody who knows whether the interruption is over."""
        mayor = self.opening.seats[self.state.mayor]
        return seat == self.state.mayor or (mayor.is_bot and not self.opening.seats[seat].is_bot)

    def press(self, press: Press, at: int) -> None:
        """A button or a phone: a bid, what else a button is for in this game, or nothing at all. It reached the table
        at the stamp `at`."""
        if press.seat not in range(self.state.setup.players) or self._is_put_away:
            return
        match self._auctioneer.hear(press, at):
            case Verdict() as late:
                self._write(Judged((late,)), self.now)
                self._verdicts += (late,)
            case "free" if self._is_bidding():
                if self._may_start_again(press.seat):
                    self._start_clock(press.seat, None)
            case "free" if self._proposal and self._is_for_buttons(self._proposal):
                self._agree_by(press, self._proposal)
            case "free":
                self._press_on(press.seat)

    def _is_for_buttons(self, proposal: Proposal) -> bool:
        """Not where they are for bidding: nobody should agree to something by bidding too late. Nor is putting the game
        away, which stays proposed while the game goes on: a press is a move then, and only seats with a phone are
        asked."""
        return not (self.game.has_clock or isinstance(proposal.wants, PutAway))

    def _agree_by(self, press: Press, proposal: Proposal) -> None:
        """By a button, which does nothing else meanwhile."""
        if press.seat in proposal.waiting_for and press.stamp >= self._proposed_at + READING:
            self._agree(press.seat, proposal.number)

    def _press_on(self, seat: int) -> None:
        """What else the button is for; a bot has no finger."""
        if self.opening.seats[seat].is_bot:
            return
        match self.game.pressed(self.state, seat) if self.state.agenda else None:
            case StartClock():
                self._start_clock(seat, None)
            case action if action is not None:
                self._act(seat, action)

    def drawn(self, shows: str, stamp: int) -> None:
        """The display has finished drawing what the clock shows."""
        self._auctioneer.drawn(shows, stamp)

    def prepare(self) -> None:
        """Work out what comes of the auction unless something is pressed before it is due."""
        judgement = self._auctioneer.foreseen()
        if judgement is not None:
            self._prepared = _Prepared(judgement, self.now, self._outcome(judgement))

    def look(self, *, at_once: bool = False) -> None:
        """Whether the clock was stopped, or is over; `at_once`: judged although it is not due."""
        judgement = self._auctioneer.judged(at_once=at_once)
        if judgement is None:
            return
        self._forget_proposal()
        prepared, self._prepared = self._prepared, None
        if prepared and prepared.judgement is judgement and prepared.before is self.now:
            outcome = prepared.outcome
        else:
            outcome = self._outcome(judgement)
        self._write(outcome.entry, outcome.now)
        self._verdicts = judgement.verdicts
        if self._is_bidding():  # doubled or misbid: it runs again by itself
            self._auctioneer.restart(self.now)
            self.changed = True

    def _outcome(self, judgement: Judgement) -> "_Outcome":
        action = judgement.stop or Expire()
        now, events = self._rules.advance(self.now, judgement.seat, action)
        return _Outcome(Acted(judgement.seat, action, tuple(events), judgement.verdicts), now)

    def arrange(self, arrangement: Arrangement) -> None:
        """How the next auctions go."""
        self._auctioneer.arrange(arrangement)

    # What needs everybody's agreement.

    def _propose(self, seat: int, wants: Proposable) -> None:
        wants = self._understood(seat, wants)
        if self._proposal and _is_same(self._proposal.wants, wants):
            self._propose_again(seat, self._proposal, wants)
            return
        if self._proposal and self._proposal.by != seat and not isinstance(self._proposal.wants, PutAway):
            name = self.opening.seats[self._proposal.by].name
            raise Illegal("First say yes or no to what {name} proposed.", name=name)
        people = [other for other, who in enumerate(self.opening.seats) if not who.is_bot and other != seat]
        if isinstance(wants, TakeBack) and wants.to == self._own_last(seat):
            people = []
        if isinstance(wants, PutAway):  # whoever cannot answer is not waited for, nor is anybody once the game is over
            people = [other for other in people if other in wants.asks and self.state.winners is None]
        self._proposals += 1
        self._carry_out_or_wait(Proposal(self._proposals, wants, seat, (seat,), tuple(people)))

    def _propose_again(self, seat: int, proposal: Proposal, wants: Proposable) -> None:
        """Who wants the same as another agrees with it. Who has agreed to put the game away and asks again does it
        without those who have not answered, once they had the time to. After a while that is a new question."""
        if not isinstance(proposal.wants, PutAway) or seat in proposal.waiting_for:
            self._agree(seat, proposal.number)
            return
        left = self._proposed_at + ANSWER - self._time()
        if left > 0:
            raise Illegal(
                "The others have been asked and can still answer; in {seconds} seconds you can leave without them.",
                seconds=-(-left // SECOND),
            )
        if seat in proposal.agreed and left > -LAPSES:
            self._carry_out_or_wait(msgspec.structs.replace(proposal, waiting_for=()))
        else:
            self._proposal = None
            self._propose(seat, wants)

    def _forget_proposal(self) -> None:
        """What was proposed falls away with what it was about; to leave the table is not about what lies on it."""
        if self._proposal and not isinstance(self._proposal.wants, PutAway):
            self._proposal = None

    def _understood(self, seat: int, wants: Proposable) -> Proposable:
        """The wish with its number filled in, if it can be carried out at all."""
        match wants:
            case Pause() if not self._auctioneer.lot:
                raise Illegal("The clock is not running.")
            case PutAway() if self._auctioneer.lot:
                raise Illegal(CLOCK_RUNS)
            case Correct(changes, reason):
                if not reason.strip() or len(reason) > LONGEST_REASON or not reason.isprintable():
                    raise Illegal("A correction needs a reason of 1 to {most} letters.", most=LONGEST_REASON)
                self._rules.correct(self.now, changes)
            case TakeBack(None):
                to = self.past.before_last_of(seat)
                if to is None:
                    raise Illegal("There is nothing of yours to take back.")
                return TakeBack(to)
            case TakeBack(to) if to not in range(self.past.next - 1):
                raise Illegal("There is no action {to} to go back to.", to=str(to))
        return wants

    def _own_last(self, seat: int) -> int | None:
        """Where this seat can go back to without asking anybody."""
        return self.past.before_last_of(seat) if seat == self._seat_that_may_take_back() else None

    def _seat_that_may_take_back(self) -> int | None:
        """The seat that can go back without asking anybody, if there is one."""
        return None if self._auctioneer.has_begun() else self.past.seat_that_may_take_back()

    def _agree(self, seat: int, number: int) -> None:
        proposal = self._open_proposal(number)
        if seat in proposal.waiting_for:
            waiting = tuple(other for other in proposal.waiting_for if other != seat)
            self._carry_out_or_wait(Proposal(number, proposal.wants, proposal.by, (*proposal.agreed, seat), waiting))

    def _refuse(self, number: int) -> None:
        self._open_proposal(number)
        self._proposal = None
        self.changed = True

    def _open_proposal(self, number: int) -> Proposal:
        if self._proposal is None or self._proposal.number != number:
            raise Illegal("This proposal is no longer open.")
        return self._proposal

    def _carry_out_or_wait(self, proposal: Proposal) -> None:
        if proposal.waiting_for:
            if self._proposal is None or self._proposal.number != proposal.number:
                self._proposed_at = self._time()
            self._proposal = proposal
            self.changed = True
            return
        if self._auctioneer.is_decided():
            raise Illegal("The clock has just been stopped.")
        match proposal.wants:
            case PutAway():
                if self._auctioneer.lot:
                    raise Illegal(CLOCK_RUNS)
                self._proposal, self._is_put_away, self.changed = None, True, True
            case TakeBack(to):
                assert to is not None
                self._write(TookBack(to, proposal.agreed), self._rules.moment(self.past.state_after(to)))
            case Correct(changes, reason):
                now, events = self._rules.correct(self.now, changes)
                self._write(Corrected(changes, reason, proposal.agreed, tuple(events)), now)
            case Pause():
                assert self._auctioneer.lot is not None
                self._write(Paused(proposal.agreed, self._auctioneer.lot.judged().verdicts), self.now)

    # Writing it down.

    def _write(self, entry: AnyEntry, now: Moment[Any]) -> None:
        """On disk first; then it is so. What was proposed before falls away with what it was about."""
        row = Row(self.past.next, now_in_words(), entry)
        try:
            self._journal.append(self._number_of_game, row, over=now.state.winners is not None)
        except BadJournal as error:
            self._trouble = error
            self.changed = True
            raise
        self.past.add(row, now.state)
        self._trouble = None
        self.changed = True
        if not isinstance(entry, Judged):
            self.now = now
            self._auctioneer.stand()  # if it still runs: a pause, or what else ends a run without a bid
            self._forget_proposal()

    def snapshot(self) -> Snapshot:
        """Everybody's view of the table as it is now, with a number of its own."""
        self.changed = False
        self._number += 1
        last = self.past.rows[-1]
        run = self._auctioneer.run
        look = Look(last.n, self.past.step, self.now, run, self._auctioneer.ended_at)
        same_for_all = {
            "number": self._number,
            "game": self._number_of_game,
            "rules": self.game.name,
            "row": last.n,
            "seats": self._seats,
            "clock": run,
            "clock_stands": run is None and self._is_bidding(),
            "verdicts": self._verdicts,
            "proposal": self._proposal,
            "trouble": str(self._trouble) if self._trouble else None,
        }
        views = partial(_views, self.game, self.now, last.entry, self._seat_that_may_take_back(), same_for_all)
        return Snapshot(
            number=self._number, make_views=views, look=look, trouble=self._trouble, is_put_away=self._is_put_away
        )


def _is_same(one: Proposable, other: Proposable) -> bool:
    """Whoever else has a phone by now: to leave the table is to leave the table."""
    return one == other or (isinstance(one, PutAway) and isinstance(other, PutAway))


def _views(
    game: Game, now: Moment[Any], last: AnyEntry, takes_back: int | None, same_for_all: Mapping[str, Any]
) -> tuple[View, ...]:
    """`takes_back` is the seat that may take back its last action by itself."""
    seats = (*range(now.state.setup.players), None)
    return tuple(
        View(
            **same_for_all,
            seat=seat,
            table=seen,
            options=game.shown(now.choices.get(seat, ())) if seat is not None else (),
            last=known_of(last, game, seat),
            may_take_back=seat is not None and seat == takes_back,
        )
        for seat, seen in zip(seats, game.sights(now.state), strict=True)
    )
