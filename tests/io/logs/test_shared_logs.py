"""The public logs beside the checkout: every win is found, complete, and as many as each log says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tingpai import Hand, reference
from tingpai.io.logs import GameHands, log_files, read_log
from tingpai.io.logs.replay import Row

FOLDERS = {"tenhou": 24, "mjai": 1, "mjx": 43, "majiang-script.json": 1}


def rows_of(path: Path) -> list[Row]:
    found = list(read_log(path))
    assert all(isinstance(game, GameHands) for game in found), found
    return [row for game in found if isinstance(game, GameHands) for row in game.rows]


def tenhou_counts(text: str) -> tuple[int, int]:
    return sum(text.count(f"<{letter}{digit}") for letter in "TUVW" for digit in range(10)), text.count("<AGARI ")


def mjai_counts(text: str) -> tuple[int, int]:
    kinds = Counter(json.loads(line)["type"] for line in text.splitlines())
    return kinds["tsumo"], kinds["hora"]


def mjx_counts(text: str) -> tuple[int, int]:
    states = [json.loads(line) for line in text.splitlines()]
    draws = sum(event.get("type") == "EVENT_TYPE_DRAW" for s in states for event in s["publicObservation"]["events"])
    return draws, sum(len(state.get("roundTerminal", {}).get("wins", [])) for state in states)


def majiang_counts(text: str) -> tuple[int, int]:
    kinds = Counter(key for game in json.loads(text) for deal in game["log"] for entry in deal for key in entry)
    return kinds["zimo"] + kinds["gangzimo"], kinds["hule"]


COUNTS: dict[str, Callable[[str], tuple[int, int]]] = {
    "tenhou": tenhou_counts,
    "mjai": mjai_counts,
    "mjx": mjx_counts,
    "majiang-script.json": majiang_counts,
}


@pytest.mark.parametrize("folder", FOLDERS)
def test_counts_match_the_logs_own_events(shared: Path, folder: str) -> None:
    files = list(log_files([shared / "data" / "logs" / folder]))
    assert len(files) == FOLDERS[folder]
    for file in files:
        events = Counter(row.event for row in rows_of(file))
        assert (events["draw"], events["win"]) == COUNTS[folder](file.read_text(encoding="utf-8")), file.name


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_hand_is_valid_and_every_win_complete(shared: Path, folder: str) -> None:
    for file in log_files([shared / "data" / "logs" / folder]):
        for row in rows_of(file):
            hand = Hand.parse(row.hand)
            assert str(hand) == row.hand
            assert hand.is_drawn
            assert str(hand.last) == row.tile
            assert all(meld.source is not None for meld in hand.melds if meld.is_claimed and meld.claimed is None)
            if row.event == "win":
                assert (row.source is None) == (row.by == "self_draw")
                assert reference.is_win(hand.raw, hand.meld_counts), (file.name, row)
