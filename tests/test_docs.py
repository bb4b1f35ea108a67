"""What the documentation shows is so: its commands exist, its examples run and print what they say."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner
from rich.cells import cell_len

from tingpai.cli import COMMANDS, main

ROOT = Path(__file__).resolve().parents[1]
READMES = ("README.md", "README.zh.md")
PAGES = [name for name in READMES if (ROOT / name).exists()]
PAGES += sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))

if not PAGES:
    pytest.skip("the documentation is not beside the tests", allow_module_level=True)


class Block(NamedTuple):
    """A fenced block of a page, and the heading that it stands under."""

    task: str
    language: str
    text: str


def blocks(page: str, *languages: str) -> list[Block]:
    """The fenced blocks of a page in these languages."""
    found, task = [], ""
    text = (ROOT / page).read_text("utf-8")
    for match in re.finditer(r"^## (.*)$|^```(\w+)\n((?s:.*?))^```$", text, re.MULTILINE):
        if match[1]:
            task = match[1]
        elif match[2] in languages:
            found.append(Block(task, match[2], match[3]))
    return found


def commands(page: str) -> Iterator[list[str]]:
    """The words of each `tingpai` command that a page shows."""
    for block in blocks(page, "sh", "console"):
        for line in block.text.splitlines():
            for part in re.split(r"\||&&", line.removeprefix("$ ")):
                if part.split()[:1] and Path(part.split()[0]).name == "tingpai":
                    yield shlex.split(part, comments=True)


def command(name: str) -> click.Command:
    found = main.get_command(click.Context(main), name)
    assert found is not None, f"there is no command {name}"
    return found


@pytest.mark.parametrize("page", PAGES)
def test_every_command_shown_exists(page: str) -> None:
    for words in commands(page):
        if words[1].startswith("-"):
            assert words[1] in {"--help", "--version"}
            continue
        known = {"-h", "--help"}.union(*(option.opts for option in command(words[1]).params))
        for word in words[2:]:
            if re.match(r"--?[a-z]", word):
                assert word.split("=")[0] in known, f"{' '.join(words)}: no option {word}"


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (ROOT / page).parent.joinpath(target).exists(), target


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented(name: str) -> None:
    page = (ROOT / "docs/cli.md").read_text("utf-8")
    assert f":module: tingpai.cli.{name}\n" in page
    assert name in {words[1] for words in commands("docs/cli.md")}, "no example"
    assert command(name).help
    for param in command(name).params:
        if isinstance(param, click.Option):
            assert param.help, f"{name} {param.opts[-1]} has no help"


def test_the_list_of_commands_has_a_whole_line_for_each() -> None:
    listed = run("tingpai --help", "en").partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert [line for line in listed if "..." in line or cell_len(line) > 80] == []


def test_both_readmes_say_the_same() -> None:
    english, chinese = ([block.text for block in blocks(name, "sh")] for name in READMES)
    assert english == chinese
    headings = [len(re.findall(r"^## ", (ROOT / name).read_text("utf-8"), re.MULTILINE)) for name in READMES]
    assert headings[0] == headings[1]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a page's examples run: the checkout's examples, and some game logs."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copytree(ROOT / "tests/data/logs", tmp_path / "logs", ignore=shutil.ignore_patterns("*.md"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(line: str, lang: str) -> str:
    """What a command prints, standard error included. One that needs no shell runs in this process: that is quicker."""
    locale = "zh_CN.UTF-8" if lang == "zh" else "en_GB.UTF-8"
    if line.startswith("tingpai ") and not re.search(r"[|&<>*]", line):
        result = CliRunner().invoke(main, shlex.split(line)[1:], prog_name="tingpai", env={"LC_ALL": locale})
        status, printed = result.exit_code, result.output
    else:
        path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        environ = {**os.environ, "PATH": path, "LC_ALL": locale, "PYTHONUTF8": "1"}
        done = subprocess.run(
            line, shell=True, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
        )
        status, printed = done.returncode, done.stdout
    assert status in (0, 1), f"{line}: {printed}"
    return printed


CUT = "  …"
"""The line that stands for the rest of an output."""


def check_console(block: Block, lang: str) -> None:
    """Each `$ command` prints the lines below it: all of them, or where the last is `CUT` more besides."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        printed = [text.rstrip() for text in run(line, lang).splitlines()]
        wanted = shown.rstrip().splitlines()
        if wanted[-1:] == [CUT]:
            wanted.pop()
            assert len(printed) > len(wanted), f"{line}: nothing is cut"
            del printed[len(wanted) :]
        assert printed == wanted, line


# The examples of docs/rules are run by tests/rules/test_rule_pages.py.
TASKS = dict.fromkeys(
    (page, block.task)
    for page in PAGES
    if not page.startswith("docs/rules/")
    for block in blocks(page, "console", "pycon")
)


@pytest.mark.parametrize(("page", "task"), TASKS)
def test_examples(page: str, task: str, desk: Path) -> None:
    names: dict[str, object] = {}
    for block in blocks(page, "console", "pycon"):
        if block.task == task and block.language == "console":
            check_console(block, "zh" if ".zh." in page else "en")
        elif block.task == task:
            example = doctest.DocTestParser().get_doctest(block.text, names, task, page, None)
            assert doctest.DocTestRunner(verbose=False).run(example, clear_globs=False).failed == 0
            names = example.globs


@pytest.mark.parametrize("page", [name for name in READMES if name in PAGES])
def test_python_of_the_readme(page: str, desk: Path) -> None:
    for block in blocks(page, "python"):
        exec(compile(block.text, page, "exec"), {})
