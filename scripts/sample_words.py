"""100 words of each bot level and language, drawn at random, to be looked at: for docs/words.md.

    python scripts/sample_words.py [fr|en|de ...]

Each band holds the words that a level says and no level below it does.
"""

from __future__ import annotations

import sys
import textwrap
from random import Random
from typing import cast

from escale.games.wordbank.bots.levels import CHARACTERS
from escale.words import LANGUAGES, Language, load

SAMPLE = 100


def main(languages: list[str]) -> None:
    for language in cast(list[Language], languages):
        words = load(language)
        below: set[str] = set()
        print(f"### {language}\n")
        for level, character in CHARACTERS.items():
            own = character.words
            band = [word for word in own.said(words, own.known(words)) if word not in below]
            below.update(band)
            drawn = sorted(Random(f"{language} {level}").sample(band, SAMPLE))
            shown = ", ".join(words.spellings(word)[0] for word in drawn)
            heading = f"**Level {level}** ({len(band):,} words, Zipf {own.rarest} and more)"
            if own.audience == "child":
                heading = f"**Level {level}** ({len(band):,} words and forms that a child knows)"
            print(textwrap.fill(f"{heading}: {shown}.", 120), end="\n\n")


if __name__ == "__main__":
    main(sys.argv[1:] or list(LANGUAGES))
