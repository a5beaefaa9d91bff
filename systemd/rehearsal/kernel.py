"""A kernel that can simulate GPIO lines. Debian's stable ones have that switched off; unstable's for arm64 has it.

Fetched by apt, which checks its signature, with a state folder of its own: this machine's packages are left alone.
"""

import gzip
import lzma
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ARCHIVE = "http://deb.debian.org/debian"
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")

TO_REACH_THE_ROOT = ("virtio_mmio", "virtio_blk", "ext4")
"""Modules without which the kernel finds no disk."""

_ITS_PARTS = re.compile(r"^linux-(?:image|base|binary|modules)-\d\S*$", re.MULTILINE)


class Kernel:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def modules(self) -> Path:
        """The folder named for its release, which has everything."""
        return next(self.folder.glob("usr/lib/modules/*"))

    @property
    def image(self) -> Path:
        found = [*self.folder.glob("usr/lib/modules/*/vmlinuz"), *self.folder.glob("boot/vmlinuz-*")]
        return found[0]

    @property
    def is_there(self) -> bool:
        return any(self.folder.glob("usr/lib/modules/*/kernel/drivers/gpio/gpio-sim.ko*"))

    def fetch(self, scratch: Path) -> None:
        apt = _Apt(scratch)
        apt.run("apt-get", "update")
        tree = apt.run("apt-cache", "depends", "--recurse", "--important", "linux-image-arm64")
        apt.run("apt-get", "download", *_ITS_PARTS.findall(tree))
        for package in sorted(scratch.glob("*.deb")):
            subprocess.run(["dpkg-deb", "-x", package, self.folder], check=True)

    def initramfs(self, busybox: bytes) -> bytes:
        """Just enough to reach the root."""
        files = {"bin/busybox": busybox}
        modules = list(self._with_what_they_need(TO_REACH_THE_ROOT))
        files |= {f"modules/{path.name.split('.')[0]}.ko": _unpacked(path) for path in modules}
        loading = "\n".join(f"insmod /modules/{path.name.split('.')[0]}.ko" for path in modules)
        files["init"] = (Path(__file__).parent / "init").read_bytes().replace(b"@modules@", loading.encode())
        return gzip.compress(_cpio(["bin", "modules", "dev", "proc", "sys", "root"], files), 1)

    def _with_what_they_need(self, names: tuple[str, ...]) -> Iterator[Path]:
        """Each after those it needs; what is built in needs no loading."""
        paths = {path.name.split(".")[0].replace("-", "_"): path for path in self.modules.glob("kernel/**/*.ko*")}
        given: set[str] = set()

        def bring(name: str) -> Iterator[Path]:
            if name in given or name not in paths:
                return
            given.add(name)
            found = re.search(rb"\0depends=([^\0]*)\0", b"\0" + _unpacked(paths[name]))
            for other in filter(None, (found.group(1).decode() if found else "").split(",")):
                yield from bring(other.replace("-", "_"))
            yield paths[name]

        for name in (*names, "crc32c_generic", "crc32c_cryptoapi"):
            yield from bring(name)


class _Apt:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        for name in ("lists/partial", "cache/archives/partial", "state"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "status").touch()
        (folder / "sources.list").write_text(f"deb [signed-by={KEYRING}] {ARCHIVE} unstable main\n")
        self._options = [
            f"Dir::State={folder}/state",
            f"Dir::State::lists={folder}/lists",
            f"Dir::State::status={folder}/status",
            f"Dir::Cache={folder}/cache",
            f"Dir::Etc::sourcelist={folder}/sources.list",
            "Dir::Etc::sourceparts=/dev/null",
            "APT::Architecture=arm64",
            "APT::Architectures::=arm64",
            "APT::Sandbox::User=root",
        ]

    def run(self, program: str, *words: str) -> str:
        options = [part for option in self._options for part in ("-o", option)]
        command = [program, "-q", *options, *words]
        return subprocess.run(command, cwd=self._folder, check=True, text=True, capture_output=True).stdout


def _unpacked(module: Path) -> bytes:
    data = module.read_bytes()
    return lzma.decompress(data) if module.suffix == ".xz" else data


def _cpio(folders: list[str], files: dict[str, bytes]) -> bytes:
    """In the one format that kernels unpack ("newc")."""
    entries = [(name, 0o40755, b"") for name in folders]
    entries += [(name, 0o100755, data) for name, data in files.items()]
    entries.append(("TRAILER!!!", 0, b""))
    packed = bytearray()
    for number, (name, mode, data) in enumerate(entries, 1):
        fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        packed += b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
        packed += bytes(-len(packed) % 4)
        packed += data
        packed += bytes(-len(packed) % 4)
    return bytes(packed)
