"""What a child of eight to ten knows: the lists in `children/`, one file a language.

A list holds base words. Of their inflected forms a child knows those that are common enough; the
readings of the lexicon tell what a form belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from escale.words.folding import fold
from escale.words.protocol import Language, Words

FOLDER = Path(__file__).parent / "children"


def known_to_children(words: Words, rarest: float) -> list[str]:
    """The base words and their forms down to this Zipf frequency, most frequent first."""
    listed = base_words(words.language)
    common: Sequence[str] = words.common(rarest)
    known = dict.fromkeys(
        form
        for form in common
        if any(one.lemma in listed or one.spelling in listed for one in words.readings(form))
    )
    bases = {fold(word, words.language, words.umlauts) for word in listed}
    rare = [form for form in bases if form not in known and form in words]
    return [*known, *sorted(rare, key=lambda form: (-words.zipf(form), form))]


@cache
def base_words(language: Language) -> frozenset[str]:
    """The base words of a language, in proper spelling."""
    lines = (FOLDER / f"{language}.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))
