"""Sentences about you and about others, French elision and German cases."""

from __future__ import annotations

import pytest

from escale.core.game import LANGUAGES
from escale.games.registry import HOUSE, load_game
from escale.games.texts import Texts, elides, texts
from escale.testing.checks.texts import forms, read_texts, texts_of

ELIDED = ("Ann", "Inès", "Hugo", "Äneas", "Élie", "Hélène", "Yves", "Œdipe", "Ann Lee 🐙")
WHOLE = ("Tom", "Hans", "Harry", "Yann", "A", "🐙 Ann", "9", "", "O’Brien", "Ça va")

TEXTS = {
    "table": "Table de {name}",
    "until": "jusqu’à ce que {name} revienne",
    "pass": "{player:Vous passez|{player} passe}.",
    "duel": "{seat:Vous gagnez|{seat} gagne} contre {player}, {seat:bravo|dommage}.",
    "plate": "{seat} ({colour})",
    "line": "{who} : {count}.",
    "won": "{who:Vous l’emportez|{who} l’emporte}.",
}


def say(you: int | None = None, language: str = "fr") -> Texts:
    return Texts(language, TEXTS, names=["Ann", "{x|y:z}"], you=you)


@pytest.mark.parametrize("name", ELIDED)
def test_de_and_que_elide_before_a_vowel(name: str) -> None:
    assert say()("table", name=name) == f"Table d’{name}"
    assert say()("until", name=name) == f"jusqu’à ce qu’{name} revienne"


@pytest.mark.parametrize("name", WHOLE)
def test_they_stay_before_everything_else(name: str) -> None:
    assert not elides(name)
    assert say()("table", name=name) == f"Table de {name}"


def test_only_french_elides() -> None:
    assert say(language="de")("table", name="Ann") == "Table de Ann"


def test_a_sentence_about_you_says_so() -> None:
    assert say(you=0)("pass", player=0) == "Vous passez."
    assert say(you=1)("pass", player=0) == "Ann passe."
    assert say()("pass", player=0) == "Ann passe."
    assert say(you=0)("duel", seat=0, player=1) == "Vous gagnez contre {x|y:z}, bravo."
    assert say(you=1)("duel", seat=0, player=1) == "Ann gagne contre vous, dommage."


def test_what_begins_with_you_stands_for_you() -> None:
    words = say(you=0)
    who = words("plate", seat=0, colour="bleu")
    assert who == "vous (bleu)"
    assert words("line", who=who, count=3) == "Vous (bleu) : 3."
    assert words("won", who=who) == "Vous l’emportez."
    assert words("won", who=words("plate", seat=1, colour="vert")) == "{x|y:z} (vert) l’emporte."
    assert words.labels == ("Vous", "{x|y:z}")


def test_a_name_is_never_read_as_a_gap() -> None:
    assert say()("pass", player=1) == "{x|y:z} passe."


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_ours_lets_you_do_what_others_do(language: str) -> None:
    """A name at the beginning of an event needs a verb for "you"."""
    for game in map(load_game, ("wordbank", "kreuzwort", "fortboyard")):
        for key, text in (read_texts(HOUSE, language) | texts_of(game, language)).items():
            if not key.startswith("events.") and key != "told.winner":
                continue
            assert not any(form.startswith("{player} ") for form in forms(text)), key


@pytest.mark.parametrize(
    ("language", "key", "told"),
    [
        ("de", "news.duel-won", "Ann gewinnt gegen dich."),
        ("de", "news.reads", "Ann liest dir ein Rätsel vor."),
        ("fr", "news.reads", "Ann lit une énigme pour vous."),
        ("en", "news.reads", "Ann reads a riddle to you."),
    ],
)
def test_cases_of_you(language: str, key: str, told: str) -> None:
    words = texts(load_game("fortboyard"), language, ["Ann", "Inès"], you=1)
    assert words(key, seat=0, player=1) == told
