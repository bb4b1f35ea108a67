"""Chinese and English of what a settlement speaks of. The keys are the names in answers and tables."""

from __future__ import annotations

from ..patterns import PATTERN_NAMES

NAMES: dict[str, tuple[str, str]] = {
    # hands
    **{str(pattern.name).lower(): names for pattern, names in PATTERN_NAMES.items()},
    "concealed": ("门清", "concealed"),
    "melded_hand": ("全求人", "melded hand"),
    "small": ("小胡", "small hand"),
    "hard": ("硬胡", "hard"),
    "soft": ("软胡", "soft"),
    # how they were won
    "self_draw": ("自摸", "self-draw"),
    "discard": ("放炮", "discard"),
    "win_after_kong": ("杠上花", "win after a kong"),
    "discard_after_kong": ("杠上炮", "discard after a kong"),
    "robbing": ("抢杠胡", "robbing a kong"),
    "kong_chain": ("连杠", "kong chain"),
    "melded_discard": ("全求炮", "discard of a melded hand"),
    "last_draw": ("海底捞月", "last tile draw"),
    "last_discard": ("海底炮", "last tile discard"),
    "heavenly": ("天胡", "heavenly win"),
    "earthly": ("地胡", "earthly win"),
    "human": ("人胡", "human win"),
    "declared": ("听牌", "declared ready"),
    "winner_melds": ("开口与杠", "openings and kongs"),
    "dealer": ("庄家", "dealer"),
    "floor": ("不满5番按5番", "at least 5"),
    # what is paid
    "win": ("胡牌", "win"),
    "kong": ("杠分", "kong"),
    "liable": ("承包", "one pays all"),
    "horses": ("买马", "horses"),
    "fish": ("钓鱼", "fish"),
    "false win": ("诈胡", "false win"),
}
"""name → (Chinese, English)."""


def name(key: str, lang: str) -> str:
    """The name of `key` in ``"zh"`` or ``"en"``."""
    zh, en = NAMES[key]
    return zh if lang == "zh" else en
