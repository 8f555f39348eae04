"""Why a family has two entries: the links are written with a lexicon, and read by `why`."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random

import pytest

from escale.words import LANGUAGES, Language, load
from escale.words.family_links import FamilyLinks, links_in, links_of
from escale.words.kinship import Link, why_related
from escale.words.lexicon import Lexicon, file_of
from tools.lexicons.family_links import Family, Used, links_file, used_links
from tools.lexicons.reading import Reading
from tools.lexicons.writer import lexicon

NAMES = ["chanson", "chant", "chanter", "chanteur", "chantonner", "rechanter"]
CHANSON, CHANT, CHANTER, CHANTEUR, CHANTONNER, RECHANTER = range(6)
ZIPF = [5.0, 4.0, 6.0, 4.5, 3.0, 1.0]


def families(
    lines: list[list[int]], links: list[Used], leaders: tuple[int, ...] = (0,) * 6
) -> list[Family]:
    return list(used_links(NAMES, leaders, lines, links, ZIPF.__getitem__))


@pytest.fixture
def family() -> Family:
    links = [
        Used(CHANTER, CHANTEUR, 100, "endings"),
        Used(CHANT, CHANTEUR, 50, "gloss"),
        Used(CHANTER, CHANTONNER, 300, "gloss"),
        Used(CHANTER, RECHANTER, 70, "endings"),
    ]
    (found,) = families([[CHANSON, CHANTER, CHANT]], links)
    return found


def reader(folder: Path, family: Family) -> FamilyLinks:
    path = folder / "fr.links"
    path.write_bytes(links_file("fr", "digest", [family]))
    return FamilyLinks(path)


def test_a_family_is_written_from_its_most_frequent_word_on(family: Family) -> None:
    text = links_file("fr", "digest", [family]).decode().splitlines()
    assert text[0].startswith('{"lexicon": "digest"')
    assert text[1:] == [
        "chanter chanson,0h chant,0h chantonner,0g chanteur,0e2g rechanter,0e",
    ]


def test_the_shortest_chain_is_told_with_its_sources(tmp_path: Path, family: Family) -> None:
    links = reader(tmp_path, family)
    assert links.lexicon == "digest"
    assert links.chain("chantonner", "chanter") == (
        ("chantonner", "chanter", "gloss", "Wiktionnaire"),
    )
    assert links.chain("Rechanter", "chanteur") == (
        ("rechanter", "chanter", "endings", ""),
        ("chanter", "chanteur", "endings", ""),
    )
    assert links.chain("chanter", "chanter") == links.chain("chanter", "chat") == ()
    assert links.chain("chat", "chanter") == links.chain("hant", "chanter") == ()


def test_words_of_one_hand_checked_line_are_one_link(tmp_path: Path, family: Family) -> None:
    assert reader(tmp_path, family).chain("chanson", "chant") == (("chanson", "chant", "hand", ""),)


def test_links_to_other_families_are_left_out() -> None:
    links = [Used(CHANTER, CHANTEUR, 100, "endings"), Used(CHANT, CHANTEUR, 50, "gloss")]
    found = families([], links, (0, 1, 2, 2, 4, 5))
    assert [one.words for one in found] == [["chanter", "chanteur"]]


def test_a_family_without_enough_links_is_written_all_the_same(tmp_path: Path) -> None:
    (family,) = families([], [Used(CHANTER, CHANTEUR, 100, "declared")])
    assert len(family.words) == 6
    links = reader(tmp_path, family)
    assert links.chain("chant", "chanter") == ()
    assert links.chain("chanteur", "chanter")[0].kind == "declared"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("version", [None, 1])
def test_what_ships_explains_the_lexicon_that_ships(
    language: Language, version: int | None
) -> None:
    """Three hundred pairs of one family: each has a chain, of related entries only."""
    words = load(language, version=version)
    links = links_in(links_of(file_of(language, version=version)))
    assert links is not None and links.lexicon == words.digest
    rng = Random(17)
    frequent = words.common(2.5)
    explained = 0
    while explained < 300:
        form = rng.choice(frequent)
        family = words.family(form)
        if len(family) < 2:
            continue
        one, other = rng.sample(family, 2)
        if not words.related(one, other):
            continue
        chain = why_related(words, one, other)
        assert all(words.related(link.one, link.other) for link in chain), (one, other)
        assert {one.lower(), other.lower()} <= {end.lower() for link in chain for end in link[1:3]}
        assert all(link.kind != "family" for link in chain), (one, other)
        explained += 1


def test_a_chain_begins_with_the_entry_that_is_related(tmp_path: Path) -> None:
    """Tasse, the cup, is not related to tas, the heap: but it is a form of tasser, too."""
    readings = [
        Reading("tas", "tas", "noun"),
        Reading("tasse", "tasse", "noun"),
        Reading("tasse", "tasser", "verb"),
        Reading("tasser", "tasser", "verb"),
    ]
    zipf = dict.fromkeys(("tas", "tasse", "tasser"), 3.0)
    data, _ = lexicon("tiny", "fr", readings, zipf, {"tas": 0, "tasse": 1, "tasser": 0})
    path = tmp_path / "fr.lexicon"
    path.write_bytes(data)
    digest = hashlib.sha256(data).hexdigest()
    family = Family(["tas", "tasser"], [[], [(0, "endings")]])
    links_of(path).write_bytes(links_file("fr", digest, [family]))
    assert why_related(Lexicon(path), "tas", "tasse") == (
        Link("endings", "tas", "tasser"),
        Link("form", "tasse", "tasser"),
    )


def test_a_lexicon_without_links_says_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escale.words.kinship.links_in", lambda _: None)
    assert why_related(load("fr"), "chanson", "chanteur") == (
        Link("family", "chanson", "chanteur"),
    )
