"""Nez à nez: a matchbox goes from one nose to another."""

from escale.games.fortboyard.trials.nez_a_nez.rules import CARD

__all__ = ["CARD"]
