"""Sends text packed to whoever can unpack it: a phone at the far end of the garden waits for a third of the bytes.

A stream is never packed: it would wait in the packer for more.
"""

import gzip

from flask import Flask, request
from werkzeug.wrappers import Response

LEAST = 600
"""Bytes; less fits into one packet as it is."""
_LEVEL = 6
_KINDS = ("application/json", "application/manifest+json", "image/svg+xml", "text/css", "text/html", "text/javascript")


def pack_answers(app: Flask) -> None:
    @app.after_request
    def pack(response: Response) -> Response:
        if response.mimetype not in _KINDS or response.is_streamed or response.direct_passthrough:
            return response
        response.vary.add("Accept-Encoding")
        if is_wanted() and "Content-Encoding" not in response.headers and len(response.get_data()) >= LEAST:
            response.set_data(packed(response.get_data()))
            response.headers["Content-Encoding"] = "gzip"
        return response


def is_wanted() -> bool:
    return request.accept_encodings.quality("gzip") > 0


def packed(text: bytes) -> bytes:
    """The same for the same text."""
    return gzip.compress(text, _LEVEL, mtime=0)
