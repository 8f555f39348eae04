"""The ring and the plain check of a placement (ruling W4)."""

from __future__ import annotations

from itertools import permutations

import pytest

from escale.games.wordbank.rules.ring import DIRECTIONS, Direction, Ring, fits, in_order

#: The three turns printed in the rules; the G may stand in three places of the ring.
EXAMPLE_RINGS = ("GSEIRFI", "SEIRGFI", "SEIRFGI")
EXAMPLE_TURNS: tuple[tuple[str, Direction, str], ...] = (
    ("GROUPIES", "ccw", "GRIES"),
    ("SPECIFIQUE", "cw", "SEIFI"),
    ("SPECIFIC", "cw", "SEIFI"),
    ("FIDELISER", "cw", "FIEIR"),
    ("FIREFIGHTER", "cw", "FIEIR"),
)


def cards_along(ring: str, direction: Direction, letters: str) -> tuple[int, ...]:
    """The cards with these letters, each the next one met in the direction of play."""
    start = ring.index(letters[0])
    met = in_order(len(ring), start, direction)
    return (start, *(next(card for card in met if ring[card] == letter) for letter in letters[1:]))


@pytest.mark.parametrize("ring", EXAMPLE_RINGS)
@pytest.mark.parametrize(("word", "direction", "letters"), EXAMPLE_TURNS)
def test_the_worked_example(ring: str, word: str, direction: Direction, letters: str) -> None:
    cards = cards_along(ring, direction, letters)
    assert fits(word, ring, cards[0], direction, cards)


def test_the_printed_words_do_not_go_the_other_way() -> None:
    cards = cards_along("GSEIRFI", "ccw", "GRIES")
    assert not fits("GROUPIES", "GSEIRFI", 0, "cw", cards)


def test_one_rotation_meets_every_other_card_once() -> None:
    for size in range(1, 13):
        for start in range(size):
            clockwise = list(in_order(size, start, "cw"))
            assert sorted([start, *clockwise]) == list(range(size))
            assert list(in_order(size, start, "ccw")) == clockwise[::-1]


def test_order_of_play_is_the_only_order() -> None:
    """Of all orders of the further cards, exactly the ring order is a placement."""
    for direction in DIRECTIONS:
        right = tuple(in_order(4, 2, direction))
        accepted = [
            further
            for further in permutations(right)
            if fits("AAAA", "AAAA", 2, direction, (2, *further))
        ]
        assert accepted == [right]


@pytest.mark.parametrize(
    ("word", "cards", "why"),
    [
        ("AB", (), "no card at all"),
        ("AB", (1, 0), "the start card comes first"),
        ("BA", (0,), "the first letter is the start card's"),
        ("", (0,), "no word"),
        ("AB", (0, 0), "one stone per card"),
        ("ABB", (0, 1, 1), "one stone per card"),
        ("ABA", (0, 1, 0), "never past the start card again"),
        ("AB", (0, 3), "a card that is not there"),
        ("AB", (0, -2), "a card that is not there"),
        ("ACB", (0, 1, 2), "B after C in the word, before it in the ring"),
        ("A", (0, 1), "a letter the word does not have"),
    ],
)
def test_what_is_no_placement(word: str, cards: tuple[int, ...], why: str) -> None:
    assert not fits(word, "ABC", 0, "cw", cards), why


def test_start_outside_the_ring() -> None:
    assert not fits("A", "ABC", 3, "cw", (3,))
    assert not fits("C", "ABC", -1, "cw", (-1,))


def test_the_start_letter_is_not_used_twice() -> None:
    assert not fits("AB", "AAB", 0, "cw", (0, 1))
    assert fits("AAB", "AAB", 0, "cw", (0, 1, 2))


@pytest.mark.parametrize(
    ("letters", "free"),
    [("", ()), ("ABCDEFGHIJKLM", ()), ("aB", ()), ("É", ()), ("A1", ()), ("AB", (True,))],
)
def test_a_ring_is_checked(letters: str, free: tuple[bool, ...]) -> None:
    with pytest.raises(ValueError, match=r"ring|cards"):
        Ring(letters, free)
