"""`tingpai rules`: the rule sets, and one rule set's table, options and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.text import Text

from .columns import print_columns
from .jsonlines import echo_json, json_option
from .language import lang_option, pick
from .terminal import console

if TYPE_CHECKING:
    from ..rules import RuleSet


@click.command("rules")
@click.argument("name", required=False)
@json_option
@lang_option
def command(name: str | None, as_json: bool, lang: str) -> None:
    """The rule sets; with NAME one rule set's table of values, its options and their defaults. 规则一览。"""
    from .. import rules

    if name is None:
        known = [rules.find(each) for each in rules.NAMES]
        if as_json:
            for rule_set in known:
                echo_json({"name": rule_set.name, "zh": rule_set.zh, "en": rule_set.en})
            return
        cells = ((Text(each.name, "bold"), Text(pick(lang, each.zh, each.en))) for each in known)
        print_columns(console(), cells)
        return
    chosen = rules.get(name)
    if as_json:
        echo_json(_facts(chosen))
    else:
        _show(chosen, lang)


def _facts(chosen: RuleSet) -> dict[str, object]:
    table = chosen.values()
    return {
        "name": chosen.name,
        "zh": chosen.zh,
        "en": chosen.en,
        "columns": [{"zh": zh, "en": en} for zh, en in table.columns],
        "rows": [{"zh": zh, "en": en, "values": list(values)} for (zh, en), values in table.rows],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "allowed": option.allowed,
                "zh": option.zh,
                "en": option.en,
            }
            for option in chosen.OPTIONS
        ],
    }


def _show(chosen: RuleSet, lang: str) -> None:
    from ..rules.options import spell

    out = console()
    out.print(Text(chosen.name, "bold") + Text("  " + pick(lang, chosen.zh, chosen.en)))
    table = chosen.values()
    header = [Text(""), *(Text(pick(lang, *title)) for title in table.columns)]
    rows = [
        [Text(pick(lang, *title)), *(Text("–" if value is None else str(value)) for value in values)]
        for title, values in table.rows
    ]
    print_columns(out, [header, *rows])
    title = ("选项（默认值）：", "options (defaults):") if chosen.OPTIONS else ("没有选项", "no options")
    out.print(pick(lang, *title))
    options = (
        [Text(f"{option.name}={spell(option.default)}", "bold")]
        + [Text(text) for text in (pick(lang, option.allowed_zh, option.allowed), pick(lang, option.zh, option.en))]
        for option in chosen.OPTIONS
    )
    print_columns(out, options)
