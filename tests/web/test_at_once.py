"""What makes that a click is answered at once. The time itself, which other programs change: `bench/page.py`."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

pytest.importorskip("flask")

from tingpai import rules
from tingpai.web import create_app, look

from .person import Person, link
from .printed import CONCEALED, EXAMPLES, WHITE, won

ANSWER = 25
"""Milliseconds of processor time: half of what a click may take."""
CLICK = 50
BYTES = 32_000
WIDE = ["147m258p369s1234z5z", "19m19p19s1234567z1m", "2345m3456p34567s1z", "5z123456m123p557s1z"]
"""Many discards that leave many tiles to help."""

NOBODY = [{"hand": ""}] * 3
DEALS = [example.deal for example in EXAMPLES] + [
    {"rules": name, "players": [{"hand": hand}, *NOBODY], **WHITE}
    for name in rules.NAMES
    for hand in [*WIDE, CONCEALED, "1112345678999m"]
]


# ---- the server ----


def processor(deal: dict[str, Any]) -> float:
    """Milliseconds of an answer that was not given before; the least of three, for what interrupts one."""
    spent = []
    for _ in range(3):
        look.known_view.cache_clear()
        begun = time.thread_time()
        look.look(deal, 0)
        spent.append(time.thread_time() - begun)
    return min(spent) * 1000


def test_an_answer_takes_little_of_the_processor() -> None:
    for deal in DEALS:
        look.look(deal, 0)
    assert max(map(processor, DEALS)) < ANSWER


def test_an_answer_is_small() -> None:
    client = create_app().test_client()
    assert max(len(client.post("/api/look", json={"deal": deal}).data) for deal in DEALS) < BYTES


def test_the_first_answer_waits_for_nothing() -> None:
    """In a fresh interpreter: `warm` has loaded every module and made every table that the answers need."""
    code = (
        "import sys, time; from tingpai.web import look; from tingpai.web.warm import warm; warm()\n"
        "known, spent = set(sys.modules), []\n"
        f"for deal in {DEALS!r}:\n"
        "    begun = time.thread_time(); look.look(deal, 0); spent.append(time.thread_time() - begun)\n"
        "print(*sorted(set(sys.modules) - known), max(spent) * 1000)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert told[:-1] == [], "modules"
    assert float(told[-1]) < 2 * ANSWER


def test_a_hand_is_looked_at_once() -> None:
    deal = won("nanning-laiyou", CONCEALED, "8p")
    look.known_view.cache_clear()
    for keys in ({}, {"last_tile": True}, {"first_turn": True}):
        look.look({**deal, **keys}, 0)
    assert look.known_view.cache_info().misses == 1


# ---- the browser ----

CHANGES = ["palette-4p", "palette-8p", "by-discard", "from-1", "last_tile", "seat-1", "seat-0", "drawn", "meld-0"]
TURNS = ["mode-pung", "source-3", "mode-tile", "slot-tile", "slot-tile"]


@pytest.fixture
def entered(person: Person) -> Person:
    """A hand that lacks one tile, and every picture there."""
    person.follows(link({"rules": "nanning-laiyou", "players": [{"hand": "[222m3]345m67p99s23p"}, *NOBODY]}))
    person.until("return [...document.images].every((one) => one.complete)")
    return person


def requests(person: Person, key: str) -> list[str]:
    """What the browser asks for at a click."""
    person.chrome.execute_script("performance.clearResourceTimings()")
    person.presses(key)
    return [
        name.removeprefix(person.address)
        for name in person.chrome.execute_script("return performance.getEntriesByType('resource').map((e) => e.name)")
    ]


def test_a_click_asks_once_and_for_nothing_but_the_answer(entered: Person) -> None:
    assert {key: requests(entered, key) for key in CHANGES} == {key: ["api/look"] for key in CHANGES}


def test_what_changes_nothing_asks_nothing(entered: Person) -> None:
    entered.presses("palette-4p")
    entered.presses("by-self_draw")
    assert {key: requests(entered, key) for key in TURNS} == {key: [] for key in TURNS}
    entered.chrome.execute_script("performance.clearResourceTimings()")
    entered.clicks("#lang")
    assert entered.sees("#look .state") == ["听牌"]
    assert entered.chrome.execute_script("return performance.getEntriesByType('resource').length") == 0


def test_a_typed_hand_asks_once(entered: Person) -> None:
    entered.chrome.execute_script("performance.clearResourceTimings()")
    entered.chrome.execute_script(
        "const field = document.getElementById('typed'); field.focus(); field.value = '123m';"
        "field.dispatchEvent(new Event('input')); "
    )
    entered.waits()
    assert entered.deal()["players"][0]["hand"] == "123m"
    assert entered.chrome.execute_script("return performance.getEntriesByType('resource').length") == 1


def test_a_click_changes_only_what_differs(entered: Person) -> None:
    buttons = "[...document.querySelectorAll('#palette button, #seats button, #modes button, #options label')]"
    entered.chrome.execute_script(f"window.stood = {buttons}")
    for key in CHANGES:
        entered.presses(key)
    assert entered.chrome.execute_script(f"return {buttons}.every((one, place) => one === window.stood[place])")


def test_a_click_takes_little_of_the_browser(entered: Person) -> None:
    """Processor time of all that the page's thread does: script, layout and painting."""
    entered.chrome.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = entered.chrome.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")) * 1000

    begun = spent()
    for key in CHANGES:
        entered.chrome.execute_script(f"document.querySelector('[data-key={key}]').click()")
        entered.waits()
    assert (spent() - begun) / len(CHANGES) < CLICK
    entered.chrome.execute_cdp_cmd("Performance.disable", {})
