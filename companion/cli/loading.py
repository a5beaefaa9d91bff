"""Modules are loaded without the garbage collector: what they make stays until the program ends, and to look through it
again and again takes a tenth of a start.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """What was made meanwhile is not looked through later either, as long as the collector was at work before."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
