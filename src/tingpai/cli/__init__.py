"""The `tingpai` command. Each command lives in a module of its own name and is imported only when it runs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from .interrupts import boundary

COMMANDS = {
    "waits": "waits",
    "win": "win",
    "score": "score",
    "settle": "settle",
    "rules": "rules",
    "analyze": "analyze",
    "convert": "convert",
    "generate": "generate",
    "report": "report",
    "advise": "advise",
    "serve": "serve",
    "bench": "bench",
}


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for: start-up costs click alone."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(f".{COMMANDS[name]}", __name__).command
        assert isinstance(command, click.Command)
        return command

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        with boundary():
            return super().make_context(*arguments, **settings)

    def invoke(self, ctx: click.Context) -> object:
        with boundary():
            return super().invoke(ctx)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tingpai")
def main() -> None:
    """Mahjong hands: wins, waits, shanten, and scores under regional Chinese rules. 听牌、胡牌与计分。"""
