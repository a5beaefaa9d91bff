"""A game in words: the names of cards, years and spaces, and a sentence for each event that is worth one."""

from collections.abc import Callable
from typing import Any

from companion.games.merchants import events as ev
from companion.games.merchants.board import Board, YearEvent
from companion.games.merchants.state import Setup

PLACES = {
    "americas": "the Americas",
    "africa": "Africa",
    "east_indies": "the East Indies",
    "far_east": "the Far East",
    "nieuwe_zijde": "Nieuwe Zijde",
    "oude_zijde": "Oude Zijde",
    "grachten": "Grachten",
    "lastage": "Lastage",
}

AREAS = {"market": "the market", "amsterdam": "Amsterdam", "colonies": "the colonies"}

YEARS: dict[YearEvent, str] = {
    "start": "the game begins",
    "none": "nothing happens",
    "ship": "a ship: everybody may move one token on the market",
    "globe": "the globe: everybody may open a trade office",
    "arms": "the city's arms: everybody builds a warehouse",
    "credit": "the bank offers 120,000 for 200,000 at the end",
    "lose_warehouse": "everybody loses a warehouse",
    "lose_office": "everybody loses a trade office",
    "shipwreck": "shipwreck: everybody moves one token back",
    "leaders_back": "the leaders of every market track go one space back",
    "score_market": "the market is scored",
    "score_amsterdam": "Amsterdam is scored",
    "score_colonies": "the colonies are scored",
    "final": "the final scoring",
}


def card_title(board: Board, card: str) -> str:
    kind = board.cards[card]
    match kind.kind:
        case "sand_clock":
            return "sand clock"
        case "commodity":
            return "three moves on the market"
        case "office":
            return f"trade office in {PLACES[kind.region]}" if kind.region else f"{kind.commodity} trade office"
        case _:
            where = " or ".join(PLACES[district] for district in kind.districts or ())
            return f"warehouse in {where}" + (f", with {kind.commodity}" if kind.commodity else "")


def office_title(board: Board, space: str) -> str:
    region = next(region for region, spaces in board.regions.items() if spaces & board.office_bit[space])
    return f"{board.commodity_of[space]} office in {PLACES[region]} ({space})"


def warehouse_title(board: Board, plot: str) -> str:
    return f"warehouse in {district_of(board, plot)} ({plot})"


def district_of(board: Board, plot: str) -> str:
    return PLACES[next(name for name, plots in board.districts.items() if plots & board.plot_bit[plot])]


def bonus_title(bonus: str) -> str:
    area, _, bridge = bonus.partition(":")
    if bridge:
        return f"bonus of the bridge {bridge.replace('_', ' ').title()}"
    return f"{'Amsterdam' if area == 'amsterdam' else area} bonus"


def part_title(part: str) -> str:
    """A track, district or region."""
    return PLACES.get(part, part)


