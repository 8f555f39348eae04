"""The wheel, built once, and a machine on which a host has installed it for many workers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # With the build tools of this environment; test_wheel.py also builds as a stranger would.
    build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*PIP, *build], check=True)
    (built,) = folder.glob("escale-*.whl")
    return built


@pytest.fixture(scope="session")
def host(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its Python. Nothing is there but Escale, the extra for many workers, and what they need."""
    folder = tmp_path_factory.mktemp("host")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    install = ["--python", str(python), "install", "--no-compile"]
    locked = ["--require-hashes", "--requirement", str(ROOT / "locks" / "scale.txt")]
    subprocess.run([*PIP, *install, *locked], check=True)
    subprocess.run([*PIP, *install, "--no-deps", str(wheel)], check=True)
    return python
