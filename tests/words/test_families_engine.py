"""Families: what joins entries, and each guard that keeps them apart."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tools.lexicons import clusters
from tools.lexicons.clusters import LARGEST, SETTLED, SURE, Link, cluster
from tools.lexicons.evidence import (
    DEFINED,
    LITTLE,
    MENTION,
    MUCH,
    NOTHING,
    UNKNOWN,
    Evidence,
)
from tools.lexicons.families import families
from tools.lexicons.hand_files import HandFamilies, HandFileError, parse_families, read_families
from tools.lexicons.links import links
from tools.lexicons.reading import Affixes, LemmaInfo, Reading, entries, key
from tools.lexicons.stems import Shapes, pattern, plain, split

AFFIXES = Affixes(
    prefixes=("re", "un"), suffixes=("er", "ing", "ful", "ness", "ly", "y"), elements=("ful",)
)
# Verbs whose glosses teach that -er makes kin of words.
TAUGHT = "paint dream teach climb plant roast march clean speak launch".split()
# Words that begin like others and are explained by nothing in common.
STRANGERS = "plaza dreadlock teapot clinic plasma roadblock marble clever spear laundry".split()


def info(*names: str, zipf: float = 4.0) -> dict[str, LemmaInfo]:
    return {name: LemmaInfo(frozenset({"noun", "verb"}), zipf) for name in names}


def taught() -> tuple[dict[str, LemmaInfo], dict[str, list[str]]]:
    lemmas = info(*TAUGHT, *(verb + "er" for verb in TAUGHT), *STRANGERS)
    glosses = {verb + "er": [f"one who can {verb}"] for verb in TAUGHT}
    glosses |= {verb: [f"sense{at} deed{at}"] for at, verb in enumerate(TAUGHT)}
    glosses |= {word: [f"thing{at} matter{at}"] for at, word in enumerate(STRANGERS)}
    return lemmas, glosses


def made(
    lemmas: dict[str, LemmaInfo],
    glosses: dict[str, list[str]] | None = None,
    relations: list[tuple[str, str]] | None = None,
    hand: HandFamilies | None = None,
    forms: dict[str, tuple[str, ...]] | None = None,
) -> dict[str, int]:
    return families(lemmas, glosses or {}, relations or [], AFFIXES, hand or HandFamilies(), forms)


# --- Hand files -------------------------------------------------------------------------------


def test_a_hand_file_has_families_look_alikes_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "families_fr.txt"
    file.write_text("# head\n\nchanter Chanson  # sung\n! port portion\n", "utf-8")
    assert read_families(file) == HandFamilies((("chanter", "chanson"),), (("port", "portion"),))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["a b", "? c d"], r"hand:2: '\?' is not a word"),
        (["", "alone"], "hand:2: a line needs at least two words"),
        (["! alone"], "hand:1: a line needs at least two words"),
        (["a b a"], "hand:1: a occurs twice"),
        (["a b", "! b a"], "hand:2: b and a are look-alikes here, but one family by line 1"),
        (["a b", "c d", "! a d", "b c"], "hand:3: a and d .* by line 1, 2, 4"),
    ],
)
def test_a_hand_file_that_cannot_be_followed_is_refused(lines: list[str], told: str) -> None:
    with pytest.raises(HandFileError, match=told):
        parse_families(lines)


def test_look_alikes_of_two_families_are_fine() -> None:
    assert parse_families(["a b", "c d", "! a c"]).apart == (("a", "c"),)


# --- Entries and stems ------------------------------------------------------------------------


def test_homographs_are_one_entry() -> None:
    read = [Reading("Essen", "Essen", "noun"), Reading("isst", "essen", "verb")]
    assert entries(read, {"essen": 5.0}) == {"essen": LemmaInfo(frozenset({"noun", "verb"}), 5.0)}
    assert key("Straße") == "straße"


def test_stems_are_compared_without_accents() -> None:
    assert split(plain("gläubig"), plain("glaube")) == ("glaub", "ig", "e")


def test_a_doubled_letter_is_part_of_the_ending() -> None:
    assert pattern("swim", "mer", "") == pattern("run", "ner", "")
    assert pattern("swim", "er", "") != pattern("swim", "mer", "")


def test_a_word_that_ends_in_a_common_word_is_a_compound() -> None:
    shapes = Shapes(
        ["fire", "firehose", "hose", "joyful", "ful"],
        info("fire", "firehose", "hose", "joyful", "ful"),
        AFFIXES,
    )
    assert shapes.compound("fire", "hose")
    assert not shapes.compound("joy", "ful")  # in the list of suffixes
    assert not shapes.compound("zzzz", "hose")  # what comes before it is no word
    rare = Shapes(["fire", "hose"], info("fire", "hose", zipf=1.0), AFFIXES)
    assert not rare.compound("fire", "hose")


# --- What glosses say -------------------------------------------------------------------------


def evidence(glosses: dict[str, list[str]], *names: str) -> Evidence:
    return Evidence(names, info(*names), glosses, {"sings": ("sing",)})


def test_levels_of_evidence() -> None:
    names = ("bird", "opera", "sing", "singer", "song", "stone", "tune")
    long = "somebody whose daily work before large crowds consists of using voices who sings well"
    found = evidence(
        {
            "singer": ["one who sings"],
            "opera": [long],
            "song": ["melody for voice"],
            "tune": ["short melody"],
            "bird": ["feathered animal"],
        },
        *names,
    )
    at = names.index
    assert found.level(at("sing"), at("singer")) == DEFINED
    assert found.level(at("singer"), at("sing")) == DEFINED
    assert found.level(at("sing"), at("opera")) == MENTION
    assert found.level(at("song"), at("tune")) in (LITTLE, LITTLE + 1, MUCH)
    assert found.level(at("song"), at("bird")) == NOTHING
    assert found.level(at("song"), at("stone")) == UNKNOWN


def test_a_word_of_every_gloss_is_not_mentioned() -> None:
    names = [f"w{letter}{other}" for letter in "abcdefgh" for other in "abcdefgh"] + ["one"]
    found = evidence({name: ["one thing"] for name in names[:-1]}, *names)
    assert not found.mentions


# --- Clusters ---------------------------------------------------------------------------------


def test_the_best_link_comes_first_and_look_alikes_stay_apart() -> None:
    joined = cluster(3, [Link(0, 1, 100), Link(1, 2, 200)], apart=[(0, 2)])
    assert joined == [0, 1, 1]
    assert cluster(3, [Link(0, 1, 100), Link(1, 2, 200)]) == [0, 0, 0]


def test_hand_families_come_first_and_keep_their_look_alikes_out() -> None:
    assert cluster(4, [Link(1, 2, 500)], together=[(0, 1)], apart=[(0, 2)]) == [0, 0, 2, 3]
    assert cluster(4, [], together=[(0, 1), (2, 3), (1, 3)]) == [0, 0, 0, 0]


def test_two_hand_families_are_not_joined_by_a_link() -> None:
    assert cluster(4, [Link(1, 2, 500)], together=[(0, 1), (2, 3)]) == [0, 0, 2, 2]


def test_a_hand_family_is_closed_to_all_but_strong_links() -> None:
    assert cluster(3, [Link(1, 2, 500)], together=[(0, 1)]) == [0, 0, 2]
    assert cluster(3, [Link(1, 2, 500, strong=True)], together=[(0, 1)]) == [0, 0, 0]


def test_who_joins_a_hand_family_brings_nobody_along() -> None:
    # hoch, Höhe; Hochkaräter by a strong link; Karat, which only Hochkaräter knows.
    found = [Link(1, 2, 300, strong=True), Link(2, 3, 500)]
    assert cluster(4, found, together=[(0, 1)]) == [0, 0, 0, 3]
    chain = [Link(1, 2, 300, strong=True), Link(2, 3, 500, strong=True)]
    assert cluster(4, chain, together=[(0, 1)]) == [0, 0, 0, 0]


def test_a_strong_link_does_not_join_two_hand_families_or_look_alikes() -> None:
    strong = [Link(1, 2, 500, strong=True)]
    assert cluster(4, strong, together=[(0, 1), (2, 3)]) == [0, 0, 2, 2]
    assert cluster(3, strong, together=[(0, 1)], apart=[(0, 2)]) == [0, 0, 2]


def test_a_link_against_outweighs_a_weaker_link_for() -> None:
    for_it = [Link(0, 1, 500), Link(2, 3, 500), Link(1, 2, 200)]
    assert cluster(4, for_it) == [0, 0, 0, 0]
    assert cluster(4, [*for_it, Link(0, 3, -300)]) == [0, 0, 2, 2]


def test_two_settled_clusters_need_two_links_or_a_sure_one() -> None:
    rings = [Link(at, at + 1, 500) for at in range(SETTLED - 1)]
    rings += [Link(SETTLED + at, SETTLED + at + 1, 500) for at in range(SETTLED - 1)]
    apart = [0] * SETTLED + [SETTLED] * SETTLED
    together = [0] * (2 * SETTLED)
    size = 2 * SETTLED
    assert cluster(size, [*rings, Link(0, SETTLED, SURE - 1)]) == apart
    assert cluster(size, [*rings, Link(0, SETTLED, SURE)]) == together
    twice = [Link(0, SETTLED, 100), Link(1, SETTLED, 100)]
    assert cluster(size, [*rings, *twice]) == together


def test_a_family_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = [Link(at, at + 1, 500) for at in range(5)]
    assert len(set(cluster(6, chain))) == 1
    assert LARGEST > 100
    monkeypatch.setattr(clusters, "LARGEST", 3)
    sizes = cluster(6, chain)
    assert max(sizes.count(one) for one in sizes) == 3


# --- All together -----------------------------------------------------------------------------


def test_a_gloss_that_mentions_the_base_makes_kin() -> None:
    lemmas, glosses = taught()
    family = made(lemmas, glosses)
    for verb in TAUGHT:
        assert family[verb] == family[verb + "er"]
    assert len({family[word] for word in STRANGERS}) == len(STRANGERS)


def test_a_pattern_learned_from_glosses_holds_without_them() -> None:
    lemmas, glosses = taught()
    lemmas |= info("thrash", "thrasher")
    assert (family := made(lemmas, glosses))["thrash"] == family["thrasher"]
    # The same pair, with nothing to learn from.
    alone = made(info("thrash", "thrasher", *STRANGERS), {})
    assert alone["thrash"] != alone["thrasher"]


def test_unlike_glosses_speak_against_a_pattern() -> None:
    lemmas, glosses = taught()
    shy = {"corn": ["yellow grain"], "corner": ["place where walls meet"]}
    lemmas |= info("corn", "corner")
    shapes = Shapes(sorted(lemmas), lemmas, AFFIXES)

    def weight(more: dict[str, list[str]]) -> int:
        names = sorted(lemmas)
        found = Evidence(names, lemmas, glosses | more, {})
        pair = (names.index("corn"), names.index("corner"))
        return next(link.weight for link in links(shapes, found) if link[:2] == pair)

    assert weight(shy) < weight({}) < weight({"corner": ["somebody with corn"]})


def test_an_inflected_mention_counts_if_the_forms_are_known() -> None:
    lemmas = info("decide", "decision", *STRANGERS)
    glosses = {"decision": ["what one decides"]}
    assert len({made(lemmas, glosses)[word] for word in ("decide", "decision")}) == 2
    family = made(lemmas, glosses, forms={"decides": ("decide",)})
    assert family["decide"] == family["decision"]


def test_a_compound_is_not_kin_to_its_parts() -> None:
    lemmas = info("fire", "fireman", "man", *STRANGERS)
    glosses = {"fireman": ["man who fights fire"]}
    assert len({made(lemmas, glosses)[word] for word in ("fire", "fireman", "man")}) == 3


def test_declared_relations_join_whatever_the_letters() -> None:
    family = made(info("feed", "food", "foot"), relations=[("feed", "food")])
    assert family["feed"] == family["food"] != family["foot"]


def test_the_hand_has_the_last_word() -> None:
    lemmas, glosses = taught()
    hand = HandFamilies((("paint", "plaza"),), (("dream", "dreamer"), ("paint", "plant")))
    family = made(lemmas, glosses, [("dream", "dreamer"), ("paint", "plant")], hand)
    assert family["paint"] == family["plaza"] == family["painter"]
    assert family["dream"] != family["dreamer"]
    assert family["paint"] != family["plant"]


def test_hand_words_that_are_no_entries_are_passed_over() -> None:
    family = made(
        info("sing", "song"), hand=HandFamilies((("sing", "chant", "song"),), (("sing", "zz"),))
    )
    assert family["sing"] == family["song"]


def test_numbers_count_from_zero_in_alphabetical_order() -> None:
    assert made(info("b", "a", "c")) == {"a": 0, "b": 1, "c": 2}


def test_the_order_of_the_input_changes_nothing() -> None:
    lemmas, glosses = taught()
    relations = [("speak", "spear"), ("teach", "teapot"), ("march", "marble")]
    hand = HandFamilies((("clean", "clever"),), (("plant", "plaza"),))
    expected = made(lemmas, glosses, relations, hand)
    mixer = random.Random(3)
    for _ in range(5):
        names, heads, pairs = list(lemmas), list(glosses), list(relations)
        mixer.shuffle(names)
        mixer.shuffle(heads)
        mixer.shuffle(pairs)
        again = made(
            {name: lemmas[name] for name in names},
            {head: glosses[head] for head in heads},
            [(b, a) for a, b in pairs],
            hand,
        )
        assert again == expected


def test_an_adjective_before_a_noun_makes_a_compound_and_before_a_verb_does_not() -> None:
    affixes = Affixes(prefixes=("hoch", "vor"), suffixes=("en",), verbal=("hoch",))
    lemmas = {
        "hochhaus": LemmaInfo(frozenset({"noun"}), 4.0),
        "hochheben": LemmaInfo(frozenset({"verb"}), 4.0),
        "vorhaus": LemmaInfo(frozenset({"noun"}), 4.0),
    }
    shapes = Shapes(sorted(lemmas), lemmas, affixes)
    found = {word: [before for before, _ in shapes.unprefixed(word, 3)] for word in lemmas}
    assert found == {"hochhaus": [], "hochheben": ["hoch"], "vorhaus": ["vor"]}
