"""The data-frame adapters in their real libraries: the answers of the core, null where there is no hand."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow.csv
import pytest

from tingpai import Hand, InputError, NotationError, batch
from tingpai.frames import answer_column
from tingpai.tiles import TILES, mpsz

HANDS = ["1112345678999m", None, "what", "123m456p789s1177z", "[222m3]456s55z", "123m55z", "11111m", "J1"]
WAITS = ["123456789m", None, None, "17z", "", "", None, "7z"]
SHANTEN = [0, None, None, 0, -1, -1, None, 0]
IS_WIN = [False, None, None, False, True, True, None, False]
ANSWERS = {"waits": WAITS, "shanten": SHANTEN, "is_win": IS_WIN}
EXAMPLES = Path(__file__).parents[1] / "examples" / "hands.csv"


@pytest.fixture(scope="module")
def examples() -> list[str]:
    hands: list[str] = pyarrow.csv.read_csv(EXAMPLES)["hand"].to_pylist()
    assert len(hands) > 2000
    return hands


@pytest.fixture(scope="module")
def expected(examples: list[str]) -> dict[str, list[Any]]:
    hands = [Hand.parse(text) for text in examples]
    counts, melds = [hand.counts for hand in hands], [list(hand.meld_counts) for hand in hands]
    masks = batch.waits(counts, melds).tolist()
    return {
        "waits": [mpsz([tile for tile in TILES if mask >> tile & 1]) for mask in masks],
        "shanten": batch.shanten(counts, melds).tolist(),
        "is_win": batch.is_win(counts, melds).tolist(),
    }


def test_polars(examples: list[str], expected: dict[str, list[Any]]) -> None:
    pl = pytest.importorskip("polars")
    import_module("tingpai.polars")
    hand = pl.col("hand").tingpai
    asked = {"waits": hand.waits(), "shanten": hand.shanten(), "is_win": hand.is_win()}
    frame = pl.DataFrame({"hand": HANDS}, schema={"hand": pl.String}).with_columns(**asked)
    assert frame.select(**asked).to_dict(as_series=False) == ANSWERS
    assert dict(frame.schema) == {"hand": pl.String, "waits": pl.String, "shanten": pl.Int8, "is_win": pl.Boolean}
    lazy = pl.LazyFrame({"hand": examples}).select(**asked)
    assert lazy.collect_schema()["shanten"] == pl.Int8
    assert lazy.collect().to_dict(as_series=False) == expected
    assert frame.clear().select(**asked).shape == (0, 3)


def test_polars_wildcards_and_counts() -> None:
    pl = pytest.importorskip("polars")
    import_module("tingpai.polars")
    frame = pl.DataFrame({"hand": ["12m5z"]})
    assert frame.select(pl.col("hand").tingpai.waits(wildcard="5z")).item() is None, "three tiles are no hand"
    frame = pl.DataFrame({"hand": ["12m55z5m"]})
    assert frame.select(pl.col("hand").tingpai.is_win(wildcard="5m")).item() is True
    assert frame.select(pl.col("hand").tingpai.is_win()).item() is False
    counts = [[2] + [0] * 33, [1] * 34]
    for dtype in (pl.Array(pl.UInt8, 34), pl.List(pl.UInt8), pl.List(pl.Int64)):
        lists = pl.DataFrame({"counts": pl.Series(counts, dtype=dtype)})
        assert lists.select(pl.col("counts").tingpai.is_win())["counts"].to_list() == [True, None]


def test_pandas(examples: list[str], expected: dict[str, list[Any]]) -> None:
    pd = pytest.importorskip("pandas")
    import_module("tingpai.pandas")
    for dtype in (object, "string", pd.ArrowDtype(pyarrow.string())):
        series = pd.Series(HANDS, index=list("abcdefgh"), name="hand", dtype=dtype)
        for question, answers in ANSWERS.items():
            answered = getattr(series.tingpai, question)()
            assert list(answered.index) == list("abcdefgh")
            assert answered.name == "hand"
            assert [None if pd.isna(value) else value for value in answered] == answers
    hands = pd.Series(examples)
    for question, answers in expected.items():
        assert getattr(hands.tingpai, question)().tolist() == answers
    assert pd.Series(["12m55z5m"]).tingpai.is_win(wildcard="5m").tolist() == [True]


@pytest.mark.parametrize("hands", [[None, None], [], [float("nan")]])
def test_columns_that_hold_nothing(hands: list[Any]) -> None:
    pl, pd = pytest.importorskip("polars"), pytest.importorskip("pandas")
    import_module("tingpai.polars")
    import_module("tingpai.pandas")
    frame = pl.DataFrame({"h": pl.Series([None for _ in hands], dtype=pl.Null)})
    for question in ANSWERS:
        for dtype in (object, None):
            answers = getattr(pd.Series(hands, dtype=dtype).tingpai, question)()
            assert [pd.isna(value) for value in answers] == [True] * len(hands)
        answered = frame.select(getattr(pl.col("h").tingpai, question)())
        assert answered["h"].to_list() == [None] * len(hands)


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (["55m", None, 5], "row 2: 5 in column 'h'"),
        ([None, [0] * 34, "55m"], "row 2: '55m' in column 'h'"),
        (["55m", "\udcff"], "row 1: '\\udcff' in column 'h'"),
        ([[10**30]], f"row 0: [{10**30}] in column 'h'"),
        ([["x", 1]], "row 0: ['x', 1] in column 'h'"),
        ([5, 6], "column 'h' holds int64"),
    ],
)
def test_pandas_columns_of_something_else(hands: list[Any], told: str) -> None:
    pd = pytest.importorskip("pandas")
    import_module("tingpai.pandas")
    with pytest.raises(InputError) as error:
        pd.Series(hands, name="h", dtype=object).tingpai.waits()
    assert str(error.value) == f"{told} (expected text, or lists of 34 counts)"


def test_polars_columns_of_something_else() -> None:
    pl = pytest.importorskip("polars")
    import_module("tingpai.polars")
    with pytest.raises(InputError, match="column 'h' holds int64"):
        pl.DataFrame({"h": [1]}).select(pl.col("h").tingpai.waits())


def test_duckdb(examples: list[str], expected: dict[str, list[Any]]) -> None:
    duckdb = pytest.importorskip("duckdb")
    adapter = import_module("tingpai.duckdb")
    connection = duckdb.connect()
    adapter.register(connection)
    connection.register("few", pyarrow.table({"n": range(len(HANDS)), "hand": HANDS}))
    connection.register("many", pyarrow.table({"n": range(len(examples)), "hand": examples}))
    asked = "SELECT tingpai_waits(hand), tingpai_shanten(hand), tingpai_is_win(hand) FROM {} ORDER BY n"
    assert connection.sql(asked.format("few")).fetchall() == list(zip(*ANSWERS.values(), strict=True))
    assert connection.sql(asked.format("many")).fetchall() == list(zip(*expected.values(), strict=True))
    types = [str(kind) for kind in connection.sql(asked.format("few")).types]
    assert types == ["VARCHAR", "TINYINT", "BOOLEAN"]
    tenpai = connection.sql("SELECT count(*) FROM many WHERE tingpai_shanten(hand) = 0").fetchall()
    assert tenpai == [(expected["shanten"].count(0),)]


def test_refusals() -> None:
    with pytest.raises(InputError, match="holds double"):
        answer_column(pyarrow.array([1.5]), "waits")
    with pytest.raises(NotationError):
        answer_column(pyarrow.array(["123m55z"]), "waits", wildcard="8z")


def test_import_is_light() -> None:
    code = "import sys, tingpai; print(*{'polars', 'pandas', 'duckdb', 'pyarrow'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""
