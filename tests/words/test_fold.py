"""Folding: from a proper spelling to the letters on the cards (W3)."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from escale.words import LANGUAGES, Language, Umlauts, fold


@pytest.mark.parametrize(
    ("text", "language", "folded"),
    [
        ("protéger", "fr", "PROTEGER"),
        ("Garçon", "fr", "GARCON"),
        ("œuf", "fr", "OEUF"),
        ("ŒUVRE", "fr", "OEUVRE"),
        ("cæcum", "fr", "CAECUM"),
        ("maïs", "fr", "MAIS"),
        ("capharnaüm", "fr", "CAPHARNAUM"),
        ("naïve", "en", "NAIVE"),
        ("coöperate", "en", "COOPERATE"),
        ("Ångström", "en", "ANGSTROM"),
        ("jalapeño", "en", "JALAPENO"),
        ("encyclopædia", "en", "ENCYCLOPAEDIA"),
        ("Straße", "de", "STRASSE"),
        ("STRAẞE", "de", "STRASSE"),
        ("Äpfel", "de", "AEPFEL"),
        ("öde", "de", "OEDE"),
        ("Übermut", "de", "UEBERMUT"),
        ("Café", "de", "CAFE"),
    ],
)
def test_each_language_folds_in_its_own_way(text: str, language: Language, folded: str) -> None:
    assert fold(text, language) == folded


@pytest.mark.parametrize(
    ("language", "umlauts", "folded"),
    [
        ("de", "AE", "AEOEUESS"),
        ("de", "A", "AOUSS"),
        ("fr", "AE", "AOUSS"),
        ("en", "AE", "AOUSS"),
    ],
)
def test_umlauts_are_an_option_of_german_only(
    language: Language, umlauts: Umlauts, folded: str
) -> None:
    assert fold("äöüß", language, umlauts) == folded


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["protégé", "Äpfel", "garçon", "naïveté", "Größe"])
def test_composed_and_decomposed_input_are_equal(text: str, language: Language) -> None:
    composed = unicodedata.normalize("NFC", text)
    decomposed = unicodedata.normalize("NFD", text)
    assert composed != decomposed
    assert fold(composed, language) == fold(decomposed, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_folding_twice_changes_nothing(language: Language) -> None:
    once = fold("Œßäéçüñ", language)
    assert fold(once, language) == once


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "two words",
        " edge",
        "edge ",
        "porte-clés",
        "porte\N{NON-BREAKING HYPHEN}clés",
        "aujourd'hui",
        "aujourd\N{RIGHT SINGLE QUOTATION MARK}hui",
        "abc1",
        "²",
        "½",
        "hello!",
        "a.b",
        "tab\t",
        "line\n",
        "soft\N{SOFT HYPHEN}hyphen",
        "zero\N{ZERO WIDTH SPACE}width",
        "мир",
        "ελλάδα",
        "שלום",
        "日本",
        "\N{FULLWIDTH LATIN SMALL LETTER W}ide",
        "\N{COMBINING ACUTE ACCENT}a",
        "q\N{COMBINING DIAERESIS}",
        "😀",
        "søster",
        "łódź",
    ],
)
def test_what_is_no_letter_of_a_card_is_refused(text: str, language: Language) -> None:
    with pytest.raises(ValueError, match=r"letter|empty"):
        fold(text, language)


def test_an_unknown_language_is_refused_by_name() -> None:
    unknown: Any = "it"
    with pytest.raises(ValueError, match=r"'it'.*fr, en, de"):
        fold("parola", unknown)
