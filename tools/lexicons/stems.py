"""Stems and endings: how two words split, and by which pattern they differ."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from tools.lexicons.reading import Affixes, LemmaInfo

_WHOLE = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})
# Letters that German puts between the parts of a compound (Bauer-n-hof, Haus-es).
_JOINTS = ("", "s", "es", "n", "en", "er", "e")
# An ending that no list has and no pattern explains is no longer than this.
LONGEST_END = 5
# A word that stands at the end of another makes it a compound if it is as common as this.
COMMON = 2.5
_STEM = re.compile("([^aeiouy]+)([aeiouy]+)([^aeiouy]+)(.*)")
CONSONANTS = frozenset("bcdfghjklmnpqrstvwxz")


class Pattern(NamedTuple):
    """What differs between two words that share a stem.

    `before` is a prefix that only one of them has. A "2" in an ending doubles the last letter of
    the stem (swim, swim-2er), so that all words that do so are one pattern.
    """

    before: str
    ends: tuple[str, str]


@lru_cache(maxsize=1 << 20)
def plain(word: str) -> str:
    """Without accents, so that gläubig and Glaube share a stem: glaub."""
    parts = unicodedata.normalize("NFD", word.translate(_WHOLE))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def ending(stem: str, end: str) -> str:
    """The ending as patterns write it."""
    if end and stem and end[0] == stem[-1] and end[0] in CONSONANTS:
        return "2" + end[1:]
    return end


def pattern(stem: str, one: str, other: str, before: str = "") -> Pattern:
    low, high = sorted((ending(stem, one), ending(stem, other)))
    return Pattern(before, (low, high))


def split(one: str, other: str) -> tuple[str, str, str]:
    """The longest common beginning of two words, and what follows in each."""
    at = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        at += 1
    return one[:at], one[at:], other[at:]


class Shapes:
    """The words of a language by their plain shape, and what may stand around a stem."""

    def __init__(self, names: list[str], lemmas: Mapping[str, LemmaInfo], affixes: Affixes) -> None:
        self.words = [plain(name) for name in names]
        self.ids: dict[str, list[int]] = {}
        self.zipf: dict[str, float] = {}
        for number, name in enumerate(names):
            word = self.words[number]
            self.ids.setdefault(word, []).append(number)
            self.zipf[word] = max(self.zipf.get(word, 0.0), lemmas[name].zipf)
        self.kinds = ["".join(sorted(pos[:3] for pos in lemmas[name].pos)) for name in names]
        self._pos = [lemmas[name].pos for name in names]
        self.elements = frozenset(map(plain, affixes.elements))
        self.prefixes = tuple(sorted({plain(prefix) for prefix in affixes.prefixes}))
        self.suffixes = frozenset({"", *map(plain, affixes.suffixes)})
        self._verbal = frozenset(map(plain, affixes.verbal))
        self._longest = max(map(len, self.prefixes), default=0)
        self._prefixes = frozenset(self.prefixes)
        self._rests: dict[str, tuple[str, ...]] = {}

    def alike(self, one: str, other: str) -> bool:
        """Whether they can be the same part of speech."""
        return any(
            self._pos[left] & self._pos[right]
            for left in self.ids[one]
            for right in self.ids[other]
        )

    def common(self, word: str) -> bool:
        return len(word) > 2 and self.zipf.get(word, 0.0) >= COMMON

    def compound(self, stem: str, end: str) -> bool:
        """Two words in one, not a word and a suffix? Haus-tür, Bauer-n-hof; chan-son is none."""
        if len(end) < 3 or end in self.suffixes or end in self.elements:
            return False
        return any(
            self.common(end[len(joint) :])
            and end[len(joint) :] not in self.elements
            and end[len(joint) :] not in self.suffixes
            and self._part(stem)
            for joint in _JOINTS
            if end.startswith(joint)
        )

    def _part(self, stem: str) -> bool:
        """Can it be the first part of a compound? Schul(e)-jahr, Orts-name."""
        return any(
            (stem.endswith(joint) and stem.removesuffix(joint) in self.ids)
            or stem + joint in self.ids
            for joint in _JOINTS
        )

    def explained(self, one: str, other: str) -> int:
        """How many letters two words share, one of which explains the other; 0: not enough.

        They begin alike, or do so once prefixes are taken off, or but for a vowel of the stem
        (sprechen, Sprache). What follows is short, so that Haus does not explain Haustürschlüssel.
        """
        if one[:3] == other[:3]:
            stem, left, right = split(one, other)
            if max(len(left), len(right)) > LONGEST_END or 2 * len(stem) < len(left) + len(right):
                return 0
            if self.compound(stem, left) or self.compound(stem, right):
                return 0
            return len(stem) if len(stem) > 3 or min(len(one), len(other)) <= 4 else 0
        best = self._changed_vowel(one, other) if one[0] == other[0] else 0
        for bare, whole in ((one, other), (other, one)):
            for rest in self._bared(whole):
                if rest[:3] == bare[:3]:
                    stem, left, right = split(bare, rest)
                    enough = len(stem) > 3 or len(bare) <= 4
                    if enough and left in self.suffixes and right in self.suffixes:
                        best = max(best, len(stem) - 1)
        return best if best > 2 else 0

    def _bared(self, word: str) -> tuple[str, ...]:
        """The word without a prefix, and without two."""
        found = self._rests.get(word)
        if found is None:
            once = [rest for _, rest in self.unprefixed(word, 3)]
            twice = [rest for one in once for _, rest in self.unprefixed(one, 3)]
            found = self._rests[word] = tuple(sorted({*once, *twice}))
        return found

    def _changed_vowel(self, one: str, other: str) -> int:
        ends = []
        for word in (one, other):
            parts = _STEM.fullmatch(word)
            if parts is None:
                return 0
            ends.append(parts.groups())
        (start, vowel, close, left), (start_too, vowel_too, close_too, right) = ends
        if start != start_too or close != close_too or vowel == vowel_too:
            return 0
        if left not in self.suffixes or right not in self.suffixes:
            return 0
        return len(start) + len(close) if len(start) + len(close) > 3 else 0

    def unprefixed(self, word: str, shortest: int) -> Iterator[tuple[str, str]]:
        """Every prefix the word may begin with, and the rest."""
        for cut in range(1, min(self._longest, len(word) - shortest) + 1):
            before = word[:cut]
            if before in self._prefixes and (before not in self._verbal or self._verb(word)):
                yield before, word[cut:]

    def _verb(self, word: str) -> bool:
        return any("verb" in self._pos[number] for number in self.ids.get(word, ()))


def endings(word: str, known: Collection[str], shortest: int) -> Iterator[tuple[str, str]]:
    """Every stem of the word (of `shortest` letters at least) that a known ending follows."""
    for cut in range(max(shortest, len(word) - 12), len(word) + 1):
        stem, end = word[:cut], word[cut:]
        written = ending(stem, end)
        if written in known:
            yield stem, end
