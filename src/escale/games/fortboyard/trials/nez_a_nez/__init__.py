"""Nez à nez: a matchbox goes from one nose to another."""

from escale.games.fortboyard.trials.nez_a_nez.rules import CARD, NameNose, NezANez, Slide

__all__ = ["CARD", "NameNose", "NezANez", "Slide"]
