"""What every answer says about itself: that a page of ours shows and runs nothing from elsewhere, and that nobody keeps
it.
"""

from flask import Flask
from werkzeug.wrappers import Response

_POLICY = {
    "default-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
_NOT_WANTED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without any, browsers would send the forms of our own pages as from nowhere
    "Permissions-Policy": ", ".join(f"{what}=()" for what in _NOT_WANTED),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def add_headers(app: Flask, *, is_drawn: bool) -> None:
    """Where the device is drawn, its page has a phone beside it, in a frame; else no page may be framed at all."""
    policy = _POLICY | {"frame-ancestors": "'self'" if is_drawn else "'none'"}
    headers = _HEADERS | {"Content-Security-Policy": "; ".join(f"{what} {whence}" for what, whence in policy.items())}

    @app.after_request
    def add(response: Response) -> Response:
        response.headers.update(headers)
        response.headers.setdefault("Cache-Control", "no-store")
        return response
