"""Names and words that people type: shown to others, so nothing in them may steer a screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

LONGEST = 20
BOTS = ("Malo", "Nordet", "Galerne", "Suroît", "Ponant", "Noroît", "Levant", "Autan")
"""Names for bots, the same in every language: most of them are winds."""

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def clean(text: str) -> str:
    """One line, without control characters and without blanks at its ends."""
    seen = "".join(" " if unicodedata.category(one) in _UNSEEN else one for one in text)
    return " ".join(seen.split())


def is_name(name: str) -> bool:
    """A name has something to be seen in it."""
    return bool(name) and len(name) <= LONGEST and any(one.isalnum() for one in name)


def same(one: str, other: str) -> bool:
    return _key(one) == _key(other)


def for_bot(taken: Collection[str]) -> str:
    names = (*BOTS, *(f"{BOTS[0]} {number}" for number in range(2, 65)))
    return next(name for name in names if not any(same(name, one) for one in taken))


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
