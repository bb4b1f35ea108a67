"""Mutations of JSON that stay JSON: bytes flipped blindly seldom get past its parser."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import atheris

_STRANGE: list[Any] = [
    *(None, True, -1, 0, 1, 4, 13, 34, 255, 1e300, 10**30),
    *("", " ", "5z", "[1111m]", "123m11z", "\ud800"),
    *([], [[]], {}, [0, 0]),
]


def mutate_json(data: bytes, max_size: int, seed: int) -> bytes:
    """One or two changes in one of the JSON values of `data`, one a line; plain bytes mostly elsewhere."""
    chance = random.Random(seed)
    lines = data.split(b"\n")
    number = chance.randrange(len(lines))
    try:
        value = json.loads(lines[number])
    except (ValueError, RecursionError):
        return atheris.Mutate(data, max_size)
    if chance.random() < 0.2:
        return atheris.Mutate(data, max_size)
    holder = [value]
    for _ in range(chance.randint(1, 2)):
        _change(holder, chance)
    lines[number] = json.dumps(holder[0] if holder else None).encode()
    changed = b"\n".join(lines)
    return changed if len(changed) <= max_size else data


def _change(holder: list[Any], chance: random.Random) -> None:
    places = list(_places(holder))
    if not places:
        return
    container, key = chance.choice(places)
    way = chance.randrange(5)
    if way == 0:
        del container[key]
    elif way == 1:
        other, from_key = chance.choice(places)
        container[key] = copy.deepcopy(other[from_key])
    elif way == 2 and isinstance(container, list):
        container.insert(key, copy.deepcopy(container[key]))
    elif way == 3 and isinstance(container[key], str):
        text = list(container[key])
        at = chance.randint(0, len(text))
        text[at : at + chance.randint(0, 2)] = chance.choices("0123456789mpsz[]m中东 W", k=chance.randint(0, 2))
        container[key] = "".join(text)
    elif way == 4 and isinstance(container[key], int):
        container[key] += chance.choice((-100, -4, -1, 1, 4, 100))
    else:
        container[key] = copy.deepcopy(chance.choice(_STRANGE))


def _places(value: Any) -> Any:
    """Every (container, key or index) inside."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in entries:
        yield value, key
        yield from _places(inner)
