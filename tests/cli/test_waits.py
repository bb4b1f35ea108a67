"""`tingpai waits`, and what all commands share: errors, languages, standard input."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from .conftest import TINGPAI, Run

PLAIN = "a plain hand wins on a discard 平胡需自摸 (expected a self-draw or a big pattern)"


def test_waits_with_the_copies_left(run: Run) -> None:
    result = run("waits", "1112345678999m", "[222m3]13m456p78s999p")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "1112345678999m",
        "  waits on 1m×1 2m×3 3m×3 4m×3 5m×3 6m×3 7m×3 8m×3 9m×1 (kinds: 9, tiles: 23)",
        "[222m3]13m456999p78s",
        "  1 from waiting: 1m×3 2m×1 3m×3 6s×4 7s×3 8s×3 9s×4 (kinds: 7, tiles: 21)",
    ]


def test_in_chinese(run: Run) -> None:
    assert "共 9 种 23 张" in run("waits", "--lang", "zh", "1112345678999m").stdout
    assert "1 向听：" in run("waits", "1112223334444z", env={"LC_ALL": "zh_CN.UTF-8"}).stdout


def test_every_discard_of_a_drawn_hand(run: Run) -> None:
    result = run("waits", "35m119p", "11122233344455m")
    assert result.stdout.splitlines() == [
        "35m119p",
        "  discard  9p  waits on 4m×4 (kinds: 1, tiles: 4)",
        "  discard  3m  1 from waiting (kinds: 9, tiles: 31)  further from waiting",
        "  discard  5m  1 from waiting (kinds: 9, tiles: 31)  further from waiting",
        "  discard  1p  1 from waiting (kinds: 3, tiles: 9)   further from waiting",
        "11122233344455m",
        "  complete",
        "  discard  4m  waits on 1m×1 2m×1 3m×1 4m×1 5m×2 6m×4 (kinds: 6, tiles: 10)",
        "  discard  5m  waits on 2m×1 3m×1 4m×1 5m×2 6m×4 (kinds: 5, tiles: 9)        fewer tiles help",
        "  discard  2m  waits on 2m×1 3m×1 5m×2 6m×4 (kinds: 4, tiles: 8)             fewer tiles help",
        "  discard  3m  waits on 3m×1 4m×1 5m×2 6m×4 (kinds: 4, tiles: 8)             fewer tiles help",
        "  discard  1m  waits on 1m×1 2m×1 4m×1 5m×2 (kinds: 4, tiles: 5)             fewer tiles help",
    ]


def test_json_lines(run: Run) -> None:
    result = run("waits", "--json", "-w", "7z", "67m4455p456678s7z")
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {
            "hand": "67m4455p456678s7z",
            "shanten": 0,
            "waits": {"5m": 4, "8m": 4, "4p": 2, "5p": 2},
            "ukeire": {"5m": 4, "8m": 4, "4p": 2, "5p": 2, "7z": 3},
        },
    ]


def test_json_has_every_discard_in_full(run: Run) -> None:
    further = {"shanten": 1, "reason": "shanten", "waits": {}}
    any_nearer = {"4m": 4, "5m": 3, "1p": 2, "7p": 4, "8p": 4, "9p": 3}
    assert json.loads(run("waits", "--json", "35m119p").stdout) == {
        "hand": "35m119p",
        "shanten": 0,
        "discards": [
            {"tile": "9p", "shanten": 0, "reason": "shanten", "waits": {"4m": 4}, "ukeire": {"4m": 4}},
            {"tile": "3m", **further, "ukeire": {"3m": 3, "6m": 4, "7m": 4, **any_nearer}},
            {"tile": "5m", **further, "ukeire": {"1m": 4, "2m": 4, "3m": 3, **any_nearer}},
            {"tile": "1p", **further, "ukeire": {"4m": 4, "1p": 2, "9p": 3}},
        ],
    }


def test_one_more_wildcard_wins_too(run: Run) -> None:
    assert run("waits", "-w", "红中", "67m4455p456678s7z").stdout.endswith("tiles: 12), and the wildcard 7z×3\n")


def test_tiles_seen_and_points(run: Run) -> None:
    result = run("waits", "--seen", "8m4p", "--rules", "nanning-classic", "123m456p789s1179m1z", "2345m345678p123s")
    lines = result.stdout.splitlines()
    assert [*lines[:2], *lines[-2:]] == [
        "1112379m456p789s1z",
        "  discard  1z  waits on 8m×3 (kinds: 1, tiles: 3), self-draw 12, discard 4",
        "2345m345678p123s",
        "  waits on 2m×3 5m×3 (kinds: 2, tiles: 6), self-draw 12, discard 4",
    ]
    result = run("waits", "--json", "--rules", "nanning-laiyou", "2345m345678p123s")
    assert json.loads(result.stdout)["points"] == {
        "2m": {"self_draw": 12, "discard": None, "refusal": PLAIN},
        "5m": {"self_draw": 12, "discard": None, "refusal": PLAIN},
    }


def test_why_the_rules_allow_no_win_is_told_as_advise_tells_it(run: Run) -> None:
    asked = ("--rules", "wuhan-kaikou", "-w", "5z", "2345m345678p12s5z")
    for lang, told in (("en", "  no win allowed: not opened"), ("zh", "  规则不许胡：没有开口")):
        line = run("waits", *asked, "--lang", lang).stdout.splitlines()[-1]
        assert line.startswith(told)
        assert line == run("advise", *asked, "--lang", lang).stdout.splitlines()[-1]


def test_each_reason_is_told_once(run: Run) -> None:
    # Two waits, and two discards that leave some, of one reason; where nothing is refused there is none.
    for hand in ("2345m345678p123s", "123m456p789s11797m"):
        lines = run("waits", "--rules", "nanning-laiyou", hand).stdout.splitlines()
        assert [line for line in lines if "allowed" in line] == [f"  no win allowed: {PLAIN}"]
        assert lines[-1] == f"  no win allowed: {PLAIN}"
        assert "allowed" not in run("waits", "--rules", "nanning-classic", hand).stdout


def test_points_that_differ_stand_behind_each_wait(run: Run) -> None:
    result = run("waits", "--rules", "nanning-classic", "1112223334445m")
    assert result.stdout.splitlines()[1] == (
        "  waits on 2m×1 (self-draw 24, discard 12) 3m×1 (self-draw 24, discard 12) "
        "4m×1 (self-draw 24, discard 12) 5m×3 (self-draw 48, discard 24) 6m×4 (self-draw 24, discard 12) "
        "(kinds: 5, tiles: 10)"
    )


def test_why_a_discard_is_not_the_best(run: Run) -> None:
    lines = run("waits", "--lang", "zh", "24m3357p234678s66z").stdout.splitlines()
    assert lines[1].startswith("  打  7p  1 向听：3m×4 3p×2 4p×4 6z×2 共 4 种 12 张")
    assert lines[2].endswith("进张种类更少")
    assert lines[3].endswith("进张更少")
    assert lines[-1] == "  打  7s  2 向听，共 6 种 19 张" + " " * 22 + "向听更远"


def test_a_bad_hand_is_complained_of_and_the_others_are_answered(run: Run) -> None:
    result = run("waits", "11111m", "19m1p1z", "8z", "1z")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[0] == "19m1p1z"
    assert result.stdout.splitlines()[2] == "1z"
    assert result.stderr.splitlines() == [
        "Error: '11111m', position 5: more than four copies of 1m (expected at most four of a kind)",
        "Error: '8z', position 1: not a hand: no such honour '8z' (expected 1z to 7z)",
    ]


def test_lines_of_standard_input(run: Run) -> None:
    result = run("waits", "-", input=b"\xef\xbb\xbf1z\r\n\n2z\n\xff1m\n3z")
    assert result.stdout.splitlines()[::2] == ["1z", "2z", "3z"]
    assert result.exit_code == 2
    assert [line.split(":")[1].strip() for line in result.stderr.splitlines()] == [
        "'', position 1",
        "'\\udcff1m', position 1",
    ]


@pytest.mark.parametrize("command", ["waits", "win", "advise"])
def test_json_lines_keep_in_step_with_the_hands(run: Run, command: str) -> None:
    # With the tiles seen, "4z" would be there five times: a hand that is refused as it is answered.
    seen = () if command == "win" else ("--seen", "4444z")
    hands = b"1z\n\n2z\n\xff1m\n11111m\n" + (b"4z\n" if seen else b"8z\n") + b"3z"
    result = run(command, "--json", *seen, "-", input=hands)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("hand") for answer in answers] == ["1z", None, "2z", None, None, None, "3z"]
    errors = [answer["error"] for answer in answers if "error" in answer]
    assert result.stderr.splitlines() == [f"Error: {error}" for error in errors]
    assert result.exit_code == 2


def test_an_option_at_fault_ends_the_command_at_once(run: Run) -> None:
    result = run(
        "waits", "--json", "--rules", "nanning-classic", "-w", "5z", "1z", "2345m345678p123s", "2345m345678p12s5z"
    )
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == "Error: nanning-classic has no wildcard (expected no wildcard, or a Wuhan rule set)\n"


@pytest.mark.parametrize("hand", ["123m456p789s1177z", "123m456p789s11677z"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seen", "8z"), "no such honour '8z'"),
        (("--seen", "7777z"), ""),
        (("--rules", "nanning"), "unknown rule set"),
    ],
)
def test_an_error_about_a_hand_stands_alone(run: Run, hand: str, arguments: tuple[str, ...], message: str) -> None:
    result = run("waits", hand, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("waits",), "Missing argument 'HAND...'."),
        (("waits", "-w", "9z", "1m"), "no such honour '9z'"),
        (("waits", "--lang", "fr", "1m"), "'fr' is not one of 'zh', 'en'"),
        (("waits", "--no-such", "1m"), "No such option"),
        (("wait", "1m"), "No such command 'wait'"),
    ],
)
def test_wrong_usage_is_one_line(run: Run, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_closed_pipe_is_no_error() -> None:
    hands = b"1112345678999m\n" * 100_000
    process = subprocess.Popen(
        [*TINGPAI, "waits", "--json", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    with pytest.raises(BrokenPipeError):
        process.stdin.write(hands * 20)
    assert process.stderr.read() == b""
    assert process.wait(20) == 3


def test_a_legacy_encoding_ends_no_output() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    process = subprocess.run(
        [*TINGPAI, "waits", "--lang", "zh", "1z"], env=environment, capture_output=True, timeout=20, check=True
    )
    assert process.stdout == b"1z\n  \\u542c 1z\\xd73 \\u5171 1 \\u79cd 3 \\u5f20\n"


@pytest.mark.parametrize("command", ["waits", "advise"])
def test_an_option_of_rules_needs_rules(run: Run, command: str) -> None:
    result = run(command, "--option", "dead_lock=true", "1z")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: Invalid value for --option: needs --rules (see 'tingpai {command} --help')\n"
