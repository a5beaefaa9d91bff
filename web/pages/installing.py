"""What a phone wants to know to put the page among its own programs: name, colours, icons."""

from collections.abc import Callable

from flask import Blueprint, current_app
from flask.json import dumps
from werkzeug.wrappers import Response

from web.here import Here
from web.visitors import visitor

NIGHT, BAR = "#120d09", "#17110c"
"""As the style sheet has them: behind a page that is still loading, and around it."""

_ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable.png", "512x512", "maskable"),
)


def blueprint(_here: Here) -> Blueprint:
    doors = Blueprint("installing", __name__)
    doors.add_url_rule("/manifest.webmanifest", view_func=manifest, methods=["GET"])
    return doors


def manifest() -> Response:
    words = visitor().words
    url: Callable[[str], str] = current_app.jinja_env.globals["static_url"]  # type: ignore[assignment]
    told = {
        "id": "/",
        "name": "Veilingklok",
        "short_name": "Veilingklok",
        "description": words.say("The auction clock beside the board: bids, money, scoring."),
        "lang": words.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": NIGHT,
        "theme_color": BAR,
        "icons": [
            {"src": url(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in _ICONS
        ],
    }
    return Response(dumps(told), mimetype="application/manifest+json")
