"""`escale words`, on small lexicons and on those that ship."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from escale.cli.commands import words as command
from escale.words import LANGUAGES, Language, Umlauts
from escale.words.lexicon import DATA, Lexicon, file_of
from tests.cli.commands import Ended, escale
from tests.words.small_lexicons import Vocabulary, write_lexicon
from tools.lexicons.provenance import provenance
from tools.lexicons.reading import Reading
from tools.lexicons.sources import Package
from tools.lexicons.writer import Counts

TABLES: dict[Language, str] = {
    "fr": """
        protéger protège:protéger protection / porter porte:porter / portion / été étés:été
        / tache / tâche tâches:tâche
    """,
    "en": "fire fires:fire / man men:man / fireman / art / cart",
    "de": "Haus Häuser:Haus / Apfel Äpfel:Apfel / Straße",
}
PACKAGE = Package("npm", "word-lists", "1.2", "ab" * 32, "MIT", "by Somebody", "the words")


def vocabulary(language: Language) -> Vocabulary:
    readings, family = [], {}
    for number, part in enumerate(TABLES[language].split("/")):
        for word in part.split():
            spelling, _, lemma = word.partition(":")
            readings.append(Reading(spelling, lemma or spelling, "other"))
            family[(lemma or spelling).lower()] = number
    return Vocabulary(language, readings, {}, family)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small lexicons, with their accounts, instead of those that ship."""
    for language in LANGUAGES:
        path = write_lexicon(tmp_path, vocabulary(language))
        counts = Counts(forms=8, spellings=9, lemmas=1, families=4)
        account = provenance(f"test-{language}", 3, path.read_bytes(), counts, [PACKAGE])
        path.with_suffix(".toml").write_text(account, "utf-8")

    def load(language: Language, umlauts: Umlauts) -> Lexicon:
        return Lexicon(file_of(language, tmp_path), umlauts)

    monkeypatch.setattr(command, "load", load)
    monkeypatch.setattr("escale.words.provenance.file_of", lambda one, _: file_of(one, tmp_path))
    return tmp_path


def answer(*arguments: str, typed: str = "") -> str:
    ended = escale("words", *arguments, typed=typed)
    assert ended.code == 0, ended.err
    return ended.out


def refused(*arguments: str, typed: str = "") -> str:
    ended: Ended = escale("words", *arguments, typed=typed)
    assert ended.code == 2 and ended.out == "" and ended.err.count("\n") == 1, ended
    return ended.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("fr PROTECTION", "PROTECTION: accepted"),
        ("fr été", "été: accepted"),
        ("fr ete", "ete: accepted"),
        ("fr xqz", "xqz: refused: not in the dictionary"),
        ("fr porte-clés", "porte-clés: refused: not made of letters"),
        ("fr PROTECTION --used PROTEGER", "PROTECTION: refused: same base as PROTEGER"),
        ("fr protège --used portion Protection", "protège: refused: same base as Protection"),
        ("fr Eté --used ÉTÉ", "Eté: refused: ÉTÉ has already been used"),
        ("fr portion --used port porte", "portion: accepted"),
        ("fr TACHES --used tache", "TACHES: accepted"),
        ("fr tache --used TÂCHES", "tache: accepted"),
        ("fr protège", "protège: accepted"),
        ("fr protège --lemmas-only", "protège: refused: an inflected form, of protéger"),
        ("fr protéger --lemmas-only", "protéger: accepted"),
        ("en fireman --used fire", "fireman: refused: contains fire"),
        ("en fireman --used fire --edition fr", "fireman: accepted"),
        ("en cart --used art", "cart: accepted"),
        ("en cart --used art --contains literal", "cart: refused: contains art"),
        ("fr portion --used port --edition en", "portion: refused: contains port"),
        ("de Häuser", "Häuser: accepted"),
        ("de HAEUSER --used haus", "HAEUSER: refused: same base as haus"),
        ("de HAUSER", "HAUSER: refused: not in the dictionary"),
        ("de HAUSER --umlauts A", "HAUSER: accepted"),
        ("de HAEUSER --umlauts A", "HAEUSER: refused: not in the dictionary"),
        ("de strasse --used STRAẞE", "strasse: refused: STRAẞE has already been used"),
        ("fr xqz --say fr", "xqz: refusé : n’est pas dans le dictionnaire"),
        ("fr xqz --say de", "xqz: gilt nicht: steht nicht im Wörterbuch"),
    ],
)
def test_check_says_what_and_why(small: Path, arguments: str, told: str) -> None:
    assert answer("check", *arguments.split()) == told + "\n"


