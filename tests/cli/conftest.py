"""Running the command line inside the tests."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from tingpai.cli import main

Run = Callable[..., Result]

# The command as a process of its own.
TINGPAI = [sys.executable, "-c", "from tingpai.cli import main; main(prog_name='tingpai')"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call `tingpai` with some arguments in English; stdout, stderr and exit status as a process would have them."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def call(*arguments: str, **options: object) -> Result:
        return CliRunner().invoke(main, arguments, prog_name="tingpai", **options)

    return call
