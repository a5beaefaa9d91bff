"""Which version is in use, and which one was before: also if somebody is interrupted while they change places."""

import os
from pathlib import Path

import pytest
from installing.place import Place
from installing.program import built_for, old_versions, use, version_before, version_in_use

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to root")

A, B, C = "1.0-python3.11-aaaaaaaa", "1.1-python3.11-bbbbbbbb", "2.0-python3.13-cccccccc"


class Interrupted(Exception):
    pass


class Fragile(Place):
    """Just one link can be turned."""

    links = 0

    def link(self, path: str, target: str) -> None:
        self.links += 1
        if self.links > 1:
            raise Interrupted
        super().link(path, target)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def _built(place: Place, *stamps: str) -> None:
    for stamp in stamps:
        (place.root / "opt/veilingklok" / stamp).mkdir(parents=True)


def _state(place: Place) -> tuple[str | None, str | None]:
    return version_in_use(place), version_before(place)


def test_the_one_in_use_becomes_the_one_before(place: Place) -> None:
    _built(place, A, B)
    use(place, A)
    assert _state(place) == (A, None)
    use(place, B)
    assert _state(place) == (B, A)


def test_an_upgrade_that_is_interrupted_has_lost_nothing(place: Place) -> None:
    _built(place, A, B)
    use(place, A)
    with pytest.raises(Interrupted):
        use(Fragile(place.root), B)
    assert version_in_use(place) == A
    assert old_versions(place, B) == []
    use(place, B)
    assert _state(place) == (B, A)


def test_a_way_back_that_is_interrupted_is_open_still(place: Place) -> None:
    _built(place, A, B)
    use(place, A)
    use(place, B)
    with pytest.raises(Interrupted):
        use(Fragile(place.root), A)
    assert _state(place) == (B, A)
    assert old_versions(place, B) == []
    use(place, version_before(place) or "")
    assert _state(place) == (A, B)


def test_of_several_others_none_is_guessed(place: Place) -> None:
    _built(place, A, B, C)
    use(place, A)
    use(place, B)
    with pytest.raises(Interrupted):
        use(Fragile(place.root), C)
    assert _state(place) == (B, None)


@pytest.mark.parametrize(("stamp", "python"), [(A, "3.11"), (C, "3.13"), ("1.0-python-python3.9-0", "3.9")])
def test_its_name_says_for_which_python_it_was_built(stamp: str, python: str) -> None:
    assert built_for(stamp) == python
