"""What a child knows: the lists are in order and in the lexicons, and level 1 goes by them."""

from __future__ import annotations

from functools import cache

import pytest

from escale.games.kreuzwort.bots import levels as kreuzwort
from escale.games.wordbank.bots import levels as wordbank
from escale.words import LANGUAGES, Language, fold, from_list, load
from escale.words.children import FOLDER, base_words, known_to_children
from escale.words.custom_words import with_custom_words

KNOWN = {
    "fr": "maison école écureuil toboggan mange mangent chevaux jolie".split(),
    "en": "house school squirrel seesaw eat ate children happiest".split(),
    "de": "Haus Schule Eichhörnchen Wippe isst aß Kinder schönste".split(),
}
UNKNOWN = {
    "fr": "audit légitime sénateur mandat fiscal virginie williams jacques".split(),
    "en": "audit senator legislation fiscal mortgage tesla trump".split(),
    "de": "Aufsichtsrat Senator legitim Mandat steuerlich Whatsapp Regensburger".split(),
}
RAREST = 3.0  # forms that level 1 knows


@cache
def known_in_order(language: Language) -> list[str]:
    return known_to_children(load(language), RAREST)


def lines(language: Language) -> list[str]:
    text = (FOLDER / f"{language}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_has_some_thousand_words_in_order_and_none_twice(language: Language) -> None:
    words = lines(language)
    assert 3000 <= len(words) <= 5000
    assert words == sorted(set(words), key=lambda word: (fold(word, language), word))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_in_the_lexicon_as_it_is_spelt(language: Language) -> None:
    words = load(language)
    assert [
        word for word in lines(language) if word not in words.spellings(fold(word, language))
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_child_knows_everyday_words_with_their_forms_and_no_others(language: Language) -> None:
    known = set(known_in_order(language))
    assert [word for word in KNOWN[language] if fold(word, language) not in known] == []
    others = [fold(word, language) for word in UNKNOWN[language]]
    assert all(word in load(language) for word in others) and known.isdisjoint(others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_most_frequent_first_and_a_rare_form_of_a_known_word_is_not_known(
    language: Language,
) -> None:
    words, known = load(language), known_in_order(language)
    assert len(set(known)) == len(known)
    frequencies = [words.zipf(word) for word in known]
    assert frequencies == sorted(frequencies, reverse=True)
    bases = {fold(word, language) for word in base_words(language)}
    assert all(word in bases for word in known if words.zipf(word) < RAREST)
    assert any(words.zipf(word) < RAREST for word in known)


def test_a_german_child_knows_the_same_words_whatever_becomes_of_umlauts() -> None:
    assert "EICHHOERNCHEN" in known_to_children(load("de", "AE"), RAREST)
    assert "EICHHORNCHEN" in known_to_children(load("de", "A"), RAREST)


def test_a_banned_word_is_not_known() -> None:
    words = with_custom_words(load("fr"), (), ("maison",))
    known = known_to_children(words, RAREST)
    assert "MAISON" not in known and "MAISONS" in known


def test_of_a_short_list_a_child_knows_what_is_in_both() -> None:
    assert known_to_children(from_list(["maison", "audit"], "fr"), RAREST) == ["MAISON"]


@pytest.mark.parametrize("character", [wordbank.CHARACTERS[1], kreuzwort.CHARACTERS[1]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_level_1_says_the_words_of_a_child(
    language: Language, character: wordbank.Character | kreuzwort.Character
) -> None:
    own, known = character.words, known_in_order(language)
    said = own.said(load(language), known)
    assert own.audience == "child" and own.rarest == RAREST
    assert set(known).issuperset(said) and len(said) > 2000
    assert max(map(len, said)) == own.longest


def test_a_bot_of_word_bank_thinks_of_these_words() -> None:
    own = wordbank.CHARACTERS[1].words
    assert wordbank.vocabulary(load("en"), 1).words == own.said(load("en"), known_in_order("en"))
