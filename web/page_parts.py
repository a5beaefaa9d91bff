"""A page taken apart: what stands in its head, who the phone is, and its live part by columns and parts, so that a
stream can send the parts that changed.

The contract with the templates, which `tests/web/test_page_parts.py` holds them to: `#live` has either only columns
(class `column`) or only parts in it, a column has only parts, each of them has an `id` of its own, and every element
that is opened is closed. `static/live.js` takes pages apart in the same way.
"""

import hashlib
import html
import re
from copy import copy
from typing import NamedTuple

import msgspec

from web.message import message

EVENT = "parts"
_TAG = re.compile(r"""<(?:!--.*?-->|(/?)([a-zA-Z][a-zA-Z0-9-]*)([^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*)>)""", re.DOTALL)
_ID = re.compile(r"""\sid="([^"]*)\"""")
_IS_COLUMN = re.compile(r'\sclass="(?:[^"]*\s)?column(?:\s[^"]*)?"')
_LANGUAGE = re.compile(r'<html lang="([^"]*)"')
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]*)">')
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_LIVE = '<div id="live"'
_ME = '<p id="me"'
_DIGEST_BYTES = 12


class NotInParts(ValueError):
    """A page that does not keep the contract."""


class Column(NamedTuple):
    name: str
    """Its id; `live` where there are no columns."""
    tag: str
    """The one that opens it; nothing where there are no columns."""
    parts: tuple[str, ...]
    """Their ids, in order."""


class PartsNews(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a stream tells a page about itself. What is left out is as it was."""

    number: int
    """Of the state that is shown, or of one before."""
    fetch: bool = False
    """There is nothing to send: the page has to fetch itself."""
    shows: str = ""
    """A digest of all that the page shows with this."""
    base: str = ""
    """What it has to show already; nothing if all of it follows."""
    language: str = ""
    title: str | None = None
    sheets: tuple[str, ...] | None = None
    """Style sheets that it needs."""
    me: str | None = None
    columns: tuple[Column, ...] | None = None
    parts: dict[str, str] = {}
    """HTML of those that changed."""


def fetch_instead(number: int) -> bytes:
    return message(EVENT, msgspec.json.encode(PartsNews(number, fetch=True)))


class PageParts:
    """How a page looked once. Never changed; may be read by any thread."""

    def __init__(self, page: str, number: int) -> None:
        """`number` is that of the state that was looked at. NotInParts is raised for a page that has no such parts."""
        self.number = number
        self.language = _found(_LANGUAGE, page)
        self.title = html.unescape(_found(_TITLE, page))
        self.sheets = tuple(html.unescape(one) for one in _SHEET.findall(page))
        self.me = _element(page, _ME)
        live = _LivePart(page)
        self.columns, self.parts = live.columns, live.parts
        said = (self.language, self.title, self.sheets, self.me, self.columns, self.parts)
        self.digest = hashlib.blake2b(msgspec.json.encode(said), digest_size=_DIGEST_BYTES).hexdigest()
        self._messages: dict[str, bytes] = {}

    def as_of(self, number: int) -> "PageParts":
        """The same page in a later state."""
        same = copy(self)
        same.number, same._messages = number, {}
        return same

    def since(self, base: "PageParts | None") -> bytes:
        """The message that leads a page which shows `base` to this; written once for all that show the same."""
        known = base.digest if base else ""
        if known not in self._messages:
            self._messages[known] = message(EVENT, msgspec.json.encode(self._news(base)))
        return self._messages[known]

    def _news(self, base: "PageParts | None") -> PartsNews:
        if base is None:
            return PartsNews(
                self.number,
                shows=self.digest,
                language=self.language,
                title=self.title,
                sheets=self.sheets,
                me=self.me,
                columns=self.columns,
                parts=self.parts,
            )
        if base.digest == self.digest:
            return PartsNews(self.number, shows=self.digest, base=self.digest)
        return PartsNews(
            self.number,
            shows=self.digest,
            base=base.digest,
            language=self.language if self.language != base.language else "",
            title=self.title if self.title != base.title else None,
            sheets=self.sheets if self.sheets != base.sheets else None,
            me=self.me if self.me != base.me else None,
            columns=self.columns if self.columns != base.columns else None,
            parts={name: part for name, part in self.parts.items() if base.parts.get(name) != part},
        )


def _found(pattern: re.Pattern[str], page: str) -> str:
    found = pattern.search(page)
    if not found:
        raise NotInParts(f"nothing in it is like {pattern.pattern}")
    return found[1]


def _element(page: str, beginning: str) -> str:
    """The whole element that begins so; nothing if there is none."""
    begin = page.find(beginning)
    if begin < 0:
        return ""
    opened: list[str] = []
    for tag in _TAG.finditer(page, begin):
        _open_or_close(opened, tag)
        if not opened:
            return page[begin : tag.end()]
    raise NotInParts(f"{beginning} is never closed")


def _open_or_close(opened: list[str], tag: re.Match[str]) -> None:
    closes, name, attributes = tag.groups()
    if closes:
        if not opened or opened.pop() != name:
            raise NotInParts(f"{tag[0]} closes what was not opened")
    elif name and name not in _VOID and not attributes.endswith("/"):
        opened.append(name)


class _LivePart:
    """Read tag by tag, once."""

    def __init__(self, page: str) -> None:
        self.parts: dict[str, str] = {}
        self._page = page
        self._columns: list[tuple[str, str, list[str]]] = []
        self._around = 1
        """Elements that are open around a part: the live one, and a column."""
        self._begin = page.find(_LIVE)
        self._read()

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(Column(name, tag, tuple(parts)) for name, tag, parts in self._columns)

    def _read(self) -> None:
        if self._begin < 0:
            raise NotInParts("it has no live part")
        opened: list[str] = []
        begun: re.Match[str] | None = None
        for tag in _TAG.finditer(self._page, self._begin):
            if not opened:
                begun = None
            elif len(opened) == self._around and tag[2] and not tag[1]:
                begun = tag if self._around == 2 or not self._begins_column(tag) else None
            _open_or_close(opened, tag)
            if begun and len(opened) == self._around:
                self._take(begun, tag.end())
                begun = None
            elif not opened:
                self._columns = self._columns or [("live", "", [])]
                return
            elif len(opened) < self._around:  # a column ends
                self._around = 1
        raise NotInParts("its live part is never closed")

    def _begins_column(self, tag: re.Match[str]) -> bool:
        has_columns = bool(self._columns and self._columns[0][1])
        is_column = _IS_COLUMN.search(tag[3]) is not None
        if self._columns and has_columns != is_column:
            raise NotInParts("something stands beside its columns")
        if is_column:
            self._columns.append((_id(tag), tag[0], []))
            self._around = 2
        elif not self._columns:
            self._columns.append(("live", "", []))
        return is_column

    def _take(self, begun: re.Match[str], end: int) -> None:
        name = _id(begun)
        if name in self.parts:
            raise NotInParts(f"two parts are called {name}")
        self.parts[name] = self._page[begun.start() : end]
        self._columns[-1][2].append(name)


def _id(tag: re.Match[str]) -> str:
    found = _ID.search(tag[3])
    if not found:
        raise NotInParts("a part has no id")
    return html.unescape(found[1])
