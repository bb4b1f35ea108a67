"""What a report says, in Chinese and English."""

from __future__ import annotations

_WORDS: dict[str, tuple[str, str]] = {
    "title": ("听牌报告", "tingpai report"),
    "summary": ("总览", "Overview"),
    "rows": ("行数", "rows"),
    "rejects": ("坏行", "rejects"),
    "refused": ("规则不许", "refused by the rules"),
    "reasons": ("为什么不收", "Why rows are refused"),
    "reason": ("原因", "reason"),
    "wins": ("胡牌", "wins"),
    "waiting": ("听牌", "waiting"),
    "scored": ("计分", "scored"),
    "mean points": ("平均分", "mean points"),
    "total points": ("总分", "total points"),
    "highest": ("最高", "highest"),
    "median": ("中位", "median"),
    "what": ("项目", "what"),
    "share": ("占比", "share"),
    "shanten": ("向听", "Shanten"),
    "win": ("胡", "win"),
    "ready": ("听", "waiting"),
    "wait_kinds": ("听几种", "Kinds waited on"),
    "wait_copies": ("听几张", "Copies left of the waits"),
    "kinds": ("种", "kinds"),
    "copies": ("张", "copies"),
    "heat": ("各牌被听多少", "Which tiles are waited on"),
    "pairs": ("一起听的牌", "Tiles waited on together"),
    "tile": ("牌", "tile"),
    "hands": ("手数", "hands"),
    "best partner": ("最常一起听", "most often with"),
    "common": ("最常见的听牌", "The commonest waits"),
    "waits": ("听牌", "waits"),
    "patterns": ("番型频率", "Patterns by frequency"),
    "pattern points": ("番型得分", "Patterns by points"),
    "pattern": ("番型", "pattern"),
    "points": ("得分分布", "Points"),
    "value": ("分", "points"),
    "rules": ("按规则", "By rule set"),
    "by": ("按列", "By column"),
    "mean shanten": ("平均向听", "mean shanten"),
    "share of wins": ("胡牌率", "share of wins"),
    "other": ("其余", "other"),
    "none": ("（空）", "(empty)"),
    "m": ("万", "m"),
    "p": ("筒", "p"),
    "s": ("条", "s"),
    "z": ("字", "z"),
}


def word(key: str, lang: str) -> str:
    """The text `key` in ``"zh"`` or ``"en"``."""
    zh, en = _WORDS[key]
    return zh if lang == "zh" else en
