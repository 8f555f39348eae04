"""La catapulte: a die flies, and an egg cup catches it."""

from escale.games.fortboyard.trials.catapulte.rules import CARD, Catapulte, Catch, Fire

__all__ = ["CARD", "Catapulte", "Catch", "Fire"]
