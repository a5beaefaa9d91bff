"""People who play Amsterdam on their phones by tapping: on dice, on what can be done at once, and on the steppers of
what is typed. One does everything that there is to do as soon as it can be done.
"""

from collections.abc import Callable
from random import Random

from browsers import Phone
from canals import state_of
from hang_guard import eventually
from playwright.sync_api import Locator, expect
from rooms import Room
from tapping import MINE, Tapping

from companion.games.amsterdam.state import State
from companion.games.amsterdam.things import BERTHS, CARDS, COLOURS, GOOD_AT, GOODS, ROOFS, WORKER_AT, WORKERS
from companion.games.amsterdam.titles import number_of
from companion.words import Language

MOST_IN_A_TURN = 6


class Bargee(Tapping):
    """Sits at seat 0."""

    def __init__(self, phone: Phone, room: Room, chance: Random, language: Language = "en") -> None:
        super().__init__(phone, room, chance, language=language)
        self.did: set[str] = set()
        self.asked: set[str] = set()
        self._turn: list[str] = []
        self._answers: dict[str, Callable[[], None]] = {
            "card": lambda: self._names_card("take_card"),
            "tom_card": lambda: self._names_card("tom_card"),
            "first_resources": self._first_resources,
            "throw": self._taps_first,
            "keep": self._taps_first,
            "dice": self._dice,
            "act": self._act,
            "tom_block": self._tom_block,
            "tom_market": self._tom_market,
            "end_cards": self._end_cards,
        }

    @property
    def _state(self) -> State:
        return state_of(self._room)

    def _answer(self) -> None:
        eventually(lambda: self.phone.page.evaluate("scrollY") == 0)  # what was sent last has brought the page there
        what = self._state.agenda[-1].what
        self.asked.add(what)
        self._answers.get(what, self._printed)()

    # Forms, and what is in them.

    def _form(self, kind: str, about: object = "") -> Locator:
        return self.page.locator(f"{MINE} form[data-about='{kind} {about}']")

    def _opens(self, key: str) -> None:
        """Unless it is open already."""
        opened = self.page.locator(f"{MINE} details[data-key='{key}']")
        if opened.count() and opened.get_attribute("open") is None:
            self._tap(opened.locator("> summary"))
            expect(opened).to_have_attribute("open", "")

    def _counts(self, form: Locator, name: str, wanted: int) -> None:
        """One more, one more; or one less."""
        field = form.locator(f"input[name='{name}']")
        while (value := int(field.input_value())) != wanted:
            step = 1 if wanted > value else -1
            self._tap(field.locator(f"xpath=../button[@data-step='{step}']"))
            expect(field).to_have_value(str(value + step))

    def _picks(self, form: Locator, name: str, value: str) -> None:
        choice = form.locator(f"input[name='{name}'][value='{value}']")
        while not choice.is_checked():  # a tap is lost if that part of the page is swapped under the finger
            self._tap(choice.locator("xpath=.."))

    def _sends(self, form: Locator) -> None:
        self._tap(form.locator("button.main"))

    def _taps_first(self) -> None:
        self._tap(self.page.locator(f"{MINE} .tap button").first)

    def _printed(self) -> None:
        """As the board guesses it."""
        self._sends(self._form("printed"))

    # What is asked once.

    def _names_card(self, kind: str) -> None:
        form = self._form(kind)
        self._tap(form.locator(".picks label").first)
        form.locator("[name=card]").fill(number_of(next(card for card in CARDS if card not in self._state.out)))
        self._sends(form)

    def _first_resources(self) -> None:
        form = self._form("first_resources")
        self._picks(form, "one", "pink")
        self._picks(form, "two", "gray")
        self._sends(form)

    def _dice(self) -> None:
        """One that leaves something for the next round, if there is one."""
        order = sorted(range(len(COLOURS)), key=lambda at: (abs(self._state.dice[at] - 2), self._chance.random()))
        for count, at in enumerate(order[:2], 1):
            die = self.page.locator(f"{MINE} a.die-of").nth(at)
            self._tap(die)
            expect(self.page.locator(f"{MINE} a.die-of[aria-current]")).to_have_count(count)
        self._tap(self.page.locator(f"{MINE} .confirm button.main"))

    def _tom_block(self) -> None:
        form = self._form("tom_block")
        self._picks(form, "good", self._chance.choice(GOODS))
        self._sends(form)

    def _tom_market(self) -> None:
        form = self._form("tom_market")
        self._counts(form, "price", 3)
        self._counts(form, "prestige", 4)
        self._sends(form)

    def _end_cards(self) -> None:
        state = self._state
        left = [card for card in state.active[0] if card not in state.scored]
        if len(left) < len(state.active[0]):
            self._done()
            return
        self._opens(f"asked-score_card {left[0]}")
        form = self._form("score_card", left[0])
        self._counts(form, "prestige", 3)
        self._sends(form)

    # A turn.

    def _act(self) -> None:
        """Something that was never done before, or not in this turn; then nothing more."""
        ways = [way for way in self._ways() if way not in self._turn]
        fresh = [way for way in ways if way not in self.did]
        if not ways or len(self._turn) == MOST_IN_A_TURN:
            self._turn = []
            self._done()
            return
        way = (fresh or ways)[0]
        self._turn.append(way)
        self.did.add(way)
        getattr(self, f"_{way}")()

    def _ways(self) -> list[str]:
        state = self._state
        supply, at = state.supply[0], state.barges[0]
        can = {
            "delivers": self._delivered() is not None,
            "brings": at in state.aboard[0],
            "fetches": self._can_fetch(),
            "loads": any(state.storage[0]) and at in state.setup.board.cranes,
            "uses_again": any(card in self._used_before() for card in self._usable()),
            "uses": any(card not in self._used_before() for card in self._usable()),
            "block": any(supply) and "block" not in state.once,
            "sails": any(supply) and self._destination() != at,
            "activates": bool(state.below[0]) and any(supply),
            "moves": any(supply) and "amstel" not in state.once and state.amstel[0] < state.setup.board.mouth,
            "buys": bool(state.money[0]) and "market" not in state.once,
        }
        return [way for way, there in can.items() if there]

    def _done(self) -> None:
        self._tap(self.page.locator(f"{MINE} .turn-bar button"))

    def _used_before(self) -> list[int]:
        return [use.card for use in self._state.uses]

    def _usable(self) -> list[int]:
        return [card for card in self._state.active[0] if card not in self._state.used]

    def _most(self) -> int:
        """The colour of which there is most."""
        supply = self._state.supply[0]
        return max(range(len(COLOURS)), key=supply.__getitem__)

    def _activates(self) -> None:
        card = self._state.below[0][0]
        self._opens("way-activate")
        self._opens(f"activate-activate {card}")
        form = self._form("activate", card)
        self._counts(form, f"pay.{self._most()}", 1)
        self._sends(form)

    def _uses(self) -> None:
        card = next(card for card in self._usable() if card not in self._used_before())
        self._opens("way-use")
        self._opens(f"use-use_card {card}")
        form = self._form("use_card", card)
        self._counts(form, "effect.prestige", 2)
        self._counts(form, "effect.gulden", 1)
        self._sends(form)

    def _uses_again(self) -> None:
        self._opens("way-use")
        self._taps_in("use")

    def _taps_in(self, way: str) -> None:
        self._tap(self.page.locator(f"{MINE} details[data-key='way-{way}'] .tap button").first)

    def _block(self) -> None:
        state, district = self._state, COLOURS[self._most()]
        self._opens("way-block")
        form = self._form("take_block")
        self._picks(form, "district", district)
        free = [good for good in GOODS if state.storehouses[GOOD_AT[good]] < ROOFS]
        self._picks(form, "good", free[0])
        self._sends(form)

    # The barge.

    def _request(self, kind: str) -> Locator:
        return self.page.locator(f'{MINE} form.tap:has([value*=\'"type":"{kind}"\']) button').first

    def _loads(self) -> None:
        self._opens("way-barge")
        self._tap(self._request("load"))

    def _can_fetch(self) -> bool:
        state, at = self._state, self._state.barges[0]
        if at not in WORKERS or "worker" in state.once or len(state.aboard[0]) == BERTHS:
            return False
        waiting = [worker for worker in WORKERS if worker != at and state.waiting[WORKER_AT[worker]]]
        return bool(state.docks[WORKER_AT[at]] and waiting)

    def _fetches(self) -> None:
        self._opens("way-barge")
        self._tap(self._request("fetch"))

    def _brings(self) -> None:
        self._opens("way-barge")
        self._opens("barge-bring ")
        self._sends(self._form("bring"))

    def _delivered(self) -> str | None:
        state, at = self._state, self._state.barges[0]
        there = at in GOODS and state.cargo[0][GOOD_AT[at]] and state.storehouses[GOOD_AT[at]] < ROOFS
        return at if there else None

    def _delivers(self) -> None:
        good = self._delivered()
        self._opens("way-barge")
        self._opens(f"barge-deliver {good}")
        self._sends(self._form("deliver", good))

    def _destination(self) -> str:
        """Where somebody aboard wants to go, or waits for the first time; where something is delivered, or loaded."""
        state = self._state
        wanted = [good for good in GOODS if state.cargo[0][GOOD_AT[good]] and state.storehouses[GOOD_AT[good]] < ROOFS]
        waiting = [dock for dock in WORKERS if state.docks[WORKER_AT[dock]] and "fetches" not in self.did]
        return [*state.aboard[0], *waiting, *wanted, "pier"][0]

    def _sails(self) -> None:
        to, paid = self._destination(), self._most()
        self._opens("way-barge")
        self._opens("barge-move_barge ")
        form = self._form("move_barge")
        form.locator("select[name=to]").select_option(to)
        self._counts(form, f"pay.{paid}", 1)
        self._sends(form)

    # The Amstel and the market.

    def _moves(self) -> None:
        self._opens("way-amstel")
        self._taps_in("amstel")

    def _buys(self) -> None:
        self._opens("way-market")
        if (again := self.page.locator(f"{MINE} details[data-key='way-market'] .tap button")).count():
            self._tap(again.first)
            return
        form = self._form("market_tile")
        self._counts(form, "price", 1)
        self._counts(form, "effect.prestige", 2)
        self._sends(form)
