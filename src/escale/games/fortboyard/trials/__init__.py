"""The ten trials. Each folder is one card: its rules, its bot, its texts and its stage on the page.

To add one: a folder like the others, and its name in the lists below.
"""

from __future__ import annotations

from typing import TypeAlias

from escale.games.fortboyard.trials import bataille
from escale.games.fortboyard.trials.card import Card

CARDS: dict[str, Card] = {card.name: card for card in (bataille.CARD,)}
NAMES = tuple(CARDS)

TrialPhase: TypeAlias = bataille.Bataille
TrialAction: TypeAlias = bataille.ShowHand
