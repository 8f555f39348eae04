"""What the server says to people, in their language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from escale.core.game import LANGUAGES, Game
from escale.core.play import Ruling
from escale.games.texts import texts


def language_in(wanted: str | None, accepted: str = "") -> str:
    """A language of the house: the one that was asked for, or the first that the browser names."""
    if wanted in LANGUAGES:
        return str(wanted)
    for part in accepted.lower().split(","):
        language = part.strip()[:2]
        if language in LANGUAGES:
            return language
    return "en"


def refusal(
    ruling: Ruling, language: str, game: Game[Any, Any, Any] | None, names: Sequence[str]
) -> dict[str, Any]:
    say = texts(game, language, names)
    return {
        "reason": ruling.reason,
        "anchor": ruling.anchor,
        "details": dict(ruling.details),
        "text": say.refusal(ruling),
    }
