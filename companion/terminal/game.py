"""A game in this terminal: people at the keyboard, bots in the other seats, all at one table.

Three threads come together here: the keyboard's, which hands bids straight to the table, the table's news, and this
one, which tells, asks and draws. Whatever this one waits for, a bid does not.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any

from companion.auction_clock import SECOND
from companion.bot_players import BotPlayers
from companion.errors import BadJournal
from companion.games.errors import GameError
from companion.games.merchants.actions import AnyAction, StartClock
from companion.games.merchants.choosing import Choice, choices, question
from companion.games.merchants.game import MERCHANTS
from companion.games.speech import ENGLISH, Phrase, Speech
from companion.journal import Journal
from companion.lot import LATE
from companion.requests import Agree, AnyRequest, Pause, Refuse
from companion.settings import Settings
from companion.snapshots import Look, View
from companion.table import Table, game_table
from companion.terminal.chronicle import Chronicle
from companion.terminal.deciding import COMMANDS_LINE, decide, put_right, take_back, vote
from companion.terminal.dialogs import Command, Dialog
from companion.terminal.face import Face, keys_line, seats_line
from companion.terminal.holdings import holdings
from companion.terminal.inks import faint
from companion.terminal.keys import GONE, Key, Keyboard
from companion.terminal.screen import NOTHING, Block, Screen
from companion.terminal.telling import Telling

HELP = (
    Phrase("Type the number of your choice, then Enter. Long lists are asked for in steps; 0 goes one step back."),
    Phrase("While the clock runs, your seat's key stops it: 1 for the first seat, 2 for the second."),
    Phrase("b takes back: your own last choice, or anything before it if everybody at the keyboard agrees."),
    Phrase("c puts right what the cardboard shows otherwise: money, credit, a token on a track, the owner of a space."),
    Phrase("h shows what everybody holds. p, while the clock runs, stops it for a pause; it begins at start again."),
    Phrase("q leaves the table. The game is kept, and offered the next time."),
)


def host(journal: Journal, game: int, settings: Settings, speech: Speech = ENGLISH) -> None:
    """Play the game of this number here until it is over or left."""
    journal.hold()
    kept = journal.game(game)
    if kept.over:
        raise GameError("Game {game} is over.", game=str(game))
    if kept.opening.game is not MERCHANTS:
        title = Phrase(kept.opening.game.title)
        raise GameError("{title} is played with the device and phones, not in a terminal.", title=title)
    table = game_table(journal, game, settings)
    try:
        at_keyboard = _AtKeyboard(table)
        with Keyboard(at_keyboard.hear), Screen() as screen, _mishaps_to(at_keyboard.hear_of):
            bots = BotPlayers(table, kept.opening.bot_seed, settings.pace)
            try:
                telling = Telling(kept.opening.game, kept.opening.setup(), screen.say, speech=speech)
                _Game(table, screen, at_keyboard, telling).play(speech.say("game {game}", game=str(game)))
            finally:
                bots.end()
    finally:
        table.close()


class _AtKeyboard:
    """Where keys and news arrive. Bids do not wait here: they go to the table at once."""

    def __init__(self, table: Table) -> None:
        self.people = [place for place, seat in enumerate(table.view(None).seats) if not seat.is_bot]
        self._keys = {str(seat + 1): seat for seat in self.people}
        self._table = table
        self._inbox: SimpleQueue[Key | str | None] = SimpleQueue()
        self._clock: tuple[bool, int] = False, -LATE
        """Whether it runs as far as was heard, and since when it does or does not."""

    def hear(self, key: Key) -> None:
        """On the keyboard's thread."""
        if not (key.text.isdigit() and self._is_for_the_clock(key)):
            self._inbox.put(key)
            return
        seat = self._keys.get(key.text)
        if seat is not None and not key.held:
            self._table.press(seat, key.stamp)

    def hear_news(self) -> None:
        """On the table's thread."""
        runs = self._table.look().clock is not None
        if runs != self._clock[0]:
            self._clock = runs, self._table.now()
        self._inbox.put(None)

    def hear_of(self, mishap: str) -> None:
        self._inbox.put(mishap)

    def is_quiet(self) -> bool:
        return self._inbox.empty()

    def next(self, until: int | None) -> Key | str | None:
        """A key, a mishap, or None: there is news, or it is time."""
        try:
            return self._inbox.get(timeout=None if until is None else max(0, until - self._table.now()) / SECOND)
        except Empty:
            return None

    def _is_for_the_clock(self, key: Key) -> bool:
        """Also when it has just been stopped: a bid that came too late must not choose from a list."""
        runs, since = self._clock
        return runs or self._table.look().clock is not None or key.stamp <= since + LATE


