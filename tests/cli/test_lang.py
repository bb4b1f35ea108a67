"""What the command line refuses, in the user's language."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tingpai.cli import main

from .conftest import Run


def refused(*arguments: str, **environment: str) -> str:
    """The one line on stderr."""
    result = CliRunner().invoke(main, arguments, prog_name="tingpai", env={"LC_ALL": "zh_CN.UTF-8", **environment})
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        # the library's
        (("waits", "11111m"), "错误：“11111m”第 5 个字：一万多于四张（每种最多四张）"),
        (("waits", "1m", "--rules", "nanning-fa"), "错误：没有“nanning-fa”这套规则（也许是“nanning-fan”）"),
        (("settle", "none.json"), "错误：none.json：没有这个文件或文件夹"),
        (
            ("score", "11m", "--rules", "nanning-fan", "--from", "2"),
            "错误：庄家：自摸的牌不会来自对家（应用 --discard 或 --rob-kong）",
        ),
        # the commands'
        (("analyze", "a.csv", "--resume"), "错误：--resume 要输出到文件夹：-o OUT/（见 tingpai analyze --help）"),
        (
            ("score", "1m", "--indicator", "?"),
            "错误：“--indicator”的值不对：“?”第 1 个字：不认得“?”（牌写作 123m、E、W1、一万 或 🀇）"
            "（见 tingpai score --help）",
        ),
        (("waits", "1m", "--option", "x"), "错误：“--option”的值不对：“x”不是 NAME=VALUE（见 tingpai waits --help）"),
        (("settle", ""), "错误：“DEALS”的值不对：“”（应为文件名）（见 tingpai settle --help）"),
        # click's
        (("--nope",), "错误：没有选项“--nope”（见 tingpai --help）"),
        (("nope",), "错误：没有命令“nope”（见 tingpai --help）"),
        (("score", "--rule", "x"), "错误：没有选项“--rule”，是不是“--rules”？（见 tingpai score --help）"),
        (
            ("waits", "--sen", "x"),
            "错误：没有选项“--sen”，是不是其中之一：“--json”、“--seen”？（见 tingpai waits --help）",
        ),
        (("waits",), "错误：缺少“HAND...”（见 tingpai waits --help）"),
        (("score", "1m"), "错误：缺少选项“--rules”（见 tingpai score --help）"),
        (("report", "a.csv"), "错误：缺少选项“-o”或“--output”（见 tingpai report --help）"),
        (("score", "--rules"), "错误：选项“--rules”要有值"),
        (("rules", "--json=1"), "错误：选项“--json”没有值"),
        (("rules", "a", "b"), "错误：多了 b（见 tingpai rules --help）"),
        (("rules", "a", "b", "c"), "错误：多了 b c（见 tingpai rules --help）"),
        (("rules", "--lang", "fr"), "错误：“--lang”的值不对：“fr”不是“zh”、“en”之一（见 tingpai rules --help）"),
        (
            ("analyze", "a.csv", "--jobs", "0"),
            "错误：“--jobs”的值不对：0 不在范围 x>=1 内（见 tingpai analyze --help）",
        ),
        (("analyze", "a.csv", "--jobs", "k"), "错误：“--jobs”的值不对：“k”不是整数（见 tingpai analyze --help）"),
    ],
)
def test_a_refusal_in_chinese(arguments: tuple[str, ...], line: str) -> None:
    assert refused(*arguments) == line


def test_the_option_goes_before_the_locale() -> None:
    english, chinese = "Error: unknown rule set 'x'", "错误：没有“x”这套规则"
    assert refused("rules", "x", "--lang", "en").startswith(english)
    assert refused("rules", "x", "--lang", "zh", LC_ALL="C").startswith(chinese)
    assert refused("rules", "x", LC_ALL="C").startswith(english)
    assert refused("rules", "x", LC_ALL="", LC_MESSAGES="zh_TW", LANG="C").startswith(chinese)
    assert refused("rules", "x", LC_ALL="de_DE.UTF-8").startswith(english)


def test_the_language_is_known_wherever_it_stands() -> None:
    wrong = ("--seat", "9")
    for arguments in (("--lang", "zh", *wrong), (*wrong, "--lang", "zh")):
        assert refused("score", "1m", "--rules", "x", *arguments, LC_ALL="C").startswith("错误：“--seat”的值不对：")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("analyze", "--lang", "zh", "--nope"), "错误：没有选项“--nope”（见 tingpai analyze --help）"),
        (("waits", "--lang=zh", "--json=1", "55m"), "错误：选项“--json”没有值（见 tingpai waits --help）"),
        (("score", "--lang", "zh", "--rules"), "错误：选项“--rules”要有值（见 tingpai score --help）"),
        (("--lang", "zh"), "错误：没有选项“--lang”（见 tingpai --help）"),
        (("rules", "--nope", "--", "--lang", "zh"), "Error: No such option"),
        (("rules", "--lang", "zh", "--lang"), "错误："),
    ],
)
def test_what_the_parser_refuses_is_in_the_language_asked_for(arguments: tuple[str, ...], line: str) -> None:
    assert refused(*arguments, LC_ALL="C").startswith(line.split("（见")[0])


def test_what_programs_read_stays_english(run: Run, tmp_path: Path) -> None:
    """JSON and the list of bad rows are the same in every language; what people see of them is not."""
    hands = tmp_path / "hands.csv"
    hands.write_text("hand\n1m\n11111m\n", encoding="utf-8")
    listed = []
    for lang in ("zh", "en"):
        out = tmp_path / f"{lang}.csv"
        result = run("analyze", str(hands), "-o", str(out), "--lang", lang)
        assert result.exit_code == 1
        assert ("一万多于四张" in result.stderr) == (lang == "zh")
        with open(f"{out}.errors.csv", encoding="utf-8") as file:
            listed.append(list(csv.DictReader(file)))
    assert listed[0] == listed[1]
    assert "more than four copies of 1m" in listed[0][0]["message"]

    deals = tmp_path / "deals.jsonl"
    deals.write_text("{\n", encoding="utf-8")
    result = run("settle", str(deals), "--json", "--lang", "zh")
    assert json.loads(result.stdout)["error"].startswith("not JSON: ")
    assert result.stderr.startswith(f"错误：{deals} 第 1 行：不是 JSON：第 1 行第 2 列该有")


def test_a_run_that_stops_says_where_the_rows_are_listed(run: Run, tmp_path: Path) -> None:
    hands = tmp_path / "hands.csv"
    hands.write_text("hand\n11111m\n", encoding="utf-8")
    out = tmp_path / "out.csv"
    result = run("analyze", str(hands), "-o", str(out), "--max-errors", "0", "--lang", "zh")
    assert result.exit_code == 3
    assert result.stderr == f"错误：停了：坏行有 1 行（最多 0）；见 {out}.errors.csv\n"


def test_what_a_library_says_of_a_file_stands_behind_a_sentence_of_ours(tmp_path: Path) -> None:
    for name, data, line in (
        ("a.parquet", b"hand\n11m\n" * 9, "不是完整的 Parquet 文件：Parquet magic bytes not found in footer."),
        ("a.arrow", b"ARROW1\0\0" * 9, "不是完整的 Arrow 文件："),
        ("a.csv.gz", b"\x1f\x8b\x08\x00", "不是完整的 gzip：Truncated compressed stream"),
        ("a.csv.zst", b"\x28\xb5\x2f\xfd\0", "不是完整的 zstd："),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        assert refused("analyze", str(path), "-o", str(tmp_path / "out.csv")).startswith(f"错误：{path}：{line}")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.parquet").write_bytes(b"x")
    assert refused("analyze", str(folder)).startswith(f"错误：{folder}：里面不全是完整的 Parquet 文件：")


def test_a_refusal_that_quotes_much_is_in_chinese_too() -> None:
    said = refused("rules", "x" * 1000)
    assert said.startswith("错误：没有“xxx")
    assert "x”这套规则（应为 " in said
