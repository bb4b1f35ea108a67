"""A deal that may still be half entered: what is there, what one seat's hand is, and the settlement where there is one.

Nothing here decides a rule: hands are read by `notation`, looked at by `hands`, settled by `rules`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import rules
from ..errors import DealError, HandError, TingpaiError
from ..hand import Hand, Meld
from ..notation import parse_hand, parse_meld, parse_tile, parse_tiles
from ..rules.deal import HAND, SEATS, source_seat
from ..rules.model import RuleSet, Settlement
from ..rules.options import Value
from ..rules.wuhan_hand import wildcard_of
from ..tiles import COPIES, KINDS, Tile
from .hands import view
from .refusals import refusal

_MELD = re.compile(r"\[[^\[\]]*\]")


def look(deal: dict[str, Any], seat: int) -> dict[str, Any]:
    """All that the page shows of a deal, `seat` being the one whose hand is looked at.

    ``seats``: melds and tiles of each, or why its text is no hand. ``tiles``: every other tile that the deal names.
    ``wildcard``: a tile or null. ``hand``: `hands.view` of that seat, null where there is no hand to speak of.
    ``settlement``, and ``refused`` where there is none.
    """
    seats = [_read(text) for text in _texts(deal.get("players"))]
    wildcard = _wildcard(deal)
    win = deal.get("win")
    drawn = _tile(win.get("tile")) if isinstance(win, dict) and _is_winner(win, seat) else None
    hand = seats[seat].with_drawn(drawn)
    seen = [tile for other in seats if other is not seats[seat] for meld in other.melds for tile in meld.tiles]
    if wildcard is not None and (indicator := _tile(deal["indicator"])) is not None:
        seen.append(indicator)
    return {
        "seats": [one.to_json(place) for place, one in enumerate(seats)],
        "tiles": _other_tiles(deal),
        "wildcard": None if wildcard is None else str(wildcard),
        "hand": None if hand is None else _view(hand, wildcard, seen, _rule_set(deal), seats[seat].is_whole),
        **_settled(deal),
    }


@dataclass(frozen=True, slots=True)
class _Seat:
    """What one seat's text says, whether or not it is a whole hand yet."""

    melds: tuple[Meld, ...] = ()
    tiles: tuple[Tile, ...] = ()
    error: list[str] | None = None

    @property
    def room(self) -> int:
        """Concealed tiles of a whole hand, the drawn one aside."""
        return HAND - 3 * len(Hand(b"", self.melds).sets)

    @property
    def is_whole(self) -> bool:
        return len(self.tiles) == self.room

    def with_drawn(self, drawn: Tile | None) -> Hand | None:
        """The hand to be looked at, the drawn or won tile with it where it has all the others; None: there is none."""
        tiles = self.tiles
        if drawn is not None and self.is_whole:
            tiles = (*tiles, drawn)
        try:
            return Hand.of(tiles, self.melds, tiles[-1] if len(tiles) % 3 == 2 else None).check()
        except HandError:
            return None

    def to_json(self, seat: int) -> dict[str, Any]:
        return {
            "melds": [_meld(seat, meld) for meld in self.melds],
            "tiles": list(map(str, self.tiles)),
            "room": self.room,
            "error": self.error,
        }


def _read(text: str) -> _Seat:
    """A hand in any notation, or part of one: any number of tiles that a hand can hold."""
    try:
        hand = parse_hand(text, melds_alone=True)
    except HandError as error:
        return _part(text) or _Seat(error=refusal(error))
    except TingpaiError as error:
        return _Seat(error=refusal(error))
    return _Seat(hand.melds, hand.tiles)


def _part(text: str) -> _Seat | None:
    """3k concealed tiles, which are no hand yet, beside their melds; None where no hand can hold them."""
    concealed = _MELD.sub(" ", text)
    try:
        melds = tuple(map(parse_meld, _MELD.findall(text)))
        tiles = tuple(sorted(parse_tiles(concealed))) if concealed.strip() else ()
    except TingpaiError:
        return None
    held = Counter([*tiles, *(tile for meld in melds for tile in meld.tiles)])
    part = _Seat(melds, tiles)
    return part if len(tiles) % 3 == 0 and max(held.values()) <= COPIES and len(tiles) <= part.room else None


def _meld(seat: int, meld: Meld) -> dict[str, Any]:
    source = source_seat(seat, meld) if meld.is_claimed else -1
    return {
        "text": str(meld),
        "kind": meld.kind.name.lower(),
        "tiles": list(map(str, meld.tiles)),
        "from": None if source < 0 else source,
    }


