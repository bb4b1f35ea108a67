"""One hand a line."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from .quoting import Layout, check_line_end
from .records import Chunk, text_lines
from .rows import Rows

COLUMN = "hand"


class TxtFormat:
    """Every line is a row of the column ``hand``, an empty one too."""

    layout = Layout(None, b"")
    header = b""

    def __init__(self, path: str, head: bytes) -> None:
        check_line_end(head[: head.find(b"\n") + 1] or head, self.layout, path)

    def rows(self, chunk: Chunk) -> Rows:
        chunk.to_utf8()
        chunk.break_lone_returns()
        hands = pc.utf8_rtrim(text_lines(chunk.data), characters="\r\n")
        broken = {row: (COLUMN, why) for row, (why, _) in chunk.broken.items()}
        return Rows(pa.table({COLUMN: hands}), chunk.locate, broken)
