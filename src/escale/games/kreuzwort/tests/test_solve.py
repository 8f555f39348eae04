"""`escale solve kreuzwort`: what it accepts, what it refuses and how, what it answers."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale.games.kreuzwort.rules.grid import SIDES
from escale.games.kreuzwort.solver.best_first import Solver
from escale.games.kreuzwort.solver.solve import answer, prepare, read_position
from escale.games.kreuzwort.solver.vocabulary import Vocabulary
from escale.games.kreuzwort.solver.vocabulary_file import cached
from escale.games.kreuzwort.tests.exhaustive import Exhaustive
from escale.games.kreuzwort.tests.positions import some_words, stretched
from escale.games.solver_input import BadPosition

WORDS = ["JA", "JAGEN", "GENE", "NAGE", "AG"]
CELLS: list[dict[str, Any]] = [
    {"row": 2, "col": 2, "printed": "A", "printed_colour": "black", "stack": [["G", 2, "black"]]},
    {"row": 2, "col": 3, "printed": "A", "printed_colour": "black", "stack": []},
    {"row": 8, "col": 2, "printed": "F", "printed_colour": "S", "stack": [["N", 1, "S"]]},
    {"row": 8, "col": 3, "stack": [["Q", 10, "S"], ["J", 10, "S"]]},
    {"row": 1, "col": 1, "printed": "", "printed_colour": None, "stack": [["E", 1, "grey"]]},
    {"row": 0, "col": 0},
]
GOOD: dict[str, Any] = {"seat": "S", "through": False, "cells": CELLS}


def position(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD), **changes}


def cell(**changes: Any) -> dict[str, Any]:
    return position(cells=[CELLS[0], {"row": 3, "col": 3, **changes}])


def pyramid(*parts: Any) -> dict[str, Any]:
    return cell(stack=[["A", 1, "grey"], list(parts)])


def test_the_best_move_and_where_its_letters_come_from() -> None:
    found = prepare(["AG", "JA", "NE"], "de", top=5, all=True)(GOOD)
    # J from its pile, A as it is printed; nobody may use the Q beneath.
    best = {"word": "JA", "score": 10, "cells": [[2, 2], [2, 3]], "from": [[8, 3], None]}
    assert found == {
        "best_score": 10,
        "best_move": best,
        "top": [best],
        "words": {"JA": 10},
    }
    assert json.loads(json.dumps(found)) == found


def test_nothing_to_lay() -> None:
    nothing: dict[str, Any] = {"best_score": None, "best_move": None, "top": []}
    assert prepare(["XYZ"], "de")(GOOD) == nothing
    assert prepare([], "de", top=3)(GOOD) == nothing
    assert prepare(WORDS, "de", all=True)({"seat": "E", "cells": []}) == nothing | {"words": {}}


def test_print_alone_brings_no_points_and_is_a_move() -> None:
    cells = [
        {"row": 8, "col": 2, "printed": "F", "printed_colour": "S"},
        {"row": 7, "col": 2, "printed": "A", "printed_colour": "black"},
    ]
    found = prepare(["AF", "FA"], "de", all=True)({"seat": "S", "cells": cells})
    assert (found["best_score"], found["words"]) == (0, {"AF": 0})
    assert found["best_move"]["from"] == [None, None]


@pytest.mark.parametrize("ink", ["", None, "grey", "black", "S"])
def test_a_corner_without_print_may_name_any_colour(ink: str | None) -> None:
    corner = {"row": 1, "col": 1, "printed": "", "printed_colour": ink}
    cells = [*CELLS[:4], corner | {"stack": [["E", 1, "grey"]]}]
    assert prepare(["JAE"], "de")(position(cells=cells))["best_score"] == 11
    # Without its pyramid it has no letter, whatever the colour.
    assert prepare(["JAE"], "de")(position(cells=[*CELLS[:4], corner]))["best_score"] is None


def test_grey_print_is_neither_black_nor_own() -> None:
    """The format names six colours for print, too; the board itself has no grey print."""
    grey = {"row": 2, "col": 3, "printed": "A", "printed_colour": "grey"}
    cells = [CELLS[0], grey, {"row": 8, "col": 2, "stack": [["J", 10, "S"]]}]
    found = prepare(["JA", "GA", "JGA"], "de", all=True)(position(cells=cells))
    assert found["words"] == {"JGA": 12}


def test_the_ends_of_the_ring() -> None:
    cells: list[dict[str, Any]] = [
        {"row": 8, "col": column, "stack": [["E", 1, "S"]]} for column in range(1, 9)
    ]
    cells += [{"row": 1, "col": column, "stack": [["E", 1, "N"]]} for column in range(1, 3)]
    cells += [{"row": 4, "col": 4, "stack": [["A", 1, "black"]]}]
    word = "EEEEAEEEEEE"[:10]
    for through in (False, True):
        data = {"seat": "S", "through": through, "cells": cells}
        # Four letters before the A reach the ring; so do five behind it.
        assert prepare([word], "de")(data)["best_score"] == (10 if through else None)


def test_greys_of_the_expert_game() -> None:
    def best(**more: Any) -> Any:
        cells = [
            {"row": 2, "col": 2, "printed": "A", "printed_colour": "black"},
            {"row": 8, "col": 2, "printed": "F", "printed_colour": "S"},
            {"row": 1, "col": 5, "stack": [["E", 1, "grey", "N"]]},
            {"row": 8, "col": 5, "stack": [["S", 1, "S"]]},
        ]
        return prepare(["SAE"], "de")({"seat": "S", "cells": cells, **more})["best_score"]

    assert best() is None
    assert best(empty=["N"]) == 2
    assert best(empty=["E", "W"]) is None


@pytest.mark.parametrize("seed", range(30))
def test_against_the_plain_way(seed: int) -> None:
    rng = Random(f"solve/{seed}")
    spots, side, through = stretched(rng), rng.choice(SIDES), rng.random() < 0.5
    empty = [one for one in rng.sample(SIDES, 2) if one != side]
    cells = []
    for number, spot in spots.items():
        stack = [[one.letter, one.value, one.colour] for one in spot.stack[::-1]]
        for row, one in zip(stack, spot.stack[::-1], strict=True):
            row += [one.owner] if one.owner else []
        ink = {"printed": spot.printed, "printed_colour": spot.ink}
        cells.append({"row": number // 10, "col": number % 10, "stack": stack, **ink})
    words = some_words(rng, "de", 8)
    data = {"seat": side, "through": through, "cells": cells, "empty": empty}
    found = prepare(words, "de", top=3, all=True)(json.loads(json.dumps(data)))
    oracle = Exhaustive(spots, side, frozenset(empty), both_ends=through)
    expected = {word: score for word in words if (score := oracle.best(word)) is not None}
    assert found["words"] == expected
    assert found["best_score"] == max(expected.values(), default=None)
    scores = sorted(expected.values(), reverse=True)[:3]
    assert [row["score"] for row in found["top"]] == scores


WHOLE = "must be a whole number from"
REFUSED: list[tuple[Any, str]] = [
    (None, "position: must be an object, got null"),
    ([], "position: must be an object, got a list"),
    ({}, "seat: is missing"),
    ({"seat": "S"}, "cells: is missing"),
    (position(word="A"), "position: unknown field 'word'"),
    (position(seat="s"), "seat: must be one of S, W, N, E, got 's'"),
    (position(seat=[]), "seat: must be one of S, W, N, E, got a list"),
    (position(through=1), "through: must be true or false, got 1"),
    (position(through=None), "through: must be true or false, got null"),
    (position(empty="E"), "empty: must be a list, got 'E'"),
    (position(empty=["X"]), "empty[0]: must be one of S, W, N, E, got 'X'"),
    (position(empty=["S"]), "empty: somebody sits at S, whose turn it is"),
    (position(cells={}), "cells: must be a list, got an object"),
    (position(cells=[3]), "cells[0]: must be an object, got 3"),
    (position(cells=[{"row": 2}]), "cells[0].col: is missing"),
    (position(cells=[CELLS[0]] * 2), "cells[1]: row 2, column 2 is already listed"),
    (cell(colour="x"), "cells[1]: unknown field 'colour'"),
    (cell(row=10), f"cells[1].row: {WHOLE} 0 to 9, got 10"),
    (cell(col=-1), f"cells[1].col: {WHOLE} 0 to 9, got -1"),
    (cell(col=True), f"cells[1].col: {WHOLE} 0 to 9, got true"),
    (cell(printed="e", printed_colour="S"), "cells[1].printed: must be one letter from A to Z"),
    (cell(printed=0), "cells[1].printed: must be one letter from A to Z, got 0"),
    (cell(printed="E"), "cells[1].printed_colour: must be one of black, grey, S, W, N, E, got"),
    (cell(printed="E", printed_colour="red"), "cells[1].printed_colour: must be one of black"),
    (cell(printed_colour="x"), "cells[1].printed_colour: must be one of black"),
    (cell(stack=None), "cells[1].stack: must be a list, got null"),
    (cell(stack=["E"]), "cells[1].stack[0]: must be a list, got 'E'"),
    (cell(stack=[["E", 1, "S"]] * 201), "cells[1].stack: must be at most 200 high, got 201"),
    (cell(row=0, stack=[["E", 1, "S"]]), "cells[1]: nothing stands on the outer ring (row 0"),
    (cell(col=9, printed="E", printed_colour="S"), "cells[1]: nothing stands on the outer ring"),
    (pyramid("E", 1), "cells[1].stack[1]: must be [letter, value, colour], got 2 elements"),
    (pyramid("É", 1, "S"), "cells[1].stack[1][0]: must be one letter from A to Z, got 'É'"),
    (pyramid("EE", 1, "S"), "cells[1].stack[1][0]: must be one letter from A to Z, got 'EE'"),
    (pyramid("E", -1, "S"), f"cells[1].stack[1][1]: {WHOLE} 0 to 1000, got -1"),
    (pyramid("E", 1.5, "S"), f"cells[1].stack[1][1]: {WHOLE} 0 to 1000, got 1.5"),
    (pyramid("E", 10**99, "S"), f"cells[1].stack[1][1]: {WHOLE} 0 to 1000, got a huge number"),
    (pyramid("E", 1, "red"), "cells[1].stack[1][2]: must be one of black, grey, S, W, N, E"),
    (pyramid("E", 1, []), "cells[1].stack[1][2]: must be one of black, grey, S, W, N, E"),
    (pyramid("E", 1, "S", "S"), "cells[1].stack[1][3]: only a grey pyramid has an owner"),
    (pyramid("E", 1, "grey", "X"), "cells[1].stack[1][3]: must be one of S, W, N, E, got 'X'"),
]


@pytest.mark.parametrize(("data", "message"), REFUSED)
def test_a_bad_position_is_refused_in_one_line(data: Any, message: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read_position(data)
    text = str(caught.value)
    assert text.startswith(message)
    assert "\n" not in text
    assert len(text) < 200


def test_bad_wishes() -> None:
    with pytest.raises(BadPosition, match=r"^--all: needs --words FILE"):
        prepare(None, "de", all=True)
    with pytest.raises(BadPosition, match=r"^line 2: must be a word of the letters A to Z"):
        prepare(["JA", "nein"], "de")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
FIELDS = ["seat", "cells", "through", "empty", "row", "col", "printed", "printed_colour", "stack"]


@given(st.sampled_from(FIELDS), JSON)
@settings(max_examples=200, deadline=None)
def test_any_json_is_read_or_refused(field: str, value: Any) -> None:
    solver = Solver(Vocabulary.of(WORDS, {}))
    for data in (value, position(**{field: value}), position(cells=[{**CELLS[0], field: value}])):
        try:
            answer(read_position(data), solver)
        except BadPosition as bad:
            assert "\n" not in str(bad)


def test_the_cache_of_words(tmp_path: Path) -> None:
    made = cached(lambda: WORDS, {"J": 10}, "some words", tmp_path)
    (file,) = tmp_path.iterdir()
    kept = cached(list, {"J": 10}, "some words", tmp_path)
    for one, other in zip(made.arrays, kept.arrays, strict=True):
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()
    assert {kept.word(place) for place in range(len(kept))} == set(WORDS)
    assert len(cached(lambda: ["JA"], {"J": 9}, "some words", tmp_path)) == 1, (
        "other points, another order"
    )
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    for damaged in (bytes(data), bytes(data[:-1]), b""):
        file.write_bytes(damaged)
        assert len(cached(lambda: ["JA"], {"J": 10}, "some words", tmp_path)) == 1
    file.unlink()
    (tmp_path / "no folder").write_text("")
    assert len(cached(lambda: ["JA"], {}, "other words", tmp_path / "no folder")) == 1
