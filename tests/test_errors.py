"""What errors say, ours and those of other libraries."""

from __future__ import annotations

import pytest

from tingpai.errors import first_line


@pytest.mark.parametrize(("error", "line"), [(OSError(), ""), (ValueError("a\nb"), "a"), (OverflowError("a"), "a")])
def test_the_first_line_of_what_is_said(error: Exception, line: str) -> None:
    assert first_line(error) == line
