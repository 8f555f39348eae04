"""Writes the schemas to files: `python -m escale.server.schema.export docs/protocol`.

They are the same as at /api/messages.json and /api/openapi.json.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from litestar import Litestar

from escale.server.app import HANDLERS
from escale.server.schema import json_schemas, openapi


def files() -> dict[str, str]:
    app = Litestar(HANDLERS, openapi_config=openapi.config(), logging_config=None)
    return {
        "messages.json": _readable(json_schemas.wire()),
        "openapi.json": _readable(openapi.polished(app.openapi_schema.to_schema())),
    }


def _readable(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def main(folder: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (Path(folder) / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
