"""`escale solve wordbank`: what it accepts, what it refuses and how, what it answers."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale.games.solver_input import BadPosition, read_words
from escale.games.wordbank.rules.ring import DIRECTIONS, fits, in_order
from escale.games.wordbank.solver.moves import Moves
from escale.games.wordbank.solver.solve import answer, read_position

WORDS = ["GROUPIES", "SPECIFIQUE", "FIDELISER", "GRISE", "SERIE", "EFFIGIE", "RIRE", "IF"]
CARDS = [{"letter": letter, "capacity": 3, "stones": 1} for letter in "GSEIRFI"]
GOOD: dict[str, Any] = {"cards": CARDS, "hand": 12, "forbidden": ["PROTEGER"]}


def position(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD), **changes}


def card(**changes: Any) -> dict[str, Any]:
    return position(cards=[CARDS[0], {"letter": "E", "capacity": 3, "stones": 1, **changes}])


def solve(data: dict[str, Any], words: list[str] = WORDS) -> dict[str, Any]:
    return answer(read_position(data), Moves(words))


def expected_rows(data: dict[str, Any], words: list[str]) -> list[tuple[int, str, list[int]]]:
    """Every start, direction and subset, tried with every word."""
    cards, rows = data["cards"], []
    letters = [c["letter"] for c in cards]
    usable = [c["stones"] < c["capacity"] for c in cards]
    left = [word for word in words if word not in data.get("forbidden", [])]
    for start in range(len(cards)):
        for direction in DIRECTIONS:
            others = list(in_order(len(cards), start, direction))
            for bits in range(1 << len(others)):
                chosen = [start, *(c for k, c in enumerate(others) if bits >> k & 1)]
                legal = len(chosen) <= data["hand"] and all(usable[c] for c in chosen)
                if legal and any(fits(word, letters, start, direction, chosen) for word in left):
                    rows.append((start, direction, chosen))
    return sorted(rows, key=lambda row: (row[0], row[1] == "ccw", row[2]))


@pytest.mark.parametrize(
    "data",
    [
        position(),
        position(hand=3),
        position(hand=0),
        position(forbidden=["GROUPIES", "SERIE"]),
        position(forbidden=WORDS),
        position(cards=[*CARDS[:2], {"letter": "E", "capacity": 1, "stones": 1}, *CARDS[3:]]),
        position(cards=CARDS[:1]),
    ],
)
def test_every_placement_and_nothing_else(data: dict[str, Any]) -> None:
    found = solve(data)
    rows = [(row["start"], row["direction"], row["cards"]) for row in found["placements"]]
    assert rows == expected_rows(data, WORDS)
    assert found["count"] == len(rows)
    letters = "".join(c["letter"] for c in data["cards"])
    for row in found["placements"]:
        assert row["word"] in WORDS
        assert row["word"] not in data["forbidden"]
        assert fits(row["word"], letters, row["start"], row["direction"], row["cards"])
    assert json.loads(json.dumps(found)) == found


def test_best_is_the_heaviest_and_the_first_among_equals() -> None:
    found = solve(position())
    most = max(len(row["cards"]) for row in found["placements"])
    first = next(row for row in found["placements"] if len(row["cards"]) == most)
    assert found["best"] == {"weight": most, **first}


def test_best_with_weights() -> None:
    best = solve(position(weights=[0, 0, 0, 0, 0, 10, 0]))["best"]
    assert (best["weight"], type(best["weight"])) == (10, int)
    assert 5 in best["cards"]
    assert solve(position(weights=[0.1] * 7))["best"]["weight"] == pytest.approx(0.5, abs=1e-15)
    sad = solve(position(weights=[-5, -4, -3, -2, -6, -7, -8]))["best"]
    assert (sad["weight"], sad["cards"]) == (-2, [3]), "a move must be made, so the least bad one"


def test_nothing_to_place() -> None:
    assert solve(position(hand=0)) == {"count": 0, "placements": [], "best": None}
    assert solve(position(), []) == {"count": 0, "placements": [], "best": None}


def test_the_bare_start_card_counts_for_each_direction() -> None:
    found = solve(position(cards=CARDS[:1]))
    assert [(row["direction"], row["cards"]) for row in found["placements"]] == [
        ("cw", [0]),
        ("ccw", [0]),
    ]


def test_used_words_are_forbidden_and_families_by_the_caller() -> None:
    def words_of(found: dict[str, Any]) -> set[str]:
        return {row["word"] for row in found["placements"]}

    data = read_position(position(used=["GROUPIES"]))
    assert "GROUPIES" not in words_of(answer(data, Moves(WORDS)))
    assert "GROUPIES" in words_of(solve(position()))
    no_family = answer(data, Moves(WORDS), lambda word: "RI" not in word)
    assert words_of(no_family)
    assert not {"GRISE", "SERIE", "RIRE"} & words_of(no_family)


def test_optional_fields_may_be_absent() -> None:
    assert solve({"cards": CARDS, "hand": 12}) == solve(position(forbidden=[], weights=[1] * 7))


WHOLE = "must be a whole number from"
REFUSED: list[tuple[Any, str]] = [
    (None, "position: must be an object, got null"),
    ([], "position: must be an object, got a list"),
    ("x", "position: must be an object, got 'x'"),
    ({}, "cards: is missing"),
    ({"cards": CARDS}, "hand: is missing"),
    (position(word="A"), "position: unknown field 'word'"),
    (position(cards={}), "cards: must be a list, got an object"),
    (position(cards=[]), "cards: must be 1 to 12 cards, got 0"),
    (position(cards=CARDS * 2), "cards: must be 1 to 12 cards, got 14"),
    (position(cards=[3]), "cards[0]: must be an object, got 3"),
    (position(cards=[{"letter": "E", "capacity": 3}]), "cards[0].stones: is missing"),
    (card(colour="x"), "cards[1]: unknown field 'colour'"),
    (card(letter="e"), "cards[1].letter: must be one letter from A to Z, got 'e'"),
    (card(letter="É"), "cards[1].letter: must be one letter from A to Z, got 'É'"),
    (card(letter="EE"), "cards[1].letter: must be one letter from A to Z, got 'EE'"),
    (card(letter=""), "cards[1].letter: must be one letter from A to Z, got ''"),
    (card(letter=5), "cards[1].letter: must be one letter from A to Z, got 5"),
    (card(letter="Ａ"), "cards[1].letter: must be one letter from A to Z"),
    (card(letter="\n"), "cards[1].letter: must be one letter from A to Z, got '\\n'"),
    (card(capacity="x"), f"cards[1].capacity: {WHOLE} 1 to 99, got 'x'"),
    (card(capacity=0), f"cards[1].capacity: {WHOLE} 1 to 99, got 0"),
    (card(capacity=True), f"cards[1].capacity: {WHOLE} 1 to 99, got true"),
    (card(capacity=3.0), f"cards[1].capacity: {WHOLE} 1 to 99, got 3.0"),
    (card(capacity=10**5000), f"cards[1].capacity: {WHOLE} 1 to 99, got a huge number"),
    (card(stones=-1), f"cards[1].stones: {WHOLE} 0 to 99, got -1"),
    (card(stones=None), f"cards[1].stones: {WHOLE} 0 to 99, got null"),
    (card(stones=False), f"cards[1].stones: {WHOLE} 0 to 99, got false"),
    (card(stones=4), "cards[1].stones: 4 stones do not fit a capacity of 3"),
    (position(hand=-1), f"hand: {WHOLE} 0 to 999, got -1"),
    (position(hand=1.5), f"hand: {WHOLE} 0 to 999, got 1.5"),
    (position(hand=float("nan")), f"hand: {WHOLE} 0 to 999, got nan"),
    (position(hand=[[[[]]]]), f"hand: {WHOLE} 0 to 999, got a list"),
    (position(forbidden="MOT"), "forbidden: must be a list, got 'MOT'"),
    (position(forbidden=None), "forbidden: must be a list, got null"),
    (position(forbidden=["MOT", 4]), "forbidden[1]: must be a word of the letters A to Z, got 4"),
    (position(forbidden=["mot"]), "forbidden[0]: must be a word of the letters A to Z, got 'mot'"),
    (position(forbidden=[""]), "forbidden[0]: must be a word of the letters A to Z, got ''"),
    (position(forbidden=["A" * 101]), "forbidden[0]: must be a word of at most 100 letters"),
    (position(forbidden=["é" * 999]), "forbidden[0]: must be a word of the letters A to Z"),
    (position(used={}), "used: must be a list, got an object"),
    (position(used=["A B"]), "used[0]: must be a word of the letters A to Z, got 'A B'"),
    (position(weights=3), "weights: must be a list, got 3"),
    (position(weights=[1] * 6), "weights: must be one for each of the 7 cards, got 6"),
    (position(weights=[1] * 6 + ["1"]), "weights[6]: must be a number from"),
    (position(weights=[1] * 6 + [True]), "weights[6]: must be a number from"),
    (position(weights=[1] * 6 + [float("nan")]), "weights[6]: must be a number from"),
    (position(weights=[float("-inf")] + [1] * 6), "weights[0]: must be a number from"),
    (position(weights=[10**400] + [1] * 6), "weights[0]: must be a number from"),
]


@pytest.mark.parametrize(("data", "message"), REFUSED)
def test_a_bad_position_is_refused_in_one_line(data: Any, message: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read_position(data)
    text = str(caught.value)
    assert text.startswith(message)
    assert "\n" not in text
    assert len(text) < 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@given(st.sampled_from(["cards", "hand", "forbidden", "used", "weights", "x"]), JSON)
@settings(max_examples=300, deadline=None)
def test_any_json_is_read_or_refused(field: str, value: Any) -> None:
    for data in (value, position(**{field: value}), position(cards=[{**CARDS[0], field: value}])):
        try:
            read_position(data)
        except BadPosition as bad:
            assert "\n" not in str(bad)


def test_words_of_a_file() -> None:
    assert read_words(["\ufeffMOT\r\n", "\n", "  \n", "CARTE\n", "MOT\n", "A"]) == [
        "MOT",
        "CARTE",
        "A",
    ]
    assert read_words([]) == []


@pytest.mark.parametrize("line", ["chat", "A B", " MOT", "ÉTÉ", "A1", "MOT\ufeff", "A\x00", "-"])
def test_a_bad_line_is_named_by_its_number(line: str) -> None:
    with pytest.raises(BadPosition, match=r"^line 3: must be a word of the letters A to Z"):
        read_words(["MOT\n", "\n", line + "\n"])
