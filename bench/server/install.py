"""What the benchmark installs, into a cache folder outside of the repository."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


class Missing(Exception):
    """Something that the benchmark cannot install is not on this machine."""


def driver_packages(cache: Path) -> None:
    """Make the driver's packages importable, without touching the environment of Escale."""
    wanted = HERE / "requirements.txt"
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    folder = cache / f"driver-{version}-{_digest(wanted)}"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    _once(folder, [*pip, "--target", str(folder), "--requirement", str(wanted)], HERE)
    sys.path.insert(0, str(folder))


def node_packages(source: Path, cache: Path) -> Path:
    """A copy of a folder with a package.json, and its packages beside it, where Node looks."""
    folder = cache / f"{source.name}-{_digest(source / 'package.json')}"
    folder.mkdir(parents=True, exist_ok=True)
    for file in source.iterdir():
        shutil.copy(file, folder)
    options = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    _once(folder, [program("npm"), "install", *options], folder)
    return folder


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name} is not on this machine: boardgame.io cannot run without it")
    return found


def _once(folder: Path, command: list[str], where: Path) -> None:
    """Run an installer, unless it went well before for the same wishes."""
    stamp = folder / ".installed"
    if not stamp.exists():
        subprocess.run(command, cwd=where, check=True, stdout=sys.stderr)  # noqa: S603
        stamp.touch()


def _digest(wishes: Path) -> str:
    return hashlib.sha256(wishes.read_bytes()).hexdigest()[:8]
