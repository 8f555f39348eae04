"""From a tiny language to its lexicon: what is taken, what is left out, what is told of it."""

from __future__ import annotations

import gzip
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from escale.words.family_links import FamilyLinks
from escale.words.lexicon import Lexicon, file_of
from escale.words.provenance import read_provenance
from tests.words.small_lexicons import random_vocabulary
from tools.lexicons import build
from tools.lexicons.build import heard, playable, without
from tools.lexicons.reading import Affixes, Reading
from tools.lexicons.sources import Package, Sources

READINGS = [
    Reading("chanter", "chanter", "verb"),
    Reading("chante", "chanter", "verb"),
    Reading("chanteur", "chanteur", "noun"),
    Reading("cœur", "cœur", "noun"),
    Reading("à", "à", "other"),
    Reading("b", "b", "noun"),
    Reading("porte-clés", "porte-clés", "noun"),
    Reading("ADN", "ADN", "noun"),
    Reading("aujourd'hui", "aujourd'hui", "adverb"),
]
PACKAGE = Package("npm", "tiny", "1.0", "0" * 64, 'MIT "or so"', "by Zoë\\Somebody", "all")
TINY = SimpleNamespace(
    PACKAGES=(PACKAGE,),
    AFFIXES=Affixes(prefixes=(), suffixes=("er", "eur")),
    readings=lambda _: iter(READINGS),
    glosses=lambda _: {"chanteur": ["celui qui aime chanter"]},
    relations=lambda _: iter([("chanter", "chanteur")]),
)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    home = tmp_path / "sources" / "wordfreq" / "wordfreq" / "data"
    home.mkdir(parents=True)
    heading = b"\x82\xa6format\xa2cB\xa7version\x01"
    words = b"\x90" * 400 + b"\x91\xa5coeur" + b"\x90" * 99 + b"\x91\xa6chante"
    (home / "large_fr.msgpack.gz").write_bytes(gzip.compress(b"\xdc\x01\xf6" + heading + words))
    monkeypatch.setattr(build, "import_module", lambda _: TINY)
    monkeypatch.setattr(build, "HAND", tmp_path)
    monkeypatch.setattr(Sources, "path", lambda self, name: tmp_path / "sources" / name)
    yield tmp_path


def test_a_lexicon_is_built_with_its_account(tiny: Path) -> None:
    told: list[str] = []
    path = build.build("fr", tiny / "out", tiny / "sources", told.append)
    words = Lexicon(path)
    assert set(words.all()) == {"A", "CHANTE", "CHANTER", "CHANTEUR", "COEUR"}
    assert words.all()[0] == "COEUR" and (words.zipf("COEUR"), words.zipf("CHANTE")) == (5.0, 4.0)
    assert words.related("CHANTE", "CHANTEUR") and not words.related("CHANTE", "COEUR")
    assert words.id == f"escale-fr-{build.VERSIONS['fr']}" and told[-1].startswith(
        "fr.lexicon: 5 forms"
    )
    account = read_provenance("fr", tiny / "out")
    assert account.sha256 == words.digest and account.bytes == path.stat().st_size
    assert account.counts == {"forms": 5, "spellings": 5, "lemmas": 4, "families": 3}
    assert [source.name for source in account.sources] == ["tiny", "wordfreq"]
    assert account.sources[0].licence == PACKAGE.licence
    assert account.sources[0].notice == PACKAGE.notice


def test_the_hand_has_the_last_word(tiny: Path) -> None:
    (tiny / "families_fr.txt").write_text("cœur chanter\n", "utf-8")
    words = Lexicon(build.build("fr", tiny / "out", tiny / "sources", lambda _: None))
    assert words.related("COEUR", "CHANTE")
    links = FamilyLinks(tiny / "out" / "fr.links")
    assert links.lexicon == words.digest
    assert links.chain("cœur", "chanteur") == (
        ("cœur", "chanter", "hand", ""),
        ("chanter", "chanteur", "declared", "dictionary-fr, Lexique"),
    )


def test_what_cards_cannot_spell_is_left_out() -> None:
    taken = {reading.spelling for reading in playable("fr", READINGS)}
    assert taken == {"chanter", "chante", "chanteur", "cœur", "à"}
    german = [
        Reading("A", "A", "noun"),
        Reading("Ei", "Ei", "noun"),
        Reading("AStA", "AStA", "noun"),
    ]
    assert [reading.spelling for reading in playable("de", german)] == ["Ei"]


WRITE = """
import hashlib
from tests.words.small_lexicons import random_vocabulary
from tools.lexicons.writer import lexicon
print(hashlib.sha256(lexicon("x", *random_vocabulary("de", 1500))[0]).hexdigest())
"""


def test_the_bytes_do_not_depend_on_the_process() -> None:
    """Sets come in another order with every seed of Python's hashes."""
    root = Path(__file__).parents[2]
    sums = set()
    for seed in ("1", "2", "3"):
        command = [sys.executable, "-c", WRITE]
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{root}:{root / 'src'}"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        sums.add(done.stdout)
    assert len(sums) == 1 and random_vocabulary("de", 10) == random_vocabulary("de", 10)


def test_every_lexicon_that_ships_is_known_by_its_version() -> None:
    for language, version in build.VERSIONS.items():
        account = tomllib.loads(file_of(language).with_suffix(".toml").read_text("utf-8"))
        assert account["id"] == f"escale-{language}-{version}"
        assert Lexicon(file_of(language)).id == account["id"]


def test_a_reading_that_nobody_hears_makes_no_kin() -> None:
    heute, heuen = Reading("heute", "heute", "adverb"), Reading("heute", "heuen", "verb")
    heu = Reading("heuen", "heuen", "verb")
    zipf = {"heute": 6.0, "heuen": 1.0}
    family = {"heute": 0, "heuen": 1}
    assert set(heard([heute, heuen, heu], zipf, family)) == {heute, heu}
    # What is kin anyway stays, and so does what is frequent enough.
    assert set(heard([heute, heuen], zipf, {"heute": 0, "heuen": 0})) == {heute, heuen}
    assert set(heard([heute, heuen], zipf | {"heuen": 5.0}, family)) == {heute, heuen}


def test_the_only_reading_stays_however_rare_its_entry() -> None:
    faut = Reading("faut", "falloir", "verb")
    assert list(heard([faut], {"faut": 5.9, "falloir": 3.8}, {"falloir": 0})) == [faut]


def test_a_rare_word_stays_beside_a_frequent_one_that_is_spelt_otherwise() -> None:
    but, maize = Reading("mais", "mais", "other"), Reading("maïs", "maïs", "noun")
    zipf = {"mais": 6.8, "maïs": 3.5}
    assert list(heard([but, maize], zipf, {"mais": 0, "maïs": 1})) == [but, maize]


def test_readings_refused_by_hand_are_left_out() -> None:
    bark, cow = Reading("Rinde", "Rinde", "noun"), Reading("Rinde", "Rind", "noun")
    assert without({"Rinde": ["Rind"]}, [bark, cow]) == [bark]
