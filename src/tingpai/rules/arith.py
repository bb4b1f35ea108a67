"""The two ways in which the Nanning sets reckon: doubling a base, or adding up. Each step is kept for the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .facts import Facts, Reading
from .model import Score, Step

Power = tuple[str, int]
"""A pattern and how often it doubles."""


def product(reading: Reading, powers: Sequence[Power], base: str, points: int, *, concealed: bool = False) -> Score:
    """`points`, named `base`, doubled as often as `powers` say; the patterns are those of the powers (and 门清)."""
    named = ("concealed",) if concealed and not reading.seven_pairs else ()
    steps = [Step(name, f"×{1 << power}") for name, power in powers if power]
    steps += [Step(name, "") for name in named]
    share = points << sum(power for _, power in powers)
    return Score(reading.name, (*(name for name, _ in powers), *named), share, (*steps, Step(base, str(points))))


def total(reading: Reading, terms: Iterable[tuple[str, int]], patterns: Iterable[str]) -> Score:
    """The sum of the terms."""
    steps = tuple(Step(name, f"+{points}" if place else str(points)) for place, (name, points) in enumerate(terms))
    share = sum(int(step.text) for step in steps)
    return Score(reading.name, tuple(patterns), share, steps)


def flat(facts: Facts, pattern: str, points: int) -> Score:
    """A fixed number of points and nothing else."""
    reading = next(facts.readings())
    return Score(reading.name, (pattern,), points, (Step(pattern, str(points)),))


def best(facts: Facts, score: Callable[[Facts, Reading], Score]) -> Score:
    """The score of the reading that is worth most."""
    return max((score(facts, reading) for reading in facts.readings()), key=lambda score: score.share)


def kong_chain(facts: Facts) -> list[Power]:
    """连杠: every kong beyond the first doubles."""
    return [("kong_chain", facts.links - 1)] if facts.links > 1 else []


def natural_win(facts: Facts) -> str | None:
    """天胡 or 地胡: a first-turn self-draw without a kong."""
    if not (facts.first_turn and facts.is_self_draw) or facts.links:
        return None
    return "earthly" if facts.seat else "heavenly"
