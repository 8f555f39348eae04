"""Where a lexicon comes from: its sources, their licences and notices."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from escale.words.bound import BadLexicon
from escale.words.lexicon import DATA, Lexicon, file_of
from escale.words.protocol import Language


class Source(NamedTuple):
    registry: str
    name: str
    version: str
    sha256: str
    licence: str
    notice: str
    what: str


class About(NamedTuple):
    id: str
    version: int
    sha256: str
    bytes: int
    licence: str
    counts: dict[str, int]
    sources: tuple[Source, ...]


def about(language: Language, folder: Path = DATA) -> About:
    """The account beside a lexicon, after a look whether it is about that very file."""
    lexicon = Lexicon(file_of(language, folder))
    path = file_of(language, folder).with_suffix(".toml")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        sources = tuple(Source(**one) for one in table.pop("sources"))
        found = About(**table, sources=sources)
    except OSError as problem:
        raise BadLexicon(f"{path}: {problem.strerror}") from None
    except (ValueError, TypeError, KeyError):
        raise BadLexicon(f"{path}: this is no account of a lexicon") from None
    if found.sha256 != lexicon.digest:
        raise BadLexicon(f"{path}: this is the account of another lexicon")
    return found
