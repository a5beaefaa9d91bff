"""Changes a few values in a settings file and leaves everything else in it as it stands, comments too."""

import re
from collections.abc import Mapping


def with_values(text: str, section: str, values: Mapping[str, int]) -> str:
    """The text of a settings file in which these values of a section are set."""
    for name, value in values.items():
        text = _with_value(text, section, name, value)
    return text


def _with_value(text: str, section: str, name: str, value: int) -> str:
    if text and not text.endswith("\n"):
        text += "\n"
    heading = re.search(rf"^[ \t]*\[[ \t]*{section}[ \t]*\].*\n", text, re.MULTILINE)
    if heading is None:
        gap = "\n" if text and not text.endswith("\n\n") else ""
        return f"{text}{gap}[{section}]\n{name} = {value}\n"
    start = heading.end()
    after = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, start)
    end_of_section = after.start() if after else len(text)
    body = text[start:end_of_section]
    setting = re.compile(rf"^([ \t]*{name}[ \t]*=[ \t]*)[^\s#]+", re.MULTILINE)
    changed, count = setting.subn(rf"\g<1>{value}", body, count=1)
    if not count:
        changed = f"{name} = {value}\n{body}"
    return text[:start] + changed + text[end_of_section:]
