"""Where games keep what can be made again: arrays in files that are written at one stroke, mapped
into memory, and checked before use.

What takes seconds to make takes nothing to map, and processes share the same pages.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

_CHECK: Final = struct.Struct("=Q")  # a checksum of the whole, after the header


def cache_folder() -> Path:
    """Where this user's machine keeps files that can be made again."""
    if home := os.environ.get("XDG_CACHE_HOME"):
        return Path(home) / "escale"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "escale/cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/escale"
    return Path.home() / ".cache/escale"


def save(path: Path, header: bytes, arrays: Iterable[bytes]) -> None:
    """So that nobody ever sees half of it."""
    arrays = tuple(arrays)
    check = zlib.crc32(header)
    for array in arrays:
        check = zlib.crc32(array, check)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines((header, _CHECK.pack(check), *arrays))
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def load(path: Path, header: int) -> tuple[memoryview, memoryview] | None:
    """The header, which has so many bytes, and the arrays; None: there is no such file, or it is
    not whole.

    The checksum is not politeness: compiled kernels follow the numbers without looking.
    """
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None
    start = header + _CHECK.size
    if len(data) < start:
        return None
    (check,) = _CHECK.unpack_from(data, header)
    if zlib.crc32(data[start:], zlib.crc32(data[:header])) != check:
        return None
    return data[:header], data[start:]


def cached(
    path: Path,
    load: Callable[[], T | None],
    make: Callable[[], T],
    save: Callable[[T], None],
    most: int,
) -> T:
    """From the file if it is there; made and kept there otherwise.

    A folder that cannot be written to costs time at the next start, nothing else. Of the files that
    are named alike up to a dash, only so many that were used last are kept.
    """
    found = load()
    if found is not None:
        with suppress(OSError):
            path.touch()
        return found
    made = make()
    with suppress(OSError):
        save(made)
        alike = path.parent.glob(f"{path.name.split('-')[0]}-*{path.suffix}")
        for file in sorted(alike, key=lambda one: one.stat().st_mtime)[:-most]:
            file.unlink()
    return made
