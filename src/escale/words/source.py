"""Where words come from: the lexicons shipped with Escale, or a list of one's own.

This module is the only one that knows which source is behind `load`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from unicodedata import normalize

from escale.words import rows
from escale.words.folding import fold, known
from escale.words.lexicon import Lexicon, file_of
from escale.words.protocol import Language, Umlauts, Words
from escale.words.table import WordTable


def load(language: Language, umlauts: Umlauts = "AE") -> Words:
    """The words of a language, read once per process."""
    known(language)
    # Only German has umlauts: one lexicon, not two equal ones, for the other languages.
    return _load(language, umlauts if language == "de" else "AE")


@cache
def _load(language: Language, umlauts: Umlauts) -> Words:
    return Lexicon(file_of(language), umlauts)


def from_list(
    words: Iterable[str],
    language: Language,
    families: Iterable[Iterable[str]] = (),
    umlauts: Umlauts = "AE",
) -> Words:
    """The words of a table or of a test, in any spelling.

    Each word is a family of its own, except those that `families` puts together. Nothing is known
    of their frequency: it is 0 for all of them, so `all` is in alphabetical order.
    """
    given = {normalize("NFC", word) for word in words}
    forms = {word: fold(word, language, umlauts) for word in given}
    # Every form has a number of its own, which its spellings share.
    numbers = {form: number for number, form in enumerate(sorted(set(forms.values())))}
    bases = {form: [number] for form, number in numbers.items()}
    for number, family in enumerate(families, start=len(numbers)):
        for member in family:
            form = fold(member, language, umlauts)
            if form not in bases:
                raise ValueError(f"{member!r} is in a family but not in the list of words")
            bases[form].append(number)
    # A word given in card letters shows in small letters, as it would in a sentence.
    spelt = {word.lower() if word.isupper() else word: form for word, form in forms.items()}
    text = rows.write(
        rows.Row(word, (word,) * len(bases[form]), 0, tuple(bases[form]))
        for word, form in spelt.items()
    )
    digest = hashlib.sha256(text.encode()).hexdigest()
    return WordTable(
        text, language=language, id=f"list-{language}-{digest[:8]}", digest=digest, umlauts=umlauts
    )
