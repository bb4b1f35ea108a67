"""Hands from the arguments or standard input, answered one by one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from ..errors import HandError, TingpaiError
from .jsonlines import echo_json
from .refusals import USAGE, complain, refusal

if TYPE_CHECKING:
    from ..hand import Hand

hands_argument = click.argument("hands", nargs=-1, required=True, metavar="HAND...")
"""``HAND…`` (``-``: lines of standard input); the command receives `hands`, which `answer_hands` reads."""


def answer_hands(hands: tuple[str, ...], as_json: bool, answer: Callable[[Hand], None]) -> None:
    """Have each hand asked for answered; `answer` prints all of its answer or raises `HandError`.

    A bad hand is complained of, and with `as_json` answered by a line ``{"error": …}``, so that lines of output and
    hands keep in step. After the last hand the exit status is 2 if any was bad.
    """
    from ..notation import parse_hand

    bad = False

    def refuse(error: TingpaiError) -> None:
        nonlocal bad
        bad = True
        complain(refusal(str(error)))
        if as_json:
            echo_json({"error": str(error)})

    for text in _hand_texts(hands):
        try:
            hand = parse_hand(text)
        except TingpaiError as error:
            refuse(error)
            continue
        try:
            answer(hand)
        except HandError as error:  # not of other kinds: an option at fault is so for every hand
            refuse(error)
    if bad:
        raise click.exceptions.Exit(USAGE)


def _hand_texts(hands: tuple[str, ...]) -> Iterator[str]:
    """The texts; ``-`` stands for the lines of standard input, a blank one is an empty text."""
    for text in hands:
        if text != "-":
            yield text
            continue
        for line in sys.stdin.buffer:
            # Bytes that are not UTF-8 stay in the text, where the notation names them.
            yield line.decode("utf-8-sig", "surrogateescape").strip()
