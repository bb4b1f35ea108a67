"""Whole random hands under the rules of each rule set, each written as a row of a deal file."""

from __future__ import annotations

from .deals import changed_options, play_deal

__all__ = ["changed_options", "play_deal"]
