"""Every number that a riddle can ask for has its names, each of one number only."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.answers.numbers import with_figures
from escale.words import Language


@pytest.mark.parametrize(
    ("language", "words", "figures"),
    [
        ("fr", "VINGT ET UN", "21"),
        ("fr", "SOIXANTE ET ONZE", "71"),
        ("fr", "SEPTANTE ET UN", "71"),
        ("fr", "QUATRE VINGTS", "80"),
        ("fr", "QUATRE VINGT DIX NEUF", "99"),
        ("fr", "DEUX CENTS", "200"),
        ("fr", "NEUF CENT QUATRE VINGT DIX NEUF", "999"),
        ("fr", "MILLE", "1000"),
        ("fr", "DIX DOIGTS", "10 DOIGTS"),
        ("fr", "UN", "1"),
        ("fr", "UN OISEAU", "UN OISEAU"),
        ("en", "NINETY EIGHT", "98"),
        ("en", "A HUNDRED AND ONE", "101"),
        ("en", "ONE HUNDRED YEARS", "100 YEARS"),
        ("en", "A THOUSAND", "1000"),
        ("de", "EINUNDZWANZIG", "21"),
        ("de", "FUNFUNDZWANZIG", "25"),
        ("de", "DREIHUNDERTZWOELF", "312"),
        ("de", "HUNDERTUNDEINS", "101"),
        ("de", "TAUSEND", "1000"),
    ],
)
def test_numbers(language: Language, words: str, figures: str) -> None:
    assert with_figures(words.split(), language) == tuple(figures.split())
