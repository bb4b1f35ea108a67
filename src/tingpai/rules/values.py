"""Tables of values: the rows that the Nanning sets share, each number computed by the rule set itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..errors import DealError
from ..patterns import Pattern
from .deal import By
from .facts import BY, Facts
from .model import ValueTable
from .nanning import NanningRules

Title = tuple[str, str]
DISCARD = BY.index(By.DISCARD)
ROBBING = BY.index(By.ROB_KONG)
_CLAIMED = 2  # any claim ends 门清
_QUADS = (Pattern(0), Pattern.ONE_QUAD, Pattern.TWO_QUADS, Pattern.THREE_QUADS)
_SEVEN = (("七小对", "seven pairs"), ("豪华七对", "one quad"), ("双豪华", "two quads"), ("三豪华", "three quads"))

Column = tuple[Title, Mapping[str, int], int]
"""Title, how the hand was won, and how many shares the number is."""


def hand_rows(*, melded: bool = True) -> Iterator[tuple[Title, Facts]]:
    """Every kind of hand: plain to three quads, of one suit or not, concealed or not."""
    standard = (
        ("平胡", "plain", Pattern(0)),
        ("清一色", "one suit", Pattern.ONE_SUIT),
        ("碰碰胡", "all pungs", Pattern.ALL_PUNGS),
        ("碰碰胡清一色", "all pungs one suit", Pattern.ALL_PUNGS | Pattern.ONE_SUIT),
    )
    for zh, en, bits in standard:
        yield (zh, en), Facts(int(bits | Pattern.STANDARD), claimed=_CLAIMED)
        yield (f"门清{zh}", f"{en}, concealed"), Facts(int(bits | Pattern.STANDARD))
    for quads, (zh, en) in enumerate(_SEVEN):
        bits = Pattern.SEVEN_PAIRS | _QUADS[quads]
        yield (zh, en), Facts(int(bits))
        yield (f"{zh}清一色", f"{en}, one suit"), Facts(int(bits | Pattern.ONE_SUIT))
    if melded:
        bits = Pattern.STANDARD | Pattern.ALL_PUNGS
        yield ("全求人", "melded hand"), Facts(int(bits), claimed=4)
        yield ("全求人清一色", "melded hand, one suit"), Facts(int(bits | Pattern.ONE_SUIT), claimed=4)


def value_table(rules: NanningRules, columns: Sequence[Column]) -> ValueTable:
    """The table of `hand_rows` and `columns` under `rules`; None where such a win is not allowed."""
    return ValueTable(
        tuple(title for title, _, _ in columns),
        tuple(
            (title, tuple(_value(rules, facts._replace(**how), shares) for _, how, shares in columns))
            for title, facts in hand_rows()
        ),
    )


def _value(rules: NanningRules, facts: Facts, shares: int) -> int | None:
    try:
        return shares * rules.score(facts).share
    except DealError:
        return None
