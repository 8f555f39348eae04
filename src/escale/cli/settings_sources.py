"""Reads settings from flags, environment variables and the settings file, in this precedence.

What is not given has its default.
"""

from __future__ import annotations

import os
import re
import tomllib
from argparse import ArgumentParser, Namespace
from difflib import get_close_matches
from typing import Any

from escale.cli import inputs
from escale.cli.settings import SETTINGS, TEXTS, Kind

FILE = "ESCALE_SETTINGS"


def add_settings(parser: ArgumentParser, *names: str, **helps: str) -> None:
    """Add the flags of these settings, and `--settings` for the file."""
    for name in names:
        setting = SETTINGS[name]
        usual = "" if setting.usual in ("", (), None) else f" ({setting.usual})"
        parser.add_argument(
            f"--{name}",
            action="append" if setting.kind is TEXTS else "store",
            metavar=setting.metavar,
            help=helps.get(name, setting.help) + usual,
        )
    parser.add_argument(
        "--settings",
        metavar="FILE",
        default=os.environ.get(FILE, ""),
        help="a file with settings; flags and environment variables win over it",
    )


def resolve_settings(args: Namespace) -> Namespace:
    written = _read(args.settings) if args.settings else {}
    for name, setting in SETTINGS.items():
        attribute = name.replace("-", "_")
        if not hasattr(args, attribute):
            continue
        flag, variable = getattr(args, attribute), os.environ.get(setting.variable)
        if flag is not None:
            value = _checked(f"--{name}", flag, setting.kind)
        elif variable:  # empty counts as not set
            value = _checked(setting.variable, variable, setting.kind)
        else:
            value = written.get(name, setting.usual)
        setattr(args, attribute, value)
    return args


def _read(path: str) -> dict[str, Any]:
    """Check the whole file, whichever settings the command uses: errors show early."""
    try:
        lines = tomllib.loads(inputs.text(path))
    except tomllib.TOMLDecodeError as problem:
        raise inputs.BadInput(f"{path}: {problem}") from None
    return {name: _line(path, name, value) for name, value in lines.items()}


def _line(path: str, name: str, value: object) -> Any:
    setting = SETTINGS.get(name)
    if setting is None:
        near = get_close_matches(name, SETTINGS, 1)
        hint = f"do you mean {near[0]}?" if near else f"the settings are {', '.join(SETTINGS)}"
        raise inputs.BadInput(f"{path}: unknown setting {name!r}; {hint}")
    if not _is_a(setting.kind.written, value):
        raise inputs.BadInput(f"{path}: {name}: must be {setting.kind.description}, got {value!r}")
    return _checked(f"{path}: {name}", value, setting.kind)


def _is_a(written: type, value: object) -> bool:
    if isinstance(value, list):
        return written is list and all(isinstance(one, str) for one in value)
    return type(value) is written or (written is float and type(value) is int)


def _checked(place: str, value: object, kind: Kind) -> Any:
    try:
        return kind.check(value)
    except ValueError as problem:
        got = re.sub("//.*@", "//...@", repr(value))  # without the password of a URL
        raise inputs.BadInput(f"{place}: {problem}, got {got}") from None
