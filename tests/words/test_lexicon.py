"""The mapped lexicon against a plain dictionary, damaged files, copies and processes."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from escale.words import LANGUAGES, Language, Umlauts
from escale.words.lexicon import Lexicon
from escale.words.lexicon_file import BadLexicon, pack
from tests.words.small_lexicons import (
    PlainDictionary,
    Vocabulary,
    random_vocabulary,
    write_lexicon,
)
from tools.lexicons.reading import Reading
from tools.lexicons.writer import lexicon

FOLDINGS: list[tuple[Language, Umlauts]] = [("fr", "AE"), ("en", "AE"), ("de", "AE"), ("de", "A")]
Pair = tuple[Lexicon, PlainDictionary]


@pytest.fixture(scope="module", params=FOLDINGS, ids=lambda one: "-".join(one))
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    language, umlauts = request.param
    words = random_vocabulary(language, 6_000)
    path = write_lexicon(tmp_path_factory.mktemp("words"), words)
    yield Lexicon(path, umlauts), PlainDictionary(words, umlauts)


def test_it_has_the_same_words_in_the_same_order(pair: Pair) -> None:
    lexicon, plain = pair
    assert list(lexicon.all()) == plain.all()
    assert len(plain.all()) > 2_000


def test_it_says_the_same_of_every_word(pair: Pair) -> None:
    lexicon, plain = pair
    for form in plain.all():
        assert form in lexicon
        assert lexicon.spellings(form) == plain.spellings(form)
        assert set(lexicon.readings(form)) == plain.readings(form)
        assert len(lexicon.readings(form)) == len(plain.readings(form))
        assert set(lexicon.lemmas(form)) == plain.lemmas(form)
        assert lexicon.is_lemma(form) == plain.is_lemma(form)
        assert lexicon.bases(form) == plain.bases(form)
        assert lexicon.zipf(form) == plain.zipf(form)


def test_it_says_the_same_of_every_spelling(pair: Pair) -> None:
    lexicon, plain = pair
    for form in plain.all():
        for spelling in plain.spelt[form]:
            assert lexicon.bases_as_spelt(spelling) == plain.bases_as_spelt(spelling)
        assert lexicon.bases_as_spelt(form) == plain.bases(form)


def test_it_names_the_same_families(pair: Pair) -> None:
    lexicon, plain = pair
    for form in plain.all()[::101]:
        family = lexicon.family(form)
        assert set(family) == plain.family(form) and len(set(family)) == len(family)


def test_it_refuses_the_same_words(pair: Pair) -> None:
    lexicon, plain = pair
    known, rng = set(plain.all()), random.Random(2)
    made = {"".join(rng.choices("AEIOSTUXCGR", k=rng.randint(0, 7))) for _ in range(20_000)}
    # What the other folding, or a form with one letter more or less, would be.
    made |= {form.replace("AE", "A") for form in known} | {form + "E" for form in known}
    for text in made - known:
        assert text not in lexicon
        assert lexicon.spellings(text) == lexicon.lemmas(text) == lexicon.readings(text) == ()
        assert lexicon.zipf(text) == 0.0 and not lexicon.is_lemma(text)
        assert lexicon.family(text) == ()


def test_the_commonest_words_are_the_beginning_of_all(pair: Pair) -> None:
    lexicon, plain = pair
    for zipf in (-1.0, 0.0, 0.01, 2.0, 3.3, 7.9, 8.0, 100.0):
        expected = [form for form in plain.all() if plain.zipf(form) >= zipf]
        assert list(lexicon.common(zipf)) == expected


def test_all_is_a_sequence_like_any_other(pair: Pair) -> None:
    lexicon, plain = pair
    forms, expected = lexicon.all(), plain.all()
    assert (forms[0], forms[-1], forms[17]) == (expected[0], expected[-1], expected[17])
    for part in (
        slice(5),
        slice(-5, None),
        slice(None, None, 7),
        slice(9, 3),
        slice(None, None, -1),
    ):
        assert list(forms[part]) == expected[part]
    assert "XQZ" not in forms and forms.index(expected[3]) == 3
    with pytest.raises(IndexError):
        forms[len(forms)]


@pytest.mark.parametrize(
    "text",
    ["", " ", "\0", "a", "É", "\ud800", "A\tB", "A" * 100_000, "٣", "ß", "A\u0301", "🂡", "-", "\n"],
)
def test_hostile_texts_are_no_words(pair: Pair, text: str) -> None:
    lexicon, _ = pair
    assert text not in lexicon and lexicon.readings(text) == ()
    assert lexicon.zipf(text) == 0.0 and not lexicon.is_lemma(text)


def test_what_is_no_word_is_related_to_itself_only(pair: Pair) -> None:
    lexicon, plain = pair
    assert lexicon.related("XQZ", "XQZ") and not lexicon.related("XQZ", "XQX")
    assert not lexicon.related("XQZ", plain.all()[0])


def test_the_same_words_give_the_same_bytes() -> None:
    words = random_vocabulary("de", 2_000)
    shuffled = random.Random(3).sample(words.readings, len(words.readings))
    backwards = dict(reversed(words.zipf.items()))
    data, counts = lexicon("x", *words)
    assert lexicon("x", "de", shuffled, backwards, words.family) == (data, counts)
    assert lexicon("y", *words)[0] != data


def test_the_digest_is_that_of_the_file(pair: Pair) -> None:
    lexicon, _ = pair
    data = lexicon.path.read_bytes()
    assert lexicon.digest == hashlib.sha256(data).hexdigest()


def test_only_german_has_two_foldings(tmp_path: Path) -> None:
    french = write_lexicon(tmp_path, random_vocabulary("fr", 100))
    assert Lexicon(french, "A").umlauts == "AE" and Lexicon(french, "A").id == "test-fr"
    german = write_lexicon(tmp_path, random_vocabulary("de", 100))
    assert Lexicon(german, "A").id == "test-de-umlaut-a"


def test_apples_and_houses(tmp_path: Path) -> None:
    readings = [
        Reading("Apfel", "Apfel", "noun"),
        Reading("Äpfel", "Apfel", "noun"),
        Reading("Häuser", "Haus", "noun"),
        Reading("Haus", "Haus", "noun"),
        Reading("Straße", "Straße", "noun"),
        Reading("schwor", "schwören", "verb"),
    ]
    zipf = {"Apfel": 4.0, "Äpfel": 3.0}
    family = {"apfel": 0, "haus": 1, "straße": 2, "schwören": 3}
    path = write_lexicon(tmp_path, Vocabulary("de", readings, zipf, family))
    wide, single = Lexicon(path), Lexicon(path, "A")
    assert wide.spellings("AEPFEL") == ("Äpfel",) and wide.spellings("APFEL") == ("Apfel",)
    assert single.spellings("APFEL") == ("Apfel", "Äpfel") and "AEPFEL" not in single
    assert single.lemmas("HAUSER") == ("HAUS",) and "HAUSER" not in wide
    assert wide.spellings("STRASSE") == single.spellings("STRASSE") == ("Straße",)
    # schwören itself is not in the list, but its form has it for an entry.
    assert wide.readings("SCHWOR") == single.readings("SCHWOR") == (readings[-1],)
    assert wide.lemmas("SCHWOR") == ("SCHWOEREN",) and single.lemmas("SCHWOR") == ("SCHWOREN",)
    assert "SCHWOEREN" not in wide and "SCHWOREN" not in single and not wide.is_lemma("SCHWOR")


def test_an_empty_lexicon(tmp_path: Path) -> None:
    path = write_lexicon(tmp_path, Vocabulary("de", [], {}, {}))
    for umlauts in ("AE", "A"):
        lexicon = Lexicon(path, umlauts)
        assert list(lexicon.all()) == [] == list(lexicon.common(1.0)) and "A" not in lexicon


def spoilt(path: Path) -> Iterator[bytes]:
    data = path.read_bytes()
    yield b""
    yield b"Es"
    yield b"PK\x03\x04" + data[4:]
    yield data[: len(data) // 2]
    yield data + b"\0"
    for place in range(0, len(data), len(data) // 50):
        yield data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :]


def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path) -> None:
    path = write_lexicon(tmp_path, random_vocabulary("fr", 500))
    for data in list(spoilt(path)):
        path.write_bytes(data)
        with pytest.raises(BadLexicon) as problem:
            Lexicon(path)
        assert str(path) in str(problem.value) and "\n" not in str(problem.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadLexicon, match="No such file"):
        Lexicon(tmp_path / "fr.lexicon")
    with pytest.raises(BadLexicon):
        Lexicon(tmp_path)


def test_a_file_of_another_make_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "fr.lexicon"
    about = {"id": "x", "language": "fr", "families": 1}
    path.write_bytes(pack(about, {"trie": b"no trie"}))
    with pytest.raises(BadLexicon, match="another version"):
        Lexicon(path)
    path.write_bytes(pack({}, {}))
    with pytest.raises(BadLexicon, match="another version"):
        Lexicon(path)


def test_a_copy_opens_the_file_again(pair: Pair) -> None:
    lexicon, _ = pair
    lexicon.all()
    packed = pickle.dumps(lexicon)
    assert len(packed) < 500
    copy = pickle.loads(packed)
    assert (copy.id, copy.digest, copy.umlauts) == (lexicon.id, lexicon.digest, lexicon.umlauts)
    assert copy.all()[:9] == lexicon.all()[:9]


def answers(lexicon: Lexicon, forms: list[str]) -> list[object]:
    return [(lexicon.readings(form), sorted(lexicon.bases(form))) for form in forms]


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_other_processes_give_the_same_answers(pair: Pair, start: str) -> None:
    lexicon, plain = pair
    forms = plain.all()[:200]
    with multiprocessing.get_context(start).Pool(2) as pool:
        told = pool.starmap(answers, [(lexicon, forms)] * 4)
    assert told == [answers(lexicon, forms)] * 4


def test_a_forked_child_shares_the_file(pair: Pair) -> None:
    lexicon, plain = pair
    form = plain.all()[5]
    child = os.fork()
    if child == 0:
        os._exit(0 if lexicon.spellings(form) == plain.spellings(form) else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_threads_give_the_same_answers(tmp_path: Path) -> None:
    words = random_vocabulary("de", 3_000)
    path = write_lexicon(tmp_path, words)
    plain = PlainDictionary(words, "A").all()
    expected = answers(Lexicon(path, "A"), plain)
    lexicon = Lexicon(path, "A")
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: answers(lexicon, plain), range(8)))
    assert told == [expected] * 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_spelling_with_inner_capitals_is_refused(language: Language) -> None:
    readings = [Reading("iPad", "iPad", "noun")]
    with pytest.raises(ValueError, match="a capital inside"):
        lexicon("x", language, readings, {}, {"ipad": 0})


def test_the_order_of_all_is_strict(pair: Pair) -> None:
    lexicon, _ = pair
    ranks = [(-lexicon.zipf(form), form) for form in lexicon.all()]
    assert all(before < after for before, after in pairwise(ranks))
