"""Dictionary words: folding, membership, lemmas, families and frequency.

>>> from escale.words import fold, load
>>> words = load("fr")
>>> words.spellings(fold("protéger", "fr"))
('protéger',)
>>> words.related("PROTEGER", "PROTECTION")
True
"""

from escale.words.folding import fold
from escale.words.loading import load
from escale.words.protocol import LANGUAGES, Language, Umlauts, Words
from escale.words.word_list import from_list

__all__ = ["LANGUAGES", "Language", "Umlauts", "Words", "fold", "from_list", "load"]
