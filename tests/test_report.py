"""Reports on results: the numbers against a plain count, every format in and out, and what is refused."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from tingpai import batch, report
from tingpai.cli import main
from tingpai.errors import InputError
from tingpai.report.sections import Bars, Heat, Percent, Section
from tingpai.tiles import TILES, mpsz

ROWS = 600
PATTERNS: tuple[list[str] | None, ...] = (["plain"], ["all_pungs", "one_suit"], [], ["seven_pairs", "one_suit"], None)


def result(rows: int = ROWS) -> pa.Table:
    """A result of `analyze`: hands of 11 kinds, of 13 and 14 tiles, a few rejects; scores that need no rules here."""
    random = np.random.default_rng(1)
    keys = random.random((rows, 136))
    keys[:, 44:] += 1
    tiles = np.argpartition(keys, 14, axis=1)[:, :14] // 4
    counts = np.zeros((rows, 34), np.uint8)
    np.add.at(counts, (np.arange(rows)[:, None], tiles), 1)
    # Every other hand has 13 tiles.
    np.subtract.at(counts, (np.arange(0, rows, 2), tiles[::2, 0]), 1)
    shanten, wins, waits = batch.shanten(counts), batch.is_win(counts), batch.waits(counts)
    bad = random.random(rows) < 0.03
    scored = ~bad & (random.random(rows) < 0.5)
    which = random.integers(0, len(PATTERNS), rows)
    texts = [mpsz([tile for tile in TILES if int(mask) >> tile & 1]) for mask in waits]
    left = [
        sum(4 - int(counts[row, tile]) for tile in TILES if int(mask) >> tile & 1) for row, mask in enumerate(waits)
    ]
    return pa.table(
        {
            "hand": [mpsz([tile for tile in TILES for _ in range(row[tile])]) for row in counts],
            "seat": pa.array(random.integers(0, 4, rows), pa.int8()),
            "shanten": pa.array(shanten, pa.int8(), mask=bad),
            "is_win": pa.array(wins, pa.bool_(), mask=bad),
            "waits": pa.array(texts, pa.string(), mask=bad),
            "wait_kinds": pa.array([int(mask).bit_count() for mask in waits], pa.uint8(), mask=bad),
            "wait_copies": pa.array(left, pa.uint8(), mask=bad),
            "patterns": pa.array([PATTERNS[number] for number in which], pa.list_(pa.string()), mask=~scored),
            "points": pa.array(random.integers(0, 40, rows) * 3, pa.int32(), mask=~scored),
        }
    )


@pytest.fixture(scope="module")
def table() -> pa.Table:
    return result()


@pytest.fixture(scope="module")
def path(table: pa.Table, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("report") / "result.parquet"
    pq.write_table(table, where, row_group_size=100)
    return where


def sections_of(path: Path | str, lang: str = "en", by: tuple[str, ...] = ()) -> dict[str, Section]:
    return {section.key: section for section in report.sections(report.tally(str(path), by), lang)}


def column(section: Section, place: int = 1) -> dict[Any, Any]:
    return {row[0]: row[place] for row in section.table}


# ---- the numbers ----


def test_overview(table: pa.Table, path: Path) -> None:
    rows = column(sections_of(path)["summary"])
    points = [point for point in table["points"].to_pylist() if point is not None]
    assert rows == {
        "rows": ROWS,
        "rejects": table["shanten"].null_count,
        "wins": table["is_win"].to_pylist().count(True),
        "waiting": table["shanten"].to_pylist().count(0),
        "scored": len(points),
        "mean points": pytest.approx(sum(points) / len(points)),
    }


def test_histograms(table: pa.Table, path: Path) -> None:
    found = sections_of(path)
    shanten = Counter(table["shanten"].drop_null().to_pylist())
    assert [row[1] for row in found["shanten"].table] == [count for _, count in sorted(shanten.items())]
    assert sum(row[2].share for row in found["shanten"].table) == pytest.approx(1)
    for name in ("wait_kinds", "wait_copies"):
        counted = Counter(number for number in table[name].drop_null().to_pylist() if number)
        assert {key: count for key, count in column(found[name]).items() if count} == counted
        chart = found[name].chart
        assert isinstance(chart, Bars)
        assert chart.values == tuple(map(float, column(found[name]).values()))


def test_heat_maps_of_waits(table: pa.Table, path: Path) -> None:
    found = sections_of(path)
    waits = [re.sub(r"(\d+)([mpsz])", lambda run: " ".join(digit + run[2] for digit in run[1]) + " ", text).split()
             for text in table["waits"].drop_null().to_pylist()]  # fmt: skip
    each = Counter(tile for tiles in waits for tile in tiles)
    assert {tile: count for tile, count in column(found["heat"]).items() if count} == each
    chart = found["pairs"].chart
    assert isinstance(chart, Heat)
    for a, row in zip(chart.rows, chart.values, strict=True):
        for b, value in zip(chart.columns, row, strict=True):
            assert value == sum(a in tiles and b in tiles for tiles in waits)
    grid = found["heat"].chart
    assert isinstance(grid, Heat)
    assert grid.cells is not None
    for names, values in zip(grid.cells, grid.values, strict=True):
        assert [each[name] for name in names if name] == [value for value in values if value is not None]


def test_patterns_by_frequency_and_by_points(table: pa.Table, path: Path) -> None:
    found = sections_of(path)
    often: Counter[str] = Counter()
    earned: Counter[str] = Counter()
    for row in table.select(["patterns", "points"]).to_pylist():
        for pattern in row["patterns"] or ():
            often[pattern.replace("_", " ")] += 1
            earned[pattern.replace("_", " ")] += row["points"]
    assert column(found["patterns"]) == often
    assert column(found["pattern-points"]) == earned
    assert [row[0] for row in found["patterns"].table] == [name for name, _ in often.most_common()]


def test_points(table: pa.Table, path: Path) -> None:
    rows = sections_of(path)["points"].table
    points = sorted(table["points"].drop_null().to_pylist())
    bins = [row for row in rows if isinstance(row[2], Percent)]
    assert sum(int(row[1]) for row in bins) == len(points)  # type: ignore[arg-type]
    low, high = map(int, str(bins[1][0]).split("–"))
    assert bins[1][1] == sum(low <= point <= high for point in points)
    told = {row[0]: row[1] for row in rows[len(bins) :]}
    assert told["highest"] == points[-1]
    assert told["median"] == points[(len(points) - 1) // 2]


def test_by_column(table: pa.Table, path: Path) -> None:
    section = sections_of(path, by=("seat",))["by-1"]
    assert section.header[:3] == ("seat", "rows", "share of wins")
    for seat, rows, wins, waiting, _, scored, mean in section.table:
        mine = [row for row in table.to_pylist() if str(row["seat"]) == seat]
        good = [row for row in mine if row["shanten"] is not None]
        points = [row["points"] for row in mine if row["points"] is not None]
        assert (rows, scored) == (len(mine), len(points))
        assert wins == Percent(sum(row["is_win"] for row in good) / len(good))
        assert waiting == Percent(sum(row["shanten"] == 0 for row in good) / len(good))
        assert mean == pytest.approx(sum(points) / len(points))


def test_many_values_of_a_column_are_put_together(tmp_path: Path) -> None:
    many = pa.table({"shanten": pa.array([1] * 100, pa.int8()), "table": [f"t{row % 50:02}" for row in range(100)]})
    pq.write_table(many, tmp_path / "many.parquet")
    section = sections_of(tmp_path / "many.parquet", by=("table",))["by-1"]
    assert section.table[-1][0] == "other"
    assert sum(int(row[1]) for row in section.table) == 100  # type: ignore[arg-type]


# ---- every format in ----


def write_text(table: pa.Table, path: Path) -> None:
    rows = table.to_pylist()
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return
    flat = table.set_column(
        table.column_names.index("patterns"),
        "patterns",
        pa.array([None if row["patterns"] is None else " ".join(row["patterns"]) for row in rows], pa.string()),
    )
    delimiter = "\t" if ".tsv" in path.name else ","
    with pa.CompressedOutputStream(str(path), "gzip") if path.suffix == ".gz" else open(path, "wb") as file:
        pa.csv.write_csv(flat, file, pa.csv.WriteOptions(delimiter=delimiter, quoting_style="none"))


@pytest.mark.parametrize("name", ["r.csv", "r.tsv", "r.csv.gz", "r.jsonl", "r.arrow", "parts", "csv-parts"])
def test_all_formats_say_the_same(table: pa.Table, path: Path, tmp_path: Path, name: str) -> None:
    other = tmp_path / name
    if name == "r.arrow":
        with pa.ipc.new_file(str(other), table.schema) as writer:
            writer.write_table(table, max_chunksize=100)
    elif name.endswith("parts"):
        other.mkdir()
        for number in range(3):
            part = table.slice(number * 200, 200)
            if name == "parts":
                pq.write_table(part, other / f"part-{number:05d}.parquet")
            else:
                write_text(part, other / f"part-{number:05d}.csv")
    else:
        write_text(table, other)
    # CSV has no empty list: what is unscored and what has no pattern look alike, and neither counts.
    assert list(sections_of(other, by=("seat",)).values()) == list(sections_of(path, by=("seat",)).values())


def test_settled_deals(tmp_path: Path) -> None:
    hands = ["[111z1][222z2]333m44p99s", "", "", "11122233344p9s"]
    deals = [
        {"rules": "nanning-classic", "win": {"winners": [0], "by": "self_draw", "from": None, "tile": "9s"}},
        {"rules": "nanning-classic", "win": {"winners": [0], "by": "discard", "from": 1, "tile": "9s"}},
        {"rules": "nanning-zhang", "win": {"winners": [0], "by": "discard", "from": 1, "tile": "9s"}},
        {"rules": "nanning-classic"},
        {"rules": "nonsense"},
        # Two winners of one discard, each with the same patterns and points.
        {
            "rules": "nanning-classic",
            "win": {"winners": [0, 2], "by": "discard", "from": 1, "tile": "9s"},
            "players": [{"hand": text} for text in ("[111z1][222z2]333m44p99s", "", "[333z1][444z2]555m66p9s9p", "")],
        },
    ]
    deals[-1]["players"][2]["hand"] = "[333z1][444z2]555m66p78s"
    lines = [json.dumps({"players": [{"hand": text} for text in (hands[0], "", "", "")], **deal}) for deal in deals]
    (tmp_path / "deals.jsonl").write_text("\n".join(lines))
    told = []
    for ending in ("parquet", "csv", "jsonl"):
        out = tmp_path / f"settled.{ending}"
        assert run("settle", str(tmp_path / "deals.jsonl"), "-o", str(out)).exit_code == 1
        told.append(sections_of(out))
    assert list(told[0].values()) == list(told[1].values()) == list(told[2].values())
    assert column(told[0]["summary"]) == {
        "rows": 6,
        "rejects": 1,
        "wins": 4,
        "scored": 5,
        "mean points": pytest.approx((18 + 9 + 9 + 9 + 2) / 5),
    }
    assert column(told[0]["reasons"]) == {"unknown rule set '…'": 1}
    assert column(told[0]["patterns"])["all pungs"] == 4
    assert column(told[0]["by-1"]) == {"nanning-classic": 4, "nanning-zhang": 1, "(empty)": 1}


def test_why_rows_are_refused(tmp_path: Path) -> None:
    # Of the good hands three are refused by the rules, two for one reason; two texts are no hand, for one reason.
    rows = [
        "111m222p333s44z55z5z,,",
        "345m678p99s234p567s,discard,",
        "345m678p99s234p567m,discard,",
        "[234m1]345m67p99s234p8p,,",
        "1m,,",
        *("12m?,,", "12m',,", "111m222p333s44z55z5z,by 'it',"),
    ]
    (tmp_path / "hands.csv").write_text("\n".join(["hand,by,seat", *rows]) + "\n", encoding="utf-8")
    told = []
    for ending in ("parquet", "csv", "jsonl"):
        out = tmp_path / f"answers.{ending}"
        assert run("analyze", str(tmp_path / "hands.csv"), "--rules", "nanning-laiyou", "-o", str(out)).exit_code == 1
        told.append(sections_of(out))
    assert list(told[0].values()) == list(told[1].values()) == list(told[2].values())
    summary = column(told[0]["summary"])
    assert {name: summary[name] for name in ("rows", "rejects", "refused by the rules", "scored")} == {
        "rows": 8,
        "rejects": 2,
        "refused by the rules": 5,
        "scored": 1,
    }
    assert column(told[0]["reasons"]) == {
        "a plain hand wins on a discard 平胡需自摸": 2,
        "unknown character '…'": 2,
        "the chow …: nobody chows 不准吃牌": 1,
        "… concealed tiles beside … melds": 1,
        "a win by '…'": 1,
    }
    assert column(sections_of(tmp_path / "answers.csv", "zh")["reasons"]) == {
        "平胡需自摸": 2,
        "不认得“…”": 2,
        "…：不准吃牌": 1,
        "手牌 … 张、副露 … 副": 1,
        "不认得这种胡法：“…”": 1,
    }


def test_rare_reasons_are_put_together() -> None:
    counted = report.Tally(("shanten", "points", "error"))
    errors = [f"reason {chr(97 + number)}" for number in range(25) for _ in range(25 - number)]
    numbers = pa.array([0] * len(errors), pa.int8())
    counted.add(pa.table({"shanten": numbers, "points": numbers, "error": errors}))
    reasons = column(next(section for section in report.sections(counted, "en") if section.key == "reasons"))
    assert list(reasons.items())[-2:] == [("reason t", 6), ("other", 15)]


def test_a_column_error_that_is_some_other(tmp_path: Path) -> None:
    # Nobody asked the rules.
    (tmp_path / "hands.csv").write_text("hand,error\nx,\n123m456p789s1177z,my note\n", encoding="utf-8")
    assert run("analyze", str(tmp_path / "hands.csv"), "-o", str(tmp_path / "own.csv")).exit_code == 1
    told = sections_of(tmp_path / "own.csv")
    assert "reasons" not in told
    assert "refused by the rules" not in column(told["summary"])
    # Their answers are there, their reasons are not.
    columns = ("--columns", "shanten,points")
    out = tmp_path / "points.csv"
    run("analyze", str(tmp_path / "hands.csv"), "--rules", "nanning-classic", *columns, "-o", str(out))
    assert column(sections_of(out)["summary"])["rejects"] == 1
    # No texts.
    for number, errors in enumerate(([{"a": 1}, None], [["a"], None], [b"\xff", None], [1, None])):
        path = tmp_path / f"{number}.parquet"
        pq.write_table(pa.table({"shanten": [0, 1], "points": [4, None], "error": errors}), path)
        assert "reasons" not in sections_of(path)


# ---- every format out ----


class Page(HTMLParser):
    """What a page holds: balanced tags, ids, references, text."""

    EMPTY = frozenset({"meta", "link", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.ids: list[str] = []
        self.references: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "action", "data", "srcset") or name.startswith("on"):
                self.references.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_html_stands_alone(path: Path, lang: str) -> None:
    pytest.importorskip("matplotlib")
    found = report.sections(report.tally(str(path), ("seat",)), lang)
    text = report.render("a<b>&c.parquet", found, lang, "html").decode()
    page = Page(text)
    assert page.tags["section"] == page.tags["svg"] == len(found)
    assert page.tags["script"] == page.tags["img"] == page.tags["link"] == 0
    assert all(reference.startswith(("#", "data:")) for reference in page.references)
    assert len(page.ids) == len(set(page.ids))
    assert "url(http" not in text
    assert "@import" not in text
    assert "a&lt;b&gt;&amp;c.parquet" in text
    assert ("向听" in text) == (lang == "zh")
    assert len(text) < 1_000_000


def test_names_of_any_kind_stay_text(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    name = "\"><script>alert('$x^2$|')</script>"
    pq.write_table(pa.table({"shanten": [1, 2], name: [name, "$\\frac$"], "points": [1, 2]}), tmp_path / "odd.parquet")
    found = report.sections(report.tally(str(tmp_path / "odd.parquet"), (name,)), "en")
    for format in report.FORMATS:
        assert report.render(name, found, "en", format)
    page = Page(report.render(name, found, "en", "html").decode())
    assert page.tags["script"] == 0


def test_the_same_result_makes_the_same_page(path: Path) -> None:
    pytest.importorskip("matplotlib")
    pages = {report.render("r", report.sections(report.tally(str(path)), "zh"), "zh", "html") for _ in range(2)}
    assert len(pages) == 1


def test_markdown(path: Path) -> None:
    found = report.sections(report.tally(str(path)), "en")
    text = report.render("r", found, "en", "md").decode()
    tables = [block for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) == len(found)
    for block, section in zip(tables, found, strict=True):
        lines = block.strip().splitlines()
        assert len(lines) == 2 + len(section.table)
        assert len({line.count("|") for line in lines}) == 1


def test_markdown_is_text_alone(tmp_path: Path) -> None:
    names = ["<script>", "a|b", "`c`", "*d*", "[e](f)", "_g_", "h_i", "j\nk", "&amp;"]
    columns = {"points": [1] * len(names), "patterns": [[name] for name in names], "<b>": names}
    pq.write_table(pa.table(columns), tmp_path / "t.parquet")
    found = report.sections(report.tally(str(tmp_path / "t.parquet"), ("<b>",)), "en")
    text = report.render("`<i>`", found, "en", "md").decode()
    for name in ("&lt;script&gt;", r"a\|b", r"\`c\`", r"\*d\*", r"\[e\](f)", r"\_g\_", "h_i", "j k", "&amp;amp;"):
        assert text.count(f"| {name} |") == 3
    assert r"\`&lt;i&gt;\`" in text
    assert "## By column &lt;b&gt;" in text
    assert "<" not in text


def test_long_names(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    columns = {"points": [1], "patterns": [["x" * 100_000]], "grp": ["y\n" * 100_000]}
    pq.write_table(pa.table(columns), tmp_path / "t.parquet")
    found = report.sections(report.tally(str(tmp_path / "t.parquet"), ("grp",)), "en")
    for format in report.FORMATS:
        assert report.render("\udcff.csv", found, "en", format), "a name that is no text"


def test_png(path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = report.sections(report.tally(str(path)), "en")
    picture = report.render("r", found, "en", "png")
    assert picture.startswith(b"\x89PNG")
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert height > width > 1000


def test_a_picture_in_chinese_needs_a_font(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    from tingpai.report import png

    monkeypatch.setattr(png, "_CHINESE", ("No Such Font",))
    with pytest.raises(InputError, match="Chinese font"):
        report.render("r", report.sections(report.tally(str(path)), "zh"), "zh", "png")


# ---- what is refused ----


def test_refusals(tmp_path: Path, path: Path) -> None:
    def written(**columns: Any) -> str:
        pq.write_table(pa.table(columns), tmp_path / "t.parquet")
        return str(tmp_path / "t.parquet")

    with pytest.raises(InputError, match="no answers"):
        report.tally(written(hand=["1m"]))
    with pytest.raises(InputError, match=r"no column 'seta'.*seat"):
        report.tally(str(path), ("seta",))
    with pytest.raises(InputError, match="more than 10000 values"):
        report.tally(written(shanten=[1] * 10_001, row=list(range(10_001))), ("row",))
    with pytest.raises(InputError):
        report.tally(str(tmp_path / "missing.parquet"))
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 nonsense")
    with pytest.raises(InputError):
        report.tally(str(tmp_path / "broken.parquet"))


def settled(values: str, patterns: str) -> str:
    """A result of two deals, the second with these cells."""
    return f'values,patterns\n[1],"[[""x""]]"\n"{values}","{patterns}"\n'


def unquoted(cell: str) -> str:
    return cell.replace('""', '"')


NO_POINTS = "(expected a JSON list of points, whole numbers of 32 bits)"
NO_NAMES = "(expected a JSON list of lists of names)"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.csv", "shanten\n1\nmany\n", "line 3: 'many' in column 'shanten' (expected a whole number from -1 to 8)"),
        ("a.csv", "shanten\n-1.5\n", "line 2: '-1.5' in column 'shanten' (expected a whole number from -1 to 8)"),
        ("a.csv", "shanten\n-2\n", "line 2: '-2' in column 'shanten' (expected a whole number from -1 to 8)"),
        ("a.csv", "shanten\n1_0\n", "line 2: '1_0' in column 'shanten' (expected a whole number from -1 to 8)"),
        (
            "a.csv",
            "shanten,wait_kinds\n0,30000000\n",
            "line 2: '30000000' in column 'wait_kinds' (expected a whole number from 0 to 34)",
        ),
        (
            "a.tsv",
            "wait_kinds\tis_win\n300\t\n",
            "line 2: '300' in column 'wait_kinds' (expected a whole number from 0 to 34)",
        ),
        (
            "a.csv",
            "shanten,wait_copies\n0,100000000000\n",
            "line 2: '100000000000' in column 'wait_copies' (expected a whole number from 0 to 136)",
        ),
        (
            "a.csv",
            f"points\n{'9' * 5000}\n",
            f"line 2: '{'9' * 60}…' in column 'points' (expected a whole number from -2147483648 to 2147483647)",
        ),
        ("a.csv", "is_win\nmaybe\n", "line 2: 'maybe' in column 'is_win' (expected true or false)"),
        ("a.csv", "waits,shanten\n19m,0\nnone,1\n", "line 3: 'none' in column 'waits' (expected tiles as text)"),
        (
            "a.csv",
            settled("[1,2,3]", '[[""x""]]'),
            """line 3: '[["x"]]' in column 'patterns' (expected lists of 3 winners, as 'values' has)""",
        ),
        *(
            ("a.csv", settled(cell, ""), f"line 3: {unquoted(cell)!r} in column 'values' {NO_POINTS}")
            for cell in ('[""a""]', "[[1]]", "[1.5]", "[true]", "[1e999]", "[9999999999]", "5", "{}", "[", "[" * 50)
        ),
        *(
            ("a.csv", settled("[1]", cell), f"line 3: {unquoted(cell)!r} in column 'patterns' {NO_NAMES}")
            for cell in ("[1]", "[1.5]", "true", "[[1]]", '[""x""]')
        ),
        ("a.csv", "shanten,points\n0,1,2\n", "line 2: 3 fields (expected 2)"),
        (
            "a.jsonl",
            '{"shanten": 1}\n{"shanten": 99}\n',
            "line 2: 99 in column 'shanten' (expected a whole number from -1 to 8)",
        ),
    ],
)
def test_cells_that_are_no_answers(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        report.tally(str(tmp_path / name))
    assert str(error.value) == f"{tmp_path / name}, {told}"
    done = run("report", str(tmp_path / name), "-o", str(tmp_path / "r.md"), "--lang", "zh")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert f"{tmp_path / name} 第 {told.split()[1].strip(':')} 行：" in done.stderr


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"shanten": [1.0, 1.5]}, ", row 2: 1.5 in column 'shanten'"),
        ({"shanten": [1.0, float("nan")]}, ", row 2: nan in column 'shanten'"),
        ({"shanten": [True]}, ", row 1: True in column 'shanten'"),
        ({"shanten": [{"a": 1}]}, """, row 1: '{"a": 1}' in column 'shanten'"""),
        ({"shanten": pa.array(["1", "x"]).dictionary_encode()}, ", row 2: 'x' in column 'shanten'"),
        (
            {"shanten": pa.array([1], pa.timestamp("ns"))},
            ", row 1: '1970-01-01 00:00:00.000000001' in column 'shanten'",
        ),
        ({"is_win": [1]}, ", row 1: 1 in column 'is_win'"),
        ({"waits": [b"\xff"]}, ": column 'waits' holds binary (expected numbers, truth values or text)"),
        ({"shanten": [1, -1], "patterns": [5, 6], "points": ["x", "y"]}, ", row 1: 5 in column 'patterns'"),
        ({"shanten": [-1], "patterns": [["a", None]], "points": [1]}, """, row 1: '["a",null]' in column 'patterns'"""),
        ({"values": [[1]], "patterns": [["x"]]}, """, row 1: '["x"]' in column 'patterns'"""),
    ],
)
def test_columns_of_other_types(tmp_path: Path, columns: dict[str, Any], told: str) -> None:
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table(columns), path)
    with pytest.raises(InputError) as error:
        report.tally(str(path))
    assert str(error.value).startswith(f"{path}{told}")


def test_results_of_deals_with_few_columns(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('winners,values\n"[0]","[1]"\n[],[]\n,\n', encoding="utf-8")
    assert column(sections_of(tmp_path / "a.csv")["summary"]) == {
        "rows": 3,
        "rejects": 1,
        "wins": 1,
        "scored": 1,
        "mean points": 1,
    }


def test_json_lines_that_say_nothing_at_first(tmp_path: Path) -> None:
    # What a column holds is made out from the first lines, about a megabyte of them.
    none = json.dumps({"shanten": 1, "patterns": None, "points": None, "more": "." * 2000})
    won = json.dumps({"shanten": -1, "patterns": ["plain"], "points": 3, "more": 5})
    (tmp_path / "a.jsonl").write_text("\n".join([*[none] * 600, won]), encoding="utf-8")
    assert column(sections_of(tmp_path / "a.jsonl")["patterns"]) == {"plain": 1}
    draw = json.dumps({"values": [], "patterns": [], "more": "." * 2000})
    deal = json.dumps({"values": [4], "patterns": [["plain"]]})
    (tmp_path / "b.jsonl").write_text("\n".join([*[draw] * 600, deal]), encoding="utf-8")
    assert column(sections_of(tmp_path / "b.jsonl")["patterns"]) == {"plain": 1}


def test_json_lines_of_another_type(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"values": [1]}\n{"values": ["a"]}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.jsonl, line 2: .*values"):
        report.tally(str(tmp_path / "a.jsonl"))


def test_values_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["tingpai.report.tally"], "MOST_VALUES", 10)
    pq.write_table(pa.table({"shanten": [0] * 11, "points": range(11)}), tmp_path / "t.parquet")
    with pytest.raises(InputError, match="column 'points' has more than 10 values"):
        report.tally(str(tmp_path / "t.parquet"))


def test_an_empty_result_is_reported(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    pq.write_table(result().slice(0, 0), tmp_path / "none.parquet")
    found = report.sections(report.tally(str(tmp_path / "none.parquet"), ("seat",)), "en")
    assert column(found[0])["rows"] == 0
    for format in report.FORMATS:
        assert report.render("none", found, "en", format)


# ---- the command ----


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="tingpai", env={"LC_ALL": "C.UTF-8"})


def test_the_command_reports_on_what_analyze_wrote(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert run("generate", "-n", "500", "--seed", "3", "-o", str(tmp_path / "hands.csv")).exit_code == 0
    assert run("analyze", str(tmp_path / "hands.csv"), "-o", f"{tmp_path / 'out'}/").exit_code == 0
    for name, lang, told in (("r.html", "en", "500 rows → "), ("r.md", "zh", "500 行 → ")):
        done = run("report", str(tmp_path / "out"), "-o", str(tmp_path / name), "--lang", lang)
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"{told}{tmp_path / name}\n")
    assert "| 行数 | 500 |" in (tmp_path / "r.md").read_text(encoding="utf-8")


def test_the_command_refuses_in_one_line(tmp_path: Path, path: Path) -> None:
    for arguments in (
        ("-", "-o", str(tmp_path / "r.md")),
        (__file__, "-o", str(tmp_path / "r.md")),
        (str(path), "-o", str(tmp_path / "r.pdf")),
        (str(tmp_path / "none.parquet"), "-o", str(tmp_path / "r.md")),
        (str(path), "-o", str(tmp_path / "r.md"), "--by", "nothing"),
        (str(path), "-o", str(tmp_path / "no" / "r.md")),
        (str(path), "-o", str(path), "--format", "md"),
    ):
        done = run("report", *arguments)
        assert done.exit_code == 2
        assert done.stderr.startswith("Error: ")
        assert done.stderr.count("\n") == 1
        assert "--format" not in done.stderr or "r.pdf" in done.stderr, "which is that of the report"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_ten_million_rows(tmp_path: Path) -> None:
    """Under 30 s and 500 MB, an HTML under 5 MB."""
    pytest.importorskip("matplotlib")
    resource = pytest.importorskip("resource")
    piece = result(100_000)
    with pq.ParquetWriter(tmp_path / "big.parquet", piece.schema) as writer:
        for _ in range(100):
            writer.write_table(piece)
    command = [
        sys.executable,
        "-c",
        "from tingpai.cli import main; main()",
        "report",
        "big.parquet",
        "-o",
        "big.html",
        "--by",
        "seat",
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=tmp_path, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Time on the processor: what else the machine does counts for nothing.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 30
    assert after.ru_maxrss < 500 * 1024
    assert (tmp_path / "big.html").stat().st_size < 5_000_000


def test_plots_that_cannot_be_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("report", "result.csv", "-o", str(tmp_path / "page.html"))
    assert result.exit_code == 2
    assert result.output == (
        "Error: plots need matplotlib (expected matplotlib: pip install 'tingpai[report]', or --format md)\n"
    )
    assert not list(tmp_path.iterdir())
