"""The words protocol and the source behind it."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from typing import Any

import pytest

from escale.words import LANGUAGES, Language, fold, from_list, load
from escale.words.lexicon import file_of
from tests.words.word_lists import BAD, GOOD


@pytest.mark.parametrize("language", LANGUAGES)
def test_everyday_words_are_in(language: Language) -> None:
    words = load(language)
    assert [word for word in GOOD[language].split() if fold(word, language) not in words] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_misspelt_foreign_and_proper_words_are_out(language: Language) -> None:
    words = load(language)
    assert [word for word in BAD[language].split() if fold(word, language) in words] == []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("fr", {"GROUPIES": "groupies", "SPECIFIQUE": "spécifique", "FIDELISER": "fidéliser"}),
        ("en", {"GROUPIES": "groupies", "SPECIFIC": "specific", "FIREFIGHTER": "firefighter"}),
        ("de", {"GROUPIES": "Groupies", "SPEZIFISCH": "spezifisch", "FILETIEREN": "filetieren"}),
    ],
)
def test_the_worked_example_is_playable(language: Language, forms: dict[str, str]) -> None:
    words = load(language)
    assert {form: words.spellings(form) for form in forms} == {
        form: (spelling,) for form, spelling in forms.items()
    }


@pytest.mark.parametrize(
    ("language", "form", "spellings"),
    [
        ("fr", "PROTEGER", {"protéger"}),
        ("fr", "PECHE", {"pêche", "péché", "pèche", "pêché"}),
        ("fr", "COEUR", {"cœur"}),
        ("fr", "OEIL", {"œil"}),
        ("fr", "MOELLE", {"moelle"}),
        ("de", "STRASSE", {"Straße"}),
        ("de", "MUSSTE", {"musste"}),
        ("de", "HAEUSER", {"Häuser"}),
        ("en", "HOUSE", {"house"}),
        ("en", "I", {"I"}),
    ],
)
def test_the_proper_spelling_is_shown(language: Language, form: str, spellings: set[str]) -> None:
    assert set(load(language).spellings(form)) == spellings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spelling_folds_to_its_form(language: Language) -> None:
    words = load(language)
    for form in words.all()[::20]:
        assert {fold(spelling, language) for spelling in words.spellings(form)} == {form}
        assert words.lemmas(form)


@pytest.mark.parametrize(
    ("language", "form", "lemmas"),
    [
        ("fr", "SUIS", {"ETRE", "SUIVRE"}),
        ("fr", "YEUX", {"OEIL"}),
        ("fr", "PROTEGEAIT", {"PROTEGER"}),
        ("en", "WENT", {"GO"}),
        ("en", "CHILDREN", {"CHILD"}),
        ("de", "HAEUSER", {"HAUS"}),
        ("de", "IST", {"SEIN"}),
    ],
)
def test_lemmas(language: Language, form: str, lemmas: set[str]) -> None:
    assert lemmas <= set(load(language).lemmas(form))


RELATED: dict[Language, str] = {
    "fr": """
        protéger/protection protecteur/protège protège/protections chanter/chanteur
        chanteuse/chansons chant/chantait aller/vont aller/irai être/suis être/sont avoir/eu
        œil/yeux cheval/chevaux beau/belle porter/porteur danse/danseurs fleur/fleurir
        manger/mangeable nation/nationaux important/importance rapide/rapidement
    """,
    "en": """
        decide/decision decided/decisive protect/protection go/went be/was am/were
        write/wrote child/children mouse/mice good/better teach/teacher run/runners
        happy/happiness beauty/beautifully colour/color act/actors
        nation/national quick/quickly organise/organizes
    """,
    "de": """
        schreiben/Schrift schreibt/Beschreibung sein/ist war/bist gehen/ging gut/besser
        Lehrer/Lehrerinnen Haus/Häuser wohnen/Wohnung frei/Freiheit bauen/Gebäude
        Kind/Kindheit schön/Schönheit Spieler/gespielt arbeiten/Arbeiterin fahren/Fahrt
        backen/Bäckerei wissen/wusste Lachens/gelacht
    """,
}
UNRELATED: dict[Language, str] = {
    "fr": """
        port/portion général/génération office/offense auberge/aubergine banque/banquise
        poison/poisson maison/raison attendre/attention cousin/coussin
        position/positif protéger/chanter
    """,
    "en": """
        port/portion general/generation office/offense universe/university organ/organize
        flow/flower pear/pearl country/counter import/important author/authority
        protect/decide
    """,
    "de": """
        Wetter/wetten Messer/messen General/Generation Port/Portion Butter/Mutter
        schön/schonen Stern/sterben Organ/organisieren Kunde/Kunst Partei/Partner
        Statistik/Statist schreiben/singen
    """,
}


def pairs(text: str, language: Language) -> list[tuple[str, str]]:
    halves = (pair.partition("/") for pair in text.split())
    return [(fold(one, language), fold(other, language)) for one, _, other in halves]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_base(language: Language) -> None:
    words = load(language)
    for one, other in pairs(RELATED[language], language):
        assert one in words and other in words, (one, other)
        assert words.related(one, other) and words.related(other, one), (one, other)
        assert words.bases(one) & words.bases(other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_look_alikes_stay_apart(language: Language) -> None:
    words = load(language)
    for one, other in pairs(UNRELATED[language], language):
        assert one in words and other in words, (one, other)
        assert not words.related(one, other), (one, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_related_to_itself_even_if_it_is_none(language: Language) -> None:
    words = load(language)
    for form in (*words.all()[::50], "XQZ", "BLORF"):
        assert words.related(form, form)
    assert not words.related("XQZ", "BLORF")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_word_has_no_answers(language: Language) -> None:
    words = load(language)
    assert "XQZ" not in words and "" not in words
    assert words.spellings("XQZ") == () == words.lemmas("XQZ")
    assert words.zipf("XQZ") == 0.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_card_letters(language: Language) -> None:
    letters = set().union(*load(language).all())
    assert letters == set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_the_words_of_one_letter() -> None:
    found = {name: {form for form in load(name).all() if len(form) == 1} for name in LANGUAGES}
    assert found == {"fr": {"A", "O", "Y"}, "en": {"A", "I", "O"}, "de": set()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_unique_and_by_frequency(language: Language) -> None:
    words = load(language)
    forms = words.all()
    assert len(set(forms)) == len(forms) > 80_000
    ranks = [(-words.zipf(form), form) for form in forms[::10]]
    assert all(before < after for before, after in pairwise(ranks))
    assert all(0.0 <= -zipf <= 8.0 for zipf, _ in ranks)


@pytest.mark.parametrize("language", LANGUAGES)
def test_digest_and_identity(language: Language) -> None:
    data = file_of(language).read_bytes()
    words = load(language)
    assert words.digest == hashlib.sha256(data).hexdigest()
    assert words.language == language
    assert words.id == f"escale-{language}-2"
    assert load(language) is words


def test_german_with_single_umlauts() -> None:
    words = load("de", umlauts="A")
    assert words.spellings("APFEL")[:2] == ("Apfel", "Äpfel")
    assert "AEPFEL" not in words and "AEPFEL" in load("de")
    assert "APFEL" in words.lemmas("APFEL")
    assert words.id != load("de").id
    assert load("fr", umlauts="A") is load("fr")


def test_an_unknown_language_is_refused_by_name() -> None:
    unknown: Any = "nl"
    with pytest.raises(ValueError, match=r"'nl'.*fr, en, de"):
        load(unknown)


def test_a_list_of_ones_own() -> None:
    words = from_list(["Pêche", "péché", "CHAT", "chaton", "chien"], "fr", [["chat", "chaton"]])
    assert words.all() == ("CHAT", "CHATON", "CHIEN", "PECHE")
    assert words.spellings("PECHE") == ("Pêche", "péché")
    assert words.spellings("CHAT") == ("chat",)
    assert words.lemmas("CHATON") == ("CHATON",)
    assert words.related("CHAT", "CHATON") and words.related("PECHE", "PECHE")
    assert not words.related("CHAT", "CHIEN") and not words.related("PECHE", "CHAT")
    assert words.zipf("CHAT") == 0.0
    assert "CHEVAL" not in words


def test_a_list_is_known_by_what_it_holds() -> None:
    one, other = from_list(["a", "b"], "en"), from_list(["b", "a", "b"], "en")
    assert one.digest == other.digest and one.id == other.id
    assert one.digest != from_list(["a", "c"], "en").digest
    assert one.digest != from_list(["a", "b"], "en", [["a", "b"]]).digest
    assert list(from_list([], "de").all()) == []


def test_a_list_refuses_what_no_card_can_spell() -> None:
    with pytest.raises(ValueError, match="letter"):
        from_list(["porte-clés"], "fr")
    with pytest.raises(ValueError, match="not in the list"):
        from_list(["chat"], "fr", [["chat", "chien"]])
