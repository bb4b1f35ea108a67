"""Tenhou's own traps: melds in one integer, a won tile left out of the hand, three players."""

from __future__ import annotations

from pathlib import Path

import pytest

from tingpai import TingpaiError
from tingpai.hand import MeldKind
from tingpai.io.logs import GameHands, read_log, tenhou
from tingpai.tiles import TILES

DATA = Path(__file__).parents[2] / "data" / "logs"


@pytest.mark.parametrize("giver", [1, 2, 3])
def test_every_pung_and_kong(giver: int) -> None:
    for tile in TILES:
        pung = tenhou.meld((tile * 3 + 1) << 9 | 0x08 | giver, 0, 4)
        added = tenhou.meld((tile * 3 + 2) << 9 | 0x10 | giver, 0, 4)
        exposed = tenhou.meld((tile * 4 + 3) << 8 | giver, 0, 4)
        source = 4 - giver  # Tenhou counts to the next player, the notation from the previous one
        assert (pung.kind, pung.tile, pung.source) == (MeldKind.PUNG, tile, source)
        assert (added.kind, added.tile, added.source) == (MeldKind.ADDED_KONG, tile, source)
        assert (exposed.kind, exposed.tile, exposed.source) == (MeldKind.EXPOSED_KONG, tile, source)


def test_every_chow() -> None:
    for suit in range(3):
        for lowest in range(7):
            for claimed in range(3):
                chow = tenhou.meld(((suit * 7 + lowest) * 3 + claimed) << 10 | 0x04 | 3, 1, 4)
                assert chow.tile == TILES[suit * 9 + lowest]
                assert (chow.kind, chow.source, chow.claimed) == (MeldKind.CHOW, 1, claimed + 1)


@pytest.mark.parametrize("code", [-1, 1 << 16, 102 << 9 | 0x08 | 1, 63 << 10 | 0x04 | 3, 136 << 8])
def test_no_meld(code: int) -> None:
    with pytest.raises(TingpaiError):
        tenhou.meld(code, 0, 4)


def test_won_tile_apart_from_the_hand() -> None:
    (game,) = read_log(DATA / "machi-apart.tenhou.xml")
    assert isinstance(game, GameHands)
    wins = [row for row in game.rows if row.event == "win"]
    assert [(row.tile, row.hand, row.by) for row in wins] == [
        ("5s", "234789m234p11345s", "discard"),
        ("3m", "3355m456789p567s3m", "discard"),
    ]


SANMA = """<mjloggm ver="2.3"><GO type="185" lobby="0"/><UN n0="P0" n1="P1" n2="P2" n3=""/><TAIKYOKU oya="0"/>
<INIT seed="0,0,0,1,1,60" ten="350,350,350,0" oya="0"
 hai0="0,32,36,40,44,48,52,56,60,64,120,124,125" hai1="1,33,37,41,45,49,53,57,61,65,112,113,72"
 hai2="2,34,38,42,46,50,54,58,62,66,73,76,80" hai3=""/>
<T121/><N who="0" m="30752"/><T68/><D0/><U126/><E126/><N who="0" m="48649"/><D32/>
<U74/><E33/><V75/><F34/><T122/>
<AGARI hai="36,40,44,48,52,56,60,64,68,120,122" m="48649{north}" machi="122" who="0" fromWho="0"/></mjloggm>"""


@pytest.mark.parametrize("north", ["", ",30752"], ids=["north left out", "north among the melds"])
def test_three_players(tmp_path: Path, north: str) -> None:
    log = tmp_path / "sanma.mjlog"
    log.write_text(SANMA.replace("{north}", north))
    (game,) = read_log(log)
    assert isinstance(game, GameHands), game
    assert [(row.turn, row.seat, row.hand) for row in game.rows] == [
        (1, 0, "19m12345678p4554z"),
        (2, 0, "[4z]19m12345678p455z9p"),
        (1, 1, "19m12345678p1s225z"),
        (2, 1, "19m12345678p1s22z1s"),
        (1, 2, "19m12345678p1231s"),
        (3, 0, "[4z][555z3]123456789p44z"),
        (3, 0, "[4z][555z3]123456789p44z"),
    ]


def test_previous_and_next_of_three() -> None:
    """Around Tenhou's four places seats 2 and 0 sit opposite each other; at three players they are neighbours."""
    pung = 31 * 3 << 9 | 0x08 | 2
    assert tenhou.meld(pung, 0, 3).source == 1
    assert tenhou.meld(pung, 2, 3).source == 3
