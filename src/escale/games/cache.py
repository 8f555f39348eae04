"""A cache of arrays in files: written atomically, mapped into memory, verified before use.

Mapping is instant where computing takes seconds, and processes share the pages.
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

_CHECKSUM: Final = struct.Struct("=Q")  # of header and arrays, after the header


def cache_folder() -> Path:
    """The user's cache folder on this platform."""
    if home := os.environ.get("XDG_CACHE_HOME"):
        return Path(home) / "escale"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "escale/cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/escale"
    return Path.home() / ".cache/escale"


def save(path: Path, header: bytes, arrays: Iterable[bytes]) -> None:
    """Write atomically, with a checksum."""
    arrays = tuple(arrays)
    check = zlib.crc32(header)
    for array in arrays:
        check = zlib.crc32(array, check)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines((header, _CHECKSUM.pack(check), *arrays))
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def load(path: Path, header: int) -> tuple[memoryview, memoryview] | None:
    """The header (of `header` bytes) and the arrays; None if the file is missing or damaged.

    The checksum matters: compiled kernels use the numbers as indices without bounds checks.
    """
    try:
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None
    start = header + _CHECKSUM.size
    if len(data) < start:
        return None
    (check,) = _CHECKSUM.unpack_from(data, header)
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
    """Load from the file, or make and save.

    If the folder is not writable, the result is made again next time. Of the files whose names are
    equal up to the first dash, only the `most` that were used last are kept.
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
