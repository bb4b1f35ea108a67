"""A running page and a real browser to look at it with; skipped where there is none."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator

import pytest

pytest.importorskip("flask")
pytest.importorskip("waitress")

from .person import Person

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


@pytest.fixture(scope="session")
def address() -> str:
    """Where the page is served."""
    from tingpai.web import create_server

    server, where = create_server(0)
    threading.Thread(target=server.run, daemon=True).start()  # it ends with the tests
    return where


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """One headless Chromium for all tests."""
    webdriver = pytest.importorskip("selenium.webdriver")
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("no chromium and chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield chrome
    chrome.quit()


@pytest.fixture
def person(chromium: object, address: str) -> Iterator[Person]:
    """Somebody at a desk with the page open, in English."""
    someone = Person(chromium, address)
    someone.sits(*SIZES["desktop"])
    someone.opens()
    yield someone
    # Whatever was done, the browser found nothing to complain of.
    assert someone.complaints() == []
