"""Files that are no deals, or lie about what they are: refused in one line, in little time and memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tingpai import NotationError, deals, rules
from tingpai.deals import settle_file
from tingpai.errors import DealError, InputError, OptionError, TingpaiError
from tingpai.notation import parse_hand, parse_meld, parse_tile, parse_tiles

MOST = 700  # characters of a refusal
DEAL: dict[str, Any] = json.loads((Path(__file__).parents[1] / "examples" / "deal.json").read_text())


def refusals(path: Path, content: bytes) -> list[str]:
    """Why each deal of such a file is refused; all of them are."""
    path.write_bytes(content)
    settled = list(settle_file(str(path)))
    assert all(deal.settlement is None for deal in settled)
    told = [str(deal.error) for deal in settled]
    assert all(len(text) <= MOST and "\n" not in text for text in told)
    return told


@pytest.mark.parametrize("name", ["deal.json", "deals.jsonl"])
@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"[" * 200_000, "not JSON: brackets within brackets without end (expected a deal)"),
        (b'{"win":' * 200_000, "not JSON: brackets within brackets without end (expected a deal)"),
        (b'{"win":' + b"1" * 10_000 + b"}", "not JSON"),
        (b"\0\0\0", "not JSON"),
        (b"\x80\xff\xff", "not text"),
        (b'{"rules":' + b"[" * 900 + b"]" * 900 + b"}", "no players"),
        (b"5", "not a deal"),
        (b"null", "not a deal"),
        (b'"deal"', "not a deal"),
        (b'{"%s": 1}' % (b"k" * 2_000_000), "a deal has no key 'kkk"),
        (b'{"rules": "nanning-classic", "players": "%s"}' % (b"1m" * 1_000_000), "no players"),
    ],
    ids=["lists", "objects", "number", "zeros", "bytes", "deep", "five", "null", "text", "key", "players"],
)
def test_what_is_no_deal(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    assert [text[: len(why)] for text in refusals(tmp_path / name, content)] == [why]


def test_one_line_as_long_as_a_file(tmp_path: Path) -> None:
    """Read in pieces, put together once."""
    deal = {**DEAL, "players": [{"hand": "1m" * 10_000_000}, *DEAL["players"][1:]]}
    (why,) = refusals(tmp_path / "deals.jsonl", json.dumps(deal).encode())
    assert why.startswith("seat 0: '1m1m")


def test_longer_than_a_deal_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "_LONGEST", 100_000)
    line = json.dumps(DEAL)
    path = tmp_path / "deals.jsonl"
    for size in (99_999, 100_000, 100_001, 300_000):
        path.write_text("\n".join((line, "x" * size, line)))
        settled = list(settle_file(str(path)))
        assert [deal.number for deal in settled] == [1, 2, 3]
        assert str(settled[1].error).startswith(f"a line of {size:,} bytes" if size > 100_000 else "not JSON")
        assert settled[2].error is None
    path = tmp_path / "deals.json"
    path.write_text(json.dumps([DEAL] * 1000))
    with pytest.raises(InputError, match=r"is longer than .* MiB \(expected JSON lines, a deal a line\)"):
        list(settle_file(str(path)))


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_tables_that_are_none(tmp_path: Path, ending: str) -> None:
    (tmp_path / f"deals.{ending}").write_bytes(b"PAR1 ARROW1")
    with pytest.raises(InputError, match=rf"deals\.{ending}: "):
        list(settle_file(str(tmp_path / f"deals.{ending}")))


def test_lines_are_told_apart_whatever_the_blocks(tmp_path: Path) -> None:
    line = json.dumps(DEAL)
    path = tmp_path / "deals.jsonl"
    for blank in (65_535, 65_536, 65_537, 200_000):
        path.write_text("\n".join((" " * blank, line, "", line, " " * blank + line)))
        settled = list(settle_file(str(path)))
        assert [deal.number for deal in settled] == [2, 4, 5]
        assert all(deal.error is None for deal in settled)


@pytest.mark.parametrize("value", [None, True, 10**40, -1, 1.5, "", "\ud800", [], {}, [[]], "x" * 10**6])
@pytest.mark.parametrize("key", [*DEAL, "chain", "chains", "waiting", "horses", "fish", "indicator", "false_win"])
def test_any_value_under_any_key(key: str, value: Any) -> None:
    try:
        settled = rules.settle({**DEAL, key: value})
    except TingpaiError as error:
        refusal = error
    else:
        assert sum(settled.net) == 0
        return
    assert isinstance(refusal, DealError | OptionError)
    assert len(str(refusal)) <= MOST


@pytest.mark.parametrize(
    "text", ["9" * 5_000_000, "1m" * 100_000, "[" * 1_000_000, "\0", "\ud800m", "1\u0301m", "m" * 10**6]
)
def test_texts_without_end(text: str) -> None:
    for read in (parse_hand, parse_meld, parse_tile, parse_tiles):
        if read is parse_tiles and text.startswith("1m"):
            assert len(read(text)) == 100_000
            continue
        with pytest.raises(TingpaiError) as caught:
            read(text)
        assert len(str(caught.value)) <= MOST


def test_an_error_quotes_no_more_than_a_line() -> None:
    error = NotationError("x" * 10_000, where="row 1", expected="less")
    assert str(error).startswith("row 1: xxx")
    assert str(error).endswith("xx (expected less)")
    assert "x…x" in str(error)
    assert len(str(error)) < 500
