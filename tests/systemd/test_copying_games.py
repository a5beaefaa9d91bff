"""The copy of the games before another version takes over: what stops that, and what does not."""

from pathlib import Path

import pytest
from installing.errors import Failed, Refused
from installing.games import copying_steps
from installing.program import CURRENT, Version
from installing.steps import Step
from stand_in_places import StandInPlace

FULL = Failed("runuser -u veilingklok failed: The card is full.", "The card is full.\n")


def _place(root: Path, helps: bool = True, copies: bool = True) -> StandInPlace:
    """A box with games, whose version in use has the command, or has it not; and can copy, or cannot."""

    def answer(command: tuple[str, ...]) -> str:
        if command[-1] == "--help":
            if not helps:
                raise Failed("runuser -u veilingklok failed: No such command 'backup'.", "")
        elif not copies:
            raise FULL
        return "Copied: games-2026-07-04.sqlite3\n"

    games = root / "var/lib/veilingklok/games.sqlite3"
    games.parent.mkdir(parents=True)
    games.touch()
    place = StandInPlace(root, answer)
    place.link(CURRENT, "old")
    return place


def _steps(place: StandInPlace, stamp: str = "new", must: bool = True) -> list[Step]:
    return list(copying_steps(place, Version(place, stamp), must))


def test_it_is_made_by_the_version_that_has_kept_them(tmp_path: Path) -> None:
    place = _place(tmp_path)
    (step,) = _steps(place)
    assert step.does() == "Copied: games-2026-07-04.sqlite3"
    assert place.asked[-1][-2:] == ("/opt/veilingklok/current/.venv/bin/veilingklok", "backup")


def test_the_same_version_needs_none(tmp_path: Path) -> None:
    assert _steps(_place(tmp_path), "old") == []


def test_without_games_there_is_nothing_to_copy(tmp_path: Path) -> None:
    place = _place(tmp_path)
    (tmp_path / "var/lib/veilingklok/games.sqlite3").unlink()
    assert _steps(place) == []


def test_a_version_that_cannot_copy_does_not_stand_in_the_way(tmp_path: Path) -> None:
    (step,) = _steps(_place(tmp_path, helps=False))
    assert step.does() == "The version in use cannot do that. They stay as they are."


def test_a_copy_that_fails_stops_an_upgrade(tmp_path: Path) -> None:
    (step,) = _steps(_place(tmp_path, copies=False))
    with pytest.raises(Refused, match=r"so the version in use stays\. .* The card is full\."):
        step.does()


def test_but_nobody_who_wants_to_go_back(tmp_path: Path) -> None:
    (step,) = _steps(_place(tmp_path, copies=False), must=False)
    assert "The card is full." in (step.does() or "")
