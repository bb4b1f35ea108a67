"""The way into the `tingpai` command, beside the package: what imports that imports numpy first.

An interrupt in the meantime would end in a traceback, so it waits until the command can say it (not on Windows).
"""

from __future__ import annotations

import signal


def main() -> None:
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    from tingpai.cli import main as command

    command()
