"""How soon the page answers: `python bench/page.py [--rounds N] [--busy N]`, in Markdown; fails when a limit is passed.

A server of its own and a headless Chromium (Debian's, driven by selenium) that clicks, chooses and types the same
things under every rule set, from the first click on. Milliseconds from the click until the page shows the answer, and
until the next picture of the screen is drawn; the former split into the server's part, the way there and back, and the
browser's. `--busy` programs keep as many cores busy meanwhile.
"""

from __future__ import annotations

import argparse
import base64
import json
import multiprocessing
import os
import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from tingpai import rules
from tingpai.rules.options import Option

LIMIT = 50
"""Milliseconds, of 19 clicks in 20 of every kind."""

_SCRIPT = Path(__file__).with_suffix(".js")
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
_PART = "[222m3]345m67p99s23p"
_FAR = "147m258p369s123z"

_READY = "return document.body?.ariaBusy === 'false' && [...document.images].every((one) => one.complete)"

Step = tuple[str, str, str, str]
Figures = dict[str, Any]


# ---- the server ----


def serve(told: Connection) -> None:
    """The page's server, telling the browser how long each answer took it; a page that is opened begins anew."""
    from tingpai.web import create_server

    server, address = create_server(0)
    server.application = timed(server.application)
    told.send(address)
    server.run()


def timed(application: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    from tingpai.web.look import known_view

    def answer(environment: Any, start_response: Any) -> Iterable[bytes]:
        if environment["PATH_INFO"] == "/":
            known_view.cache_clear()
        begun, spent = time.perf_counter(), time.thread_time()

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            taken, used = time.perf_counter() - begun, time.thread_time() - spent
            timing = f"app;dur={taken * 1000:.3f}, cpu;dur={used * 1000:.3f}"
            return start_response(status, [*headers, ("Server-Timing", timing)], *error)

        return application(environment, start)

    return answer


def spin() -> None:
    while True:
        pass


@contextmanager
def running(*processes: multiprocessing.Process) -> Iterator[None]:
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.join()


# ---- the browser ----


@contextmanager
def browser() -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or sys.exit("no chromium")
    for flag in _FLAGS:
        options.add_argument(flag)
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    chrome.set_script_timeout(300)
    try:
        yield chrome
    finally:
        chrome.quit()


def steps(name: str) -> list[Step]:
    """What is done under one rule set; it ends as it began."""
    other = next(one for one in rules.NAMES if one != name)

    def click(what: str, *keys: str) -> list[Step]:
        return [(what, "click", f'[data-key="{key}"]', "") for key in keys]

    return [
        *click("a tile put into the hand", "palette-4p"),
        *click("a drawn tile that wins", "palette-8p"),
        *click("how it was won", "by-discard", "from-1", "last_tile", "last_tile", "by-self_draw"),
        *(step for option in rules.find(name).OPTIONS for step in both(option)),
        *click("the winning tile taken away", "drawn"),
        *click("how it was won", "by-null"),
        *click("another seat", "seat-1", "seat-0"),
        *click("a meld taken away", "meld-0"),
        *click("the kind of meld, and whose", "mode-pung", "source-3"),
        *click("a meld", "palette-2m"),
        ("another rule set", "choose", "#rules", other),
        ("another rule set", "choose", "#rules", name),
        *[("the other language", "click", "#lang", "")] * 2,
        ("a hand typed", "type", "#typed", _FAR),
        *click("a drawn tile far from winning", "palette-5z"),
        ("a hand typed", "type", "#typed", _PART),
    ]


def both(option: Option) -> list[Step]:
    """An option changed and changed back."""
    control = f'[data-key="option-{option.name}"]'
    if isinstance(option.default, bool):
        return [("an option", "click", control, "")] * 2
    if option.choices:
        places = (int(option.default == option.choices[0]), option.choices.index(option.default))
        return [("an option", "choose", control, str(place)) for place in places]
    return [("an option", "choose", control, value) for value in ("7", "")]


def link(name: str) -> str:
    """The part of an address that opens the page with the hand."""
    deal: dict[str, Any] = {"rules": name, "players": [{"hand": _PART}, *({"hand": ""} for _ in range(3))]}
    if "indicator" in rules.find(name).KEYS:
        deal["indicator"] = "6z"
    return "#deal=" + base64.urlsafe_b64encode(json.dumps(deal).encode()).decode().rstrip("=")


def clicks(chrome: Any, address: str, rounds: int) -> list[Figures]:
    """Every answer's figures, the first click's kind being the first."""
    found: list[Figures] = []
    for name in rules.NAMES:
        for _ in range(rounds):
            chrome.get("about:blank")
            chrome.get(address + link(name))
            while not chrome.execute_script(_READY):
                time.sleep(0.01)
            told = chrome.execute_async_script(_SCRIPT.read_text(encoding="utf-8"), steps(name))
            if isinstance(told, str):
                sys.exit(f"{name}: {told}")
            found += [one | {"rules": name} for one in told]
    found[0]["kind"] = "the first click of all"
    return found


# ---- the table ----

_HEAD = "| | clicks | median | 95 % | longest | drawn | server | its CPU | network | browser | requests | KB |"


def row(name: str, told: list[Figures]) -> str:
    dom = sorted(one["dom"] for one in told)

    def middle(key: str) -> str:
        return f"{median(one[key] for one in told):.1f}"

    rest = median(one["dom"] - one["server"] - one["network"] for one in told)
    return (
        f"| {name} | {len(told)} | {median(dom):.1f} | {most(dom):.1f} | {dom[-1]:.1f} | {middle('paint')} "
        f"| {middle('server')} | {middle('processor')} | {middle('network')} | {rest:.1f} "
        f"| {max(one['requests'] for one in told)} | {max(one['bytes'] for one in told) / 1000:.1f} |"
    )


def most(times: list[float]) -> float:
    """What 19 in 20 do not exceed."""
    return quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="cores kept busy")
    options = parser.parse_args()
    multiprocessing.set_start_method("spawn")
    here, there = multiprocessing.Pipe()
    busy = [multiprocessing.Process(target=spin) for _ in range(options.busy)]
    with running(multiprocessing.Process(target=serve, args=(there,)), *busy), browser() as chrome:
        found = clicks(chrome, here.recv(), options.rounds)
    groups: dict[str, list[Figures]] = defaultdict(list)
    for one in found:
        groups[one["kind"]].append(one)
    for one in found:
        groups[f"`{one['rules']}`"].append(one)
    print(_HEAD, "| --- " + "| ---: " * 11 + "|", sep="\n")
    for name, told in groups.items():
        print(row(name, told))
    print(f"\n{os.cpu_count()} cores, {os.getloadavg()[0]:.1f} programs running in the last minute.")
    if slow := [name for name, told in groups.items() if most([one["dom"] for one in told]) >= LIMIT]:
        sys.exit("too slow: " + "; ".join(slow))


if __name__ == "__main__":
    main()
