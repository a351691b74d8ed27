"""Texts for people, in every language: keyed catalogues, one TOML file per language and subject."""

from skep.i18n.catalog import Catalog, catalog
from skep.i18n.language import Language, find_language

__all__ = ["Catalog", "Language", "catalog", "find_language"]
