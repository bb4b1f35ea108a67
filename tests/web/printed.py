"""Printed examples of the rules as deals that a table could show, and the numbers printed for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

PLAIN = "[111z1]345m67p99s234p"
CONCEALED = "345m67p99s234567p"
PUNGS = "[111z1][222z2]333m44p99s"
PUNGS_SUIT = "[111m1][222m2]333m44m99m"
SELF_DRAW = "self_draw"


@dataclass(frozen=True)
class Example:
    """`deal` ends with the seats' net points of `net` (those named)."""

    printed: str
    deal: dict[str, Any]
    net: dict[int, int] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.deal['rules']}: {self.printed}"


def won(rules: str, hand: str, tile: str, source: int | None = None, seat: int = 0, **keys: Any) -> dict[str, Any]:
    """A deal that `seat` wins; `others` are the other seats' hands."""
    others = keys.pop("others", {})
    by = keys.pop("by", SELF_DRAW if source is None else "discard")
    hands = [others.get(place, "") for place in range(4)]
    hands[seat] = hand
    win = {"winners": [seat], "by": by, "from": source, "tile": tile}
    return {"rules": rules, "players": [{"hand": text} for text in hands], "win": win, **keys}


def drawn_out(rules: str, hand: str, *chains: list[str]) -> dict[str, Any]:
    """An exhausted hand in which the dealer made kongs."""
    players = [{"hand": hand}, {"hand": ""}, {"hand": ""}, {"hand": ""}]
    return {"rules": rules, "players": players, "chains": [{"seat": 0, "kongs": chain} for chain in chains]}


CLASSIC, LAIYOU, ZHANG, FEN, FAN = (f"nanning-{name}" for name in ("classic", "laiyou", "zhang", "fen", "fan"))
KAIKOU, KOUKOU = "wuhan-kaikou", "wuhan-koukou"
LOCKED = "[111z1][222z1][333m1]44p99s"  # 上家, seat 3, supplied three
WHITE = {"indicator": "6z"}  # the wildcard is 白, out of the way
SMALL = "[234p1]678m55p46s999s"  # opened once, waits on 5s
WUHAN_SUIT = "[111p2][333p3]444p55p88p"  # one suit, all pungs

