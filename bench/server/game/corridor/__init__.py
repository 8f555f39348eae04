"""Corridor: the smallest game for two, by which servers are compared."""
