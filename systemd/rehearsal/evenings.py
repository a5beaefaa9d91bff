"""The evenings of the rehearsal, one after the other, on one card: each is a boot, and ends with the machine off."""

import time
from collections.abc import Callable
from pathlib import Path

from rehearsal.machine import Machine
from rehearsal.report import Report

PATIENCE = 3600
"""Seconds for one evening, however slow the emulation."""
OFF = 180
LOOKS = 30
"""At the game that plays on, before its plug is pulled."""


class Evenings:
    def __init__(self, kernel: Path, place: Path, with_wifi: bool, say: Callable[[str], None]) -> None:
        self._kernel = kernel
        self._place = place
        self._with_wifi = with_wifi
        self._say = say
        self._report = Report()

    def played(self) -> Report:
        """As far as they go: what an evening needs of the one before is not there if that failed."""
        _ = (
            self._switched_off("install")
            and self._switched_off("evening")
            and self._plug_pulled()
            and (not self._with_wifi or self._switched_off("wifi"))
        )
        return self._report

    def _machine(self, act: str, **words: object) -> Machine:
        self._say(f"Switch on: {act}")
        place, said = self._place, "".join(f" {name}={value}" for name, value in words.items())
        console = place / f"console-{act}"
        return Machine(self._kernel, place / "initramfs", place / "tree", place / "card", console, act + said)

    def _switched_off(self, act: str, **words: object) -> bool:
        """An evening whose end is that the machine is off by itself."""
        began = time.monotonic()
        with self._machine(act, **words) as machine:
            for told in machine.told(PATIENCE):
                self._hear(told, began)
                if "failed" in told:
                    return False
            is_off = machine.is_off_by_itself(OFF)
        self._hear({"check": f"Off by itself after: {act}", "is_so": is_off, "seen": ""}, began)
        return is_off

    def _plug_pulled(self) -> bool:
        began, seen = time.monotonic(), list[int]()
        with self._machine("next_evening") as machine:
            for told in machine.told(PATIENCE):
                self._hear(told, began)
                seen += [told["plug"]] if "plug" in told else []
                if len(seen) == LOOKS:
                    machine.pull_the_plug()
                    break
        if len(seen) < LOOKS:
            self._hear({"failed": "The machine was off before its plug could be pulled."}, began)
            return False
        self._say(f"The plug is pulled at row {seen[-1]}")
        return self._switched_off("after_the_plug", seen=seen[-1])

    def _hear(self, told: dict[str, object], began: float) -> None:
        self._report.hear(told)
        if line := _line(told):
            self._say(f"{time.monotonic() - began:6.0f} s  {line}")


def _line(told: dict[str, object]) -> str:
    match told:
        case {"step": sentence}:
            return str(sentence)
        case {"figure": name, "value": value}:
            return f"{name}: {value}"
        case {"check": name, "is_so": is_so, "seen": seen}:
            return f"{'yes' if is_so else 'NO '}  {name}{f' ({seen})' if seen and not is_so else ''}"
        case {"failed": why}:
            return f"NO   {why}"
    return ""
