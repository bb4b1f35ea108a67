"""A tally as sections: each a title, a chart and the table that says the same in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ..chinese import in_chinese
from ..notation import parse_tiles
from ..rules import names
from ..tiles import KINDS, TILES, Tile
from .tally import GroupKey, HandKey, ScoreKey, Tally
from .words import word

_MOST_BARS = 24
_COMMON = 20
_BINS = 24
_LABEL = 32  # characters of a text beside its bar

Cell = int | float | str | None
_Key = TypeVar("_Key", HandKey, ScoreKey)


@dataclass(frozen=True, slots=True)
class Bars:
    """One bar a label; `sideways` where the labels are words."""

    labels: tuple[str, ...]
    values: tuple[float, ...]
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class Heat:
    """A matrix as colours; None is no cell. `cells` are texts to write into them."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    cells: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Percent:
    """A share of one, written as a percentage."""

    share: float


@dataclass(frozen=True, slots=True)
class Section:
    """`table` has one row a line under `header`. `key` names the section in every language; it can be an id."""

    key: str
    title: str
    header: tuple[str, ...]
    table: tuple[tuple[Cell | Percent, ...], ...]
    chart: Bars | Heat


def sections(tally: Tally, lang: str) -> list[Section]:
    """All that a tally has something to say about."""
    found = [_summary(tally, lang)]
    if tally.reasons:
        found.append(_reasons(tally.reasons, lang))
    shanten = _marginal(tally.hands, 0)
    if shanten:
        found.append(_shanten(shanten, lang))
    for place, key, unit in ((2, "wait_kinds", "kinds"), (3, "wait_copies", "copies")):
        counts = Counter({number: count for number, count in _marginal(tally.hands, place).items() if number})
        if counts:
            found.append(_distribution(key, word(key, lang), word(unit, lang), counts, lang))
    if tally.waits:
        found += _waits(tally.waits, lang)
    if "patterns" in tally.columns:
        found += _patterns(tally.scores, lang)
    points = _marginal(tally.scores, 1)
    if points:
        found.append(_points(points, lang))
    for place, (name, group) in enumerate(tally.groups.items(), 1):
        title = word("rules", lang) if name == "rules" else f"{word('by', lang)} {name}"
        found.append(_group(f"by-{place}", title, name, group, lang))
    return found


def _marginal(counts: Mapping[_Key, int], place: int) -> Counter[int]:
    """Rows by one number of their key, those without it left out."""
    found: Counter[int] = Counter()
    for key, count in counts.items():
        if (value := key[place]) is not None:
            assert isinstance(value, int)
            found[value] += count
    return found


def _with_shares(counts: Sequence[tuple[Cell, int]], whole: int) -> tuple[tuple[Cell | Percent, ...], ...]:
    return tuple((label, count, Percent(count / whole)) for label, count in counts)


def _summary(tally: Tally, lang: str) -> Section:
    good = tally.rows - tally.rejects
    shanten = _marginal(tally.hands, 0)
    wins = sum(count for key, count in tally.hands.items() if key[1])
    points = _marginal(tally.scores, 1)
    counts = [("rejects", tally.rejects)]
    if tally.refused:
        counts.append(("refused", tally.refused))
    if tally.has_wins:
        counts.append(("wins", wins))
    if "shanten" in tally.columns:
        counts.append(("waiting", shanten[0]))
    if tally.has_points:
        counts.append(("scored", points.total()))
    rows: list[tuple[Cell | Percent, ...]] = [(word("rows", lang), tally.rows, None)]
    for key, count in counts:
        whole = tally.rows if key == "rejects" else good
        rows.append((word(key, lang), count, Percent(count / whole) if whole else None))
    if points:
        rows.append((word("mean points", lang), _mean(points), None))
    bars = [(word("rows", lang), tally.rows), *((word(key, lang), count) for key, count in counts)]
    return Section(
        "summary",
        word("summary", lang),
        (word("what", lang), word("rows", lang), word("share", lang)),
        tuple(rows),
        _bars(bars, sideways=True),
    )


def _bars(counts: Sequence[tuple[object, float]], *, sideways: bool = False) -> Bars:
    labels = (" ".join(str(label).split()) for label, _ in counts)
    short = tuple(label if len(label) <= _LABEL else label[: _LABEL - 1] + "…" for label in labels)
    return Bars(short, tuple(float(count) for _, count in counts), sideways)


