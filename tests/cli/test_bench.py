"""`tingpai bench`: every question and kind of hand once, in both languages and as JSON."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tingpai import _core
from tingpai.measure import QUESTIONS
from tingpai.random_hands import Shape

from .conftest import TINGPAI, Run


def test_json_has_every_question_and_kind_of_hand(run: Run) -> None:
    told = [json.loads(line) for line in run("bench", "--rows", "300", "--json").stdout.splitlines()]
    assert [(line["question"], line["hands"]) for line in told] == [
        (question.name, shape.name.lower()) for question in QUESTIONS for shape in Shape
    ]
    assert all(line["hands_per_second"] > 0 for line in told)
    assert {line["kernel"] for line in told} == {_core.kernel_name()}
    assert {line["rows"] for line in told} == {300, 30}


@pytest.mark.parametrize(("lang", "names"), [("zh", [q.zh for q in QUESTIONS]), ("en", [q.name for q in QUESTIONS])])
def test_a_line_a_question(run: Run, lang: str, names: list[str]) -> None:
    result = run("bench", "--rows", "1000", "--threads", "2", "--lang", lang)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert _core.kernel_name() in lines[0]
    assert [line.strip().rsplit(maxsplit=3)[0] for line in lines[3:]] == names
    assert all(float(figure) > 0 for line in lines[3:] for figure in line.split()[-3:])


def test_a_kernel_that_does_not_run_here_is_one_line() -> None:
    environment = {**os.environ, "TINGPAI_KERNEL": "abacus", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([*TINGPAI, "bench", "--rows", "300"], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: TINGPAI_KERNEL names 'abacus', which does not run here (expected ")
    assert done.stderr.count("\n") == 1


def test_no_rows_is_refused(run: Run) -> None:
    result = run("bench", "--rows", "0")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: Invalid value for '--rows'")
