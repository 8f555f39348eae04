"""Writes the provenance file of a lexicon, src/escale/words/data/XX.toml."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from tools.lexicons.sources import Package
from tools.lexicons.writer import Counts

# The strictest of the sources' licences applies to what is adapted from them.
LICENCE = "CC-BY-SA-4.0"


def provenance(
    id: str, version: int, data: bytes, counts: Counts, packages: Iterable[Package]
) -> str:
    """TOML; `escale words about` prints it."""
    about = {
        "id": id,
        "version": version,
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "licence": LICENCE,
    }
    tables = [
        ("", about),
        ("[counts]\n", counts._asdict()),
        *(("[[sources]]\n", package._asdict()) for package in packages),
    ]
    text = "# Written by `python -m tools.lexicons`. The notices in full: LICENCES.md.\n\n"
    return text + "\n".join(heading + _lines(table) for heading, table in tables)


def _lines(table: dict[str, str | int]) -> str:
    # A JSON string or number is one of TOML as well.
    return "".join(
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in table.items()
    )
