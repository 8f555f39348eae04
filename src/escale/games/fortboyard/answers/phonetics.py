"""Rough phonetic keys: children spell by ear, and write "fare" for "phare"."""

from __future__ import annotations

import re
from functools import lru_cache

from escale.words import Language

# Applied in this order, to both words: rules may drop details, but must not merge unlike sounds.
_RULES: dict[Language, tuple[tuple[str, str], ...]] = {
    "fr": (
        (r"EAUX?|AUX?", "O"),
        (r"PH", "F"),
        (r"QU", "K"),
        (r"GU(?=[EI])", "G"),
        (r"C(?=[EIY])", "S"),
        (r"CH", "8"),
        (r"C", "K"),
        (r"G(?=[EI])", "J"),
        (r"(?<=[AEIOU])S(?=[AEIOUY])", "Z"),
        (r"H", ""),
        (r"Y", "I"),
        (r"(?<=[AEO])[MN](?=[BDPT])", "N"),
        (r"EN(?=[^AEIOUN]|$)", "AN"),
        (r"AIN|EIN", "IN"),
        (r"AI|EI", "E"),
        (r"(.)\1+", r"\1"),
        (r"(?<=...)(E?S|[DTX]|E)$", ""),
    ),
    "en": (
        (r"PH", "F"),
        (r"^KN", "N"),
        (r"^WR", "R"),
        (r"^WH", "W"),
        (r"IGH", "I"),
        (r"MB$", "M"),
        (r"CK|Q", "K"),
        (r"C(?=[EIY])", "S"),
        (r"C(?!H)", "K"),
        (r"(?:UO|OU)Y", "OY"),
        (r"(?:IE|EY)$|(?<=.)Y(?=.)", "Y"),
        (r"(?<=[^AEIOU])I(?=[^AEIOU])", "Y"),
        (r"IE|EA|EE", "E"),
        (r"(.)\1+", r"\1"),
        (r"LE$|EL$|AL$", "L"),
        (r"OR$|AR$|OUR$|RE$|ER$", "R"),
    ),
    "de": (
        (r"CHS|CKS|KS", "X"),
        (r"AEU", "EU"),
        (r"AE", "E"),
        (r"OE", "O"),
        (r"(?<![EA])UE", "U"),
        (r"PH|V", "F"),
        (r"TH|DT", "T"),
        (r"TZ", "Z"),
        (r"CK|C(?!H)", "K"),
        (r"IE", "I"),
        (r"(?<=[AEIOU])H(?=[^AEIOU]|$|E)", ""),
        (r"AI", "EI"),
        (r"Y", "I"),
        (r"(.)\1+", r"\1"),
        (r"D$", "T"),
        (r"G$", "K"),
        (r"B$", "P"),
    ),
}
_COMPILED = {
    language: tuple((re.compile(pattern), sound) for pattern, sound in rules)
    for language, rules in _RULES.items()
}


@lru_cache(maxsize=4096)
def sound(word: str, language: Language) -> str:
    """A key that is equal for folded words that sound alike."""
    for pattern, heard in _COMPILED[language]:
        word = pattern.sub(heard, word)
    return word
