"""The wheel, built once, and a machine on which a host has installed it for many workers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq")


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "-d", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT)
    (built,) = folder.glob("escale-*.tar.gz")
    return built


@pytest.fixture(scope="session")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the sources with nothing but Python, as a stranger would: without Node on the
    path, from an archive that holds no page that is built already."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(["tar", "-xf", sdist, "-C", folder], check=True)
    (sources,) = folder.glob("escale-*")
    bare = folder / "bin"
    bare.mkdir()
    for tool in ("sh", "env", "uname"):
        found = shutil.which(tool)
        assert found is not None
        (bare / tool).symlink_to(found)
    build = ["wheel", "--no-deps", "--wheel-dir", str(folder), str(sources)]
    subprocess.run([*PIP, *build], check=True, env={**os.environ, "PATH": str(bare)})
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
