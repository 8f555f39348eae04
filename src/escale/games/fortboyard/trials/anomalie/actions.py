"""The actions of l'anomalie."""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open, Own, Seat
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT
from escale.games.fortboyard.rules.trial import TrialAction
from escale.games.fortboyard.trials.anomalie.figures import Part, Thing


@dataclass(frozen=True, slots=True)
class SeenEnough(TrialAction, Open):
    """The candidate closes the eyes before the sand is out."""


@dataclass(frozen=True, slots=True)
class Remember(TrialAction):
    """What the candidate keeps in mind, as numbers of `memory.mark`; nobody else sees it.

    Bots are stateless between two decisions: this is the memory of a bot that is the candidate.
    """

    marks: Own[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Propose(TrialAction):
    """An opponent proposes a change of what a companion wears, or joins such a proposal.

    With a partner it is a swap for what the partner wears now. The opponents see proposals in the
    state; the candidate does not, and swaps have no action of their own that would give them away.
    """

    seat: Own[Seat]
    thing: Own[Thing]
    partner: Own[Seat] = NOBODY_SEAT


@dataclass(frozen=True, slots=True)
class Spot(TrialAction, Open):
    """The candidate names what has changed."""

    seat: Seat
    part: Part