def _reasons(counts: Counter[str], lang: str) -> Section:
    common = counts.most_common(_COMMON)
    rows = [(in_chinese(reason) if lang == "zh" else reason, count) for reason, count in common]
    if len(counts) > _COMMON:
        rows.append((word("other", lang), counts.total() - sum(count for _, count in common)))
    header = (word("reason", lang), word("rows", lang), word("share", lang))
    table = _with_shares(rows, counts.total())
    return Section("reasons", word("reasons", lang), header, table, _bars(rows, sideways=True))


def _shanten(counts: Counter[int], lang: str) -> Section:
    said = {-1: f"-1 {word('win', lang)}", 0: f"0 {word('ready', lang)}"}
    rows = [(said.get(number, str(number)), count) for number, count in sorted(counts.items())]
    header = (word("shanten", lang), word("rows", lang), word("share", lang))
    return Section("shanten", word("shanten", lang), header, _with_shares(rows, counts.total()), _bars(rows))


def _distribution(key: str, title: str, unit: str, counts: Counter[int], lang: str) -> Section:
    """Small numbers: every one from the least to the most."""
    rows = [(number, counts[number]) for number in range(min(counts), max(counts) + 1)]
    header = (unit, word("rows", lang), word("share", lang))
    return Section(key, title, header, _with_shares(rows, counts.total()), _bars(rows))


def tile_name(tile: Tile, lang: str) -> str:
    return tile.chinese if lang == "zh" else str(tile)


def _waits(waits: Counter[str], lang: str) -> Iterator[Section]:
    waiting = waits.total()
    together = _together(waits)
    alone = together.diagonal().tolist()
    labels = tuple(tile_name(tile, lang) for tile in TILES)
    partners = together.copy()
    np.fill_diagonal(partners, 0)
    rows: list[tuple[Cell | Percent, ...]] = []
    for tile in sorted(TILES, key=lambda tile: -alone[tile]):
        best = int(partners[tile].argmax())
        partner = labels[best] if partners[tile, best] else None
        rows.append((labels[tile], alone[tile], Percent(alone[tile] / waiting), partner))
    header = (word("tile", lang), word("hands", lang), word("share", lang))
    places = [[9 * suit + rank for rank in range(9)] for suit in range(4)]
    grid = tuple(tuple(float(alone[at]) if at < KINDS else None for at in row) for row in places)
    cells = tuple(tuple(labels[at] if at < KINDS else "" for at in row) for row in places)
    suits = tuple(word(suit, lang) for suit in "mpsz")
    ranks = tuple(str(rank) for rank in range(1, 10))
    by_tile = tuple(row[:3] for row in rows)
    yield Section("heat", word("heat", lang), header, by_tile, Heat(suits, ranks, grid, cells))
    matrix = tuple(tuple(row) for row in together.astype(float).tolist())
    yield Section(
        "pairs",
        word("pairs", lang),
        (word("tile", lang), word("hands", lang), word("best partner", lang)),
        tuple((row[0], row[1], row[3]) for row in rows),
        Heat(labels, labels, matrix),
    )
    common = [(text, count) for text, count in waits.most_common(_COMMON)]
    yield Section(
        "common",
        word("common", lang),
        (word("waits", lang), word("hands", lang), word("share", lang)),
        _with_shares(common, waiting),
        _bars(common, sideways=True),
    )


