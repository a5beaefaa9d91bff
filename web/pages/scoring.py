"""How everybody stands, and why: laid out once for every moment and language."""

import threading

from flask import Blueprint, render_template

from companion.snapshots import CLOCK_ALONE, Snapshot
from companion.words import Language, Words
from web.games import pages_of
from web.here import Here
from web.visitors import visitor


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("scoring", __name__)
    page = ScoringPage(here)
    doors.add_url_rule("/scoring", view_func=page.show, methods=["GET"])
    return doors


class ScoringPage:
    def __init__(self, here: Here) -> None:
        self._here = here
        self._laid_out: dict[Language, tuple[Snapshot, object]] = {}
        self._one_at_a_time = threading.Lock()

    def show(self) -> str:
        snapshot = self._here.house.snapshot
        if snapshot is None or snapshot.view(None).game == CLOCK_ALONE:
            return render_template("scoring.html", found=None)
        view = snapshot.view(None)
        found = self._contents(snapshot, visitor().words)
        return render_template("scoring.html", found=found, game=view.rules, seats_at_table=view.seats)

    def _contents(self, snapshot: Snapshot, words: Words) -> object:
        with self._one_at_a_time:
            known = self._laid_out.get(words.language)
            if known is None or known[0] is not snapshot:
                known = snapshot, pages_of(snapshot.view(None)).scoring(snapshot, words)
                self._laid_out[words.language] = known
            return known[1]
