"""Runs all checks on a game: as a list of violations, or as pytest tests."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from escale.core.game import Game
from escale.games.registry import load_game
from escale.testing.checks import CHECKS
from escale.testing.random_play import describe_error
from escale.testing.subject import Finding, Subject

MOST_FINDINGS = 3
"""Reported per check: further findings are usually repetitions of the first."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A failed check. `place` is enough to reproduce it."""

    check: str
    message: str
    place: str

    def __str__(self) -> str:
        return f"{self.check}: {self.message}" + (f"\n    at {self.place}" if self.place else "")


def violations(
    game: Game[Any, Any, Any],
    *,
    only: Collection[str] = tuple(CHECKS),
    seed: int = 0,
    most_events: int = 3000,
) -> list[Violation]:
    """All violations of a game. Another `seed` plays other matches."""
    subject = Subject(game, seed, most_events)
    return [violation for check in CHECKS if check in only for violation in run(check, subject)]


def run(check: str, subject: Subject) -> list[Violation]:
    """Run one check. An exception raised by the game is a finding too."""
    found: list[Finding] = []
    subject.place = ""
    try:
        for finding in islice(CHECKS[check](subject), MOST_FINDINGS):
            found.append(finding)
    except Exception as problem:
        found.append(Finding(f"the game raised {describe_error(problem)}", subject.place))
    return [Violation(check, one.message, one.place) for one in found]


def contract(*games: Game[Any, Any, Any] | str) -> Callable[..., None]:
    """A pytest test for every check of every game, given as an object or by its name."""
    import pytest  # a development dependency

    @cache
    def subject_of(name: str) -> Subject:
        by_name = {one.name: one for one in games if isinstance(one, Game)}
        return Subject(by_name.get(name) or load_game(name))

    names = [one if isinstance(one, str) else one.name for one in games]

    @pytest.mark.parametrize("check", CHECKS)
    @pytest.mark.parametrize("name", names)
    def test_contract(name: str, check: str) -> None:
        found = run(check, subject_of(name))
        if found:
            pytest.fail("\n".join(map(str, found)), pytrace=False)

    return test_contract
