"""Wheels with next to nothing in them, for pip to install in a test."""

import zipfile
from pathlib import Path


def a_wheel(folder: Path, name: str, version: str, content: str = "", needs: str = "", extra: str = "") -> Path:
    """One module of that name. `needs` is a requirement; `extra` is one that it has, and that needs nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    about = {
        "Metadata-Version": "2.1",
        "Name": name,
        "Version": version,
        "Requires-Dist": needs,
        "Provides-Extra": extra,
    }
    form = {"Wheel-Version": "1.0", "Root-Is-Purelib": "true", "Tag": "py3-none-any"}
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"{name}.py", content)
        for file, fields in {"METADATA": about, "WHEEL": form}.items():
            lines = [f"{key}: {value}\n" for key, value in fields.items() if value]
            archive.writestr(f"{name}-{version}.dist-info/{file}", "".join(lines))
        archive.writestr(f"{name}-{version}.dist-info/RECORD", "")
    return wheel
