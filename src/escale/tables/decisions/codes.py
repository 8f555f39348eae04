"""Short codes to say aloud: "ba-ko li-mu" sounds alike in French, English and German."""

from __future__ import annotations

import re
from secrets import choice

CONSONANTS = "bdfgklmnprstvz"
VOWELS = "aeiou"
SYLLABLES = 4


def new() -> str:
    syllables = [choice(CONSONANTS) + choice(VOWELS) for _ in range(SYLLABLES)]
    return "".join(syllables[:2]) + "-" + "".join(syllables[2:])


def read(text: str) -> str | None:
    """A code as it is kept, from what somebody typed: capitals and gaps do not matter."""
    letters = re.sub(r"[\s-]", "", text).lower()
    if not re.fullmatch(f"([{CONSONANTS}][{VOWELS}]){{{SYLLABLES}}}", letters):
        return None
    half = SYLLABLES
    return f"{letters[:half]}-{letters[half:]}"
