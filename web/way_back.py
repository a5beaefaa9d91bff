"""Where a form leads back to: a path of this device, whatever was sent."""

from flask import request

FRONT = "/"


def way_back() -> str:
    """The form's own `back`, if it is a path of ours and nothing else."""
    back = request.form.get("back", FRONT)
    return back if is_ours(back) else FRONT


def is_ours(path: str) -> bool:
    """No browser reads it as an address elsewhere, and no header is split by it."""
    is_plain = path.isascii() and path.isprintable() and "\\" not in path and " " not in path
    return is_plain and path.startswith("/") and not path.startswith("//")
