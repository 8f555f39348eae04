"""Names and words that people type: shown to others, so nothing in them may steer a screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from escale.tables.decisions.look_alikes import LOOK_ALIKES

LONGEST = 20
BOTS = ("Malo", "Nordet", "Galerne", "Suroît", "Ponant", "Noroît", "Levant", "Autan")
"""Names for bots, the same in every language: most of them are winds."""

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols without any ink
_IGNORED = frozenset(
    "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
"""Marks that change nothing, or only which picture of the same letter is shown."""

_ALIKE = (("rn", "m"), ("vv", "w"))
_SAME = str.maketrans("l1|0", "iiio")


def clean(text: str) -> str:
    """One line, without control characters and without blanks at its ends."""
    seen = "".join(" " if _is_unseen(one) else one for one in text)
    return " ".join(seen.split())


def is_name(name: str) -> bool:
    """A name has something to be seen in it."""
    return bool(name) and len(name) <= LONGEST and any(one.isalnum() for one in name)


def same(one: str, other: str) -> bool:
    """Would people take one for the other?"""
    # A large letter may look like a Latin one though the small one does not, and the reverse.
    ways = {skeleton(other), skeleton(other.casefold())}
    return not ways.isdisjoint((skeleton(one), skeleton(one.casefold())))


def skeleton(name: str) -> str:
    """Equal for names that look alike: in any case, with or without spaces, with letters of other
    scripts in the place of Latin ones. (As in Unicode Technical Standard 39, and coarser: a large
    i, a small L and a one are the same, whatever the case of the rest.)"""
    text = unicodedata.normalize("NFKD", name).translate(LOOK_ALIKES).casefold()
    text = text.translate(LOOK_ALIKES).casefold().translate(_SAME)
    text = "".join(one for one in text if not (one.isspace() or one in _IGNORED))
    for pair, letter in _ALIKE:
        text = text.replace(pair, letter)
    return unicodedata.normalize("NFC", text)


def for_bot(taken: Collection[str]) -> str:
    names = (*BOTS, *(f"{BOTS[0]} {number}" for number in range(2, 65)))
    return next(name for name in names if not any(same(name, one) for one in taken))


def _is_unseen(one: str) -> bool:
    return one in _BLANK or unicodedata.category(one) in _UNSEEN
