"""Which version of the program this is."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def version_here() -> str:
    try:
        return version("veilingklok")
    except PackageNotFoundError:  # run from its folder, never installed
        return ""