def test_check_takes_several_words(small: Path) -> None:
    told = answer("check", "fr", "été", "xqz", "")
    assert told.splitlines() == [
        "été: accepted",
        "xqz: refused: not in the dictionary",
        ": refused: not made of letters",
    ]


def test_check_reads_a_list(small: Path) -> None:
    typed = "été\r\n  PORTE \nxqz\n\nporte\tclé\nprotège\n\u2028\nETE"
    assert answer("check", "fr", "-", "--used", "protection", typed=typed).split("\n") == [
        "été\t1\t",
        "PORTE\t1\t",
        "xqz\t0\tnot in the dictionary",
        "\t0\tnot made of letters",
        "porte clé\t0\tnot made of letters",
        "protège\t0\tsame base as protection",
        "\t0\tnot made of letters",
        "ETE\t1\t",
        "",
    ]
    assert answer("check", "fr", "-", typed="") == ""


def test_check_with_a_house_dictionary(small: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.txt"
    house.write_text("yéti\n-porte\n", "utf-8")
    told = answer("check", "fr", "YETI", "porte", "--house", str(house))
    assert told == "YETI: accepted\nporte: refused: not in the dictionary\n"
    house.write_text("yéti\nx1\n", "utf-8")
    assert "house.txt: line 2: 'x1'" in refused("check", "fr", "YETI", "--house", str(house))
    house.write_bytes(b"\xff\xfe")
    assert "UTF-8" in refused("check", "fr", "YETI", "--house", str(house))
    assert "No such file" in refused("check", "fr", "YETI", "--house", str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("language", "pairs", "told"),
    [
        ("fr", "protéger/PROTECTION Protège/protection portion/porter", "110"),
        ("fr", "xqz/XQZ xqz/xqy", "10"),
        ("fr", "tache/tâche TACHE/tâche tâche/TÂCHES tache/tâches", "0010"),
        ("de", "Häuser/HAUS HAEUSER/haus Apfel/Haus STRASSE/straße", "1101"),
    ],
)
def test_family_answers_a_line_each(small: Path, language: str, pairs: str, told: str) -> None:
    typed = pairs.replace("/", "\t").replace(" ", "\n")
    assert answer("family", language, typed=typed) == "".join(f"{one}\n" for one in told)


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("été\tété\nporte\n", "line 2: must be two words"),
        ("été\tété\n\nété\tété\n", "line 2: must be two words"),
        ("été\tété\tété", "line 1: must be two words"),
        ("été\tporte-clés", "line 1: '-' is not a letter"),
        ("été\t", "line 1: a word has at least one letter"),
    ],
)
def test_family_refuses_bad_lines(small: Path, typed: str, place: str) -> None:
    assert place in refused("family", "fr", typed=typed)


def test_family_of_nothing(small: Path) -> None:
    assert answer("family", "fr", typed="") == ""


def test_about_tells_everything(small: Path) -> None:
    told = answer("about", "fr")
    digest = hashlib.sha256(file_of("fr", small).read_bytes()).hexdigest()
    for needed in ("test-fr (version 3)", digest, "8 forms", "1 dictionary entry", "4 families"):
        assert needed in told
    for needed in ("word-lists 1.2 (npm): the words", "licence: MIT", "by Somebody", "ab" * 32):
        assert needed in told
    assert "1 entrée de dictionnaire" in answer("about", "fr", "--say", "fr")


