"""Stopping a long-running command by a signal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from signal import SIGINT, SIGTERM, default_int_handler, signal


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Leave the block at SIGINT (Ctrl+C) or SIGTERM, without an error.

    Both handlers are installed explicitly: in a container the command is process 1, which SIGTERM
    does not end by default, and in the background of a script SIGINT is ignored by default."""
    before = {one: signal(one, default_int_handler) for one in (SIGTERM, SIGINT)}
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for one, handler in before.items():
            signal(one, handler)
