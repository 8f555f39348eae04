"""Make the 52 cards of a Word Bank edition from the letters of a language's words.

    python scripts/make_edition.py fr > src/escale/games/wordbank/editions/fr.toml

What is known of the printed French cards holds for every edition: the harder a letter, the fewer
its spaces; W has 2; the E's have 3, 4 or 5; there is no Y and no Z; one I has 3.
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from typing import cast

from escale.words import Language, load

CARDS = 52
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
SPREAD = {"hard": (2,), "fair": (3,), "easy": (3, 4), "E": (3, 4, 5)}
"""Spaces of the copies of a letter, over and over."""

HEADER = """\
# Word Bank, {language} edition: 52 cards, as [letter, spaces].
#
# How it was made (scripts/make_edition.py): letters are counted over the {words} words of the
# lexicon {lexicon} that people use (Zipf frequency 2 and more), each word once. Every letter from
# A to X has one card; the other {rest} go, one by one, to the letter with the highest quotient of
# count and cards + 1/2 (Sainte-Lague). Spaces follow how hard a letter is: 2 where it makes up less
# than 1.25 % of all letters, 3 up to 5 %, 3 and 4 in turn above; the E's have 3, 4 and 5 in turn.
# bench/wordbank_seats.py measures what each seat wins with these cards.
"""


def copies(counts: Counter[str]) -> dict[str, int]:
    """How many cards each letter gets."""
    cards = dict.fromkeys(LETTERS, 1)
    while sum(cards.values()) < CARDS:
        next_letter = max(LETTERS, key=lambda one: Fraction(2 * counts[one], 2 * cards[one] + 1))
        cards[next_letter] += 1
    return cards


def kind(letter: str, counts: Counter[str]) -> str:
    share = counts[letter] / counts.total()
    if letter == "E":
        return "E"
    return "hard" if share < 0.0125 else "fair" if share < 0.05 else "easy"


def main(language: Language) -> None:
    lexicon = load(language)
    words = lexicon.common(2.0)
    counts: Counter[str] = Counter()
    for word in words:
        counts.update(word)
    print(
        HEADER.format(
            language=language, words=len(words), lexicon=lexicon.id, rest=CARDS - len(LETTERS)
        )
    )
    print(f'name = "{language}-1"')
    print(f'language = "{language}"')
    print('umlauts = "AE"')
    print(f"forbids_containing = {str(language == 'en').lower()}")
    print("cards = [")
    for letter, number in copies(counts).items():
        spaces = SPREAD["hard" if letter == "W" else kind(letter, counts)]
        row = [f'["{letter}", {spaces[copy % len(spaces)]}]' for copy in range(number)]
        print("  " + ", ".join(row) + ",")
    print("]")


if __name__ == "__main__":
    main(cast(Language, sys.argv[1]))
