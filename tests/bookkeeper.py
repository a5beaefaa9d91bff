"""A reader of records that knows nothing of our code: it adds the events up from the JSON alone."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TOKENS = 24


@dataclass
class Books:
    """One game, added up. Raises AssertionError where the events contradict themselves."""

    header: dict[str, Any]
    money: list[int] = field(default_factory=list)
    market: dict[tuple[int, str], int] = field(default_factory=dict)
    spaces: dict[str, int] = field(default_factory=dict)
    markers: Counter[int] = field(default_factory=Counter)
    bonuses: set[tuple[int, str]] = field(default_factory=set)
    terms: list[int] = field(default_factory=list)
    years: list[str] = field(default_factory=list)
    cards: Counter[str] = field(default_factory=Counter)
    seen: set[str] = field(default_factory=set)
    full: set[str] = field(default_factory=set)

    def tokens(self, seat: int) -> int:
        """How many of a seat's tokens stand on the board."""
        on_tracks = sum(1 for (owner, _), space in self.market.items() if owner == seat and space)
        return on_tracks + sum(owner == seat for owner in self.spaces.values())

    def add(self, event: dict[str, Any]) -> None:
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
            case "game_over":
                assert event["money"] == self.money

    def _note_full_districts(self) -> None:
        for district in self.header["board"]["districts"]:
            if all(plot["id"] in self.spaces for plot in district["plots"]):
                self.full.add(district["id"])


def audit(path: Path) -> Books:
    """Add up a whole record and hold it against its result."""
    header, *entries, last = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    books = Books(header, money=[0] * len(header["seats"]))
    assert [entry["n"] for entry in entries] == list(range(len(entries)))
    assert entries[0]["action"] == {"type": "setup"}
    doubled = False
    for entry in entries:
        for event in entry["events"]:
            books.add(event)
            if event["type"] == "clock_started":
                doubled = event["doubled_by"] is not None
            if event["type"] == "sold" and doubled and entry["action"]["type"] == "expire":
                books.seen.add("guarantee")
        kinds = [event["type"] for event in entry["events"]]
        if entry["action"]["type"] == "lose" and "credit" in kinds:
            books.seen.add("forced loan")
        assert all(books.tokens(seat) <= TOKENS for seat in range(len(header["seats"])))
        books.seen.add(f"action:{entry['action']['type']}")
    assert last["result"]["money"] == books.money
    best = max(books.money)
    assert last["result"]["winners"] == [seat for seat, money in enumerate(books.money) if money == best]
    return books
