"""What may be done in l'anomalie."""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open, Own, Seat
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT
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
class Propose:
    """An opponent proposes that a companion wears something else, or joins who proposed it.

    With a partner it is a swap: this is what the partner wears now. The other opponents see it in
    the state; the candidate does not, and cannot tell a swap by the name of the action either.
    """

    seat: Own[Seat]
    thing: Own[Thing]
    partner: Own[Seat] = NOBODY_SEAT


@dataclass(frozen=True, slots=True)
class Spot(Open):
    """The candidate says what has changed."""

    seat: Seat
    part: Part
