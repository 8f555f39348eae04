"""What the word games share: an edition a language, and the data that a match pins by its hash."""

from __future__ import annotations

import hashlib
import tomllib
from importlib.resources.abc import Traversable
from typing import Any

from escale.words.protocol import Words


def read_edition(folder: Traversable, name: str) -> dict[str, Any]:
    """The table in `editions/NAME.toml` of a game's folder."""
    return tomllib.loads(_text(folder, name))


def edition_pin(folder: Traversable, name: str, title: str) -> tuple[str, str]:
    """Pins the file as it is written: even a comment that changes makes another edition."""
    digest = hashlib.sha256(_text(folder, name).encode()).hexdigest()
    return "edition", f"{title}:{digest}"


def lexicon_pin(words: Words) -> tuple[str, str]:
    return "lexicon", f"{words.id}:{words.digest}"


def _text(folder: Traversable, name: str) -> str:
    return (folder / "editions" / f"{name}.toml").read_text(encoding="utf-8")
