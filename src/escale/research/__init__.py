"""Adapters for research: PettingZoo environments and arenas on a Dask cluster."""
