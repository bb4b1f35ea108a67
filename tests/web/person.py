"""What a person does on the page: looks, clicks and types, one thing at a time."""

from __future__ import annotations

import base64
import json
import re
import time
from typing import Any

from tingpai.hand import Meld, MeldKind
from tingpai.notation import parse_hand

_PATIENCE = 10.0  # seconds
_SELECT_ALL = "\ue009a\ue000"  # control and a
_MODES = {MeldKind.CHOW: "chow", MeldKind.PUNG: "pung", MeldKind.SINGLE: "single"}


class Person:
    """`chrome` is a Selenium driver; every element is found the way it is shown: by what it is for."""

    def __init__(self, chrome: Any, address: str) -> None:
        self.chrome = chrome
        self.address = address

    # ---- the browser ----

    def sits(self, width: int, height: int) -> None:
        """In front of a screen of this size; below 600 it is a phone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def opens(self, deal: dict[str, Any] | None = None, lang: str = "en") -> None:
        """The page, or a link to a deal."""
        self.follows("" if deal is None else link(deal))
        if self.chrome.execute_script("return document.documentElement.lang") != lang:
            self.clicks("#lang")

    def follows(self, fragment: str) -> None:
        self.chrome.get("about:blank")
        self.chrome.get(self.address + fragment)
        self.waits()

    def goes_offline(self, offline: bool) -> None:
        """Cut the browser off from the server, or connect it again."""
        rates = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.chrome.execute_cdp_cmd("Network.enable", {})
        self.chrome.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": offline, **rates})

    def waits(self) -> None:
        """Until the page has answered."""
        self.until("return document.body?.ariaBusy === 'false'")

    def until(self, script: str) -> None:
        """Until the page's script says so."""
        end = time.monotonic() + _PATIENCE
        while not self.chrome.execute_script(script):
            assert time.monotonic() < end, "no answer"
            time.sleep(0.005)

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.chrome.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]

    def find(self, selector: str) -> Any:
        return self.chrome.find_element("css selector", selector)

    def sees(self, selector: str) -> list[str]:
        """The texts of all that is shown there."""
        return [element.text for element in self.chrome.find_elements("css selector", selector)]

    # ---- clicks ----

    def mouse(self) -> Any:
        """The mouse, button by button."""
        from selenium.webdriver import ActionChains

        return ActionChains(self.chrome)

    def clicks(self, selector: str) -> None:
        element = self.find(selector)
        self.chrome.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        self.waits()

    def presses(self, key: str) -> None:
        """The control named `key`."""
        self.clicks(f'[data-key="{key}"]')

    def is_pressed(self, key: str) -> bool:
        return bool(self.find(f'[data-key="{key}"]').get_attribute("aria-pressed") == "true")

    def chooses(self, selector: str, value: str) -> None:
        self.find(f'{selector} option[value="{value}"]').click()
        self.waits()

    def types(self, text: str) -> None:
        field = self.find("#typed")
        field.click()
        field.send_keys(_SELECT_ALL, text)
        self.waits()

    # ---- a whole deal ----

    def enters(self, deal: dict[str, Any]) -> None:
        """Click a whole deal together, from an empty page."""
        self.clicks("#new")
        self.chooses("#rules", deal["rules"])
        for name, value in deal.get("options", {}).items():
            self.sets(name, value)
        if "indicator" in deal:
            self.presses("slot-indicator")
            self.presses(f"palette-{deal['indicator']}")
        win = deal.get("win")
        for seat, player in enumerate(deal["players"]):
            if player["hand"]:
                self.lays(seat, player["hand"])
            if win and seat in win["winners"]:
                self.presses(f"palette-{win['tile']}")
        if win:
            self.tells(deal, win)
        for seat, kongs in ((chain["seat"], chain["kongs"]) for chain in deal.get("chains", [])):
            place = (
                len(self.chrome.find_elements("css selector", f'[data-key^="chains-{seat}-"][aria-pressed=true]')) and 1
            )
            for kong in kongs:
                self.presses(f"chains-{seat}-{place}-{kong}")

    def lays(self, seat: int, text: str) -> None:
        """One seat's melds and tiles."""
        self.presses(f"seat-{seat}")
        hand = parse_hand(text, melds_alone=True)
        for meld in hand.melds:
            self.melds(meld)
        for tile in hand.tiles:
            self.presses(f"palette-{tile}")

    def melds(self, meld: Meld) -> None:
        self.presses(f"mode-{_MODES.get(meld.kind, meld.kind.name.lower())}")
        if meld.kind is MeldKind.CHOW:
            self.presses(f"claimed-{meld.claimed}")
        elif meld.source is not None:
            self.presses(f"source-{meld.source}")
        self.presses(f"palette-{meld.tile}")

    def tells(self, deal: dict[str, Any], win: dict[str, Any]) -> None:
        """How it was won."""
        self.presses(f"by-{win['by']}")
        for seat in win["winners"]:
            if not self.is_pressed(f"winner-{seat}"):
                self.presses(f"winner-{seat}")
        if win["from"] is not None:
            self.presses(f"from-{win['from']}")
        for kong in deal.get("chain", []):
            self.presses(f"chain-{kong}")
        for key in ("last_tile", "first_turn"):
            if deal.get(key):
                self.presses(key)
        for seat in deal.get("declared", []):
            self.presses(f"declared-{seat}")

    def sets(self, name: str, value: object) -> None:
        """One option of the rules."""
        control = self.find(f'[data-key="option-{name}"]')
        if control.tag_name == "select":
            text = str(value).lower() if isinstance(value, bool) else str(value)
            next(option for option in control.find_elements("tag name", "option") if option.text == text).click()
        elif control.get_attribute("type") == "checkbox":
            control.click()
        else:
            control.clear()
            control.send_keys(str(value), "\t")
        self.waits()

    def reads_net(self) -> list[int]:
        """The points that the page shows for each seat."""
        return [int(text) for text in self.sees("#score .net b")]

    def deal(self) -> dict[str, Any]:
        """What the address bar's link says, once the page has rested."""
        fragment = self.chrome.execute_async_script("setTimeout(() => arguments[0](location.hash), 150)")
        found = re.fullmatch(r"#deal=([\w-]+)", fragment)
        assert found is not None
        told: dict[str, Any] = json.loads(base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)))
        return told


def link(deal: dict[str, Any]) -> str:
    return "#deal=" + base64.urlsafe_b64encode(json.dumps(deal).encode()).decode().rstrip("=")
