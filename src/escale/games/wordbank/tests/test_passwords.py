"""Passwords: the way round the ring, their letters, and which words may be said."""

from __future__ import annotations

from typing import Any

import pytest

from escale.core.event import Acted, Drawn
from escale.core.play import EVERYBODY
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Announce, Options, Safe
from escale.games.wordbank.rules.rules import WordBank
from escale.games.wordbank.tests.table import Table

O = Safe("O", 3)
X = Safe("X", 2)


# --- Create a password --------------------------------------------------------------------------


def test_a_password_begins_with_the_letter_of_its_start_card() -> None:
    table = Table()
    table.say(0, "groupies", "cw", 1)
    assert table.last.reason == "wrong-first-letter"
    assert dict(table.last.details)["letter"] == "S"


def test_one_stone_goes_on_the_start_card() -> None:
    table = Table()
    table.say(0, "groupies", "cw", 0)
    assert table.state.ring[0].stones == (0,)
    assert table.state.hands[0] == 17


def test_the_player_chooses_the_direction() -> None:
    for direction, cards in (("cw", (0, 4, 6)), ("ccw", (0, 4, 3))):
        table = Table()
        table.say(0, "groupies", direction, *cards)
        assert table.last


def test_W4_letters_may_be_left_out_but_keep_their_order() -> None:
    table = Table()
    table.say(0, "groupies", "cw", 0, 1, 4)  # S stands before R on the way, but R before S in it
    assert table.last.reason == "letters-out-of-order"


def test_W4_the_order_of_the_ring_counts_not_the_order_of_naming() -> None:
    table = Table()
    table.say(0, "groupies", "ccw", 0, 1, 2, 3, 4)
    assert table.last
    assert table.state.history[-1].letters == "GRIES"


def test_W4_fewer_cards_than_the_word_allows() -> None:
    table = Table()
    table.say(0, "groupies", "ccw", 0, 3)
    assert table.last
    assert [len(safe.stones) for safe in table.state.ring] == [1, 0, 0, 1, 0, 0, 0]


def test_W4_every_letter_of_the_word_serves_once() -> None:
    table = Table()
    table.say(0, "grief", "cw", 0, 3, 6)  # one I in the word, two I's on the ring
    assert table.last.reason == "letters-out-of-order"


def test_W4_one_stone_a_card() -> None:
    ruling = Table().refusal(0, Announce("grief", 0, "ccw", (3, 3)))
    assert ruling.reason == "one-stone-a-safe"
    assert Table().refusal(0, Announce("grief", 0, "ccw", (0,))).reason == "one-stone-a-safe"


def test_W4_never_past_the_start_card_again() -> None:
    table = Table()
    # S E I F I, then on past S to the E: the only E was served, and S ends the rotation.
    table.say(0, "spécifique", "cw", 1, 2, 3, 5, 6, 0)
    assert table.last.reason == "letters-out-of-order"


def test_W4_never_more_cards_than_stones_in_hand() -> None:
    table = Table()
    table.give(hands=(4, 18, 18))
    ruling = table.refusal(0, Announce("groupies", 0, "ccw", (4, 3, 2, 1)))
    assert ruling.reason == "not-enough-stones"
    assert dict(ruling.details) == {"count": 4}
    assert table.refusal(0, Announce("groupies", 0, "ccw", (4, 3, 2)))


@pytest.mark.parametrize("card", [-1, 7, 10**9])
def test_W4_only_cards_of_the_ring(card: int) -> None:
    assert Table().refusal(0, Announce("groupies", card, "cw")).reason == "no-such-safe"
    assert Table().refusal(0, Announce("groupies", 0, "cw", (card,))).reason == "no-such-safe"


# --- Letters ------------------------------------------------------------------------------------


def test_W3_accents_and_ligatures_play_as_plain_letters() -> None:
    table = Table(ring=(Safe("E", 3), Safe("T", 3), Safe("E", 3), O, X, X, Safe("L", 2)))
    table.say(0, "été", "cw", 0, 1, 2)
    assert table.last
    assert table.state.history[-1].word == "ETE"
    table.say(1, "œil", "cw", 3, 6)
    assert table.last
    assert table.state.history[-1].word == "OEIL"


def test_W3_umlauts_and_sharp_s() -> None:
    ring = (Safe("A", 3), Safe("E", 3), Safe("S", 3), Safe("S", 3), Safe("R", 3), O, X)
    table = Table(ring=ring, language="de")
    table.say(0, "Ärger", "cw", 0, 1, 4)
    assert table.last
    table.say(1, "Straße", "cw", 2, 3)
    assert table.last
    assert table.state.history[-1].word == "STRASSE"


