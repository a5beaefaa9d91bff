"""What is wrong with the device just now: one sentence for each part, told once when it comes and when it goes."""

import logging
import threading
from collections.abc import Callable

import msgspec

from companion.games.speech import ENGLISH, Phrase, Speech

_log = logging.getLogger(__name__)


class Trouble(msgspec.Struct, frozen=True):
    """A sentence and its values, kept apart so that it can be said in another language."""

    sentence: str
    values: dict[str, object] = {}

    @property
    def phrase(self) -> Phrase:
        return Phrase(self.sentence, **self.values)

    def said(self, speech: Speech) -> str:
        return self.phrase.said(speech)

    def __str__(self) -> str:
        return self.said(ENGLISH)


class Troubles:
    """Parts report here from any thread. `changed` is called without waiting for anybody."""

    def __init__(self, changed: Callable[[], None] = lambda: None) -> None:
        self._changed = changed
        self._all: dict[str, Trouble] = {}
        self._lock = threading.Lock()

    def report(self, part: str, sentence: str, **values: object) -> None:
        trouble = Trouble(sentence, values)
        with self._lock:
            known = str(self._all.get(part)) == str(trouble)
            if not known:
                self._all[part] = trouble
        if not known:
            _log.warning("%s", trouble)
            self._changed()

    def clear(self, part: str) -> None:
        with self._lock:
            trouble = self._all.pop(part, None)
        if trouble:
            _log.info("No longer: %s", trouble)
            self._changed()

    def of(self, part: str) -> Trouble | None:
        return self._all.get(part)

    def all(self) -> dict[str, Trouble]:
        with self._lock:
            return dict(self._all)
