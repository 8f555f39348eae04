"""F11: natural forms of a right answer, and what version 1 of the rules said to them."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.answers.kindly import would_accept
from escale.games.fortboyard.answers.variants import accepts
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.riddles import riddles
from escale.games.fortboyard.rules.pieces import Options, Riddle
from escale.games.fortboyard.tests.test_riddles import SHARED
from escale.words import LANGUAGES, Language

RIGHT: list[tuple[Language, str, str]] = [
    # Refused in version 1, as people said them.
    ("fr", "flamants", "8 pattes"),
    ("de", "wuerfel-unten", "5 Augen"),
    ("en", "crab-steps", "zero steps"),
    ("fr", "taupe", "la tope"),
    ("fr", "luciole", "lampyre"),
    ("fr", "voile", "la voile d'un bateau"),
    ("en", "leap-day", "29/2"),
    ("en", "puppet", "Punch and Judy"),
    ("de", "decke", "Bettdecke"),
    ("de", "moewenschatten", "der Schatten eines Vogels"),
    ("de", "schlafwandler", "Schlafwandeln"),
    # A number, with what is counted and what people say around it.
    ("fr", "flamants", "huit pattes dans l’eau"),
    ("fr", "jambe-de-bois", "un pied"),
    ("fr", "table-ronde", "nous sommes deux"),
    ("fr", "chandelles", "trente-six chandelles"),
    ("fr", "ile-deserte", "aucun enfant"),
    ("en", "octopus-mittens", "8 pairs of mittens"),
    ("en", "sentries-on-the-walls", "four sentries"),
    ("en", "capsized-number", "the number 98"),
    ("en", "gulls-that-count", "there are five gulls in all"),
    ("de", "logbuch-blaetter", "2 Blätter"),
    ("de", "alle-augen", "einundzwanzig Augen"),
    ("de", "hausnummer", "die Ziffer 6"),
    ("de", "eiswuerfel", "null Eiswürfel"),
    # Dates, possessors, and a word after the answer.
    ("fr", "veille", "le 24/12"),
    ("de", "silvester", "31.12."),
    ("en", "leap-day", "2/29"),
    ("en", "sail", "a ship's sail"),
    ("en", "sail", "the sail of a ship"),
    ("de", "segel", "das Segel vom Boot"),
    ("fr", "phare", "un phare, je crois"),
    ("en", "lighthouse", "a lighthouse, I think"),
    ("de", "leuchtturm", "ein Leuchtturm, oder?"),
]
WRONG: list[tuple[Language, str, str]] = [
    ("fr", "flamants", "7 pattes"),
    ("fr", "flamants", "8 chats"),
    ("fr", "flamants", "8 9"),
    ("fr", "jambe-de-bois", "un chat"),
    ("en", "octopus-mittens", "8 mittens"),  # half of them
    ("en", "leap-day", "28/2"),
    ("en", "leap-day", "29/13"),
    ("fr", "cle", "la clé de sol"),  # another thing: no article
    ("fr", "voile", "le voilier d'un marin"),
    ("de", "wuerfel-unten", "sechs Augen"),
    ("en", "sail", "the sale of a ship"),
    ("fr", "phare", "je crois"),
    ("fr", "phare", "d'un bateau"),
]


def card(language: Language, name: str) -> Riddle:
    return next(one for one in riddles(language) if one.name == name)


@pytest.mark.parametrize(("language", "name", "answer"), RIGHT)
def test_F11_natural_forms_are_right(language: Language, name: str, answer: str) -> None:
    assert accepts(answer, card(language, name), language)


@pytest.mark.parametrize(("language", "name", "answer"), WRONG)
def test_F11_but_not_what_means_something_else(language: Language, name: str, answer: str) -> None:
    assert not accepts(answer, card(language, name), language)


def test_a_hosts_own_card_counts_its_noun() -> None:
    own = Riddle("own", "own", 1, "Wie viele Kekse sind noch in der Dose?", ("3",))
    assert accepts("drei Kekse", own, "de")
    assert not accepts("drei Dosen", own, "de")


def test_matches_of_version_1_go_on_with_its_cards_and_its_judge() -> None:
    """What was refused stays refused, or a recorded match would end otherwise."""
    for language in LANGUAGES:
        fort = rules(Options(language=language), 1)
        cards = {one.name: one for one in fort.riddles}
        said = [(name, answer) for one, name, answer in RIGHT if one == language]
        assert not [answer for name, answer in said if fort.matches(answer, cards[name])]


# A bot that reads

KIND: list[tuple[Language, str, str]] = [
    ("fr", "phare", "un phare ou une balise"),
    ("fr", "phare", "un vieux phare"),
    ("en", "moon", "the sun or the moon"),
    ("en", "lighthouse", "the old lighthouse"),
    ("de", "leuchtturm", "ein alter Leuchtturm"),
]


@pytest.mark.parametrize(("language", "name", "answer"), KIND)
def test_a_bot_reader_accepts_what_a_person_would(
    language: Language, name: str, answer: str
) -> None:
    assert would_accept(answer, card(language, name), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_reader_does_not_take_one_riddle_for_another(language: Language) -> None:
    cards = riddles(language)
    taken = {
        (one.name, other.name)
        for one in cards
        for other in cards
        if one is not other and would_accept(other.answers[0], one, language)
    }
    shared = {pair for one, other in SHARED[language] for pair in ((one, other), (other, one))}
    assert taken <= shared
