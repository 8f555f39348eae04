"""What is printed on a trial card, and how its online form begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from escale.games.fortboyard.rules.pieces import Cast

if TYPE_CHECKING:
    from escale.games.fortboyard.rules.phase import FortPhase
    from escale.games.fortboyard.rules.rules import State

Against = Literal["each", "left", "all", "one"]


@dataclass(frozen=True, slots=True)
class Card:
    name: str  # of its folder
    hourglass: int  # how many times it is turned
    against: Against
    begin: Callable[[Cast, State], FortPhase]
