"""Texts and bytes that Arrow keeps as views, as Polars writes them, put behind one another.

Arrow picks no rows of views, decodes no dictionary of them, and writes them to no CSV.
"""

from __future__ import annotations

import pyarrow as pa


def plain(array: pa.Array) -> pa.Array:
    """The same values without views, in lists, structs, maps and dictionaries too; itself where there are none."""
    type = _plain(array.type)
    return array if type == array.type else array.cast(type)


def _plain(type: pa.DataType) -> pa.DataType:
    if pa.types.is_string_view(type):
        return pa.large_string()
    if pa.types.is_binary_view(type):
        return pa.large_binary()
    if pa.types.is_dictionary(type):
        return pa.dictionary(type.index_type, _plain(type.value_type), type.ordered)
    if pa.types.is_list(type):
        return pa.list_(_field(type.value_field))
    if pa.types.is_large_list(type):
        return pa.large_list(_field(type.value_field))
    if pa.types.is_fixed_size_list(type):
        return pa.list_(_field(type.value_field), type.list_size)
    if pa.types.is_struct(type):
        return pa.struct([_field(field) for field in type])
    if pa.types.is_map(type):
        return pa.map_(_field(type.key_field), _field(type.item_field), type.keys_sorted)
    return type


def _field(field: pa.Field) -> pa.Field:
    return field.with_type(_plain(field.type))
