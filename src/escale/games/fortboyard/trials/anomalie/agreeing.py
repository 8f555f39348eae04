"""Proposals of the opponents: each backs one change at a time."""

from __future__ import annotations

from dataclasses import dataclass

from escale.core.secrecy import Open, Seat
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT
from escale.games.fortboyard.trials.anomalie.actions import Propose
from escale.games.fortboyard.trials.anomalie.figures import Change, Companions, part_of, swap


@dataclass(frozen=True, slots=True)
class Proposal(Open):
    """A change, and the opponents who back it."""

    change: Change
    backers: tuple[Seat, ...]


Proposals = tuple[Proposal, ...]


def with_voice(proposals: Proposals, seat: Seat, change: Change) -> Proposals:
    """The seat backs this change and no other; proposals without backers are dropped."""
    known = [one.change for one in proposals]
    if change not in known:
        proposals = (*proposals, Proposal(change, ()))
    voiced = []
    for one in proposals:
        backers = tuple(backer for backer in one.backers if backer != seat)
        if one.change == change:
            backers = one.backers if seat in one.backers else (*backers, seat)
        voiced.append(Proposal(one.change, backers))
    return tuple(one for one in voiced if one.backers)


def most_backed(proposals: Proposals) -> Proposal | None:
    """The proposal with the most backers; of equals, the oldest."""
    return max(proposals, key=lambda one: len(one.backers), default=None)


def proposed(action: Propose) -> Change:
    """The change that an action proposes."""
    part = part_of(action.thing)
    if action.partner == NOBODY_SEAT:
        return Change(action.seat, part, action.thing)
    return swap(action.seat, action.partner, part)


def as_action(change: Change, companions: Companions) -> Propose:
    """The action that proposes or backs a change."""
    if change.thing is not None:
        return Propose(change.seat, change.thing)
    return Propose(change.seat, companions[change.partner].thing(change.part), change.partner)