def test_about_refuses_an_account_of_something_else(small: Path) -> None:
    account = file_of("fr", small).with_suffix(".toml")
    good = account.read_text("utf-8")
    account.write_text(good.replace('sha256 = "', 'sha256 = "0', 1), "utf-8")
    assert "another lexicon" in refused("about", "fr")
    account.write_text("[[", "utf-8")
    assert "not a provenance file" in refused("about", "fr")
    account.unlink()
    assert "No such file" in refused("about", "fr")
    file_of("fr", small).write_bytes(b"Escale")
    assert "not a lexicon" in refused("about", "fr")


@pytest.mark.parametrize(
    "arguments",
    ["", "nothing", "check", "check fr", "check nl été", "family", "about xx", "check fr a --used"],
)
def test_what_cannot_be_understood_is_refused(arguments: str) -> None:
    assert refused(*arguments.split()).startswith("escale words")


def test_a_used_word_must_be_one(small: Path) -> None:
    assert "--used x1" in refused("check", "fr", "été", "--used", "x1")


def test_an_installation_cannot_build_lexicons() -> None:
    assert "invalid choice: 'build'" in refused("build", "fr", "--check")


def test_every_text_is_there_in_every_language() -> None:
    english = command._texts("en").keys()
    assert {command._texts(language).keys() for language in LANGUAGES} == {english}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_ships_is_accounted_for(language: Language) -> None:
    told = answer("about", language)
    digest = hashlib.sha256(file_of(language).read_bytes()).hexdigest()
    assert f"escale-{language}-" in told and digest in told and "wordfreq" in told
    assert (DATA / "LICENCES.md").exists()


def test_the_question_of_the_rules() -> None:
    told = answer("check", "fr", "PROTECTION", "--used", "PROTEGER")
    assert told == "PROTECTION: refused: same base as PROTEGER\n"


def test_family_and_check_give_the_same_answer() -> None:
    pairs = "marche/marchand MARCHE/MARCHAND marché/marchand PECHE/pécheur pêche/pêcheur".split()
    told = []
    for pair in pairs:
        one, other = pair.split("/")
        told.append(answer("family", "fr", typed=f"{one}\t{other}\n").strip())
        refused_too = "same base" in answer("check", "fr", other, "--used", one)
        assert refused_too == (told[-1] == "1"), pair
    assert told == ["0", "0", "1", "0", "1"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("fr PROTEGER protéger", "protéger and protéger: the same word\n"),
        ("fr protège protéger", "protège is a form of protéger\n"),
        ("fr tache tâches", "tache and tâches are not related\n"),
        ("de Häuser Haus --say de", "Häuser ist eine Form von Haus\n"),
    ],
)
def test_why_two_words_are_related(small: Path, arguments: str, told: str) -> None:
    assert answer("why", *arguments.split()) == told


def test_why_names_every_link_and_the_lexicon(small: Path) -> None:
    lines = answer("why", "fr", "protège", "protection").splitlines()
    assert lines[:2] == [
        "protège is a form of protéger",
        "protéger and protection belong to the same family",
    ]
    assert lines[2:] == ["Source: test-fr. It has no record of the link between these two."]


def test_why_names_the_sources_of_a_lexicon_that_ships() -> None:
    assert answer("why", "fr", "CHANTAIT", "CHANSONS").splitlines() == [
        "chantait is a form of chanter",
        "chanter and chanson: the same family, in a list checked by hand",
        "chansons is a form of chanson",
    ]


def test_why_knows_the_words_of_the_house(small: Path, tmp_path: Path) -> None:
    house = tmp_path / "house.txt"
    house.write_text("kob kobs\nporter portion\nprotéger ≠ protection\n", "utf-8")

    def why(one: str, other: str) -> str:
        return answer("why", "fr", one, other, "--house", str(house))

    assert why("kobs", "kob") == "kobs is a form of kob\n"
    assert "the house list puts them in the same family" in why("porte", "portion")
    assert why("protège", "protection") == "protège and protection are not related\n"


def test_why_is_about_words(small: Path) -> None:
    assert "xqz: not in the dictionary" in refused("why", "fr", "xqz", "porter")
    assert "x-y" in refused("why", "fr", "x-y", "porter")
