"""The text board of l'anomalie: clothes, proposals and answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from escale.core.secrecy import View
from escale.games.fortboyard.rules.pieces import NOBODY_SEAT

if TYPE_CHECKING:
    from escale.core.game import Say
    from escale.games.fortboyard.rules.rules import State
    from escale.games.fortboyard.trials.anomalie.figures import Change
    from escale.games.fortboyard.trials.anomalie.rules import Anomalie


def described(phase: Anomalie, view: View[State], say: Say, sees: bool) -> Iterator[str]:
    """`sees`: whether the seat of the view has its eyes open."""
    candidate = phase.cast.candidate
    yield say("board.trial", seat=candidate, text=phase.title(view.seen, say))
    if phase.stage in ("dressing", "lot"):
        return
    if phase.stage != "shown":
        yield say("board.sand", count=view.seen.seconds_until(phase.ends))
        yield say(f"anomalie.board-{phase.stage}", seat=candidate)
    if sees:
        for seat, figure in phase.companions.items():
            worn = ", ".join(say(f"values.thing-{one}") for one in figure.things)
            yield say("anomalie.wears", seat=seat, text=worn)
    for answer in phase.answers:
        yield say("anomalie.not", seat=answer.seat, text=say(f"values.part-{answer.part}"))
    opponents = phase.cast.opponents
    if phase.stage == "agreeing" and view.seat in opponents:
        for one in phase.proposals:
            voices = say("anomalie.for-it", count=len(one.backers))
            yield say("anomalie.proposal", text=_told(one.change, say), voices=voices)
    if phase.stage == "shown" or (phase.stage == "searching" and view.seat in opponents):
        assert phase.change is not None
        yield say("anomalie.has-changed", text=_told(phase.change, say))


def _told(change: Change, say: Say) -> str:
    part = say(f"values.part-{change.part}")
    if change.partner == NOBODY_SEAT:
        text = say(f"values.thing-{change.thing}")
        return say("anomalie.would-change", seat=change.seat, text=text)
    return say("anomalie.would-swap", seat=change.seat, player=change.partner, text=part)
