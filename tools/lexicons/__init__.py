"""Builds the lexicons that ship with the package: `python -m tools.lexicons fr --check`.

Every source is a package pinned by version and SHA-256; the same sources give the same bytes.
"""
