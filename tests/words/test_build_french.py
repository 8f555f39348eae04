"""French: affixes of the spelling dictionary, what is no word, and the file written by hand."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tools.lexicons.french import playable, pos_of, rectified
from tools.lexicons.hand_files import HAND, read_families
from tools.lexicons.hunspell import Entry, Grammar, read_entries, read_grammar

AFF = """SET UTF-8
FLAG long
NEEDAFFIX ()

PFX L' Y 1
PFX L' 0 l' .

PFX Um Y 2
PFX Um 0 kilo/S. .
PFX Um 0 micro/S. [^o]

PFX N. N 1
PFX N. 0 non .

SFX S. Y 1
SFX S. 0 s/L'D' [^sxz]

SFX a0 Y 4
SFX a0 er er er
SFX a0 er ons [^cg]er
SFX a0 ger geons ger
SFX a0 cer çons cer

SFX X. Y 1
SFX X. l ux/S. al
"""

DIC = """7
gramme/Um
ohm/UmS.
manger/a0
lancer/a0
parler/a0N.
cheval/X.()
eau/S.L' po:nom
"""


@pytest.fixture
def grammar(tmp_path: Path) -> Grammar:
    (tmp_path / "index.aff").write_text(AFF, encoding="utf-8")
    return read_grammar(tmp_path / "index.aff", wanted=lambda add: "'" not in add)


@pytest.fixture
def forms(grammar: Grammar, tmp_path: Path) -> dict[str, set[str]]:
    (tmp_path / "index.dic").write_text(DIC, encoding="utf-8")
    entries = read_entries(tmp_path / "index.dic", grammar)
    return {entry.stem: set(grammar.forms(entry)) for entry in entries}


def test_a_suffix_goes_only_where_its_condition_holds(forms: dict[str, set[str]]) -> None:
    assert forms["manger"] == {"manger", "mangeons"}
    assert forms["lancer"] == {"lancer", "lançons"}


def test_an_affix_that_does_not_cross_stays_alone(forms: dict[str, set[str]]) -> None:
    assert forms["parler"] == {"parler", "parlons", "nonparler"}


def test_a_prefix_crosses_the_suffixes_of_the_stem_and_its_own(forms: dict[str, set[str]]) -> None:
    assert forms["gramme"] == {
        *("gramme", "kilogramme", "kilogrammes", "microgramme", "microgrammes")
    }
    assert forms["ohm"] == {"ohm", "ohms", "kiloohm", "kiloohms"}


def test_a_stem_that_needs_an_affix_is_no_word(forms: dict[str, set[str]]) -> None:
    assert "cheval" not in forms["cheval"]
    assert "chevaux" in forms["cheval"]


def test_a_rule_that_adds_an_apostrophe_is_left_out(forms: dict[str, set[str]]) -> None:
    assert forms["eau"] == {"eau", "eaus"}


def test_flags_are_cut_in_twos(grammar: Grammar) -> None:
    assert grammar.entry("aimer/a0p+ po:v1") == Entry("aimer", ("a0", "p+"))
    assert grammar.entry("donc") == Entry("donc", ())


@pytest.mark.parametrize("word", ["protège", "œil", "à", "y", "ô", "ex"])
def test_words(word: str) -> None:
    assert playable(word)


@pytest.mark.parametrize(
    "word", ["Paris", "week-end", "aujourd'hui", "b", "C₄H₈", "xiiᵉ", "etc.", "µm", ""]
)
def test_no_words(word: str) -> None:
    assert not playable(word)


def test_the_spelling_of_1990_is_known_beside_the_old_one() -> None:
    assert rectified("ruisselle", "ruisseler") == "ruissèle"
    assert rectified("ruissellerons", "ruisseler") == "ruissèlerons"
    assert rectified("étiquettent", "étiqueter") == "étiquètent"
    assert rectified("ruisselons", "ruisseler") is None
    assert rectified("appelle", "rappeler") is None
    assert rectified("rejette", "rejeter") is None


def test_affixes_tell_the_kind_of_a_word_that_nobody_else_knows() -> None:
    assert pos_of(Entry("liker", ("a0", "p+"))) == ("verb",)
    assert pos_of(Entry("streameur", ("Fs",))) == ("noun",)
    assert pos_of(Entry("oncologique", ("S.",))) == ("adjective",)
    assert pos_of(Entry("selfie", ("S.",))) == ("noun",)
    assert pos_of(Entry("raidement", ("L'", "D'"))) == ("adverb",)


def test_the_hand_file_joins_and_separates_as_its_head_says() -> None:
    hand = read_families(HAND / "families_fr.txt")
    homes: dict[str, int] = {}
    for line, words in enumerate(hand.families):
        merged = {homes[word] for word in words if word in homes}
        for word in [*words, *(known for known, home in homes.items() if home in merged)]:
            homes[word] = line
    apart: dict[str, set[str]] = defaultdict(set)
    for words in hand.apart:
        for word in words:
            apart[word] |= set(words) - {word}
    assert homes["protéger"] == homes["protecteur"] == homes["protection"]
    assert homes["clair"] == homes["clarté"]
    assert homes["détruire"] == homes["destruction"]
    assert homes["porter"] == homes["transporter"]
    assert homes["prendre"] != homes["apprendre"] != homes["comprendre"]
    assert "aubergine" in apart["auberge"]
    assert "banquise" in apart["banque"]
    assert "cheminée" in apart["chemin"]
    assert "portion" in apart["port"]
    assert len(hand.families) > 3000
    assert len(hand.apart) > 2000


def test_nothing_is_both_added_and_refused() -> None:
    added, refused = (
        {
            word.partition("/")[0]
            for line in (HAND / name).read_text(encoding="utf-8").splitlines()
            for word in line.partition("#")[0].split()
        }
        for name in ("added_fr.txt", "refused_fr.txt")
    )
    assert not added & refused
    assert all(map(playable, added))
