"""L'anomalie: look at the companions, close your eyes, and find the one thing that changed."""

from escale.games.fortboyard.trials.anomalie.actions import (
    Propose,
    Remember,
    SeenEnough,
    Spot,
)
from escale.games.fortboyard.trials.anomalie.rules import CARD, Anomalie

__all__ = [
    "CARD",
    "Anomalie",
    "Propose",
    "Remember",
    "SeenEnough",
    "Spot",
]
