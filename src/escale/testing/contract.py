"""The whole contract, for any game: as a list of violations, or as tests."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from escale.core.game import Game
from escale.games.registry import take
from escale.testing.checks import CHECKS
from escale.testing.playing import in_words
from escale.testing.trial import Finding, Trial

MOST_FINDINGS = 3
"""How many findings a check tells: the first few are usually all alike."""


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that a game does not keep of its contract, and where to see it."""

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
    """What is wrong with a game. Another `seed` plays other matches."""
    trial = Trial(game, seed, most_events)
    return [violation for check in CHECKS if check in only for violation in run(check, trial)]


def run(check: str, trial: Trial) -> list[Violation]:
    """One check. An exception that comes out of the game is a finding too."""
    found: list[Finding] = []
    trial.at = ""
    try:
        for finding in islice(CHECKS[check](trial), MOST_FINDINGS):
            found.append(finding)
    except Exception as problem:
        found.append(Finding(f"the game broke down: {in_words(problem)}", trial.at))
    return [Violation(check, one.message, one.place) for one in found]


def contract(*games: Game[Any, Any, Any] | str) -> Callable[..., None]:
    """A pytest test for every check of every game, given as it is or by its name on the shelf."""
    import pytest  # players do not need it

    @cache
    def trial(name: str) -> Trial:
        by_name = {one.name: one for one in games if isinstance(one, Game)}
        return Trial(by_name.get(name) or take(name))

    names = [one if isinstance(one, str) else one.name for one in games]

    @pytest.mark.parametrize("check", CHECKS)
    @pytest.mark.parametrize("name", names)
    def test_contract(name: str, check: str) -> None:
        found = run(check, trial(name))
        if found:
            pytest.fail("\n".join(map(str, found)), pytrace=False)

    return test_contract
