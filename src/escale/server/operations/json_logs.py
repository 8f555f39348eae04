"""Logs: one JSON object a line, and nothing in it by which a person or a table could be known."""

from __future__ import annotations

import json
import logging
import sys
import time


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0] is not None:
            # The kind and the place of an error, not its message: that may quote what was sent.
            line["error"] = record.exc_info[0].__name__
            line["where"] = _place(record)
        return json.dumps(line, ensure_ascii=False)


def _place(record: logging.LogRecord) -> str:
    trace = record.exc_info[2] if record.exc_info else None
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f"{trace.tb_frame.f_globals.get('__name__', '?')}.{code.co_name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


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
    logging.getLogger("uvicorn.error").addFilter(_is_our_fault)


def _is_our_fault(record: logging.LogRecord) -> bool:
    """A text that is no text is the fault of whoever sent it: they could fill the log with it."""
    return not (record.exc_info and record.exc_info[0] is UnicodeDecodeError)
