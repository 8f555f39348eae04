"""La barbichette: who laughs first loses, against one opponent after the other."""

from escale.games.fortboyard.trials.barbichette.rules import CARD

__all__ = ["CARD"]
