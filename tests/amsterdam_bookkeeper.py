"""A game of Amsterdam, event by event, each held against the rulebook, the deck, and what has happened so far."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import bookkeeper
from bookkeeper import Json

COLOURS = "black brown purple pink orange gray".split()
GOODS = "beer tulips cheese furniture jenever coffee lace glass ninth".split()
DOCKS = "light_blue white gold maroon light_pink light_green".split()
MOUTH = 18
FIRST_CARDS = {2: [0, 2, 1], 3: [0, 2, 2], 4: [0, 2, 3]}
CARDS = {2: ([2, 1, 1], [2, 1, 1]), 3: ([2, 1, 2], [2, 2, 1]), 4: ([2, 2, 2], [2, 2, 2])}
"""In odd and in even rounds."""
DISTRICTS = {2: [5], 3: [5, 2], 4: [8, 5, 2]}
COUNTED = ("money", "prestige", "supply", "penalty")
_MUCH = {"money": "amount", "prestige": "amount", "penalty": "count"}

Fact = tuple[str, int, Any, str]
"""What of, whose, how much (of resources by colour), and what for."""


@dataclass
class Books(bookkeeper.Books):
    SCORED_IN: ClassVar[str] = "prestige"

    due: list[Fact] = field(default_factory=list)
    """What must be gained or lost next, in this order."""
    turns: list[int] = field(default_factory=list)
    """Who takes a card, or has a turn, one after the other."""
    round: int = 0
    phase: int = 0
    dice: list[int] = field(default_factory=list)
    display: list[int] = field(default_factory=lambda: [0, 0, 0])
    out: set[int] = field(default_factory=set)
    used: set[int] = field(default_factory=set)
    counted: dict[tuple[int, str], int] = field(default_factory=dict)
    """At the end: for whom, what for, how much."""
    once: set[str] = field(default_factory=set)
    tiles: list[str] = field(default_factory=list)
    black_market: set[str] = field(default_factory=set)
    delivered: Counter[str] = field(default_factory=Counter)
    figures: dict[str, str | None] = field(default_factory=dict)
    docks: Counter[str] = field(default_factory=Counter)
    fetched: Counter[str] = field(default_factory=Counter)
    magazine: int = 0
    builds: list[str] = field(default_factory=list)
    printed_for: tuple[int, str] | None = None
    """The last thing for which somebody has to look at the board."""

    def __post_init__(self) -> None:
        super().__post_init__()
        players, rules = range(self.players), self.header["rules"]
        self.tom: int | None = int(rules["tom"]) if "tom" in rules else None
        self.people = [seat for seat in players if seat != self.tom]
        self.first_round = 3 if "short" in rules else 1
        self.prestige = [0 for _ in players]
        self.tokens = [0 for _ in players]
        self.supply: list[Counter[str]] = [Counter() for _ in players]
        self.roundels: list[list[Counter[str]]] = [[Counter() for _ in range(6)] for _ in players]
        self.shacks: list[str | None] = [None for _ in players]
        self.piles: list[list[int]] = [[] for _ in range(MOUTH + 1)]
        self.below: list[set[int]] = [set() for _ in players]
        self.active: list[set[int]] = [set() for _ in players]
        self.crests: list[Counter[str]] = [Counter() for _ in players]
        self.groups = [0 for _ in players]
        self.storage: list[Counter[str]] = [Counter() for _ in players]
        self.cargo: list[Counter[str]] = [Counter() for _ in players]
        self.aboard: list[Counter[str]] = [Counter() for _ in players]
        self.barges = ["pier" for _ in players]
        self.docks = Counter(dict.fromkeys(DOCKS, 2 if self.tom is None else 1))

    @property
    def score(self) -> list[int]:
        return self.prestige

    @property
    def winners(self) -> list[int]:
        best = [seat for seat in self.order if self.prestige[seat] == max(self.prestige)]
        return [self.tom] if self.tom in best else best[:1]

    @property
    def order(self) -> list[int]:
        """Those at the mouth as they came, then pile by pile from the top."""
        return self.piles[MOUTH] + [seat for pile in self.piles[MOUTH - 1 :: -1] for seat in reversed(pile)]

    def known(self, part: str) -> bool:
        """Whether somebody has seen what is printed there, so that nobody is asked."""
        found = self.header["board"][part]
        return all(one["source"] != "reconstruction" for one in (found if isinstance(found, list) else [found]))

    # Entries.

    def enter(self, entry: Json) -> None:
        action = entry["action"]
        self.seen.add(f"action:{action['type']}")
        if action["type"] == "setup":
            self.due = [("money", seat, 1, "start") for seat in self.people]
        else:
            self.due = list(_due(self, entry["seat"], action))
        for event in entry["events"]:
            self.seen.add(event["type"])
            if event["type"] in COUNTED:
                self._count(event)
            else:
                getattr(self, f"_{event['type']}")(event)
        assert self.due == []

    def _count(self, event: Json) -> None:
        """A gain or a loss: it is the next that is due, or comes by itself."""
        kind, seat, why = event["type"], event["seat"], event["why"]
        much: Any = _by_colour(event["resources"]) if kind == "supply" else event[_MUCH[kind]]
        self.seen.add(f"{kind}:{why.partition(':')[0]}")
        if self.due:
            assert self.due.pop(0) == (kind, seat, much, why)
        else:
            self._comes_by_itself(kind, seat, much, why)
        match kind:
            case "money":
                self.money[seat] += much
                assert self.money[seat] >= 0
            case "prestige":
                self.prestige[seat] += much
            case "penalty":
                self.tokens[seat] += much
                assert self.tokens[seat] >= 0
            case "supply":
                for colour, more in much.items():
                    self.supply[seat][colour] += more
                    assert self.supply[seat][colour] >= 0

    def _comes_by_itself(self, kind: str, seat: int, much: Any, why: str) -> None:
        match kind, why:
            case "money", "market":
                assert (seat, much, self.money[seat]) == (self.tom, 1, 0)
            case "supply", "end_of_round":
                assert self.phase == 4
                assert much == {colour: -count for colour, count in self.supply[seat].items() if count}
            case "penalty", "cards":
                assert (self.round, much) == (12, len(self.below[seat]))
            case "prestige", _:
                assert self.round == 12
                assert (seat, why) not in self.counted
                self.counted[seat, why] = much
            case _:
                raise AssertionError((kind, seat, much, why))

    # What chance and the round bring.

    def _discs_stacked(self, event: Json) -> None:
        assert sorted(event["seats"]) == list(range(self.players))
        assert not self.header["deck"] or self.header["deck"][0] == "".join(map(str, event["seats"]))
        self.piles[0] = event["seats"][::-1]

    def _tiles_drawn(self, event: Json) -> None:
        self.tiles = event["districts"]
        assert len(set(self.tiles)) == self.players - 1
        assert set(self.tiles) <= set(COLOURS)

    def _round(self, event: Json) -> None:
        assert event["round"] == (self.round + 1 if self.round else self.first_round)
        self.round = event["round"]
        self.used = set()

    def _phase(self, event: Json) -> None:
        assert self.turns == []
        assert event["phase"] == self.phase % 4 + 1
        assert not (event["phase"] == 4 and self.round == 12)
        self.phase = event["phase"]
        if self.phase in (1, 3):
            self.turns = [seat for seat in self.order if seat != self.tom]

    def _cards_shown(self, event: Json) -> None:
        odd, even = CARDS[self.players]
        assert event["cards"] == (FIRST_CARDS[self.players] if not self.round else odd if self.round % 2 else even)
        self.display = list(event["cards"])
        if not self.round:
            self.turns = [seat for seat in self.order[::-1] if seat != self.tom]

    def _card_taken(self, event: Json) -> None:
        assert self.turns.pop(0) == event["seat"]
        self._named(event)
        self.below[event["seat"]].add(event["card"])

    def _named(self, event: Json) -> None:
        kind = ["map", "building", "craftsman"].index(event["kind"])
        self.display[kind] -= 1
        assert self.display[kind] >= 0
        assert event["card"] not in self.out
        assert 1 <= event["card"] <= 132
        self.out.add(event["card"])

    def _display_card_thrown(self, event: Json) -> None:
        assert self.order[0] == self.tom
        self._named(event)

    def _card_thrown(self, event: Json) -> None:
        assert len(self.below[event["seat"]]) == 6
        self.below[event["seat"]].remove(event["card"])

    def _rolled(self, event: Json) -> None:
        self.dice = event["dice"]
        assert len(self.dice) == 6
        if self.header["deck"]:
            rolls = self.header["deck"][self.players :]
            assert rolls[self.round - self.first_round] == "".join(map(str, self.dice))

    def _dice_turned(self, event: Json) -> None:
        assert self.round >= 8
        assert event["from"] == self.dice
        assert event["dice"] == [1 if die > 13 - self.round else die for die in self.dice] != self.dice
        self.dice = event["dice"]

    def _dice_taken(self, event: Json) -> None:
        assert event["first"] != event["second"]
        assert max(self.dice) + self.round <= 13 or self.round < 8

    def _into_roundel(self, event: Json) -> None:
        """As many as the slot has pips, of the die that shows them."""
        assert event["slot"] == event["count"]
        assert not self.round or self.dice[COLOURS.index(event["colour"])] == event["count"]
        self.roundels[event["seat"]][event["slot"] - 1][event["colour"]] += event["count"]

    def _roundel_turned(self, event: Json) -> None:
        seat = event["seat"]
        out = self.roundels[seat].pop(0)
        self.roundels[seat].append(Counter())
        assert _by_colour(event["out"]) == +out
        self.supply[seat] += out
        if not out:
            self.due.append(("penalty", seat, 1, "empty_roundel"))
        if kept := self.shacks[seat]:
            self.due.append(("supply", seat, {kept: 1}, "shack"))

    def _shack(self, event: Json) -> None:
        assert (self.shacks[event["seat"]] is None) != (event["colour"] is None)
        self.shacks[event["seat"]] = event["colour"]

    # What is done in phase III.

    def _acting(self, event: Json) -> None:
        assert self.turns.pop(0) == event["seat"]
        self.once = set()

    def _once_done(self, event: Json) -> None:
        assert event["what"] not in self.once
        self.once.add(event["what"])

    def _activated(self, event: Json) -> None:
        self.below[event["seat"]].remove(event["card"])
        self.active[event["seat"]].add(event["card"])

    def _card_used(self, event: Json) -> None:
        assert event["card"] in self.active[event["seat"]] - self.used
        if event["once"]:
            self.used.add(event["card"])

    def _block_taken(self, event: Json) -> None:
        seat, district = event["seat"], event["district"]
        self.crests[seat][district] += 1
        assert sum(crests[district] for crests in self.crests) <= 6
        assert 1 <= event["group"] <= self.crests[seat].total()
        self.groups[seat] = max(self.groups[seat], event["group"])
        if seat == self.tom:
            assert self.builds.pop(0) == district

    def _stored(self, event: Json) -> None:
        self.storage[event["seat"]][event["good"]] += 1

    def _black_market_sale(self, event: Json) -> None:
        assert event["good"] not in self.black_market
        self.black_market.add(event["good"])

    def _loaded(self, event: Json) -> None:
        seat = event["seat"]
        assert self.barges[seat] in (*DOCKS, "pier")
        assert self.storage[seat]
        self.cargo[seat] += self.storage[seat]
        self.storage[seat] = Counter()

    def _sailed(self, event: Json) -> None:
        assert self.barges[event["seat"]] != event["to"] or event["to"] == "water"
        self.barges[event["seat"]] = event["to"]
        self.once -= {"worker", "supervised"}

    def _fetched(self, event: Json) -> None:
        seat, dock, worker = event["seat"], event["dock"], event["worker"]
        assert dock == self.barges[seat] != worker
        self.docks[dock] -= 1
        self.fetched[worker] += 1
        self.aboard[seat][worker] += 1
        assert self.docks[dock] >= 0
        assert self.fetched[worker] <= (2 if self.tom is None else 1)
        assert self.aboard[seat].total() <= 2

    def _brought(self, event: Json) -> None:
        seat = event["seat"]
        assert event["worker"] == self.barges[seat]
        self.aboard[seat][event["worker"]] -= 1
        assert self.aboard[seat][event["worker"]] >= 0
        self.magazine += 1

    def _delivered(self, event: Json) -> None:
        seat, good, at = event["seat"], event["good"], event["at"]
        if event.get("aboard", True):
            assert at == self.barges[seat]
            self.cargo[seat][good] -= 1
            assert self.cargo[seat][good] >= 0
        else:
            assert (seat, at) == (self.tom, good)
            assert good in self.black_market
            self.printed_for = seat, f"delivery:{good}"
            if self.known("storehouses"):
                self.due += self._reward(seat, good, self._roof(good))
        assert at == good or at.startswith("warehouse")
        self.delivered[at] += 1
        assert self.delivered[at] <= (3 if at == good else 1)

    def _roof(self, good: str) -> int:
        """The highest that is free."""
        house = next(house for house in self.header["board"]["storehouses"] if house["good"] == good)
        roof: int = sorted(house["roofs"], reverse=True)[self.delivered[good]]
        return roof

    def _reward(self, seat: int, good: str, prestige: int) -> Iterator[Fact]:
        if prestige:
            yield "prestige", seat, prestige, f"delivery:{good}"
        if self.round <= 7:
            yield "prestige", seat, 8 - self.round, "fast"

    def _advanced(self, event: Json) -> None:
        seat, before, to = event["seat"], event["from"], event["to"]
        assert before < to <= MOUTH
        self.piles[before].remove(seat)
        self.piles[to].append(seat)
        self.printed_for = seat, "bridges"
        if to == MOUTH:
            self.due.append(("prestige", seat, 10, "mouth"))
        if self.known("amstel"):
            bridges = self.header["board"]["amstel"]["bridges"]
            crossed = sum(bridge["prestige"] for bridge in bridges if bridge["behind"] in range(before, to))
            self.due += [("prestige", seat, crossed, "bridges")] * bool(crossed)

    def _tile_seen(self, event: Json) -> None:
        assert 1 <= event["price"] <= 10

    def _stands(self, event: Json) -> None:
        self.figures[event["figure"]] = event["at"]
        self.seen.add(f"{event['figure']}:{'leaves' if event['at'] is None else 'stands'}")

    # TOM.

    def _tom_builds(self, event: Json) -> None:
        assert self.builds == []
        sixes = [colour for colour, die in zip(COLOURS, self.dice, strict=True) if die == 6]
        self.builds = [colour for colour in sixes if sum(crests[colour] for crests in self.crests) < 6]
        assert self.builds == event["districts"]

    def _tom_brought(self, event: Json) -> None:
        assert self.tom is not None
        assert self.dice.count(DOCKS.index(event["dock"]) + 1) >= 3
        assert self.docks[event["dock"]] == 1
        self.docks[event["dock"]] = 0
        self.due.append(("money", self.tom, 1, "worker"))
        if self.known("magazine"):
            self.due.append(("prestige", self.tom, [9, 7, 5, 3, 3, 3][self.magazine], "magazine"))
        self.magazine += 1
        self.printed_for = self.tom, "magazine"

    # The end.

    def _card_scored(self, event: Json) -> None:
        assert event["card"] in self.active[event["seat"]]
        self.active[event["seat"]].remove(event["card"])

    def _won(self, event: Json) -> None:
        assert self.counted == dict(_final(self))
        assert event == {"type": "won", "prestige": self.prestige, "winners": self.winners}
        assert self.round == 12
        assert not any(slot for slots in self.roundels for slot in slots)
        assert not any(self.shacks)
        self.over = True


def _by_colour(counts: list[int]) -> dict[str, int]:
    return {colour: count for colour, count in zip(COLOURS, counts, strict=True) if count}


def _paid(counts: list[int]) -> dict[str, int]:
    return {colour: -count for colour, count in _by_colour(counts).items()}


def _due(books: Books, seat: int, action: Json) -> Iterator[Fact]:
    """What an action brings by the rulebook, before anything that follows from it."""
    match action["type"]:
        case "use_card":
            yield from _effect(seat, action["effect"], f"card:{action['card']}")
        case "activate":
            if any(action["pay"]):
                yield "supply", seat, _paid(action["pay"]), f"activate:{action['card']}"
        case "throw_card":
            yield "penalty", seat, 1, "sixth_card"
        case "take_block":
            yield from _block(books, seat, action)
        case "move_barge":
            yield "supply", seat, _paid(action["pay"]), "barge"
        case "fetch":
            yield "money", seat, 1, "worker"
        case "bring":
            if action["prestige"]:
                yield "prestige", seat, action["prestige"], "magazine"
        case "deliver":
            yield from books._reward(seat, action["good"], action["prestige"])
            if books.figures.get("supervisor") == books.barges[seat]:
                yield "prestige", seat, 2, "supervisor"
        case "amstel":
            assert sum(action["pay"]) == 1 + 2 * (action["spaces"] - 1)
            yield "supply", seat, _paid(action["pay"]), "amstel"
        case "market_tile":
            yield "money", seat, -action["price"], "market"
            yield from _effect(seat, action["effect"], "market")
        case "printed":
            yield from _printed(books, action["prestige"])
        case "score_card":
            if action["prestige"]:
                yield "prestige", seat, action["prestige"], f"end_card:{action['card']}"
        case "orders":
            if action["prestige"]:
                yield "prestige", seat, action["prestige"], "orders"
        case "tom_block":
            if action["good"] not in books.black_market:
                assert books.tom is not None
                yield "money", books.tom, 2, "black_market"
        case "tom_market":
            yield from _tom_at_market(books, action)


def _effect(seat: int, effect: Json, why: str) -> Iterator[Fact]:
    if changes := _by_colour(effect.get("resources", [0] * 6)):
        yield "supply", seat, changes, why
    for kind, name in (("money", "gulden"), ("prestige", "prestige"), ("penalty", "penalties")):
        if effect.get(name):
            yield kind, seat, effect[name], why


def _block(books: Books, seat: int, action: Json) -> Iterator[Fact]:
    helped = action.get("bailiff", False)
    assert not helped or books.figures["bailiff"] == action["district"]
    if pays := action["cost"] - helped:
        yield "supply", seat, {action["district"]: -pays}, "block"
    sold_for = action.get("sold_for")
    met = books.figures.get("marketeer") == action["good"]
    if sold_for == "gulden" or (sold_for and met):
        yield "money", seat, 2, "black_market"
    if sold_for in COLOURS:
        yield "supply", seat, {sold_for: 1}, "black_market"


def _printed(books: Books, prestige: int) -> Iterator[Fact]:
    assert books.printed_for is not None
    seat, why = books.printed_for
    kind, _, good = why.partition(":")
    if kind == "delivery":
        yield from books._reward(seat, good, prestige)
    elif prestige:
        yield "prestige", seat, prestige, why


def _tom_at_market(books: Books, action: Json) -> Iterator[Fact]:
    assert books.tom is not None
    if books.money[books.tom] < action["price"]:
        yield "money", books.tom, 1, "market"
        return
    yield "money", books.tom, -action["price"], "market"
    if action["prestige"]:
        yield "prestige", books.tom, action["prestige"], "market"


def _final(books: Books) -> Iterator[tuple[tuple[int, str], int]]:
    """What the end of the game brings each seat and costs it."""
    for seat in range(books.players):
        if lost := sum([3, 5, 7][min(token, 2)] for token in range(books.tokens[seat])):
            yield (seat, "penalties"), -lost
        if books.groups[seat]:
            yield (seat, "group"), 3 * books.groups[seat]
        for district in books.tiles:
            if won := _district(books, seat, district):
                yield (seat, f"district:{district}"), won
        left = books.money[seat] + books.aboard[seat].total() + books.supply[seat].total()
        left += books.storage[seat].total() + books.cargo[seat].total()
        if left >= 2:
            yield (seat, "leftovers"), left // 2


def _district(books: Books, seat: int, district: str) -> int:
    """By standing in line: those with as many crests share the places that they take up."""
    line = sorted((crests[district] for crests in books.crests if crests[district]), reverse=True)
    places = DISTRICTS[books.players] + [0] * 4
    own = books.crests[seat][district]
    shared = [places[place] for place, crests in enumerate(line) if crests == own]
    return sum(shared) // len(shared) if shared else 0
