"""The `tingpai` command. Each command lives in a module of its own name and is imported only when it runs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from .interrupts import boundary
from .language import hear

COMMANDS = {
    "waits": "What each HAND waits on, or what to discard. 听什么牌。",
    "win": "Whether each HAND is complete, and how. 胡没胡，怎么拆。",
    "score": "What a complete HAND is worth, step by step. 一手牌值多少。",
    "settle": "Who pays whom in a deal, or in many. 结算。",
    "rules": "The rule sets, their values and options. 规则一览。",
    "analyze": "Shanten, wins and waits of tables of hands. 批量分析手牌。",
    "convert": "Game logs into a table of hands. 牌谱里的手牌。",
    "generate": "Random hands, and whole random games. 随机手牌或对局。",
    "report": "What a result holds, in tables and plots. 结果一览。",
    "advise": "What to discard, with chances and points. 打哪张。",
    "serve": "A page to enter a hand or a deal. 网页。",
    "bench": "Hands per second on this machine. 本机每秒能分析多少手牌。",
}
"""Each command, which is a module of that name, in a line of the list of commands: that list imports none of them."""


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for: start-up costs click alone."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(f".{name}", __name__).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def make_context(self, info_name: str | None, args: list[str], *others: Any, **settings: Any) -> click.Context:
        hear(args)
        with boundary():
            return super().make_context(info_name, args, *others, **settings)

    def invoke(self, ctx: click.Context) -> object:
        with boundary():
            return super().invoke(ctx)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tingpai")
def main() -> None:
    """Mahjong hands: wins, waits, shanten, and scores under regional Chinese rules. 听牌、胡牌与计分。"""
