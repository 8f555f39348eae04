"""F11: what is forgiven in an answer, case by case."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.answers.edit_distance import forgiven, slips
from escale.games.fortboyard.answers.matching import matches
from escale.games.fortboyard.rules.pieces import ANSWER_LENGTH
from escale.words import Language

FORGIVEN: list[tuple[Language, str, str]] = [
    ("fr", "LE PHARE !", "le phare"),  # case and marks
    ("fr", "l'oeuf", "l’œuf"),  # apostrophes and ligatures
    ("fr", "cerf volant", "le cerf-volant"),
    ("fr", "c’est un dé", "dé"),
    ("fr", "le de", "le dé"),  # never empty
    ("fr", "un de a coudre", "le dé à coudre"),
    ("fr", "un", "1"),
    ("fr", "quatre-vingt-onze", "91"),
    ("fr", "nonante et un", "91"),
    ("fr", "60 minutes", "soixante minutes"),
    ("fr", "les chevaux", "le cheval"),  # plural
    ("fr", "un fare", "le phare"),  # by ear
    ("fr", "peut-être un phare", "le phare"),  # not sure, or polite
    ("fr", "Ça doit être le phare.", "le phare"),
    ("fr", "Vous êtes une clé ?", "la clé"),
    ("en", "maybe a key", "a key"),
    ("en", "You’re a key!", "a key"),
    ("en", "it must be the key", "a key"),
    ("de", "Vielleicht eine Brille?", "die Brille"),
    ("de", "Sie sind eine Brille", "die Brille"),
    ("en", "It’s a builder’s level.", "a builder's level"),
    ("en", "geese", "a goose"),
    ("en", "one hundred and one", "101"),
    ("en", "the lighthosue", "a lighthouse"),  # neighbours swapped
    ("en", "29th of February", "29 February"),
    ("de", "Das ist meine Brille", "die Brille"),
    ("de", "Strasse", "die Straße"),
    ("de", "Mucke", "die Mücke"),
    ("de", "die Häuser", "das Haus"),
    ("de", "siebenundneunzig", "97"),
    ("de", "dreißig", "30"),
]
REFUSED: list[tuple[Language, str, str]] = [
    ("fr", "", "le dé"),
    ("fr", "le", "le dé"),
    ("fr", "…", "le dé"),
    ("fr", "coudre", "le dé à coudre"),  # a part
    ("fr", "port", "la porte"),  # another word
    ("fr", "porter", "la porte"),  # of another kind
    ("fr", "soixante-six", "soixante-dix"),  # a number is right or wrong
    ("fr", "un dé", "1"),
    ("fr", "peut-être", "le phare"),
    ("fr", "être", "le phare"),
    ("en", "maybe", "a key"),
    ("en", "could be", "a bee"),
    ("en", "well", "a key"),
    ("de", "vielleicht", "die Brille"),
    ("fr", "cet", "sept"),
    ("fr", "sans", "100"),
    ("fr", "mère", "la mer"),
    ("en", "ate", "8"),
    ("en", "for", "4"),
    ("en", "🔑", "a key"),
    ("de", "Mehl", "das Meer"),
    ("de", "Rat", "das Rad"),
    ("en", "stalagmite", "a stalactite"),
    ("en", "cat", "a bat"),
    ("en", "the letter S", "the letter T"),
    ("en", "28 February", "29 February"),
    ("en", "see star", "a sea star"),
    ("de", "Seite", "die Seife"),
    ("de", "Redezeichen", "das Lesezeichen"),  # in no dictionary, but made of two words
    ("de", "das Sieb", "sieben"),
    ("de", "Ähre", "die Ehre"),
    ("de", "дом", "das Haus"),
]


@pytest.mark.parametrize(("language", "answer", "right"), FORGIVEN)
def test_F11_forgiven(language: Language, answer: str, right: str) -> None:
    assert matches(answer, [right], language)


@pytest.mark.parametrize(("language", "answer", "right"), REFUSED)
def test_F11_refused(language: Language, answer: str, right: str) -> None:
    assert not matches(answer, [right], language)


def test_F11_an_answer_is_bounded() -> None:
    right = "a wave"
    assert matches(right.rjust(ANSWER_LENGTH), [right], "en")
    assert not matches(right.rjust(ANSWER_LENGTH + 1), [right], "en")


def test_slips_are_counted_as_people_make_them() -> None:
    assert slips("LEUCHTTURM", "LEUCHTTURM", 2) == 0
    assert slips("LEUCHTTRUM", "LEUCHTTURM", 2) == 1
    assert slips("LECHTTURM", "LEUCHTTURM", 2) == 1
    assert slips("LEICHTTURN", "LEUCHTTURM", 2) == 2
    assert slips("LAMPE", "LEUCHTTURM", 2) == 3
    assert slips("ABC", "XYZ", 2) == 3
    assert [forgiven(letters) for letters in (1, 4, 5, 7, 8, 20)] == [0, 0, 1, 1, 2, 2]
