"""docs/rules: the tables are those of the rules, the examples print what the pages say."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tingpai import rules
from tingpai.cli import main
from tingpai.rules.explain import explain
from tingpai.rules.options import spell

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [DOCS / "deal-file.md", *sorted((DOCS / "rules").glob("*.md"))]
RULES = [page for page in PAGES if page.name.split(".")[0] in rules.NAMES]

if not PAGES[0].exists():
    pytest.skip("the documentation is not beside the tests", allow_module_level=True)


def lang(page: Path) -> str:
    return "zh" if ".zh." in page.name else "en"


def name_of(page: Path) -> str:
    return page.name


def blocks(page: Path, pattern: str) -> list[Any]:
    return re.findall(pattern, page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def test_every_rule_set_has_a_page_in_both_languages() -> None:
    names = {page.name for page in RULES}
    assert names == {f"{name}{ending}" for name in rules.NAMES for ending in (".md", ".zh.md")}


@pytest.mark.parametrize("page", RULES, ids=name_of)
def test_the_table_of_values(page: Path) -> None:
    place = 0 if lang(page) == "zh" else 1
    table = rules.get(page.name.split(".")[0]).values()
    text = page.read_text("utf-8")
    assert " | ".join(title[place] for title in table.columns) in text
    for title, values in table.rows:
        cells = ["–" if value is None else str(value) for value in values]
        assert f"| {title[place]} | {' | '.join(cells)} |" in text


@pytest.mark.parametrize("page", RULES, ids=name_of)
def test_the_options(page: Path) -> None:
    text = page.read_text("utf-8")
    for option in rules.find(page.name.split(".")[0]).OPTIONS:
        chinese, english = (option.allowed_zh, option.zh), (option.allowed, option.en)
        allowed, meaning = chinese if lang(page) == "zh" else english
        assert f"| `{option.name}` | {spell(option.default)} | {allowed} | {meaning} |" in text
    assert "Resolved" in text


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_of_commands(page: Path) -> None:
    for block in blocks(page, r"^```console\n(.*?)^```$"):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            line, _, shown = part.partition("\n")
            locale = {"LC_ALL": "zh_CN.UTF-8" if lang(page) == "zh" else "en_GB.UTF-8"}
            result = CliRunner().invoke(main, shlex.split(line)[1:], prog_name="tingpai", env=locale)
            assert result.stdout + result.stderr == shown, line


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_of_deals(page: Path) -> None:
    for deal, shown in blocks(page, r"^```json\n(.*?)^```\n\n```text\n(.*?)^```$"):
        assert "\n".join(explain(rules.settle(json.loads(deal)), lang(page))) + "\n" == shown
