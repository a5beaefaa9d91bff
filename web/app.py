"""Puts the page together: who may knock, the doors, the pages, and what is said when something is wrong."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pkgutil import iter_modules

from flask import Blueprint, Flask

from companion.games.box import GAMES
from web import games, pages
from web.api import Api
from web.arrival import note_arrivals
from web.guards import stand_guard
from web.headers import add_headers
from web.here import Here, keep_here
from web.looks import add_looks
from web.packing import pack_answers
from web.page_renderer import PageRenderer
from web.refusals import say_what_is_wrong
from web.seated import keep_seated_phones
from web.shelf import put_up_shelf
from web.state import Noticeboard
from web.stream import Streams, keep_streams
from web.visitors import welcome
from web.watched_pages import mark_pages, number_answers, render

PAGES: tuple[Callable[[Here], Blueprint], ...] = tuple(
    import_module(f"{pages.__name__}.{page.name}").blueprint for page in iter_modules(pages.__path__)
)
"""Every module there is one."""


def create_app(here: Here) -> Flask:
    app = Flask(__name__, static_folder=None)
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False  # no other page has anything to ask for
    app.url_map.merge_slashes = False  # an address is taken as it is spelled, and leads nowhere else
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(capital=_capital)
    app.jinja_env.globals["game_titles"] = {name: game.title for name, game in GAMES.items()}
    app.jinja_env.globals["game_sheets"] = {name: game.sheet for name, game in games.PAGES.items() if game.sheet}
    keep_here(app, here)
    note_arrivals(app)
    stand_guard(app, here)
    welcome(app, here)
    keep_seated_phones(app, here.reception)
    notices = Noticeboard(here)
    renderer = PageRenderer(
        partial(render, app), lambda: notices.number, lambda: notices.page_number, here.house.faults
    )
    streams = Streams(here, notices, renderer)
    keep_streams(app, streams)
    number_answers(app, notices)
    app.register_blueprint(Api(here, notices, streams).blueprint())
    put_up_shelf(app)
    add_looks(app, here)
    for page in PAGES:
        app.register_blueprint(page(here))
    add_headers(app, is_drawn=here.simulation is not None)
    pack_answers(app)
    mark_pages(app, renderer)
    say_what_is_wrong(app)
    return app


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
