"""Logs as one JSON object a line, with nothing in it that identifies a person or a table."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import groupby
from secrets import token_hex
from types import MappingProxyType, TracebackType
from typing import Any

from escale.core.game import Game

FIELDS = ("request_id", "game", "rules_version")
"""What a line tells beyond its message: from `extra` of the call, or from the request."""

_request: ContextVar[Mapping[str, object]] = ContextVar("_request", default=MappingProxyType({}))


@contextmanager
def request_fields(request_id: str) -> Iterator[None]:
    """Every line that is logged for this request has its id."""
    token = _request.set({"request_id": request_id})
    try:
        yield
    finally:
        _request.reset(token)


def add_fields(**fields: object) -> None:
    """To the lines of the current request: some of `FIELDS`."""
    _request.set({**_request.get(), **fields})


def game_fields(game: Game[Any, Any, Any]) -> dict[str, object]:
    return {"game": game.name, "rules_version": game.box.version}


def new_request_id() -> str:
    return token_hex(6)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        fields = {**_request.get(), **vars(record)}
        line |= {name: fields[name] for name in FIELDS if name in fields}
        if record.exc_info and record.exc_info[1] is not None:
            line |= _described(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _described(error: BaseException) -> dict[str, Any]:
    """Its type and where it was raised. Not its message, which may quote what somebody sent."""
    described: dict[str, Any] = {
        "error": type(error).__name__,
        "stack": _stack(error.__traceback__),
    }
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        described["cause"] = _described(cause)
    return described


def _stack(trace: TracebackType | None) -> list[str]:
    """`module.function:line` of each frame, the outermost first; direct recursion is counted."""
    places = []
    while trace is not None:
        frame = trace.tb_frame
        module = frame.f_globals.get("__name__", "?")
        places.append(f"{module}.{frame.f_code.co_qualname}:{trace.tb_lineno}")
        trace = trace.tb_next
    groups = ((place, len(list(same))) for place, same in groupby(places))
    return [place if count == 1 else f"{place} ({count} times)" for place, count in groups]


def set_up() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("escale").setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = name != "uvicorn.access"
        logger.setLevel(logging.ERROR)