def _together(waits: Counter[str]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """(34, 34): hands that wait on both tiles; on the diagonal, on that tile."""
    together = np.zeros((KINDS, KINDS), np.int64)
    for text, count in waits.items():
        tiles = list(parse_tiles(text))
        together[np.ix_(tiles, tiles)] += count
    return together


def _pattern_name(key: str, lang: str) -> str:
    return names.name(key, lang) if key in names.NAMES else key


def _patterns(scores: Counter[ScoreKey], lang: str) -> Iterator[Section]:
    """A row with several patterns counts for each of them, with all its points."""
    rows: Counter[str] = Counter()
    points: Counter[str] = Counter()
    scored = 0
    for (patterns, value), count in scores.items():
        if value is None:
            continue
        scored += count
        for pattern in patterns or ():
            rows[pattern] += count
            points[pattern] += count * value
    if not rows:
        return
    labels = {pattern: _pattern_name(pattern, lang) for pattern in rows}
    often = [(labels[pattern], count) for pattern, count in rows.most_common()]
    header = (word("pattern", lang), word("rows", lang), word("share", lang))
    table = _with_shares(often, scored)
    yield Section("patterns", word("patterns", lang), header, table, _bars(often[:_MOST_BARS], sideways=True))
    earned = [(labels[pattern], total) for pattern, total in points.most_common()]
    yield Section(
        "pattern-points",
        word("pattern points", lang),
        (word("pattern", lang), word("total points", lang), word("mean points", lang)),
        tuple((labels[pattern], total, total / rows[pattern]) for pattern, total in points.most_common()),
        _bars(earned[:_MOST_BARS], sideways=True),
    )


def _mean(counts: Counter[int]) -> float:
    return sum(value * count for value, count in counts.items()) / counts.total()


def _median(counts: Counter[int]) -> int:
    """The least value that half of the rows do not exceed."""
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if 2 * seen >= counts.total():
            return value
    raise AssertionError("no rows")


def _points(counts: Counter[int], lang: str) -> Section:
    """Every value where they are few, else bins of one width."""
    values = sorted(counts)
    if len(values) <= _BINS:
        rows = [(str(value), counts[value]) for value in values]
    else:
        width = -(-(values[-1] - values[0] + 1) // _BINS)
        bins: Counter[int] = Counter()
        for value, count in counts.items():
            bins[(value - values[0]) // width] += count
        starts = ((values[0] + width * place, bins[place]) for place in range(max(bins) + 1))
        rows = [(str(start) if width == 1 else f"{start}–{start + width - 1}", count) for start, count in starts]
    extra: tuple[tuple[Cell | Percent, ...], ...] = (
        (word("mean points", lang), _mean(counts), None),
        (word("median", lang), _median(counts), None),
        (word("highest", lang), values[-1], None),
    )
    header = (word("value", lang), word("rows", lang), word("share", lang))
    table = (*_with_shares(rows, counts.total()), *extra)
    return Section("points", word("points", lang), header, table, _bars(rows))


@dataclass(slots=True)
class _Group:
    """What the rows of one value add up to."""

    rows: int = 0
    wins: int = 0
    ready: int = 0
    answered: int = 0
    shanten: int = 0
    scored: int = 0
    points: int = 0

    def add(self, shanten: int | None, win: bool | None, points: int | None, count: int) -> None:
        self.rows += count
        self.wins += count if win else 0
        if shanten is not None:
            self.answered += count
            self.ready += count if shanten == 0 else 0
            self.shanten += count * shanten
        if points is not None:
            self.scored += count
            self.points += count * points


def _group(key: str, title: str, column: str, counts: Counter[GroupKey], lang: str) -> Section:
    groups: dict[str, _Group] = {}
    for (value, shanten, win, points), count in sorted(counts.items(), key=lambda item: _order(item[0][0])):
        label = word("none", lang) if value is None else str(value)
        groups.setdefault(label, _Group()).add(shanten, win, points, count)
    shown = dict(list(groups.items())[:_MOST_BARS])
    if len(groups) > _MOST_BARS:
        most = sorted(groups, key=lambda label: -groups[label].rows)[: _MOST_BARS - 1]
        shown = {label: group for label, group in groups.items() if label in most}
        shown[word("other", lang)] = _merged([group for label, group in groups.items() if label not in most])
    has_shanten = any(group.answered for group in shown.values())
    has_points = any(group.scored for group in shown.values())
    header = [column, word("rows", lang)]
    if has_shanten:
        header += [word("share of wins", lang), word("waiting", lang), word("mean shanten", lang)]
    if has_points:
        header += [word("scored", lang), word("mean points", lang)]
    table = tuple(_group_row(label, group, has_shanten, has_points) for label, group in shown.items())
    # The chart shows what the rows are worth, where that is known; else how many there are.
    values = [
        (label, group.points / group.scored if has_points and group.scored else 0 if has_points else group.rows)
        for label, group in shown.items()
    ]
    title = f"{title} · {word('mean points' if has_points else 'rows', lang)}"
    return Section(key, title, tuple(header), table, _bars(values, sideways=True))


def _order(value: object) -> tuple[int, float, str]:
    """Numbers by size, then text; what says nothing last."""
    if isinstance(value, (int, float)):
        return 0, float(value), ""
    text = str(value)
    if text.removeprefix("-").isdecimal():
        return 0, float(text), ""
    return (2, 0, "") if value is None else (1, 0, text)


def _merged(groups: Sequence[_Group]) -> _Group:
    merged = _Group()
    for group in groups:
        for name in _Group.__dataclass_fields__:
            setattr(merged, name, getattr(merged, name) + getattr(group, name))
    return merged


def _group_row(label: str, group: _Group, has_shanten: bool, has_points: bool) -> tuple[Cell | Percent, ...]:
    row: list[Cell | Percent] = [label, group.rows]
    if has_shanten:
        some = group.answered
        row += [Percent(group.wins / some), Percent(group.ready / some), group.shanten / some] if some else [None] * 3
    if has_points:
        row += [group.scored, group.points / group.scored if group.scored else None]
    return tuple(row)
