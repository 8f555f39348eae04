"""The output console of all commands, exit codes and the language of the system."""

from __future__ import annotations

import os

from rich.console import Console

from escale.core.game import LANGUAGES

OK = 0
CHECK_FAILED = 1
BAD_INPUT = 2


def console(*, stderr: bool = False, plain: bool = False) -> Console:
    """Rich leaves colours out by itself in a pipe and where NO_COLOR is set.

    Markup is off: what players type may hold brackets.
    """
    return Console(
        stderr=stderr,
        markup=False,
        highlight=False,
        emoji=False,
        no_color=True if plain else None,
        color_system=None if plain else "auto",
    )


def system_language() -> str:
    """The language of the locale if there are texts in it; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        setting = os.environ.get(name)
        if setting:
            return setting[:2] if setting[:2] in LANGUAGES else "en"
    return "en"
