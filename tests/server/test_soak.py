"""The short form of `make soak`: mixed games, people who are cut off, nonsense, and a kill.

The long form looks at memory, too, and at a cluster: `python -m tests.soak.hour --minutes 60`.
"""

from __future__ import annotations

from math import sin
from pathlib import Path
from random import Random

import pytest

from tests.soak import hosts, hour
from tests.soak.memory import SLACK, Curve, grown
from tests.soak.mixed_evening import Plan

SHORT = Plan(
    warm_up=5,
    steady=0,
    kills=5,
    between_kills=(2, 4),
    tables=9,
    thinking=0.05,
    fuzz_pause=0.2,
    cut_off=0.05,
)


@pytest.mark.flaky(reruns=1)
def test_mixed_games_lose_nothing_when_the_house_is_killed(tmp_path: Path) -> None:
    found = hour.run(hosts.alone(tmp_path), SHORT, Random(5))
    told = str(found)
    assert found.wrong == [], told
    # And there was something to lose.
    assert found.killed.total() >= 1, told
    assert {"crash-cave", "wordbank", "kreuzwort", "fortboyard"} <= {*found.matches}, told
    assert found.counts["acknowledged"] > 50, told
    assert found.counts["came back"] > 5, told
    assert found.tally.sent >= 25, told


# Is memory flat?


def curve(*, level: int = 100_000, leak: float = 0.0, seconds: int = 600, seed: int = 1) -> Curve:
    """Of a house that holds so many KiB, more or less, and some more in every second."""
    dice, found = Random(seed), Curve("house")
    for at in range(0, seconds, 2):
        waves = 1500 * sin(at / 40) + dice.gauss(0, 800)
        peak = 30_000 if dice.random() < 0.02 else 0
        found.add(at, round(level + leak * at + waves + peak))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_a_house_that_only_breathes_is_flat(seed: int) -> None:
    assert grown([curve(seed=seed)]) == []


def test_a_house_that_gives_memory_back_is_flat() -> None:
    assert grown([curve(leak=-50.0)]) == []


@pytest.mark.parametrize("seed", range(20))
def test_a_leak_is_told(seed: int) -> None:
    (told,) = grown([curve(seed=seed), curve(leak=30.0, seed=seed)])
    assert told.startswith("memory is not flat: house:")


def test_a_leak_in_steps_is_told() -> None:
    """As memory grows that is taken from the system in large pieces."""
    found = Curve("house")
    for at in range(0, 600, 2):
        found.add(at, 100_000 + 6000 * (at // 120))
    assert grown([found])


def test_one_step_within_what_allocators_do_is_none() -> None:
    found = Curve("house")
    for at in range(0, 600, 2):
        found.add(at, 100_000 + (SLACK // 2 if at > 300 else 0))
    assert not grown([found])
