"""Puts the wall's page together. Nothing can be done on it but to look, so it needs no guards but a few headers, and
that it is asked for by a name of its own: a page elsewhere could be made to lead here (DNS rebinding) and read it."""

from flask import Flask, Response, g, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion.colours import COLOURS
from companion.convention.wall import Wall
from companion.games.drawing.tokens import token
from companion.words import LANGUAGES, Language, Words, words
from web.errors import NotOurName
from web.guards import Names
from web.headers import add_headers
from web.looks import colour_doors
from web.packing import pack_answers
from web.shelf import put_up_shelf
from web.wall.cards import cards, columns


def create_wall(wall: Wall, broker: str, language: Language, name: str = "") -> Flask:
    """Of what is heard from this broker; in that language, where a browser asks for none that is spoken here. `name` is
    one that the machine has besides its own."""
    names = Names(lambda: name)
    app = Flask("web", static_folder=None)
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.config["MAX_CONTENT_LENGTH"] = 1024
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    put_up_shelf(app)
    app.register_blueprint(colour_doors())
    shelf = app.jinja_env.globals["static_url"]

    def sign(name: str) -> Markup:
        address = shelf("signs.svg")  # type: ignore[operator]
        return Markup('<svg class="sign" aria-hidden="true"><use href="{}#{}"/></svg>').format(address, name)

    def speech() -> Words:
        if "speech" not in g:
            g.speech = words(_wanted() or language)
        spoken: Words = g.speech
        return spoken

    app.jinja_env.globals.update(
        say=lambda sentence, **values: speech().say(sentence, **values),
        counted=lambda count, one, many: speech().counted(count, one, many),
        sign=sign,
        token=lambda seat, colour: Markup(token(seat, COLOURS[colour])),
    )

    def shown(template: str) -> Response:
        """With a mark by which a page that has seen it already is told just that."""
        sight = wall.sight()
        tables = cards(sight.tables, speech())
        told = {"wall": sight, "cards": tables, "columns": columns(len(tables)), "broker": broker, "words": speech()}
        if sight.trouble:
            told["trouble"] = sight.trouble.said(speech())
        response = Response(render_template(template, **told), mimetype="text/html")
        response.set_etag(f"{sight.number}-{speech().language}")
        response.make_conditional(request)
        return response

    @app.before_request
    def check_name() -> Response | None:
        if names.has(request.headers.get("Host", "")):
            return None
        sentence = speech().say("The wall has no such name; use the address that veilingklok wall shows.")
        return Response(f"{sentence}\n", NotOurName.status, mimetype="text/plain")

    @app.get("/")
    def page() -> Response:
        return shown("wall/page.html")

    @app.get("/tables")
    def tables() -> Response:
        return shown("wall/tables.html")

    @app.errorhandler(HTTPException)
    def nothing(error: HTTPException) -> Response:
        sentence = speech().say("There is nothing at this address.")
        said = Response(f"{sentence}\n", error.code, mimetype="text/plain")
        if isinstance(error, MethodNotAllowed):
            said.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
        return said

    add_headers(app, is_drawn=False)
    pack_answers(app)
    return app


def _wanted() -> Language | None:
    """Said in the address, for a screen whose browser speaks another language than the hall; or by the browser."""
    asked = request.args.get("language")
    tags = [asked] if asked else [tag.partition("-")[0].lower() for tag, liking in request.accept_languages if liking]
    return next((language for tag in tags for language in LANGUAGES if language == tag), None)
