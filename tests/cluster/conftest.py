"""Tests of clusters kill real servers under real clocks: a failure is retried once, and named."""

from __future__ import annotations

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Called for the tests of this folder alone."""
    item.add_marker(pytest.mark.flaky(reruns=1))
