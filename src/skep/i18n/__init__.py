"""Texts for people, in every language: keyed catalogues, one TOML file per language and subject."""

from skep.i18n.catalog import Catalog, catalog
from skep.i18n.language import Language, find_language
from skep.i18n.piece_names import PieceNames, copied_bug, piece_list, piece_name, side_name

__all__ = [
    "Catalog",
    "Language",
    "PieceNames",
    "catalog",
    "copied_bug",
    "find_language",
    "piece_list",
    "piece_name",
    "side_name",
]
