"""Sentences of the printed rules, in their order, that no other test has as its own."""

from __future__ import annotations

from collections import Counter

import pytest

from escale.games.kreuzwort.editions import edition, words
from escale.games.kreuzwort.rules.grid import RING, SIDES, at, path_problem
from escale.games.kreuzwort.rules.pieces import Options, Pyramid
from escale.games.kreuzwort.rules.referee import Referee
from escale.games.kreuzwort.rules.setup import bags
from escale.games.kreuzwort.tests.table import Table, announce, laid, rat
from escale.words.protocol import LANGUAGES, Language

EXPERT = Options(referee="dictionary", expert=True)


def letters(bag: tuple[Pyramid, ...]) -> Counter[tuple[str, int]]:
    return Counter((one.letter, one.value) for one in bag)


@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_36_black_24_grey_and_four_sets_of_24(language: Language, expert: bool) -> None:
    all_of_them = [one for bag in bags(edition(language), expert=expert) for one in bag]
    colours = Counter(one.colour for one in all_of_them)
    assert colours == {"black": 36, "grey": 24} | dict.fromkeys(SIDES, 24)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_and_values_of_the_four_sets_are_the_same(language: Language) -> None:
    south, *others, _, _ = bags(edition(language), expert=False)
    assert len(others) == 3
    assert all(letters(one) == letters(south) for one in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_vowels_and_common_letters_bring_little_q_and_y_much(language: Language) -> None:
    values = dict(edition(language).values)
    assert all(values[letter] <= 3 for letter in "AEIOUNRST")
    assert all(values[letter] >= 3 * values[vowel] for letter in "QY" for vowel in "AEIOU")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_the_start_28_tops_may_be_moved_and_36_black_ones_not(seats: int) -> None:
    _, state = laid(seats)
    for seat in range(seats):
        position = state.position(seat)
        assert sum(len(tops) for tops in position.tops.values()) == 28
        assert len(position.fixed) == 36
        assert all(one.black for one in position.fixed.values())


def test_a_word_bends_once_or_several_times_on_the_ring() -> None:
    inside = [at(4, 7), at(4, 8)]
    start = RING.index(at(4, 9))
    for way in (1, -1):
        for length in range(1, len(RING) + 1):
            tail = [RING[(start + way * k) % len(RING)] for k in range(length)]
            assert path_problem("S", [*inside, *tail], both_ends=False) == ""


def test_a_player_may_change_their_mind_and_write_another_word() -> None:
    table = rat()
    assert not table.say(0, "rabe", "r4c3", "r4c4<r8c2", "r4c5", "r4c6<r1c3")
    assert table.waits_for == (0,)
    assert table.state.history == ()
    assert table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")


def test_the_word_takes_coloured_grey_and_black_ones_off_the_board() -> None:
    table = Table(r4c3="black:R4", r8c2="S:A1", r1c2="N:T3", r1c1="grey:E1", r8c7="S:X8")
    assert table.say(0, "rate", "r4c3", "r4c4<r8c2", "r4c5<r1c2", "r4c6<r1c1")
    assert [one.colour for one in table.state.history[-1].gained] == ["black", "S", "N", "grey"]
    assert table.state.gains == (9, 0)
    assert all(table.state.at(at(*cell)).top is None for cell in ((4, 3), (8, 2), (1, 2), (1, 1)))


@pytest.mark.parametrize(
    ("language", "allowed", "forbidden"),
    [
        ("de", ["Kneipe", "geil"], ["Berlin", "Österreich", "Deutschland"]),
        ("fr", ["bagnole", "flic", "meuf"], ["France", "Lyon", "Dijon"]),
        ("en", ["bloke", "dude"], ["London", "England", "Napoleon"]),
    ],
)
def test_slang_is_allowed_and_proper_nouns_are_not(
    language: Language, allowed: list[str], forbidden: list[str]
) -> None:
    referee = Referee(edition(language), words(language), inflected=True)
    assert all(referee.wrong(word) for word in allowed)
    assert all(referee.wrong(word).reason == "not-in-dictionary" for word in forbidden)


@pytest.mark.parametrize(
    ("language", "lemma", "forms"),
    [
        ("de", "Haus", ["Häuser", "Hauses"]),
        ("fr", "chanter", ["chantons", "chantées"]),
        ("en", "house", ["houses"]),
    ],
)
def test_plurals_and_conjugated_forms_as_the_table_agrees(
    language: Language, lemma: str, forms: list[str]
) -> None:
    made = edition(language), words(language)
    assert all(Referee(*made, inflected=True).wrong(word) for word in (lemma, *forms))
    strict = Referee(*made, inflected=False)
    assert strict.wrong(lemma)
    assert all(strict.wrong(word).reason == "inflected-form" for word in forms)


def test_a_printed_letter_can_be_used_once_its_cell_is_empty() -> None:
    table = rat(r8c7="S:X8", r1c4="N:X8")
    table.put(at(8, 3), "S:O3")  # it stands on an E
    er = announce("er", "r8c3", "r8c4")
    table.print(at(8, 4), "R", "black")
    assert table.check(0, er).reason == "wrong-letter"
    table.put(at(8, 3))
    assert table.say(0, "er", "r8c3", "r8c4"), "own and black print: the rule is kept"
    assert table.state.gains == (0, 0)


def test_k13_coloured_pyramids_of_others_stay_available() -> None:
    table = Table(2, EXPERT, r4c3="black:R4", r8c2="S:A1", r1c2="N:T3", r8c7="S:X8", r1c4="N:X8")
    assert table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5<r1c2")


def test_k13_a_grey_of_another_may_be_covered() -> None:
    table = Table(2, EXPERT, r4c3="black:R4", r8c2="S:A1", r8c4="S:T1", r8c7="S:X8")
    table.put(at(4, 4), "grey:E1/N")
    assert table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5<r8c4")
    covered = table.state.at(at(4, 4)).top
    assert covered is not None, "what was covered is there again"
