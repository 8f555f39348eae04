"""Compiles the kernels of the solvers with numba, where it is installed (the extra `fast`)."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from types import FunctionType
from typing import Any


def installed() -> bool:
    """Whether numba is available, without importing it."""
    return find_spec("numba") is not None


def jit(source: Callable[..., Any], **names: object) -> Callable[..., Any]:
    """The numba version of a function: the same code, with other values for some global names."""
    import numba  # optional, and slow to import

    assert isinstance(source, FunctionType)
    twin = FunctionType(source.__code__, {**source.__globals__, **names}, source.__name__)
    twin.__module__ = source.__module__
    twin.__qualname__ = source.__qualname__
    njit: Any = numba.njit
    result: Callable[..., Any]
    try:
        result = njit(cache=True)(twin)
    except RuntimeError:  # no folder for compiled code: compile again next time
        result = njit(twin)
    return result
