"""Processes that do as they are told: a JSON line for every deed, and a JSON line as its answer.

The device and its clients each have one, so that none of them waits for another's interpreter.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import msgspec

_BENCHMARKS = Path(__file__).parent.parent
_PATH = f"{_BENCHMARKS.parent}{os.pathsep}{_BENCHMARKS}"
"""In this order: a benchmark has the name of a room."""

Deed = Callable[..., object]


class Order(msgspec.Struct):
    deed: str
    arguments: dict[str, Any]


_ORDERS: msgspec.json.Decoder[Order] = msgspec.json.Decoder(Order)


def order_of(line: bytes) -> Order:
    return _ORDERS.decode(line)


def answer(what: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(what) + b"\n")
    sys.stdout.buffer.flush()


def obey(**deeds: Deed) -> None:
    """Until there is nobody left to order anything."""
    for line in sys.stdin.buffer:
        order = order_of(line)
        answer(deeds[order.deed](**order.arguments))


class Process:
    """Runs a module of this folder, from the outside."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"phones.{module}", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": _PATH},
        )
        self.pid = self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """It ends by itself once nobody can order anything; one that does not is ended."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def do(self, deed: str, **arguments: Any) -> Any:
        self.begin(deed, **arguments)
        return self.answer()

    def begin(self, deed: str, **arguments: Any) -> None:
        """Without waiting for the answer, which is to be asked for before the next order."""
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(Order(deed, arguments)) + b"\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("A process of the benchmark has ended before its time.")
        return msgspec.json.decode(line)


def leave_interrupts_to_others() -> None:
    """Ctrl-C goes to all of them at once; who began them ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
