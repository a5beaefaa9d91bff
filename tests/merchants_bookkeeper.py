"""A game of Merchants of Amsterdam, added up from the events of its record."""

from collections import Counter
from dataclasses import dataclass, field

import bookkeeper
from bookkeeper import Json

TOKENS = 24


@dataclass
class Books(bookkeeper.Books):
    market: dict[tuple[int, str], int] = field(default_factory=dict)
    spaces: dict[str, int] = field(default_factory=dict)
    markers: Counter[int] = field(default_factory=Counter)
    bonuses: set[tuple[int, str]] = field(default_factory=set)
    terms: list[int] = field(default_factory=list)
    years: list[str] = field(default_factory=list)
    cards: Counter[str] = field(default_factory=Counter)
    full: set[str] = field(default_factory=set)
    doubled: bool = False
    """The auction that goes on, or went on last."""

    def tokens(self, seat: int) -> int:
        """How many of a seat's tokens stand on the board."""
        on_tracks = sum(1 for (owner, _), space in self.market.items() if owner == seat and space)
        return on_tracks + sum(owner == seat for owner in self.spaces.values())

    def enter(self, entry: Json) -> None:
        done, events = entry["action"]["type"], entry["events"]
        for event in events:
            self._add(event)
            if event["type"] == "sold" and self.doubled and done == "expire":
                self.seen.add("guarantee")
        if done == "lose" and any(event["type"] == "credit" for event in events):
            self.seen.add("forced loan")
        assert all(self.tokens(seat) <= TOKENS for seat in range(self.players))
        self.seen.add(f"action:{done}")

    def _add(self, event: Json) -> None:
        self.seen.add(event["type"])
        seat = event.get("seat", -1)
        match event["type"]:
            case "money":
                self.money[seat] += event["amount"]
                self.seen.add("money:" + ":".join(event["why"].split(":")[:2]))
            case "market":
                assert self.market.get((seat, event["commodity"]), 0) == event["from"]
                assert 0 <= event["to"] <= self.header["board"]["tracks"]["length"]
                self.market[seat, event["commodity"]] = event["to"]
            case "office" | "warehouse":
                assert event["space"] not in self.spaces
                self.spaces[event["space"]] = seat
                self._note_full_districts()
            case "office_lost" | "warehouse_lost":
                assert self.spaces.pop(event["space"]) == seat
            case "credit":
                self.markers[seat] = event["markers"]
            case "bonus":
                held = (seat, event["bonus"])
                assert (held in self.bonuses) != event["held"]
                (self.bonuses.add if event["held"] else self.bonuses.remove)(held)
                self.seen.add(f"bonus:{event['bonus'].split(':')[0]}:{event['held']}")
            case "term":
                self.terms.append(event["mayor"])
            case "year":
                self.years.append(event["year"])
            case "drawn":
                self.cards[event["card"]] += 1
            case "set_aside":
                self.seen.add(f"set_aside:{event['why']}")
            case "clock_started":
                self.doubled = event["doubled_by"] is not None
            case "game_over":
                assert event["money"] == self.money
                self.over = True

    def _note_full_districts(self) -> None:
        for district in self.header["board"]["districts"]:
            if all(plot["id"] in self.spaces for plot in district["plots"]):
                self.full.add(district["id"])
