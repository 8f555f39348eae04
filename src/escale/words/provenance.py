"""Reads the provenance file of a lexicon: its sources, their licences and notices."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from escale.words.lexicon import DATA, Lexicon, file_of
from escale.words.lexicon_file import BadLexicon
from escale.words.protocol import Language


class Source(NamedTuple):
    registry: str
    name: str
    version: str
    sha256: str
    licence: str
    notice: str
    what: str


class Provenance(NamedTuple):
    id: str
    version: int
    sha256: str
    bytes: int
    licence: str
    counts: dict[str, int]
    sources: tuple[Source, ...]


def read_provenance(language: Language, folder: Path = DATA) -> Provenance:
    """The provenance file of a lexicon, if its checksum is that of the lexicon."""
    lexicon = Lexicon(file_of(language, folder))
    path = file_of(language, folder).with_suffix(".toml")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        sources = tuple(Source(**one) for one in table.pop("sources"))
        found = Provenance(**table, sources=sources)
    except OSError as problem:
        raise BadLexicon(f"{path}: {problem.strerror}") from None
    except (ValueError, TypeError, KeyError):
        raise BadLexicon(f"{path}: not a provenance file") from None
    if found.sha256 != lexicon.digest:
        raise BadLexicon(f"{path}: the provenance file belongs to another lexicon")
    return found
