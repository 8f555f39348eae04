"""Rare entries that no dictionary has: the largest list of SCOWL also collects mistakes."""

from __future__ import annotations

import re
from collections.abc import Collection

from tools.lexicons.wordnet import Sense, word

_SYLLABLES = re.compile("[aeiouy]+")
_LONG = 3


def doubtful(rare: Collection[str], senses: list[Sense], irregular: Collection[str]) -> set[str]:
    """Which of the rare words are two words (highschool) or wrong forms (winned, beautifuler).

    What WordNet has as a word of its own is never in doubt. `irregular` verbs have a past of
    their own.
    """
    own = {one for sense in senses for one in sense.words if word(one)}
    phrases = {
        one.replace("_", "") for sense in senses for one in sense.words if one.count("_") == 1
    }
    adjectives = {
        one for sense in senses if sense.pos == "adjective" for one in sense.words if word(one)
    }
    return {
        one
        for one in rare
        if one not in own
        and (
            one in phrases
            or one.removesuffix("s") in phrases
            or any(verb in irregular for verb in _pasts_of(one))
            or _is_long_degree(one, adjectives)
        )
    }


def _pasts_of(form: str) -> tuple[str, ...]:
    """The verbs whose regular past this could be."""
    if not form.endswith("ed"):
        return ()
    stem = form[:-2]
    doubled = (stem[:-1],) if stem[-1:] == stem[-2:-1] else ()
    return (stem, stem + "e", *doubled)


def _is_long_degree(form: str, adjectives: Collection[str]) -> bool:
    """Long adjectives take more and most; those in -y do not count as long (unhappier)."""
    for ending in ("er", "est"):
        base = form.removesuffix(ending)
        if base != form and base in adjectives and not base.endswith("y"):
            return len(_SYLLABLES.findall(base)) >= _LONG
    return False
