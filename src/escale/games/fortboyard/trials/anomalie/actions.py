"""What may be done in l'anomalie."""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open, Own, Seat
from escale.games.fortboyard.trials.anomalie.figures import Part, Thing


@dataclass(frozen=True, slots=True)
class SeenEnough(Open):
    """The candidate closes the eyes before the sand is out."""


@dataclass(frozen=True, slots=True)
class Remember:
    """What the candidate keeps in mind, as numbers of `memory.mark`.

    A bot has no memory between two questions: this is where it keeps its own. Nobody else sees it.
    """

    marks: Own[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class ProposeChange:
    """An opponent proposes that a companion wears something else, or joins who proposed it.

    The other opponents see it in the state, the candidate does not.
    """

    seat: Own[Seat]
    thing: Own[Thing]


@dataclass(frozen=True, slots=True)
class ProposeSwap:
    """An opponent proposes that two companions swap the same part, or joins who proposed it."""

    seat: Own[Seat]
    partner: Own[Seat]
    part: Own[Part]


@dataclass(frozen=True, slots=True)
class Spot(Open):
    """The candidate says what has changed."""

    seat: Seat
    part: Part
