"""Draw random related pairs of frequent words, to be judged by reading.

    python scripts/sample_kin.py fr SEED > tests/words/judged_kin_fr.tsv

A pair is two dictionary entries with a Zipf frequency of 3.4 and more that the referee calls kin,
each in its most frequent spelling.
Every pair has the same chance. The columns to fill in are the verdict (1: kin, 0: not) and a
remark; they are drawn as 1 and empty.
"""

from __future__ import annotations

import random
import sys
from itertools import combinations
from typing import cast

from escale.words import Language, Words, load
from escale.words.folding import check_language

FREQUENT = 3.4
PAIRS = 1000


def related_pairs(words: Words) -> list[tuple[str, str]]:
    by_base: dict[int, list[str]] = {}
    for word in words.common(FREQUENT):
        if words.is_lemma(word):
            for base in words.bases(word):
                by_base.setdefault(base, []).append(word)
    found = {pair for kin in by_base.values() for pair in combinations(sorted(kin), 2)}
    spelt = ((words.spellings(one)[0], words.spellings(other)[0]) for one, other in sorted(found))
    return [pair for pair in spelt if words.related(*pair)]


def main(language: str, seed: str) -> None:
    check_language(language)
    words = load(cast(Language, language))
    pairs = related_pairs(words)
    print(f"# {PAIRS} of {len(pairs)} related pairs of {words.id}, seed {seed}: pair, kin?, remark")
    for pair in random.Random(seed).sample(pairs, PAIRS):
        print(*pair, 1, "", sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
