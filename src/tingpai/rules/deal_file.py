"""One object of a deal file as a `Deal`; docs/deal-file.md is the format. Every error is one line about one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from ..errors import DealError, TingpaiError
from ..hand import Hand, Meld, MeldKind
from ..notation import parse_hand, parse_tile, parse_tiles
from ..tiles import Tile, mpsz
from .deal import KEYS, SEATS, By, Chain, Deal, Fish, Win, refuse
from .deal_checks import check
from .options import nearest

_cached_tiles = lru_cache(maxsize=1 << 14)(parse_tiles)  # horses and fish are few tiles each, and many


def read_deal(data: Mapping[str, object]) -> Deal:
    """`Deal.parse`."""
    if not isinstance(data, Mapping):
        refuse("not a deal", expected="an object with the key 'players'")
    _known_keys(data, KEYS, "a deal")
    data = {key: value for key, value in data.items() if _says(value)}
    hands = _hands(data.get("players"))
    win = _win(data.get("win"))
    chain_seat = None if win is None else win.winners[0] if win.by is By.SELF_DRAW else win.source
    chain = _chain(data.get("chain"), hands, win, chain_seat)
    deal = Deal(
        hands=hands,
        win=win,
        rules=_text(data.get("rules"), "rules"),
        options=_options(data.get("options")),
        chain=chain,
        chains=_chains(data.get("chains"), hands, chain, chain_seat),
        last_tile=_flag(data, "last_tile"),
        first_turn=_flag(data, "first_turn"),
        waiting=frozenset(_seats(data.get("waiting"), "waiting")),
        declared=frozenset(_seats(data.get("declared"), "declared")),
        last_drawer=_seat(data.get("last_drawer"), "last_drawer"),
        horses=_tiles(data.get("horses"), "horses"),
        fish=read_fish(data.get("fish")),
        indicator=_indicator(data.get("indicator")),
        false_win=_seat(data.get("false_win"), "false_win"),
        keys=frozenset(data),
    )
    check(deal)
    return deal


def _known_keys(data: Mapping[str, object], known: Iterable[str], what: str) -> None:
    for key in data:
        if key not in known:
            refuse(f"{what} has no key {key!r}", expected=nearest(str(key), known))


def _says(value: object) -> bool:
    """Whether a key's value says anything: null, false and empty ones say nothing. Seat 0 does."""
    return value is not None and value is not False and not (isinstance(value, (str, list, tuple, dict)) and not value)


def _hands(players: object) -> tuple[Hand, ...]:
    if not isinstance(players, (list, tuple)) or len(players) != SEATS:
        count = len(players) if isinstance(players, (list, tuple)) else "no"
        refuse(f"{count} players", expected="a list of four, in seat order, each {'hand': text}")
    hands = []
    for seat, player in enumerate(players):
        if not isinstance(player, Mapping):
            refuse("not a player", seat, "{'hand': text}")
        for key in player:
            if key != "hand":
                refuse(f"a player has no key {key!r}", seat, "'hand'")
        text = player.get("hand")
        if not isinstance(text, str):
            refuse("no hand", seat, "a text, empty where nothing is laid down or known")
        with _at(seat):
            hands.append(parse_hand(text, melds_alone=True))
    return tuple(hands)


class _at:
    """Errors of notation inside become a `DealError` that names the place."""

    def __init__(self, place: int | str) -> None:
        self.place = f"seat {place}" if isinstance(place, int) else place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, TingpaiError) and not isinstance(error, DealError):
            raise DealError(str(error), where=self.place) from None


def _win(data: object) -> Win | None:
    if data is None:
        return None
    if not isinstance(data, Mapping):
        refuse("win is not an object", expected="{'winners': [0], 'by': 'self_draw', 'from': null, 'tile': '5z'}")
    _known_keys(data, ("winners", "by", "from", "tile"), "a win")
    winners = _seats(data.get("winners"), "winners")
    if not winners:
        refuse("a win without winners", expected="at least one seat, or no win at all")
    try:
        by = By(data.get("by"))
    except ValueError:
        refuse(f"a win by {data.get('by')!r}", expected="self_draw, discard or rob_kong")
    source = _seat(data.get("from"), "from")
    text = data.get("tile")
    if not isinstance(text, str):
        refuse("a win without its tile", winners[0], "the winning tile, as '5z'")
    with _at("win"):
        tile = parse_tile(text)
    if by is By.SELF_DRAW:
        if source is not None:
            refuse(f"a self-draw from seat {source}", winners[0], "from: null")
        if len(winners) > 1:
            refuse("two winners of one self-draw", winners[1], "one winner")
    elif source is None:
        refuse(f"a win by {by.value} from nobody", winners[0], "the seat it came from")
    elif source in winners:
        refuse(f"wins on his own {'discard' if by is By.DISCARD else 'kong'}", source, "another winner or a self-draw")
    return Win(winners, by, source, tile)


def _kong(text: object, seat: int) -> tuple[Tile, int]:
    """A kong of a chain as (tile, copies): four, or one laid down."""
    if not isinstance(text, str):
        refuse(f"a chain names {text!r}", seat, "kongs as texts like '9999p'")
    with _at(seat):
        tiles = parse_tiles(text.strip().removeprefix("[").removesuffix("]"))
    if len(set(tiles)) != 1 or len(tiles) not in (1, 4):
        refuse(f"{text!r} in a chain is no kong", seat, "four of a kind, or one tile laid down")
    return tiles[0], len(tiles)


