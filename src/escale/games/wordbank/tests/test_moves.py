"""The move generator against a plain brute force: every word, start, direction and subset."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale.games.wordbank.solver import kernel
from escale.games.wordbank.solver.moves import Moves, Placement, Ring, decode, fits, order
from escale.games.wordbank.solver.subsequences import DEPTH

Found = set[tuple[int, str, tuple[int, ...]]]


def in_this_order(letters: list[str], text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def brute_force(words: list[str], ring: Ring, hand: int) -> Found:
    found: Found = set()
    size = len(ring.letters)
    for start in range(size):
        for direction, step in (("cw", 1), ("ccw", -1)):
            others = [(start + step * k) % size for k in range(1, size)]
            for number in range(size):
                for further in combinations(others, number):
                    cards = (start, *further)
                    if len(cards) > hand or not all(ring.free[card] for card in cards):
                        continue
                    letters = [ring.letters[card] for card in further]
                    if any(
                        word[0] == ring.letters[start] and in_this_order(letters, word[1:])
                        for word in words
                    ):
                        found.add((start, direction, cards))
    return found


def plain(placement: Placement) -> tuple[int, str, tuple[int, ...]]:
    return placement.start, placement.direction, placement.cards


def random_words(rng: Random, letters: str, most: int) -> list[str]:
    return [
        "".join(rng.choices(letters, k=rng.randint(1, 10))) for _ in range(rng.randint(0, most))
    ]


def random_ring(rng: Random, letters: str, size: int) -> Ring:
    free = tuple(rng.random() < 0.85 for _ in range(size))
    return Ring("".join(rng.choices(letters, k=size)), free)


def reached(moves: Moves, ring: Ring, hand: int) -> Found:
    codes = moves.reachable(ring, hand)
    found = {plain(decode(len(ring.letters), code)) for code in codes}
    assert len(found) == len(codes), "a placement is listed once"
    return found


@pytest.fixture(autouse=True)
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """The base install is what is tested, unless a test asks for the compiled kernel."""
    monkeypatch.setattr(kernel, "_compiled", None)


def test_thousands_of_random_positions() -> None:
    rng = Random("escale")
    seen = 0
    for _ in range(250):
        letters = "ABCDEFZ"[: rng.randint(1, 7)]
        words = random_words(rng, letters, 14)
        moves = Moves(words)
        for _ in range(6):
            ring = random_ring(rng, letters, rng.randint(1, 7))
            hand = rng.choice((0, 1, 2, 3, 4, 5, 7, 20))
            expected = brute_force(words, ring, hand)
            assert reached(moves, ring, hand) == expected, (words, ring, hand)
            bits = {sum(1 << card for card in cards) for _, _, cards in expected}
            assert moves.outcomes(ring, hand) == bits
            seen += len(expected)
    assert seen > 25_000, "the positions have to have placements for this to mean anything"


def test_words_left_out_and_weights() -> None:
    rng = Random("forbidden")
    dropped = 0
    for _ in range(500):
        letters = "ABCDE"[: rng.randint(1, 5)]
        words = random_words(rng, letters, 12)
        listed = {word for word in words if rng.random() < 0.3}
        family = rng.choice(letters) * 2  # a stand-in for the same-base rule: words that hold it
        left = [word for word in words if word not in listed and family not in word]
        moves, ring, hand = Moves(words), random_ring(rng, letters, rng.randint(1, 7)), 5
        expected = brute_force(left, ring, hand)

        def allowed(word: str, family: str = family) -> bool:
            return family not in word

        found = moves.placements(ring, hand, forbidden=listed, allowed=allowed)
        assert {plain(placement) for placement in found} == expected
        assert list(found) == sorted(found, key=order)
        for placement, word in found.items():
            assert word in left
            assert fits(word, ring.letters, *plain(placement))  # type: ignore[arg-type]
        dropped += len(reached(moves, ring, hand)) - len(expected)

        weights = [rng.choice((-3, -1, 0, 1, 2, 0.5, -0.25)) for _ in ring.letters]
        best = moves.best(ring, hand, weights, forbidden=listed, allowed=allowed)
        if not expected:
            assert best is None
            continue
        assert best is not None
        weight, placement, word = best
        heaviest = max(sum(weights[card] for card in cards) for _, _, cards in expected)
        equals = [p for p in found if sum(weights[card] for card in p.cards) == heaviest]
        assert (weight, placement) == (heaviest, equals[0])
        assert word in left
        assert fits(word, ring.letters, *plain(placement))  # type: ignore[arg-type]
    assert dropped > 1_500, "leaving words out has to cost placements for this to mean anything"


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[str], Ring, int]:
    letters = draw(st.sampled_from(["A", "AB", "ABC", "AEIOUZ"]))
    words = draw(st.lists(st.text(letters, min_size=1, max_size=9), max_size=8))
    ring = draw(st.text(letters, min_size=1, max_size=7))
    free = draw(st.lists(st.booleans(), min_size=len(ring), max_size=len(ring)))
    return words, Ring(ring, tuple(free)), draw(st.integers(0, 8))


@given(positions())
@settings(max_examples=300, deadline=None)
def test_any_position(position: tuple[list[str], Ring, int]) -> None:
    words, ring, hand = position
    moves = Moves(words)
    expected = brute_force(words, ring, hand)
    assert reached(moves, ring, hand) == expected
    assert {plain(placement) for placement in moves.placements(ring, hand)} == expected


def test_rings_with_more_cards_than_the_table_is_deep() -> None:
    rng = Random("large")
    longest = 0
    for size in (8, 8, 9, 9, 10):
        words = ["".join(rng.choices("ABC", k=rng.randint(8, 20))) for _ in range(4)]
        ring = random_ring(rng, "ABC", size)
        for hand in (5, 20):
            expected = brute_force(words, ring, hand)
            assert reached(Moves(words), ring, hand) == expected
            longest = max(longest, *(len(cards) for _, _, cards in expected))
    assert longest > DEPTH


def test_compiled_and_plain_kernel_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    kernel.warm_up()
    fast = kernel.compiled()
    assert fast is not None
    rng = Random("numba")
    for _ in range(60):
        letters = "ABCDEXYZ"[: rng.randint(1, 8)]
        moves = Moves(random_words(rng, letters, 30))
        for _ in range(10):
            ring, hand = random_ring(rng, letters, rng.randint(1, 9)), rng.randint(0, 9)
            answers = []
            for engine in (fast, None):
                monkeypatch.setattr(kernel, "_compiled", engine)
                answers.append(moves.reachable(ring, hand))
            assert answers[0] == answers[1], "the same codes in the same order"


TEXT = """
    GROUPIES SPECIFIQUE FIDELISER BANQUE COFFRE PIERRE MOT LETTRE CARTE JOUEUR TOUR RONDE
    PROTEGER PROTECTION CHANTER CHANTEUR CHANSON MAISON SOLEIL LUNE ETOILE MER MONTAGNE RIVIERE
    FORET ARBRE FEUILLE FLEUR OISEAU POISSON CHEVAL CHIEN CHAT SOURIS ELEPHANT TIGRE LION
    SERPENT TORTUE LAPIN RENARD LOUP OURS CERF HERISSON ECUREUIL HIBOU AIGLE CANARD POULE COQ
    VACHE COCHON MOUTON CHEVRE ANE BATEAU VOITURE TRAIN AVION VELO CAMION FUSEE PLANETE ESPACE
    TEMPS HEURE MINUTE SECONDE JOUR NUIT MATIN SOIR SEMAINE MOIS ANNEE SIECLE AMI FAMILLE FRERE
    SOEUR PARENT ENFANT BEBE ECOLE CLASSE LIVRE CAHIER STYLO CRAYON TABLEAU CRAIE IGLOO IMAGE
    INDICE RESTAURER FERMETURE SIGNIFIER GENIE GIRAFE GREFFIER SERIEUX EGLISE EFFORT INSPIRER
    IRRESISTIBLE REFLECHIR RISQUER FRISER FIGURE
