"""What a scoring of Merchants has just paid, to be laid over whatever page a phone shows."""

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from web.here import Here
from web.merchants.scoring import paydays
from web.telling import telling
from web.visitors import visitor


def blueprint(here: Here) -> Blueprint:
    doors = Blueprint("payday", __name__)

    @doors.get("/scoring/paid")
    def paid() -> Response | str:
        """The last scoring, for whoever knows the game up to a row and was not told of it yet."""
        snapshot = here.house.snapshot
        since = request.args.get("since", "")
        if snapshot is None or not since.isdecimal() or len(since) > 9:
            return _nothing_paid()
        words = visitor().words
        names = [seat.name for seat in snapshot.view(None).seats]
        new = [one for one in paydays(telling().passages(words), names, words) if one.number > int(since)]
        return render_template("merchants/paid.html", payday=new[0]) if new else _nothing_paid()

    return doors


def _nothing_paid() -> Response:
    """A new one each time: a cookie may be put into it."""
    return Response(status=204)
