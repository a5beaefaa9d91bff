"""The forms of a page as a browser sends them when nobody changes anything in them, for tests."""

from html.parser import HTMLParser
from typing import NamedTuple


class Field(NamedTuple):
    name: str
    value: str
    least: int | None = None
    most: int | None = None

    @property
    def is_possible(self) -> bool:
        """A browser would send it."""
        return self.least is None or self.most is None or self.least <= int(self.value) <= self.most


class Form(NamedTuple):
    action: str
    about: str
    fields: list[Field]
    empty: list[Field]
    """What has to be filled in, or one of it chosen."""

    def value(self, name: str) -> str:
        return next(field.value for field in self.fields if field.name == name)

    def sent(self) -> dict[str, str]:
        """The first of each name counts; what has to be chosen is what stands first."""
        return {field.name: field.value for field in reversed([*self.fields, *self._chosen()])}

    def _chosen(self) -> list[Field]:
        said = [field.name for field in self.fields]
        return [field for field in self.empty if field.name not in said]


def forms_of(html: str) -> list[Form]:
    reader = _Reader()
    reader.feed(html)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._list: str | None = None
        self._options: list[Field] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(Form(told.get("action", ""), told.get("data-about", ""), [], []))
        elif tag == "input" and self.forms:
            self._input(told)
        elif tag == "select":
            self._list, self._options = told["name"], []
        elif tag == "option" and self._list is not None:
            option = Field(self._list, told.get("value", ""))
            self._options.insert(0 if "selected" in told else len(self._options), option)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self.forms:
            self.forms[-1].fields.append(self._options[0])
            self._list = None

    def _input(self, told: dict[str, str]) -> None:
        form, field = self.forms[-1], Field(told["name"], told.get("value", ""), *_bounds(told))
        if told.get("type") in ("radio", "checkbox") and "checked" not in told:
            if told["type"] == "radio":
                form.empty.append(field)
        elif field.value:
            form.fields.append(field)
        else:
            form.empty.append(field)


def _bounds(told: dict[str, str]) -> tuple[int | None, int | None]:
    return (int(told["min"]), int(told["max"])) if "min" in told and "max" in told else (None, None)
