"""Every page in German and Dutch as it is sent, with nothing left in English. test_browser_languages.py reads what
browsers make of them.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from reading_pages import OTHERS, page, sentences
from rooms import Room, a_room
from scenes import SCENES


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with a_room(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("scene", SCENES)
def test_no_page_is_sent_with_any_english_left(room: Room, scene: str) -> None:
    phones = {language: room.seated(0) for language in ("en", *OTHERS)}
    SCENES[scene].prepare(room)
    found = []
    for path in SCENES[scene].pages:
        english = sentences(page(phones["en"], path))
        for language in OTHERS:
            sent = page(phones[language], path, language)
            assert f'lang="{language}"' in sent
            found += [f"{path} in {language}: {same}" for same in sorted(sentences(sent) & english)]
    assert not found, "\n".join(found)
