"""How a command that runs for long is told to stop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from signal import SIGINT, SIGTERM, default_int_handler, signal


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Ctrl+C, or the signal by which the system stops a service: both are a good end.

    In a container the command is the first process, which that signal does not end by itself; and
    in the background of a script the system lets it ignore Ctrl+C, unless it says otherwise."""
    before = {one: signal(one, default_int_handler) for one in (SIGTERM, SIGINT)}
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for one, handler in before.items():
            signal(one, handler)
