"""The machine, how busy it is, and the build that figures come from, in one line: `python bench/machine.py`."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path

import numpy as np

import tingpai
from tingpai import _core


def processor() -> str:
    """The processor's name, as far as the system tells, and how many the system has."""
    name = platform.processor() or platform.machine()
    if (info := Path("/proc/cpuinfo")).exists():
        names = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        name = names[0] if names else name
    return f"{name}, {os.cpu_count()} cores"


def caches() -> str:
    """The caches of the first processor, on Linux."""
    found = []
    for folder in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        level, kind, size = ((folder / part).read_text().strip() for part in ("level", "type", "size"))
        if kind != "Instruction":
            found.append(f"L{level} {size}")
    return ", ".join(found)


def compiler() -> str:
    told = subprocess.run([os.environ.get("CC", "cc"), "--version"], capture_output=True, text=True, check=True).stdout
    return told.splitlines()[0]


def main() -> None:
    facts = [
        processor(),
        caches(),
        f"{platform.system()} {platform.machine()}",
        compiler(),
        f"Python {platform.python_version()}",
        f"NumPy {np.__version__}",
        f"{os.getloadavg()[0]:.1f} programs running" if hasattr(os, "getloadavg") else "",
        f"tingpai {tingpai.__version__}, kernels {', '.join(_core.kernel_names())}",
    ]
    print("; ".join(filter(None, facts)) + ".")


if __name__ == "__main__":
    main()
