"""Which pages are kept up to date by the parts that changed: those that look the same to all who sit at the same seat,
speak the same language and ask for the same. All others fetch themselves again at every change.
"""

import io
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Flask, g, request
from werkzeug.wrappers import Response

from companion.words import words
from web.page_parts import NotInParts, PageParts
from web.page_renderer import PageRenderer, ViewerKind
from web.state import Noticeboard
from web.visitors import SAFE, look_as, speech, visitor

PAGES: Mapping[str, tuple[str, ...]] = {
    "/": (),
    "/tv": (),
    "/scoring": (),
    "/history": ("seat", "before", "cardboard"),
}
"""By path, with what of their query makes a difference. The table's has more, but whatever a phone picks there it alone
looks at."""
LONGEST = 100
"""Characters of an address."""
STATE = "Veilingklok-State"
"""A header: the number of the state that an answer tells of, or that a deed has led to."""
_SHOWS = b'data-shows=""'


def watched_address(address: str) -> str | None:
    """The address of a page as its viewers share it; None for a page that is not watched."""
    if len(address) > LONGEST:
        return None
    try:
        at = urlsplit(address)
        wanted = dict(reversed(parse_qsl(at.query)))
    except ValueError:
        return None
    if at.scheme or at.netloc or at.path not in PAGES:
        return None
    kept = {name: wanted[name] for name in PAGES[at.path] if name in wanted}
    return f"{at.path}?{urlencode(kept)}" if kept else at.path


def render(app: Flask, kind: ViewerKind, number: int) -> str:
    """The page as that kind sees it, through the app, though nobody has knocked: no guard is asked. For any thread."""
    at = urlsplit(kind.page)
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": at.path,
        "QUERY_STRING": at.query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
    }
    with app.request_context(environ):
        look_as(kind.seat, words(kind.language))
        g.state_number = number
        page = app.dispatch_request()
    if not isinstance(page, str):
        raise NotInParts("it leads elsewhere")
    return page


def number_answers(app: Flask, notices: Noticeboard) -> None:
    """A page knows the number of the state that it shows, or of one before: noted before anything is looked at. After
    a deed every answer tells the number of what it has led to."""

    @app.before_request
    def note() -> None:
        if request.method == "GET" and not request.path.startswith("/static/"):
            g.state_number = notices.number

    @app.after_request
    def tell(response: Response) -> Response:
        number = g.get("state_number", 0) if request.method in SAFE else notices.number
        if number:
            response.headers[STATE] = str(number)
        return response

    app.jinja_env.globals["state_number"] = lambda: g.get("state_number", 0)


def mark_pages(app: Flask, renderer: PageRenderer) -> None:
    """Every page that is fetched says what it shows, and is remembered for the stream that it will open. Before answers
    are packed."""

    @app.after_request
    def mark(response: Response) -> Response:
        is_page = request.method == "GET" and response.status_code == 200 and response.mimetype == "text/html"
        if not is_page or not _watched_page():
            return response
        page = response.get_data()
        try:
            parts = PageParts(page.decode(), g.state_number)
        except NotInParts:  # then the stream says so, too
            return response
        kind = ViewerKind(_watched_page(), visitor().seat, speech().language)
        renderer.remember(kind, parts)
        response.set_data(page.replace(_SHOWS, b'data-shows="%s"' % parts.digest.encode(), 1))
        return response

    app.jinja_env.globals["watched_page"] = _watched_page


def _watched_page() -> str:
    """Of the present request; nothing if it is not watched."""
    return watched_address(request.full_path.rstrip("?")) or ""
