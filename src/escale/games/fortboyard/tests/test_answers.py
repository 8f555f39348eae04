"""F11: typical answers of people are judged as a friendly reader would."""

from __future__ import annotations

import tomllib
from itertools import chain
from pathlib import Path

import pytest

from escale.games.fortboyard.answers.variants import accepts
from escale.games.fortboyard.riddles import riddles
from escale.words import LANGUAGES, Language

every_language = pytest.mark.parametrize("language", LANGUAGES)

LEAST = 150
# Some rare word will always look like a slip of another.
WRONG_ACCEPTED = 0.01


def listed(language: Language) -> dict[str, dict[str, list[str]]]:
    file = Path(__file__).parent / "answers" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def judged(language: Language, sort: str) -> list[tuple[str, str, bool]]:
    cards = {riddle.name: riddle for riddle in riddles(language)}
    return [
        (name, answer, accepts(answer, cards[name], language))
        for name, answers in listed(language)[sort].items()
        for answer in answers
    ]


@every_language
def test_F11_right_answers_are_accepted(language: Language) -> None:
    verdicts = judged(language, "right")
    assert len(verdicts) >= LEAST
    assert not [f"{name}: {answer}" for name, answer, accepted in verdicts if not accepted]


@every_language
def test_F11_wrong_answers_are_not(language: Language) -> None:
    verdicts = judged(language, "wrong")
    assert len(verdicts) >= LEAST
    slipped = [f"{name}: {answer}" for name, answer, accepted in verdicts if accepted]
    assert len(slipped) <= WRONG_ACCEPTED * len(verdicts), slipped


@every_language
def test_the_lists_name_each_answer_once(language: Language) -> None:
    for answers in chain.from_iterable(sort.values() for sort in listed(language).values()):
        assert len(set(answers)) == len(answers), answers
