"""No bot says a coarse word; the dictionary keeps it, and people may."""

from __future__ import annotations

from typing import get_args

import pytest

from escale.games.kreuzwort.bots import levels as kreuzwort
from escale.games.wordbank.bots import levels as wordbank
from escale.words import LANGUAGES, Language, Umlauts, fold, load
from escale.words.manners import FOLDER, polite

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
AT_MOST = 0.01  # of the words of the strongest level


@pytest.mark.parametrize("umlauts", get_args(Umlauts))
@pytest.mark.parametrize("language", LANGUAGES)
def test_coarse_words_are_left_out_and_those_that_look_like_them_are_not(
    language: Language, umlauts: Umlauts
) -> None:
    words = load(language, umlauts)
    coarse = [fold(word, language, umlauts) for word in COARSE[language].split()]
    good = [fold(word, language, umlauts) for word in GOOD[language].split()]
    assert polite(words, [*coarse, *good]) == good


@pytest.mark.parametrize("language", LANGUAGES)
def test_little_is_lost(language: Language) -> None:
    known = load(language).common(2.0)
    assert 0 < len(known) - len(polite(load(language), known)) < AT_MOST * len(known)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_listed_twice(language: Language) -> None:
    lines = (FOLDER / f"{language}.txt").read_text("utf-8").splitlines()
    listed = [one for line in lines if not line.startswith("#") for one in line.split()]
    assert len(set(listed)) == len(listed)


@pytest.mark.parametrize("level", [1, 4])
def test_a_bot_of_word_bank_says_none(level: int) -> None:
    words = load("fr")
    said = set(wordbank.vocabulary(words, level).words)
    assert "MERDE" in words.common(wordbank.CHARACTERS[level].rarest)
    assert "MERDE" not in said and "MAISON" in said


@pytest.mark.parametrize("level", [1, 4])
def test_a_bot_of_kreuzwort_says_none_and_knows_them(level: int) -> None:
    knows = kreuzwort.knowledge("fr", level)
    vocabulary = knows.solver.vocabulary
    said = {vocabulary.word(place) for place in range(len(vocabulary))}
    assert "MERDE" in knows.known and "MERDE" not in said
    assert "MAISON" in said