def listed(names: list[str]) -> str:
    """A, B and C."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def counted(number: int, thing: str) -> str:
    return f"1 {thing}" if number == 1 else f"{number or 'no'} {thing}s"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


class Story:
    """Tells events as sentences; `called` says how a seat is to be named."""

    def __init__(self, setup: Setup, called: Callable[[int], str]) -> None:
        self.setup = setup
        self.called = called
        self._lot = "card"
        self._tales: dict[type[ev.AnyEvent], Callable[[Any], list[str]]] = {
            ev.Year: self._year,
            ev.Placed: self._placed,
            ev.SetAside: self._set_aside,
            ev.Market: self._market,
            ev.Office: self._office,
            ev.OfficeLost: self._office_lost,
            ev.Warehouse: self._warehouse,
            ev.WarehouseLost: self._warehouse_lost,
            ev.Money: self._money,
            ev.Credit: self._credit,
            ev.Bonus: self._bonus,
            ev.ClockStarted: self._clock_started,
            ev.Doubled: self._doubled,
            ev.Misbid: self._misbid,
            ev.Sold: self._sold,
            ev.Unsold: self._unsold,
            ev.Scored: self._scored,
        }

    def tell(self, event: ev.AnyEvent) -> list[str]:
        """One sentence, several, or none where other events say it already."""
        tale = self._tales.get(type(event))
        return tale(event) if tale else []

    def _year(self, event: ev.Year) -> list[str]:
        space = self.setup.board.years[self.setup.board.year_at[event.year]]
        return [f"{event.year}: {YEARS[space.event]}."]

    def _placed(self, event: ev.Placed) -> list[str]:
        disk = {"mayor": "for the mayor", "auction": "for auction", "discard": "discarded"}[event.disk]
        title = card_title(self.setup.board, event.card)
        if event.disk == "auction":
            self._lot = title
        return [f"A card comes up: {title}, {disk}."]

    def _set_aside(self, event: ev.SetAside) -> list[str]:
        title = card_title(self.setup.board, event.card)
        if event.why == "three_players":
            return [f"A card comes up that is not for three players: {title}."]
        return [f"The {title} is discarded."] if event.why == "unsold" else []

    def _market(self, event: ev.Market) -> list[str]:
        if event.to == 0:
            return [f"{self.called(event.seat)} leaves the {event.commodity} track."]
        if event.before == 0:
            return [f"{self.called(event.seat)} starts on {event.commodity}."]
        way = "forward" if event.to > event.before else "back"
        return [f"{self.called(event.seat)} moves {way} on {event.commodity} to space {event.to}."]

    def _office(self, event: ev.Office) -> list[str]:
        return [f"{self.called(event.seat)} opens a {office_title(self.setup.board, event.space)}."]

    def _office_lost(self, event: ev.OfficeLost) -> list[str]:
        return [f"{self.called(event.seat)} closes a {office_title(self.setup.board, event.space)}."]

    def _warehouse(self, event: ev.Warehouse) -> list[str]:
        return [f"{self.called(event.seat)} builds a {warehouse_title(self.setup.board, event.space)}."]

    def _warehouse_lost(self, event: ev.WarehouseLost) -> list[str]:
        district = district_of(self.setup.board, event.space)
        return [f"{self.called(event.seat)} loses the warehouse {event.space} in {district}."]

    def _money(self, event: ev.Money) -> list[str]:
        """Scorings, sales and credits tell of their money themselves."""
        why, _, what = event.why.partition(":")
        if why == "bonus":
            return [f"{self.called(event.seat)} earns {event.amount:,} as the {bonus_title(what)}."]
        if why == "give_back":
            return [f"{self.called(event.seat)} gives back {-event.amount:,}, the {bonus_title(what)}."]
        if why == "repay":
            return [f"{self.called(event.seat)} repays {-event.amount:,} to the bank."]
        return []

    def _credit(self, event: ev.Credit) -> list[str]:
        if not event.markers:
            return []
        return [f"{self.called(event.seat)} borrows 120,000 and now holds {counted(event.markers, 'credit marker')}."]

    def _bonus(self, event: ev.Bonus) -> list[str]:
        """The market's is a warehouse; the others speak of their money."""
        if event.bonus != "market":
            return []
        return [f"{self.called(event.seat)} {'gains' if event.held else 'loses'} the market bonus."]

    def _clock_started(self, event: ev.ClockStarted) -> list[str]:
        terms = ""
        if event.doubled_by is not None:
            terms += ", every price doubled"
        if event.barred:
            terms += f", without {listed([self.called(seat) for seat in event.barred])}"
        return [f"The clock runs for the {self._lot}{terms} ..."]

    def _doubled(self, event: ev.Doubled) -> list[str]:
        return [f"{self.called(event.seat)} doubles the auction!"]

    def _misbid(self, event: ev.Misbid) -> list[str]:
        return [f"{self.called(event.seat)} stops at {event.dial} but cannot pay, and is out of this auction."]

    def _sold(self, event: ev.Sold) -> list[str]:
        return [f"Sold to {self.called(event.seat)} for {event.price:,}."]

    def _unsold(self, _event: ev.Unsold) -> list[str]:
        return ["Nobody buys."]

    def _scored(self, event: ev.Scored) -> list[str]:
        """Only the last year has several areas to tell apart."""
        heading = [f"{_capital(AREAS[event.area])}:"] if event.year == self.setup.board.years[-1].year else []
        return [*heading, *(self._part(part) for part in event.parts)]

    def _part(self, part: ev.ScoredPart) -> str:
        earned = [
            f"{listed([self.called(seat) for seat in places])} {part.amounts[places[0]]:,}"
            + (" each" if len(places) > 1 else "")
            for places in (part.first, part.second)
            if places
        ]
        return f"  {part.rank}. {part_title(part.part)}: {', '.join(earned) or 'nobody'}"