"""
WORDS = TEXT.split()

#: Positions with their number of placements, and how many sets of cards those use. Counted by the
#: brute force above, then fixed: a change here is a change of the rules.
CENSUS = [
    ("GSEIRFI", "1111111", 20, 279, 104),
    ("GSEIRFI", "1101111", 20, 148, 55),
    ("GSEIRFI", "1111111", 3, 210, 62),
    ("GSEIRFI", "1111111", 1, 14, 7),
    ("GSEIRFI", "1111111", 0, 0, 0),
    ("EEEEEEE", "1111111", 20, 98, 28),
    ("CHANSON", "1111111", 20, 140, 95),
    ("WKYZQXJ", "1111111", 20, 2, 1),
    ("TRSEAIL", "1111111", 20, 190, 70),
    ("RIEL", "1111", 20, 52, 15),
    ("E", "1", 20, 2, 1),
]


@pytest.mark.parametrize(("letters", "free", "hand", "count", "sets"), CENSUS)
def test_census(letters: str, free: str, hand: int, count: int, sets: int) -> None:
    ring = Ring(letters, tuple(mark == "1" for mark in free))
    assert len(brute_force(WORDS, ring, hand)) == count
    moves = Moves(WORDS)
    assert (len(moves.reachable(ring, hand)), len(moves.outcomes(ring, hand))) == (count, sets)
    assert len(moves.placements(ring, hand)) == count


def test_the_first_word_that_fits_is_preferred() -> None:
    words = ["RONDE", "ROUE", "RADE", "RE"]
    ring, placement = Ring("REX"), Placement(0, "cw", (0, 1))
    assert Moves(words).witness(ring, placement) == "RONDE"
    assert Moves(words[::-1]).witness(ring, placement) == "RE"
    assert Moves(words).witness(ring, placement, forbidden={"RONDE"}) == "ROUE"
    assert Moves(words).witness(ring, placement, allowed=lambda word: len(word) < 3) == "RE"
    assert Moves(words).witness(ring, placement, forbidden=set(words)) is None
    assert Moves(words).witness(ring, Placement(0, "cw", (0, 2))) is None
    best = Moves(words).best(ring, 20)
    assert best == (2, placement, "RONDE")


def test_each_word_is_asked_about_once() -> None:
    asked: list[str] = []

    def nothing(word: str) -> bool:
        asked.append(word)
        return False

    assert Moves(WORDS).placements(Ring("GSEIRFI"), 20, allowed=nothing) == {}
    assert asked
    assert len(asked) == len(set(asked))


def test_a_word_behind_many_that_are_refused() -> None:
    words = ["M" + "A" * length + "T" for length in range(1, 60)] + ["MOT"]
    ring = Ring("MOAT")
    for last in ("MOT", words[40]):
        found = Moves(words).placements(ring, 4, allowed=last.__eq__)
        assert set(found.values()) == {last}
        assert {plain(placement) for placement in found} == brute_force([last], ring, 4)


def test_long_words() -> None:
    word = "A" + "B" * 300 + "C" + "D" * 30
    ring = Ring("ABCD")
    expected = brute_force([word], ring, 9)
    assert reached(Moves([word]), ring, 9) == expected
    assert {plain(placement) for placement in Moves([word]).placements(ring, 9)} == expected
    assert Moves([word]).witness(ring, Placement(0, "cw", (0, 2, 3))) == word


@pytest.mark.parametrize("wrong", ["", "chat", "ÉTÉ", "A-B", "A B", "ß", "A1"])
def test_only_plain_words(wrong: str) -> None:
    with pytest.raises(ValueError, match="letters A to Z"):
        Moves(["MOT", wrong]).reachable(Ring("MOT"), 3)


@pytest.mark.parametrize("ask", [Moves.reachable, Moves.outcomes, Moves.placements, Moves.best])
def test_threads_share_one_vocabulary(ask: Callable[[Moves, Ring, int], object]) -> None:
    moves, ring = Moves(WORDS), Ring("GSEIRFI")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ask(moves, ring, 20), range(32)))
    assert all(answer == ask(Moves(WORDS), ring, 20) for answer in answers)


def test_pickle() -> None:
    moves, ring = Moves(WORDS), Ring("GSEIRFI")
    expected = moves.placements(ring, 20)
    again = pickle.loads(pickle.dumps(moves))
    assert again.placements(ring, 20) == expected
    assert not again.table.masks.flags.writeable
