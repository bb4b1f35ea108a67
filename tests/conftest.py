"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says nothing on a busy machine; the first one also builds the lookup tables.
settings.register_profile("tingpai", deadline=None)
settings.load_profile("tingpai")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public test data beside the checkout; tests that read it are skipped where it is missing."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("the shared test data is not here")
    return folder
