"""Instructions a hand of every question, counted by callgrind, which the machine's noise does not touch.

`python bench/instructions.py` builds the C core with the compiler at hand and prints a Markdown table; it fails when a
figure is more than 2 % above the one in `instructions.json`. `--write` makes the present figures the ones to keep to.
Figures depend on the compiler: those of another one are shown, not judged. Kernels that callgrind cannot run (AVX-512)
are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hands import KINDS, without
from speed import QUESTIONS

ROOT = Path(__file__).parents[1]
FIGURES = Path(__file__).with_name("instructions.json")
KERNELS = ("avx2", "portable")
ROWS = 16_384
TOLERANCE = 1.02


def compiler() -> str:
    return shutil.which(os.environ.get("CC", "cc")) or sys.exit("no C compiler")


def compiler_name() -> str:
    told = subprocess.run([compiler(), "--version"], capture_output=True, text=True, check=True).stdout
    return told.splitlines()[0]


def build(folder: Path) -> Path:
    program = folder / "instructions"
    sources = [Path(__file__).with_suffix(".c"), *sorted((ROOT / "csrc").rglob("*.c"))]
    command = [compiler(), "-std=c11", "-O3", f"-I{ROOT / 'csrc'}", *map(str, sources), "-o", str(program), "-lm"]
    subprocess.run(command, check=True)
    return program


def count(program: Path, kernel: str, question: str, wildcards: int, rows: bytes) -> float:
    """Instructions a hand."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=measured"]
    command = [*valgrind, str(program), kernel, question, str(wildcards), str(ROWS)]
    ran = subprocess.run(command, input=rows, capture_output=True, check=True)
    found = re.search(r"Collected : (\d+)", ran.stderr.decode())
    assert found is not None
    return int(found[1]) / ROWS


def figures(kernels: list[str], questions: list[str]) -> dict[str, float]:
    """`question, hands, kernel` -> instructions a hand."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for question in questions:
            function, tiles, wildcards, _ = QUESTIONS[question]
            for kind in KINDS:
                rows = without(KINDS[kind](ROWS, tiles), wildcards).tobytes()
                for kernel in kernels:
                    found[f"{question}, {kind}, {kernel}"] = round(count(program, kernel, function, wildcards, rows), 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the figures in instructions.json")
    parser.add_argument("--kernel", action="append", choices=KERNELS)
    parser.add_argument("--question", action="append", choices=QUESTIONS)
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        sys.exit("valgrind is not installed")
    kernels, questions = options.kernel or list(KERNELS), options.question or list(QUESTIONS)
    kept = json.loads(FIGURES.read_text()) if FIGURES.exists() else {"compiler": "", "instructions": {}}
    found = figures(kernels, questions)
    name = compiler_name()
    print(f"{name}\n\n| question | hands | " + " | ".join(kernels) + " |\n" + "| --- " * (2 + len(kernels)) + "|")
    for question in questions:
        for kind in KINDS:
            cells = [question, kind, *(f"{found[f'{question}, {kind}, {kernel}']:.1f}" for kernel in kernels)]
            print(f"| {' | '.join(cells)} |")
    if options.write:
        known = kept["instructions"] if kept["compiler"] == name else {}
        FIGURES.write_text(json.dumps({"compiler": name, "instructions": known | found}, indent=1) + "\n")
    elif kept["compiler"] != name:
        print(f"\nNot compared: the figures kept were made with {kept['compiler']}.")
    elif more := {what: n for what, n in found.items() if n > TOLERANCE * kept["instructions"].get(what, n)}:
        sys.exit("\n".join(f"{what}: {kept['instructions'][what]} has become {n}" for what, n in more.items()))


if __name__ == "__main__":
    main()
