"""Make the letters and points of a Kreuzwort-Pyramiden edition from a language's words.

    python scripts/make_kreuzwort_edition.py de > src/escale/games/kreuzwort/editions/de.toml

What the rulebook tells holds for every edition: Q and Y are dear, vowels and common letters cheap;
the greys are E, S, R, I and N.
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction
from math import isqrt
from random import Random
from string import ascii_uppercase
from typing import cast

from escale.games.kreuzwort.rules.pieces import OWN_GREYS
from escale.words import Language, load

STEPS = ((0.05, 1), (0.03, 2), (0.02, 3), (0.0125, 4), (0.006, 6), (0.0025, 8), (0.0, 10))
"""Points by how often a letter occurs: the first share that it reaches."""
DEAREST = "QY"
VOWELS = "AEIOU"

HEADER = """\
# Kreuzwort-Pyramiden, {language} edition.
#
# How it was made (scripts/make_kreuzwort_edition.py): letters are counted over the {words} words of
# the lexicon {lexicon} that people use (Zipf frequency 2 and more), each word once. A letter that
# makes up at least 5 % of all letters is worth 1 point, 3 %: 2, 2 %: 3, 1.25 %: 4, 0.6 %: 6,
# 0.25 %: 8, less: 10; Q and Y, which the rules call dear, are worth 10. The 24 of each colour: one
# Q, one Y, and 22 that go, one by one, to the letter with the highest quotient of weight and
# copies + 1/2 (Sainte-Lague); the weight is the square root of the count, so that rare letters
# occur, and the greys that come with a colour (2 E, S, R, I, N) count as copies. The 36 black ones:
# the same way without greys. The 36 letters printed in the centre: by the count itself, without Q
# and Y, laid so that vowels and consonants take turns where they can, row by row as seen from the
# south. bench/kreuzwort_seats.py measures what each seat wins with these letters.
"""


def shared(weights: Counter[str], number: int, first: str = "", beside: str = "") -> str:
    """So many letters, in proportion to their weights. `first` are among them in any case;
    those `beside` them are there already and count, but are not among them."""
    copies, there = Counter(first), Counter(beside)

    def claim(one: str) -> Fraction:
        return Fraction(2 * weights[one], 2 * (copies[one] + there[one]) + 1)

    while copies.total() < number:
        copies[max(sorted(weights), key=claim)] += 1
    return "".join(sorted(copies.elements()))


def points(letter: str, counts: Counter[str]) -> int:
    if letter in DEAREST:
        return 10
    share = counts[letter] / counts.total()
    return next(value for least, value in STEPS if share >= least)


def laid(letters: str) -> str:
    """The printed letters in rows of six, vowels and consonants in turn as far as they last."""
    rng = Random(1)
    vowels = rng.sample(
        [one for one in letters if one in VOWELS], k=sum(one in VOWELS for one in letters)
    )
    others = [one for one in letters if one not in VOWELS]
    rng.shuffle(others)
    row = []
    for place in range(len(letters)):
        wants_vowel = (place // 6 + place % 6) % 2 == 0
        from_vowels = (wants_vowel and vowels) or not others
        row.append((vowels if from_vowels else others).pop())
    return "".join(row)


def main(language: Language) -> None:
    lexicon = load(language)
    words = lexicon.common(2.0)
    counts: Counter[str] = Counter(dict.fromkeys(ascii_uppercase, 1))
    for word in words:
        counts.update(word)
    ordinary = Counter({one: number for one, number in counts.items() if one not in DEAREST})
    print(HEADER.format(language=language, words=len(words), lexicon=lexicon.id))
    print(f'name = "{language}-1"')
    print(f'language = "{language}"')
    print('umlauts = "AE"')
    roots = Counter({one: isqrt(number) for one, number in ordinary.items()})
    sets = {
        "colour": shared(roots, 24, first=DEAREST, beside=OWN_GREYS),
        "black": shared(roots, 36, first=DEAREST),
    }
    for name, letters in sets.items():
        print(f"{name} = [")
        for letter in sorted(set(letters)):
            one = f'["{letter}", {points(letter, counts)}]'
            print("  " + ", ".join([one] * letters.count(letter)) + ",")
        print("]")
    print(f'printed = "{laid(shared(ordinary, 36))}"')
    print("values = [")
    for letter in ascii_uppercase:
        print(f'  ["{letter}", {points(letter, counts)}],')
    print("]")


if __name__ == "__main__":
    main(cast(Language, sys.argv[1]))