def _texts(players: object) -> list[str]:
    """The four texts; what is none is empty here, and named by the refusal."""
    texts = [""] * SEATS
    if isinstance(players, list):
        for seat, player in enumerate(players[:SEATS]):
            text = player.get("hand") if isinstance(player, dict) else None
            texts[seat] = text if isinstance(text, str) else ""
    return texts


def _is_winner(win: dict[str, Any], seat: int) -> bool:
    winners = win.get("winners")
    return isinstance(winners, list) and seat in winners


def _rule_set(deal: dict[str, Any]) -> RuleSet | None:
    """The deal's rule set with its options; with its defaults where these are wrong, as the refusal then says."""
    name, options = deal.get("rules"), deal.get("options")
    if name not in rules.NAMES:
        return None
    try:
        return rules.get(name, **options) if isinstance(options, dict) else rules.get(name)
    except TingpaiError:
        return rules.get(name)


def _wildcard(deal: dict[str, Any]) -> Tile | None:
    """癞子, where the rule set knows one."""
    chosen = _rule_set(deal)
    if chosen is None or not chosen.has_wildcard:
        return None
    indicator = _tile(deal.get("indicator"))
    return None if indicator is None else wildcard_of(indicator)


def _view(
    hand: Hand, wildcard: Tile | None, seen: Sequence[Tile], rule_set: RuleSet | None, whole: bool
) -> dict[str, Any] | None:
    """The hand's view; None where the table shows more than four of its tiles, as the refusal then says."""
    chosen = None if rule_set is None else (rule_set.name, tuple(rule_set.options.items()))
    try:
        return known_view(hand, wildcard, tuple(seen), chosen, whole)
    except HandError:
        return None


@lru_cache(maxsize=256)
def known_view(
    hand: Hand,
    wildcard: Tile | None,
    seen: tuple[Tile, ...],
    chosen: tuple[str, tuple[tuple[str, Value], ...]] | None,
    whole: bool,
) -> dict[str, Any]:
    """Kept: most clicks change something else than the hand."""
    rule_set = None if chosen is None else rules.get(chosen[0], **dict(chosen[1]))
    return view(hand, wildcard, seen, rule_set, whole=whole)


def _tile(text: object) -> Tile | None:
    try:
        return parse_tile(text) if isinstance(text, str) else None
    except TingpaiError:
        return None


def _other_tiles(deal: dict[str, Any]) -> dict[str, Any]:
    """The tiles outside the hands, read from any notation; empty lists where there are none or they cannot be read."""
    win, fish, chains = deal.get("win"), deal.get("fish"), deal.get("chains")
    return {
        "win": _tiles(win.get("tile") if isinstance(win, dict) else None),
        "indicator": _tiles(deal.get("indicator")),
        "horses": _tiles(deal.get("horses")),
        "fish": _lists([fish.get("tiles")] if isinstance(fish, dict) else fish),
        "chain": _lists(deal.get("chain")),
        "chains": [_lists(entry.get("kongs")) for entry in _list(chains) if isinstance(entry, dict)],
    }


def _list(value: object) -> list[Any]:
    """A list as a deal can have one: not even of kongs are there more than kinds of tiles."""
    return value if isinstance(value, list) and len(value) <= KINDS else []


def _lists(texts: object) -> list[list[str]]:
    return [_tiles(text) for text in _list(texts)]


def _tiles(text: object) -> list[str]:
    try:
        tiles = parse_tiles(text.strip().strip("[]")) if isinstance(text, str) else ()
    except TingpaiError:
        return []
    return list(map(str, tiles)) if len(tiles) <= COPIES * KINDS else []


def _settled(deal: dict[str, Any]) -> dict[str, Any]:
    try:
        if not isinstance(deal.get("rules"), str):
            raise DealError("the deal names no rules", expected=", ".join(rules.NAMES))
        return {"settlement": _settlement(rules.settle(deal)), "refused": None}
    except TingpaiError as error:
        return {"settlement": None, "refused": refusal(error)}


def _settlement(settlement: Settlement) -> dict[str, Any]:
    """The settlement as `settle --json` prints it, each winner with one payer's share and its arithmetic."""
    told: dict[str, Any] = settlement.to_json()
    for winner, shown in zip(settlement.winners, told["winners"], strict=True):
        shown["share"] = winner.score.share
        shown["steps"] = [{"name": step.name, "text": step.text} for step in winner.score.steps]
    return told
