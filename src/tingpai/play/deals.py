"""A played hand as a row of a deal file (docs/deal-file.md)."""

from __future__ import annotations

from ..hand import Meld, MeldKind
from ..rules.deal import By
from ..rules.model import RuleSet
from ..rules.options import Value
from ..tiles import mpsz
from .game import Ending, Game
from .stream import Stream
from .table import SEATS

Deal = dict[str, object]
FISHES_AFTER = 3
FISHES_PERCENT = 30


def play_deal(rules: RuleSet, seed: int, index: int) -> Deal:
    """Play deal `index` of `seed` under `rules` and write it down; the row names the options that are no defaults.

    The same arguments give the same row on every machine. `seed` and `index` are 0 ≤ x < 2⁶⁴.
    """
    stream = Stream(seed, index)
    game = Game(rules, stream)
    ending = game.play()
    deal: Deal = {"rules": rules.name}
    if changed := changed_options(rules):
        deal["options"] = changed
    deal["players"] = [{"hand": _hand(game, ending, seat)} for seat in range(SEATS)]
    if ending.winners:
        deal["win"] = {
            "winners": ending.winners,
            "by": ending.by.value,
            "from": ending.source,
            "tile": str(ending.tile),
        }
        deal |= _circumstances(ending)
    else:
        deal["win"] = None
    if game.indicator is not None:
        deal["indicator"] = str(game.indicator)
    else:
        deal |= _nanning(game, ending, stream)
    return deal


def changed_options(rules: RuleSet) -> dict[str, Value]:
    """The options of `rules` that are not at their default."""
    defaults = {option.name: option.default for option in rules.OPTIONS}
    return {name: value for name, value in rules.options.items() if value != defaults[name]}


def _hand(game: Game, ending: Ending, seat: int) -> str:
    drawn = ending.tile if ending.by is By.SELF_DRAW and seat in ending.winners else None
    return str(game.table.seats[seat].hand(game.table.wildcard, without=drawn))


def _kong(meld: Meld) -> str:
    return mpsz((meld.tile,) * (1 if meld.kind is MeldKind.SINGLE else 4))


def _circumstances(ending: Ending) -> Deal:
    keys: Deal = {}
    if ending.chain:
        keys["chain"] = [_kong(meld) for meld in ending.chain]
    if ending.last_tile:
        keys["last_tile"] = True
    if ending.first_turn:
        keys["first_turn"] = True
    return keys


def _nanning(game: Game, ending: Ending, stream: Stream) -> Deal:
    """Kongs of earlier turns, whoever deals next, and the tiles that are turned after a win."""
    keys: Deal = {}
    if game.chains:
        keys["chains"] = [{"seat": seat, "kongs": [_kong(meld) for meld in kongs]} for seat, kongs in game.chains]
    declared = [seat for seat in range(SEATS) if game.table.seats[seat].declared]
    if declared:
        keys["declared"] = declared
    if ending.false_win is not None:
        keys["false_win"] = ending.false_win
    elif not ending.winners and game.customs.last_drawer_deals:
        keys["last_drawer"] = game.last_drawer
    if ending.winners:
        keys |= _turned(game, ending, stream)
    return keys


def _turned(game: Game, ending: Ending, stream: Stream) -> Deal:
    """摸码, 买马 and 钓鱼 of both kinds."""
    keys: Deal = {}
    wall = game.table.wall
    horses = game.option("horses")
    if horses and wall and _may_turn_horses(game, ending):
        # Behind a chain of kongs the winner stands at the kong end of the wall.
        keys["horses"] = mpsz(wall[:horses] if ending.chain else wall[: -horses - 1 : -1])
    if any(game.fish):
        keys["fish"] = [mpsz(tiles) for tiles in game.fish]
    if game.customs.fishes_after and wall and stream.chance(FISHES_PERCENT):
        keys["fish"] = {"from": stream.below(SEATS), "tiles": mpsz(wall[:FISHES_AFTER])}
    return keys


def _may_turn_horses(game: Game, ending: Ending) -> bool:
    if not game.customs.horses_need_self_draw:
        return len(ending.winners) == 1
    return ending.by is By.SELF_DRAW and not any(kong.is_claimed for kong in ending.chain)
