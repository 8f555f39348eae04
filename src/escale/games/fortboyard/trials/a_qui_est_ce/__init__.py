"""À qui est-ce ? All opponents draw the same thing, unsigned, and the candidate names them."""

from escale.games.fortboyard.trials.a_qui_est_ce.rules import CARD

__all__ = ["CARD"]
