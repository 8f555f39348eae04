"""Bots against bots on a clock of their own: it jumps to whatever happens next."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from escale.core.bots import LONGEST_WAIT, Later, planned
from escale.core.event import Acted, Elapsed
from escale.core.game import Game, Level
from escale.core.match import Record
from escale.core.play import Players
from escale.games.arena import play_one
from escale.testing import violations
from tests.cli.commands import escale

Gong = Game[Any, Any, Any]
NOW, ONE, THREE, TEN, SOON = range(1, 6)  # its levels: when they strike


def told(record: Record[Any, Any]) -> list[tuple[Any, ...]]:
    """Who struck which note when; an ending of time without a seat."""
    return [
        (event.seat, event.action.note, event.at) if isinstance(event, Acted) else (event.at,)
        for event in record.log
        if isinstance(event, Acted | Elapsed)
    ]


def played(game: Gong, *levels: int, **options: Any) -> tuple[Any, list[tuple[Any, ...]]]:
    result, record = play_one(game, game.options(**options), levels, 1, 0)
    return result, told(record)


def test_a_choice_is_an_action_and_a_wait() -> None:
    assert planned("strike") == ("strike", 0)
    later: str | Later[str] = Later("strike", 7)
    assert planned(later) == ("strike", 7)


@pytest.mark.parametrize("wait", [-1, LONGEST_WAIT + 1, 1.0, True])
def test_a_wait_has_bounds(wait: Any) -> None:
    with pytest.raises(ValueError, match="wait"):
        Later("strike", wait)


def test_who_plans_to_be_first_is_first(gong: Gong) -> None:
    result, events = played(gong, THREE, ONE, rounds=2)
    # Seat 0 wanted note 2 as well, after three seconds; it was taken, so it thought again.
    assert events == [(1, 2, 1000), (0, 1, 6000), (1, 2, 7000), (0, 1, 12_000)]
    assert result.lasted == 12_000
    assert result.score.winners == (1,)


def test_a_plan_at_the_deadline_loses_to_it(gong: Gong) -> None:
    result, events = played(gong, TEN, ONE, rounds=2)
    assert events == [(1, 2, 1000), (10_000,), (1, 2, 11_000), (20_000,)]
    assert result.turns == 2
    assert played(gong, TEN, TEN)[1] == [(10_000,), (20_000,)]


def test_who_is_awaited_again_is_asked_anew(gong: Gong) -> None:
    usual = type(gong.rules(gong.options()))

    class Interludes(usual):  # type: ignore[misc, valid-type]
        """After one strike, and after three, only one seat is awaited."""

        def awaits(self, state: Any) -> Any:
            awaits = super().awaits(state)
            alone = isinstance(awaits, Players) and len(awaits.seats) % 2 == 0
            return replace(awaits, seats=awaits.seats[:1]) if alone else awaits

    game = replace(gong, rules=lambda _: Interludes())
    _, events = played(game, ONE, THREE, SOON, rounds=1)
    # Seat 0 is awaited all along: its plan is tried, and made anew. Seat 1 was not, for a while.
    assert events == [(2, 3, 300), (0, 2, 2000), (1, 1, 5000)]


def test_whoever_is_brought_somewhere_else_thinks_anew(elsewhere: Gong) -> None:
    _, events = played(elsewhere, THREE, ONE, rounds=1)
    assert events == [(1, 2, 1000), (0, 1, 4000)]  # three seconds after the strike


def test_who_does_not_wait_acts_at_once_and_in_order(gong: Gong) -> None:
    result, events = played(gong, NOW, NOW, NOW, rounds=1)
    assert events == [(0, 3, 0), (1, 2, 0), (2, 1, 0)]
    assert result.lasted == 0


def test_a_plan_that_was_never_possible_is_a_broken_rule(gong: Gong) -> None:
    class Cheat:
        def choose(self, view: Any, budget: Any, rng: Any) -> Any:
            return Later(gong.actions(99), 500)

    broken = replace(gong, levels={1: Level(0.05, lambda _: Cheat())})
    with pytest.raises(RuntimeError, match="no-such-note"):
        played(broken, 1, 1)


def test_how_long_half_of_the_games_last(gong: Gong) -> None:
    arena = ("arena", "gong", "--bots", "2,3", "--games", "3", "--processes", "1")
    assert json.loads(escale(*arena, "--json").out)["minutes"] == 0.2
    assert "longer than 0.2 minutes" in escale(*arena).out
    untimed = escale(*arena[:3], "1,1", *arena[4:], "--json")
    assert "minutes" not in json.loads(untimed.out)


def test_the_contract_takes_plans_and_parts(gong: Gong) -> None:
    kept = ["bots", "texts", "labels", "refusals", "board", "offers", "awaits", "sample", "imagine"]
    assert violations(gong, only=kept) == []
