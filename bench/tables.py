"""Fill in the measured parts of docs/*.md: `python bench/tables.py [SCRIPT…]`.

A measured part stands between `<!-- bench/SCRIPT.py ARGUMENTS -->` and `<!-- end -->` and is what that command prints.
Every command is run once, or only those of the scripts named (`speed`, `peers` …). The machine should have nothing else
to do. The exit status is 1 when a command says that a limit is passed.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PART = re.compile(r"(?P<head><!-- (?P<command>bench/(?P<script>\w+)\.py[^\n]*?) -->\n).*?(?P<end><!-- end -->)", re.S)


@cache
def run(command: str) -> subprocess.CompletedProcess[str]:
    print(f"python {command}", file=sys.stderr, flush=True)
    return subprocess.run(
        [sys.executable, *shlex.split(command)], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scripts", nargs="*", metavar="SCRIPT", help="default: all")
    chosen = parser.parse_args().scripts
    failed = set()

    def measured(part: re.Match[str]) -> str:
        if chosen and part["script"] not in chosen:
            return part[0]
        ran = run(part["command"])
        if ran.returncode:
            failed.add(part["command"])
        # What broke off says nothing: the old figures stay.
        return f"{part['head']}\n{ran.stdout.strip()}\n\n{part['end']}" if ran.stdout.strip() else part[0]

    for page in sorted((ROOT / "docs").glob("*.md")):
        page.write_text(PART.sub(measured, page.read_text(encoding="utf-8")), encoding="utf-8")
    if failed:
        sys.exit("\n".join(["failed or passed a limit:", *sorted(failed)]))


if __name__ == "__main__":
    main()
