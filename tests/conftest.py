"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tingpai import _core

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


@pytest.fixture
def force_kernel() -> Iterator[Callable[[str], bool]]:
    """Uses a kernel by name until the test ends."""
    before = _core.kernel_name()
    yield _core.force_kernel
    _core.force_kernel(before)


@pytest.fixture(params=_core.kernel_names())
def kernel(request: pytest.FixtureRequest, force_kernel: Callable[[str], bool]) -> str:
    """Each kernel that runs here in turn."""
    assert force_kernel(request.param)
    return str(request.param)
