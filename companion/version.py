"""Which version of the program is installed.

An installer names the folder of a package's metadata after its version. To look for it is ten times as quick as to ask
`importlib.metadata`, which loads half of Python's e-mail package; that is asked only where no folder is found.
"""

import os
import sys
from functools import cache

_BEGINS, _ENDS = "veilingklok-", ".dist-info"


@cache
def installed_version() -> str:
    """Empty where it was never installed and runs from its folder."""
    for folder in sys.path:
        try:
            names = [entry.name for entry in os.scandir(folder or os.curdir)]
        except OSError:  # an archive, or a folder that is not there
            continue
        for name in names:
            if name.startswith(_BEGINS) and name.endswith(_ENDS):
                return name.removeprefix(_BEGINS).removesuffix(_ENDS)
    return _by_metadata()


def _by_metadata() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version("veilingklok")
    except PackageNotFoundError:
        return ""
