"""Somebody came from the page of a new game to look at a board, and will want to go on there."""

from flask import request


def is_from_new() -> bool:
    return request.args.get("from") == "new"


def again(page: str) -> str:
    """The same page, which still knows it."""
    return f"{page}?from=new" if is_from_new() else page