class _Game:
    """Tells, asks and draws."""

    def __init__(self, table: Table, screen: Screen, at_keyboard: _AtKeyboard, telling: Telling) -> None:
        self._table = table
        self._screen = screen
        self._keyboard = at_keyboard
        self._people = at_keyboard.people
        self._telling = telling
        self._speech = telling.speech
        self._chronicle = Chronicle(telling)
        self._face = Face(screen, table.drawn, telling.speech)
        self._dialog: Dialog[Any] | None = None
        self._about: object = None
        """What the dialog is about; it is put aside when that is no longer so."""
        self._answered: Callable[[Any], None]
        self._block = NOTHING
        self._trouble = ""
        self._left = False

    def play(self, title: str) -> None:
        self._chronicle.begin(self._table.history(), title)
        self._screen.say(f"   {self._who_is_here()}")
        unsubscribe = self._table.subscribe(self._keyboard.hear_news)
        self._keyboard.hear_news()
        try:
            while self._goes_on():
                self._deal_with(self._keyboard.next(self._due()))
        finally:
            unsubscribe()

    def _goes_on(self) -> bool:
        """Tell what is new, see what is asked, draw it. False once the game is over or left."""
        self._chronicle.tell(self._table.history(self._chronicle.told))
        look, view = self._table.look(), self._table.view(None)
        self._tell_trouble(self._table.snapshot.trouble)
        if self._left:
            self._screen.say(self._speech.say("The game is kept. Until next time!"))
            return False
        if look.now.state.winners is not None:
            self._telling.standings()
            return False
        self._turn_to(look, view)
        if self._keyboard.is_quiet():
            self._draw(look)
        return True

    def _due(self) -> int | None:
        clock = self._table.look().clock
        return self._face.due(clock) if clock else None

    # What is asked.

    def _turn_to(self, look: Look, view: View) -> None:
        """Ask what is to be asked now, unless it is being asked already."""
        about = self._topic(look, view)
        if self._about in ("take back", "put right") and look.clock is None:
            return  # what a person has begun is not put aside by what the bots do
        if about == self._about:
            return
        self._dialog, self._about = None, about
        match about:
            case ("vote", _, seat):
                assert view.proposal is not None
                number = view.proposal.number
                dialog = vote(view.proposal, seat, self._chronicle, self._telling.name, self._speech)
                self._open(dialog, lambda yes: self._voted(seat, number, yes))
            case ("decide", _, seat):
                asked, offered = self._decision(look, seat)
                self._open(decide(asked, offered, self._speech), lambda answer: self._decided(seat, answer))

    def _topic(self, look: Look, view: View) -> tuple[str, int, int] | None:
        """A proposal that waits for somebody here, or a choice that is for somebody here to make."""
        if view.proposal:
            for seat in view.proposal.waiting_for:
                return "vote", view.proposal.number, seat
        state = look.now.state
        if look.clock or not state.agenda:
            return None
        ask = state.agenda[-1]
        seat = self._starter(state.mayor) if ask.seat is None else ask.seat
        if seat in self._people or ask.what == "draw":  # the table's own cards are turned up for bots too
            return "decide", look.step, seat
        return None

    def _starter(self, mayor: int) -> int:
        """Who starts a clock that stands: the mayor, or somebody here for a bot that is mayor."""
        return mayor if mayor in self._people or not self._people else self._people[0]

    def _decision(self, look: Look, seat: int) -> tuple[list[str], tuple[Choice, ...]]:
        state = look.now.state
        if state.agenda[-1].what == "bid":
            asked = self._speech.say("The clock stands. {name}, start it again:", name=self._telling.name(seat))
            return [asked], (Choice(self._speech.say("start the clock"), StartClock()),)
        return question(state, self._telling.name, self._speech), choices(look.now, seat, self._speech)

    def _open(self, dialog: Dialog[Any], answered: Callable[[Any], None]) -> None:
        self._dialog, self._answered = dialog, answered
        self._go_on_with(lambda: next(dialog))

    def _go_on_with(self, step: Callable[[], Block]) -> None:
        try:
            self._block = step()
        except StopIteration as end:
            self._dialog, self._about = None, None
            self._answered(end.value)

    # What is answered.

    def _deal_with(self, item: Key | str | None) -> None:
        if isinstance(item, str):
            self._screen.say(item)
        elif item is None:
            return
        elif item.text == GONE:
            self._left = True
        elif self._dialog:
            dialog = self._dialog
            self._go_on_with(lambda: dialog.send(item.text))
        else:
            self._command(item.text)

    def _decided(self, seat: int, answer: AnyAction | Command) -> None:
        if isinstance(answer, Command):
            self._command(answer.key)
        else:
            self._submit(seat, answer)

    def _voted(self, seat: int, number: int, yes: bool) -> None:
        if not yes:
            self._say([self._speech.say("{name} does not agree.", name=self._telling.name(seat))])
        self._submit(seat, Agree(number) if yes else Refuse(number))

    def _command(self, key: str) -> None:
        running = self._table.look().clock is not None
        match key.lower():
            case "q":
                self._left = True
            case "?":
                self._say([sentence.said(self._speech) for sentence in HELP])
            case "h":
                view = self._table.view(None)
                self._say(["", *holdings(view.table, view.seats, self._speech), ""])
            case "p" if running and self._people:
                self._submit(self._people[0], Pause())
            case "b" | "c" if running:
                self._say([self._speech.say("First the auction.")])
            case "b" | "c" if not self._people:
                self._say([self._speech.say("Nobody here plays.")])
            case "b":
                self._about = "take back"
                dialog = take_back(self._people, self._chronicle, self._telling.name, self._speech)
                self._open(dialog, self._proposed)
            case "c":
                self._about = "put right"
                form = put_right(self._people, self._telling.state.setup, self._telling.name, self._speech)
                self._open(form, self._proposed)

    def _proposed(self, wish: tuple[int, AnyRequest] | None) -> None:
        if wish:
            self._submit(*wish)

    def _submit(self, seat: int, wish: AnyRequest) -> None:
        try:
            self._table.submit(seat, wish).result()
        except BadJournal as error:
            self._tell_trouble(error)
        except GameError as refusal:
            self._say([refusal.said(self._speech)])

    # What is shown.

    def _tell_trouble(self, trouble: GameError | None) -> None:
        """Once, as long as it lasts."""
        told = trouble.said(self._speech) if trouble else ""
        if told and told != self._trouble:
            self._say([told])
        self._trouble = told

    def _say(self, lines: list[str]) -> None:
        for line in lines:
            self._screen.say(f"   {line}" if line else "")

    def _who_is_here(self) -> str:
        if not self._people:
            return self._speech.say("Only bots play.")
        keys = [
            self._speech.say("{name} with key {key}", name=self._telling.name(seat), key=seat + 1)
            for seat in self._people
        ]
        return self._speech.say("At this keyboard: {people}.", people=self._speech.listed(keys))

    def _draw(self, look: Look) -> None:
        if look.clock:
            keys = keys_line(self._speech.say("p pause   h holdings   ? help   q leave"))
            seats = seats_line(look.now.state, self._people, with_money=True, speech=self._speech)
            asked = self._block.lines if self._dialog else [keys]
            self._face.draw(look.clock, look.now.state, ["", seats, *asked])
        else:
            self._screen.show(self._block if self._dialog else self._waiting(look))

    def _waiting(self, look: Look) -> Block:
        state = look.now.state
        ask = state.agenda[-1] if state.agenda else None
        seat = ask.seat if ask and ask.seat is not None else state.mayor
        line = self._speech.say("{name} thinks ...", name=self._telling.name(seat))
        return Block(["", f"   {line}", faint(f"   {COMMANDS_LINE.said(self._speech)}")], plain=[])


class _Mishaps(logging.Handler):
    """What goes wrong inside is told in a sentence; refusals and a journal in trouble are told where they belong."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            self._tell(f"{record.getMessage()} ({record.exc_info[1]!r})")


@contextmanager
def _mishaps_to(tell: Callable[[str], None]) -> Iterator[None]:
    log, mishaps = logging.getLogger("companion"), _Mishaps(tell)
    log.addHandler(mishaps)
    try:
        yield
    finally:
        log.removeHandler(mishaps)