EXAMPLES = [
    # ---- nanning-classic ----
    Example("门清暗杠 27", won(CLASSIC, "[1111z]345m67p99s234p", "8p", chain=["1111z"]), {0: 27}),
    Example("明杠 18+1", won(CLASSIC, "[1111z1]345m67p99s234p", "8p", chain=["1111z"]), {0: 19, 3: -19}),
    Example("明杠碰碰胡 36+1", won(CLASSIC, "[1111z1][222z2]333m44p99s", "9s", chain=["1111z"]), {0: 37, 3: -37}),
    Example("明杠碰碰胡清一色 72+1", won(CLASSIC, "[1111m1][222m2]333m44m99m", "9m", chain=["1111m"]), {0: 73, 3: -73}),
    Example(
        "暗杠碰碰胡清一色门清 (32+1)×3", won(CLASSIC, "[1111m]222m333m44m99m", "9m", chain=["1111m"]), {0: 99, 1: -33}
    ),
    Example("抢杠 9", won(CLASSIC, PLAIN, "8p", 1, by="rob_kong", others={1: "[888p2]"}), {0: 9, 1: -9}),
    Example("全求人 18", won(CLASSIC, "[111z1][222z2][333m3][444p1]9s", "9s", 2), {0: 18, 2: -18}),
    Example("天胡 24", won(CLASSIC, CONCEALED, "8p", first_turn=True), {0: 24, 1: -8, 2: -8, 3: -8}),
    Example("人胡门清碰碰胡清一色 48", won(CLASSIC, "111222333m44m99m", "9m", 0, 1, first_turn=True), {1: 48, 0: -48}),
    Example("海底捞月 18", won(CLASSIC, PLAIN, "8p", last_tile=True), {0: 18}),
    Example("海底炮门清 12", won(CLASSIC, CONCEALED, "8p", 2, last_tile=True), {0: 12, 2: -12}),
    Example("死双 27", won(CLASSIC, LOCKED, "9s", 1, options={"dead_lock": True}), {0: 27, 3: -18, 1: -9}),
    Example("死双自摸 36", won(CLASSIC, LOCKED, "9s", options={"dead_lock": True}), {0: 36, 3: -36}),
    # ---- nanning-laiyou ----
    Example("平胡自摸 3", won(LAIYOU, PLAIN, "8p"), {0: 9, 1: -3}),
    Example("门清自摸 3+1", won(LAIYOU, CONCEALED, "8p"), {0: 12, 1: -4}),
    Example("碰碰胡放炮 9", won(LAIYOU, PUNGS, "9s", 2), {0: 9, 2: -9}),
    Example("清一色碰碰胡自摸 6×2", won(LAIYOU, PUNGS_SUIT, "9m"), {0: 36, 1: -12}),
    Example("全求人 9×2", won(LAIYOU, "[111z1][222z2][333m3][444p1]9s", "9s", 2), {0: 18, 2: -18}),
    Example("七小对放炮 12", won(LAIYOU, "1133m2255p7788s1z", "1z", 3), {0: 12, 3: -12}),
    Example("天胡 50", won(LAIYOU, CONCEALED, "8p", first_turn=True), {0: 150, 1: -50}),
    Example("抢杠 9", won(LAIYOU, PLAIN, "8p", 1, by="rob_kong", others={1: "[888p2]"}), {0: 9, 1: -9}),
    Example(
        "清一色碰碰胡暗杠开 9×2×2",
        won(
            LAIYOU,
            "[1111m][222m2]333m44m99m",
            "9m",
            chain=["1111m"],
            options={"concealed_kong_win_base": 9},
        ),
        {0: 3 * 36 + 3, 1: -37},
    ),
    # ---- nanning-zhang ----
    Example("三个补杠 3", drawn_out(ZHANG, "[1111m5][2222m7][3333m6]", ["1111m", "2222m", "3333m"]), {0: 3, 3: -3}),
    Example(
        "补杠、暗杠、暗杠 7", drawn_out(ZHANG, "[1111m5][2222m][3333m]", ["1111m", "2222m", "3333m"]), {0: 7, 3: -7}
    ),
    Example(
        "暗杠之后补、补、暗 5",
        drawn_out(ZHANG, "[1111m5][2222m7][3333m][4444m]", ["1111m", "2222m", "4444m"]),
        {0: 8, 3: -6, 1: -1, 2: -1},
    ),
    Example(
        "暗、补、补 2", drawn_out(ZHANG, "[1111m5][2222m7][3333m]", ["3333m", "1111m", "2222m"]), {0: 5, 3: -3, 1: -1}
    ),
    Example(
        "补、补、暗后胡 18×4+5",
        won(ZHANG, "[1111m5][2222p6][3333s]67p99s", "8p", chain=["1111m", "2222p", "3333s"]),
        {0: 77, 3: -77},
    ),
    Example("门清放炮 3", won(ZHANG, CONCEALED, "8p", 1), {0: 3, 1: -3}),
    Example("碰碰胡自摸 6", won(ZHANG, PUNGS, "9s"), {0: 18, 1: -6}),
    Example("七对放炮 12", won(ZHANG, "1133m2255p7788s1z", "1z", 3), {0: 12, 3: -12}),
    Example("地胡 100", won(ZHANG, CONCEALED, "8p", seat=2, first_turn=True), {2: 300, 0: -100}),
    # ---- nanning-fen ----
    Example(
        "杠上炮对对胡 9+9",
        won(FEN, PUNGS, "9s", 1, others={1: "[7777s]"}, chain=["7777s"]),
        {0: 18 - 1, 1: -18 + 3, 2: -1, 3: -1},
    ),
    Example("海底捞月对对胡 6+6", won(FEN, PUNGS, "9s", last_tile=True), {0: 36, 1: -12}),
    Example("海底炮对对胡 18", won(FEN, PUNGS, "9s", 3, last_tile=True), {0: 18, 3: -18}),
    Example("天胡对对胡 12", won(FEN, "111222z333m44p99s", "9s", first_turn=True), {0: 36, 1: -12}),
    Example("暗杠杠上花 9+1", won(FEN, "[1111z]345m67p99s234p", "8p", chain=["1111z"]), {0: 30, 1: -10}),
    Example("平胡放炮 2", won(FEN, PLAIN, "8p", 2), {0: 2, 2: -2}),
    # ---- nanning-fan ----
    Example("杠上花不满5番按5番", won(FAN, "[1111z1]345m67p99s234p", "8p", chain=["1111z"]), {0: 15 + 1, 3: -16}),
    Example("海底捞月不满5番按5番", won(FAN, PLAIN, "8p", last_tile=True), {0: 15, 1: -5}),
    Example("抢杠由被抢者包 5×3", won(FAN, PLAIN, "8p", 1, by="rob_kong", others={1: "[888p2]"}), {0: 15, 1: -15}),
    Example("天胡 8", won(FAN, CONCEALED, "8p", first_turn=True), {0: 24, 1: -8}),
    Example("人胡 8", won(FAN, CONCEALED, "8p", 0, 1, first_turn=True), {1: 8, 0: -8}),
    Example("听牌 +1", won(FAN, CONCEALED, "8p", 2, declared=[0]), {0: 4, 2: -4}),
    # ---- wuhan-kaikou: a seat that opened once wins from seats that laid nothing down ----
    Example(
        "小胡软自摸 2·2", won(KAIKOU, "[234p1]678m55p46s99s5z", "9s", seat=1, **WHITE), {1: 4 + 4 + 8, 0: -8, 2: -4}
    ),
    Example("小胡硬自摸 2·2·2", won(KAIKOU, SMALL, "5s", seat=1, **WHITE), {1: 32, 0: -16, 2: -8}),
    Example("小胡硬放炮", won(KAIKOU, SMALL, "5s", 2, 1, **WHITE), {1: 20, 2: -8, 3: -4, 0: -8}),
    Example("碰碰胡硬自摸 10·1.5·2·2", won(KAIKOU, "[111p2]333p444s77m99s", "9s", seat=1, **WHITE), {1: 180, 0: -60}),
    Example(
        "清一色碰碰胡硬放炮 560",
        won(
            KAIKOU,
            WUHAN_SUIT,
            "8p",
            2,
            1,
            others={0: "[222m2]", 2: "[444m3]", 3: "[666m1]"},
            **WHITE,
        ),
        {1: 560, 2: -240, 0: -160, 3: -160},
    ),
    # ---- wuhan-koukou ----
    Example(
        "小胡硬自摸 32，庄家128",
        won(
            KOUKOU,
            "[234p1][9999s2]678m55p46s",
            "5s",
            seat=1,
            others={0: "[222m2]", 2: "[111m1][333m1][4444m]", 3: "[6666p5]"},
            **WHITE,
        ),
        {0: -128, 2: -512, 3: -128},
    ),
    Example(
        "小胡封顶 300",
        won(
            KOUKOU,
            "[234p1][9999s2]678m55p46s",
            "5s",
            seat=1,
            others={0: "[222m2]", 2: "[111m1][333m1][4444m]", 3: "[6666p5]"},
            options={"cap": 300},
            **WHITE,
        ),
        {0: -128, 2: -300, 3: -128},
    ),
    Example(
        "清一色碰碰胡硬放炮 320 320 480",
        won(KOUKOU, WUHAN_SUIT, "8p", 2, 1, others={0: "[222m2]", 2: "[444m3]", 3: "[666m1]"}, **WHITE),
        {2: -480, 0: -320, 3: -320},
    ),
    Example(
        "金顶 500×3",
        won(
            KOUKOU,
            WUHAN_SUIT,
            "8p",
            2,
            1,
            others={0: "[222m2]", 2: "[444m3]", 3: "[666m1]"},
            options={"cap": 300},
            **WHITE,
        ),
        {1: 1500, 0: -500, 2: -500, 3: -500},
    ),
    Example("小胡硬自摸", won(KOUKOU, SMALL, "5s", seat=1, **WHITE), {1: 32, 0: -16, 2: -8}),
]
