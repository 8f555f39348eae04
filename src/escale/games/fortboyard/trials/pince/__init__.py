"""La pince: a card falls between thumb and forefinger, once for each opponent."""

from escale.games.fortboyard.trials.pince.rules import CARD

__all__ = ["CARD"]
