"""Discretion: takes out of a text whatever tells who people are, where they are, or how to get in.

What is known to be private is taken out wherever it stands as a word, in any case and as programs write it; besides
that, whatever looks like an address, a key or a password.
"""

import html
import ipaddress
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote, quote_plus

_LETTER = r"[^\W\d_]"
_EVERYWHERE = ("localhost", "veilingklok.local")


class Private(NamedTuple):
    kind: str
    """What stands in its place: a word."""
    text: str


class Sentences(NamedTuple):
    """Of the program itself, in every language: by them names are known in a log that nobody knows any more."""

    before_players: tuple[str, ...] = ()
    """Pieces behind which names stand to the end of the line."""
    of_networks: tuple[str, ...] = ()
    """With `{name}` where a network's name stands."""
    of_others: tuple[str, ...] = ()
    """Which look like one of a network, but are not."""


class _Span(NamedTuple):
    start: int
    end: int
    kind: str

    @property
    def length(self) -> int:
        return self.end - self.start


NO_SENTENCES = Sentences()


def _shape(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_KEY = re.compile(r"(?<![\w-])[\w-]{28,}={0,2}(?![\w-])")
_ADDRESSES = (
    _shape(r"(?<![0-9a-f:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?:\.\d{1,3}){0,3}(?:%\w+)?(?![0-9a-f:])"),
    _shape(r"(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)"),
)
_HOSTS = (
    _shape(r"(?<![\w.-])[\w-]+(?:\.[\w-]+)*\.(?:local|lan|home|internal|box|arpa)(?![\w-])"),
    _shape(r"(?<=://)(?=[\d.-]*[a-z])[\w-]+(?:\.[\w-]+)*"),
)
_SHAPES = (
    ("wifi", _shape(r"WIFI:.*?;;")),
    ("wifi", _shape(r"\bVeilingklok-[A-Z2-9]{4}\b")),
    ("cookie", _shape(r"(?<=cookie: ).+")),
    ("cookie", _shape(r"\bveilingklok-[0-9a-f]{8}=\S+")),
    ("cookie", _shape(r"\beyJ[\w-]{6,}(?:\.[\w-]+)*")),  # JSON that somebody signed
    ("secret", _shape(r"(?<=authorization: ).+")),
    (
        "secret",
        _shape(r"\b(?:psk|ssid|password|passphrase|secret|token)\b[\"']?\s*[=:]\s*(\"[^\"\n]*\"|'[^'\n]*'|\S+)"),
    ),
    ("host", _shape(r"\bMQTT[ -]broker ([\d.-]*[a-z][\w.-]*)")),
    ("user", _shape(r"/(?:home|Users)/([^/\s\"'<>]+)")),
    ("e-mail", _shape(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("address", _shape(r"(?<![0-9a-f:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5,7}(?![0-9a-f:-])")),
    ("key", _shape(r"(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])")),
    ("key", _shape(r"(?<!\w)[0-9a-f]{16,}(?!\w)")),
)
"""What tells something although nobody knew it before; with a group, that is what is taken out."""
_PLACES = {"{name}": "(?P<name>.{1,32})", "{why}": ".+"}
"""What may stand there; a network's name has 32 bytes at most."""
_LINE_BEGINS = r"(?<=\]: )(?:No longer: |companion\.errors\.\w+: )?"


class Discretion:
    def __init__(self, private: Iterable[Private], sentences: Sentences = NO_SENTENCES) -> None:
        words: dict[str, set[str]] = {}
        for kind, text in private:
            if _tells_something(text):
                words.setdefault(kind, set()).update(_spellings(text))
        self._words = [(kind, _any_of(found)) for kind, found in words.items()]
        self._names_follow = [("players", _shape(f"(?<={re.escape(piece)}).+")) for piece in sentences.before_players]
        self._of_networks = [_with_name(sentence) for sentence in sentences.of_networks]
        self._of_others = sentences.of_others

    def kept(self, text: str) -> str:
        """The text without it."""
        text = unicodedata.normalize("NFC", text)
        told, place = [], 0
        for span in _joined(self._found(text)):
            told += [text[place : span.start], f"<{span.kind}>"]
            place = span.end
        return "".join([*told, text[place:]])

    def _found(self, text: str) -> Iterator[_Span]:
        """Each for itself: what one takes out must not hide half of another from view."""
        for kind, words in self._words:
            for found in words.finditer(text):
                yield _Span(*found.span(1), kind)
        for kind, shape in (*_SHAPES, *self._names_follow):
            for found in shape.finditer(text):
                yield _Span(*found.span(shape.groups), kind)
        yield from self._networks(text)
        for shape in _ADDRESSES:
            yield from (_Span(*found.span(), "address") for found in shape.finditer(text) if _is_address(found[0]))
        for shape in _HOSTS:
            hosts = (found for found in shape.finditer(text) if found[0].lower() not in _EVERYWHERE)
            yield from (_Span(*found.span(), "host") for found in hosts)
        yield from (_Span(*found.span(), "key") for found in _KEY.finditer(text) if _is_key(found[0]))

    def _networks(self, text: str) -> Iterator[_Span]:
        for shape in self._of_networks:
            for found in shape.finditer(text):
                start, end = found.span("name")
                if text[start : found.end()] in self._of_others:
                    continue
                yield _Span(start, end, "wifi")
                for again in _any_of(_spellings(found["name"])).finditer(text, end, found.end()):
                    yield _Span(*again.span(1), "wifi")  # in another program's words, which are told behind it


def _with_name(sentence: str) -> re.Pattern[str]:
    """Finds a sentence in which a network is named. Where it begins with the name, only what a line of the log begins
    with tells where that begins."""
    pieces = (_PLACES.get(piece, re.escape(piece)) for piece in re.split(r"(\{\w+\})", sentence))
    begins = _LINE_BEGINS if sentence.startswith("{name}") else ""
    return _shape(rf"{begins}{''.join(pieces)}(?=\s|$)")


def _joined(spans: Iterable[_Span]) -> Iterator[_Span]:
    """What overlaps goes together, under the name of the longest."""
    union: _Span | None = None
    for span in sorted(spans):
        if union is None or span.start >= union.end:
            if union:
                yield union
            union = span
        else:
            kind = max(union, span, key=lambda one: one.length).kind
            union = _Span(union.start, max(union.end, span.end), kind)
    if union:
        yield union


def _tells_something(text: str) -> bool:
    """A single letter, or a number of three digits, is nobody; and every other line would have it."""
    if any(letter.isalpha() for letter in text):
        return len(text.strip()) > 1 or not text.isascii()
    return len(text.strip()) > 3


def _spellings(text: str) -> set[str]:
    """As it may be written: in capitals that are other letters, and as programs escape it."""
    plain = unicodedata.normalize("NFC", text.strip())
    cases = {plain, plain.upper(), plain.lower(), plain.casefold()}
    escapes = (
        lambda case: json.dumps(case)[1:-1],
        lambda case: case.encode("unicode_escape").decode(),
        lambda case: repr(case)[1:-1],
        html.escape,
        lambda case: quote(case, safe=""),
        quote_plus,
    )
    return {unicodedata.normalize("NFC", one) for one in (*cases, *(way(case) for way in escapes for case in cases))}


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    """At every place, also within each other; of those that begin there the longest."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    return _shape(f"(?=({'|'.join(map(_as_word, longest_first))}))")


def _as_word(text: str) -> str:
    """With no letter before and behind it that would make it another word, but for a genitive's s."""
    pattern = r"\s+".join(map(re.escape, text.split()))
    before = rf"(?<!{_LETTER})" if text[0].isalpha() else r"(?<!\d)" if text[0].isdigit() else ""
    after = rf"s?(?!{_LETTER})" if text[-1].isalpha() else r"(?!\d)" if text[-1].isdigit() else ""
    return f"{before}{pattern}{after}"


def _is_address(text: str) -> bool:
    """Of a machine, and not the same on all of them; a colon before or behind may belong to the sentence. Those that
    begin with a zero and a dot are no machine's but versions of programs."""
    for candidate in (text, text[:-1], text[1:], text[1:-1]):
        try:
            address = ipaddress.ip_address(candidate)
        except ValueError:
            continue
        return not (address.is_loopback or address.is_unspecified or candidate.startswith("0."))
    return False


def _is_key(text: str) -> bool:
    """Long words of a program have no digits in them, or no capitals."""
    return all(re.search(kind, text) for kind in (r"\d", r"[A-Z]", r"[a-z]"))
