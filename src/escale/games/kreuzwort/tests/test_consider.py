"""What a board is told of a word while it is typed, and of what lies by hand."""

from __future__ import annotations

import json
from itertools import pairwise, product
from typing import Any

import pytest

from escale.core.codec import Malformed
from escale.core.phases import top
from escale.core.secrecy import View
from escale.games.kreuzwort.consider import MOST_WAYS, consider
from escale.games.kreuzwort.rules.pieces import Announce
from escale.games.kreuzwort.rules.rules import PLACE, Turn
from escale.games.kreuzwort.tests.positions import games, some_words
from escale.games.kreuzwort.tests.table import Table, cell


def ask(table: Table, question: Any, seat: int | None = 0) -> dict[str, Any]:
    answer = consider(table.rules, View(seat, table.state), question)
    assert json.loads(json.dumps(answer)) == answer  # plain data
    return answer


def pins(*path: str) -> list[list[int]]:
    pairs = (step.partition("<") for step in path)
    return [[cell(where), cell(source or where)] for where, _, source in pairs]


def small() -> Table:
    """A black A; two R and two T to take."""
    return Table(r4c4="black:A2", r8c2="S:R1", r8c3="S:T1", r1c4="N:R3", r1c1="grey:T2")


def test_the_ways_of_a_word_the_most_points_first() -> None:
    answer = ask(small(), {"word": "Rat"})
    assert answer["word"] == "RAT"
    assert answer["count"] == len(answer["ways"]) > 1
    scores = [way["score"] for way in answer["ways"]]
    assert scores == sorted(scores, reverse=True)
    assert (scores[0], answer["ways"][0]["own"]) == (6, 1)  # less with an A that is only printed
    assert ask(small(), {"word": "r"})["ways"] == []


def test_own_pyramids_change_the_score_twice() -> None:
    """They are gained, and no longer counted against their owner."""
    way = ask(small(), {"word": "RAT"})["ways"][0]
    assert (way["score"], way["own"], way["change"]) == (6, 1, 7)


def test_of_equal_points_the_straight_way_comes_first() -> None:
    """Even if a way round the edge would take more of the own pyramids."""
    table = Table(r2c4="black:A2", r2c6="black:T1", r6c7="black:R1")
    for where, piece in (("r8c2", "S:R1"), ("r8c3", "S:A2"), ("r8c4", "S:T1"), ("r8c5", "S:E1")):
        table.put(cell(where), piece)
    ways = ask(table, {"word": "RATE"})["ways"]
    best = [way for way in ways if way["score"] == ways[0]["score"]]
    bends = [len({b - a for a, b in pairwise(way["cells"])}) - 1 for way in best]
    assert bends == sorted(bends)
    assert bends[0] == 0 < bends[-1]
    straight = [way["change"] for way, count in zip(best, bends, strict=True) if not count]
    assert straight == sorted(straight, reverse=True), "then what changes most in the score"
    assert straight[0] > straight[-1]


FREE = {"r8c2": "S:R1", "r8c3": "S:T1", "r1c4": "N:E3", "r1c1": "grey:F2"}


@pytest.mark.parametrize(
    ("word", "reason", "details", "board"),
    [
        ("ZEBRA", "no-such-letter", {"letter": "Z"}, {"r4c4": "black:A2"}),
        ("TRETE", "too-few-letters", {"letter": "T", "count": 1}, {"r4c4": "black:A2"}),
        ("FE", "no-own-letter-fits", {}, {"r4c4": "black:A2"}),
        ("TRE", "no-black-letter-fits", {}, {"r4c4": "black:A2"}),
        (
            "TAXR",
            "only-black",
            {"letter": "A", "row": 4, "column": 8},
            {"r3c7": "black:A2", "r6c2": "black:X3"},
        ),
        ("TRQX", "only-printed", {"letter": "Q", "row": 6, "column": 6}, {"r4c4": "black:X2"}),
        ("TXRX", "stays-in-place", {"letter": "X"}, {"r4c4": "black:X2", "r6c6": "black:X2"}),
    ],
)
def test_why_a_word_cannot_lie_anywhere(
    word: str, reason: str, details: dict[str, Any], board: dict[str, str]
) -> None:
    table = Table(2, None, **FREE, **board)
    for spot in PLACE:
        if table.state.at(spot).top is None:
            table.print(spot, "", "")
    table.print(cell("r5c5"), "Q", "N")
    answer = ask(table, {"word": word})
    assert answer["ways"] == []
    assert answer["problem"]["reason"] == reason
    assert answer["problem"]["details"] == details


def test_a_word_that_fits_or_is_too_short_has_no_problem() -> None:
    assert ask(small(), {"word": "RAT"})["problem"] is None
    assert ask(small(), {"word": "Z"})["problem"] is None


def test_no_dictionary_is_asked() -> None:
    assert ask(small(), {"word": "TAR"})["ways"]


