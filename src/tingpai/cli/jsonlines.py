"""JSON lines in the place of text."""

from __future__ import annotations

import json
import sys

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON lines. 输出 JSON。")
"""``--json``; the command receives `as_json`."""


def echo_json(value: object) -> None:
    """One JSON line; Chinese as it is where the output can carry it."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    click.echo(json.dumps(value, ensure_ascii=encoding != "utf8"))
