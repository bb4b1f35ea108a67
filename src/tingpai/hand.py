"""`Hand` and `Meld`: frozen values. Text is read in `notation`; here is what the text means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from operator import add

from .errors import HandError
from .tiles import KINDS, TILES, Tile, mpsz

MAX_MELDS = 4


class MeldKind(Enum):
    """What a meld is: `CHOW`, `PUNG`, `EXPOSED_KONG`, `ADDED_KONG`, `CONCEALED_KONG`, or a laid-down `SINGLE`.

    The value is the Chinese word.
    """

    CHOW = "吃"
    PUNG = "碰"
    EXPOSED_KONG = "明杠"
    ADDED_KONG = "补杠"
    CONCEALED_KONG = "暗杠"
    SINGLE = "单张杠"  # a laid-down 红中杠 or 癞子杠: takes no place among the four melds


_MOST_COUNTED = 255  # what a byte holds
_PLACES = (None, 1, 2, 3)
_KONGS = frozenset({MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG})


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld.

    `tile` is the kind (of a chow the lowest). `source` is where the claimed tile came from: 1 上家 (previous player),
    2 对家 (opposite), 3 下家 (next player), None unknown or not claimed; an added kong has its pung's source. A chow
    always comes from the previous player; its `claimed` tells which of the three tiles was claimed (1 to 3).
    """

    kind: MeldKind
    tile: Tile
    source: int | None = None
    claimed: int | None = None

    def __post_init__(self) -> None:
        if self.kind is MeldKind.CHOW and (self.tile.is_honour or self.tile.rank > 7):
            raise HandError(f"{self.tile} begins no chow", expected="a chow from 123 to 789 in one suit")
        if self.source not in _PLACES or self.claimed not in _PLACES or (self.source and not self.is_claimed):
            raise HandError(
                f"{self.kind.value} {self.tile} from {self.source!r}, claimed {self.claimed!r}",
                expected="1, 2 or 3 of a claimed tile, None otherwise",
            )
        if self.kind is MeldKind.CHOW and self.claimed is not None and self.source is None:
            object.__setattr__(self, "source", 1)

    @property
    def is_kong(self) -> bool:
        """Four tiles; a laid-down single is none."""
        return self.kind in _KONGS

    @property
    def is_claimed(self) -> bool:
        """Claimed from another player: chow, pung, exposed or added kong. It ends 门清."""
        return self.kind not in (MeldKind.CONCEALED_KONG, MeldKind.SINGLE)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the meld, in order: three, four of a kong, one of a laid-down single."""
        if self.kind is MeldKind.CHOW:
            return (self.tile, TILES[self.tile + 1], TILES[self.tile + 2])
        if self.kind is MeldKind.SINGLE:
            return (self.tile,)
        return (self.tile,) * (4 if self.is_kong else 3)

    def __str__(self) -> str:
        if self.kind is MeldKind.CHOW:
            digit = self.claimed
        elif self.kind is MeldKind.ADDED_KONG:
            digit = None if self.source is None else self.source + 4
        else:
            digit = self.source
        return f"[{mpsz(self.tiles)}{'' if digit is None else digit}]"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: concealed counts, melds, and the last tile where it is known.

    `raw` is the 34 concealed counts as `bytes` (what the core reads), `counts` the same as a tuple of ints. `last` is
    the drawn or won tile of a 3k+2 hand, counted in `raw`; None where it is not known or the hand has 3k+1 tiles.
    Construction checks nothing; `check` (called by `parse` and by every question) tells what is wrong.
    """

    raw: bytes
    melds: tuple[Meld, ...] = ()
    last: Tile | None = None

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand in any notation of docs/notation.md; raises `NotationError` or `HandError`, one line each."""
        from .notation import parse_hand

        return parse_hand(text)

    @classmethod
    def of(cls, tiles: Iterable[int], melds: Sequence[Meld] = (), last: Tile | None = None) -> Hand:
        """A hand of concealed `tiles` (kinds, in any order) and melds. Raises `NotationError` for what is no kind."""
        counts = [0] * KINDS
        for tile in tiles:
            counts[tile if isinstance(tile, Tile) else Tile(tile)] += 1
        most = max(counts)
        if most > _MOST_COUNTED:
            raise _too_many(TILES[counts.index(most)], most)
        return cls(bytes(counts), tuple(melds), last)

    def without(self, tile: Tile) -> Hand:
        """The hand after discarding one concealed `tile`. Raises `HandError` where there is none."""
        counts = bytearray(self.raw)
        if not counts[Tile(tile)]:
            raise HandError(f"{Tile(tile)} is not in the hand", expected="a tile of the hand")
        counts[tile] -= 1
        return Hand(bytes(counts), self.melds)

    @property
    def counts(self) -> tuple[int, ...]:
        """34 numbers: the concealed tiles of each kind."""
        return tuple(self.raw)

    @property
    def meld_counts(self) -> bytes:
        """34 numbers as `bytes`: the tiles of each kind laid down."""
        counts = bytearray(KINDS)
        for meld in self.melds:
            for tile in meld.tiles:
                counts[tile] += 1
        return bytes(counts)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles in order, the last tile (where known) at the end."""
        counts = bytearray(self.raw)
        self._check_last()
        if self.last is not None:
            counts[self.last] -= 1
        tiles = [tile for tile in TILES for _ in range(counts[tile])]
        return (*tiles, self.last) if self.last is not None else tuple(tiles)

    @property
    def sets(self) -> tuple[Meld, ...]:
        """The melds that take a place among the four (laid-down singles left out)."""
        return tuple(meld for meld in self.melds if meld.kind is not MeldKind.SINGLE)

    @property
    def is_concealed(self) -> bool:
        """门清: nothing claimed; a concealed kong keeps it."""
        return not any(meld.is_claimed for meld in self.melds)

    @property
    def is_drawn(self) -> bool:
        """3k+2 concealed tiles: complete or with a discard to make."""
        return sum(self.raw) % 3 == 2

    def check(self) -> Hand:
        """Self, if these tiles can be a hand; else `HandError`: five of a kind, too many melds or tiles, bad number."""
        if len(self.raw) != KINDS:
            raise HandError(f"{len(self.raw)} counts", expected="34 counts")
        self._check_last()
        held = list(map(add, self.raw, self.meld_counts))
        if max(held) > 4:
            tile = next(tile for tile in TILES if held[tile] > 4)
            raise _too_many(tile, held[tile])
        sets = len(self.sets)
        if sets > MAX_MELDS:
            raise HandError(f"too many melds ({sets})", expected="at most four")
        total = sum(self.raw)
        if total + 3 * sets > 14:
            raise HandError(f"too many tiles ({total} concealed beside {sets} melds)", expected=_sizes(sets))
        if total % 3 == 0:
            raise HandError(f"{total} concealed tiles are neither 3k+1 nor 3k+2", expected=_sizes(sets))
        return self

    def _check_last(self) -> None:
        if self.last is not None and not self.raw[self.last]:
            raise HandError(f"the last tile {self.last} is not in the hand", expected="a hand that holds it")

    def __str__(self) -> str:
        return "".join(map(str, self.melds)) + mpsz(self.tiles)


def _too_many(tile: Tile, copies: int) -> HandError:
    return HandError(f"more than four copies of {tile} ({copies})", expected="at most four of a kind")


def _sizes(sets: int) -> str:
    most = 13 - 3 * sets
    return f"{most} or {most + 1} concealed tiles, or fewer by threes"
