"""No bot says a coarse word, and those of levels 1 and 2 nothing sad; people may say all."""

from __future__ import annotations

from typing import get_args

import pytest

from escale.games.kreuzwort.bots import levels as kreuzwort
from escale.games.wordbank.bots import levels as wordbank
from escale.words import LANGUAGES, Language, Umlauts, fold, load
from escale.words.manners import files, polite

COARSE = {
    "fr": "merde MERDES emmerdait connard putain pétasse nazisme baiseur",
    "en": "shit SHITTY fucking arseholes whore nigger nazi sexual",
    "de": "scheiße SCHEISSEGAL Ärsche gefickt Möse Nazis Schlampe Vergewaltigung",
}
GOOD = {
    "fr": "chien connaître violet violence bande bandeau salopette pissenlit pétale contrat sucre",
    "en": "farther spice rapeseed pimple sextet lustre arsenal cocktail class retardant title",
    "de": "dominant Sextett Schwanz Eichel Pop scheiden Marsch Schlamperei Mongolei naiv Essex",
}
SAD = {
    "fr": "mort MORTS mourait meurtre tueur guerre cancer antisémite haine drogue suicide divorce",
    "en": "death dead DYING killed murderer war cancer racist hatred drugs suicide divorced stupid",
    "de": "Tod Todesfall tot getötet starb Weltkrieg Waffe antisemitisch Hass Drogen Scheidung",
}
NAMES = {
    "fr": "williams virginie jacques montmorency macron",
    "en": "trump tesla john twitter jimmy",
    "de": "Whatsapp Regensburger San Tesla Wagenknecht",
}
KIND = {
    "fr": "mortadelle mortier guérir tortue violon armoire arménien souligner gastronomie crevette "
    "charnière tomber droguerie histoire soulever",
    "en": "dice diet deadline warm ward mortar bulletin gunk heroine breaststroke terrible "
    "drugstore strange cancel",
    "de": "total Totem kriegen kriegst Waffel graben Drogerie gewaltig leicht Granatapfel trauen "
    "Exekutive Erbrecht gewehrt Berliner",
}
AT_MOST = 0.01  # of the words of the strongest level
AT_MOST_IN_A_FAMILY = 0.05  # of the words of level 2


@pytest.mark.parametrize("umlauts", get_args(Umlauts))
@pytest.mark.parametrize("language", LANGUAGES)
def test_coarse_words_are_left_out_and_those_that_look_like_them_are_not(
    language: Language, umlauts: Umlauts
) -> None:
    words = load(language, umlauts)
    coarse = [fold(word, language, umlauts) for word in COARSE[language].split()]
    good = [fold(word, language, umlauts) for word in GOOD[language].split()]
    assert polite(words, [*coarse, *good]) == good


@pytest.mark.parametrize("umlauts", get_args(Umlauts))
@pytest.mark.parametrize("language", LANGUAGES)
def test_with_a_family_sad_words_and_names_are_left_out_too(
    language: Language, umlauts: Umlauts
) -> None:
    words = load(language, umlauts)
    sad, names, coarse, kind = (
        [fold(word, language, umlauts) for word in one[language].split()]
        for one in (SAD, NAMES, COARSE, KIND)
    )
    assert all(word in words for word in (*sad, *names, *kind))
    assert polite(words, [*sad, *names, *coarse, *kind], family=True) == kind
    assert polite(words, [*sad, *names, *kind]) == [*sad, *names, *kind]


@pytest.mark.parametrize("language", LANGUAGES)
def test_little_is_lost(language: Language) -> None:
    known = load(language).common(2.0)
    assert 0 < len(known) - len(polite(load(language), known)) < AT_MOST * len(known)
    common = load(language).common(3.4)
    gentle = polite(load(language), common, family=True)
    assert 0 < len(common) - len(gentle) < AT_MOST_IN_A_FAMILY * len(common)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_listed_twice(language: Language) -> None:
    texts = [path.read_text("utf-8") for path in files(language, family=True)]
    lines = [line for text in texts for line in text.splitlines()]
    listed = [one for line in lines if not line.startswith("#") for one in line.split()]
    assert sorted(one for one in listed if listed.count(one) > 1) == []


@pytest.mark.parametrize("level", [2, 4])
def test_a_bot_of_word_bank_says_none(level: int) -> None:
    words = load("fr")
    said = set(wordbank.vocabulary(words, level).words)
    assert "MERDE" in wordbank.CHARACTERS[level].words.known(words)
    assert "MERDE" not in said and "MAISON" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_say_sad_words_and_names_from_level_3_on(language: Language) -> None:
    words = load(language)
    left_out = {fold(one, language) for one in f"{SAD[language]} {NAMES[language]}".split()}
    for characters in (wordbank.CHARACTERS, kreuzwort.CHARACTERS):
        said = {
            level: one.words.said(words, words.common(3.4)) for level, one in characters.items()
        }
        assert left_out.isdisjoint([*said[1], *said[2]])
        assert not left_out.isdisjoint(said[3]) and not left_out.isdisjoint(said[4])


@pytest.mark.parametrize("level", [2, 4])
def test_a_bot_of_kreuzwort_says_none_and_knows_them(level: int) -> None:
    knows = kreuzwort.knowledge("fr", level)
    vocabulary = knows.solver.vocabulary
    said = {vocabulary.word(place) for place in range(len(vocabulary))}
    assert "MERDE" in knows.known and "MERDE" not in said
    assert "MAISON" in said
