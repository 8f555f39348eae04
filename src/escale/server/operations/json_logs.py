"""Logs as one JSON object a line, with nothing in it that identifies a person or a table."""

from __future__ import annotations

import json
import logging
import sys
import time
from contextvars import ContextVar
from itertools import groupby
from secrets import token_hex
from types import TracebackType
from typing import Any

from escale.core.game import Game

FIELDS = ("request_id", "game", "rules_version")
"""What a line tells beyond its message: from `extra` of the call, or from the request."""


class RequestContext:
    """Every line that is logged within it has the id of the request, and what `add_fields` adds."""

    __slots__ = ("_id", "_outer", "fields")

    def __init__(self) -> None:
        self._id = ""
        self.fields: dict[str, object] | None = None

    @property
    def id(self) -> str:
        """Made when it is first asked for: most commands log nothing."""
        self._id = self._id or token_hex(6)
        return self._id

    def __enter__(self) -> RequestContext:
        self._outer = _request.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _request.reset(self._outer)


_request: ContextVar[RequestContext | None] = ContextVar("_request", default=None)


def add_fields(**fields: object) -> None:
    """To the lines of the current request: some of `FIELDS`."""
    if (request := _request.get()) is not None:
        request.fields = {**(request.fields or {}), **fields}


def game_fields(game: Game[Any, Any, Any]) -> dict[str, object]:
    return {"game": game.name, "rules_version": game.box.version}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        fields = vars(record)
        if (request := _request.get()) is not None:
            fields = {"request_id": request.id, **(request.fields or {}), **fields}
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
