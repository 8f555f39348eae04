"""How the opponents agree on one change: each is for one proposal at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from escale.core.secrecy import Open, Seat
from escale.games.fortboyard.trials.anomalie.actions import ProposeChange, ProposeSwap
from escale.games.fortboyard.trials.anomalie.figures import Change, part_of, swap

if TYPE_CHECKING:
    from escale.games.fortboyard.rules import Action


@dataclass(frozen=True, slots=True)
class Proposal(Open):
    """A change, and the opponents who are for it."""

    change: Change
    backers: tuple[Seat, ...]


Proposals = tuple[Proposal, ...]


def with_voice(proposals: Proposals, seat: Seat, change: Change) -> Proposals:
    """The seat is for this change now, and no longer for another; what nobody wants is dropped."""
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
    """Among equals, the one that was proposed first."""
    return max(proposals, key=lambda one: len(one.backers), default=None)


def proposed(action: Action) -> Change | None:
    """The change that an action asks for."""
    match action:
        case ProposeChange(seat, thing):
            return Change(seat, part_of(thing), thing)
        case ProposeSwap(seat, partner, part):
            return swap(seat, partner, part)
    return None


def as_action(change: Change) -> ProposeChange | ProposeSwap:
    """How one proposes a change, or joins those who did."""
    if change.thing is not None:
        return ProposeChange(change.seat, change.thing)
    return ProposeSwap(change.seat, change.partner, change.part)
