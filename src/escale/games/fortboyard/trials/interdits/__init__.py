"""Les interdits: answer whatever is asked, and never say yes or no."""

from escale.games.fortboyard.trials.interdits.rules import CARD

__all__ = ["CARD"]
