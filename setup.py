"""Only the extension's sources and flags; everything else is in pyproject.toml.

TINGPAI_SANITIZE=1 builds with AddressSanitizer and UBSan.
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SANITIZE = os.environ.get("TINGPAI_SANITIZE") == "1"

if sys.platform == "win32":
    flags = ["/O2", "/std:c11", "/experimental:c11atomics"]
    link_flags: list[str] = []
else:
    flags = ["-std=c11", "-O3", "-fvisibility=hidden"]
    link_flags = ["-lm"]
    if SANITIZE:
        flags = ["-std=c11", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        link_flags += ["-fsanitize=address,undefined"]

core = Extension(
    "tingpai._core",
    sources=["src/tingpai/_core.pyx", *sorted(map(str, Path("csrc").rglob("*.c")))],
    include_dirs=["csrc"],
    depends=sorted(map(str, Path("csrc").rglob("*.h"))),
    extra_compile_args=flags,
    extra_link_args=link_flags,
)

setup(ext_modules=cythonize([core], compiler_directives={"language_level": 3}))
