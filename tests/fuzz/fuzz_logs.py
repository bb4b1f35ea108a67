"""atheris target: game logs of every format. Every game comes whole or as one reject of one line."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris
from mutate import mutate_json

with atheris.instrument_imports(include=["tingpai"]):
    from tingpai import Hand
    from tingpai.io.logs import GameHands, read_log

FILE = Path(tempfile.mkdtemp()) / "game.log"


def one_input(data: bytes) -> None:
    FILE.write_bytes(data)
    for game in read_log(FILE):
        if isinstance(game, GameHands):
            for row in game.rows[:20]:
                Hand.parse(row.hand)
        else:
            assert len(game.message.splitlines()) == 1


atheris.Setup(sys.argv, one_input, custom_mutator=mutate_json)
atheris.Fuzz()
