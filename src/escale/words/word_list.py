"""Words from a plain list, for tests and experiments: `from_list`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from unicodedata import normalize

from escale.words.folding import fold
from escale.words.protocol import Language, Reading, Umlauts, Words, own_base


def from_list(
    words: Iterable[str],
    language: Language,
    families: Iterable[Iterable[str]] = (),
    umlauts: Umlauts = "AE",
) -> Words:
    """The given words, in any spelling.

    Each is its own dictionary entry and a family of its own, except those that `families` puts
    together. Frequencies are unknown, hence 0, so `all` is in alphabetical order.
    """
    spellings: dict[str, set[str]] = {}
    for word in words:
        # A word given in capitals (card letters) is shown in lower case.
        spelling = word.lower() if word.isupper() else normalize("NFC", word)
        spellings.setdefault(fold(word, language, umlauts), set()).add(spelling)
    bases: dict[str, set[int]] = {form: {own_base(form)} for form in spellings}
    for number, family in enumerate(families):
        for member in family:
            form = fold(member, language, umlauts)
            if form not in bases:
                raise ValueError(f"{member!r} is in a family but not in the list of words")
            bases[form].add(number)
    ordered = {form: tuple(sorted(spellings[form])) for form in sorted(spellings)}
    return WordList(ordered, {form: frozenset(bases[form]) for form in ordered}, language, umlauts)


class WordList:
    """Answers from dictionaries in memory: spellings and bases by folded form."""

    def __init__(
        self,
        spellings: Mapping[str, tuple[str, ...]],
        bases: Mapping[str, frozenset[int]],
        language: Language,
        umlauts: Umlauts,
    ) -> None:
        self._spellings = spellings
        self._bases = bases
        self._forms = tuple(spellings)
        self.language: Language = language
        self.umlauts: Umlauts = umlauts
        content = [[form, spelt, sorted(bases[form])] for form, spelt in spellings.items()]
        self.digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
        self.id = f"list-{language}-{self.digest[:8]}"

    def __repr__(self) -> str:
        return f"<words {self.id}: {len(self._forms)} forms>"

    def __contains__(self, word: str, /) -> bool:
        return word in self._spellings

    def spellings(self, word: str) -> tuple[str, ...]:
        return self._spellings.get(word, ())

    def lemmas(self, word: str) -> tuple[str, ...]:
        return (word,) if word in self else ()

    def readings(self, word: str) -> tuple[Reading, ...]:
        return tuple(Reading(spelling, spelling, "other") for spelling in self.spellings(word))

    def is_lemma(self, word: str) -> bool:
        return word in self

    def bases(self, word: str) -> frozenset[int]:
        return self._bases.get(word) or frozenset({own_base(word)})

    def bases_as_spelt(self, spelling: str) -> frozenset[int]:
        return self.bases(fold(spelling, self.language, self.umlauts))

    def related(self, one: str, other: str) -> bool:
        return not self.bases_as_spelt(one).isdisjoint(self.bases_as_spelt(other))

    def family(self, word: str) -> tuple[str, ...]:
        kin = (form for form in self._forms if word in self and self.related(word, form))
        return tuple(spelling for form in kin for spelling in self._spellings[form])

    def zipf(self, word: str) -> float:
        return 0.0

    def all(self) -> Sequence[str]:
        return self._forms

    def common(self, zipf: float) -> Sequence[str]:
        return () if zipf > 0 else self._forms
