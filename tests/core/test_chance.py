"""Chance: fair, fixed before the match, unforeseeable during it, provable after it."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escale.core.chance import Draw, Oracle, Pick, Roll, commitment, is_key, pledge

SECRET = "5e" * 32
SALTS = ("ab" * 16, "")


def by_hand(number: int, block: int) -> list[int]:
    """The numbers behind a draw, as docs/decisions/0003-chance.md describes them."""
    message = f"m1|{SALTS[0]}|{SALTS[1]}|{number}|{block}".encode()
    digest = hmac.new(bytes.fromhex(SECRET), message, sha256).digest()
    return [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]


def test_an_outcome_can_be_computed_by_hand_from_the_published_recipe() -> None:
    oracle = Oracle(SECRET, "m1", SALTS)
    first, second = by_hand(7, 0)[:2]
    assert max(first, second) < 2**32 - 2**32 % 6  # neither is thrown away
    assert oracle.answer(Roll(2, 6), 7) == (first % 6 + 1, second % 6 + 1)


def test_a_long_draw_goes_on_into_the_next_block() -> None:
    rolled = Oracle(SECRET, "m1", SALTS).answer(Roll(20, 2), 3)
    numbers = by_hand(3, 0) + by_hand(3, 1) + by_hand(3, 2)
    assert rolled == tuple(one % 2 + 1 for one in numbers[:20])


def test_numbers_in_the_incomplete_round_are_thrown_away() -> None:
    limit = 3 * 2**30  # a quarter of all numbers would make the low ones too likely
    oracle = Oracle(SECRET, "m1", SALTS)
    for number in range(40):
        expected = next(one for one in by_hand(number, 0) if one < limit)
        assert oracle.answer(Pick(limit), number) == (expected,)


def test_a_draw_is_the_beginning_of_a_shuffle() -> None:
    a, b, c = by_hand(1, 0)[:3]
    bag = [0, 1, 2, 3, 4]
    for place, number in enumerate((a, b, c)):
        other = place + number % (5 - place)
        bag[place], bag[other] = bag[other], bag[place]
    assert Oracle(SECRET, "m1", SALTS).answer(Draw(3, 5), 1) == tuple(bag[:3])


@pytest.mark.parametrize(
    "other",
    [
        Oracle("5f" * 32, "m1", SALTS),
        Oracle(SECRET, "m2", SALTS),
        Oracle(SECRET, "m1", ("ab" * 16, "cd" * 16)),
        Oracle(SECRET, "m1", (SALTS[1], SALTS[0])),
    ],
    ids=["secret", "match", "another salt", "salts exchanged"],
)
def test_secret_match_and_every_salt_change_the_outcomes(other: Oracle) -> None:
    ask = Draw(20, 20)
    assert Oracle(SECRET, "m1", SALTS).answer(ask, 0) != other.answer(ask, 0)


def test_every_number_of_the_log_has_an_outcome_of_its_own() -> None:
    oracle = Oracle(SECRET, "m1")
    assert len({oracle.answer(Draw(10, 10), number) for number in range(500)}) == 500


def test_nothing_but_the_secret_gives_the_outcomes() -> None:
    """A match whose public part is the same, with another secret behind it, goes otherwise."""
    outcomes = {
        Oracle(sha256(bytes([one])).hexdigest(), "m1", SALTS).answer(Draw(8, 52), 0)
        for one in range(100)
    }
    assert len(outcomes) == 100


@pytest.mark.parametrize("sides", [2, 6, 7])
def test_dice_are_fair(sides: int) -> None:
    oracle = Oracle(SECRET, "fair")
    rolls = 6000
    counts = Counter(oracle.answer(Roll(1, sides), number)[0] for number in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    expected = rolls / sides
    chi_square = sum((counts[one] - expected) ** 2 / expected for one in counts)
    assert chi_square < 23  # beyond 0.1 % for six degrees of freedom


def test_every_order_of_a_draw_is_as_likely() -> None:
    oracle = Oracle(SECRET, "fair")
    counts = Counter(oracle.answer(Draw(2, 4), number) for number in range(6000))
    assert len(counts) == 12
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 32


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 10**6))
def test_a_draw_gives_different_places_of_the_bag(count: int, more: int, number: int) -> None:
    drawn = Oracle(SECRET, "m1").answer(Draw(count, count + more), number)
    assert len(set(drawn)) == count
    assert all(0 <= place < count + more for place in drawn)


@pytest.mark.parametrize("ask", [Draw(3, 2), Draw(-1, 2), Pick(0), Roll(1, 0)])
def test_an_impossible_question_is_an_error(ask: Draw | Pick | Roll) -> None:
    with pytest.raises(ValueError, match="cannot"):
        Oracle(SECRET, "m1").answer(ask, 0)


def test_commitment_and_pledge_are_plain_sha256() -> None:
    assert commitment(SECRET) == sha256(b"\x5e" * 32).hexdigest()
    assert pledge("00" * 16) == sha256(bytes(16)).hexdigest()


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("ab" * 16, True),
        ("ab" * 64, True),
        ("", False),
        ("ab" * 15, False),
        ("ab" * 65, False),
        ("AB" * 16, False),
        ("ab" * 16 + "c", False),
        ("a b" * 16, False),
        ("xy" * 16, False),
        ("ab" * 16 + "\n", False),
    ],
)
def test_a_key_is_16_to_64_bytes_in_small_hexadecimal(text: str, good: bool) -> None:
    assert is_key(text) is good
