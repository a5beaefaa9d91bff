"""The card of the emulated Pi: Debian with systemd as Raspberry Pi OS has it, wheels for its processor, the checkout.

Raspberry Pi OS itself comes as a whole image only: what it has over Debian, and the installer asks for, is laid here.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from installing.program import LOCKS

from rehearsal.kernel import ARCHIVE, Kernel

RELEASE = "bookworm"
PACKAGES = (
    *("systemd", "systemd-sysv", "systemd-timesyncd", "dbus", "udev", "kmod", "procps", "iproute2", "sudo"),
    *("python3", "python3-venv", "python3-pip", "busybox-static", "i2c-tools", "ca-certificates"),
    *("network-manager", "wpasupplicant", "polkitd", "dnsmasq-base", "iw", "avahi-daemon", "avahi-utils"),
)
MEGABYTES = 2600
PLACE = "rehearsal"
"""Where in the guest our own things lie."""

GUEST = Path(__file__).parent / "guest"
_WHEELS_FOR = [f"manylinux_2_{minor}_aarch64" for minor in range(17, 37)] + ["manylinux2014_aarch64"]


class Root:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def is_there(self) -> bool:
        return (self.folder / "etc/rehearsal").is_file()

    @property
    def busybox(self) -> bytes:
        return (self.folder / "bin/busybox").read_bytes()

    def make(self, kernel: Kernel) -> None:
        """Debian configures itself in here, by qemu's user emulation."""
        shutil.rmtree(self.folder, ignore_errors=True)
        command = ["mmdebstrap", "--architectures=arm64", "--variant=minbase", f"--include={','.join(PACKAGES)}"]
        subprocess.run([*command, RELEASE, self.folder, ARCHIVE], check=True, capture_output=True, text=True)
        modules = kernel.modules
        shutil.copytree(modules, self.folder / "usr/lib/modules" / modules.name, ignore=shutil.ignore_patterns("dtb"))
        self._run("depmod", modules.name)
        self._be_raspberry_pi_os()
        (self.folder / "etc/rehearsal").write_text(f"{RELEASE}\n")

    def _be_raspberry_pi_os(self) -> None:
        """Groups and rules for the devices, and the boot folder."""
        for group in ("gpio", "i2c", "spi"):
            self._run("groupadd", "--force", "--system", group)
        etc = self.folder / "etc"
        (etc / "udev/rules.d/99-com.rules").write_text(
            'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"\n'
            'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"\n'
            'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"\n'
        )
        (etc / "hostname").write_text("raspberrypi\n")
        (etc / "hosts").write_text("127.0.0.1 localhost\n127.0.1.1 raspberrypi\n")
        (etc / "machine-id").write_text("b8a1" * 8 + "\n")
        (etc / "fstab").write_text("/dev/vda / ext4 defaults,noatime 0 1\n")
        (etc / "resolv.conf").unlink(missing_ok=True)
        boot = self.folder / "boot/firmware"
        boot.mkdir(parents=True, exist_ok=True)
        (boot / "config.txt").write_text("dtparam=audio=on\ndtoverlay=vc4-kms-v3d\narm_64bit=1\n\n[all]\n")
        (boot / "cmdline.txt").write_text("console=tty1 root=/dev/vda rootfstype=ext4 rootwait\n")

    def _run(self, *words: str) -> None:
        subprocess.run(["chroot", self.folder, *words], check=True, capture_output=True, text=True)

    def lay(self, checkout: Path, wheels: Path, share: float) -> None:
        """Our things, anew each time: the checkout as it is, with what is not committed yet. `share` of all presses."""
        place = self.folder / PLACE
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(wheels, place / "wheels")
        (place / "share").write_text(f"{share}\n")
        listed = subprocess.run(
            ["git", "-C", checkout, "-c", f"safe.directory={checkout}", "ls-files", "-z", "-co", "--exclude-standard"],
            check=True,
            capture_output=True,
            text=True,
        )
        for name in filter(None, listed.stdout.split("\0")):
            if (checkout / name).is_file():
                (place / "checkout" / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(checkout / name, place / "checkout" / name)
        for unit in GUEST.glob("rehearsal*.*"):
            shutil.copy(unit, self.folder / "etc/systemd/system" / unit.name)
        patience = self.folder / "etc/systemd/system/veilingklok.service.d/patience.conf"
        patience.parent.mkdir(exist_ok=True)
        shutil.copy(GUEST / "patience.conf", patience)
        early = self.folder / "etc/systemd/system/sysinit.target.wants/rehearsal-lines.service"
        early.parent.mkdir(exist_ok=True)
        early.unlink(missing_ok=True)
        early.symlink_to("../rehearsal-lines.service")

    def image(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        plain = "^metadata_csum_seed,^orphan_file"  # older tools can read it, too
        command = ["mke2fs", "-q", "-t", "ext4", "-O", plain, "-d", str(self.folder), str(path), f"{MEGABYTES}M"]
        subprocess.run(command, check=True, capture_output=True, text=True)


def fetch_wheels(folder: Path, checkout: Path, python: str) -> None:
    """What the installer fetches for an arm64 Python 3.11: the locks without their conditions, which pip would hold
    against the machine that fetches."""
    platforms = [part for platform in _WHEELS_FOR for part in ("--platform", platform)]
    command = [python, "-m", "pip", "download", "-q", "--only-binary", ":all:", "--python-version", "3.11", *platforms]
    with tempfile.NamedTemporaryFile("w", suffix=".lock") as wanted:
        for lock in LOCKS:
            wanted.write(re.sub(r" ; [^\\]+(?= \\$)", "", (checkout / lock).read_text(), flags=re.MULTILINE))
        wanted.flush()
        fetch = [*command, "--require-hashes", "--no-deps", "--requirement", wanted.name, "-d", str(folder)]
        subprocess.run(fetch, check=True, capture_output=True, text=True)
