"""Where tables are kept: an append-only log for each, and a card that tells what it is."""

from escale.store.protocol import Card, Closed, Conflict, NotKept, Store, Unsure

__all__ = ["Card", "Closed", "Conflict", "NotKept", "Store", "Unsure"]
