"""L'anomalie: look at the companions, close your eyes, and find the one thing that changed."""

from escale.games.fortboyard.trials.anomalie.rules import CARD

__all__ = ["CARD"]
