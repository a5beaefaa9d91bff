"""What the rehearsal found: figures, and what had to be so."""

from typing import Any


class Report:
    def __init__(self) -> None:
        self.figures: dict[str, Any] = {}
        self.checks: dict[str, bool] = {}
        self.failures: list[str] = []

    def hear(self, told: dict[str, Any]) -> None:
        if "figure" in told:
            self.figures[told["figure"]] = told["value"]
        elif "check" in told:
            self.checks[told["check"]] = bool(told["is_so"])
        elif "failed" in told:
            self.failures.append(str(told["failed"]))

    @property
    def is_good(self) -> bool:
        return not self.failures and bool(self.checks) and all(self.checks.values())

    def as_json(self) -> dict[str, Any]:
        return {"good": self.is_good, "figures": self.figures, "checks": self.checks, "failures": self.failures}

    def as_table(self) -> str:
        lines = [f"{name:<58}{_told(value):>24}" for name, value in _flat(self.figures)]
        lines += [f"{'yes' if is_so else 'NO ':<5}{name}" for name, is_so in self.checks.items()]
        lines += [f"NO   {failure}" for failure in self.failures]
        lines.append("Emulated: orders and stamps are the kernel's own, delays are not those of a Pi.")
        return "\n".join(lines)


def _flat(figures: dict[str, Any], before: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, value in figures.items():
        found += _flat(value, f"{before}{name}.") if isinstance(value, dict) else [(before + name, value)]
    return found


def _told(value: object) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
