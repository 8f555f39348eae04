"""A store in PostgreSQL, for a house with many workers."""

from escale.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