def test_W3_the_proper_spelling_is_shown_whatever_was_typed() -> None:
    table = Table()
    table.say(0, "SPECIFIQUE", "cw", 1)
    assert table.state.history[-1].spelling == "spécifique"


@pytest.mark.parametrize(
    "text", ["", "porte-clés", "aujourd'hui", "a b", "abc1", "слово", "x" * 41]
)
def test_W3_a_word_is_made_of_letters(text: str) -> None:
    assert Table().refusal(0, Announce(text, 0, "cw")).reason == "letters-only"


# --- Which words --------------------------------------------------------------------------------


def test_any_word_of_the_dictionary() -> None:
    table = Table()
    table.say(0, "gxrr", "cw", 0)
    assert table.last.reason == "not-in-dictionary"


def used(first: str, second: str, language: str = "fr", **options: Any) -> Table:
    """A table at which seat 0 said the first word and seat 1 the second, on fitting cards."""
    ring = tuple(Safe(letter, 5) for letter in (first[0] + second[0]).upper()) + (X,) * 5
    table = Table(ring=ring, language=language, **options)  # type: ignore[arg-type]
    table.say(0, first, "cw", 0)
    assert table.last
    table.say(1, second, "cw", 1)
    return table


def test_W5_a_word_is_used_only_once() -> None:
    table = used("port", "port")
    assert table.last.reason == "word-used"


def test_W5_no_word_with_the_same_base() -> None:
    table = used("protéger", "protection")
    assert table.last.reason == "same-base"


def test_W5_letters_in_common_are_no_base_in_common() -> None:
    assert used("port", "portion").last


def test_W5_the_refusal_names_the_used_word_its_player_and_its_turn() -> None:
    details = dict(used("protéger", "protecteur").last.details)
    assert details == {"word": "PROTECTEUR", "used": "PROTÉGER", "seat": 0, "turn": 1}


def test_W5_english_also_no_word_that_contains_a_used_word() -> None:
    table = used("port", "support", "en")
    assert table.last.reason == "contains-used"
    assert dict(table.last.details)["used"] == "PORT"
    assert used("port", "portion", "en").last.reason == "contains-used"


def test_W5_a_contained_word_counts_from_four_letters_on() -> None:
    assert used("fir", "fireman", "en").last
    assert used("fire", "fireman", "en").last.reason == "contains-used"


def test_W5_contains_can_be_taken_literally() -> None:
    assert used("fir", "fireman", "en", contains="literal").last.reason == "contains-used"


def test_version_1_goes_on_with_contains_to_the_letter() -> None:
    table = used("fir", "fireman", "en", version=1)
    assert table.last.reason == "contains-used"
    assert table.state.options.contains == "literal"


def test_W5_a_word_is_judged_as_it_is_shown() -> None:
    """MARCHE is marche, unless marché is said: the market is of the merchant's family."""
    options = Options(language="fr", starter=0, cards=(("M", 5),) * 7)
    outcomes = {}
    for version in (1, 2):
        for typed in ("marche", "MARCHE", "marché"):
            game = GAME.versions[version]
            rules = game.rules(options)
            state = rules.setup(options, 2)
            state = rules.step(state, Drawn(tuple(range(7)), EVERYBODY, 0))
            for seat, word in enumerate(("marchand", typed)):
                state = rules.step(state, Acted(seat, Announce(word, 0, "cw"), 0))
            outcomes[version, typed] = state.history[-1].ruling.reason
    assert outcomes == {
        (1, "marche"): "same-base",
        (1, "MARCHE"): "same-base",
        (1, "marché"): "same-base",
        (2, "marche"): "",
        (2, "MARCHE"): "",
        (2, "marché"): "same-base",
    }


def test_the_fast_test_of_bots_is_the_referee() -> None:
    rules = GAME.rules(Options(language="fr", not_kin=(("chanter", "chanson"),)))
    assert isinstance(rules, WordBank)
    allowed = rules.by_dictionary(Options()).not_used_up(["marchand", "péché", "chanter"])
    words = "MARCHE MARCHAND MARCHANDS PECHE PECHES PECHER CHANSON CHANSONS CHANTEUR".split()
    told = [word for word in words if allowed(word)]
    assert told == ["MARCHE", "PECHER", "CHANSON", "CHANSONS"]


def test_W5_english_a_part_of_a_used_word_is_allowed() -> None:
    assert used("support", "port", "en").last


def test_W5_french_and_german_may_contain_a_used_word() -> None:
    assert used("Reis", "Reise", "de").last