def test_a_pin_keeps_the_ways_through_it_and_its_pyramid() -> None:
    table = small()
    row = ask(table, {"word": "RAT", "pinned": pins("r4c3<r8c2")})["ways"]
    assert [(way["score"], way["own"]) for way in row] == [(5, 1)]
    assert row[0]["sources"] == [cell("r8c2"), cell("r4c4"), cell("r1c1")]
    assert ask(table, {"word": "RAT", "pinned": pins("r2c2<r8c2")})["ways"] == []
    assert ask(table, {"word": "RAT", "pinned": pins("r4c3<r8c3")})["ways"] == []  # a T
    assert ask(table, {"word": "RAT", "pinned": pins("r4c3<r5c5")})["ways"] == []  # nothing
    assert ask(table, {"word": "RAT", "pinned": pins("r3c4<r4c4")})["ways"] == []  # black stays


def test_a_pin_on_the_ring_finds_its_way_round_it() -> None:
    table = Table(r4c8="black:A2", r8c2="S:R1", r8c3="S:T1", r8c4="S:E1", r8c5="S:N1")
    for pinned in ("r5c9<r8c4", "r3c9<r8c4"):
        (way,) = ask(table, {"word": "RATEN", "pinned": pins(pinned)})["ways"]
        assert cell(pinned[:4]) == way["cells"][3]


def test_pins_in_games() -> None:
    """Whatever way one has in mind: its letters, set one by one, lead to it or to a better one."""
    tried = 0
    for turn, (rng, rules, state) in enumerate(games(seed=3, count=12)):
        if turn % 7:
            continue
        phase = top(state)
        assert isinstance(phase, Turn)
        view = View(phase.seat, state)
        for word in some_words(rng, state.options.language, 6):
            ways = consider(rules, view, {"word": word})["ways"]
            if not ways:
                continue
            wanted = rng.choice(ways)
            pairs = [list(pair) for pair in zip(wanted["cells"], wanted["sources"], strict=True)]
            pinned = rng.sample(pairs, rng.randrange(1, len(pairs) + 1))
            answer = consider(rules, view, {"word": word, "pinned": pinned})
            assert answer["ways"][0]["score"] >= wanted["score"]
            for way in answer["ways"]:
                lies = list(map(list, zip(way["cells"], way["sources"], strict=True)))
                assert all(pair in lies for pair in pinned)
                move = Announce(word, tuple(way["cells"]), tuple(way["sources"]))
                assert rules.check(state, phase.seat, move), (word, pinned, way)
                question = {"cells": way["cells"], "sources": way["sources"]}
                read = consider(rules, view, question)
                same = {name: way[name] for name in ("score", "change")}
                assert read == {"word": word, **same, "problem": None}
            tried += 1
    assert tried > 40


def test_never_too_many_ways() -> None:
    table = Table()
    for row, column in product(range(2, 8), (2, 4, 6)):
        table.put(10 * row + column, "black:E1")
    table.put(cell("r8c2"), "S:S1")
    answer = ask(table, {"word": "ES"})
    assert answer["count"] > len(answer["ways"]) == MOST_WAYS


def test_what_lies_by_hand_is_read() -> None:
    table = small()
    lies = {"cells": pins("r4c3<r8c2", "r4c4", "r4c5<r8c3")}
    question = {
        "cells": [pair[0] for pair in lies["cells"]],
        "sources": [pair[1] for pair in lies["cells"]],
    }
    assert ask(table, question) == {"word": "RAT", "score": 4, "change": 6, "problem": None}
    gap = ask(
        table, {"cells": [cell("r4c4"), cell("r4c6")], "sources": [cell("r4c4"), cell("r8c3")]}
    )
    assert gap["problem"]["reason"] == "not-in-line"
    alone = ask(table, {"cells": [cell("r4c4")], "sources": [cell("r4c4")]})
    assert alone["problem"]["reason"] == "no-own-letter"
    nothing = ask(table, {"cells": [cell("r0c0")], "sources": [cell("r0c0")]})
    assert (nothing["word"], nothing["score"]) == ("?", 0)


@pytest.mark.parametrize(
    "question",
    [
        None,
        {},
        {"word": ""},
        {"word": "A" * 45},
        {"word": "RAT", "cards": []},
        {"word": "RAT", "pinned": [[1]]},
        {"word": "RAT", "pinned": [[1, 100]]},
        {"word": "RAT", "pinned": [[1, 2], [3, 2]]},
        {"word": "RAT", "pinned": [[1, 2], [1, 3]]},
        {"word": "RAT", "pinned": [[1, 2]] * 45},
        {"cells": [], "sources": []},
        {"cells": [1, 2], "sources": [1]},
        {"cells": [True], "sources": [1]},
    ],
)
def test_questions_that_are_none(question: object) -> None:
    with pytest.raises(Malformed):
        ask(small(), question)


def test_who_looks_on_considers_nothing() -> None:
    with pytest.raises(Malformed):
        ask(small(), {"word": "RAT"}, seat=None)
