"""Loads the texts of the terminal: shared ones, those of a game and of its drawing."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from escale.core.game import Game
from escale.games.texts import Texts, texts

SHELL = files("escale.cli")


def load_texts(
    game: Game[Any, Any, Any] | None,
    language: str,
    names: Sequence[str] = (),
    terminal: Any = None,
    you: int | None = None,
) -> Texts:
    folders = [SHELL] if terminal is None else [SHELL, terminal.folder]
    return texts(game, language, [clean(name) for name in names], *folders, you=you)


def clean(text: str) -> str:
    """Replace control characters: a name in a match file must not control the terminal."""
    return "".join("�" if unicodedata.category(one) in ("Cc", "Cf") else one for one in text)
