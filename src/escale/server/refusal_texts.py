"""Refusals and problems as texts, in the language of the client."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

from escale.core.game import LANGUAGES, Game
from escale.core.play import Ruling
from escale.core.secrecy import Seat
from escale.games.texts import Texts, texts

Reason: TypeAlias = Literal[
    "bad-request",
    "bad-options",
    "bad-match-file",
    "file-takes-too-long",
    "bad-method",
    "foreign-page",
    "foreign-host",
    "not-found",
    "no-such-game",
    "no-such-table",
    "no-such-code",
    "not-over",
    "not-your-match",
    "match-too-long",
    "unplayable",
    "elsewhere",
    "asked-to-leave",
    "banned",
    "house-closed",
    "password-needed",
    "wrong-password",
    "bad-key",
    "no-network",
    "not-your-table",
    "too-long",
    "too-fast",
    "too-many",
    "not-kept",
    "not-found-out",
    "unsure",
    "error",
]
"""Why a request was refused, other than by a rule of the house or of the game."""


def language_in(wanted: str | None, accepted: str = "") -> str:
    """One of `LANGUAGES`: the wanted one, or the first in `Accept-Language`."""
    if wanted in LANGUAGES:
        return str(wanted)
    for part in accepted.lower().split(","):
        language = part.strip()[:2]
        if language in LANGUAGES:
            return language
    return "en"


def refusal(
    ruling: Ruling,
    language: str,
    game: Game[Any, Any, Any] | None,
    names: Sequence[str],
    you: Seat | None = None,
) -> dict[str, Any]:
    say = texts(game, language, names, you=you)
    return {
        "reason": ruling.reason,
        "anchor": ruling.anchor,
        "details": dict(ruling.details),
        "text": say.refusal(ruling),
    }


def problem(reason: Reason, language: str, **details: str | int) -> dict[str, Any]:
    """`details` fill the gaps of the text; the one called `problem` is for programmers."""
    text = _house(language)(f"refusals.{reason}", **details)
    return {"reason": reason, "text": text, **({"details": details} if details else {})}


@cache
def _house(language: str) -> Texts:
    return texts(None, language)
