"""Greedy games: the rules of closing and ending, and the same games with numba and without."""

from __future__ import annotations

from random import Random

import pytest

from escale.games.wordbank.bots import greedy, rollouts
from escale.games.wordbank.bots.rollouts import Ending, Situation, Taste
from escale.games.wordbank.solver.moves import Moves, Ring
from escale.games.wordbank.tests.test_moves import WORDS, random_words


@pytest.fixture(autouse=True)
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "_compiled", None)


def end(words: list[str], situation: Situation) -> Ending:
    (ending,) = rollouts.rollouts(Moves(words).table, situation, 1, seed=1)
    return ending


def two(letters: str, capacities: tuple[int, ...], hands: tuple[int, int], pile: str) -> Situation:
    none = ((0, 0),) * len(letters)
    cards = tuple((letter, 2) for letter in pile)
    return Situation(letters, capacities, none, hands, (0, 0), cards, seat=0)


def test_who_closes_a_card_gets_it_and_all_its_stones_are_safe() -> None:
    """Seat 0 fills half of both cards, seat 1 the rest; the pile is empty, so the ring is gone."""
    assert end(["AB"], two("AB", (2, 2), (3, 5), "")) == Ending((1, 3), (0, 2))


def test_the_game_ends_at_once_when_a_hand_is_empty() -> None:
    assert end(["AB"], two("AB", (2, 2), (2, 5), "")) == Ending((2, 5), (0, 0))


def test_a_closed_card_is_replaced_in_its_place() -> None:
    """Seat 0 closes A; the A from the pile has two spaces, seat 1 and seat 0 fill it."""
    assert end(["A"], two("AX", (1, 9), (2, 9), "A")) == Ending((0, 8), (2, 0))


def test_nobody_can_play() -> None:
    assert end(["XY"], two("AB", (2, 2), (4, 5), "C")) == Ending((4, 5), (0, 0))


def test_stones_on_the_ring_count() -> None:
    """One stone in hand, and only A can be a start card: it closes, and the game is over."""
    situation = Situation("AB", (3, 3), ((1, 1), (0, 2)), (1, 4), (0, 1), (), seat=0)
    assert end(["AB"], situation) == Ending((0, 6), (1, 1))


def test_shares() -> None:
    assert Ending((3, 4), (0, 9)).shares() == (1, 0)
    assert Ending((3, 3, 8), (1, 2, 5)).shares() == (0, 1, 0)
    assert Ending((3, 3, 8), (2, 2, 5)).shares() == (0.5, 0.5, 0)


def test_the_heaviest_set_of_cards() -> None:
    rng = Random("heaviest")
    for _ in range(400):
        letters = "ABCDE"[: rng.randint(1, 5)]
        moves = Moves(random_words(rng, letters, 12))
        size, hand = rng.randint(1, 7), rng.randint(1, 7)
        ring = Ring(
            "".join(rng.choices(letters, k=size)), tuple(rng.random() < 0.8 for _ in range(size))
        )
        weights = [rng.randint(-9, 20) for _ in range(size)]
        board = [0] * greedy.BOARD
        for card, letter in enumerate(ring.letters):
            board[greedy.FREE + card] = 1 << ord(letter) - 65 if ring.free[card] else 0
            board[greedy.WEIGHTS + card] = weights[card]
        table = moves.table
        cards = greedy.heaviest(*table.plain, table.inner(hand), size, board, [0] * greedy.PATH)
        best = moves.best(ring, hand, weights)
        if best is None:
            assert cards == 0
        else:
            assert cards in moves.outcomes(ring, hand)
            assert sum(weights[card] for card in range(size) if cards >> card & 1) == best[0]


def random_situation(rng: Random) -> Situation:
    size, seats = rng.randint(1, 9), rng.randint(1, 5)
    capacities = tuple(rng.randint(1, 5) for _ in range(size))
    stones = []
    for capacity in capacities:
        row = [0] * seats
        for _ in range(rng.randint(0, capacity - 1)):
            row[rng.randrange(seats)] += 1
        stones.append(tuple(row))
    letters = "ETAINSORULCMPGFBCHV"
    return Situation(
        "".join(rng.choices(letters, k=size)),
        capacities,
        tuple(stones),
        tuple(rng.randint(1, 20) for _ in range(seats)),
        tuple(rng.randint(0, 3) for _ in range(seats)),
        tuple((rng.choice(letters), rng.randint(1, 5)) for _ in range(rng.randint(0, 30))),
        rng.randrange(seats),
    )


def test_random_games_end_and_lose_no_stone() -> None:
    table, rng = Moves(WORDS).table, Random("games")
    for _ in range(150):
        situation = random_situation(rng)
        cards = len(situation.letters) + len(situation.pile)
        for ending in rollouts.rollouts(table, situation, 3, seed=rng.getrandbits(64)):
            for seat, score in enumerate(ending.scores):
                mine = sum(row[seat] for row in situation.stones)
                assert 0 <= score <= situation.hands[seat] + mine
                assert ending.closed[seat] >= situation.closed[seat]
            assert sum(ending.closed) - sum(situation.closed) <= cards


def test_a_seed_repeats_its_games_and_another_does_not() -> None:
    table = Moves(WORDS).table
    situation = two("GSEIRFI", (3,) * 7, (20, 20), "TRSEAILCHANSONPM" * 3)
    once = rollouts.rollouts(table, situation, 30, seed=7)
    assert rollouts.rollouts(table, situation, 30, seed=7) == once
    assert rollouts.rollouts(table, situation, 30, seed=8) != once
    assert len(set(once)) > 1


def test_compiled_games_are_the_same_games() -> None:
    pytest.importorskip("numba")
    table, rng = Moves(WORDS).table, Random("numba")
    asked = [(random_situation(rng), rng.getrandbits(40), rng.randint(-1, 3)) for _ in range(60)]
    plain = [rollouts.rollouts(table, s, 4, seed, Taste(helped=h)) for s, seed, h in asked]
    rollouts.warm_up()
    assert rollouts._compiled is not None
    assert [rollouts.rollouts(table, s, 4, seed, Taste(helped=h)) for s, seed, h in asked] == plain


@pytest.mark.parametrize(
    "wrong",
    [
        Situation("A" * 13, (1,) * 13, ((0,),) * 13, (1,), (0,), (), 0),
        Situation("A", (1,), ((0,) * 6,), (1,) * 6, (0,) * 6, (), 0),
        Situation("a", (1,), ((0,),), (1,), (0,), (), 0),
        Situation("A", (1,), ((0,),), (1,), (0,), (("", 1),), 0),
    ],
)
def test_a_wrong_situation_is_refused(wrong: Situation) -> None:
    with pytest.raises(ValueError, match=r"too many|A to Z"):
        rollouts.rollouts(Moves(WORDS).table, wrong, 1, seed=0)
