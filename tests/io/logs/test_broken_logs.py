"""Logs that cannot be: one line with the event, nothing of the game used, the rest read on."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tingpai.io.logs import GameHands, log_files, read_log
from tingpai.io.logs import source as log_source
from tingpai.io.rejects import Reject

DATA = Path(__file__).parents[2] / "data" / "logs"
MJAI = (DATA / "deals.mjai.jsonl").read_text().splitlines()
TENHOU = (DATA / "deals.tenhou.xml").read_text()


def read(path: Path, content: str | bytes, name: str = "log") -> list[GameHands | Reject]:
    file = path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_log(file))


def message(path: Path, content: str | bytes) -> str:
    (reject,) = read(path, content)
    assert isinstance(reject, Reject)
    assert reject.file == str(path / "log")
    assert "\n" not in reject.message
    return reject.message


def changed(line: int, **fields: Any) -> str:
    """The mjai log with some fields of one line (from 1) changed."""
    lines = list(MJAI)
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | fields)
    return "\n".join(lines)


def without(line: int) -> str:
    return "\n".join(MJAI[: line - 1] + MJAI[line:])


def line_of(kind: str) -> int:
    return next(number for number, line in enumerate(MJAI, 1) if f'"{kind}"' in line)


def test_the_fixture_is_as_the_tests_believe() -> None:
    assert [json.loads(line)["type"] for line in MJAI[:4]] == ["start_game", "start_kyoku", "tsumo", "dahai"]


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        (without(2), "event 2: nothing is dealt yet"),
        (without(3), "event 3: seat 1 discards"),
        (without(4), "event 4: seat 2 draws (expected a discard of seat 1)"),
        (changed(3, actor=7), "event 3: seat 7 (expected 0 to 3)"),
        (changed(3, actor="1"), "event 3: 'actor' is \"1\" (expected a number)"),
        (changed(3, pai="9z"), 'event 3: tile "9z"'),
        (changed(3, pai=None), "event 3: 'pai' is null (expected text)"),
        (changed(4, pai="1z"), 'event 4: tile "1z"'),
        (changed(2, tehais=[["1m"] * 13] * 4), "event 2: a fifth 1m appears"),
        (changed(2, tehais=[["1m"]] * 4), "event 2: seat 0 is dealt 1 tiles (expected 13)"),
        (changed(2, tehais=[[], []]), "event 2: 2 players (expected 3 or 4)"),
        (changed(2, oya=9), "event 2: seat 9 (expected 0 to 3)"),
        (changed(line_of("pon"), pai="1s", consumed=["1s", "1s"]), "claims [111s"),
        (changed(line_of("pon"), consumed=["1s", "2s"]), "is no pon"),
        (changed(line_of("chi"), target=0), "a claim from seat"),
        (changed(line_of("kakan"), pai="1s"), "has no 1s to lay down"),
        (changed(line_of("hora"), pai="1s"), "wins on 1s (expected 8s)"),
        (changed(line_of("hora"), target=json.loads(MJAI[line_of("hora") - 1])["actor"]), "wins from seat"),
        (changed(line_of("hora"), type="tsumo"), "draws out of turn"),
        ("\n".join(MJAI[:20]), "event 20: the log ends in the middle of a deal"),
        ("\n".join(MJAI[:1]), "event 1: no deal in this log"),
        ("\n".join([*MJAI[:9], '{"type": "tsumo", "ac', *MJAI[9:]]), "event 10: not JSON"),
        ("\n".join([*MJAI[:9], "[1]", *MJAI[9:]]), "event 10: an event is 1 (expected an object)"),
    ],
)
def test_mjai(tmp_path: Path, log: str, expected: str) -> None:
    assert expected in message(tmp_path, log)


def test_a_broken_game_does_not_stop_the_next(tmp_path: Path) -> None:
    first, second, third = read(tmp_path, "\n".join([*MJAI, without(4), *MJAI]))
    assert isinstance(second, Reject)
    assert second.line == len(MJAI) + 1
    assert second.message.startswith("game 2, event 4: ")
    assert isinstance(first, GameHands)
    assert isinstance(third, GameHands)
    assert first.rows == third.rows


def test_a_broken_first_line_does_not_stop_the_rest(tmp_path: Path) -> None:
    states = (DATA / "deals.mjx.json").read_text().splitlines()
    found = read(tmp_path, "\n".join([states[0][:-40], *states[1:]]))
    assert [type(game) for game in found] == [Reject, GameHands, GameHands, GameHands, GameHands]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("<T", "<T999", "event"),
        ('m="', 'm="x', "m is 'x"),
        ('oya="1"', 'oya="-1"', "oya is '-1' (expected a number)"),
        ('who="', 'wer="', "no attribute 'who'"),
        ("</mjloggm>", "", "not XML"),
        ("<mjloggm", "<log", "the XML is a 'log'"),
        ('machi="', 'machi="1', "expected"),
    ],
)
def test_tenhou(tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert expected in message(tmp_path, TENHOU.replace(old, new))


def test_won_hand_that_the_play_does_not_give(tmp_path: Path) -> None:
    found = message(tmp_path, TENHOU.replace(' hai="', ' hai="0,1,2,', 1))
    assert "the log says that seat" in found
    assert "by the play before" in found


def test_entities_are_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE mjloggm [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>' + TENHOU.replace("P0", "&b;")
    assert "document type" in message(tmp_path, bomb)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "the file is empty"),
        (" \n\n", "the file is empty"),
        ("hello", "not a game log"),
        (b"\x00\x01\x02" * 50, "not a game log"),
        ("<html></html>", "the XML is a 'html' (expected Tenhou's 'mjloggm')"),
        ('{"log":[[["a"', "not a game log"),
        ('{"log":[[[0,0,0]]]}', "a header of 4"),
        ('{"log":[[[0,0,0],[],[],[],[1],[],[],["和了"]]]}', "tile 1 (expected 11 to 39"),
        ('[{"log":[[{"qipai":{"shoupai":["m1x"]}}]]}]', "event 1: tiles 'm1x'"),
        ('{"log":[[{"qipai":{}, "a":{}}]]}', "expected one key"),
        ("Match 1\nPlayer 0 Deal W1", "event 2: no deal"),
        ("Match 1\nPlayer 0 Draw W1\n", "event 2: nothing is dealt yet"),
        ("Match 1\nPlayer 0 Deal X1\n", 'tile "X1" (expected W1 to W9'),
        ("Match 1\nPlayer 0 Wins W1\n", "action 'WINS'"),
        ("Match 1\nPlayer 0 Play W1 W2\n", "expected one tile"),
        ('[{"action":"DEAL","hand":1}]', "'hand' is 1 (expected a list)"),
        ('{"type":"start_game"}\n' + "[" * 100_000, "not JSON"),
        ('{"publicObservation":{"initScore":{}},"privateObservations":[]}', "0 players"),
    ],
)
def test_what_is_no_log(tmp_path: Path, content: str | bytes, expected: str) -> None:
    assert expected in message(tmp_path, content)


def test_lists_that_fit_no_order(tmp_path: Path) -> None:
    log = json.loads((DATA / "deals.tenhou6.json").read_text())
    log["log"][0][5] = log["log"][0][5][:-1]
    assert "the players' lists do not fit together" in message(tmp_path, json.dumps(log))


def test_compressed_logs_are_told_by_content(tmp_path: Path) -> None:
    import pyarrow as pa

    plain = read(tmp_path, TENHOU)
    (whole,) = plain
    assert isinstance(whole, GameHands)
    zstd = pa.compress(TENHOU.encode(), codec="zstd", asbytes=True)
    assert read(tmp_path, gzip.compress(TENHOU.encode())) == plain
    assert read(tmp_path, zstd) == plain
    assert read(tmp_path, b"\xef\xbb\xbf" + TENHOU.encode()) == plain
    assert "not whole gzip" in message(tmp_path, gzip.compress(TENHOU.encode())[:-200])


def test_pretty_printed_and_array_documents(tmp_path: Path) -> None:
    events = [json.loads(line) for line in MJAI]
    assert read(tmp_path, json.dumps(events, indent=1)) == read(tmp_path, "\n".join(MJAI))
    game = json.loads((DATA / "deals.majiang.json").read_text())
    one = read(tmp_path, json.dumps(game, indent=2))
    assert one == read(tmp_path, json.dumps(game))
    assert len(read(tmp_path, json.dumps([game, game]))) == 2


def test_no_record_fills_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_source, "RECORD", 1000)
    assert "a line is too long" in message(tmp_path, MJAI[0] + " " * 2000)


def test_unreadable_and_hidden_files(tmp_path: Path) -> None:
    (tmp_path / "b.xml").write_text(TENHOU)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "c.json").write_text("x")
    (tmp_path / ".hidden").write_text("x")
    assert [file.name for file in log_files([tmp_path])] == ["c.json", "b.xml"]
    (reject,) = read_log(tmp_path / "missing")
    assert isinstance(reject, Reject)
    assert reject.message == "cannot be read: No such file or directory"


@pytest.mark.parametrize("name", sorted(path.name for path in DATA.glob("deals.*")))
def test_damaged_bytes_never_raise(tmp_path: Path, name: str) -> None:
    chance = random.Random(name)
    whole = (DATA / name).read_bytes()
    rejected = 0
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(chance.choice([1, 3, 30])):
            place = chance.randrange(len(damaged))
            damaged[place : place + chance.randrange(3)] = chance.choice(
                [b"", b"0", b"9", b'"', b"null", b"[]", b"-1", b"1e999", b"\n", b"\0", b"\xff"]
            )
        rejected += any(isinstance(game, Reject) for game in read(tmp_path, bytes(damaged)))
    assert rejected > 20
