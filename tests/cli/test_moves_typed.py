"""What stands behind a prompt: the ways of a word, the drawing, and offers of any game."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import Any

import pytest
from rich.console import Console

from escale.cli.terminal import offers
from escale.cli.terminal.texts import load_texts
from escale.core.play import Choice, Number, Offer, Some, Text
from escale.core.secrecy import view
from escale.games.registry import load_game
from escale.games.wordbank.rules.pieces import Announce, Pass, Safe
from escale.games.wordbank.rules.ring import fits
from escale.games.wordbank.solver.ways import closing, largest, ways
from escale.games.wordbank.terminal.drawing import draw


def test_ways_are_exactly_the_sets_that_fit() -> None:
    ring = tuple(Safe(letter, 1 + place % 3) for place, letter in enumerate("GSEIRFI"))
    found = ways("GROUPIES", ring, hand=20)
    letters = [safe.letter for safe in ring]
    assert all(fits("GROUPIES", letters, way.start, way.direction, way.cards) for way in found)
    assert found[0].cards == (0, 4, 3, 2, 1)
    assert len({frozenset(way.cards) for way in found}) == len(found)
    assert all(len(way.cards) <= 2 for way in ways("GROUPIES", ring, hand=2))
    assert ways("AUTRE", ring, hand=20) == []
    assert largest(found)[0] == found[0]
    assert closing(ring, found[0]) == [0, 3]


@pytest.mark.parametrize("size", range(1, 8))
@pytest.mark.parametrize("width", [30, 60, 100, 200])
def test_every_ring_can_be_drawn(size: int, width: int) -> None:
    game = load_game("wordbank")
    state = game.rules(game.options()).setup(game.options(), 2)
    ring = tuple(Safe("ABCDEFG"[place], place + 2, (0, 1)[: place + 1]) for place in range(size))
    table = Console(width=width, record=True, file=io.StringIO())
    say = load_texts(game, "fr", ("Ana", "Ben"), game.terminal() if game.terminal else None)
    table.print(draw(view(replace(state, ring=ring), 0), say, ("Ana", "Ben"), width))
    text = table.export_text()
    assert all(letter in text for letter in "ABCDEFG"[:size])
    assert max(map(len, text.split("\n"))) <= width


class Answers:
    """A desk whose person has written everything down before."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    def read(self, prompt: str, *, free: bool = False) -> str:
        return self._lines.pop(0)

    def show(self, *lines: Any) -> None:
        pass

    def sketch(self, drawing: Any) -> None:
        pass

    def goes_back(self, line: str) -> bool:
        return line == "b"


def test_any_game_is_played_from_its_offers() -> None:
    """Word Bank's own offers, without its drawing: what a new game has."""
    game = load_game("wordbank")
    say = load_texts(game, "en")
    announce = Offer(
        Announce,
        (
            Text("word", 40),
            Choice("start", (0, 1, 2)),
            Choice("direction", ("cw", "ccw")),
            Some("cards", (0, 1, 2), 0, 2),
        ),
    )
    other = Offer(Pass)
    desk = Answers("1", "groupies", "9", "1", "anticlockwise", "7", "0, 2")
    assert offers.ask((announce, other), say, desk) == Announce("groupies", 1, "ccw", (0, 2))
    assert offers.ask((announce, other), say, Answers("pas")) == Pass()
    assert offers.ask((announce, other), say, Answers("b")) is None


@dataclass(frozen=True, slots=True)
class Tune:
    cards: tuple[int, ...]


def test_the_same_value_several_times_if_the_offer_says_so() -> None:
    say = load_texts(load_game("wordbank"), "en")
    once, often = (
        Offer(Tune, (Some("cards", (0, 1), 1, 3, repeated),)) for repeated in (False, True)
    )
    assert offers.ask((often,), say, Answers("0 1 0 1", "1 0 1")) == Tune((1, 0, 1))
    assert offers.ask((once,), say, Answers("1 0 1", "1 0")) == Tune((1, 0))


@dataclass(frozen=True, slots=True)
class Lift:
    start: int


def test_a_number_is_asked_for_until_it_is_within_its_bounds() -> None:
    say = load_texts(load_game("wordbank"), "en")
    offer = Offer(Lift, (Number("start", -2, 40),))
    assert offers.ask((offer,), say, Answers("41", "many", "-3", "-2")) == Lift(-2)
