"""F17: 180 riddles a language, each a riddle of its own that does not give itself away."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import pytest

from escale.games.fortboyard.answers.matching import matches
from escale.games.fortboyard.answers.phrases import ways
from escale.games.fortboyard.cards import occurs
from escale.games.fortboyard.riddles import riddles
from escale.games.fortboyard.rules.pieces import ANSWER_LENGTH, THEMES, Riddle
from escale.words import LANGUAGES, Language

every_language = pytest.mark.parametrize("language", LANGUAGES)

# Two riddles that an answer may solve, on purpose: each asks for it in its own way.
SHARED: dict[Language, set[tuple[str, str]]] = {
    "fr": {
        ("de-a-coudre", "de-a-jouer"),
        ("lunettes", "longue-vue"),
        ("escargot", "escalier-en-colimacon"),
        ("perroquet", "portemanteau"),
        ("vague", "bague-vague"),
    },
    "en": set(),
    "de": set(),
}


@every_language
def test_F17_there_are_180_each_with_its_name(language: Language) -> None:
    names = [riddle.name for riddle in riddles(language)]
    assert len(names) == 180
    assert len(set(names)) == 180
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


@every_language
def test_F17_all_themes_and_difficulties(language: Language) -> None:
    themes = Counter(riddle.theme for riddle in riddles(language))
    assert set(themes) == set(THEMES) - {"own"}
    assert all(10 <= count <= 30 for count in themes.values()), themes
    difficulties = Counter(riddle.difficulty for riddle in riddles(language))
    for difficulty, about in {1: 50, 2: 60, 3: 45, 4: 25}.items():
        assert abs(difficulties[difficulty] - about) <= 10, difficulties
    only = sum(riddle.one_answer_only for riddle in riddles(language))
    assert 8 <= only <= 22


@every_language
def test_F17_a_riddle_is_short_enough_to_be_read_aloud(language: Language) -> None:
    for riddle in riddles(language):
        assert 40 <= len(riddle.text) <= 260, riddle.name
        assert 1 <= riddle.text.count("\n") <= 3, riddle.name
        assert all(len(answer) <= ANSWER_LENGTH for answer in riddle.answers), riddle.name


@every_language
def test_F17_no_riddle_gives_its_answer_away(language: Language) -> None:
    given = [
        (riddle.name, answer)
        for riddle in riddles(language)
        for answer in riddle.answers
        if occurs(answer, riddle.text, language)
    ]
    assert not given


@every_language
def test_F17_every_accepted_answer_is_right_and_listed_once(language: Language) -> None:
    for riddle in riddles(language):
        assert len(set(riddle.answers)) == len(riddle.answers), riddle.name
        for answer in riddle.answers:
            assert matches(answer, [answer], language), (riddle.name, answer)
            assert matches(answer.upper(), riddle.answers, language), (riddle.name, answer)


@every_language
def test_F17_no_two_riddles_show_the_same_answer(language: Language) -> None:
    shown = [(riddle.name, ways(riddle.answers[0], language)) for riddle in riddles(language)]
    assert not [(one, other) for (one, a), (other, b) in combinations(shown, 2) if a & b]


@every_language
def test_F17_no_answer_solves_two_riddles_unless_on_purpose(language: Language) -> None:
    both = {
        (one.name, other.name)
        for one, other in combinations(riddles(language), 2)
        if _solved_by(one, other, language) or _solved_by(other, one, language)
    }
    assert both == SHARED[language]


def _solved_by(riddle: Riddle, other: Riddle, language: Language) -> list[str]:
    return [said for said in other.answers if matches(said, riddle.answers, language)]


@every_language
def test_F17_typography(language: Language) -> None:
    for riddle in riddles(language):
        for text in (riddle.text, *riddle.answers):
            assert "!!" not in text, riddle.name
            assert "  " not in text, riddle.name
            assert not re.search(r"[ \t]$", text, re.MULTILINE), riddle.name
            assert text.count("„") == text.count("“"), riddle.name
            if language == "fr":
                assert not re.search(r"['\"“”]", text), riddle.name
                # A no-break space before : ; ? ! » and after «
                assert not re.search(r"[^\u00a0\u202f][:;?!»]", text), riddle.name
                assert not re.search(r"«[^\u00a0\u202f]", text), riddle.name
            if language == "de":
                assert not re.search(r"[\"«»”]", text), riddle.name
