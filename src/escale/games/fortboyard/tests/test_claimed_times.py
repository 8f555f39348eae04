"""Reactions that a client claims are believed only within limits."""

from __future__ import annotations

import pytest

from escale.games.fortboyard.trials.shared.claimed_times import (
    FASTEST,
    LONGEST,
    TOO_EARLY,
    honest,
    reaction_input,
)


@pytest.mark.parametrize(
    ("claimed", "at", "counts"),
    [
        (240, 1300, 240),  # the message was 60 ms under way
        (240, 2700, 240),  # a slow line is no disadvantage
        (240, 1240, 240),
        (500, 1240, 240),  # it cannot have taken longer than until it was heard of
        (FASTEST, 1300, FASTEST),
        (FASTEST - 1, 1300, TOO_EARLY),  # nobody is that fast
        (0, 1300, TOO_EARLY),  # touched before any cue was shown
        (240, 1000 + FASTEST - 1, TOO_EARLY),  # nor can the line have been
        (LONGEST, 1000, TOO_EARLY),
    ],
)
def test_the_reaction_that_counts(claimed: int, at: int, counts: int) -> None:
    assert honest(claimed, cue=1000, at=at) == counts


@pytest.mark.parametrize("nonsense", [-1, LONGEST + 1, 1.5, "200", None, True])
def test_what_is_no_reaction_is_not_admitted(nonsense: object) -> None:
    assert not reaction_input().admits(nonsense)


def test_nobody_reacts_in_less_than_80_milliseconds() -> None:
    """The ruling: "not under 80 ms"."""
    assert honest(80, cue=1000, at=2000) == 80
    assert honest(79, cue=1000, at=2000) == TOO_EARLY
