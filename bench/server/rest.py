"""JSON over HTTP, on one connection that stays open: matches are created by the thousand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http.client import HTTPConnection
from types import TracebackType
from typing import Any

from sides import Refused


class Rest:
    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def __enter__(self) -> Rest:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._connection.close()

    def post(self, path: str, body: object, headers: Mapping[str, str] | None = None) -> Any:
        """The answer, whatever its shape; `Refused` if it is not a 2xx."""
        content = json.dumps(body).encode()
        kind = {"Content-Type": "application/json"}
        self._connection.request("POST", path, content, {**kind, **(headers or {})})
        with self._connection.getresponse() as response:
            answer = response.read()
        if not 200 <= response.status < 300:
            raise Refused(f"POST {path}: {response.status} {answer[:300]!r}")
        return json.loads(answer) if answer else None
