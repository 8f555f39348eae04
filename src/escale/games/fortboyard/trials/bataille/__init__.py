"""La bataille: well, leaf or scissors, in secret, against each opponent in turn."""

from escale.games.fortboyard.trials.bataille.rules import CARD

__all__ = ["CARD"]
