"""W2: what is known of the printed cards holds for every edition; and the words of a table."""

from __future__ import annotations

from collections import Counter

import pytest

from escale.games.wordbank.editions import edition, pins, words
from escale.games.wordbank.rules.pieces import Options
from escale.words import LANGUAGES, Language

every_edition = pytest.mark.parametrize("language", LANGUAGES)


@every_edition
def test_W2_an_edition_has_52_cards(language: Language) -> None:
    assert len(edition(language).cards) == 52
    assert edition(language).language == language


@every_edition
def test_W2_what_is_known_of_the_printed_cards(language: Language) -> None:
    spaces: dict[str, list[int]] = {}
    for card in edition(language).cards:
        assert card.stones == ()
        spaces.setdefault(card.letter, []).append(card.spaces)
    assert spaces["W"] == [2]
    assert set(spaces["E"]) == {3, 4, 5}
    assert not {"Y", "Z"} & set(spaces)
    assert 3 in spaces["I"]


@every_edition
def test_W2_the_harder_a_letter_the_fewer_its_spaces(language: Language) -> None:
    counts: Counter[str] = Counter()
    for word in words(Options(language=language)).common(2.0):
        counts.update(word)
    mean: dict[str, float] = {}
    for letter in {card.letter for card in edition(language).cards}:
        copies = [card.spaces for card in edition(language).cards if card.letter == letter]
        mean[letter] = sum(copies) / len(copies)
    by_frequency = [letter for letter, _ in counts.most_common() if letter in mean]
    common, rare = by_frequency[:8], by_frequency[-8:]
    assert max(mean[letter] for letter in rare) < min(mean[letter] for letter in common) + 0.01


@every_edition
def test_W2_the_worked_example_can_be_dealt(language: Language) -> None:
    """E at least 4, one I exactly 3, S, R, F and the other I at least 3, G at least 2."""
    left = [(card.letter, card.spaces) for card in edition(language).cards]
    for letter, least in [("E", 4), ("S", 3), ("R", 3), ("F", 3), ("G", 2)]:
        assert any(one == letter and spaces >= least for one, spaces in left)
    assert len([one for one in left if one[0] == "I" and one[1] >= 3]) >= 2
    assert any(one == "O" for one, _ in left)


def test_only_the_english_rules_forbid_what_contains_a_used_word() -> None:
    forbidding = [language for language in LANGUAGES if edition(language).forbids_containing]
    assert forbidding == ["en"]


def test_a_table_can_add_and_ban_words() -> None:
    plain, own = (
        words(options) for options in (Options(), Options(added=("gxrr",), banned=("maison",)))
    )
    assert ("GXRR" in plain, "MAISON" in plain) == (False, True)
    assert ("GXRR" in own, "MAISON" in own) == (True, False)


def test_the_header_of_a_match_pins_cards_and_words() -> None:
    assert [name for name, _ in pins(Options())] == ["edition", "lexicon"]
    assert pins(Options(language="fr")) != pins(Options(language="de"))
    assert pins(Options()) != pins(Options(added=("gxrr",)))
