"""Reactions: a device measures its own player, and the referee believes what can be true.

The cue is always the end of a deadline: who strikes, lets a card fall or gives the signal moves the
deadline to this very moment. So everybody who waits for the cue is asked anew when it comes, a bot
as well, and no plan from before can pass for a reaction.
"""

from __future__ import annotations

from escale.core.play import Number

FASTEST = 80  # milliseconds: nobody is that fast
GRACE = 1500  # that a message may be under way
LONGEST = 60_000  # a bound for what is sent
TOO_EARLY = -1


def honest(claimed: int, cue: int, at: int) -> int:
    """The reaction that counts, of what a device claims; `TOO_EARLY`: nobody saw the cue so soon.

    `at` is when the touch was heard of: it cannot have taken longer than that.
    """
    reaction = min(claimed, at - cue)
    return reaction if reaction >= FASTEST else TOO_EARLY


def reaction_input() -> Number:
    """0: touched before any cue was shown."""
    return Number("reaction", 0, LONGEST)
