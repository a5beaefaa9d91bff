"""The files that belong to the pages: read once, packed when somebody first asks, and served by name. What is
not on the shelf is not there, however its name is spelled.
"""

import hashlib
import mimetypes
import re
from functools import cached_property
from pathlib import Path

from flask import Flask, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from web import packing

FOLDER = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

_PACKABLE = (".css", ".js", ".svg")
_NAMED_IN = {
    ".css": re.compile(rb'(url\("[\w.-]+)(?="\))'),
    ".js": re.compile(rb'((?:from|import) "\./[\w.-]+)(?=")'),
}
"""How files name each other."""


class _File:
    def __init__(self, text: bytes, kind: str, *, is_packable: bool) -> None:
        self.text = text
        self.kind = kind
        self._is_packable = is_packable

    @cached_property
    def packed(self) -> bytes | None:
        """Not at the start, which would wait for all of them."""
        return packing.packed(self.text) if self._is_packable else None


class Shelf:
    """All files have one version, which is part of every address that names one: a page never meets two versions of the
    program, and no browser loads a module twice under two addresses."""

    def __init__(self, folder: Path = FOLDER) -> None:
        found = sorted(file for file in folder.iterdir() if file.is_file())
        texts = {file.name: file.read_bytes() for file in found}
        self.version = _version(texts)
        self._files = {name: _filed(name, text, self.version) for name, text in texts.items()}

    def url(self, name: str) -> str:
        if name not in self._files:
            raise LookupError(f"there is no file {name} on the shelf")
        return f"/static/{name}?v={self.version}"

    def served(self, name: str) -> Response:
        file = self._files.get(name)
        if file is None:
            raise NotFound
        is_packed = file.packed is not None and packing.is_wanted()
        response = Response(file.packed if is_packed else file.text, content_type=file.kind)
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        if file.packed:
            response.vary.add("Accept-Encoding")
        response.headers["Cache-Control"] = FOR_GOOD if request.args.get("v") == self.version else ASK_AGAIN
        response.set_etag(self.version, weak=True)
        return response.make_conditional(request)


def put_up_shelf(app: Flask) -> None:
    shelf = Shelf()
    app.jinja_env.globals["static_url"] = shelf.url

    @app.get("/static/<name>")
    def static(name: str) -> Response:
        return shelf.served(name)


def _version(texts: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, text in texts.items():
        digest.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(text).digest())
    return digest.hexdigest()[:12]


def _filed(name: str, text: bytes, version: str) -> _File:
    ending = Path(name).suffix
    if ending in _NAMED_IN:
        text = _NAMED_IN[ending].sub(rb"\g<1>?v=" + version.encode(), text)
    return _File(text, _kind(name), is_packable=ending in _PACKABLE)


def _kind(name: str) -> str:
    """Not as the system has it: some know no scripts."""
    if name.endswith(".js"):
        return "text/javascript; charset=utf-8"
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed
