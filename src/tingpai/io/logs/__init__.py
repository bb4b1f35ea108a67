"""Game logs: every hand at every draw and every win, out of whatever format the log is in."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...errors import InputError, TingpaiError
from ..rejects import Reject
from .detect import detect
from .events import Game
from .replay import Replay, Row
from .source import HEAD, open_log

_ROWS = 1 << 16  # hands of one game; a real one has about a thousand


@dataclass(frozen=True, slots=True)
class GameHands:
    """A whole game's hands. `name` is the file's path, ``#2`` and so on behind it for the further games of the file."""

    name: str
    rows: list[Row]


def read_log(path: Path) -> Iterator[GameHands | Reject]:
    """The games of one log file, in order, one in memory at a time.

    Each comes whole or as a `Reject` with the line that it begins on and, in the message, the event that does not fit;
    of a file that cannot be read at all, line 0.
    """
    name = str(path)
    number = 0
    try:
        with open_log(path) as stream:
            log_format = detect(stream.read(HEAD))
        with open_log(path) as stream:
            for number, game in enumerate(log_format.games(stream), 1):
                yield _read_game(game, name, number)
        if number == 0:
            raise InputError("no game in this log")
    except InputError as error:
        yield Reject(name, 0, "", str(error), "")


def log_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files that the paths name; of a folder everything in it at any depth but hidden files, by name.

    Raises `InputError` for a folder that cannot be listed.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(_inside(path))
        else:
            yield path


def _inside(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(place, name) for name in files if not name.startswith("."))


def _refuse(error: OSError) -> None:
    raise InputError(f"{error.filename}: {error.strerror}")


def _read_game(game: Game, name: str, number: int) -> GameHands | Reject:
    replay = Replay()
    rows: list[Row] = []
    steps = iter(game.steps)
    entry = 1
    try:
        while (events := next(steps, None)) is not None:
            rows.extend(row for event in events if (row := replay.play(event)) is not None)
            if len(rows) > _ROWS:
                raise InputError(f"more than {_ROWS} hands in one game")
            entry += 1
        entry -= 1
        replay.finish()
    except TingpaiError as error:
        where = f"event {entry}" if number == 1 else f"game {number}, event {entry}"
        return Reject(name, game.line, "", f"{where}: {error}", "")
    return GameHands(name if number == 1 else f"{name}#{number}", rows)
