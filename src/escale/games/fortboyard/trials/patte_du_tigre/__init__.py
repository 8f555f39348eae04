"""La patte du tigre: who lays a hand on the die first, against each opponent in turn."""

from escale.games.fortboyard.trials.patte_du_tigre.rules import CARD

__all__ = ["CARD"]