def _find(kong: tuple[Tile, int], free: list[Meld], seat: int) -> Meld:
    """The meld that a kong of a chain is, taken from those that are `free`."""
    tile, copies = kong
    fitting = [meld for meld in free if meld.is_kong] if copies > 1 else [m for m in free if m.kind is MeldKind.SINGLE]
    found = next((meld for meld in fitting if meld.tile is tile), None)
    if found is None:
        refuse(f"the chain's kong {mpsz([tile] * copies)} is none of his melds", seat, "kongs that he has laid down")
    free.remove(found)
    return found


def _in_order(kongs: tuple[Meld, ...], seat: int) -> tuple[Meld, ...]:
    for meld in kongs[1:]:
        if meld.kind is MeldKind.EXPOSED_KONG:
            refuse(f"the exposed kong {meld} cannot follow another kong", seat, "it first, as it is claimed")
    return kongs


def _chain(data: object, hands: tuple[Hand, ...], win: Win | None, seat: int | None) -> tuple[Meld, ...]:
    texts = _list(data, "chain")
    if win is None or seat is None:
        if texts:
            refuse("a chain without a win", expected="earlier chains under 'chains'")
        return ()
    kongs = [_kong(text, seat) for text in texts]
    free = list(hands[seat].melds)
    if win.by is not By.ROB_KONG:
        return _in_order(tuple(_find(kong, free, seat) for kong in kongs), seat)
    pung = next((meld for meld in free if meld.kind is MeldKind.PUNG and meld.tile is win.tile), None)
    if pung is None:
        refuse(f"no pung of {win.tile} that a fourth was added to: only an added kong can be robbed", seat, "the pung")
    robbed = (win.tile, SEATS)
    if kongs and kongs[-1] != robbed:
        refuse("the chain does not end with the robbed kong", seat, f"{mpsz([win.tile] * SEATS)} last")
    earlier = (_find(kong, free, seat) for kong in kongs[:-1])
    return _in_order((*earlier, Meld(MeldKind.ADDED_KONG, win.tile, pung.source)), seat)


def _chains(
    data: object, hands: tuple[Hand, ...], chain: tuple[Meld, ...], chain_seat: int | None
) -> tuple[Chain, ...]:
    free = [list(hand.melds) for hand in hands]
    if chain_seat is not None:
        for meld in chain:
            if meld in free[chain_seat]:
                free[chain_seat].remove(meld)
    chains = []
    for entry in _list(data, "chains"):
        if not isinstance(entry, Mapping) or set(entry) != {"seat", "kongs"}:
            refuse("an earlier chain is not an object", expected="{'seat': 1, 'kongs': ['2222m', '3333p']}")
        seat = _seat(entry["seat"], "chains")
        if seat is None:
            refuse("an earlier chain without its seat", expected="0 to 3")
        kongs = tuple(_find(_kong(text, seat), free[seat], seat) for text in _list(entry["kongs"], "kongs"))
        if not kongs:
            refuse("an earlier chain without kongs", seat)
        chains.append(Chain(seat, _in_order(kongs, seat)))
    return tuple(chains)


def read_fish(data: object) -> Fish | None:
    """The key `fish`: an object (tiles turned) or four texts (each seat's own); None where it says nothing."""
    if not _says(data):
        return None
    if isinstance(data, Mapping):
        _known_keys(data, ("from", "tiles"), "fish")
        start = _seat(data.get("from"), "fish")
        if start is None:
            refuse("fish turned from nobody", expected="the last hand's winner under 'from'")
        return Fish(start=start, turned=_tiles(data.get("tiles"), "fish") or ())
    texts = _list(data, "fish")
    if len(texts) != SEATS:
        refuse(f"fish of {len(texts)} seats", expected="four texts in seat order, or {'from': 2, 'tiles': '7s7z5m'}")
    return Fish(seats=tuple(_tiles(text, "fish") or () for text in texts))


def _indicator(data: object) -> Tile | None:
    if data is None:
        return None
    if not isinstance(data, str):
        refuse(f"indicator is {data!r}", expected="a tile, as '3p'")
    with _at("indicator"):
        return parse_tile(data)


def _tiles(data: object, key: str) -> tuple[Tile, ...] | None:
    if data is None:
        return None
    if not isinstance(data, str):
        refuse(f"{key} is {data!r}", expected="tiles as a text, like '159m6z'")
    if not data.strip():
        return ()
    with _at(key):
        return _cached_tiles(data)


def _options(data: object) -> Mapping[str, object]:
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        refuse("options is not an object", expected="options by name")
    return dict(data)


def _text(data: object, key: str) -> str | None:
    if data is not None and not isinstance(data, str):
        refuse(f"{key} is {data!r}", expected="a text")
    return data


def _list(data: object, key: str) -> list[object]:
    if data is None:
        return []
    if not isinstance(data, (list, tuple)):
        refuse(f"{key} is {data!r}", expected="a list")
    return list(data)


def _flag(data: Mapping[str, object], key: str) -> bool:
    value = data.get(key)
    if value is None:
        return False
    if not isinstance(value, bool):
        refuse(f"{key} is {value!r}", expected="true or false")
    return value


def _seat(data: object, key: str) -> int | None:
    if data is None:
        return None
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data < SEATS:
        refuse(f"{key} names seat {data!r}", expected="0 to 3")
    return data


def _seats(data: object, key: str) -> tuple[int, ...]:
    seats: list[int] = []
    for value in _list(data, key):
        seat = _seat(value, key)
        if seat is None or seat in seats:
            refuse(
                f"{key} names {'no seat' if seat is None else f'seat {seat} twice'}", expected="different seats 0 to 3"
            )
        seats.append(seat)
    return tuple(seats)
