"""Encodings are told apart by their mark, then by what is valid."""

from __future__ import annotations

import codecs

import pytest

from tingpai.io.encodings import detect

TEXT = "手牌,副露\r\n一万一万,\r\n"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"hand\n1m\n", "utf-8"),
        (TEXT.encode(), "utf-8"),
        (TEXT.encode("utf-8-sig"), "utf-8-sig"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16"),
        (TEXT.encode("gb18030"), "gb18030"),
        (bytes.fromhex("cad6c5c62cb8b1c2b60d0ad2bbcdf2d2bbcdf22c0d0a"), "gb18030"),
        (TEXT.encode() + b"\xff\xfe\n", "utf-8"),
        (b"1m\n\xff\xfe\n2m\n", "utf-8"),
    ],
)
def test_detect(data: bytes, encoding: str) -> None:
    assert detect(data) == encoding
