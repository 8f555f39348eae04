"""Evidence from glosses: which words they mention, and how similar two of them are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log2

from tools.lexicons.reading import LemmaInfo, key

_WORD = re.compile(r"[^\W\d_]+")
# A gloss as short as this is about the words it mentions ("action de protéger").
SHORT = 7
# A word in more than one of so many glosses belongs to the language of dictionaries.
FREQUENT = 150
# A mention of a word in more than one of so many glosses is no evidence.
EVERYWHERE = 25

# How much a pair of glosses tells, from nothing known to a word that is defined by the other.
UNKNOWN, NOTHING, LITTLE, SOME, MUCH, MENTION, DEFINED = range(7)
LEVELS = 7
_STEPS = (2, 8, 18)  # hundredths of likeness


class Evidence:
    """Similarity and mentions between entries, given by their numbers in `names`."""

    def __init__(
        self,
        names: Sequence[str],
        lemmas: Mapping[str, LemmaInfo],
        glosses: Mapping[str, Sequence[str]],
        forms: Mapping[str, Sequence[str]],
    ) -> None:
        number = {name: at for at, name in enumerate(names)}
        meant: dict[str, int] = {}
        strange: dict[str, int] = {}
        self.mentions: dict[tuple[int, int], int] = {}
        # Pairs of which each is mentioned in a gloss of the other.
        self.mutual: set[tuple[int, int]] = set()
        told: set[tuple[int, int]] = set()
        tokens: dict[int, set[int]] = {}
        senses: dict[int, list[set[int]]] = {}

        def meaning(token: str) -> int:
            """The entry a token is a form of, the commonest; a number below zero if none is."""
            found = meant.get(token)
            if found is None:
                known = [one for one in forms.get(token, (token,)) if one in number]
                if token in number:
                    known.append(token)
                if known:
                    found = number[max(known, key=lambda one: (lemmas[one].zipf, one))]
                else:
                    found = -1 - strange.setdefault(token, len(strange))
                meant[token] = found
            return found

        for headword in sorted(glosses):
            at = number.get(key(headword))
            if at is None:
                continue
            for sense in glosses[headword]:
                read = {meaning(token) for token in _WORD.findall(sense.lower())}
                tokens.setdefault(at, set()).update(read)
                senses.setdefault(at, []).append(read)
        seen = Counter(token for read in tokens.values() for token in read)
        most = max(20, len(tokens) // FREQUENT)
        too_many = max(20, len(tokens) // EVERYWHERE)
        for at, lists in senses.items():
            for read in lists:
                content = [token for token in read if seen[token] <= most]
                level = DEFINED if len(content) <= SHORT else MENTION
                for token in read:
                    if token >= 0 and token != at and seen[token] <= too_many:
                        pair = (min(at, token), max(at, token))
                        self.mentions[pair] = max(level, self.mentions.get(pair, 0))
                        told.add((at, token))
        self.mutual = {(one, other) for one, other in told if one < other and (other, one) in told}
        count = len(tokens) + 1
        self._weight = {
            token: round(4 * log2(count / times) ** 2)
            for token, times in seen.items()
            if times <= most
        }
        self._tokens: dict[int, frozenset[int]] = {}
        self._total: dict[int, int] = {}
        for at, read in tokens.items():
            if at not in seen:
                self._weight[at] = round(4 * log2(count) ** 2)
            known = frozenset(token for token in (*read, at) if token in self._weight)
            self._tokens[at] = known
            self._total[at] = sum(map(self._weight.__getitem__, known))

    def level(self, one: int, other: int) -> int:
        """How strongly the glosses of two entries suggest that they are related."""
        found = self.mentions.get((one, other) if one < other else (other, one))
        if found:
            return found
        left, right = self._tokens.get(one), self._tokens.get(other)
        if left is None or right is None:
            return UNKNOWN
        shared = left & right
        if not shared:
            return NOTHING
        # Squared, so that integers suffice.
        likeness = (100 * sum(map(self._weight.__getitem__, shared))) ** 2
        whole = self._total[one] * self._total[other]
        for level, step in zip((NOTHING, LITTLE, SOME), _STEPS, strict=True):
            if likeness < step**2 * whole:
                return level
        return MUCH
