"""The way in as a QR code, for the camera of a phone."""

import io
from functools import lru_cache

from markupsafe import Markup

QUIET = 2
"""Modules of margin, on a ground that is light already."""


@lru_cache(maxsize=4)
def qr_code(url: str) -> Markup:
    """A drawing that stands inside a page; `url` is the device's own."""
    import segno  # noqa: PLC0415  takes a while to load, and many starts need none

    drawn = io.BytesIO()
    segno.make(url, micro=False, error="m").save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        border=QUIET,
        dark="#120d09",
        light="#f5ecd7",
        svgclass="qr",
        omitsize=True,
    )
    return Markup(drawn.getvalue().decode())
