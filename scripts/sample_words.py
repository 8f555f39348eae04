"""100 words of each bot level and language, drawn at random, to be looked at: for docs/words.md.

    python scripts/sample_words.py [fr|en|de ...]

Each band holds the words that a level knows and the level below it does not.
"""

from __future__ import annotations

import sys
from random import Random
from typing import cast

from escale.games.wordbank.bots.levels import CHARACTERS
from escale.words import LANGUAGES, Language, load

SAMPLE = 100


def main(languages: list[str]) -> None:
    for language in cast(list[Language], languages):
        words = load(language)
        known = 0
        print(f"### {language}\n")
        for level, character in CHARACTERS.items():
            band = words.common(character.rarest)[known:]
            known += len(band)
            drawn = sorted(Random(f"{language} {level}").sample(list(band), SAMPLE))
            shown = ", ".join(words.spellings(word)[0] for word in drawn)
            heading = f"**Level {level}** ({len(band):,} words, Zipf {character.rarest} and more)"
            print(f"{heading}: {shown}.\n")


if __name__ == "__main__":
    main(sys.argv[1:] or list(LANGUAGES))
