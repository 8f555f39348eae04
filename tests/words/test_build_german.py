"""The rules of the German builder, on a handful of words; the hand files, whole."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tools.lexicons import german
from tools.lexicons.german_adjectives import compared, stems, umlauted
from tools.lexicons.german_stock import Stock, is_name, noun_shape, one_word
from tools.lexicons.german_verbs import Verb, base_of, from_table, regular, subjunctive
from tools.lexicons.hand_files import HAND, hand_lines, read_families
from tools.lexicons.reading import Reading


def stock(**said: str) -> Stock:
    """A stock that has heard only these words, each with its sound."""
    small = cast(Any, Stock.__new__(Stock))
    small.said = dict(said)
    small.glosses = {}
    small.seen = {form.lower() for form in said}
    return cast(Stock, small)


def test_separable_verbs_are_given_joined() -> None:
    stehen = Verb("stehen")
    stehen.forms |= {"stehe", "steht", "stand"}
    stehen.participles |= {"stehend", "gestanden"}
    forms = set(stehen.prefixed("auf", separable=True).spelled())
    assert {"aufstehe", "aufstand", "aufzustehen", "aufgestanden", "aufgestandene"} <= forms
    apart = set(stehen.prefixed("ver", separable=False).spelled())
    assert {"verstehe", "verstanden", "verstehend"} <= apart
    assert not {"verzustehen", "vergestanden"} & apart


def test_table_of_a_verb_is_joined() -> None:
    table = {"hasPrefix": True, "PA2": ["aufgestanden"], "PRÄ": {"S": {"1": ["stehe", "auf"]}}}
    forms = set(from_table("aufstehen", table, stock()).spelled())
    assert {"aufstehe", "aufzustehen", "aufgestandenem"} <= forms


@pytest.mark.parametrize(
    ("infinitive", "forms"),
    [
        ("landen", {"landet", "landete", "gelandet"}),
        ("tanzen", {"tanzt", "tanzte", "getanzt"}),
        ("sammeln", {"sammle", "sammelst", "gesammelt"}),
        ("studieren", {"studiert", "studierte"}),
    ],
)
def test_regular_verbs(infinitive: str, forms: set[str]) -> None:
    assert forms <= set(regular(infinitive).spelled())


def test_longest_prefix_is_taken() -> None:
    assert base_of("auseinandersetzen", {"setzen"}) == ("auseinander", "setzen", True)
    assert base_of("setzen", {"setzen"}) is None


def test_strong_subjunctives() -> None:
    known = {"schwimmen": Verb("schwimmen"), "loben": Verb("loben")}
    assert {"schwömme", "schwömmest", "schwämmen"} <= subjunctive("schwimmen", known)
    assert "verschwömmen" in subjunctive("verschwimmen", known)
    assert subjunctive("loben", known) == set()


def test_adjectives() -> None:
    assert stems("dunkel") == ("dunkl",)
    assert stems("teuer") == ("teur",)
    assert stems("hoch") == ("hoh",)
    assert umlauted("alt") == "ält"
    heard = stock(älterem="", älteres="", ältestem="", ältestes="")
    assert {("älter", "alt"), ("älteren", "alt"), ("ältesten", "alt")} <= set(
        compared("alt", heard)
    )


def test_spelling_of_1996() -> None:
    heard = stock(
        muss="mʊs", Straße="ˈʃtʁaːsə", Hass="has", Haß="has", Maße="ˈmaːsə", Masse="ˈmasə"
    )
    assert heard.reformed("muß") == "muss"
    assert heard.reformed("Haß") == "Hass"
    assert heard.reformed("Straße") == "Straße"
    assert heard.swiss("Strasse")
    assert not heard.swiss("Masse")
    assert not heard.swiss("Hass")


def test_names_and_shapes() -> None:
    assert is_name("männlicher Vorname")
    assert is_name("eine Stadt in Nordrhein-Westfalen, Deutschland")
    assert not is_name("Stadt mit mehr als 100.000 Einwohnern")
    assert not is_name("deutscher Familienname | jemand, der malt")
    assert noun_shape("Haus")
    assert not noun_shape("DNA")
    assert not one_word("zu Hause")


def test_added_words() -> None:
    added = list(german.added())
    assert Reading("größte", "groß", "adjective") in added
    assert Reading("denen", "der", "other") in added
    assert all(one_word(reading.spelling) for reading in added)


def test_hand_files_agree() -> None:
    hand = read_families(HAND / "families_de.txt")
    family = {word: number for number, words in enumerate(hand.families) for word in words}
    assert len(hand.families) > 1500
    assert sum(1 for words in hand.apart for _ in combinations(words, 2)) > 1500
    assert family["flug"] == family["fliegen"]
    assert any({"rahm", "rahmen"} <= set(words) for words in hand.apart)
    refused = set(" ".join(hand_lines("refused_de.txt")).split())
    assert not refused & {reading.spelling for reading in german.added()}


def test_packages_are_pinned() -> None:
    assert len({package.name for package in german.PACKAGES}) == len(german.PACKAGES)
    assert all(len(package.sha256) == 64 for package in german.PACKAGES)
    assert list(german.relations(cast(Any, SimpleNamespace()))) == []
