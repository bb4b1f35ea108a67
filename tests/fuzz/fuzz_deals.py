"""atheris target: deal files. Every deal is settled or refused by a `TingpaiError` of one line; what is settled can be
told, and what some pay others get."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris
from mutate import mutate_json

with atheris.instrument_imports(include=["tingpai"]):
    from tingpai import rules
    from tingpai.deals import Settled, settle_file
    from tingpai.errors import TingpaiError
    from tingpai.rules import (  # noqa: F401  instrumented now, not when first named
        nanning_classic,
        nanning_fan,
        nanning_fen,
        nanning_laiyou,
        nanning_zhang,
        wuhan,
    )

FILE = Path(tempfile.mkdtemp()) / "deal.jsonl"


def one_input(data: bytes) -> None:
    FILE.write_bytes(data)
    try:
        settled = list(settle_file(str(FILE)))
    except TingpaiError as error:
        settled = [Settled(0, "", error=error)]
    for deal in settled:
        assert deal.row
        assert deal.to_json()
        if deal.settlement is None:
            assert len(str(deal.error).splitlines()) == 1
        else:
            assert sum(deal.settlement.net) == 0
            assert deal.settlement.rules in rules.NAMES


atheris.Setup(sys.argv, one_input, custom_mutator=mutate_json)
atheris.Fuzz()
