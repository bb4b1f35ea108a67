"""A settlement in words: the arithmetic of each win line by line, then who pays whom, in Chinese or English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .model import Payment, Settlement, Step, Winner
from .names import name

SEATS = {"zh": ("庄家", "下家", "对家", "上家"), "en": ("seat 0 (dealer)", "seat 1", "seat 2", "seat 3")}
_WIN = ("win", "liable")


def arithmetic(steps: Iterable[Step], lang: str) -> str:
    """``清一色 ×2 · 碰碰胡 ×2 · 自摸 3``."""
    return " · ".join(f"{name(step.name, lang)} {step.text}".rstrip() for step in steps)


def explain(settlement: Settlement, lang: str) -> Iterator[str]:
    """The lines of a settlement: a line for each winner, one for each payment, the sums, and who deals next."""
    seats = SEATS[lang]
    if not settlement.winners:
        yield "无人胡牌，只结杠分" if lang == "zh" else "nobody wins; kong points alone"
    for winner in settlement.winners:
        yield win_line(winner, settlement.payments, lang)
    for payment in settlement.payments:
        yield f"{seats[payment.payer]} → {seats[payment.payee]} {payment.points}{_reason(payment.reason, lang)}"
    sums = "，" if lang == "zh" else ", "
    yield ("合计：" if lang == "zh" else "in all: ") + sums.join(
        f"{seat} {points:+d}" for seat, points in zip(seats, settlement.net, strict=True)
    )
    if settlement.next_dealer is not None:
        yield ("下局庄家：" if lang == "zh" else "next dealer: ") + seats[settlement.next_dealer]


def win_line(winner: Winner, payments: Iterable[Payment], lang: str) -> str:
    """``庄家：清一色 ×2 · 碰碰胡 ×2 · 自摸 3 → 每家 12，共 36``."""
    paid = [payment for payment in payments if payment.payee == winner.seat and payment.reason in _WIN]
    amounts = {payment.points for payment in paid}
    if len(paid) == 3 and len(amounts) == 1:
        each = f"每家 {paid[0].points}" if lang == "zh" else f"{paid[0].points} each"
    else:
        between = "，" if lang == "zh" else ", "
        each = between.join(f"{SEATS[lang][payment.payer]} {payment.points}" for payment in paid)
    total = f"，共 {winner.value}" if lang == "zh" else f", in all {winner.value}"
    who = SEATS[lang][winner.seat] + ("：" if lang == "zh" else ": ")
    return f"{who}{arithmetic((*winner.score.steps, *winner.more), lang)} → {each}" + (total if len(paid) > 1 else "")


def _reason(reason: str, lang: str) -> str:
    """``（杠分 9999p）``, `` (kong 9999p)``."""
    kind, _, tiles = reason.partition(" ") if reason.startswith("kong ") else (reason, "", "")
    words = f"{name(kind, lang)} {tiles}".rstrip()
    return f"（{words}）" if lang == "zh" else f" ({words})"
