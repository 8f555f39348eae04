"""Persistent storage: an append-only log of entries for each table, and a summary of it."""

from escale.store.protocol import (
    Conflict,
    Downtime,
    OutcomeUnknown,
    Store,
    StoreError,
    TableSummary,
)

__all__ = ["Conflict", "Downtime", "OutcomeUnknown", "Store", "StoreError", "TableSummary"]
