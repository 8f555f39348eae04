"""Make the table of the bots' doubts for Kreuzwort-Pyramiden from the words of each language.

python scripts/make_kreuzwort_doubts.py > src/escale/games/kreuzwort/bots/doubts.toml
"""

from __future__ import annotations

from random import Random

from escale.games.kreuzwort.bots.calibrate import calibrated
from escale.games.kreuzwort.bots.levels import CHARACTERS
from escale.words import LANGUAGES

NUMBER = 100_000  # wrong words for each language and level

HEADER = f"""\
# How often a bot contests a word that it does not know.
#
# How it was made (scripts/make_kreuzwort_doubts.py, with calibrate.py): the real words are all
# those of the lexicon that people use (Zipf frequency 1 and more) and that the level does not know.
# {NUMBER:,} wrong ones: half of them misspelt (a letter doubled, left out, taken for another, or
# two swapped), half made up (the beginning of one word and the end of another); none stands in the
# lexicon. Both are counted by what can be told from their letters alone: short (up to 5 letters),
# middle (up to 8) or long, and with none, one, or more groups of three letters that no word known
# to the level has. Taking it that one in four of the words that a player does not know is wrong,
# Bayes gives the share of wrong ones among words of the same looks. So often a bot contests them:
# a level that has read more sees more surely that something is wrong. What it knows to be a word it
# never contests.
#
# Each row: the chance with no, one, and more strange groups."""


def main() -> None:
    print(HEADER)
    for language in LANGUAGES:
        for level in CHARACTERS:
            print(f"\n[{language}.{level}]")
            table = calibrated(language, level, NUMBER, Random(f"{language} {level}"))
            for length, row in table.items():
                print(f"{length} = [{', '.join(f'{chance:.2f}' for chance in row)}]")


if __name__ == "__main__":
    main()
