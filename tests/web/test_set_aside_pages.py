"""S7: a game that the rules cannot follow is one sentence on a phone, and every page works."""

from pathlib import Path

import pytest
from forged_games import FORGERIES, forge
from kept_games import keep, played
from rooms import ENGLISH, a_room

from companion.journal import Journal

PAGES = ("/", "/new", "/history", "/scoring", "/settings", "/tv", "/api/state")


@pytest.fixture(params=FORGERIES)
def forged(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Game 2 is one that nobody can follow."""
    game, damage = FORGERIES[request.param]
    with Journal(tmp_path) as journal:
        keep(journal, played(seed=4, actions=30), who="person")
        keep(journal, played(seed=3, actions=60, game=game), who="person")
    forge(tmp_path, 2, damage)
    return tmp_path


def test_s7_phones_are_told_in_one_sentence_and_every_page_works(forged: Path) -> None:
    with a_room(forged, simulated=False) as room:
        phone, onlooker = room.seated(0), room.phone()
        resumed = phone.post("/resume", data={"game": "2"}, headers=ENGLISH)
        record = onlooker.get("/history/2/record.jsonl", headers=ENGLISH)
        assert resumed.status_code == 409
        assert "This version cannot go on with game 2. It is kept, but set aside." in resumed.text
        assert record.status_code == 409
        assert str(forged) not in resumed.text + record.text
        for path in PAGES:
            assert onlooker.get(path, headers=ENGLISH).status_code == 200, path


def test_s7_the_table_says_nothing_of_files(forged: Path) -> None:
    """Whoever looks first, before anybody has tried to go on with it."""
    with a_room(forged, simulated=False) as room:
        page = room.phone().get("/", headers=ENGLISH)
        assert page.status_code == 200
        assert str(forged) not in page.text
        assert "cannot be followed" not in page.text
