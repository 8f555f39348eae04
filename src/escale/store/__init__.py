"""Where tables are kept: an append-only log for each, and a summary that tells what it is."""

from escale.store.protocol import Closed, Conflict, NotKept, Store, TableSummary, Unsure

__all__ = ["Closed", "Conflict", "NotKept", "Store", "TableSummary", "Unsure"]
