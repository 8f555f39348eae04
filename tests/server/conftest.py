from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.wall import Lives


@pytest.fixture
def lives(tmp_path: Path) -> Lives:
    return Lives(tmp_path / "house.sqlite")
