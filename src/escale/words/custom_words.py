"""Custom words: those that a table adds to a lexicon, and those that it bans (`--house FILE`).

A file has one word a line; `-word` bans it, `#` starts a comment. A ban applies to the folded form
alone: other forms of the word need lines of their own.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left, insort
from collections.abc import Sequence
from functools import cached_property
from typing import Literal, NamedTuple
from unicodedata import normalize

from escale.words.folding import fold
from escale.words.frequency_order import CompactWordList
from escale.words.protocol import Language, Reading, Umlauts, Words

LONGEST = 50
# The header of every match contains all of them.
MOST = 5_000

Fault = Literal["not-letters", "too-long", "twice", "added-and-banned", "too-many"]
_MESSAGES: dict[Fault, str] = {
    "not-letters": "{word!r} contains something that is not a letter",
    "too-long": "{word!r} has more than {longest} letters",
    "twice": "{word!r} is already in line {other}",
    "added-and-banned": "{word!r} is both added and banned, see line {other}",
    "too-many": "there are more than {most} words",
}


class CustomWords(NamedTuple):
    """Words in proper spelling, in alphabetical order."""

    added: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()


class Problem(NamedTuple):
    """An invalid line."""

    line: int
    fault: Fault
    word: str
    other: int = 0  # the line that it conflicts with

    def __str__(self) -> str:
        details = {"word": self.word, "other": self.other, "longest": LONGEST, "most": MOST}
        return f"line {self.line}: {_MESSAGES[self.fault].format(**details)}"


class BadCustomWords(ValueError):
    """A file with invalid lines. The message is one line, about the first of them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{problems[0]}{more}")
        self.problems = tuple(problems)


def read_custom_words(text: str, language: Language, umlauts: Umlauts = "AE") -> CustomWords:
    """The words of a file; BadCustomWords lists all invalid lines."""
    problems: list[Problem] = []
    added: dict[str, int] = {}
    banned: dict[str, int] = {}
    spelt: dict[tuple[bool, str], int] = {}
    forms: dict[tuple[bool, str], int] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        word = normalize("NFC", line.partition("#")[0].strip())
        if not word:
            continue
        ban, word = word.startswith("-"), word.removeprefix("-")
        form = _form(word, language, umlauts)
        if form is None:
            problems.append(Problem(number, "not-letters", word[:LONGEST]))
        elif len(form) > LONGEST:
            problems.append(Problem(number, "too-long", word[:LONGEST]))
        elif other := forms.get((not ban, form)):
            problems.append(Problem(number, "added-and-banned", word, other))
        # pêche and péché are two words to add, but one to ban.
        elif other := spelt.get((ban, form if ban else word.lower())):
            problems.append(Problem(number, "twice", word, other))
        elif len(spelt) == MOST:
            problems.append(Problem(number, "too-many", word))
            break
        else:
            forms.setdefault((ban, form), number)
            spelt[ban, form if ban else word.lower()] = number
            (banned if ban else added)[word] = number
    if problems:
        raise BadCustomWords(problems)
    return CustomWords(tuple(sorted(added)), tuple(sorted(banned)))


def with_custom_words(words: Words, added: Sequence[str], banned: Sequence[str]) -> Words:
    """A source with words added and banned, in any spelling; a word in both lists is added."""
    return CustomLexicon(words, added, banned) if added or banned else words


class CustomLexicon:
    """A source of words with some added and some banned.

    An added word is its own entry and family, and has the frequency 0.
    """

    def __init__(self, words: Words, added: Sequence[str], banned: Sequence[str]) -> None:
        self._words = words
        self._custom = CustomWords(tuple(sorted(set(added))), tuple(sorted(set(banned))))
        self.language = words.language
        self.umlauts = words.umlauts
        self._added: dict[str, list[str]] = {}
        for word in self._custom.added:
            # A word given in capitals (card letters) is shown in lower case.
            spelling = word.lower() if word.isupper() else normalize("NFC", word)
            spellings = self._added.setdefault(self._fold(word), [])
            if spelling not in spellings:
                spellings.append(spelling)
        self._banned = frozenset(map(self._fold, self._custom.banned)) - self._added.keys()
        known = [words.digest, sorted(self._added.items()), sorted(self._banned)]
        self.digest = hashlib.sha256(json.dumps(known).encode()).hexdigest()
        self.id = f"{words.id}+house-{self.digest[:8]}"

    def __reduce__(self) -> tuple[type[CustomLexicon], tuple[object, ...]]:
        return CustomLexicon, (self._words, self._custom.added, self._custom.banned)

    def __repr__(self) -> str:
        return f"<words {self.id}: {len(self._added)} added, {len(self._banned)} banned>"

    def __contains__(self, word: str, /) -> bool:
        return word in self._added or (word not in self._banned and word in self._words)

    def spellings(self, word: str) -> tuple[str, ...]:
        if word in self._banned:
            return ()
        return tuple(dict.fromkeys((*self._words.spellings(word), *self._added.get(word, ()))))

    def lemmas(self, word: str) -> tuple[str, ...]:
        if word in self._banned:
            return ()
        return self._words.lemmas(word) or ((word,) if word in self._added else ())

    def readings(self, word: str) -> tuple[Reading, ...]:
        if word in self._banned:
            return ()
        known = self._words.readings(word)
        spelt = {reading.spelling for reading in known}
        new = (one for one in self._added.get(word, ()) if one not in spelt)
        return (*known, *(Reading(spelling, spelling, "other") for spelling in new))

    def is_lemma(self, word: str) -> bool:
        if word in self._banned:
            return False
        return word in self._added or self._words.is_lemma(word)

    def bases(self, word: str) -> frozenset[int]:
        # A word that the lexicon does not know has a base of its own there.
        return self._words.bases(word)

    def bases_as_spelt(self, spelling: str) -> frozenset[int]:
        return self._words.bases_as_spelt(spelling)

    def related(self, one: str, other: str) -> bool:
        return not self.bases(one).isdisjoint(self.bases(other))

    def family(self, word: str) -> tuple[str, ...]:
        if word not in self:
            return ()
        known = (one for one in self._words.family(word) if self._fold(one) not in self._banned)
        return tuple(known) or tuple(self._added.get(word, ()))

    def zipf(self, word: str) -> float:
        return 0.0 if word in self._banned else self._words.zipf(word)

    def all(self) -> Sequence[str]:
        return self._by_frequency

    def common(self, zipf: float) -> Sequence[str]:
        if zipf <= 0:
            return self.all()
        return [word for word in self._words.common(zipf) if word not in self._banned]

    @cached_property
    def _by_frequency(self) -> CompactWordList:
        known = self._words.all()
        # Words of frequency 0 come last; the added ones are sorted in among them.
        never = bisect_left(known, 0.0, key=lambda word: -self._words.zipf(word))
        rare = [word for word in known[never:] if word not in self._banned]
        for word in self._added:
            if word not in self._words:
                insort(rare, word)
        return CompactWordList(
            [*(word for word in known[:never] if word not in self._banned), *rare]
        )

    def _fold(self, word: str) -> str:
        return fold(word, self.language, self.umlauts)


def _form(word: str, language: Language, umlauts: Umlauts) -> str | None:
    try:
        return fold(word, language, umlauts)
    except ValueError:
        return None
