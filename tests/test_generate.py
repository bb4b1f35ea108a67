"""Random hands and deals: what they are, and that a seed means the same file whatever makes it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from tingpai import Hand, batch
from tingpai.errors import InputError, OptionError
from tingpai.generate import Deals, Hands, hand_texts, write
from tingpai.play import play_deal
from tingpai.random_hands import BLOCK, Shape, hand_block
from tingpai.rules import get


@pytest.mark.parametrize("tiles", [13, 14])
@pytest.mark.parametrize("shape", list(Shape))
def test_every_row_is_a_hand(shape: Shape, tiles: int) -> None:
    counts = hand_block(shape, tiles, 5, 0)
    assert counts.shape == (BLOCK, 34)
    assert counts.dtype == np.uint8
    assert (counts.sum(axis=1) == tiles).all()
    assert counts.max() == 4


def test_uniform_hands_are_uniform() -> None:
    counts = hand_block(Shape.UNIFORM, 14, 5, 0)
    expected = BLOCK * 14 / 34
    # Copies of one kind vary as hypergeometric draws do; five standard deviations.
    deviation = np.sqrt(BLOCK * 14 * (4 / 136) * (132 / 136) * (122 / 135))
    assert np.abs(counts.sum(axis=0) - expected).max() < 5 * deviation
    assert np.unique(counts, axis=0).shape[0] > BLOCK * 0.999


def test_one_suit_hands_are_of_one_suit() -> None:
    suits = hand_block(Shape.ONE_SUIT, 14, 5, 0)[:, :27].reshape(-1, 3, 9).sum(axis=2)
    assert (suits.max(axis=1) == 14).all()
    assert (np.bincount(suits.argmax(axis=1)) > BLOCK * 0.32).all()


def test_near_hands_are_near() -> None:
    shanten = batch.shanten(hand_block(Shape.NEAR, 14, 5, 0))
    assert shanten.max() <= 2
    complete = (shanten == -1).mean()
    assert 0.33 < complete < 0.45  # a third is not changed, a few changes change nothing


@pytest.mark.parametrize(
    ("shape", "digest"),
    [(Shape.UNIFORM, "0c910e64fc40ebe9"), (Shape.NEAR, "ed42eba37fc0c377"), (Shape.ONE_SUIT, "5857d2b9f10c111d")],
)
def test_a_seed_means_these_hands(shape: Shape, digest: str) -> None:
    """Fixed for ever: files made from a seed have to be made again anywhere."""
    assert hashlib.sha256(hand_block(shape, 14, 2**64 - 1, 3).tobytes()).hexdigest()[:16] == digest


@pytest.mark.parametrize(
    ("name", "digest"), [("nanning-classic", "4602938c089bd6de"), ("wuhan-kaikou", "6d0452c86b6d4c2a")]
)
def test_a_seed_means_these_deals(name: str, digest: str) -> None:
    text = json.dumps([play_deal(get(name), 2**64 - 1, index) for index in range(20)])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


def test_texts() -> None:
    counts = hand_block(Shape.UNIFORM, 13, 5, 0)[:1000]
    for row, text in zip(counts, hand_texts(counts).to_pylist(), strict=True):
        hand = Hand.parse(text)
        assert hand.raw == row.tobytes()
        assert str(hand) == text


@pytest.mark.parametrize(
    ("what", "ending"),
    [
        (Hands(Shape.UNIFORM, 14, 7, text=False), "parquet"),
        (Hands(Shape.UNIFORM, 14, 7, text=True), "csv.gz"),
        (Deals("nanning-zhang", (), 7), "jsonl"),
    ],
)
def test_the_file_does_not_depend_on_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: Hands | Deals, ending: str
) -> None:
    monkeypatch.setattr(type(what), "size", 10)  # of each block only so many rows: what counts is several blocks
    for jobs in (1, 2):
        write(what, 25, tmp_path / f"{jobs}.{ending}", jobs)
    assert (tmp_path / f"1.{ending}").read_bytes() == (tmp_path / f"2.{ending}").read_bytes()


def test_a_longer_file_begins_with_the_shorter(tmp_path: Path) -> None:
    for n in (5, 9):
        write(Hands(Shape.NEAR, 13, 1, text=True), n, tmp_path / f"h{n}.csv")
        write(Deals("nanning-fan", (), 1), n, tmp_path / f"d{n}.jsonl")
    assert (tmp_path / "h9.csv").read_text().startswith((tmp_path / "h5.csv").read_text())
    assert (tmp_path / "d9.jsonl").read_text().startswith((tmp_path / "d5.jsonl").read_text())


def test_deal_table_holds_what_the_deal_file_holds(tmp_path: Path) -> None:
    options = (("fishing", 1), ("horses", 2))
    write(Deals("nanning-classic", options, 3), 60, tmp_path / "d.parquet")
    rows = pq.read_table(tmp_path / "d.parquet").to_pylist()
    for index, row in enumerate(rows):
        told = {key: value for key, value in row.items() if value is not None}
        deal = play_deal(get("nanning-classic", **dict(options)), 3, index)
        assert told == {key: value for key, value in deal.items() if value is not None}


def test_refusals(tmp_path: Path) -> None:
    deals = Deals("nanning-classic", (), 0)
    with pytest.raises(InputError, match=r"deals do not fit into csv"):
        write(deals, 1, tmp_path / "d.csv")
    with pytest.raises(OptionError, match="nanning-classic"):
        write(Deals("nanning-classik", (), 0), 1, tmp_path / "d.jsonl")
    assert list(tmp_path.iterdir()) == []
