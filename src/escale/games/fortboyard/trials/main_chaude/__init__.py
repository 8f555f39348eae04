"""La main chaude: hands above hands, against each opponent in turn."""

from escale.games.fortboyard.trials.main_chaude.rules import CARD

__all__ = ["CARD"]
