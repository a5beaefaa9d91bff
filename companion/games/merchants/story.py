"""A game in words: the names of cards, years and spaces, and a sentence for each event that is worth one."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.games.events import Event, Money
from companion.games.merchants import events as ev
from companion.games.merchants.actions import Disk
from companion.games.merchants.board import Board, YearEvent
from companion.games.merchants.bonuses import LOAN
from companion.games.merchants.names import AREAS, PARTS
from companion.games.merchants.state import Setup
from companion.games.speech import ENGLISH, Speech, mark

YEARS: dict[YearEvent, str] = {
    "start": mark("the game begins"),
    "none": mark("nothing happens"),
    "ship": mark("a ship: everybody may move one token on the market"),
    "globe": mark("the globe: everybody may open a trade office"),
    "arms": mark("the city's arms: everybody builds a warehouse"),
    "credit": mark("the bank offers 120,000 for 200,000 at the end"),
    "lose_warehouse": mark("everybody loses a warehouse"),
    "lose_office": mark("everybody loses a trade office"),
    "shipwreck": mark("shipwreck: everybody moves one token back"),
    "leaders_back": mark("the leaders of every market track go one space back"),
    "score_market": mark("the market is scored"),
    "score_amsterdam": mark("Amsterdam is scored"),
    "score_colonies": mark("the colonies are scored"),
    "final": mark("the final scoring"),
}

NOBODY = mark("nobody")

_BONUSES = {
    "market": mark("market bonus"),
    "amsterdam": mark("Amsterdam bonus"),
    "colonies": mark("colonies bonus"),
}

_BRIDGES = {"Singel North": mark("Singel North"), "Singel South": mark("Singel South")}
"""The others of the board in the box have names that are Dutch in every language."""

_PLACED: dict[Disk, str] = {
    "mayor": mark("A card comes up: {card}, for the mayor."),
    "auction": mark("A card comes up: {card}, for auction."),
    "discard": mark("A card comes up: {card}, discarded."),
}

_FORWARD = mark("{name} moves forward {where} to space {space}.")
_BACK = mark("{name} moves back {where} to space {space}.")


def card_title(board: Board, card: str, speech: Speech = ENGLISH) -> str:
    kind = board.cards[card]
    match kind.kind:
        case "sand_clock":
            return speech.say("sand clock")
        case "commodity":
            return speech.say("three moves on the market")
        case "office" if kind.region:
            return speech.say("trade office {where}", where=speech.say(PARTS[kind.region].where))
        case "office":
            return speech.say("{commodity} trade office", commodity=part_title(kind.commodity or "", speech))
        case _:
            where = speech.either([speech.say(PARTS[district].where) for district in kind.districts or ()])
            if kind.commodity is None:
                return speech.say("warehouse {where}", where=where)
            commodity = part_title(kind.commodity, speech)
            return speech.say("warehouse {where}, with {commodity}", where=where, commodity=commodity)


def office_title(board: Board, space: str, speech: Speech = ENGLISH) -> str:
    commodity, where = part_title(board.commodity_of[space], speech), speech.say(PARTS[_region(board, space)].where)
    return speech.say("{commodity} office {where} ({space})", commodity=commodity, where=where, space=space)


def warehouse_title(board: Board, plot: str, speech: Speech = ENGLISH) -> str:
    where = speech.say(PARTS[_district(board, plot)].where)
    return speech.say("warehouse {where} ({space})", where=where, space=plot)


def region_of(board: Board, space: str, speech: Speech = ENGLISH) -> str:
    return part_title(_region(board, space), speech)


def district_of(board: Board, plot: str, speech: Speech = ENGLISH) -> str:
    return part_title(_district(board, plot), speech)


def bonus_title(bonus: str, speech: Speech = ENGLISH) -> str:
    area, _, bridge = bonus.partition(":")
    if not bridge:
        return speech.say(_BONUSES[area])
    name = bridge.replace("_", " ").title()
    return speech.say("bonus of the bridge {bridge}", bridge=speech.say(_BRIDGES.get(name, name)))


def part_title(part: str, speech: Speech = ENGLISH) -> str:
    """A track, district or region."""
    return speech.say(PARTS[part].inside)


def _region(board: Board, space: str) -> str:
    return next(name for name, spaces in board.regions.items() if spaces & board.office_bit[space])


def _district(board: Board, plot: str) -> str:
    return next(name for name, plots in board.districts.items() if plots & board.plot_bit[plot])


class Story:
    """Tells events as sentences; `called` says how a seat is to be named."""

    def __init__(self, setup: Setup, called: Callable[[int], str], speech: Speech = ENGLISH) -> None:
        self.setup = setup
        self.called = called
        self.speech = speech
        self._lot = speech.say("a card")
        self._tales: dict[type[Event], Callable[[Any], list[str]]] = {
            ev.Year: self._year,
            ev.Placed: self._placed,
            ev.SetAside: self._set_aside,
            ev.Market: self._market,
            ev.Office: self._office,
            ev.OfficeLost: self._office_lost,
            ev.Warehouse: self._warehouse,
            ev.WarehouseLost: self._warehouse_lost,
            Money: self._money,
            ev.Credit: self._credit,
            ev.Bonus: self._bonus,
            ev.ClockStarted: self._clock_started,
            ev.Doubled: self._doubled,
            ev.Misbid: self._misbid,
            ev.Sold: self._sold,
            ev.Unsold: self._unsold,
            ev.Scored: self._scored,
        }

    def tell(self, event: Event) -> list[str]:
        """One sentence, several, or none where other events say it already."""
        tale = self._tales.get(type(event))
        return tale(event) if tale else []

    def _year(self, event: ev.Year) -> list[str]:
        space = self.setup.board.years[self.setup.board.year_at[event.year]]
        say = self.speech.say
        return [say("{year}: {event}.", year=event.year, event=say(YEARS[space.event]))]

    def _placed(self, event: ev.Placed) -> list[str]:
        title = card_title(self.setup.board, event.card, self.speech)
        if event.disk == "auction":
            self._lot = title
        return [self.speech.say(_PLACED[event.disk], card=title)]

    def _set_aside(self, event: ev.SetAside) -> list[str]:
        say, card = self.speech.say, card_title(self.setup.board, event.card, self.speech)
        if event.why == "three_players":
            return [say("A card comes up that is not for three players: {card}.", card=card)]
        return [say("The unsold card is discarded: {card}.", card=card)] if event.why == "unsold" else []

    def _market(self, event: ev.Market) -> list[str]:
        say, name = self.speech.say, self.called(event.seat)
        if event.to == 0:
            commodity = part_title(event.commodity, self.speech)
            return [say("{name} leaves the {commodity} track.", name=name, commodity=commodity)]
        where = say(PARTS[event.commodity].where)
        if event.before == 0:
            return [say("{name} starts {where}.", name=name, where=where)]
        way = _FORWARD if event.to > event.before else _BACK
        return [say(way, name=name, where=where, space=event.to)]

    def _office(self, event: ev.Office) -> list[str]:
        office = office_title(self.setup.board, event.space, self.speech)
        return [self.speech.say("{name} opens a {office}.", name=self.called(event.seat), office=office)]

    def _office_lost(self, event: ev.OfficeLost) -> list[str]:
        office = office_title(self.setup.board, event.space, self.speech)
        return [self.speech.say("{name} closes a {office}.", name=self.called(event.seat), office=office)]

    def _warehouse(self, event: ev.Warehouse) -> list[str]:
        warehouse = warehouse_title(self.setup.board, event.space, self.speech)
        return [self.speech.say("{name} builds a {warehouse}.", name=self.called(event.seat), warehouse=warehouse)]

    def _warehouse_lost(self, event: ev.WarehouseLost) -> list[str]:
        warehouse = warehouse_title(self.setup.board, event.space, self.speech)
        return [self.speech.say("{name} loses a {warehouse}.", name=self.called(event.seat), warehouse=warehouse)]

    def _money(self, event: Money) -> list[str]:
        """Scorings, sales and credits tell of their money themselves."""
        say, name = self.speech.say, self.called(event.seat)
        why, _, what = event.why.partition(":")
        if why == "bonus":
            bonus = bonus_title(what, self.speech)
            return [say("{name} earns {amount} as the {bonus}.", name=name, amount=event.amount, bonus=bonus)]
        if why == "give_back":
            bonus = bonus_title(what, self.speech)
            return [say("{name} gives back {amount}, the {bonus}.", name=name, amount=-event.amount, bonus=bonus)]
        if why == "repay":
            return [say("{name} repays {amount} to the bank.", name=name, amount=-event.amount)]
        return []

    def _credit(self, event: ev.Credit) -> list[str]:
        if not event.markers:
            return []
        markers = self.speech.counted(event.markers, "{count} credit marker", "{count} credit markers")
        name = self.called(event.seat)
        return [
            self.speech.say("{name} borrows {amount} and now holds {markers}.", name=name, amount=LOAN, markers=markers)
        ]

    def _bonus(self, event: ev.Bonus) -> list[str]:
        """The market's is a warehouse; the others speak of their money."""
        if event.bonus != "market":
            return []
        say, name = self.speech.say, self.called(event.seat)
        if event.held:
            return [say("{name} gains the market bonus.", name=name)]
        return [say("{name} loses the market bonus.", name=name)]

    def _clock_started(self, event: ev.ClockStarted) -> list[str]:
        say, lot, names = self.speech.say, self._lot, self._names(event.barred)
        match event.doubled_by is not None, bool(event.barred):
            case False, False:
                return [say("The clock runs: {lot} ...", lot=lot)]
            case True, False:
                return [say("The clock runs, every price doubled: {lot} ...", lot=lot)]
            case False, True:
                return [say("The clock runs, without {names}: {lot} ...", lot=lot, names=names)]
            case _:
                return [say("The clock runs, every price doubled, without {names}: {lot} ...", lot=lot, names=names)]

    def _doubled(self, event: ev.Doubled) -> list[str]:
        return [self.speech.say("{name} doubles the auction!", name=self.called(event.seat))]

    def _misbid(self, event: ev.Misbid) -> list[str]:
        name = self.called(event.seat)
        return [
            self.speech.say(
                "{name} stops at {dial} but cannot pay, and is out of this auction.", name=name, dial=event.dial
            )
        ]

    def _sold(self, event: ev.Sold) -> list[str]:
        return [self.speech.say("Sold to {name} for {price}.", name=self.called(event.seat), price=event.price)]

    def _unsold(self, _event: ev.Unsold) -> list[str]:
        return [self.speech.say("Nobody buys.")]

    def _scored(self, event: ev.Scored) -> list[str]:
        """Only the last year has several areas to tell apart."""
        is_last = event.year == self.setup.board.years[-1].year
        heading = [f"{self.speech.say(AREAS[event.area])}:"] if is_last else []
        return [*heading, *(self._part(part) for part in event.parts)]

    def _part(self, part: ev.ScoredPart) -> str:
        earned = [self._earned(places, part.amounts[places[0]]) for places in (part.first, part.second) if places]
        title = part_title(part.part, self.speech)
        return f"  {part.rank}. {title}: {', '.join(earned or [self.speech.say(NOBODY)])}"

    def _earned(self, places: Sequence[int], amount: int) -> str:
        if len(places) == 1:
            return f"{self.called(places[0])} {self.speech.number(amount)}"
        return self.speech.say("{names} {amount} each", names=self._names(places), amount=amount)

    def _names(self, seats: Sequence[int]) -> str:
        return self.speech.listed([self.called(seat) for seat in seats])
