"""La catapulte: a die flies, and an egg cup catches it."""

from escale.games.fortboyard.trials.catapulte.rules import CARD

__all__ = ["CARD"]
