"""The description of a trial that every folder exports as `CARD`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from escale.games.fortboyard.rules.trial import TrialAction, TrialPhase

Against = Literal["each", "left", "all", "one"]


@dataclass(frozen=True, slots=True)
class TrialCard:
    """What is printed on the card, and the classes of its online form."""

    phase: type[TrialPhase]
    actions: tuple[type[TrialAction], ...]  # besides those of `shared.face_to_face`
    against: Against
    hourglass: int = 0  # how many times it is turned

    @property
    def name(self) -> str:
        return self.phase.NAME
