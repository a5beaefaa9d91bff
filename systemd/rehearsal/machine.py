"""The emulated machine: qemu's, with a device tree that says Raspberry Pi 4; half a gigabyte, and no network card.

What the guest says comes line by line as JSON over a port of its own; its console goes into a file.
"""

import json
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MODEL = "Raspberry Pi 4 Model B Rev 1.1"
REVISION = "0xc03111"
MEGABYTES = 512

_HARDWARE = ["-accel", "tcg,thread=multi", "-cpu", "cortex-a72", "-smp", "2", "-m", str(MEGABYTES), "-nic", "none"]


def make_device_tree(path: Path) -> None:
    """qemu's own, where its GPIO chip makes room for the simulated one, which becomes gpiochip0 as on a Pi."""
    machine = f"virt,gic-version=2,dumpdtb={path}"
    subprocess.run(
        ["qemu-system-aarch64", "-M", machine, *_HARDWARE, "-display", "none"], check=True, capture_output=True
    )
    tree = str(path)
    for words in (
        ["-t", "s", tree, "/pl061@9030000", "status", "disabled"],
        ["-t", "s", tree, "/gpio-keys", "status", "disabled"],
        ["-t", "s", tree, "/", "model", MODEL],
        ["-t", "s", tree, "/", "compatible", "raspberrypi,4-model-b", "brcm,bcm2711", "linux,dummy-virt"],
        ["-t", "s", tree, "/", "serial-number", "10000000deadbeef"],
        ["-c", tree, "/system"],
        ["-t", "x", tree, "/system", "linux,revision", REVISION],
    ):
        subprocess.run(["fdtput", *words], check=True, capture_output=True)


class Machine:
    """Switched on by being made. Use it in a `with`: what is not off by then has its plug pulled."""

    def __init__(self, kernel: Path, initramfs: Path, tree: Path, disk: Path, console: Path, act: str) -> None:
        words = f"console=ttyAMA0 quiet loglevel=4 systemd.unit=rehearsal.target rehearsal={act}"
        self._console = console
        card = f"file={disk},if=none,format=raw,cache=unsafe,id=card"
        self._qemu = subprocess.Popen(
            [
                *("qemu-system-aarch64", "-M", "virt,gic-version=2", *_HARDWARE, "-no-reboot"),
                *("-kernel", str(kernel), "-initrd", str(initramfs), "-dtb", str(tree), "-append", words),
                *("-drive", card, "-device", "virtio-blk-device,drive=card"),
                *("-display", "none", "-monitor", "none", "-serial", f"file:{console}"),
                *("-chardev", "file,id=told,path=/dev/stdout", "-device", "virtio-serial-device"),
                *("-device", "virtserialport,chardev=told,name=rehearsal"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, *_: object) -> None:
        self.pull_the_plug()

    def told(self, patience: float) -> Iterator[dict[str, Any]]:
        """What the guest says, until it is off or the patience is over: then the plug is pulled."""
        assert self._qemu.stdout is not None
        end_of_patience = threading.Timer(patience, self._qemu.kill)
        end_of_patience.start()
        try:
            for line in self._qemu.stdout:
                if line.startswith("{"):
                    yield json.loads(line)
        finally:
            end_of_patience.cancel()

    def is_off_by_itself(self, patience: float) -> bool:
        """Whether it switches itself off in that time: the kernel's last words say so."""
        try:
            self._qemu.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        return "reboot: Power down" in self._console.read_text(errors="replace")

    def pull_the_plug(self) -> None:
        self._qemu.kill()
        self._qemu.wait()
