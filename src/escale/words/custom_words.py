"""Custom words: what a table adds to a lexicon, bans, and says of families (`--house FILE`).

yéti            # a word
kob kobs        # words of one family: those that the lexicon lacks are added, as forms of the
                # first one; families that it has are joined
bleu ≠ blé      # not kin, in none of their forms (or: bleu != blé)
-belote         # banned: this form alone, others need lines of their own
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple
from unicodedata import normalize

from escale.words.folding import fold
from escale.words.frequency_order import CompactWordList
from escale.words.protocol import Language, Reading, Umlauts, Words
from escale.words.spelling import entries_as_spelt

LONGEST = 50
# The header of every match contains all of them.
MOST = 5_000

Fault = Literal[
    "not-letters",
    "too-long",
    "twice",
    "added-and-banned",
    "too-many",
    "not-a-pair",
    "kin-and-not",
]
_MESSAGES: dict[Fault, str] = {
    "not-letters": "{word!r} contains something that is not a letter",
    "too-long": "{word!r} has more than {longest} letters",
    "twice": "{word!r} is already in line {other}",
    "added-and-banned": "{word!r} is both added and banned, see line {other}",
    "too-many": "there are more than {most} words",
    "not-a-pair": "{word!r}: there must be one word on each side of ≠",
    "kin-and-not": "{word!r}: line {other} says the opposite",
}


class CustomWords(NamedTuple):
    """Words in proper spelling; single words in alphabetical order, the others as in the file."""

    added: tuple[str, ...] = ()
    banned: tuple[str, ...] = ()
    kin: tuple[tuple[str, str], ...] = ()  # the first of a line, with each of the others
    not_kin: tuple[tuple[str, str], ...] = ()


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
    file = _File(language, umlauts)
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        content = normalize("NFC", line.partition("#")[0].strip())
        if not content:
            continue
        if not file.read(number, content):
            break
    if file.problems:
        raise BadCustomWords(file.problems)
    return CustomWords(
        tuple(sorted(file.added)), tuple(sorted(file.banned)), tuple(file.kin), tuple(file.not_kin)
    )


class _File:
    """What the lines so far say, and what is wrong with them."""

    def __init__(self, language: Language, umlauts: Umlauts) -> None:
        self.problems: list[Problem] = []
        self.added: list[str] = []
        self.banned: list[str] = []
        self.kin: list[tuple[str, str]] = []
        self.not_kin: list[tuple[str, str]] = []
        self._language = language
        self._umlauts = umlauts
        self._count = 0
        self._spelt: dict[tuple[bool, str], int] = {}
        self._forms: dict[tuple[bool, str], int] = {}
        # For each word, the lines that put it into a family, and those that keep it from others.
        self._kin_lines: defaultdict[str, set[int]] = defaultdict(set)
        self._not_kin_lines: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def read(self, number: int, content: str) -> bool:
        """False: there are too many words."""
        sides = [one.strip() for one in content.replace("!=", "≠").split("≠")]
        words = content.split() if len(sides) == 1 else sides
        ban = content.startswith("-")
        if ban or len(words) == 1:
            words = [content.removeprefix("-")]
        problem = self._problem(number, content, words, ban=ban, pair=len(sides) > 1)
        if problem:
            self.problems.append(problem)
            return problem.fault != "too-many"
        self._count += len(words)
        if len(sides) > 1:
            self.not_kin.append((sides[0], sides[1]))
        elif len(words) > 1:
            self.kin += [(words[0], other) for other in words[1:]]
        else:
            (self.banned if ban else self.added).append(words[0])
        return True

    def _problem(
        self, number: int, content: str, words: list[str], *, ban: bool, pair: bool
    ) -> Problem | None:
        if pair and (len(words) != 2 or not all(words)):
            return Problem(number, "not-a-pair", content[:LONGEST])
        if self._count + len(words) > MOST:
            return Problem(number, "too-many", words[0][:LONGEST])
        forms = []
        for word in words:
            form = _form(word, self._language, self._umlauts)
            if form is None:
                return Problem(number, "not-letters", word[:LONGEST])
            if len(form) > LONGEST:
                return Problem(number, "too-long", word[:LONGEST])
            forms.append(form)
        for word, form in zip(words, forms, strict=True):
            if not pair and (other := self._forms.get((not ban, form))):
                return Problem(number, "added-and-banned", word, other)
        if len(words) == 1:
            # pêche and péché are two words to add, but one to ban.
            if other := self._spelt.get((ban, forms[0] if ban else words[0].lower())):
                return Problem(number, "twice", words[0], other)
        elif problem := self._contradiction(number, content, words, kin=not pair):
            return problem
        if not pair:
            for form in forms:
                self._forms.setdefault((ban, form), number)
        if len(words) == 1:
            self._spelt[ban, forms[0] if ban else words[0].lower()] = number
        return None

    def _contradiction(
        self, number: int, content: str, words: list[str], *, kin: bool
    ) -> Problem | None:
        """A pair that was declared before, the same way or the opposite one."""
        spelt = {word.lower() for word in words}
        if len(spelt) < len(words):
            return Problem(number, "twice", content[:LONGEST], number)
        together = self._line_of_two(spelt)
        apart = min(
            (
                line
                for word in spelt
                for other, line in self._not_kin_lines.get(word, {}).items()
                if other in spelt
            ),
            default=0,
        )
        same, opposite = (together, apart) if kin else (apart, together)
        if opposite:
            return Problem(number, "kin-and-not", content[:LONGEST], opposite)
        if same:
            return Problem(number, "twice", content[:LONGEST], same)
        for word in spelt:
            if kin:
                self._kin_lines[word].add(number)
            else:
                self._not_kin_lines[word].update((one, number) for one in spelt if one != word)
        return None

    def _line_of_two(self, spelt: set[str]) -> int:
        """The first line that puts two of these words into one family; 0: none."""
        seen = Counter(chain.from_iterable(self._kin_lines.get(word, ()) for word in spelt))
        return min((line for line, count in seen.items() if count > 1), default=0)


def with_custom_words(
    words: Words,
    added: Sequence[str],
    banned: Sequence[str],
    kin: Sequence[tuple[str, str]] = (),
    not_kin: Sequence[tuple[str, str]] = (),
) -> Words:
    """A source with words added and banned, and families changed, in any spelling.

    A word that is both added and banned is added.
    """
    if not (added or banned or kin or not_kin):
        return words
    return CustomLexicon(words, added, banned, kin, not_kin)


class CustomLexicon:
    """A source of words with some added and some banned, and with families of the table's own.

    An added word has the frequency 0. It is its own entry and family, unless it was added as a form
    of another one.
    """

    def __init__(
        self,
        words: Words,
        added: Sequence[str],
        banned: Sequence[str],
        kin: Sequence[tuple[str, str]] = (),
        not_kin: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.lexicon = words
        self._custom = CustomWords(
            tuple(sorted(set(added))),
            tuple(sorted(set(banned))),
            tuple(kin),
            tuple(not_kin),
        )
        self.language = words.language
        self.umlauts = words.umlauts
        self._added: dict[str, list[str]] = {}
        self._entry: dict[str, str] = {}  # of an added form
        for word in self._custom.added:
            self._add(_spelling(word))
        for pair in self._custom.kin:
            for word in map(_spelling, pair):
                form = self._fold(word)
                known = {
                    one.lower() for one in (*words.spellings(form), *self._added.get(form, ()))
                }
                if word.lower() not in known:
                    self._add(word)
                    self._entry[word] = _spelling(pair[0])
        self._banned = frozenset(map(self._fold, self._custom.banned)) - self._added.keys()
        self._joined = self._join()
        self._not_kin = frozenset(
            frozenset({one, other})
            for pair in self._custom.not_kin
            for one in entries_as_spelt(_spelling(pair[0]), self)
            for other in entries_as_spelt(_spelling(pair[1]), self)
        )
        content: list[object] = [words.digest, sorted(self._added.items()), sorted(self._banned)]
        if kin or not_kin:
            content += [sorted(self._custom.kin), sorted(map(sorted, self._not_kin))]
        self.digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
        self.id = f"{words.id}+house-{self.digest[:8]}"

    def _add(self, spelling: str) -> None:
        spellings = self._added.setdefault(self._fold(spelling), [])
        if spelling not in spellings:
            spellings.append(spelling)

    def _join(self) -> dict[int, int]:
        """For each base of a family that was joined with others, the one that stands for all."""
        parents: dict[int, int] = {}

        def first(base: int) -> int:
            while (parent := parents.setdefault(base, base)) != base:
                parents[base] = base = parents[parent]
            return base

        for pair in self._custom.kin:
            roots = {first(base) for word in pair for base in self.lexicon.bases_as_spelt(word)}
            parents.update(dict.fromkeys(roots, min(roots)))
        return {base: first(base) for base in list(parents)}

    def __reduce__(self) -> tuple[type[CustomLexicon], tuple[object, ...]]:
        return CustomLexicon, (self.lexicon, *self._custom)

    def __repr__(self) -> str:
        return f"<words {self.id}: {len(self._added)} added, {len(self._banned)} banned>"

    def __contains__(self, word: str, /) -> bool:
        return word in self._added or (word not in self._banned and word in self.lexicon)

    def spellings(self, word: str) -> tuple[str, ...]:
        if word in self._banned:
            return ()
        return tuple(dict.fromkeys((*self.lexicon.spellings(word), *self._added.get(word, ()))))

    def lemmas(self, word: str) -> tuple[str, ...]:
        if word in self._banned:
            return ()
        added = (self._entry.get(one, one) for one in self._added.get(word, ()))
        return self.lexicon.lemmas(word) or tuple(dict.fromkeys(map(self._fold, added)))

    def readings(self, word: str) -> tuple[Reading, ...]:
        if word in self._banned:
            return ()
        known = self.lexicon.readings(word)
        spelt = {reading.spelling for reading in known}
        new = (one for one in self._added.get(word, ()) if one not in spelt)
        return (*known, *(Reading(one, self._entry.get(one, one), "other") for one in new))

    def is_lemma(self, word: str) -> bool:
        if word in self._banned:
            return False
        own = any(self._entry.get(one, one) == one for one in self._added.get(word, ()))
        return own or self.lexicon.is_lemma(word)

    def bases(self, word: str) -> frozenset[int]:
        # A word that the lexicon does not know has a base of its own there.
        return self._together(self.lexicon.bases(word))

    def bases_as_spelt(self, spelling: str) -> frozenset[int]:
        return self._together(self.lexicon.bases_as_spelt(spelling))

    def _together(self, bases: frozenset[int]) -> frozenset[int]:
        if self._joined.keys().isdisjoint(bases):
            return bases
        return frozenset(self._joined.get(base, base) for base in bases)

    def related(self, one: str, other: str) -> bool:
        if self.bases_as_spelt(one).isdisjoint(self.bases_as_spelt(other)):
            return False
        return not self._not_kin or any(
            frozenset({a, b}) not in self._not_kin
            and not self.bases_as_spelt(a).isdisjoint(self.bases_as_spelt(b))
            for a in entries_as_spelt(one, self)
            for b in entries_as_spelt(other, self)
        )

    def family(self, word: str) -> tuple[str, ...]:
        if word not in self:
            return ()
        found = [*self.lexicon.family(word), *self._added.get(word, ())]
        bases = self.bases(word)
        for pair in self._custom.kin:
            if not self._joined.keys().isdisjoint(bases) and not bases.isdisjoint(
                self.bases_as_spelt(pair[0])
            ):
                for one in pair:
                    found += self.lexicon.family(self._fold(one)) or (_spelling(one),)
        return tuple(
            one
            for one in dict.fromkeys(found)
            if self._fold(one) not in self._banned and self.related(word, one)
        )

    def zipf(self, word: str) -> float:
        return 0.0 if word in self._banned else self.lexicon.zipf(word)

    def all(self) -> Sequence[str]:
        return self._by_frequency

    def common(self, zipf: float) -> Sequence[str]:
        if zipf <= 0:
            return self.all()
        return [word for word in self.lexicon.common(zipf) if word not in self._banned]

    @cached_property
    def _by_frequency(self) -> CompactWordList:
        known = self.lexicon.all()
        # Words of frequency 0 come last; the added ones are sorted in among them.
        never = bisect_left(known, 0.0, key=lambda word: -self.lexicon.zipf(word))
        rare = [word for word in known[never:] if word not in self._banned]
        for word in self._added:
            if word not in self.lexicon:
                insort(rare, word)
        return CompactWordList(
            [*(word for word in known[:never] if word not in self._banned), *rare]
        )

    def _fold(self, word: str) -> str:
        return fold(word, self.language, self.umlauts)


def _spelling(word: str) -> str:
    """A word given in capitals (card letters) is shown in lower case."""
    return word.lower() if word.isupper() else normalize("NFC", word)


def _form(word: str, language: Language, umlauts: Umlauts) -> str | None:
    try:
        return fold(word, language, umlauts)
    except ValueError:
        return None
